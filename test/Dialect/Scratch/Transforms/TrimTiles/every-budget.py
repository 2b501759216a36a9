# RUN: %python %s %polymem_src/benchmarks/kernels/trimul.mlir

"""Whenever the budget of isl operations ends, tiles are trimmed rightly or not at all."""

import subprocess
import sys

TILE = "polymem-tile{sizes=4,4,4}"
ended, results = 0, {}
for budget in [*range(1, 30), *range(40, 12000, 300)]:
    trim = f"scratch-trim-tiles{{max-isl-operations={budget}}}"
    run = subprocess.run(["polymem-opt", sys.argv[1], f"--pass-pipeline=builtin.module(func.func({TILE},{trim}))"],
                         capture_output=True, text=True, check=True)
    ended += "isl operations ended" in run.stderr
    results.setdefault(run.stdout, trim)
assert ended > 20 and len(results) > 1, (ended, len(results))
pipelines = [f"--pipeline={TILE},{trim},convert-scratch-to-memref" for trim in results.values()]
run = subprocess.run(["polymem-run", sys.argv[1], "--entry=trimul_f32", "--sizes=N=11", "--sizes=N=4", "--sizes=N=0",
                      "--compare", "--uninterpreted", "--check-bounds", *pipelines], capture_output=True, text=True)
assert run.stdout.count("identical") == 3 * len(results), run.stdout
