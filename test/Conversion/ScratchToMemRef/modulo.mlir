// RUN: polymem-opt %s --convert-scratch-to-memref | FileCheck %s

// A modulo stays where the range does not make it redundant, goes where it
// does, and is a mask where it is arithmetic.

#two = #scratch.mapping<(d0, d1)[s0] -> (d0 mod 2, d1 - s0), extents = ()[s0] -> (2, 16)>
#roll = #scratch.mapping<(d0)[s0] -> ((d0 - s0) mod 8), extents = ()[s0] -> (8)>
#run_time = #scratch.mapping<(d0)[s0, s1] -> ((d0 - s0) mod s1), extents = ()[s0, s1] -> (s1)>

// CHECK-LABEL: func @kept
func.func @kept(%n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c16) {
    %b = scratch.alloc(%n, %n)[%i] : memref<?x?xf32, #two>
    // CHECK: affine.for %{{.*}} step 16
    // CHECK: affine.for %[[T:.*]] = 0 to
    affine.for %t = 0 to %n {
      // CHECK: affine.for %[[II:.*]] =
      affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%i, %n] {
        // CHECK: affine.store %{{.*}}, %{{.*}}[(%[[T]] + 1) mod 2, %[[II]] - %{{.*}}] : memref<2x16xf32>
        affine.store %v, %b[%t + 1, %ii] : memref<?x?xf32, #two>
      }
    }
  }
  return
}

// CHECK-LABEL: func @loop_bounds
func.func @loop_bounds(%n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // CHECK: affine.for %[[I:.*]] = 0 to %{{.*}} step 8
  scratch.tile (%i) = (%c0) to (%n) step (%c8) {
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #roll>
    // CHECK: affine.for %[[II:.*]] =
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%i, %n] {
      // CHECK: affine.store %{{.*}}, %{{.*}}[%[[II]] - %[[I]]]
      affine.store %v, %b[%ii] : memref<?xf32, #roll>
    }
  }
  return
}

// CHECK-LABEL: func @condition
func.func @condition(%n: index, %v: f32, %i: index) {
  %b = scratch.alloc(%n)[%i] : memref<?xf32, #roll>
  // CHECK: affine.for %[[II:.*]] = 0 to 9
  affine.for %ii = 0 to 9 {
    affine.if affine_set<(d0) : (-d0 + 7 >= 0)>(%ii) {
      // CHECK: affine.store %{{.*}}, %{{.*}}[%[[II]]]
      affine.store %v, %b[%ii + symbol(%i)] : memref<?xf32, #roll>
    } else {
      // CHECK: affine.store %{{.*}}, %{{.*}}[%[[II]] mod 8]
      affine.store %v, %b[%ii + symbol(%i)] : memref<?xf32, #roll>
    }
    // CHECK: affine.store %{{.*}}, %{{.*}}[%[[II]] mod 8]
    affine.store %v, %b[%ii + symbol(%i)] : memref<?xf32, #roll>
  }
  return
}

// CHECK-LABEL: func @run_time_modulus
func.func @run_time_modulus(%n: index, %v: f32, %s: index, %j: index) {
  %c0 = arith.constant 0 : index
  // CHECK: scf.for %[[I:.*]] =
  scratch.tile (%i) = (%c0) to (%n) step (%s) {
    %b = scratch.alloc(%n)[%i, %s] : memref<?xf32, #run_time>
    // CHECK: scf.for %[[II:.*]] =
    affine.for %ii = %i to min affine_map<()[s0, s1, s2] -> (s0 + s2, s1)>()[%i, %n, %s] {
      // CHECK-NEXT: %[[D:.*]] = arith.subi %[[II]], %[[I]]
      // CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[D]]]
      affine.store %v, %b[%ii] : memref<?xf32, #run_time>
    }
    // CHECK: arith.remsi
    memref.store %v, %b[%j] : memref<?xf32, #run_time>
  }
  return
}

// CHECK-LABEL: func @mask
func.func @mask(%n: index, %v: f32, %j: index) {
  %c0 = arith.constant 0 : index
  %b = scratch.alloc(%n)[%c0] : memref<?xf32, #roll>
  // CHECK: %[[X:.*]] = arith.muli
  // CHECK: %[[C7:.*]] = arith.constant 7 : index
  // CHECK: %[[M:.*]] = arith.andi %[[X]], %[[C7]]
  // CHECK: memref.store %{{.*}}, %{{.*}}[%[[M]]]
  affine.for %t = 0 to %n {
    %x = arith.muli %t, %j : index
    memref.store %v, %b[%x] : memref<?xf32, #roll>
  }
  return
}
