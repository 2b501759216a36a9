// What the host needs, and what a launch cannot hold, stays where it is: a
// remark, and the function is as it was.

// RUN: polymem-opt %s -o %t.before
// RUN: polymem-opt %s --polymem-map-sequential -o %t.after \
// RUN:   --remarks-filter=polymem-map-sequential --remark-format=emitRemark 2>%t.remarks
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --input-file=%t.remarks

// CHECK: OnHost {{.*}}Function=bound {{.*}}affine.load stays on the host: its result is used on the host
// CHECK: OnHost {{.*}}Function=result {{.*}}affine.load stays on the host: its result is used on the host
// CHECK: OnHost {{.*}}Function=copy {{.*}}memref.copy stays on the host: a launch of one thread cannot hold it
// CHECK: OnHost {{.*}}Function=call {{.*}}func.call stays on the host: it calls a function
// CHECK: OnHost {{.*}}Function=index {{.*}}affine.load stays on the host: its result cannot go through memory

func.func @bound(%A: memref<?xf32>, %I: memref<index>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = affine.load %I[] : memref<index>
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

func.func @result(%A: memref<?xf32>) -> f32 {
  %x = affine.load %A[0] : memref<?xf32>
  return %x : f32
}

func.func @copy(%A: memref<?xf32>, %B: memref<?xf32>) {
  memref.copy %A, %B : memref<?xf32> to memref<?xf32>
  return
}

func.func private @external(memref<?xf32>)
func.func @call(%A: memref<?xf32>) {
  call @external(%A) : (memref<?xf32>) -> ()
  return
}

func.func @index(%A: memref<?xf32>, %I: memref<index>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = affine.load %I[] : memref<index>
  scratch.tile (%i) = (%c0) to (%N) step (%c1) mapping [#gpu.block<x>] {
    %x = affine.load %A[%n] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
