# RUN: %python %s %t.mlir

"""Nests of more loops, and of many more different references, than directions are looked for: they
come to an end, and the loops by themselves are there."""

import subprocess
import sys

DEEP, REFERENCES = 14, 500

deep = [f"func.func @deep(%A: memref<?x?xf32>, %n: index, %c: f32) {{"]
deep += [f"affine.for %i{d} = 0 to %n {{" for d in range(DEEP)]
deep += [f"affine.store %c, %A[{' + '.join(f'%i{d}' for d in range(DEEP))}, %i0] : memref<?x?xf32>"]
deep += ["}"] * DEEP + ["return", "}"]
many = ["func.func @many(%A: memref<?x?xf32>, %n: index, %c: f32) {", "affine.for %i = 0 to %n {",
        "affine.for %j = 0 to %n {"]
many += [f"%{k} = affine.load %A[%i + {k} * %j, %j + {k % 7} * %i] : memref<?x?xf32>"
         for k in range(REFERENCES)]
many += ["}", "}", "return", "}"]
with open(sys.argv[1], "w") as file:
    print("\n".join(deep + many), file=file)
text = subprocess.run(["polymem-opt", sys.argv[1], "--polymem-print-axes", "-o", "/dev/null"],
                      capture_output=True, text=True, check=True, timeout=60).stderr
before, after = text.split("axes of @many\n")
assert before == "axes of @deep\n", before
assert after.count("    load arg0: [") == REFERENCES, text
assert "    threads along i1: " in after and "    threads along i0: " in after, text
