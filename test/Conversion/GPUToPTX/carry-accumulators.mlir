// RUN: polymem-opt %s --polymem-carry-accumulators --canonicalize | FileCheck %s
// RUN: polymem-opt %s --polymem-carry-accumulators -o /dev/null --remarks-filter=polymem-carry-accumulators --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK

// What a thread accumulates step by step is loaded before the first step, if there is one, carried,
// and stored behind the last one, with barriers around.

#ws = #gpu.address_space<workgroup>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @one(
  // CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[T:.*]]: index, %[[FULL:.*]]: i1)
  // CHECK-SAME:    workgroup(%[[B:.*]] : memref<32xf32, {{.*}}>, %[[C:.*]] : memref<64xf32, {{.*}}>)
  // CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[FALSE:.*]] = arith.constant false
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK:       gpu.barrier
  // CHECK-DAG:   %[[AT:.*]] = arith.addi %[[T]], %[[C32]]
  // CHECK-DAG:   %[[ANY:.*]] = arith.cmpi sgt, %[[N]], %[[C0]]
  // CHECK:       %[[ALL:.*]] = arith.select %[[ANY]], %[[FULL]], %[[FALSE]]
  // CHECK-NEXT:  %[[FIRST:.*]]:2 = scf.if %[[ALL]] -> (f32, f32) {
  // CHECK-NEXT:    %[[X:.*]] = memref.load %[[C]][%[[T]]]
  // CHECK-NEXT:    %[[Y:.*]] = memref.load %[[C]][%[[AT]]]
  // CHECK-NEXT:    scf.yield %[[X]], %[[Y]]
  // CHECK-NEXT:  } else {
  // CHECK-NEXT:    scf.yield %[[ZERO]], %[[ZERO]]
  // CHECK-NEXT:  }
  // CHECK-NEXT:  %[[LAST:.*]]:2 = scf.for %[[K:.*]] = %[[C0]] to %[[N]] step %[[C32]] iter_args(%[[P:.*]] = %[[FIRST]]#0, %[[Q:.*]] = %[[FIRST]]#1)
  // CHECK-NOT:     memref.load %[[C]]
  // CHECK:         memref.store %{{.*}}, %[[B]]
  // CHECK-NEXT:    gpu.barrier
  // CHECK-NEXT:    %[[NEXT:.*]]:2 = scf.if %[[FULL]] -> (f32, f32) {
  // CHECK-NEXT:      %[[Z:.*]] = memref.load %[[B]]
  // CHECK-NEXT:      %[[V:.*]] = arith.addf %[[P]], %[[Z]]
  // CHECK-NEXT:      %[[W:.*]] = arith.mulf %[[Q]], %[[Z]]
  // CHECK-NEXT:      scf.yield %[[V]], %[[W]]
  // CHECK-NEXT:    } else {
  // CHECK-NEXT:      scf.yield %[[P]], %[[Q]]
  // CHECK-NEXT:    }
  // CHECK-NEXT:    gpu.barrier
  // CHECK-NEXT:    scf.yield %[[NEXT]]#0, %[[NEXT]]#1
  // CHECK-NEXT:  }
  // CHECK-NEXT:  scf.if %[[ALL]] {
  // CHECK-NEXT:    memref.store %[[LAST]]#0, %[[C]][%[[T]]]
  // CHECK-NEXT:    memref.store %[[LAST]]#1, %[[C]][%[[AT]]]
  // CHECK-NEXT:  }
  // CHECK-NEXT:  gpu.barrier
  // REMARK: Carried {{.*}} Function=one {{.*}}2 accumulators stay in registers from step to step, 2 of them
  gpu.func @one(%A: memref<?xf32>, %n: index, %t: index, %full: i1)
      workgroup(%b: memref<32xf32, #ws>, %C: memref<64xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      %x = memref.load %A[%k] : memref<?xf32>
      memref.store %x, %b[%t] : memref<32xf32, #ws>
      gpu.barrier
      scf.if %full {
        %at = arith.addi %t, %c32 : index
        %p = memref.load %C[%t] : memref<64xf32, #ws>
        %q = memref.load %C[%at] : memref<64xf32, #ws>
        %z = memref.load %b[%c0] : memref<32xf32, #ws>
        %v = arith.addf %p, %z : f32
        %w = arith.mulf %q, %z : f32
        memref.store %v, %C[%t] : memref<64xf32, #ws>
        memref.store %w, %C[%at] : memref<64xf32, #ws>
      }
      gpu.barrier
    }
    gpu.return
  }

  // The other branch works on memory, as its cells may be others in each step: who is in it never is
  // in this one.
  // CHECK-LABEL: gpu.func @other_branch(
  // CHECK:       scf.for {{.*}} iter_args(
  // CHECK:         %{{.*}} = scf.if %{{.*}} -> (f32) {
  // CHECK-NOT:       memref.{{.*}} %arg{{.*}} : memref<64xf32
  // CHECK:         } else {
  // CHECK:           scf.for
  // CHECK:             memref.load
  // CHECK:             memref.store
  // REMARK: Carried {{.*}} Function=other_branch {{.*}}1 accumulators stay
  gpu.func @other_branch(%n: index, %m: index, %t: index, %full: i1)
      workgroup(%C: memref<64xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      gpu.barrier
      scf.if %full {
        %p = memref.load %C[%t] : memref<64xf32, #ws>
        %v = arith.addf %p, %p : f32
        memref.store %v, %C[%t] : memref<64xf32, #ws>
      } else {
        scf.for %i = %t to %m step %c1 {
          %q = memref.load %C[%i] : memref<64xf32, #ws>
          %w = arith.addf %q, %q : f32
          memref.store %w, %C[%i] : memref<64xf32, #ws>
        }
      }
    }
    gpu.return
  }

  // A cell under a condition of its own: what stands for it where it does not hold stays.
  // CHECK-LABEL: gpu.func @conditional(
  // CHECK-SAME:    %[[N:.*]]: index, %[[T:.*]]: index, %[[FULL:.*]]: i1, %[[IN:.*]]: i1)
  // CHECK-DAG: %[[FALSE:.*]] = arith.constant false
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK:       %[[ALL:.*]] = arith.select %{{.*}}, %[[FULL]], %[[FALSE]]
  // CHECK:       %[[CELL:.*]] = arith.select %[[ALL]], %[[IN]], %[[FALSE]]
  // CHECK:       scf.if %[[CELL]] -> (f32) {
  // CHECK:       scf.for {{.*}} iter_args(%[[P:.*]] = %{{.*}})
  // CHECK:         scf.if %[[FULL]] -> (f32) {
  // CHECK-NEXT:      %[[V:.*]] = arith.select %[[IN]], %[[P]], %[[ZERO]]
  // CHECK-NEXT:      %[[W:.*]] = arith.addf %[[V]], %[[V]]
  // CHECK-NEXT:      scf.yield %[[W]]
  // CHECK:       scf.if %[[CELL]] {
  // CHECK-NEXT:    memref.store
  // REMARK: Carried {{.*}} Function=conditional {{.*}}1 accumulators stay
  gpu.func @conditional(%n: index, %t: index, %full: i1, %in: i1)
      workgroup(%C: memref<64xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f32
    scf.for %k = %c0 to %n step %c32 {
      gpu.barrier
      scf.if %full {
        %p = scf.if %in -> (f32) {
          %q = memref.load %C[%t] : memref<64xf32, #ws>
          scf.yield %q : f32
        } else {
          scf.yield %zero : f32
        }
        %v = arith.addf %p, %p : f32
        scf.if %in {
          memref.store %v, %C[%t] : memref<64xf32, #ws>
        }
      }
    }
    gpu.return
  }
}
