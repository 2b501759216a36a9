// Only loops, tiles and subscripts that constants bound are joined: of others, the buffers would grow with
// sizes. What is around a loop that is joined need not be.
//
// RUN: polymem-opt %s --polymem-join-steps | FileCheck %s

#id = affine_map<(d0) -> (d0)>
#end = affine_map<(d0)[s0] -> (s0, d0 + 32)>

// The number of steps.
// CHECK-LABEL: func.func @steps
// CHECK: affine.for
// CHECK-NEXT: scratch.tile {{.*}} mapping [#gpu.block<x>] {
func.func @steps(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %k = 0 to %n {
    scratch.tile (%b) = (%c0) to (%c32) step (%c32) mapping [#gpu.block<x>] {
      scratch.tile (%i) = (%b) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %A[symbol(%i)] : memref<?xf32>
        affine.store %v, %A[symbol(%i) + 1] : memref<?xf32>
      }
    }
  }
  return
}

// The iterations of a thread.
// CHECK-LABEL: func.func @inside
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: scratch.tile {{.*}} mapping [#gpu.block<x>] {
func.func @inside(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %k = 0 to 8 {
    scratch.tile (%b) = (%c0) to (%c32) step (%c32) mapping [#gpu.block<x>] {
      scratch.tile (%i) = (%b) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %j = 0 to %n {
          %v = affine.load %A[symbol(%i), %j] : memref<?x?xf32>
          affine.store %v, %A[symbol(%i) + 1, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// A subscript that memory says.
// CHECK-LABEL: func.func @subscript
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>] {
func.func @subscript(%A: memref<?xf32>, %I: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %k = 0 to 8 {
    scratch.tile (%b) = (%c0) to (%c32) step (%c32) mapping [#gpu.block<x>] {
      scratch.tile (%i) = (%b) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        %p = affine.load %I[symbol(%i)] : memref<?xindex>
        %v = memref.load %A[%p] : memref<?xf32>
        affine.store %v, %A[symbol(%i)] : memref<?xf32>
      }
    }
  }
  return
}

// Sizes around are no matter.
// CHECK-LABEL: func.func @around
// CHECK: affine.for %{{.*}} = 0 to %{{.*}} step 32 {
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>] attributes {polymem.block_threads = array<i64: 32, 1, 1>} {
// CHECK-NEXT: affine.for
// CHECK-NOT: #gpu.block
// CHECK: return
func.func @around(%A: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %t = 0 to %n step 32 {
    affine.for %k = #id(%t) to min #end(%t)[%n] {
      scratch.tile (%b) = (%c0) to (%c32) step (%c32) mapping [#gpu.block<x>] {
        scratch.tile (%i) = (%b) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
          %v = affine.load %A[symbol(%i) + symbol(%m) + %t] : memref<?xf32>
          affine.store %v, %A[symbol(%i) + symbol(%m) + %k + 1] : memref<?xf32>
        }
      }
    }
  }
  return
}
