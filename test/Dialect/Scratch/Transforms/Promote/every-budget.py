# RUN: %python %s %S/budget.mlir 6500 30000 %if extended %{ 1.012 %} %else %{ 1.05 %}
# RUN: %python %s %S/Inputs/local-array.mlir 20000 90000 %if extended %{ 1.05 %} %else %{ 1.1 %} scope=nest promote-all memory-space=default
# RUN: %python %s %S/Inputs/time-tile.mlir 5000 400000 1.2
"""Wherever isl's budget ends, in the model, the dependences, the boxes or the
copies: a remark or a result, never a crash or silence."""
import subprocess
import sys

file, low, high, factor, *options = sys.argv[1:]
budget = int(low)
while budget < int(high):
    run = subprocess.run(
        [
            "polymem-opt",
            file,
            f"--scratch-promote=max-isl-operations={budget} {' '.join(options)}",
            "--remarks-filter=scratch-promote",
            "--remark-format=emitRemark",
        ],
        capture_output=True,
        text=True,
    )
    if run.returncode != 0 or "remark: " not in run.stderr:
        sys.exit(f"budget {budget}: exit code {run.returncode}\n{run.stderr}")
    budget = int(budget * float(factor))
