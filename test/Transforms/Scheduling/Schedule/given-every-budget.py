# RUN: %python %s %S %if extended %{ 60 %} %else %{ 170 %}

"""Wherever the budget of isl operations ends, an order from a file is used or
refused, and what was not done is said."""

import subprocess
import sys

OPTIONS = "--polymem-schedule=load-schedule={}/Inputs/orders max-isl-operations={}"
REASONS = [
    "cannot be modelled",
    "it cannot be read within the budget",
    "is not shown within the budget",
    "its bands cannot be split within the budget",
]

seen = {reason: 0 for reason in REASONS}
budget, used = 1200, False
while not used:
    run = subprocess.run(
        [
            "polymem-opt",
            f"{sys.argv[1]}/Inputs/tiled.mlir",
            OPTIONS.format(sys.argv[1], budget),
            "--remarks-filter=polymem-schedule",
            "--remark-format=emitRemark",
        ],
        capture_output=True,
        text=True,
    )
    reasons = [reason for reason in REASONS if reason in run.stderr]
    for reason in reasons:
        seen[reason] += 1
    # Without a reason the loops are those of the tiles, or cannot be generated.
    used = run.stdout.count("affine.for") == 4
    if run.returncode not in (0, 1) or not (reasons or used or "no loops" in run.stderr):
        sys.exit(f"budget {budget}: exit code {run.returncode}\n{run.stderr}")
    budget += int(sys.argv[2])
assert all(seen.values()), seen
