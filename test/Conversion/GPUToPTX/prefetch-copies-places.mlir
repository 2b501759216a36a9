// RUN: polymem-opt %s --polymem-prefetch-copies | FileCheck %s
// RUN: polymem-opt %s --polymem-prefetch-copies -o /dev/null --remarks-filter=polymem-prefetch-copies --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK

// Of copies that a round does one of, what is loaded is in the same registers.

#ws = #gpu.address_space<workgroup>

gpu.module @kernels {
  // A full tile's two, or a border's one; and one in any case.
  // REMARK: Prefetched {{.*}} Function=border {{.*}}4 loads are done one step early and take 3 registers
  // CHECK-LABEL: gpu.func @border(
  // CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[FULL:.*]]: index, %[[T:.*]]: index)
  // CHECK: scf.for %[[K:.*]] = {{.*}} iter_args(%[[ONE:.*]] = {{.*}}, %[[TWO:.*]] = {{.*}}, %[[ANY:.*]] = {{.*}}) -> (f32, f32, f32) {
  // CHECK:   scf.if %{{.*}} {
  // CHECK:     scf.yield %[[ONE]], %[[TWO]] : f32, f32
  // CHECK:   } else {
  // CHECK:     scf.yield %[[ONE]] : f32
  // CHECK:   scf.if %{{.*}} -> (f32) {
  // CHECK:     scf.yield %[[ANY]] : f32
  // CHECK:   gpu.barrier
  // CHECK:   %[[THEN:.*]]:2 = scf.if %{{.*}} -> (f32, f32) {
  // CHECK:     scf.yield %[[ONE]], %[[TWO]] : f32, f32
  // CHECK:   %[[ELSE:.*]] = scf.if %{{.*}} -> (f32) {
  // CHECK:     scf.yield %[[THEN]]#0 : f32
  // CHECK:   %[[LAST:.*]] = scf.if %{{.*}} -> (f32) {
  // CHECK:     scf.yield %[[ANY]] : f32
  // CHECK:   scf.yield %[[ELSE]], %[[THEN]]#1, %[[LAST]] : f32, f32, f32
  gpu.func @border(%A: memref<?xf32>, %n: index, %full: index, %t: index)
      workgroup(%b: memref<96xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      gpu.barrier
      %is = arith.cmpi sle, %k, %full : index
      scf.if %is {
        %next = arith.addi %k, %c1 : index
        %x = memref.load %A[%k] : memref<?xf32>
        %y = memref.load %A[%next] : memref<?xf32>
        memref.store %x, %b[%t] : memref<96xf32, #ws>
        memref.store %y, %b[%c32] : memref<96xf32, #ws>
      } else {
        %x = memref.load %A[%t] : memref<?xf32>
        memref.store %x, %b[%t] : memref<96xf32, #ws>
      }
      %some = arith.cmpi slt, %t, %k : index
      scf.if %some {
        %z = memref.load %A[%k] : memref<?xf32>
        memref.store %z, %b[%c1] : memref<96xf32, #ws>
      }
      gpu.barrier
      %z = memref.load %b[%c0] : memref<96xf32, #ws>
      memref.store %z, %b[%t] : memref<96xf32, #ws>
    }
    gpu.return
  }

  // Vectors and numbers are not in the same ones.
  // REMARK: Prefetched {{.*}} Function=types {{.*}}2 loads are done one step early and take 5 registers
  // CHECK-LABEL: gpu.func @types(
  // CHECK: scf.for {{.*}} -> (vector<4xf32>, f32) {
  gpu.func @types(%A: memref<?xf32>, %n: index, %full: index, %t: index)
      workgroup(%b: memref<96xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      gpu.barrier
      %is = arith.cmpi sle, %k, %full : index
      scf.if %is {
        %x = vector.load %A[%k] : memref<?xf32>, vector<4xf32>
        vector.store %x, %b[%t] : memref<96xf32, #ws>, vector<4xf32>
      } else {
        %x = memref.load %A[%t] : memref<?xf32>
        memref.store %x, %b[%t] : memref<96xf32, #ws>
      }
      gpu.barrier
      %z = memref.load %b[%c0] : memref<96xf32, #ws>
      memref.store %z, %b[%t] : memref<96xf32, #ws>
    }
    gpu.return
  }
}
