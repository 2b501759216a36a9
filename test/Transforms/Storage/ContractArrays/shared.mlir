// RUN: polymem-opt %s --polymem-contract-arrays=share --split-input-file --remarks-filter=polymem-contract-arrays --remark-format=emitRemark -verify-diagnostics | FileCheck %s
// RUN: polymem-opt %s --polymem-contract-arrays --split-input-file | FileCheck %s --check-prefix=APART

// APART-LABEL: func @one_by_one
// APART-COUNT-2: memref.alloc(%{{.*}}) : memref<?xf32>
// APART-NOT: memref<2x
// APART: return

// Arrays become elements of one array, which tells them apart by its first
// subscripts; the buffer is large enough for all of their elements.

// The second array takes the cells that the first one leaves.
// CHECK: #[[$MAP:.*]] = #scratch.mapping<(d0, d1)[s0] -> (d1 mod s0), extents = ()[s0] -> (s0)>
// CHECK-LABEL: func @one_by_one
// CHECK-SAME: (%{{.*}}, %{{.*}}, %[[N:.*]]: index)
// CHECK-NOT: memref.alloc
// CHECK: %[[T:.*]] = scratch.alloc(%[[N]])[%{{.*}}] {shared_cells} : memref<2x?xf32, #[[$MAP]]>
// CHECK: affine.store %{{.*}}, %[[T]][0, %{{.*}}] : memref<2x?xf32, #[[$MAP]]>
// CHECK: affine.load %[[T]][0, %[[I:.*]]] : memref<2x?xf32, #[[$MAP]]>
// CHECK: affine.store %{{.*}}, %[[T]][1, %[[I]]] : memref<2x?xf32, #[[$MAP]]>
// CHECK: affine.load %[[T]][1, -%{{.*}} + symbol(%[[N]]) - 1] {note = "kept"} : memref<2x?xf32, #[[$MAP]]>
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @one_by_one(%in: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  // expected-remark@below {{mem0, mem1 share 64 cells instead of 64 + 64 where arg2 = 64, by hyperplanes: mem0 by i0 mod arg2, mem1 by i0 mod arg2, arg2 cells; at least 3 where arg2 = 3, 4 where arg2 = 4}}
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %in[%i] : memref<?xf32>
    affine.store %x, %a[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xf32>
    affine.store %x, %b[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %b[-%i + symbol(%n) - 1] {note = "kept"} : memref<?xf32>
    affine.store %x, %out[%i] : memref<?xf32>
  }
  memref.dealloc %a : memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  return
}

// -----

// Three temporaries of a function of which two are needed at a time, of other sizes
// and numbers of dimensions; the last one is allocated behind a use of the first, so
// the buffer takes the place of the first. Subscripts may be values.

// CHECK-LABEL: func @stages
// CHECK: %[[T:.*]] = scratch.alloc() {shared_cells} : memref<2x2x4x8xf32, #{{.*}}>
// CHECK: affine.store %{{.*}}, %[[T]][0, 0, 0, %{{.*}}]
// CHECK: affine.load %[[T]][0, 0, 0, %[[J:.*]]]
// CHECK: affine.store %{{.*}}, %[[T]][1, 0, %{{.*}}, %[[J]]]
// CHECK: affine.load %[[T]][1, 0, -%{{.*}} + 3, -%{{.*}} + 7]
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: memref.store %{{.*}}, %[[T]][%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}]
// CHECK: memref.load %[[T]][%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}]
func.func @stages(%in: memref<8xf32>, %out: memref<6xf32>) {
  // expected-remark@below {{mem0, mem1, mem2 share 29 cells instead of 8 + 24 + 6, by offsets: mem0 by i0 mod 29, mem1 by (6*i0 + i1 + 8) mod 29, mem2 by (i0 + 4) mod 29, 29 cells; at least 24}}
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<4x8xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %in[%i] : memref<8xf32>
    affine.store %x, %a[%i] : memref<8xf32>
  }
  %c = memref.alloc() : memref<6xf32>
  affine.for %j = 0 to 8 {
    %x = affine.load %a[%j] : memref<8xf32>
    affine.for %i = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<4x8xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %k = 0 to 4 {
      %x = affine.load %b[-%k + 3, -%i + 7] : memref<4x8xf32>
      memref.store %x, %c[%i] : memref<6xf32>
    }
  }
  affine.for %i = 0 to 6 {
    %x = memref.load %c[%i] : memref<6xf32>
    affine.store %x, %out[%i] : memref<6xf32>
  }
  return
}

// -----

// In each iteration a buffer of its own; sizes that are not known to be equal.

// CHECK-LABEL: func @in_loop
// CHECK-SAME: (%{{.*}}, %{{.*}}, %[[N:[a-z0-9]*]]: index, %[[M:[a-z0-9]*]]: index)
// CHECK: affine.for
// CHECK: %[[SIZE:.*]] = arith.maxsi %[[N]], %[[M]]
// CHECK: scratch.alloc(%[[SIZE]])[{{.*}}] {shared_cells} : memref<2x?xf32, #{{.*}}>
func.func @in_loop(%in: memref<?xf32>, %out: memref<?xf32>, %n: index, %m: index) {
  affine.for %t = 0 to 10 {
    // expected-remark@below {{mem0, mem1 share 64 cells instead of 64 + 64 where arg3 = 64 and arg2 = 64, by successive-modulo: mem0 by i0 mod arg3, mem1 by i0 mod arg3, arg3 cells, where [arg3, arg2] -> {  : arg3 >= 2 and arg2 <= arg3 }, else mem0 by i0 mod arg2, mem1 by i0 mod arg2, arg2 cells}}
    %a = memref.alloca(%n) : memref<?xf32>
    %b = memref.alloca(%m) : memref<?xf32>
    affine.for %i = 0 to %n {
      %x = affine.load %in[%i] : memref<?xf32>
      affine.store %x, %a[%i] : memref<?xf32>
    }
    affine.for %i = 0 to %n {
      %x = affine.load %a[-%i + symbol(%n) - 1] : memref<?xf32>
      affine.store %x, %out[%i] : memref<?xf32>
    }
    affine.for %i = 0 to %m {
      %x = affine.load %in[%i] : memref<?xf32>
      affine.store %x, %b[%i] : memref<?xf32>
    }
    affine.for %i = 0 to %m {
      %x = affine.load %b[-%i + symbol(%m) - 1] : memref<?xf32>
      affine.store %x, %out[%i] : memref<?xf32>
    }
  }
  return
}

// -----

// What they would save for even sizes they would lose for odd ones: a[i] and
// b[n - 1 - i] conflict, which are of one subscript in the middle.

// CHECK-LABEL: func @parity
// CHECK-NOT: memref<2x?xf32
// CHECK: return
func.func @parity(%in: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  // expected-remark@below {{mem0 stays as it is}}
  %a = memref.alloc(%n) : memref<?xf32>
  // expected-remark@below {{mem1 takes 1 cells instead of 64}}
  %b = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %in[%i] : memref<?xf32>
    affine.store %x, %a[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %a[-%i + symbol(%n) - 1] : memref<?xf32>
    affine.store %x, %out[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %in[%i] : memref<?xf32>
    affine.store %x, %a[%i] : memref<?xf32>
    affine.store %x, %b[-%i + symbol(%n) - 1] : memref<?xf32>
    %y = affine.load %a[%i] : memref<?xf32>
    affine.store %y, %out[%i] : memref<?xf32>
  }
  return
}

// -----

// The elements of the second one are those of a box of constant size, but the size of
// the array itself is not yet known where the first one is used.

// CHECK-LABEL: func @late_size
// CHECK-NOT: memref<2x
// CHECK: return
func.func @late_size(%in: memref<8xf32>, %m: index) {
  // expected-remark@below {{mem0, mem1 stay apart: their sizes are not known where the first one of them is allocated}}
  // expected-remark@below {{mem0 stays as it is}}
  %a = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %in[%i] : memref<8xf32>
    affine.store %x, %a[%i] : memref<8xf32>
  }
  %k = arith.addi %m, %m : index
  // expected-remark@below {{mem1 takes 8 cells instead of arbitrarily many}}
  %b = memref.alloc(%k) : memref<?xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %a[7 - %i] : memref<8xf32>
    affine.store %x, %in[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %in[%i] : memref<8xf32>
    affine.store %x, %b[%i] : memref<?xf32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %b[7 - %i] : memref<?xf32>
    affine.store %x, %in[%i] : memref<8xf32>
  }
  return
}
