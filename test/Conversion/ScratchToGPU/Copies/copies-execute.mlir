// What threads copy is what the set has, each element once (with `--checked`, two
// threads at one element are a race), and nothing else: what was there stays.

// DEFINE: %{size} = 7,3
// DEFINE: %{sizes} = --sizes=n=0 --sizes=n=1 --sizes=n=9 --sizes=n=40 --sizes=n=67
// DEFINE: %{entries} = --entry=border --entry=star --entry=skewed --entry=parametric --entry=factors --entry=parts --entry=rounded
// DEFINE: %{run} = polymem-run %s --emulate --checked --compare --machine=nvidia-h200 %{entries} %{sizes} --pipeline='convert-scratch-to-gpu{block-size=%{size}}' --reference-pipeline=convert-scratch-to-memref

// RUN: %{run}
// REDEFINE: %{size} = 32,8
// RUN: %{run}
// REDEFINE: %{size} = 5,1,3
// RUN: %{run}
// REDEFINE: %{size} = 96
// RUN: %{run}
// REDEFINE: %{size} = 1
// RUN: %{run}

#ws = #gpu.address_space<workgroup>
#all2 = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0 + 1, d1 - s1 + 1), extents = ()[s0, s1] -> (19, 34)>
#all3 = #scratch.mapping<(d0, d1, d2)[s0, s1] -> (d0 - s0 + 1, d1 - s1 + 1, d2 + 1), extents = ()[s0, s1] -> (6, 7, 11)>

// The box around a tile, cut off by the array, which is inside for some tiles.
#halo = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 + 1 >= 0, -d0 + s0 + 17 >= 0, d0 >= 0, -d0 + s2 - 1 >= 0,
                                           d1 - s1 + 1 >= 0, -d1 + s1 + 32 >= 0, d1 >= 0, -d1 + s2 - 1 >= 0)>
#tile = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 16 >= 0, -d0 + s2 - 1 >= 0,
                                           d1 - s1 >= 0, -d1 + s1 + 31 >= 0, -d1 + s2 - 1 >= 0)>
func.func @border(%A: memref<?x?xi32> {polymem.shape = ["n", "n"]}, %B: memref<?x?xi32> {polymem.shape = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c17 = arith.constant 17 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %A, %c0 : memref<?x?xi32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c17, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xi32, #all2, #ws>
    scratch.copy_in %A to %b over [#halo](%i, %j, %n) : memref<?x?xi32> to memref<?x?xi32, #all2, #ws>
    scratch.copy_out %b to %B over [#tile](%i, %j, %n) : memref<?x?xi32, #all2, #ws> to memref<?x?xi32>
  }
  return
}

// Three dimensions without the corners: nothing is inside.
#star = affine_set<(d0, d1, d2)[s0, s1, s2] : (d0 - s0 + 1 >= 0, -d0 + s0 + 4 >= 0, d0 >= 0, -d0 + s2 - 1 >= 0,
                                               d1 - s1 + 1 >= 0, -d1 + s1 + 5 >= 0, d1 >= 0, -d1 + s2 - 1 >= 0,
                                               d2 + 1 >= 0, -d2 + 9 >= 0, d2 >= 0, -d2 + s2 - 1 >= 0,
                                               d0 + d1 - s0 - s1 + 1 >= 0, d0 - d1 - s0 + s1 + 5 >= 0,
                                               d1 + d2 - s1 >= 0, -d0 - d2 + s0 + 13 >= 0, d0 - d2 - s0 + 9 >= 0)>
func.func @star(%A: memref<?x?x?xi32> {polymem.shape = ["n", "n", "n"]}, %B: memref<?x?x?xi32> {polymem.shape = ["n", "n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %n = memref.dim %A, %c0 : memref<?x?x?xi32>
  %m = arith.minsi %n, %c9 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%m, %m) step (%c9, %c9) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n, %n)[%i, %j] : memref<?x?x?xi32, #all3, #ws>
    scratch.copy_in %A to %b over [#star](%i, %j, %n) : memref<?x?x?xi32> to memref<?x?x?xi32, #all3, #ws>
    scratch.copy_out %b to %B over [#star](%i, %j, %n) : memref<?x?x?xi32, #all3, #ws> to memref<?x?x?xi32>
  }
  return
}

// A triangle and a diagonal.
#triangle = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 16 >= 0, -d0 + s2 - 1 >= 0,
                                               d1 - s1 >= 0, -d1 + s1 + 31 >= 0, d0 - d1 >= 0, d1 >= 0)>
#diagonal = affine_set<(d0, d1)[s0, s1, s2] : (d1 - d0 - 1 == 0, d0 - s0 >= 0, -d0 + s0 + 16 >= 0, -d0 + s2 - 1 >= 0,
                                               d1 - s1 >= 0, -d1 + s1 + 31 >= 0, -d1 + s2 - 1 >= 0)>
func.func @skewed(%A: memref<?x?xi32> {polymem.shape = ["n", "n"]}, %B: memref<?x?xi32> {polymem.shape = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c17 = arith.constant 17 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %A, %c0 : memref<?x?xi32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c17, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xi32, #all2, #ws>
    scratch.copy_in %A to %b over [#triangle, #diagonal](%i, %j, %n) : memref<?x?xi32> to memref<?x?xi32, #all2, #ws>
    scratch.copy_out %b to %B over [#triangle, #diagonal](%i, %j, %n) : memref<?x?xi32, #all2, #ws> to memref<?x?xi32>
  }
  return
}

// Rows of run-time length, as many as there are, and part of them.
#dynamic = #scratch.mapping<(d0, d1)[s0] -> (d0, d1), extents = ()[s0] -> (s0 + 1, s0 + 1)>
#square = affine_set<(d0, d1)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0, d1 >= 0, -d1 + s0 - 1 >= 0)>
#half = affine_set<(d0, d1)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0, d1 >= 0, -d1 + s0 - 1 >= 0, -d0 - d1 + s0 >= 0)>
func.func @parametric(%A: memref<?x?xi32> {polymem.shape = ["n", "n"]}, %B: memref<?x?xi32> {polymem.shape = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xi32>
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%n] : memref<?x?xi32, #dynamic, #ws>
    scratch.copy_in %A to %b over [#square](%n) : memref<?x?xi32> to memref<?x?xi32, #dynamic, #ws>
    scratch.copy_out %b to %B over [#half](%n) : memref<?x?xi32, #dynamic, #ws> to memref<?x?xi32>
  }
  return
}

// Bounds with factors are rounded to what is inside.
#factors = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 16 >= 0, -d0 + s2 - 1 >= 0,
                                              d1 - s1 >= 0, -d1 + s1 + 31 >= 0, -d1 + s2 - 1 >= 0,
                                              d1 * 3 - d0 * 2 - s0 - 1 >= 0, -d1 * 5 - d0 + s0 * 4 + s1 * 5 + s2 * 2 + 1 >= 0)>
func.func @factors(%A: memref<?x?xi32> {polymem.shape = ["n", "n"]}, %B: memref<?x?xi32> {polymem.shape = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c17 = arith.constant 17 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %A, %c0 : memref<?x?xi32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c17, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xi32, #all2, #ws>
    scratch.copy_in %A to %b over [#factors](%i, %j, %n) : memref<?x?xi32> to memref<?x?xi32, #all2, #ws>
    scratch.copy_out %b to %B over [#factors](%i, %j, %n) : memref<?x?xi32, #all2, #ws> to memref<?x?xi32>
  }
  return
}

// One dimension, in two parts, one of which is there for large n only.
#cells = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (300)>
#low = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 250 >= 0, -d0 + s1 * 5 - 1 >= 0)>
#high = affine_set<(d0)[s0, s1] : (d0 - s0 - 260 >= 0, -d0 + s0 + 299 >= 0, -d0 + s1 * 5 - 1 >= 0, s1 - 60 >= 0)>
func.func @parts(%A: memref<?xi32> {polymem.shape = ["5 * n"]}, %B: memref<?xi32> {polymem.shape = ["5 * n"]}, %C: memref<?xi32> {polymem.shape = ["n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?xi32>
  %n = memref.dim %C, %c0 : memref<?xi32>
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%m)[%i] : memref<?xi32, #cells, #ws>
    scratch.copy_in %A to %b over [#low, #high](%i, %n) : memref<?xi32> to memref<?xi32, #cells, #ws>
    scratch.copy_out %b to %B over [#low, #high](%i, %n) : memref<?xi32, #cells, #ws> to memref<?xi32>
  }
  return
}

// Every other element, by a remainder, in a buffer that is used modulo its size.
#modulo = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 mod 17, d1 mod 32), extents = ()[s0, s1] -> (17, 32)>
#even = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 16 >= 0, -d0 + s2 - 1 >= 0,
                                           d1 - s1 >= 0, -d1 + s1 + 31 >= 0, -d1 + s2 - 1 >= 0, (d0 + d1) mod 2 == 0)>
func.func @rounded(%A: memref<?x?xi32> {polymem.shape = ["n", "n"]}, %B: memref<?x?xi32> {polymem.shape = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c17 = arith.constant 17 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %A, %c0 : memref<?x?xi32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c17, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xi32, #modulo, #ws>
    scratch.copy_in %A to %b over [#even](%i, %j, %n) : memref<?x?xi32> to memref<?x?xi32, #modulo, #ws>
    scratch.copy_out %b to %B over [#even](%i, %j, %n) : memref<?x?xi32, #modulo, #ws> to memref<?x?xi32>
  }
  return
}
