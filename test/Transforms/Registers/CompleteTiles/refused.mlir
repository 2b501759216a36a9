// What stays partial, with the reason, and as it was.
// RUN: polymem-opt %s --split-input-file --canonicalize -o %t.before
// RUN: polymem-opt %s --split-input-file --polymem-complete-tiles=block-size=4 --canonicalize -o %t.after --remarks-filter=polymem-complete-tiles --remark-policy=all 2>&1 | FileCheck %s --implicit-check-not=Completed
// RUN: diff %t.before %t.after
// RUN: not polymem-opt %s --split-input-file --polymem-complete-tiles='block-size=4 strict' -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT: error: {{.*}}'affine.load' in the tile is seen outside of it

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 1 - d0 >= 0)>

// An array that is in global memory.
// CHECK: remark: [Missed] OtherEffects {{.*}} Function=global | Remark="partial tiles are executed for themselves: 'affine.load' in the tile is seen outside of it, or not possible for all operands"
func.func @global(%x: memref<?xf32> {polymem.shape = ["M"]}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %x, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%M) step (%c16) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%M, %i]
    scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %j = 0 to %n {
        %v = affine.load %x[%t] : memref<?xf32>
        %w = arith.addf %v, %v : f32
        affine.store %w, %x[%t] : memref<?xf32>
      }
    }
  }
  return
}

// -----

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 1 - d0 >= 0)>

// Behind the border the divisor may be 0.
// CHECK: remark: [Missed] OtherEffects {{.*}} Function=division | Remark="partial tiles are executed for themselves: 'arith.remui' in the tile
func.func @division(%x: memref<?xi32> {polymem.shape = ["M"]}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %x, %c0 : memref<?xi32>
  scratch.tile (%i) = (%c0) to (%M) step (%c16) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%M, %i]
    %s = scratch.alloc()[%i] : memref<16xi32, #row, #gpu.address_space<workgroup>>
    scratch.copy_in %x to %s over [#rows](%i, %M) : memref<?xi32> to memref<16xi32, #row, #gpu.address_space<workgroup>>
    scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %j = 0 to %n {
        %v = affine.load %s[%t] : memref<16xi32, #row, #gpu.address_space<workgroup>>
        %w = arith.remui %v, %v : i32
        affine.store %w, %s[%t] : memref<16xi32, #row, #gpu.address_space<workgroup>>
      }
    }
    scratch.copy_out %s to %x over [#rows](%i, %M) : memref<16xi32, #row, #gpu.address_space<workgroup>> to memref<?xi32>
  }
  return
}

// -----

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 1 - d0 >= 0)>

// Four elements before the first one are loaded: so 20 cells would be needed, and there are 16.
// CHECK: remark: [Missed] NoCells {{.*}} Function=too_few_cells
func.func @too_few_cells(%x: memref<?xf32> {polymem.shape = ["M"]}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %x, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%M) step (%c16) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0 - 4, s1 + 16)>()[%M, %i]
    %s = scratch.alloc()[%i] : memref<16xf32, #row, #gpu.address_space<workgroup>>
    scratch.copy_in %x to %s over [#rows](%i, %M) : memref<?xf32> to memref<16xf32, #row, #gpu.address_space<workgroup>>
    scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %j = 0 to %n {
        %v = affine.load %s[%t + 4] : memref<16xf32, #row, #gpu.address_space<workgroup>>
        %w = arith.addf %v, %v : f32
        affine.store %w, %s[%t] : memref<16xf32, #row, #gpu.address_space<workgroup>>
      }
    }
    scratch.copy_out %s to %x over [#rows](%i, %M) : memref<16xf32, #row, #gpu.address_space<workgroup>> to memref<?xf32>
  }
  return
}

// -----

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 1 - d0 >= 0)>

// The last four elements are copied out, but not computed.
// CHECK: remark: [Missed] Seen {{.*}} Function=copied_out
func.func @copied_out(%x: memref<?xf32> {polymem.shape = ["M"]}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %x, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%M) step (%c16) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0 - 4, s1 + 16)>()[%M, %i]
    %s = scratch.alloc()[%i] : memref<16xf32, #row, #gpu.address_space<workgroup>>
    scratch.copy_in %x to %s over [#rows](%i, %M) : memref<?xf32> to memref<16xf32, #row, #gpu.address_space<workgroup>>
    scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %j = 0 to %n {
        %v = affine.load %s[%t] : memref<16xf32, #row, #gpu.address_space<workgroup>>
        %w = arith.addf %v, %v : f32
        affine.store %w, %s[%t] : memref<16xf32, #row, #gpu.address_space<workgroup>>
      }
    }
    scratch.copy_out %s to %x over [#rows](%i, %M) : memref<16xf32, #row, #gpu.address_space<workgroup>> to memref<?xf32>
  }
  return
}

// -----

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#two = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (32)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 1 - d0 >= 0)>

// Two iterations behind the border, of 8 each, store one element.
// CHECK: remark: [Missed] Race {{.*}} Function=two_at_once
func.func @two_at_once(%x: memref<?xf32> {polymem.shape = ["M"]}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %x, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%M) step (%c16) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%M, %i]
    %r = scratch.alloc()[%i] : memref<32xf32, #two, #gpu.address_space<workgroup>>
    scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %j = 0 to %n {
        affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%t)[%M] {
          %c = arith.constant 1.0 : f32
          affine.store %c, %r[symbol(%i) + (%t mod 8) + 16] : memref<32xf32, #two, #gpu.address_space<workgroup>>
        }
      }
    }
  }
  return
}

// -----

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 1 - d0 >= 0)>
#result = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 5 - d0 >= 0)>

// The last four elements of %y are copied, but not used: nobody knows whether they have values.
// CHECK: remark: [Missed] Unused {{.*}} Function=only_copied
func.func @only_copied(%x: memref<?xf32> {polymem.shape = ["M"]}, %y: memref<?xf32> {polymem.shape = ["M"]}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %x, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%M) step (%c16) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0 - 4, s1 + 16)>()[%M, %i]
    %s = scratch.alloc()[%i] : memref<16xf32, #row, #gpu.address_space<workgroup>>
    %t = scratch.alloc()[%i] : memref<16xf32, #row, #gpu.address_space<workgroup>>
    scratch.copy_in %x to %s over [#result](%i, %M) : memref<?xf32> to memref<16xf32, #row, #gpu.address_space<workgroup>>
    scratch.copy_in %y to %t over [#rows](%i, %M) : memref<?xf32> to memref<16xf32, #row, #gpu.address_space<workgroup>>
    scratch.tile (%k) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %j = 0 to %n {
        %v = affine.load %s[%k] : memref<16xf32, #row, #gpu.address_space<workgroup>>
        %u = affine.load %t[%k] : memref<16xf32, #row, #gpu.address_space<workgroup>>
        %w = arith.addf %v, %u : f32
        affine.store %w, %s[%k] : memref<16xf32, #row, #gpu.address_space<workgroup>>
      }
    }
    scratch.copy_out %s to %x over [#result](%i, %M) : memref<16xf32, #row, #gpu.address_space<workgroup>> to memref<?xf32>
  }
  return
}
