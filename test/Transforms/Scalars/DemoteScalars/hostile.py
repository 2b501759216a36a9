# RUN: %python %s %t.mlir

"""A loop of many accesses whose result is stored to many elements, none of which can hold it: an end is put to
comparisons, and the value has a cell."""

import subprocess
import sys

COUNT = 3000

lines = ["func.func private @look(memref<?xf32>)",
         "func.func @many(%A: memref<?xf32>, %n: index, %x: f32) {",
         "affine.for %i = 0 to %n {",
         "%sum = affine.for %k = 0 to affine_map<(i) -> (i)>(%i) iter_args(%w = %x) -> f32 {"]
lines += [f"%{k} = affine.load %A[%k - {COUNT + k}] : memref<?xf32>" for k in range(COUNT)]
lines += ["func.call @look(%A) : (memref<?xf32>) -> ()", "%next = arith.addf %w, %w : f32", "affine.yield %next : f32",
          "}"]
lines += [f"affine.store %sum, %A[%i - {k}] : memref<?xf32>" for k in range(COUNT)]
lines += ["}", "return", "}"]
with open(sys.argv[1], "w") as file:
    print("\n".join(lines), file=file)
text = subprocess.run(["polymem-opt", sys.argv[1], "--polymem-demote-scalars"],
                      capture_output=True, text=True, check=True, timeout=60).stdout
assert text.count("memref.alloca() : memref<f32>") == 1, text
