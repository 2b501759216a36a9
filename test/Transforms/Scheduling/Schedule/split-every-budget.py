# RUN: %python %s %S/split-saved.mlir %if extended %{ 4000 %} %else %{ 40000 %}

"""Whenever the budget of isl operations runs out, the function is as it was, scheduled as a whole,
or split."""

import subprocess
import sys

PASS = "--polymem-schedule=warnings=false max-isl-operations={} split={}"


def run(budget, split="auto"):
    return subprocess.run(
        ["polymem-opt", sys.argv[1], PASS.format(budget, split)],
        capture_output=True, text=True, check=True,
    ).stdout


whole, split = run(0, "never"), run(0)
assert whole != split
results, budget = [], 1000
while not results or results[-1] != split:
    results.append(run(budget))
    budget += int(sys.argv[2])
    assert budget < 3000000
assert whole in results
# What a loop carries may be what is not known.
assert all(result in (whole, split) or "parallel" not in result for result in results)
