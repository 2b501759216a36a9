// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(prem-tell-accesses))' -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: polymem-opt %t --pass-pipeline='builtin.module(func.func(prem-tell-accesses))' | diff %t -

// Each access names the element of the array: the index in the buffer plus the stream's origin. An
// array of the segment's own has none. What is told stays as it is.

#rows = #prem.box<lower = [(d0)[s0] -> (d0 * 10), (d0)[s0] -> (s0)],
                  upper = [(d0)[s0] -> (d0 * 10 + 10, 75), (d0)[s0] -> (s0 + 4)]>
// CHECK-LABEL: @accesses
// CHECK-SAME: %[[A:.*]]: memref<75x16xf32>, %[[S:.*]]: index
func.func @accesses(%A: memref<75x16xf32>, %s: index) {
  %m = arith.constant 8 : index
  // CHECK: prem.component (%[[K:.*]]) to
  prem.component (%k) to (%m) groups [2] {
    // CHECK: %[[B:.*]] = prem.stream rw stream
    %b = prem.stream rw stream %A origin (d0)[s0] -> (d0 * 10, s0) load #rows store #rows (%k) [%s]
        : memref<75x16xf32> to memref<10x4xf32>
    // CHECK: %[[OWN:.*]] = prem.stream rw resident : memref<4xf32>
    %own = prem.stream rw resident : memref<4xf32>
    // CHECK: %[[C10:.*]] = arith.constant 10
    // CHECK: %[[O:.*]] = arith.muli %[[K]], %[[C10]]
    // CHECK: affine.for %[[I:.*]] = 0
    affine.for %i = 0 to min affine_map<(d0) -> (10, d0 * -10 + 75)>(%k) {
      // CHECK: affine.for %[[J:.*]] = 0 to 4
      affine.for %j = 0 to 4 {
        // CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
        // CHECK: %[[JJ:.*]] = arith.addi %{{.*}}, %[[C3]]
        // CHECK: %[[X:.*]] = arith.addi %[[I]], %[[O]]
        // CHECK: %[[Y:.*]] = arith.addi %[[JJ]], %[[S]]
        // CHECK: prem.tell_access read %[[B]][%[[I]], %[[JJ]]] of %[[A]][%[[X]], %[[Y]]]
        // CHECK-NEXT: affine.load
        %x = affine.load %b[%i, -%j + 3] : memref<10x4xf32>
        // CHECK-NEXT: prem.tell_access write %[[OWN]][%[[J]]] : memref<4xf32>
        // CHECK-NEXT: affine.store
        affine.store %x, %own[%j] : memref<4xf32>
        // CHECK-NEXT: prem.tell_access read %[[OWN]][%[[J]]] : memref<4xf32>
        // CHECK-NEXT: memref.load
        %v = memref.load %own[%j] : memref<4xf32>
        // CHECK-NEXT: %[[X:.*]] = arith.addi %[[I]], %[[O]]
        // CHECK-NEXT: %[[Y:.*]] = arith.addi %[[J]], %[[S]]
        // CHECK-NEXT: prem.tell_access write %[[B]][%[[I]], %[[J]]] of %[[A]][%[[X]], %[[Y]]]
        // CHECK-NEXT: memref.store
        memref.store %v, %b[%i, %j] : memref<10x4xf32>
      }
    }
  }
  return
}

// Memory on the stack is nobody's business, and nothing is told outside components.
// CHECK-LABEL: @untold
// CHECK-NOT: prem.tell_access
func.func @untold(%A: memref<8xf32>) {
  %m = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  prem.component (%k) to (%m) groups [1] {
    %local = memref.alloca() : memref<2xf32>
    affine.store %zero, %local[1] : memref<2xf32>
  }
  affine.store %zero, %A[0] : memref<8xf32>
  return
}
