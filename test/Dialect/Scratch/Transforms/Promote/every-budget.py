# RUN: python3 %s %S/budget.mlir
"""Wherever isl's budget ends, in the model, the dependences, the boxes or the
copies: a remark or a result, never a crash or silence."""
import subprocess
import sys

budget = 6500
while budget < 30000:
    run = subprocess.run(
        [
            "polymem-opt",
            sys.argv[1],
            f"--scratch-promote=max-isl-operations={budget}",
            "--remarks-filter=scratch-promote",
            "--remark-format=emitRemark",
        ],
        capture_output=True,
        text=True,
    )
    if run.returncode != 0 or "remark: " not in run.stderr:
        sys.exit(f"budget {budget}: exit code {run.returncode}\n{run.stderr}")
    budget = int(budget * 1.012)
