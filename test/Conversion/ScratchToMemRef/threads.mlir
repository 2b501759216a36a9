// RUN: polymem-opt %s --convert-scratch-to-memref=async-copies | FileCheck %s
// RUN: polymem-opt %s --convert-scratch-to-memref=async-copies --remarks-filter=convert-scratch-to-memref --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Asynchronous copies are done by another thread, which tiles that carry their tokens wait for. What
// nobody waits for is awaited before the buffer's life ends.

#m = #scratch.mapping<(d0) -> (d0 mod 16), extents = () -> (16)>
#set = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 7 - d0 >= 0, s1 - 1 - d0 >= 0)>

// CHECK-LABEL: func @ahead
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?xf32>
// CHECK: %[[BUFFER:.*]] = memref.alloca() : memref<16xf32>
// CHECK: %[[FIRST:.*]] = async.execute {
// CHECK: %[[V:.*]] = affine.load %[[A]]
// CHECK: affine.store %[[V]], %[[BUFFER]]
// CHECK: async.yield
// CHECK: %[[LAST:.*]] = scf.for {{.*}} iter_args(%[[T:.*]] = %[[FIRST]]) -> (!async.token) {
// CHECK-NEXT: async.await %[[T]] : !async.token
// CHECK-NEXT: async.runtime.drop_ref %[[T]] {count = 1 : i64}
// CHECK: %[[NEXT:.*]] = async.execute
// CHECK: async.yield
// CHECK: scf.yield %[[NEXT]] : !async.token
// CHECK: }
// CHECK-NEXT: async.await %[[LAST]]
// CHECK-NEXT: async.runtime.drop_ref %[[LAST]]
// CHECK-NEXT: return
func.func @ahead(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %b = scratch.alloc(%n) {shared_cells} : memref<?xf32, #m>
  %t = scratch.copy_in %A to %b over [#set](%c0, %n) : memref<?xf32> to memref<?xf32, #m> -> !scratch.token
  %r = scratch.tile (%i) = (%c0) to (%n) step (%c8) iter_tokens(%u = %t) {
    scratch.wait %u
    %next = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%i]
    %v = scratch.copy_in %A to %b over [#set](%next, %n) : memref<?xf32> to memref<?xf32, #m> -> !scratch.token
    affine.for %e = %i to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%i, %n] {
      %x = affine.load %b[%e] : memref<?xf32, #m>
      affine.store %x, %B[%e] : memref<?xf32>
    }
    scratch.yield %v
  }
  return
}

// CHECK-LABEL: func @never_awaited
// CHECK: %[[T:.*]] = async.execute
// CHECK: async.await %[[T]]
// CHECK-NEXT: async.runtime.drop_ref %[[T]]
// CHECK-NEXT: return
func.func @never_awaited(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %b = scratch.alloc(%n) : memref<?xf32, #m>
  %t = scratch.copy_in %A to %b over [#set](%c0, %n) : memref<?xf32> to memref<?xf32, #m> -> !scratch.token
  return
}

// A token that is waited for twice.

// REMARK: SharedTokens {{.*}}copies are done where they stand: a token is waited for or handed on twice, or not where it is made
// CHECK-LABEL: func @twice
// CHECK-NOT: async
// CHECK: return
func.func @twice(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %b = scratch.alloc(%n) : memref<?xf32, #m>
  %t = scratch.copy_in %A to %b over [#set](%c0, %n) : memref<?xf32> to memref<?xf32, #m> -> !scratch.token
  scratch.wait %t
  scratch.wait %t
  return
}
