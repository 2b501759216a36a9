# RUN: %python %s %S/line.mlir 36000 diamonds %if extended %{ 16 %} %else %{ 8 %}
# RUN: %python %s %S/parts.mlir 90000 diamonds %if extended %{ 16 %} %else %{ 8 %}
# RUN: %python %s %S/other-nests.mlir 48000 diamonds %if extended %{ 16 %} %else %{ 8 %}
# RUN: %python %s %S/wavefronts.mlir 96000 auto %if extended %{ 16 %} %else %{ 8 %}
# RUN: %python %s %S/overlapped.mlir 90000 overlapped %if extended %{ 16 %} %else %{ 8 %}

"""Whenever the budget of isl operations runs out, the pass ends, and each time
loop is as it was or tiled, as the remarks say."""

import subprocess
import sys

PASS = "--polymem-time-tile=mapping=gpu sizes=16,16 shape={} max-isl-operations={}"
REMARKS = ["--remarks-filter=polymem-time-tile", "--remark-format=emitRemark"]
STEPS = int(sys.argv[4])
SHAPE = sys.argv[3]
# Overlapped tiles of even and of odd blocks.
GRIDS = 2 if SHAPE == "overlapped" else 1


def run(*options):
    """The function, how many loops are tiled, and how many the remarks name."""
    done = subprocess.run(
        ["polymem-opt", sys.argv[1], *options, *REMARKS],
        capture_output=True,
        text=True,
        check=True,
    )
    remarks = done.stderr
    # With what isl does not know, it would say that sizes or distances are wrong.
    for size in ("steps and 16 elements", "16 x 16 elements"):
        remarks = remarks.replace(size, "")
    assert "elements" not in remarks, remarks
    return done.stdout, done.stderr.count("[Passed] Tiled"), done.stderr.count("Tiled |")


original = run()
tiled = run(PASS.format(SHAPE, 0))
assert original[0] != tiled[0]
most = int(sys.argv[2])
results = [run(PASS.format(SHAPE, most * k // STEPS)) for k in range(1, STEPS)]
assert any(text == original[0] for text, _, _ in results)
# Where the budget ends soon after the first of several loops.
if tiled[2] > 1:
    few, enough = 1, most // 2
    while few + 1 < enough:
        middle = (few + enough) // 2
        named = run(PASS.format(SHAPE, middle))[2]
        few, enough = (few, middle) if named > 1 else (middle, enough)
    results += [run(PASS.format(SHAPE, enough + 8 * k)) for k in range(STEPS)]
for text, count, _ in results:
    assert text.count("#gpu.block<x>") == GRIDS * count, text
    assert (text == original[0]) == (count == 0), text
    assert (text == tiled[0]) == (count == tiled[1]), text
# What it takes is known only roughly.
assert tiled in [run(PASS.format(SHAPE, most * k)) for k in (1, 2, 4)]
