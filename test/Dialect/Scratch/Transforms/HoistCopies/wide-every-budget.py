# RUN: %python %s %S/wide.mlir 100 400000 %if extended %{ 1.05 %} %else %{ 1.25 %}
"""Wherever isl's budget ends while copies that differ from iteration to iteration are made one:
what is not done is said, and the program is valid."""
import subprocess
import sys

file, low, high, factor = sys.argv[1:]
kinds = set()
budget = int(low)
while budget < int(high):
    run = subprocess.run(
        [
            "polymem-opt",
            file,
            f"--scratch-hoist-copies=max-isl-operations={budget}",
            "--remarks-filter=scratch-hoist-copies",
            "--remark-policy=all",
            "--remark-format=emitRemark",
        ],
        capture_output=True,
        text=True,
    )
    # Each of the three buffers is moved, or a remark says why it is not.
    hoisted, stays = run.stderr.count("[Passed] Hoisted"), run.stderr.count("[Missed]")
    if run.returncode != 0 or hoisted + stays < 3:
        sys.exit(f"budget {budget}: exit code {run.returncode}\n{run.stderr}")
    kinds.add(hoisted)
    budget = int(budget * float(factor))
# From a budget that ends before anything is done to one that is enough.
if 0 not in kinds or 3 not in kinds:
    sys.exit(f"buffers moved: {kinds}")
