// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=8 async-copies" | FileCheck %s
// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=8" | FileCheck %s --check-prefix=HERE

// Asynchronous copies are groups of cp.async instructions. A wait leaves the groups that are
// surely behind those of its tokens, and one barrier behind it is enough for a step.

#ws = #gpu.address_space<workgroup>
#ring = #scratch.mapping<(d0) -> (d0 mod 24), extents = () -> (24)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0, s1 - s0 - 1 >= 0)>

// HERE-NOT: async
// CHECK-LABEL: func @three
func.func @three(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: gpu.launch
  // CHECK-COUNT-4: nvvm.cp.async.commit.group
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: nvvm.cp.async.wait.group 2
  // What each thread reads of A it has copied itself.
  // CHECK: nvgpu.device_async_copy
  // CHECK: nvvm.cp.async.commit.group
  // CHECK: gpu.barrier
  // CHECK: nvgpu.device_async_copy
  // CHECK: nvvm.cp.async.commit.group
  // CHECK-NOT: gpu.barrier
  // CHECK-NOT: nvvm
  // CHECK: gpu.terminator
  scratch.tile (%block) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %a = scratch.alloc(%n) {shared_cells} : memref<?xf32, #ring, #ws>
    %b = scratch.alloc(%n) {shared_cells} : memref<?xf32, #ring, #ws>
    %s0 = scratch.copy_in %A to %a over [#own](%c0, %n) : memref<?xf32> to memref<?xf32, #ring, #ws> -> !scratch.token
    %t0 = scratch.copy_in %B to %b over [#own](%c0, %n) : memref<?xf32> to memref<?xf32, #ring, #ws> -> !scratch.token
    %s1 = scratch.copy_in %A to %a over [#own](%c8, %n) : memref<?xf32> to memref<?xf32, #ring, #ws> -> !scratch.token
    %t1 = scratch.copy_in %B to %b over [#own](%c8, %n) : memref<?xf32> to memref<?xf32, #ring, #ws> -> !scratch.token
    %r:4 = scratch.tile (%k) = (%c0) to (%n) step (%c8) iter_tokens(%s2 = %s0, %t2 = %t0, %s3 = %s1, %t3 = %t1) {
      scratch.wait %s2, %t2
      %next = affine.apply affine_map<()[s0] -> (s0 + 16)>()[%k]
      %s4 = scratch.copy_in %A to %a over [#own](%next, %n) : memref<?xf32> to memref<?xf32, #ring, #ws> -> !scratch.token
      %t4 = scratch.copy_in %B to %b over [#own](%next, %n) : memref<?xf32> to memref<?xf32, #ring, #ws> -> !scratch.token
      %end = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n]
      scratch.tile (%i) = (%k) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        // What others copied, so that a barrier is needed.
        %x = affine.load %a[%i] : memref<?xf32, #ring, #ws>
        %y = affine.load %b[-%i + 2 * symbol(%k) + 7] : memref<?xf32, #ring, #ws>
        %z = arith.addf %x, %y : f32
        affine.store %z, %C[%i] : memref<?xf32>
      }
      scratch.yield %s3, %t3, %s4, %t4
    }
  }
  return
}

// A group that is committed only on some ways does not count, and a copy of elements
// that are too small is done where it stands.
// CHECK-LABEL: func @some_ways
func.func @some_ways(%A: memref<32xf32>, %D: memref<32xf16>, %c: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: nvvm.cp.async.commit.group
  // CHECK: scf.if
  // CHECK: nvvm.cp.async.commit.group
  // CHECK: memref.load
  // CHECK: memref.store
  // CHECK: nvvm.cp.async.commit.group
  // CHECK: nvvm.cp.async.wait.group 1
  // CHECK: nvvm.cp.async.wait.group 0
  scratch.tile (%block) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %a = scratch.alloc() : memref<32xf32, #ring, #ws>
    %d = scratch.alloc() : memref<32xf16, #ring, #ws>
    %t = scratch.copy_in %A to %a over [affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>]() : memref<32xf32> to memref<32xf32, #ring, #ws> -> !scratch.token
    affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%c] {
      %u = scratch.copy_in %A to %a over [affine_set<(d0) : (d0 - 8 >= 0, -d0 + 15 >= 0)>]() : memref<32xf32> to memref<32xf32, #ring, #ws> -> !scratch.token
    }
    %v = scratch.copy_in %D to %d over [affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>]() : memref<32xf16> to memref<32xf16, #ring, #ws> -> !scratch.token
    scratch.wait %t
    scratch.wait %v
    %x = affine.load %a[3] : memref<32xf32, #ring, #ws>
    affine.store %x, %A[0] : memref<32xf32>
    %y = affine.load %d[3] : memref<32xf16, #ring, #ws>
    affine.store %y, %D[0] : memref<32xf16>
  }
  return
}
