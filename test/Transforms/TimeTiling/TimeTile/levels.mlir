// Nests of one iteration that do not depend on each other are one step of the
// diamonds, and so are nests that depend on each other at the same place only.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=16" --remarks-filter=polymem-time-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

// Two nests that depend on the third, not on each other.
// REMARK-DAG: Tiled {{.*}}Function=fields {{.*}}tiled in time: 2 steps per iteration, diamonds of 16 steps and 16 elements along dimension 0
// CHECK-LABEL: @fields(
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK-COUNT-3: mapping [#gpu.thread<x>]
// CHECK-NOT: mapping
func.func @fields(%T: index, %ex: memref<?xf32>, %ey: memref<?xf32>, %hz: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %e = affine.load %ex[%i] : memref<?xf32>
      %h = affine.load %hz[%i] : memref<?xf32>
      %g = affine.load %hz[%i - 1] : memref<?xf32>
      %d = arith.subf %h, %g : f32
      %s = arith.subf %e, %d : f32
      affine.store %s, %ex[%i] : memref<?xf32>
    }
    affine.for %i = 0 to %n {
      %e = affine.load %ey[%i] : memref<?xf32>
      %h = affine.load %hz[%i] : memref<?xf32>
      %s = arith.subf %e, %h : f32
      affine.store %s, %ey[%i] : memref<?xf32>
    }
    affine.for %i = 0 to affine_map<()[n] -> (n - 1)>()[%n] {
      %x = affine.load %ex[%i] : memref<?xf32>
      %y = affine.load %ey[%i + 1] : memref<?xf32>
      %h = affine.load %hz[%i] : memref<?xf32>
      %d = arith.addf %x, %y : f32
      %s = arith.subf %h, %d : f32
      affine.store %s, %hz[%i] : memref<?xf32>
    }
  }
  return
}

// The second nest needs the first one's element at its own place.
// REMARK-DAG: Tiled {{.*}}Function=same_place {{.*}}tiled in time: 1 steps per iteration, diamonds of 16 steps and 16 elements along dimension 0
// CHECK-LABEL: @same_place(
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK-COUNT-2: mapping [#gpu.thread<x>]
// CHECK-NOT: mapping
func.func @same_place(%T: index, %A: memref<2x?xf32>, %B: memref<1x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<2x?xf32>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<2x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
    affine.for %i = 1 to %n {
      %a = affine.load %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
      %b = affine.load %B[0, %i] : memref<1x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[0, %i] : memref<1x?xf32>
    }
  }
  return
}

// A chain of three: each needs the neighbours of the one before.
// CHECK-LABEL: @chain(
// REMARK-DAG: Tiled {{.*}}Function=chain {{.*}}tiled in time: 3 steps per iteration, diamonds of 16 steps and 16 elements along dimension 0
func.func @chain(%T: index, %A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %a = affine.load %B[%i - 1] : memref<?xf32>
      %b = affine.load %B[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %C[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %a = affine.load %C[%i - 1] : memref<?xf32>
      %b = affine.load %C[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}

// The third nest depends on the first one, not on the one between.
// REMARK-DAG: Tiled {{.*}}Function=between {{.*}}tiled in time: 2 steps per iteration, diamonds of 16 steps and 16 elements along dimension 0
func.func @between(%T: index, %A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %c = affine.load %C[%i] : memref<?xf32>
      %s = arith.addf %c, %c : f32
      affine.store %s, %C[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %a = affine.load %B[%i - 1] : memref<?xf32>
      %b = affine.load %B[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}
