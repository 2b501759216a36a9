# RUN: %python %s %S/skew.mlir

"""Whenever the budget of isl operations runs out, the pass ends, and the function
is as it was or scheduled."""

import subprocess
import sys

PASS = "--polymem-schedule=max-isl-operations={}"


def run(*options):
    return subprocess.run(
        ["polymem-opt", sys.argv[1], *options], capture_output=True, text=True, check=True
    ).stdout


original, scheduled = run(), run(PASS.format(0))
assert original != scheduled
results = [run(PASS.format(budget)) for budget in range(1000, 13000, 120)]
assert original in results and scheduled in results
assert all(result in (original, scheduled) for result in results)
