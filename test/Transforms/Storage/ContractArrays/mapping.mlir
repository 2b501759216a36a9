// RUN: polymem-opt %s --polymem-contract-arrays --remarks-filter=polymem-contract-arrays --remark-format=emitRemark -verify-diagnostics | FileCheck %s
// RUN: polymem-opt %s --polymem-contract-arrays --convert-scratch-to-memref | FileCheck %s --check-prefix=MEMREF

// The array becomes a buffer with a mapping whose strides and moduli are computed
// where it is allocated; loads and stores keep their subscripts; the buffer needs
// no end, and no more cells than the array has elements.

// CHECK: #[[$MAP:.*]] = #scratch.mapping<(d0, d1)[s0, s1, s2] -> ((d0 * s0 + d1) mod s1), extents = ()[s0, s1, s2] -> (s2)>
// CHECK-LABEL: func @f
// CHECK-SAME: (%{{.*}}, %{{.*}}, %[[N:.*]]: index)
// CHECK: %[[TWICE:.*]] = arith.muli %[[N]], %{{.*}}
// CHECK: %[[MORE:.*]] = arith.addi %[[TWICE]], %{{.*}}
// CHECK: %[[MODULUS:.*]] = arith.maxsi %[[MORE]], %{{.*}}
// CHECK: %[[ELEMENTS:.*]] = arith.muli %[[N]], %[[N]]
// CHECK: %[[FEWER:.*]] = arith.minsi %[[MODULUS]], %[[ELEMENTS]]
// CHECK: %[[CELLS:.*]] = arith.maxsi %[[FEWER]], %{{.*}}
// CHECK: %[[T:.*]] = scratch.alloc(%[[N]], %[[N]])[%[[N]], %[[MODULUS]], %[[CELLS]]] {shared_cells} : memref<?x?xf32, #[[$MAP]]>
// CHECK: affine.store %{{.*}}, %[[T]][%[[Y:.*]], %[[X:.*]]] : memref<?x?xf32, #[[$MAP]]>
// CHECK: affine.load %[[T]][%[[Y]] - 2, %[[X]]] : memref<?x?xf32, #[[$MAP]]>
// CHECK-NOT: memref.dealloc
// CHECK: return

// MEMREF-LABEL: func @f
// MEMREF: %[[MODULUS:.*]] = arith.maxsi
// MEMREF: %[[NUMBER:.*]] = arith.maxsi
// MEMREF: %[[CELLS:.*]] = memref.alloc(%[[NUMBER]]) : memref<?xf32>
// MEMREF: affine.for %[[Y:.*]] = 0
// MEMREF: affine.for %[[X:.*]] = 0
// MEMREF: affine.store %{{.*}}, %[[CELLS]][(%[[Y]] * symbol(%{{.*}}) + %[[X]]) mod symbol(%[[MODULUS]])]
// MEMREF: memref.dealloc %[[CELLS]]

func.func @f(%in: memref<?x?xf32>, %out: memref<?x?xf32>, %n: index) {
  // expected-remark@below {{mem0 takes 129 cells instead of 4096 where arg2 = 64, by linearised: (arg2*i0 + i1) mod (2*arg2 + 1), 2*arg2 + 1 cells, fewer where the array is smaller; at least 4 where arg2 = 3, 9 where arg2 = 4, 11 where arg2 = 5}}
  %t = memref.alloc(%n, %n) : memref<?x?xf32>
  affine.for %y = 0 to %n {
    affine.for %x = 0 to %n {
      %v = affine.load %in[%y, %x] : memref<?x?xf32>
      affine.store %v, %t[%y, %x] : memref<?x?xf32>
      affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%y) {
        %a = affine.load %t[%y - 2, %x] : memref<?x?xf32>
        affine.store %a, %out[%y, %x] : memref<?x?xf32>
      }
    }
  }
  memref.dealloc %t : memref<?x?xf32>
  return
}
