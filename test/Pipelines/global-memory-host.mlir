// Arguments, arrays and results in the device's global memory are ordinary
// pointers for the host.

// RUN: polymem-opt %s --polymem-to-ptx=emit=module | FileCheck %s
// RUN: polymem-opt %s --polymem-to-ptx=emit=module | mlir-translate --mlir-to-llvmir -o /dev/null
// RUN: polymem-opt %s --polymem-to-emulator -o %t

// CHECK-NOT: !llvm.ptr<1>
// CHECK: llvm.func @f(%{{[^)]*}}) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NOT: memref
// CHECK-NOT: !llvm.ptr<1>
func.func @f(%A: memref<?xf32, #gpu.address_space<global>>, %B: memref<?xf32, 1>, %n: index)
    -> memref<?xf32, #gpu.address_space<global>> {
  %T = memref.alloc(%n) : memref<?xf32, 1>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32, #gpu.address_space<global>>
    affine.store %a, %T[%i] : memref<?xf32, 1>
  }
  affine.for %i = 0 to %n {
    %t = affine.load %T[%n - %i - 1] : memref<?xf32, 1>
    affine.store %t, %B[%i] : memref<?xf32, 1>
  }
  memref.dealloc %T : memref<?xf32, 1>
  %C = memref.memory_space_cast %B : memref<?xf32, 1> to memref<?xf32, #gpu.address_space<global>>
  return %C : memref<?xf32, #gpu.address_space<global>>
}
