// RUN: polymem-opt %s --convert-scratch-to-memref | FileCheck %s

// An asynchronous copy is done where it is issued; waits disappear. Copies
// between two buffers go through both mappings.

#m = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#n = #scratch.mapping<(d0)[s0] -> (d0 mod 4), extents = ()[s0] -> (4)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, s0 + 3 - d0 >= 0)>

// CHECK-LABEL: func @async
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?xf32>, %{{.*}}: index, %[[I:[a-z0-9]+]]: index
func.func @async(%A: memref<?xf32>, %n: index, %i: index) {
  // CHECK-DAG: %[[B:.*]] = memref.alloca() : memref<16xf32>
  // CHECK-DAG: %[[C:.*]] = memref.alloca() : memref<4xf32>
  %b = scratch.alloc(%n)[%i] : memref<?xf32, #m, #gpu.address_space<workgroup>>
  %c = scratch.alloc(%n)[%i] : memref<?xf32, #n, #gpu.address_space<private>>
  // CHECK: affine.for %[[E:.*]] = %[[I]] to
  // CHECK: %[[V:.*]] = affine.load %[[A]][%[[E]]]
  // CHECK: affine.store %[[V]], %[[B]][%[[E]] - symbol(%[[I]])]
  %t = scratch.copy_in %A to %b over [#set](%i) : memref<?xf32> to memref<?xf32, #m, #gpu.address_space<workgroup>> -> !scratch.token
  // CHECK-NOT: scratch.wait
  scratch.wait %t
  %cast = memref.cast %c : memref<?xf32, #n, #gpu.address_space<private>> to memref<16xf32, #n, #gpu.address_space<private>>
  // CHECK: affine.for %[[E:.*]] = %[[I]] to
  // CHECK: %[[V:.*]] = affine.load %[[B]][%[[E]] - symbol(%[[I]])]
  // CHECK: affine.store %[[V]], %[[C]][%[[E]] mod 4]
  %u = scratch.copy_in %b to %cast over [#set](%i) : memref<?xf32, #m, #gpu.address_space<workgroup>> to memref<16xf32, #n, #gpu.address_space<private>> -> !scratch.token
  scratch.wait %t, %u
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  return
}
