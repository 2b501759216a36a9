// Loops in which threads wait for each other keep a back edge of their own.

// RUN: polymem-opt %s --polymem-annotate-kernels | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @k
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: }{{$}}
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: } {llvm.loop_annotation = #{{.*}}}
  gpu.func @k(%n: index, %A: memref<?xf32>, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        memref.store %x, %A[%j] : memref<?xf32>
      }
      gpu.barrier
    }
    gpu.return
  }
}
