// Values that cross statements through local memory: no two threads may share a
// cell. What is not tiled stays as it is.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=16" --remarks-filter=polymem-time-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

// A cell that each place uses anew: each thread has one of its own.
// REMARK-DAG: Tiled {{.*}}Function=cell {{.*}}tiled in time: 1 steps per iteration
// CHECK-LABEL: @cell(
// CHECK-NOT: memref.alloca
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK-NEXT: affine.if
// CHECK-NEXT: %[[CELL:.+]] = memref.alloca() : memref<f32>
// CHECK: affine.store %{{.+}}, %[[CELL]][]
func.func @cell(%T: index, %A: memref<2x?xf32>, %n: index) {
  %tmp = memref.alloca() : memref<f32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<2x?xf32>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<2x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %tmp[] : memref<f32>
      %v = affine.load %tmp[] : memref<f32>
      affine.store %v, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  return
}

// The heap has one cell for all, which threads would share.
// REMARK-DAG: NotTiled {{.*}}Function=heap_cell {{.*}}not tiled in time: threads would share 'memref.alloc'
// CHECK-LABEL: @heap_cell(
// CHECK-NOT: scratch.tile
// CHECK: affine.for %{{.+}} = 0 to
// CHECK-NOT: scratch.tile
func.func @heap_cell(%T: index, %A: memref<2x?xf32>, %n: index) {
  %tmp = memref.alloc() : memref<f32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<2x?xf32>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<2x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %tmp[] : memref<f32>
      %v = affine.load %tmp[] : memref<f32>
      affine.store %v, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  memref.dealloc %tmp : memref<f32>
  return
}

// So has a stack array whose size is a run-time value.
// REMARK-DAG: NotTiled {{.*}}Function=dynamic_alloca {{.*}}not tiled in time: threads would share 'memref.alloca'
// CHECK-LABEL: @dynamic_alloca(
// CHECK-NOT: scratch.tile
// CHECK: affine.for %{{.+}} = 0 to
// CHECK-NOT: scratch.tile
func.func @dynamic_alloca(%T: index, %A: memref<2x?xf32>, %n: index) {
  %tmp = memref.alloca(%n) : memref<?xf32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<2x?xf32>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<2x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %tmp[0] : memref<?xf32>
      %v = affine.load %tmp[0] : memref<?xf32>
      affine.store %v, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  return
}

// A cell that two nests use is in none of them.
// REMARK-DAG: NotTiled {{.*}}Function=shared_by_nests {{.*}}not tiled in time: threads would share 'memref.alloca'
// CHECK-LABEL: @shared_by_nests(
// CHECK-NOT: scratch.tile
// CHECK: affine.for %{{.+}} = 0 to
// CHECK-NOT: scratch.tile
func.func @shared_by_nests(%T: index, %A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %tmp = memref.alloca() : memref<f32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %tmp[] : memref<f32>
      %v = affine.load %tmp[] : memref<f32>
      affine.store %v, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %a = affine.load %B[%i - 1] : memref<?xf32>
      %b = affine.load %B[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %tmp[] : memref<f32>
      %v = affine.load %tmp[] : memref<f32>
      affine.store %v, %A[%i] : memref<?xf32>
    }
  }
  return
}

// A value that goes from place to place orders the places.
// REMARK-DAG: NotTiled {{.*}}Function=not_temporary {{.*}}not tiled in time: places of one nest in it depend on each other
// CHECK-LABEL: @not_temporary(
// CHECK-NOT: scratch.tile
// CHECK: affine.for %{{.+}} = 0 to
// CHECK-NOT: scratch.tile
func.func @not_temporary(%T: index, %A: memref<2x?xf32>, %n: index) {
  %tmp = memref.alloca() : memref<f32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %v = affine.load %tmp[] : memref<f32>
      %a = affine.load %A[%t mod 2, %i - 1] : memref<2x?xf32>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<2x?xf32>
      %s = arith.addf %a, %b : f32
      %w = arith.addf %s, %v : f32
      affine.store %s, %tmp[] : memref<f32>
      affine.store %w, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  return
}

// A sum over a window starts with a statement that writes the cell of the sum
// and nothing else: not tiled.
// REMARK-DAG: NotTiled {{.*}}Function=window {{.*}}not tiled in time: a statement writes no array that outlives an iteration
// CHECK-LABEL: @window(
// CHECK-NOT: scratch.tile
// CHECK: affine.for %{{.+}} = 0 to
// CHECK-NOT: scratch.tile
func.func @window(%T: index, %A: memref<2x?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %sum = affine.for %k = -1 to 2 iter_args(%s = %zero) -> f32 {
        %a = affine.load %A[%t mod 2, %i + %k] : memref<2x?xf32>
        %r = arith.addf %a, %s : f32
        affine.yield %r : f32
      }
      %h = arith.mulf %sum, %sum : f32
      affine.store %h, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  return
}

// The same where the sum is stored as it is.
// REMARK-DAG: NotTiled {{.*}}Function=window_element {{.*}}not tiled in time: a statement writes no array that outlives an iteration
// CHECK-LABEL: @window_element(
// CHECK-NOT: scratch.tile
// CHECK: affine.for %{{.+}} = 0 to
// CHECK-NOT: scratch.tile
func.func @window_element(%T: index, %A: memref<2x?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %sum = affine.for %k = -1 to 2 iter_args(%s = %zero) -> f32 {
        %a = affine.load %A[%t mod 2, %i + %k] : memref<2x?xf32>
        %r = arith.addf %a, %s : f32
        affine.yield %r : f32
      }
      affine.store %sum, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  return
}

// A value per step, computed in front of the nest.
// REMARK-DAG: NotTiled {{.*}}Function=step_value {{.*}}not tiled in time: a statement writes no array that outlives an iteration
// CHECK-LABEL: @step_value(
// CHECK-NOT: scratch.tile
// CHECK: affine.for %{{.+}} = 0 to
// CHECK-NOT: scratch.tile
func.func @step_value(%T: index, %A: memref<2x?xf32>, %F: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    %f = affine.load %F[%t] : memref<?xf32>
    %g = math.exp %f : f32
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<2x?xf32>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<2x?xf32>
      %s = arith.addf %a, %b : f32
      %m = arith.mulf %s, %g : f32
      affine.store %m, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  return
}

// A value that the time loop carries.
// REMARK-DAG: NotTiled {{.*}}Function=carried {{.*}}not tiled in time: a statement writes no array that outlives an iteration
// CHECK-LABEL: @carried(
// CHECK-NOT: scratch.tile
// CHECK: affine.for %{{.+}} = 0 to
// CHECK-NOT: scratch.tile
func.func @carried(%T: index, %A: memref<2x?xf32>, %n: index) -> f32 {
  %one = arith.constant 1.0 : f32
  %r = affine.for %t = 0 to %T iter_args(%f = %one) -> f32 {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<2x?xf32>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<2x?xf32>
      %s = arith.addf %a, %b : f32
      %m = arith.mulf %s, %f : f32
      affine.store %m, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
    %g = arith.mulf %f, %f : f32
    affine.yield %g : f32
  }
  return %r : f32
}

// An array of the function that is written anew in each iteration: its values
// may not come in any order here, so it is memory like the others.
// REMARK-DAG: Tiled {{.*}}Function=local_array {{.*}}tiled in time: 2 steps per iteration
// CHECK-LABEL: @local_array(
// CHECK: memref.alloca() : memref<64xf32>
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
func.func @local_array(%T: index, %A: memref<64xf32>) {
  %tmp = memref.alloca() : memref<64xf32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to 63 {
      %a = affine.load %A[%i - 1] : memref<64xf32>
      %b = affine.load %A[%i + 1] : memref<64xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %tmp[%i] : memref<64xf32>
    }
    affine.for %i = 1 to 63 {
      %b = affine.load %tmp[%i] : memref<64xf32>
      affine.store %b, %A[%i] : memref<64xf32>
    }
  }
  return
}
