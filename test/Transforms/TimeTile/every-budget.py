# RUN: %python %s %S/line.mlir 36000
# RUN: %python %s %S/parts.mlir 90000
# RUN: %python %s %S/other-nests.mlir 48000

"""Whenever the budget of isl operations runs out, the pass ends, and each time
loop is as it was or tiled, as the remarks say."""

import subprocess
import sys

PASS = "--polymem-time-tile=mapping=gpu sizes=16,16 max-isl-operations={}"
REMARKS = ["--remarks-filter=polymem-time-tile", "--remark-format=emitRemark"]
STEPS = 40


def run(*options):
    done = subprocess.run(
        ["polymem-opt", sys.argv[1], *options, *REMARKS],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, done.stderr.count("[Passed] Tiled")


original = run()
tiled = run(PASS.format(0))
assert original[0] != tiled[0]
most = int(sys.argv[2])
results = [run(PASS.format(most * k // STEPS)) for k in range(1, STEPS)]
assert original in results
for text, count in results:
    assert text.count("#gpu.block<x>") == count, text
    assert (text == original[0]) == (count == 0), text
    assert (text == tiled[0]) == (count == tiled[1]), text
# What it takes is known only roughly.
assert tiled in [run(PASS.format(most * k)) for k in (1, 2, 4)]
