// What cannot be computed in overlapped tiles stays as it is.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu shape=overlapped" --remarks-filter=polymem-time-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: < %t.remarks
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu shape=overlapped sizes=0" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu shape=overlapped machine=nvidia-gtx8800 steps=200" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu shape=overlapped machine=nvidia-gtx8800" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=FITS
// RUN: not polymem-opt %s --polymem-time-tile=machine=abacus -o /dev/null 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu shape=overlapped max-isl-operations=3000" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=BUDGET

// Sizes whose product is no number.
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu shape=overlapped sizes=2147483647,2147483647 steps=2147483647" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=HUGE --implicit-check-not=Passed
// HUGE: would take {{[0-9]+}} bytes of

// MACHINE: error: polymem-time-tile: unknown machine 'abacus'
// BUDGET-NOT: [Passed]

// CHECK-NOT: scratch.tile

// CHECK-LABEL: @in_place(
// REMARK-DAG: remark: {{.*}}Function=in_place {{.*}}not tiled in time: places of one nest in it depend on each other"
func.func @in_place(%T: index, %A: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: @history(
// REMARK-DAG: remark: {{.*}}Function=history {{.*}}not tiled in time: dimension 0 of 'arg1' goes with time and has no constant size"
func.func @history(%T: index, %A: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t, %i - 1] : memref<?x?xf32>
      %b = affine.load %A[%t, %i + 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

// CHECK-LABEL: @broadcast(
// REMARK-DAG: remark: {{.*}}Function=broadcast {{.*}}not tiled in time: what is read of 'arg1' is not at a constant distance"
func.func @broadcast(%T: index, %A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[0] : memref<?xf32>
      affine.store %a, %B[%i] : memref<?xf32>
    }
    affine.for %i = 0 to %n {
      %b = affine.load %B[%i] : memref<?xf32>
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: @far(
// REMARK-DAG: remark: {{.*}}Function=far {{.*}}not tiled in time: along dimension 0, values do not flow within 4 elements per step"
func.func @far(%T: index, %A: memref<2x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 5 to %n {
      %a = affine.load %A[%t mod 2, %i - 5] : memref<2x?xf32>
      affine.store %a, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  return
}

// CHECK-LABEL: @strided(
// REMARK-DAG: remark: {{.*}}Function=strided {{.*}}not tiled in time: overlapped tiles need a time loop of step 1 and at most 3 dimensions"
func.func @strided(%T: index, %A: memref<2x?xf32>, %n: index) {
  affine.for %t = 0 to %T step 2 {
    affine.for %i = 1 to %n {
      %a = affine.load %A[0, %i - 1] : memref<2x?xf32>
      affine.store %a, %A[1, %i] : memref<2x?xf32>
    }
    affine.for %i = 1 to %n {
      %a = affine.load %A[1, %i - 1] : memref<2x?xf32>
      affine.store %a, %A[0, %i] : memref<2x?xf32>
    }
  }
  return
}

// An element of an array that is seen through a view.
// CHECK-LABEL: @view(
// REMARK-DAG: remark: {{.*}}Function=view {{.*}}not tiled in time: 'affine.store' of 'arg1' cannot be made to use a buffer"
func.func @view(%T: index, %A: memref<100xf32>, %B: memref<100xf32>) {
  %V = memref.subview %A[0] [100] [1] : memref<100xf32> to memref<100xf32, strided<[1]>>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to 99 {
      %a = affine.load %A[%i - 1] : memref<100xf32>
      %b = affine.load %A[%i + 1] : memref<100xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i] : memref<100xf32>
    }
    affine.for %i = 1 to 99 {
      %b = affine.load %B[%i] : memref<100xf32>
      affine.store %b, %V[%i] : memref<100xf32, strided<[1]>>
    }
  }
  return
}

// The buffers of a machine's tile are what fits into half of its fast memory.
// REMARK-DAG: remark: [Passed] Tiled {{.*}}Function=fits {{.*}}overlapped tiles of {{[0-9]+}} iterations and 1024 elements
// WHOLE-DAG: Function=fits {{.*}}not tiled in time: overlapped tiles are cut in all dimensions, but a size is 0"
// SMALL-DAG: Function=fits {{.*}}not tiled in time: the buffers of a tile of 200 iterations would take {{[0-9]+}} bytes of 8192"
// FITS-DAG: [Passed] Tiled {{.*}}Function=fits {{.*}}overlapped tiles of {{.*}} 1.{{[0-9]+}} points computed per point, {{[1-7][0-9][0-9][0-9]}} bytes of buffers
// CHECK-LABEL: @fits(
// CHECK: scratch.tile
func.func @fits(%T: index, %A: memref<2x?xf64>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<2x?xf64>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<2x?xf64>
      %s = arith.addf %a, %b : f64
      affine.store %s, %A[(%t + 1) mod 2, %i] : memref<2x?xf64>
    }
  }
  return
}
