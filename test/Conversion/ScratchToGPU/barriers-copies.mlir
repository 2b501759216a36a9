// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=8,4" --canonicalize | FileCheck %s
// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=8,4 thread-locality=false" --canonicalize | FileCheck %s --check-prefix=OFF

// A thread that copies the elements that it also computes, or copies back,
// needs no barrier in between. 32 threads: 8 on x, 4 on y.

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (16, 8)>
#wide = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (16, 12)>
#folded = #scratch.mapping<(d0, d1)[s0] -> ((d0 - s0) mod 2, d1), extents = ()[s0] -> (2, 8)>
#set = affine_set<(d0, d1)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, -d0 + s1 - 1 >= 0, d1 >= 0, -d1 + 7 >= 0)>
#later = affine_set<(d0, d1)[s0, s1] : (d0 - s0 - 1 >= 0, -d0 + s0 + 15 >= 0, -d0 + s1 - 1 >= 0, d1 >= 0, -d1 + 7 >= 0)>
#next = affine_set<(d0, d1)[s0, s1] : (d0 - s0 - 4 >= 0, -d0 + s0 + 15 >= 0, -d0 + s1 - 1 >= 0, d1 >= 0, -d1 + 7 >= 0)>
#all = affine_set<(d0, d1)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, -d0 + s1 - 1 >= 0, d1 >= 0, -d1 + 11 >= 0)>
#rows = affine_set<(d0, d1)[s0, s1] : (d0 >= 0, -d0 + s1 - 1 >= 0, d1 >= 0, -d1 + 7 >= 0)>
#end = affine_map<()[s0, s1] -> (s0 + 16, s1)>

// Row-major over 8 columns, element (i, j) is copied by thread (j, i mod 4): as
// the tile distributes them, in four rounds.
// CHECK-LABEL: func @same_elements
// CHECK-NOT: gpu.barrier
// CHECK: return
// OFF-LABEL: func @same_elements
// OFF: gpu.barrier
func.func @same_elements(%A: memref<?x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c16) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%o] : memref<?x8xf32, #box, #ws>
    scratch.copy_in %A to %b over [#set](%o, %n) : memref<?x8xf32> to memref<?x8xf32, #box, #ws>
    %end = affine.min #end()[%o, %n]
    scratch.tile (%i, %j) = (%o, %c0) to (%end, %c8) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %x = affine.load %b[%i, %j] : memref<?x8xf32, #box, #ws>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%i, %j] : memref<?x8xf32, #box, #ws>
    }
    scratch.copy_out %b to %A over [#set](%o, %n) : memref<?x8xf32, #box, #ws> to memref<?x8xf32>
  }
  return
}

// With 12 columns the copy's rows and the tile's drift apart.
// CHECK-LABEL: func @other_columns
// CHECK-COUNT-2: gpu.barrier
// CHECK: return
func.func @other_columns(%A: memref<?x12xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c16) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%o] : memref<?x12xf32, #wide, #ws>
    scratch.copy_in %A to %b over [#all](%o, %n) : memref<?x12xf32> to memref<?x12xf32, #wide, #ws>
    %end = affine.min #end()[%o, %n]
    scratch.tile (%i, %j) = (%o, %c0) to (%end, %c12) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %x = affine.load %b[%i, %j] : memref<?x12xf32, #wide, #ws>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%i, %j] : memref<?x12xf32, #wide, #ws>
    }
    scratch.copy_out %b to %A over [#all](%o, %n) : memref<?x12xf32, #wide, #ws> to memref<?x12xf32>
  }
  return
}

// The tile transposes: thread (x, y) takes element (x, y).
// CHECK-LABEL: func @transposed
// CHECK-COUNT-2: gpu.barrier
// CHECK: return
func.func @transposed(%A: memref<?x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c16) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%o] : memref<?x8xf32, #box, #ws>
    scratch.copy_in %A to %b over [#set](%o, %n) : memref<?x8xf32> to memref<?x8xf32, #box, #ws>
    %end = affine.min #end()[%o, %n]
    scratch.tile (%i, %j) = (%o, %c0) to (%end, %c8) step (%c1, %c1) mapping [#gpu.thread<x>, #gpu.thread<y>] {
      %x = affine.load %b[%i, %j] : memref<?x8xf32, #box, #ws>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%i, %j] : memref<?x8xf32, #box, #ws>
    }
    scratch.copy_out %b to %A over [#set](%o, %n) : memref<?x8xf32, #box, #ws> to memref<?x8xf32>
  }
  return
}

// Axis y is free: the tile gives iteration i to thread (i mod 8, i div 8 mod 4),
// which is the thread that copies element i of a row.
// CHECK-LABEL: func @spare_axis
// CHECK-NOT: gpu.barrier
// CHECK: return
#line = #scratch.mapping<(d0) -> (d0), extents = () -> (100)>
#elements = affine_set<(d0) : (d0 >= 0, -d0 + 99 >= 0)>
func.func @spare_axis(%A: memref<100xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<100xf32, #line, #ws>
    scratch.copy_in %A to %b over [#elements]() : memref<100xf32> to memref<100xf32, #line, #ws>
    scratch.tile (%i) = (%c0) to (%c100) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %b[%i] : memref<100xf32, #line, #ws>
      affine.store %x, %A[%i] : memref<100xf32>
    }
  }
  return
}

// A second copy that begins one row later gives the elements to other threads,
// one that begins four rows later to the same.
// CHECK-LABEL: func @other_box
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.store
// CHECK: return
func.func @other_box(%A: memref<?x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c16) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%o] : memref<?x8xf32, #box, #ws>
    scratch.copy_in %A to %b over [#set](%o, %n) : memref<?x8xf32> to memref<?x8xf32, #box, #ws>
    scratch.copy_out %b to %A over [#later](%o, %n) : memref<?x8xf32, #box, #ws> to memref<?x8xf32>
  }
  return
}
// CHECK-LABEL: func @four_rows_later
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @four_rows_later(%A: memref<?x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c16) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%o] : memref<?x8xf32, #box, #ws>
    scratch.copy_in %A to %b over [#set](%o, %n) : memref<?x8xf32> to memref<?x8xf32, #box, #ws>
    scratch.copy_out %b to %A over [#next](%o, %n) : memref<?x8xf32, #box, #ws> to memref<?x8xf32>
  }
  return
}

// Other elements, but in cells of the first copy, and by other threads.
// CHECK-LABEL: func @folded_cells
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.store
// CHECK: return
#two = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 + 1 >= 0, d1 >= 0, -d1 + 7 >= 0)>
#others = affine_set<(d0, d1)[s0] : (d0 - s0 - 3 >= 0, -d0 + s0 + 4 >= 0, d1 >= 0, -d1 + 7 >= 0)>
func.func @folded_cells(%A: memref<160x8xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c160 = arith.constant 160 : index
  scratch.tile (%o) = (%c0) to (%c160) step (%c16) mapping [#gpu.block<x>] {
    %b = scratch.alloc()[%o] : memref<160x8xf32, #folded, #ws>
    scratch.copy_in %A to %b over [#two](%o) : memref<160x8xf32> to memref<160x8xf32, #folded, #ws>
    scratch.copy_in %A to %b over [#others](%o) : memref<160x8xf32> to memref<160x8xf32, #folded, #ws>
  }
  return
}

// The scan's number of rows is not constant: nothing is known of the threads.
// CHECK-LABEL: func @any_rows
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.store
// CHECK: return
#long = #scratch.mapping<(d0, d1)[s0] -> (d0, d1), extents = ()[s0] -> (s0, 8)>
func.func @any_rows(%A: memref<?x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%n] : memref<?x8xf32, #long, #ws>
    scratch.copy_in %A to %b over [#rows](%o, %n) : memref<?x8xf32> to memref<?x8xf32, #long, #ws>
    scratch.copy_out %b to %A over [#rows](%o, %n) : memref<?x8xf32, #long, #ws> to memref<?x8xf32>
  }
  return
}
