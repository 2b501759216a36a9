"""Prints two functions whose constant arrays fit into constant memory each by
itself, but not both, which are one module of kernels: 16 bytes and twice 65520."""

import struct

ELEMENTS = 16380
VALUES = "".join(struct.pack("<f", i).hex() for i in range(ELEMENTS)).upper()

print('memref.global "private" constant @a : memref<3xf32> = dense<[1.0, 2.0, 3.0]>')
for name in ("first", "second"):
    print(f"""
memref.global "private" constant @{name} : memref<{ELEMENTS}xf32> = dense<"0x{VALUES}">
func.func @use_{name}(%A: memref<?xf32>, %k: index) {{
  %c0 = arith.constant 0 : index
  %u = memref.get_global @a : memref<3xf32>
  %v = memref.get_global @{name} : memref<{ELEMENTS}xf32>
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {{
    affine.for %j = 0 to %k {{
      %x = affine.load %u[%j] : memref<3xf32>
      %y = affine.load %v[%j] : memref<{ELEMENTS}xf32>
      %s = arith.addf %x, %y : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }}
  }}
  return
}}""")
