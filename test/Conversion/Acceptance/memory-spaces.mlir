// A kernel cannot be given arrays that are anywhere but in global memory, nor
// have some where no GPU has memory.

// RUN: split-file %s %t
// RUN: polymem-opt %t/gpu.mlir -verify-diagnostics --polymem-to-ptx -o %t/out
// RUN: polymem-opt %t/gpu.mlir -verify-diagnostics --polymem-to-emulator -o %t/out
// RUN: polymem-opt %t/cpu.mlir -verify-diagnostics --polymem-to-cpu -o %t/out

//--- gpu.mlir
func.func @f(%A: memref<64xf32>, %B: memref<64xf32, 1>, %C: memref<64xf32, 2>,
             %D: memref<64xf32, 3>, %E: memref<64xf32, "HBM">,
             %F: memref<64xf32, #gpu.address_space<workgroup>>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xf32>
    affine.store %a, %B[%i] : memref<64xf32, 1>
    // expected-error @+1 {{polymem-verify-input: an operand of 'affine.store' has type 'memref<64xf32, 2>', which cannot be lowered: a kernel takes arrays in the default memory space, 1 or #gpu.address_space<global>}}
    affine.store %a, %C[%i] : memref<64xf32, 2>
    // expected-error @+1 {{an operand of 'affine.store' has type 'memref<64xf32, 3>'}}
    affine.store %a, %D[%i] : memref<64xf32, 3>
    // expected-error @+1 {{an operand of 'affine.store' has type 'memref<64xf32, "HBM">'}}
    affine.store %a, %E[%i] : memref<64xf32, "HBM">
    // expected-error @+1 {{an operand of 'affine.store' has type 'memref<64xf32, #gpu.address_space<workgroup>>'}}
    affine.store %a, %F[%i] : memref<64xf32, #gpu.address_space<workgroup>>
  }
  return
}

// Kernels that somebody else wrote.
gpu.module @kernels {
  // expected-error @+1 {{an argument of 'gpu.func' has type 'memref<4xf32, "LOCAL">', which cannot be lowered: a kernel has no such memory space; use #gpu.address_space}}
  gpu.func @k(%A: memref<4xf32, "LOCAL">, %B: memref<4xf32, #gpu.address_space<workgroup>>, %C: memref<4xf32, 3>) kernel {
    gpu.return
  }
}

//--- cpu.mlir
// expected-error @+3 {{polymem-verify-input: an argument of 'func.func' has type 'memref<64xf32, "HBM">', which cannot be lowered: a CPU has no such memory space; use the default one}}
// expected-error @+3 {{an argument of 'func.func' has type 'memref<64xf32, #gpu.address_space<workgroup>>'}}
func.func @f(%A: memref<64xf32>, %B: memref<64xf32, 1>,
             %E: memref<64xf32, "HBM">,
             %F: memref<64xf32, #gpu.address_space<workgroup>>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xf32>
    affine.store %a, %B[%i] : memref<64xf32, 1>
    affine.store %a, %E[%i] : memref<64xf32, "HBM">
    affine.store %a, %F[%i] : memref<64xf32, #gpu.address_space<workgroup>>
  }
  return
}
