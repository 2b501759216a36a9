// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=8" --canonicalize | FileCheck %s
// RUN: polymem-run %s --entry=solve --entry=tiles --entry=other_step --entry=two_later --entry=outer --entry=shifted --entry=signed \
// RUN:   --emulate --checked --machine=nvidia-h200 --sizes=n=32 --sizes=n=1 --sizes=n=0 --sizes=n=27 \
// RUN:   --pipeline='convert-scratch-to-gpu{block-size=8}' --compare --reference-pipeline=convert-scratch-to-memref

// Where there is a barrier in each iteration, what meets over the back edge is of iterations that follow each
// other.

// The thread that changes an element alone is the one that updated it an iteration before: one barrier.
// CHECK-LABEL: func @solve
// CHECK: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.store
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @solve(%A: memref<?xf32> {polymem.shape = ["4 * n + 16"]}, %n: index {polymem.param = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    affine.for %k = 0 to %n {
      scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[%k] : memref<?xf32>
        %y = arith.addf %x, %x : f32
        affine.store %y, %A[%k] : memref<?xf32>
      }
      %next = affine.apply affine_map<(k) -> (k + 1)>(%k)
      scratch.tile (%t) = (%next) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[%t] : memref<?xf32>
        %y = affine.load %A[%k] : memref<?xf32>
        %z = arith.subf %x, %y : f32
        affine.store %z, %A[%t] : memref<?xf32>
      }
    }
  }
  return
}

// The next tile is four elements further on.
// CHECK-LABEL: func @tiles
// CHECK: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.store
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @tiles(%A: memref<?xf32> {polymem.shape = ["4 * n + 16"]}, %n: index {polymem.param = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%k) = (%c0) to (%n) step (%c4) {
      scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[%k] : memref<?xf32>
        %y = arith.addf %x, %x : f32
        affine.store %y, %A[%k] : memref<?xf32>
      }
      %next = affine.apply affine_map<(k) -> (k + 4)>(%k)
      scratch.tile (%t) = (%next) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[%t] : memref<?xf32>
        %y = affine.load %A[%k] : memref<?xf32>
        %z = arith.subf %x, %y : f32
        affine.store %z, %A[%t] : memref<?xf32>
      }
    }
  }
  return
}

// With steps of four, the element that is changed alone was another thread's.
// CHECK-LABEL: func @other_step
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.store
// CHECK: return
func.func @other_step(%A: memref<?xf32> {polymem.shape = ["4 * n + 16"]}, %n: index {polymem.param = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    affine.for %k = 0 to %n step 4 {
      scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[%k] : memref<?xf32>
        %y = arith.addf %x, %x : f32
        affine.store %y, %A[%k] : memref<?xf32>
      }
      %next = affine.apply affine_map<(k) -> (k + 1)>(%k)
      scratch.tile (%t) = (%next) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[%t] : memref<?xf32>
        %y = affine.load %A[%k] : memref<?xf32>
        %z = arith.subf %x, %y : f32
        affine.store %z, %A[%t] : memref<?xf32>
      }
    }
  }
  return
}

// What thread 0 wrote an iteration before it reads alone, but also what thread 1 wrote two before.
// CHECK-LABEL: func @two_later
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: return
func.func @two_later(%A: memref<?xf32> {polymem.shape = ["4 * n + 16"]}, %B: memref<?xf32> {polymem.shape = ["n"]},
                     %n: index {polymem.param = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    affine.for %k = 0 to %n {
      scratch.tile (%t) = (%c0) to (%c2) step (%c1) mapping [#gpu.thread<x>] {
        affine.store %one, %A[4 * %k + %t + 8] : memref<?xf32>
      }
      scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[4 * %k + 4] : memref<?xf32>
        %y = affine.load %A[4 * %k + 1] : memref<?xf32>
        %z = arith.subf %x, %y : f32
        affine.store %z, %B[%k] : memref<?xf32>
      }
    }
  }
  return
}

// In the next iteration of an outer loop, any iteration of the inner one may come: a barrier before the inner
// loop.
// CHECK-LABEL: func @outer
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.store
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @outer(%A: memref<?xf32> {polymem.shape = ["4 * n + 16"]}, %n: index {polymem.param = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    affine.for %i = 0 to 3 {
      affine.for %k = 0 to %n {
        scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
          %x = affine.load %A[%k] : memref<?xf32>
          %y = arith.addf %x, %x : f32
          affine.store %y, %A[%k] : memref<?xf32>
        }
        %next = affine.apply affine_map<(k) -> (k + 1)>(%k)
        scratch.tile (%t) = (%next) to (%n) step (%c1) mapping [#gpu.thread<x>] {
          %x = affine.load %A[%t] : memref<?xf32>
          %y = affine.load %A[%k] : memref<?xf32>
          %z = arith.subf %x, %y : f32
          affine.store %z, %A[%t] : memref<?xf32>
        }
      }
    }
  }
  return
}

// An element is the thread's before it in the next iteration: never that of a thread behind.
// CHECK-LABEL: func @shifted
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: return
func.func @shifted(%A: memref<?xf32> {polymem.shape = ["4 * n + 16"]}, %n: index {polymem.param = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    affine.for %k = 0 to %n {
      %end = affine.apply affine_map<(k) -> (k + 6)>(%k)
      scratch.tile (%t) = (%k) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[%t] : memref<?xf32>
        %y = arith.addf %x, %x : f32
        affine.store %y, %A[%t] : memref<?xf32>
      }
    }
  }
  return
}

// Whatever the loop is an operation of: one barrier.
// CHECK-LABEL: func @signed
// CHECK: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.store
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @signed(%A: memref<?xf32> {polymem.shape = ["4 * n + 16"]}, %n: index {polymem.param = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scf.for %k = %c0 to %n step %c1 {
      scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        %x = memref.load %A[%k] : memref<?xf32>
        %y = arith.addf %x, %x : f32
        memref.store %y, %A[%k] : memref<?xf32>
      }
      %next = arith.addi %k, %c1 : index
      scratch.tile (%t) = (%next) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[%t] : memref<?xf32>
        %y = memref.load %A[%k] : memref<?xf32>
        %z = arith.subf %x, %y : f32
        affine.store %z, %A[%t] : memref<?xf32>
      }
    }
  }
  return
}

// But of an unsigned variable the next value may be less: two.
// CHECK-LABEL: func @unsigned
// CHECK: scf.for unsigned
// CHECK-NEXT: gpu.barrier
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.store
// CHECK: return
func.func @unsigned(%A: memref<?xf32> {polymem.shape = ["4 * n + 16"]}, %n: index {polymem.param = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scf.for unsigned %k = %c0 to %n step %c1 {
      scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        %x = memref.load %A[%k] : memref<?xf32>
        %y = arith.addf %x, %x : f32
        memref.store %y, %A[%k] : memref<?xf32>
      }
      %next = arith.addi %k, %c1 : index
      scratch.tile (%t) = (%next) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[%t] : memref<?xf32>
        %y = memref.load %A[%k] : memref<?xf32>
        %z = arith.subf %x, %y : f32
        affine.store %z, %A[%t] : memref<?xf32>
      }
    }
  }
  return
}
