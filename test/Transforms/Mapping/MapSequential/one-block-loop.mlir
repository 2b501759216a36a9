// Tiles that have one block whatever the sizes are, in a loop, are one launch, also where there is no
// other code in the loop. That the distance of bounds is at most a step follows from the bounds of
// loops around, through minima. Their buffers may be larger than those of other tiles; with one cell
// more the loop stays on the host.
//
// RUN: polymem-opt %s --polymem-map-sequential | FileCheck %s

#end = affine_map<(d0)[s0] -> (s0, d0 + 32)>
#next = affine_map<(d0) -> (d0 + 1)>
#most = #scratch.mapping<(d0) -> (d0), extents = () -> (12288)>
#more = #scratch.mapping<(d0) -> (d0), extents = () -> (12289)>

// CHECK-LABEL: func @joined
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK-NEXT: affine.for %[[T:.*]] = 0 to %{{.*}} step 32
// CHECK-NEXT: affine.for %{{.*}}(%[[T]]) to min
// CHECK-NOT: #gpu.block
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK-LABEL: func @one_more
// CHECK: affine.for %[[T:.*]] = 0 to %{{.*}} step 32
// CHECK-NEXT: affine.for %{{.*}}(%[[T]]) to min
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK-LABEL: func @two_blocks
// CHECK: affine.for %[[T:.*]] = 0 to %{{.*}} step 32
// CHECK-NEXT: affine.for %{{.*}}(%[[T]]) to min
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>] {
func.func @joined(%A: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %t = 0 to %n step 32 {
    affine.for %k = affine_map<(d0) -> (d0)>(%t) to min #end(%t)[%n] {
      %lower = affine.apply #next(%k)
      %upper = affine.min #end(%t)[%n]
      scratch.tile (%i) = (%lower) to (%upper) step (%c32) mapping [#gpu.block<x>] {
        %b = scratch.alloc() : memref<12288xf32, #most, #gpu.address_space<workgroup>>
        scratch.tile (%j) = (%i) to (%upper) step (%c1) mapping [#gpu.thread<x>] {
          %y = affine.load %A[symbol(%j) - 1] : memref<?xf32>
          affine.store %y, %A[symbol(%j)] : memref<?xf32>
        }
      }
    }
  }
  return
}

func.func @one_more(%A: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %t = 0 to %n step 32 {
    affine.for %k = affine_map<(d0) -> (d0)>(%t) to min #end(%t)[%n] {
      %lower = affine.apply #next(%k)
      %upper = affine.min #end(%t)[%n]
      scratch.tile (%i) = (%lower) to (%upper) step (%c32) mapping [#gpu.block<x>] {
        %b = scratch.alloc() : memref<12289xf32, #more, #gpu.address_space<workgroup>>
        scratch.tile (%j) = (%i) to (%upper) step (%c1) mapping [#gpu.thread<x>] {
          %y = affine.load %A[symbol(%j) - 1] : memref<?xf32>
          affine.store %y, %A[symbol(%j)] : memref<?xf32>
        }
      }
    }
  }
  return
}

// From k - 1 on there are 33 elements at most.
func.func @two_blocks(%A: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %t = 0 to %n step 32 {
    affine.for %k = affine_map<(d0) -> (d0)>(%t) to min #end(%t)[%n] {
      %lower = affine.apply affine_map<(d0) -> (d0 - 1)>(%k)
      %upper = affine.min #end(%t)[%n]
      scratch.tile (%i) = (%lower) to (%upper) step (%c32) mapping [#gpu.block<x>] {
        scratch.tile (%j) = (%i) to (%upper) step (%c1) mapping [#gpu.thread<x>] {
          %y = affine.load %A[symbol(%j) + 1] : memref<?xf32>
          affine.store %y, %A[symbol(%j) + 2] : memref<?xf32>
        }
      }
    }
  }
  return
}

// Up to the variable of a loop that ends before t + 32: 32 elements at most.
// CHECK-LABEL: func @below_variable
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK-NEXT: affine.for %[[T:.*]] = 0 to %{{.*}} step 32
// CHECK-NOT: #gpu.block
func.func @below_variable(%A: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %t = 0 to %n step 32 {
    %lower = affine.apply affine_map<(d0) -> (d0)>(%t)
    affine.for %k = affine_map<(d0) -> (d0)>(%t) to min #end(%t)[%n] {
      %upper = affine.apply #next(%k)
      scratch.tile (%i) = (%lower) to (%upper) step (%c32) mapping [#gpu.block<x>] {
        scratch.tile (%j) = (%i) to (%upper) step (%c1) mapping [#gpu.thread<x>] {
          %y = affine.load %A[symbol(%j) + 1] : memref<?xf32>
          affine.store %y, %A[symbol(%j) + 2] : memref<?xf32>
        }
      }
    }
  }
  return
}
