// RUN: polymem-opt %s --polymem-join-accesses | FileCheck %s
// RUN: polymem-opt %s --polymem-join-accesses -o /dev/null --remarks-filter=polymem-join-accesses --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK

// Loads of elements side by side, from a multiple of as many on, become one, where the first of them is.

#ws = #gpu.address_space<workgroup>

// CHECK-LABEL: func @four
// CHECK: gpu.launch
// CHECK: %[[J:.*]] = arith.muli %{{.*}}, %c4
// CHECK: %[[V:.*]] = vector.load %[[B:.*]][%{{.*}}, %[[J]]] {alignment = 16 : i64} : memref<32x64xf32, {{.*}}>, vector<4xf32>
// CHECK-NEXT: %[[E0:.*]] = vector.extract %[[V]][0]
// CHECK-NEXT: %[[E1:.*]] = vector.extract %[[V]][1]
// CHECK-NEXT: %[[E2:.*]] = vector.extract %[[V]][2]
// CHECK-NEXT: %[[E3:.*]] = vector.extract %[[V]][3]
// CHECK: memref.store %[[E0]], %{{.*}}[%c0]
// CHECK: memref.store %[[E1]], %{{.*}}[%c1]
// CHECK: memref.store %[[E2]], %{{.*}}[%c2]
// CHECK: memref.store %[[E3]], %{{.*}}[%c3]
// REMARK: Joined {{.*}} Function=four | Loads=4, {{.*}}"4 loads and 0 stores of shared memory are 1 of vectors"
func.func @four(%out: memref<4xf32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) workgroup(%b : memref<32x64xf32, #ws>) {
    %j = arith.muli %tx, %c4 : index
    %j1 = arith.addi %j, %c1 : index
    %j2 = arith.addi %j, %c2 : index
    %j3 = arith.addi %j, %c3 : index
    %x0 = memref.load %b[%k, %j] : memref<32x64xf32, #ws>
    memref.store %x0, %out[%c0] : memref<4xf32>
    %x1 = memref.load %b[%k, %j1] : memref<32x64xf32, #ws>
    memref.store %x1, %out[%c1] : memref<4xf32>
    %x2 = memref.load %b[%k, %j2] : memref<32x64xf32, #ws>
    memref.store %x2, %out[%c2] : memref<4xf32>
    %x3 = memref.load %b[%k, %j3] : memref<32x64xf32, #ws>
    memref.store %x3, %out[%c3] : memref<4xf32>
    gpu.terminator
  }
  return
}

// The first of them need not be that at the multiple..
// CHECK-LABEL: func @turned
// CHECK: %[[J:.*]] = arith.muli
// CHECK: %[[J3:.*]] = arith.addi %[[J]], %c3
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[AT:.*]] = arith.subi %[[J3]], %[[ONE]]
// CHECK-NEXT: %[[P:.*]] = vector.load %{{.*}}[%[[AT]]] {alignment = 8 : i64} : memref<64xf32, {{.*}}>, vector<2xf32>
// CHECK-NEXT: %[[P0:.*]] = vector.extract %[[P]][0]
// CHECK-NEXT: %[[P1:.*]] = vector.extract %[[P]][1]
// CHECK-NEXT: %[[SUM:.*]] = arith.subf %[[P1]], %[[P0]]
func.func @turned(%out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c6, %sy = %c1, %sz = %c1) workgroup(%b : memref<64xf32, #ws>) {
    %j = arith.muli %tx, %c6 : index
    %j2 = arith.addi %j, %c2 : index
    %j3 = arith.addi %j, %c3 : index
    %x1 = memref.load %b[%j3] : memref<64xf32, #ws>
    %x0 = memref.load %b[%j2] : memref<64xf32, #ws>
    %s = arith.subf %x1, %x0 : f32
    memref.store %s, %out[%c0] : memref<4xf32>
    gpu.terminator
  }
  return
}

// Two of eight bytes are what one of four bytes has four of. In dynamic shared memory, too, from a constant on.
// CHECK-LABEL: func @dynamic
// CHECK: memref.view
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<64xf64, {{.*}}>, vector<2xf64>
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<64xf64, {{.*}}>, vector<2xf64>
// CHECK-NOT: memref.load
func.func @dynamic(%out: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %bytes = arith.constant 1024 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) dynamic_shared_memory_size %bytes {
    %memory = gpu.dynamic_shared_memory : memref<?xi8, #ws>
    %b = memref.view %memory[%c32][] : memref<?xi8, #ws> to memref<64xf64, #ws>
    %j = arith.muli %tx, %c4 : index
    %j1 = arith.addi %j, %c1 : index
    %j2 = arith.addi %j, %c2 : index
    %j3 = arith.addi %j, %c3 : index
    %x0 = memref.load %b[%j] : memref<64xf64, #ws>
    %x1 = memref.load %b[%j1] : memref<64xf64, #ws>
    %x2 = memref.load %b[%j2] : memref<64xf64, #ws>
    %x3 = memref.load %b[%j3] : memref<64xf64, #ws>
    memref.store %x0, %out[%c0] : memref<4xf64>
    memref.store %x1, %out[%c1] : memref<4xf64>
    memref.store %x2, %out[%c2] : memref<4xf64>
    memref.store %x3, %out[%c3] : memref<4xf64>
    gpu.terminator
  }
  return
}
