// Layouts without strides are refused where they come from.

// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-to-cpu -o %t
// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-to-ptx -o %t
// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-to-emulator -o %t

#rows_of_8 = affine_map<(d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>
// expected-error @+1 {{polymem-verify-input: an argument of 'func.func' has type 'memref<64x64xf32, affine_map<(d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>>', which cannot be lowered: its layout has no strides; apply 'normalize-memrefs' first}}
func.func @argument(%A: memref<64x64xf32, #rows_of_8>, %B: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%j, %i] : memref<64x64xf32, #rows_of_8>
      affine.store %a, %B[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// -----

#transposed = affine_map<(d0, d1) -> (d1, d0)>
func.func @local() {
  // expected-error @+1 {{a result of 'memref.alloc' has type 'memref<64x64xf32, affine_map<(d0, d1) -> (d1, d0)>>'}}
  %A = memref.alloc() : memref<64x64xf32, #transposed>
  memref.dealloc %A : memref<64x64xf32, #transposed>
  return
}

// -----

func.func @strided(%A: memref<64x64xf32, strided<[1, 64], offset: ?>>, %B: memref<64x64xf32, affine_map<(d0, d1) -> (d0 * 128 + d1)>>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%j, %i] : memref<64x64xf32, strided<[1, 64], offset: ?>>
      affine.store %a, %B[%i, %j] : memref<64x64xf32, affine_map<(d0, d1) -> (d0 * 128 + d1)>>
    }
  }
  return
}
