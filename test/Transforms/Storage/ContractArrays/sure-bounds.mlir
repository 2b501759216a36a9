// Cells are said to be needed only for values that are there at once for sure.

// RUN: polymem-opt %s -split-input-file -o /dev/null --pass-pipeline='builtin.module(func.func(polymem-contract-arrays))' \
// RUN:   --remarks-filter=polymem-contract-arrays 2>&1 | FileCheck %s --implicit-check-not='at least'
// RUN: polymem-opt %s -split-input-file -o /dev/null --pass-pipeline='builtin.module(func.func(polymem-contract-arrays{share}))' \
// RUN:   --remarks-filter=polymem-contract-arrays 2>&1 | FileCheck %s --check-prefix=SHARE

// One of two opposite conditions always holds, so that no value of the first loop is
// read in the second. That is not known, so elements keep their cells; but nothing says
// that they have to.
// CHECK: Function=opposite | {{.*}}Remark="mem0 stays as it is: no mapping is known to fewer cells than its 64 elements where arg3 = 64"
func.func @opposite(%in: memref<?xf32> {polymem.shape = ["N"]}, %flag: memref<?xi32> {polymem.shape = ["N"]}, %out: memref<?xf32> {polymem.shape = ["N"]}, %n: index {polymem.param = "N"}) {
  %A = memref.alloc(%n) : memref<?xf32>
  %z = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %v = affine.load %in[%i] : memref<?xf32>
    affine.store %v, %A[%i] : memref<?xf32>
    %w = affine.load %A[%i] : memref<?xf32>
    affine.store %w, %out[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %f = affine.load %flag[%i] : memref<?xi32>
    %v = affine.load %in[%i] : memref<?xf32>
    %c = arith.cmpi ne, %f, %z : i32
    %nc = arith.cmpi eq, %f, %z : i32
    scf.if %c {
      affine.store %v, %A[%i] : memref<?xf32>
    }
    scf.if %nc {
      affine.store %v, %A[%i] : memref<?xf32>
    }
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %out[%i] : memref<?xf32>
  }
  memref.dealloc %A : memref<?xf32>
  return
}

// -----

// Of two values only one is ever there.
// CHECK: Function=diamond | {{.*}}Remark="mem0 stays as it is: no mapping is known to fewer cells than its 2 elements where arg3 = 64"
func.func @diamond(%in: memref<?xf32> {polymem.shape = ["N"]}, %flag: memref<?xi32> {polymem.shape = ["N"]}, %out: memref<?xf32> {polymem.shape = ["N"]}, %n: index {polymem.param = "N"}) {
  %x = memref.alloc() : memref<2xf32>
  %z = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %f = affine.load %flag[%i] : memref<?xi32>
    %v = affine.load %in[%i] : memref<?xf32>
    %c = arith.cmpi ne, %f, %z : i32
    scf.if %c {
      affine.store %v, %x[0] : memref<2xf32>
    } else {
      affine.store %v, %x[1] : memref<2xf32>
    }
    scf.if %c {
      %a = affine.load %x[0] : memref<2xf32>
      affine.store %a, %out[%i] : memref<?xf32>
    } else {
      %a = affine.load %x[1] : memref<2xf32>
      affine.store %a, %out[%i] : memref<?xf32>
    }
  }
  memref.dealloc %x : memref<2xf32>
  return
}

// -----

// Two values are there at once, whatever the conditions are; the third one is if its
// condition holds.
// CHECK: Function=two_of_three | {{.*}}Remark="mem0 stays as it is: no mapping is known to fewer cells than its 3 elements; at least 2"
func.func @two_of_three(%in: memref<3xf32>, %c: i1) -> f32 {
  %x = memref.alloc() : memref<3xf32>
  affine.for %i = 0 to 2 {
    %v = affine.load %in[%i] : memref<3xf32>
    affine.store %v, %x[%i] : memref<3xf32>
  }
  %v = affine.load %in[2] : memref<3xf32>
  scf.if %c {
    affine.store %v, %x[2] : memref<3xf32>
  }
  %0 = affine.load %x[0] : memref<3xf32>
  %1 = affine.load %x[1] : memref<3xf32>
  %2 = affine.load %x[2] : memref<3xf32>
  %3 = arith.addf %0, %1 : f32
  %4 = arith.addf %3, %2 : f32
  memref.dealloc %x : memref<3xf32>
  return %4 : f32
}

// -----

// It is not known whether the first value is read: it may be overwritten before.
// CHECK: Function=overwritten | {{.*}}Remark="mem0 stays as it is: no mapping is known to fewer cells than its 2 elements"
func.func @overwritten(%in: memref<3xf32>, %c: i1, %out: memref<2xf32>) {
  %x = memref.alloc() : memref<2xf32>
  %a = affine.load %in[0] : memref<3xf32>
  affine.store %a, %x[0] : memref<2xf32>
  %b = affine.load %in[1] : memref<3xf32>
  affine.store %b, %x[1] : memref<2xf32>
  %0 = affine.load %x[1] : memref<2xf32>
  affine.store %0, %out[0] : memref<2xf32>
  scf.if %c {
    affine.store %b, %x[0] : memref<2xf32>
  }
  %1 = affine.load %x[0] : memref<2xf32>
  affine.store %1, %out[1] : memref<2xf32>
  memref.dealloc %x : memref<2xf32>
  return
}

// -----

// The same of two arrays in one buffer.
// SHARE: Function=pair | {{.*}} share 3 cells instead of 2 + 2
// SHARE-SAME: at least 2"
// CHECK: Function=pair {{.*}}; at least 2
// CHECK: Function=pair {{.*}}; at least 2
func.func @pair(%in: memref<2xf32>, %c: i1, %d: i1, %out: memref<5xf32>) {
  %x = memref.alloc() : memref<2xf32>
  %y = memref.alloc() : memref<2xf32>
  %v = affine.load %in[0] : memref<2xf32>
  %w = affine.load %in[1] : memref<2xf32>
  affine.store %v, %x[0] : memref<2xf32>
  affine.store %w, %x[1] : memref<2xf32>
  %0 = affine.load %x[0] : memref<2xf32>
  %1 = affine.load %x[1] : memref<2xf32>
  affine.store %0, %out[0] : memref<5xf32>
  affine.store %1, %out[1] : memref<5xf32>
  scf.if %c {
    affine.store %v, %x[0] : memref<2xf32>
  }
  affine.store %v, %y[0] : memref<2xf32>
  affine.store %w, %y[1] : memref<2xf32>
  %2 = affine.load %y[0] : memref<2xf32>
  %3 = affine.load %y[1] : memref<2xf32>
  affine.store %2, %out[2] : memref<5xf32>
  affine.store %3, %out[3] : memref<5xf32>
  scf.if %d {
    %4 = affine.load %x[0] : memref<2xf32>
    affine.store %4, %out[4] : memref<5xf32>
  }
  memref.dealloc %x : memref<2xf32>
  memref.dealloc %y : memref<2xf32>
  return
}
