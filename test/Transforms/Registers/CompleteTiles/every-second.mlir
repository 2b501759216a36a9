// Every second element behind the border is computed before: the others get a value, and not the box around them.
// RUN: polymem-opt %s --polymem-complete-tiles=block-size=4 | FileCheck %s

// CHECK: #[[EVEN:.+]] = affine_set<()[s0] : (-s0 + (s0 floordiv 2) * 2 >= 0, -(-s0 + (s0 floordiv 2) * 2) >= 0)>
// CHECK-LABEL: func @every_second
// CHECK: %{{.+}} = scratch.alloc
// CHECK: %[[TWO:.+]] = scratch.alloc
// CHECK: affine.if #[[EVEN]]
// CHECK-NEXT: arith.constant 0.0
// CHECK-NEXT: affine.store %{{.*}}, %[[TWO]]

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#two = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (32)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 1 - d0 >= 0)>

func.func @every_second(%x: memref<?xf32> {polymem.shape = ["M"]}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %x, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%M) step (%c16) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%M, %i]
    %s = scratch.alloc()[%i] : memref<16xf32, #row, #gpu.address_space<workgroup>>
    %two = scratch.alloc()[%i] : memref<32xf32, #two, #gpu.address_space<workgroup>>
    scratch.copy_in %x to %s over [#rows](%i, %M) : memref<?xf32> to memref<16xf32, #row, #gpu.address_space<workgroup>>
    %all = affine.apply affine_map<()[s0] -> (s0 + 16)>()[%i]
    scratch.tile (%t) = (%i) to (%all) step (%c1) mapping [#gpu.thread<x>] {
      %z = arith.constant 1.0 : f32
      affine.store %z, %two[2 * %t - symbol(%i) + 1] : memref<32xf32, #two, #gpu.address_space<workgroup>>
    }
    scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %j = 0 to %n {
        %v = affine.load %s[%t] : memref<16xf32, #row, #gpu.address_space<workgroup>>
        %u = affine.load %two[2 * %t - symbol(%i)] : memref<32xf32, #two, #gpu.address_space<workgroup>>
        %w = arith.addf %v, %u : f32
        affine.store %w, %s[%t] : memref<16xf32, #row, #gpu.address_space<workgroup>>
      }
    }
    scratch.copy_out %s to %x over [#rows](%i, %M) : memref<16xf32, #row, #gpu.address_space<workgroup>> to memref<?xf32>
  }
  return
}
