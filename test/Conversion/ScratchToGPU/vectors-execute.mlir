// Several elements at once are the elements one by one: for each type, where rows
// and views begin at multiples of vectors and where they do not, for boxes in
// the array and at its border. (`--checked`: aligned, in bounds, each element by
// one thread.)

// DEFINE: %{size} = 8,4
// DEFINE: %{sizes} = --sizes=n=0 --sizes=n=1 --sizes=n=31 --sizes=n=62 --sizes=n=64 --sizes=n=65 --sizes=n=96 --sizes=n=128 --sizes=n=67 --sizes=n=147
// DEFINE: %{entries} = --entry=floats --entry=halves --entry=bytes --entry=doubles --entry=view --entry=shifted --entry=row --entry=cube --entry=columns --entry=dynamic
// DEFINE: %{local} = false
// DEFINE: %{run} = polymem-run %s --emulate --checked --compare --machine=nvidia-h200 %{entries} %{sizes} --pipeline='convert-scratch-to-gpu{block-size=%{size} thread-locality=%{local}}' --reference-pipeline=convert-scratch-to-memref

// RUN: %{run}
// REDEFINE: %{size} = 7,3
// RUN: %{run}
// REDEFINE: %{size} = 64
// RUN: %{run}
// REDEFINE: %{size} = 1
// RUN: %{run}

// Where barriers are saved by who copies what, that stays.
// REDEFINE: %{size} = 8,4
// REDEFINE: %{local} = true
// RUN: %{run}

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (16, 32)>
#wide = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (16, 48)>
#tile = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, -d0 + s2 - 1 >= 0,
                                           d1 - s1 >= 0, -d1 + s1 + 31 >= 0, -d1 + s2 - 1 >= 0)>

func.func @floats(%A: memref<?x?xf32> {polymem.shape = ["n", "n"]}, %B: memref<?x?xf32> {polymem.shape = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c16, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xf32, #box, #ws>
    scratch.copy_in %A to %b over [#tile](%i, %j, %n) : memref<?x?xf32> to memref<?x?xf32, #box, #ws>
    scratch.copy_out %b to %B over [#tile](%i, %j, %n) : memref<?x?xf32, #box, #ws> to memref<?x?xf32>
  }
  return
}

func.func @halves(%A: memref<?x?xf16> {polymem.shape = ["n", "n"]}, %B: memref<?x?xf16> {polymem.shape = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %A, %c0 : memref<?x?xf16>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c16, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xf16, #box, #ws>
    scratch.copy_in %A to %b over [#tile](%i, %j, %n) : memref<?x?xf16> to memref<?x?xf16, #box, #ws>
    scratch.copy_out %b to %B over [#tile](%i, %j, %n) : memref<?x?xf16, #box, #ws> to memref<?x?xf16>
  }
  return
}

func.func @bytes(%A: memref<?x?xi8> {polymem.shape = ["n", "n"]}, %B: memref<?x?xi8> {polymem.shape = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %A, %c0 : memref<?x?xi8>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c16, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xi8, #wide, #ws>
    scratch.copy_in %A to %b over [#tile](%i, %j, %n) : memref<?x?xi8> to memref<?x?xi8, #wide, #ws>
    scratch.copy_out %b to %B over [#tile](%i, %j, %n) : memref<?x?xi8, #wide, #ws> to memref<?x?xi8>
  }
  return
}

func.func @doubles(%A: memref<?x?xf64> {polymem.shape = ["n", "n"]}, %B: memref<?x?xf64> {polymem.shape = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c16, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xf64, #box, #ws>
    scratch.copy_in %A to %b over [#tile](%i, %j, %n) : memref<?x?xf64> to memref<?x?xf64, #box, #ws>
    scratch.copy_out %b to %B over [#tile](%i, %j, %n) : memref<?x?xf64, #box, #ws> to memref<?x?xf64>
  }
  return
}

// A view of rows that are longer, from an odd column on.
func.func @view(%A: memref<?x?xi32> {polymem.shape = ["n + 3", "n + 7"]}, %B: memref<?x?xi32> {polymem.shape = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %B, %c0 : memref<?x?xi32>
  %v = memref.subview %A[3, 3] [%n, %n] [1, 1] : memref<?x?xi32> to memref<?x?xi32, strided<[?, 1], offset: ?>>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c16, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xi32, #box, #ws>
    scratch.copy_in %v to %b over [#tile](%i, %j, %n) : memref<?x?xi32, strided<[?, 1], offset: ?>> to memref<?x?xi32, #box, #ws>
    scratch.copy_out %b to %B over [#tile](%i, %j, %n) : memref<?x?xi32, #box, #ws> to memref<?x?xi32>
  }
  return
}

// The box begins at a column that is known at run time only; and in a buffer that
// holds more on its left.
#left = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1 + 4), extents = ()[s0, s1] -> (16, 36)>
#from = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, -d0 + s2 - 1 >= 0,
                                           d1 - s1 >= 0, -d1 + s1 + 31 >= 0, -d1 + s2 - 1 >= 0)>
func.func @shifted(%A: memref<?x?xi32> {polymem.shape = ["n", "n + 5"]}, %B: memref<?x?xi32> {polymem.shape = ["n", "n + 5"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c37 = arith.constant 37 : index
  %n = memref.dim %A, %c0 : memref<?x?xi32>
  %m = memref.dim %A, %c1 : memref<?x?xi32>
  %l = arith.minsi %n, %m : index
  scratch.tile (%i, %j) = (%c0, %c1) to (%n, %l) step (%c16, %c37) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %m)[%i, %j] : memref<?x?xi32, #left, #ws>
    scratch.copy_in %A to %b over [#from](%i, %j, %l) : memref<?x?xi32> to memref<?x?xi32, #left, #ws>
    scratch.copy_out %b to %B over [#from](%i, %j, %l) : memref<?x?xi32, #left, #ws> to memref<?x?xi32>
  }
  return
}

// One dimension, in two parts.
#cells = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (304)>
#low = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 247 >= 0, -d0 + s1 * 5 - 1 >= 0)>
#high = affine_set<(d0)[s0, s1] : (d0 - s0 - 260 >= 0, -d0 + s0 + 303 >= 0, -d0 + s1 * 5 - 1 >= 0)>
func.func @row(%A: memref<?xf32> {polymem.shape = ["5 * n"]}, %B: memref<?xf32> {polymem.shape = ["5 * n"]}, %C: memref<?xf32> {polymem.shape = ["n"]}) {
  %c0 = arith.constant 0 : index
  %c304 = arith.constant 304 : index
  %m = memref.dim %A, %c0 : memref<?xf32>
  %n = memref.dim %C, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%m) step (%c304) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%m)[%i] : memref<?xf32, #cells, #ws>
    scratch.copy_in %A to %b over [#low, #high](%i, %n) : memref<?xf32> to memref<?xf32, #cells, #ws>
    scratch.copy_out %b to %B over [#low, #high](%i, %n) : memref<?xf32, #cells, #ws> to memref<?xf32>
  }
  return
}

// Three dimensions, of rows that are no multiple of 16 bytes.
#block = #scratch.mapping<(d0, d1, d2)[s0, s1] -> (d0 - s0, d1 - s1, d2), extents = ()[s0, s1] -> (4, 5, 10)>
#part = affine_set<(d0, d1, d2)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 3 >= 0, -d0 + s2 - 1 >= 0,
                                               d1 - s1 >= 0, -d1 + s1 + 4 >= 0, -d1 + s2 - 1 >= 0,
                                               d2 >= 0, -d2 + 9 >= 0, -d2 + s2 - 1 >= 0)>
func.func @cube(%A: memref<?x?x?xi32> {polymem.shape = ["n", "n", "n"]}, %B: memref<?x?x?xi32> {polymem.shape = ["n", "n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %n = memref.dim %A, %c0 : memref<?x?x?xi32>
  %m = arith.minsi %n, %c9 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%m, %m) step (%c4, %c5) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n, %n)[%i, %j] : memref<?x?x?xi32, #block, #ws>
    scratch.copy_in %A to %b over [#part](%i, %j, %n) : memref<?x?x?xi32> to memref<?x?x?xi32, #block, #ws>
    scratch.copy_out %b to %B over [#part](%i, %j, %n) : memref<?x?x?xi32, #block, #ws> to memref<?x?x?xi32>
  }
  return
}

// Rows of the buffer are columns of the array: no vectors.
#turned = #scratch.mapping<(d0, d1)[s0, s1] -> (d1 - s1, d0 - s0), extents = ()[s0, s1] -> (32, 16)>
func.func @columns(%A: memref<?x?xi32> {polymem.shape = ["n", "n"]}, %B: memref<?x?xi32> {polymem.shape = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %A, %c0 : memref<?x?xi32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c16, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xi32, #turned, #ws>
    scratch.copy_in %A to %b over [#tile](%i, %j, %n) : memref<?x?xi32> to memref<?x?xi32, #turned, #ws>
    scratch.copy_out %b to %B over [#tile](%i, %j, %n) : memref<?x?xi32, #turned, #ws> to memref<?x?xi32>
  }
  return
}

// In dynamic shared memory.
#large = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (128, 128)>
#slab = affine_set<(d0, d1)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 127 >= 0, -d0 + s1 - 1 >= 0,
                                       d1 >= 0, -d1 + 127 >= 0, -d1 + s1 * 2 - 1 >= 0)>
func.func @dynamic(%A: memref<?x?xi32> {polymem.shape = ["n", "2 * n"]}, %B: memref<?x?xi32> {polymem.shape = ["n", "2 * n"]}) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %n = memref.dim %A, %c0 : memref<?x?xi32>
  scratch.tile (%i) = (%c0) to (%n) step (%c128) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i] : memref<?x?xi32, #large, #ws>
    scratch.copy_in %A to %b over [#slab](%i, %n) : memref<?x?xi32> to memref<?x?xi32, #large, #ws>
    scratch.copy_out %b to %B over [#slab](%i, %n) : memref<?x?xi32, #large, #ws> to memref<?x?xi32>
  }
  return
}
