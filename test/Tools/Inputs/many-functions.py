"""Prints a module of so many functions, each with a nest that can be tiled."""
import sys

for k in range(int(sys.argv[1])):
    print(f"""func.func @f{k}(%A: memref<?xf32>, %N: index) {{
  affine.for %i = 0 to %N {{
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }}
  return
}}""")
