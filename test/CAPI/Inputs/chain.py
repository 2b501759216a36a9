"""Prints a function @gemm with a chain of stencils in a time loop: minutes of analysis."""
ARRAYS = "ABC"
parameters = ", ".join(f"%{a}: memref<?x?xf32>" for a in ARRAYS)
print(f"func.func @gemm({parameters}, %m: index, %n: index, %k: index) {{\n"
      "  affine.for %t = 0 to %k {")
for number in range(160):
    source, target = ARRAYS[number % 3], ARRAYS[(number + 1) % 3]
    print(f"""    affine.for %i = 1 to affine_map<(d0) -> (d0 - 1)>(%m) {{
      affine.for %j = 1 to affine_map<(d0) -> (d0 - 1)>(%n) {{
        %x = affine.load %{source}[%i - 1, %j] : memref<?x?xf32>
        %y = affine.load %{source}[%i, %j + 1] : memref<?x?xf32>
        %z = arith.addf %x, %y : f32
        affine.store %z, %{target}[%i, %j] : memref<?x?xf32>
      }}
    }}""")
print("  }\n  return\n}")
