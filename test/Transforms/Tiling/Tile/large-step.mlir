// The product of a tile size and a step has to fit in an index.

// RUN: polymem-opt %s --polymem-tile="sizes=4" --remarks-filter=".*" 2>&1 | FileCheck %s

// CHECK: [Missed] UnsupportedLoop {{.*}}Function=too_large {{.*}}"the loop's step, 4611686018427387904, is not below {{2\^31}}: a tile of several iterations may exceed an index"
// CHECK: module {
// CHECK-LABEL: func @too_large
// CHECK: affine.for %{{.*}} = 0 to 9223372036854775807 step 4611686018427387904
func.func @too_large(%A: memref<?xi8>) {
  affine.for %i = 0 to 9223372036854775807 step 4611686018427387904 {
    %x = affine.load %A[%i] : memref<?xi8>
    affine.store %x, %A[%i] : memref<?xi8>
  }
  return
}

// CHECK-LABEL: func @largest
// CHECK-DAG: %[[C8589934588:.*]] = arith.constant 8589934588 : index
// CHECK: scratch.tile {{.*}} step (%[[C8589934588]])
func.func @largest(%A: memref<?xi8>) {
  affine.for %i = 0 to 1000000000000 step 2147483647 {
    %x = affine.load %A[%i] : memref<?xi8>
    affine.store %x, %A[%i] : memref<?xi8>
  }
  return
}

// Bounds so far apart that their distance does not fit in 64 bits.
// CHECK-LABEL: func @far_apart
// CHECK: scratch.tile
func.func @far_apart(%A: memref<?xi8>) {
  affine.for %i = -9223372036854775807 to 9223372036854775807 {
    %x = affine.load %A[0] : memref<?xi8>
  }
  return
}
