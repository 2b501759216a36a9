// RUN: polymem-opt %s --polymem-join-accesses | FileCheck %s

// Stores of elements side by side become one, where the last of them is.

#ws = #gpu.address_space<workgroup>

// CHECK-LABEL: func @stores
// CHECK-SAME: (%[[X:.*]]: f32, %[[Y:.*]]: f32
// CHECK: %[[J:.*]] = arith.muli
// CHECK: %[[J1:.*]] = arith.addi %[[J]], %c1
// CHECK-NOT: memref.store
// CHECK: arith.addf %[[X]], %[[Y]]
// CHECK-NOT: memref.store
// CHECK: %[[V:.*]] = vector.from_elements %[[X]], %[[Y]] : vector<2xf32>
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[AT:.*]] = arith.subi %[[J1]], %[[ONE]]
// CHECK: vector.store %[[V]], %{{.*}}[%{{.*}}, %[[AT]]] {alignment = 8 : i64}
// CHECK-NOT: memref.store
func.func @stores(%x: f32, %y: f32, %k: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) workgroup(%b : memref<32x64xf32, #ws>) {
    %j = arith.muli %tx, %c2 : index
    %j1 = arith.addi %j, %c1 : index
    memref.store %x, %b[%k, %j] : memref<32x64xf32, #ws>
    %z = arith.addf %x, %y : f32
    memref.store %y, %b[%k, %j1] : memref<32x64xf32, #ws>
    gpu.terminator
  }
  return
}

// What one loads and then stores is two vectors.
// CHECK-LABEL: func @update
// CHECK: %[[V:.*]] = vector.load
// CHECK-DAG: %[[A:.*]] = vector.extract %[[V]][0]
// CHECK-DAG: %[[B:.*]] = vector.extract %[[V]][1]
// CHECK-DAG: %[[C:.*]] = arith.addf %[[A]], %{{.*}}
// CHECK-DAG: %[[D:.*]] = arith.addf %[[B]], %{{.*}}
// CHECK: %[[W:.*]] = vector.from_elements %[[C]], %[[D]]
// CHECK: vector.store %[[W]]
func.func @update(%x: f32, %k: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) workgroup(%b : memref<64xf32, #ws>) {
    %j = arith.muli %tx, %c2 : index
    %j1 = arith.addi %j, %c1 : index
    %a = memref.load %b[%j] : memref<64xf32, #ws>
    %a1 = memref.load %b[%j1] : memref<64xf32, #ws>
    %s = arith.addf %a, %x : f32
    %s1 = arith.addf %a1, %x : f32
    memref.store %s, %b[%j] : memref<64xf32, #ws>
    memref.store %s1, %b[%j1] : memref<64xf32, #ws>
    gpu.terminator
  }
  return
}

// The last of two stores to one element is the last.
// CHECK-LABEL: func @twice
// CHECK: vector.store
// CHECK-NEXT: memref.store
func.func @twice(%x: f32, %k: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) workgroup(%b : memref<8x64xf32, #ws>) {
    %j = arith.muli %tx, %c2 : index
    %j1 = arith.addi %j, %c1 : index
    %j2 = arith.addi %j, %c2 : index
    memref.store %x, %b[%k, %j] : memref<8x64xf32, #ws>
    memref.store %x, %b[%k, %j1] : memref<8x64xf32, #ws>
    memref.store %x, %b[%k, %j] : memref<8x64xf32, #ws>
    gpu.terminator
  }
  return
}
