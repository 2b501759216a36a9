// RUN: polymem-opt %s --polymem-to-ptx='sizes=8 emit=module' | FileCheck %s --implicit-check-not=gpu.alloc --implicit-check-not=gpu.dealloc

// Memory of the device is allocated by calls, as launches are, with no option
// for it: an array that only launches use is there.
// CHECK-LABEL: llvm.func @f
// CHECK: llvm.call @mgpuMemAlloc
// CHECK: gpu.launch_func
// CHECK: gpu.launch_func
// CHECK: llvm.call @mgpuMemFree

func.func @f(%A: memref<?xf32>, %n: index) {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %t[symbol(%n) - 1 - %i] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}
