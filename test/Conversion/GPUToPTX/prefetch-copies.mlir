// RUN: polymem-opt %s --polymem-prefetch-copies --canonicalize | FileCheck %s
// RUN: polymem-opt %s --polymem-prefetch-copies -o /dev/null --remarks-filter=polymem-prefetch-copies --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK

// What the next step stores to shared memory is loaded while this one computes: behind the
// barrier, under the conditions of the next step, and only if there is one.

#ws = #gpu.address_space<workgroup>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @one(
  // CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %{{.*}}: memref<?xf32>, %[[N:.*]]: index, %[[T:.*]]: index)
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
  // CHECK:       scf.for %[[K:.*]] = %[[C0]] to %[[N]] step %[[C32]] iter_args(%[[EARLY:.*]] = %{{.*}}) -> (f32) {
  // CHECK:         gpu.barrier
  // CHECK:         %[[AT:.*]] = arith.addi %[[K]], %[[T]]
  // CHECK:         %[[FIRST:.*]] = arith.cmpi eq, %[[K]], %[[C0]]
  // CHECK:         %[[X:.*]] = scf.if %[[FIRST]] -> (f32) {
  // CHECK-NEXT:      %[[NOW:.*]] = memref.load %[[A]][%[[AT]]]
  // CHECK-NEXT:      scf.yield %[[NOW]]
  // CHECK-NEXT:    } else {
  // CHECK-NEXT:      scf.yield %[[EARLY]]
  // CHECK:         %[[Y:.*]] = arith.mulf %[[X]], %[[X]]
  // CHECK-NEXT:    memref.store %[[Y]]
  // CHECK-NEXT:    gpu.barrier
  // CHECK-NEXT:    %[[NEXT:.*]] = arith.addi %[[K]], %[[C32]]
  // CHECK-NEXT:    %[[MORE:.*]] = arith.cmpi slt, %[[NEXT]], %[[N]]
  // CHECK-NEXT:    %[[LATER:.*]] = scf.if %[[MORE]] -> (f32) {
  // CHECK-NEXT:      %[[NEXTAT:.*]] = arith.addi %[[NEXT]], %[[T]]
  // CHECK-NEXT:      %[[THEN:.*]] = memref.load %[[A]][%[[NEXTAT]]]
  // CHECK-NEXT:      scf.yield %[[THEN]]
  // CHECK-NEXT:    } else {
  // CHECK-NEXT:      scf.yield %[[EARLY]]
  // CHECK:         memref.load %{{.*}} : memref<32xf32, #gpu.address_space<workgroup>>
  // CHECK:         scf.yield %[[LATER]]
  // REMARK: Prefetched {{.*}} Function=one {{.*}}Remark="1 loads are done one step early and take 1 registers
  gpu.func @one(%A: memref<?xf32>, %out: memref<?xf32>, %n: index, %t: index)
      workgroup(%b: memref<32xf32, #ws>) private(%sum: memref<1xf32, #gpu.address_space<private>>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      gpu.barrier
      %at = arith.addi %k, %t : index
      %x = memref.load %A[%at] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%t] : memref<32xf32, #ws>
      gpu.barrier
      %z = memref.load %b[%c0] : memref<32xf32, #ws>
      memref.store %z, %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
    }
    %s = memref.load %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
    memref.store %s, %out[%t] : memref<?xf32>
    gpu.return
  }

  // Both conditions of the next step, of which the outer one does not hold there.
  // CHECK-LABEL: gpu.func @conditions(
  // CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[LAST:.*]]: index, %[[T:.*]]: index)
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
  // CHECK-DAG: %[[FALSE:.*]] = arith.constant false
  // CHECK:       scf.for %[[K:.*]] = %[[C0]] to %[[N]] step %[[C32]] iter_args(%[[EARLY:.*]] = %{{.*}}) -> (vector<4xf32>) {
  // CHECK:         scf.for
  // CHECK-NEXT:      memref.load
  // CHECK-NEXT:      memref.store
  // CHECK:         gpu.barrier
  // CHECK-NEXT:    %[[NEXT:.*]] = arith.addi %[[K]], %[[C32]]
  // CHECK-DAG:     %[[MORE:.*]] = arith.cmpi slt, %[[NEXT]], %[[N]]
  // CHECK-DAG:     %[[FULL:.*]] = arith.cmpi sle, %[[NEXT]], %[[LAST]]
  // CHECK-DAG:     %[[INSIDE:.*]] = arith.cmpi slt, %[[T]], %[[NEXT]]
  // CHECK:         %[[BOTH:.*]] = arith.select %[[MORE]], %[[FULL]], %[[FALSE]]
  // CHECK-NEXT:    %[[ALL:.*]] = arith.select %[[BOTH]], %[[INSIDE]], %[[FALSE]]
  // CHECK-NEXT:    scf.if %[[ALL]] -> (vector<4xf32>) {
  // CHECK-NEXT:      vector.load %[[A]][%[[NEXT]]]
  // CHECK:         gpu.barrier
  // CHECK-NEXT:    scf.yield
  // REMARK: Prefetched {{.*}} Function=conditions {{.*}}Remark="1 loads are done one step early and take 4 registers
  gpu.func @conditions(%A: memref<?xf32>, %n: index, %last: index, %t: index)
      workgroup(%b: memref<128xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      %partial = arith.cmpi sgt, %k, %last : index
      scf.if %partial {
        scf.for %i = %c0 to %t step %c32 {
          %w = memref.load %A[%i] : memref<?xf32>
          memref.store %w, %b[%i] : memref<128xf32, #ws>
        }
      } else {
        %inside = arith.cmpi slt, %t, %k : index
        scf.if %inside {
          %x = vector.load %A[%k] : memref<?xf32>, vector<4xf32>
          vector.store %x, %b[%t] : memref<128xf32, #ws>, vector<4xf32>
        }
      }
      gpu.barrier
      %z = memref.load %b[%c0] : memref<128xf32, #ws>
      memref.store %z, %b[%t] : memref<128xf32, #ws>
      gpu.barrier
    }
    gpu.return
  }

  // A condition that another one chooses.
  // CHECK-LABEL: gpu.func @chosen(
  // CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
  // CHECK-DAG: %[[FALSE:.*]] = arith.constant false
  // CHECK:         gpu.barrier
  // CHECK:         %[[NEXT:.*]] = arith.addi %{{.*}}, %[[C32]] : index
  // CHECK:         %[[AT:.*]] = arith.addi %[[NEXT]], %{{.*}} : index
  // CHECK:         %[[INSIDE:.*]] = scf.if %{{.*}} -> (i1) {
  // CHECK:           arith.cmpi slt, %[[AT]]
  // CHECK:         arith.select %{{.*}}, %[[INSIDE]], %[[FALSE]]
  // CHECK:         memref.load %{{.*}}[%[[NEXT]]]
  // CHECK:         gpu.return
  // REMARK: Prefetched {{.*}} Function=chosen {{.*}}Remark="1 loads
  gpu.func @chosen(%A: memref<?xf32>, %n: index, %t: index, %some: i1)
      workgroup(%b: memref<32xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      %at = arith.addi %k, %t : index
      %inside = scf.if %some -> (i1) {
        %low = arith.cmpi slt, %at, %n : index
        scf.yield %low : i1
      } else {
        %high = arith.cmpi sgt, %at, %t : index
        scf.yield %high : i1
      }
      scf.if %inside {
        %x = memref.load %A[%k] : memref<?xf32>
        memref.store %x, %b[%t] : memref<32xf32, #ws>
      }
      gpu.barrier
    }
    gpu.return
  }
}
