// Chains in tiles of a block compute the same bits: a sum from top to bottom and one with a step, a recurrence
// whose elements are loaded and stored, a column, a sum for each step of a host's loop whose length it
// decides, two in a row of which one is double precision, and one under a condition.
//
// RUN: polymem-run %s --entry=down --entry=steps --entry=recurrence --entry=column --entry=triangle --entry=two --entry=condition \
// RUN:   --compare --emulate --check --sizes=N=0 --sizes=N=1 --sizes=N=17 --sizes=N=70 --pipeline=polymem-to-emulator
// RUN: polymem-run %s --entry=down --entry=steps --entry=recurrence --entry=two --entry=condition \
// RUN:   --compare --emulate --check --sizes=N=1024 --sizes=N=2101 --pipeline=polymem-to-emulator
// RUN: polymem-run %s --entry=down --entry=recurrence --entry=two --compare --emulate --sizes=N=531 --pipeline=polymem-to-emulator{machine=nvidia-gtx8800}
//
// What they load is staged.
// RUN: polymem-opt %s --polymem-to-ptx=emit=staged | FileCheck %s
// CHECK-LABEL: func.func @down
// CHECK-COUNT-2: scratch.copy_in
// CHECK-LABEL: func.func @steps
// CHECK:         scratch.copy_in
// CHECK-LABEL: func.func @recurrence
// CHECK:         scratch.copy_in
// CHECK-LABEL: func.func @column
// CHECK-SAME: (%[[A:[a-z0-9]+]]: memref<?x5xf32>
// CHECK:         scratch.copy_in %[[A]]
// CHECK-LABEL: func.func @triangle
// CHECK:         scratch.copy_in
// CHECK-LABEL: func.func @two
// CHECK-COUNT-2: scratch.copy_in
// CHECK-LABEL: func.func @condition
// CHECK:         scratch.copy_in

func.func @down(%a: memref<?xf32> {polymem.shape = ["N"]}, %b: memref<?xf32> {polymem.shape = ["N"]},
    %r: memref<1xf32>, %N: index {polymem.param = "N"}) {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to %N iter_args(%s = %zero) -> f32 {
    %x = affine.load %a[%N - 1 - %i] : memref<?xf32>
    %y = affine.load %b[%i] : memref<?xf32>
    %p = arith.mulf %x, %y : f32
    %t = arith.subf %s, %p : f32
    affine.yield %t : f32
  }
  affine.store %sum, %r[0] : memref<1xf32>
  return
}

func.func @steps(%a: memref<?xf32> {polymem.shape = ["N"]}, %r: memref<1xf32>, %N: index {polymem.param = "N"}) {
  affine.for %i = 1 to %N step 3 {
    %x = affine.load %a[%i] : memref<?xf32>
    %s = affine.load %r[0] : memref<1xf32>
    %t = arith.addf %s, %x : f32
    affine.store %t, %r[0] : memref<1xf32>
  }
  return
}

func.func @recurrence(%a: memref<?xf32> {polymem.shape = ["N"]}, %x: memref<?xf32> {polymem.shape = ["N"]},
    %N: index {polymem.param = "N"}) {
  affine.for %i = 2 to %N {
    %u = affine.load %x[%i - 1] : memref<?xf32>
    %v = affine.load %x[%i - 2] : memref<?xf32>
    %w = affine.load %a[%i] : memref<?xf32>
    %p = arith.mulf %u, %w : f32
    %t = arith.addf %p, %v : f32
    affine.store %t, %x[%i] : memref<?xf32>
  }
  return
}

func.func @column(%A: memref<?x5xf32> {polymem.shape = ["N", "5"]}, %r: memref<1xf32>, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %x = affine.load %A[%i, 3] : memref<?x5xf32>
    %s = affine.load %r[0] : memref<1xf32>
    %p = arith.mulf %x, %x : f32
    %t = arith.addf %s, %p : f32
    affine.store %t, %r[0] : memref<1xf32>
  }
  return
}

func.func @triangle(%a: memref<?xf32> {polymem.shape = ["N"]}, %x: memref<?xf32> {polymem.shape = ["N"]},
    %N: index {polymem.param = "N"}) {
  affine.for %k = 1 to %N {
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %u = affine.load %x[%k] : memref<?xf32>
      %v = affine.load %x[%k - %i - 1] : memref<?xf32>
      %w = affine.load %a[%i] : memref<?xf32>
      %p = arith.mulf %v, %w : f32
      %t = arith.addf %u, %p : f32
      affine.store %t, %x[%k] : memref<?xf32>
    }
  }
  return
}

func.func @two(%a: memref<?xf64> {polymem.shape = ["N"]}, %b: memref<?xf32> {polymem.shape = ["N"]},
    %r: memref<1xf64>, %q: memref<1xf32>, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %x = affine.load %a[%i] : memref<?xf64>
    %s = affine.load %r[0] : memref<1xf64>
    %t = arith.addf %s, %x : f64
    affine.store %t, %r[0] : memref<1xf64>
  }
  affine.for %i = 0 to %N {
    %x = affine.load %b[%i] : memref<?xf32>
    %s = affine.load %q[0] : memref<1xf32>
    %t = arith.addf %s, %x : f32
    affine.store %t, %q[0] : memref<1xf32>
  }
  return
}

func.func @condition(%a: memref<?xf32> {polymem.shape = ["N"]}, %r: memref<1xf32>, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    affine.if affine_set<(d0)[s0] : (2 * d0 - s0 >= 0)>(%i)[%N] {
      %x = affine.load %a[%i] : memref<?xf32>
      %s = affine.load %r[0] : memref<1xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %r[0] : memref<1xf32>
    }
  }
  return
}
