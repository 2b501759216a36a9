// Where the host's part is lowered as well, tensors, linalg and memory spaces of
// other machines are refused there, too, and nothing in device code is said twice.

// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-verify-input=lower-host=true -o %t
// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-to-ptx="emit=module warnings=false" -o %t
// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-to-emulator=warnings=false -o %t

func.func private @update(tensor<?xf32>) -> tensor<?xf32>

// expected-error @+1 {{polymem-verify-input: an argument of 'func.func' has type 'tensor<?xf32>', which cannot be lowered: a tensor is no array in memory; apply 'polymem-from-linalg' first}}
func.func @carried(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %t) -> tensor<?xf32> {
    %u = func.call @update(%s) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

func.func @fill(%A: memref<4xf32>, %x: f32) {
  // expected-error @+1 {{'linalg.fill' cannot be lowered: apply 'polymem-from-linalg' first}}
  linalg.fill ins(%x : f32) outs(%A : memref<4xf32>)
  return
}

// -----

// expected-error @+1 {{an argument of 'func.func' has type 'memref<4xf32, "HBM">', which cannot be lowered: the host has no such memory space; use the default one}}
func.func @space(%A: memref<4xf32, "HBM">) {
  return
}

// -----

func.func @on_device(%A: memref<4xf32, "HBM">, %x: f32) {
  affine.for %i = 0 to 4 {
    // expected-error @+1 {{an operand of 'affine.store' has type 'memref<4xf32, "HBM">', which cannot be lowered: a kernel takes arrays}}
    affine.store %x, %A[%i] : memref<4xf32, "HBM">
  }
  return
}
