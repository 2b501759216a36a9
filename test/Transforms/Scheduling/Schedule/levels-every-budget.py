# RUN: %python %s %S/levels.mlir %if extended %{ 300 %} %else %{ 4000 %}

"""Whenever the budget of isl operations runs out, the function is as it was, scheduled as a whole, or
in levels."""

import subprocess
import sys

PASS = "--polymem-schedule=warnings=false max-isl-operations={} level-tile={}"


def run(budget, tile=8):
    return subprocess.run(
        ["polymem-opt", sys.argv[1], PASS.format(budget, tile)],
        capture_output=True, text=True, check=True,
    ).stdout


whole, levels = run(0, 0), run(0)
assert whole != levels
results, budget = [], 100
while not results or results[-1] != levels:
    results.append(run(budget))
    budget += int(sys.argv[2])
    assert budget < 3000000
assert whole in results
# What a loop carries may be what is not known.
assert all(result in (whole, levels) or "parallel" not in result for result in results)
