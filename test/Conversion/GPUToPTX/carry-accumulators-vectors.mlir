// RUN: polymem-opt %s --polymem-carry-accumulators --canonicalize | FileCheck %s

// Vectors are carried as elements are.

#ws = #gpu.address_space<workgroup>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @two
  // CHECK: %[[FIRST:.*]]:2 = scf.if %{{.*}} -> (vector<4xf32>, vector<4xf32>) {
  // CHECK-COUNT-2: vector.load %{{.*}} {alignment = 16 : i64}
  // CHECK: %[[LAST:.*]]:2 = scf.for {{.*}} iter_args(%[[P:.*]] = %[[FIRST]]#0, %[[Q:.*]] = %[[FIRST]]#1) -> (vector<4xf32>, vector<4xf32>)
  // CHECK-NOT: vector.load
  // CHECK-NOT: vector.store
  // CHECK: arith.addf %[[P]]
  // CHECK: arith.mulf %[[Q]]
  // CHECK: scf.yield
  // CHECK: vector.store %[[LAST]]#0, %{{.*}} {alignment = 16 : i64}
  // CHECK-NEXT: vector.store %[[LAST]]#1, %{{.*}} {alignment = 16 : i64}
  // CHECK: gpu.return
  gpu.func @two(%A: memref<?xf32>, %n: index, %t: index) workgroup(%b : memref<32xf32, #ws>, %c : memref<256xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %t4 = arith.muli %t, %c4 : index
    %u4 = arith.addi %t4, %c4 : index
    scf.for %k = %c0 to %n step %c32 {
      %x = memref.load %A[%k] : memref<?xf32>
      memref.store %x, %b[%c0] : memref<32xf32, #ws>
      gpu.barrier
      %y = memref.load %b[%c0] : memref<32xf32, #ws>
      %z = vector.broadcast %y : f32 to vector<4xf32>
      %p = vector.load %c[%t4] {alignment = 16 : i64} : memref<256xf32, #ws>, vector<4xf32>
      %q = vector.load %c[%u4] {alignment = 16 : i64} : memref<256xf32, #ws>, vector<4xf32>
      %v = arith.addf %p, %z : vector<4xf32>
      %w = arith.mulf %q, %z : vector<4xf32>
      vector.store %v, %c[%t4] {alignment = 16 : i64} : memref<256xf32, #ws>, vector<4xf32>
      vector.store %w, %c[%u4] {alignment = 16 : i64} : memref<256xf32, #ws>, vector<4xf32>
      gpu.barrier
    }
    gpu.return
  }

  // Vectors that overlap are no cells of their own.
  // CHECK-LABEL: gpu.func @overlap
  // CHECK: scf.for
  // CHECK-NOT: iter_args
  // CHECK: gpu.return
  gpu.func @overlap(%A: memref<?xf32>, %n: index, %t: index) workgroup(%b : memref<32xf32, #ws>, %c : memref<256xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %t4 = arith.muli %t, %c4 : index
    %u4 = arith.addi %t4, %c2 : index
    scf.for %k = %c0 to %n step %c32 {
      %x = memref.load %A[%k] : memref<?xf32>
      memref.store %x, %b[%c0] : memref<32xf32, #ws>
      gpu.barrier
      %y = memref.load %b[%c0] : memref<32xf32, #ws>
      %z = vector.broadcast %y : f32 to vector<4xf32>
      %p = vector.load %c[%t4] : memref<256xf32, #ws>, vector<4xf32>
      %q = vector.load %c[%u4] : memref<256xf32, #ws>, vector<4xf32>
      %v = arith.addf %p, %z : vector<4xf32>
      %w = arith.mulf %q, %z : vector<4xf32>
      vector.store %v, %c[%t4] : memref<256xf32, #ws>, vector<4xf32>
      vector.store %w, %c[%u4] : memref<256xf32, #ws>, vector<4xf32>
      gpu.barrier
    }
    gpu.return
  }

  // Nor is a vector an element, though it begins there.
  // CHECK-LABEL: gpu.func @mixed
  // CHECK: scf.for
  // CHECK-NOT: iter_args
  // CHECK: gpu.return
  gpu.func @mixed(%A: memref<?xf32>, %n: index, %t: index) workgroup(%b : memref<32xf32, #ws>, %c : memref<256xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      %x = memref.load %A[%k] : memref<?xf32>
      memref.store %x, %b[%c0] : memref<32xf32, #ws>
      gpu.barrier
      %y = memref.load %b[%c0] : memref<32xf32, #ws>
      %z = vector.broadcast %y : f32 to vector<4xf32>
      %p = memref.load %c[%t] : memref<256xf32, #ws>
      %v = vector.broadcast %p : f32 to vector<4xf32>
      %w = arith.addf %v, %z : vector<4xf32>
      vector.store %w, %c[%t] : memref<256xf32, #ws>, vector<4xf32>
      gpu.barrier
    }
    gpu.return
  }
}
