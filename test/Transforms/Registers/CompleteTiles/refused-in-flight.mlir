// What nobody but the iterations behind the border may access are cells, not elements: buffers that wrap around. And what they
// load has to have its value in this step. Nothing is changed.
// RUN: polymem-opt %s --split-input-file --canonicalize -o %t.before
// RUN: polymem-opt %s --split-input-file --polymem-complete-tiles=block-size=4 --canonicalize -o %t.after --remarks-filter=polymem-complete-tiles --remark-policy=all 2>&1 | FileCheck %s --implicit-check-not=Completed
// RUN: diff %t.before %t.after

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#ring = #scratch.mapping<(d0)[s0] -> ((d0 - s0) mod 16), extents = ()[s0] -> (16)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 1 - d0 >= 0)>
#before = affine_set<(d0)[s0] : (d0 - s0 + 1 >= 0, s0 - 1 - d0 >= 0)>

// The element before the first is copied to the last cell, where the last iteration behind the border stores.
// CHECK: remark: [Missed] Seen {{.*}} Function=halo | Remark="partial tiles are executed for themselves: what iterations behind the border store is accessed elsewhere
func.func @halo(%x: memref<?xf32> {polymem.shape = ["M"]}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %x, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c16) to (%M) step (%c16) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%M, %i]
    %s = scratch.alloc()[%i] {shared_cells} : memref<16xf32, #ring, #gpu.address_space<workgroup>>
    scratch.copy_in %x to %s over [#before](%i) : memref<?xf32> to memref<16xf32, #ring, #gpu.address_space<workgroup>>
    scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %j = 0 to %n {
        %w = arith.constant 1.0 : f32
        affine.store %w, %s[%t] : memref<16xf32, #ring, #gpu.address_space<workgroup>>
      }
    }
  }
  return
}

// -----

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#ring = #scratch.mapping<(d0)[s0] -> ((d0 - s0) mod 8), extents = ()[s0] -> (8)>

// Two iterations of 16 have one cell of 8.
// CHECK: remark: [Missed] Race {{.*}} Function=two_in_a_cell
func.func @two_in_a_cell(%x: memref<?xf32> {polymem.shape = ["M"]}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %x, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%M) step (%c16) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%M, %i]
    %r = scratch.alloc()[%i] {shared_cells} : memref<8xf32, #ring, #gpu.address_space<workgroup>>
    scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %j = 0 to %n {
        affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%t)[%M] {
          %c = arith.constant 1.0 : f32
          affine.store %c, %r[%t] : memref<8xf32, #ring, #gpu.address_space<workgroup>>
        }
      }
    }
  }
  return
}

// -----

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#ring = #scratch.mapping<(d0)[s0] -> ((d0 - s0) mod 16), extents = ()[s0] -> (16)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 1 - d0 >= 0)>
#before = affine_set<(d0)[s0] : (d0 - s0 + 1 >= 0, s0 - 1 - d0 >= 0)>

// What the last iteration behind the border loads is in the cell of the element before the first one.
// CHECK: remark: [Missed] Unused {{.*}} Function=halo_loaded | Remark="partial tiles are executed for themselves: iterations behind the border load what the tile does not
func.func @halo_loaded(%x: memref<?xf32> {polymem.shape = ["M"]}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %x, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c16) to (%M) step (%c16) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%M, %i]
    %s = scratch.alloc()[%i] {shared_cells} : memref<16xf32, #ring, #gpu.address_space<workgroup>>
    %r = scratch.alloc()[%i] : memref<16xf32, #row, #gpu.address_space<workgroup>>
    scratch.copy_in %x to %s over [#before](%i) : memref<?xf32> to memref<16xf32, #ring, #gpu.address_space<workgroup>>
    scratch.copy_in %x to %s over [#rows](%i, %M) : memref<?xf32> to memref<16xf32, #ring, #gpu.address_space<workgroup>>
    scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %j = 0 to %n {
        %v = affine.load %s[%t] : memref<16xf32, #ring, #gpu.address_space<workgroup>>
        affine.store %v, %r[%t] : memref<16xf32, #row, #gpu.address_space<workgroup>>
      }
    }
    scratch.copy_out %r to %x over [#rows](%i, %M) : memref<16xf32, #row, #gpu.address_space<workgroup>> to memref<?xf32>
  }
  return
}

// -----

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#ring = #scratch.mapping<(d0)[s0] -> ((d0 - s0) mod 32), extents = ()[s0] -> (32)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 1 - d0 >= 0)>

// Of a turn of 32 cells, 16 are loaded and get values for that; the box of all of them has those that are copied.
// CHECK: remark: [Missed] NotABox {{.*}} Function=half_a_turn {{.*}}Remark="partial tiles are executed for themselves: the box around what is behind the border has other elements
func.func @half_a_turn(%x: memref<?xf32> {polymem.shape = ["M"]}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %x, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%M) step (%c16) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%M, %i]
    %s = scratch.alloc()[%i] {shared_cells} : memref<32xf32, #ring, #gpu.address_space<workgroup>>
    %r = scratch.alloc()[%i] : memref<16xf32, #row, #gpu.address_space<workgroup>>
    scratch.copy_in %x to %s over [#rows](%i, %M) : memref<?xf32> to memref<32xf32, #ring, #gpu.address_space<workgroup>>
    scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %j = 0 to %n {
        %v = affine.load %s[%t] : memref<32xf32, #ring, #gpu.address_space<workgroup>>
        affine.store %v, %r[%t] : memref<16xf32, #row, #gpu.address_space<workgroup>>
      }
    }
    scratch.copy_out %r to %x over [#rows](%i, %M) : memref<16xf32, #row, #gpu.address_space<workgroup>> to memref<?xf32>
  }
  return
}

// -----

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#moving = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (19)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 1 - d0 >= 0)>
#next = affine_set<(d0)[s0, s1, s2] : (d0 - s0 - s2 >= 0, s0 + s2 + 15 - d0 >= 0, s1 + s2 - 1 - d0 >= 0)>

// In step k the tile loads elements from k on, up to element M - 1 + k. The first iteration behind the border loads element
// M + k, which is copied in the next step.
// CHECK: remark: [Missed] Unused {{.*}} Function=of_the_next_step
func.func @of_the_next_step(%x: memref<?xf32> {polymem.shape = ["M + 3"]}, %y: memref<?xf32> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %y, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%M) step (%c16) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%M, %i]
    %s = scratch.alloc()[%i] : memref<19xf32, #moving, #gpu.address_space<workgroup>>
    %r = scratch.alloc()[%i] : memref<16xf32, #row, #gpu.address_space<workgroup>>
    scratch.copy_in %y to %r over [#rows](%i, %M) : memref<?xf32> to memref<16xf32, #row, #gpu.address_space<workgroup>>
    scratch.tile (%k) = (%c0) to (%c4) step (%c1) {
      scratch.copy_in %x to %s over [#next](%i, %M, %k) : memref<?xf32> to memref<19xf32, #moving, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %j = 0 to 1 {
          %v = affine.load %s[%t + symbol(%k)] : memref<19xf32, #moving, #gpu.address_space<workgroup>>
          %u = affine.load %r[%t] : memref<16xf32, #row, #gpu.address_space<workgroup>>
          %w = arith.addf %u, %v : f32
          affine.store %w, %r[%t] : memref<16xf32, #row, #gpu.address_space<workgroup>>
        }
      }
    }
    scratch.copy_out %r to %y over [#rows](%i, %M) : memref<16xf32, #row, #gpu.address_space<workgroup>> to memref<?xf32>
  }
  return
}
