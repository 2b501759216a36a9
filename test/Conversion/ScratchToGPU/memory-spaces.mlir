// Arrays of memory that no kernel reaches are refused; what the host allocates
// in global memory, by whatever name, is placed as in the default space.

// RUN: split-file %s %t
// RUN: polymem-opt %t/refused.mlir -split-input-file -verify-diagnostics --convert-scratch-to-gpu
// RUN: polymem-opt %t/global.mlir --convert-scratch-to-gpu | FileCheck %t/global.mlir

//--- refused.mlir
func.func @allocated() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<4xf32, 2>
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-error @+1 {{'affine.store' op in a launch uses an array of type 'memref<4xf32, 2>'; a kernel takes arrays in the default memory space, 1 or #gpu.address_space<global>}}
    affine.store %x, %A[%i] : memref<4xf32, 2>
  }
  return
}

// -----

func.func @argument(%A: memref<4xf32, #gpu.address_space<workgroup>>, %B: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-error @+1 {{in a launch uses an array of type 'memref<4xf32, #gpu.address_space<workgroup>>'}}
    %a = affine.load %A[%i] : memref<4xf32, #gpu.address_space<workgroup>>
    affine.store %a, %B[%i] : memref<4xf32>
  }
  return
}

//--- global.mlir
// CHECK-LABEL: func @only_launches
// CHECK: %[[A:.*]] = gpu.alloc () : memref<4xf32, 1>
// CHECK: gpu.launch
// CHECK: memref.store %{{.*}}, %[[A]]
func.func @only_launches() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<4xf32, 1>
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    affine.store %x, %A[%i] : memref<4xf32, 1>
  }
  memref.dealloc %A : memref<4xf32, 1>
  return
}

// CHECK-LABEL: func @host_as_well
// CHECK: %[[A:.*]] = memref.alloc() : memref<4xf32, #gpu.address_space<global>>
// CHECK-NEXT: %[[U:.*]] = memref.cast %[[A]]
// CHECK-NEXT: gpu.host_register %[[U]]
// CHECK: gpu.launch
// CHECK: gpu.host_unregister %[[U]]
func.func @host_as_well() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<4xf32, #gpu.address_space<global>>
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    affine.store %x, %A[%i] : memref<4xf32, #gpu.address_space<global>>
  }
  %y = memref.load %A[%c0] : memref<4xf32, #gpu.address_space<global>>
  memref.dealloc %A : memref<4xf32, #gpu.address_space<global>>
  return %y : f32
}
