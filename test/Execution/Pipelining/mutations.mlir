// Each mistake that a pass for pipelines could make, put into what scratch-pipeline makes of two loops, and which part of
// polymem-check finds it. `halo` hands on what tiles have in common; `twice` stores a tile late. Mistakes in how GPU code waits:
// faults.test.
//
// DEFINE: %{passes} = polymem-tile{sizes=8},scratch-promote{promote-all},scratch-hoist-copies,scratch-reuse,scratch-pipeline{stages=3 store-lag=1 strict},scratch-expand-pipeline,canonicalize,cse
// DEFINE: %{check} = polymem-opt --polymem-check=print -o /dev/null
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-mark-origin,%{passes}))' -o %t
// RUN: %{check} %t 2>&1 | FileCheck %s
// CHECK-NOT: {{violated|VIOLATED|not decided}}
// CHECK: check @halo
// CHECK-NOT: {{violated|VIOLATED|not decided}}
// CHECK: check @twice
// CHECK-NOT: {{violated|VIOLATED|not decided}}
//
// A tile's cells fewer, of the buffer that is handed on and of the one that is both loaded and stored late.
// RUN: sed 's/d0 mod 26/d0 mod 18/; s/-> (26)/-> (18)/' %t | not %{check} 2>&1 | FileCheck %s --check-prefixes=HALO,STORAGE
// RUN: sed 's/s0) mod 32/s0) mod 24/; s/-> (32)/-> (24)/' %t | not %{check} 2>&1 | FileCheck %s --check-prefixes=TWICE,STORAGE
//
// Copies a tile further ahead than there are cells for.
// RUN: sed 's/-> (s0 + 16)>/-> (s0 + 24)>/' %t | not %{check} 2>&1 | FileCheck %s --check-prefixes=HALO,STORAGE
//
// A wait for the copy of the tile behind this one, and none.
// RUN: sed 's/scratch.wait %\(.*\)_3/scratch.wait %\1_4/' %t | not %{check} 2>&1 | FileCheck %s --check-prefixes=HALO,ASYNCHRONY
// RUN: sed '/scratch.wait/d' %t | not %{check} 2>&1 | FileCheck %s --check-prefixes=HALO,ASYNCHRONY
//
// The first tile's copy is not made, nor is the second one's.
// RUN: sed 's/d0 - 2 >= 0, -d0 + s0 >= 0, s0 - 2 >= 0/d0 - 2 >= 0, -d0 + s0 >= 0, -1 >= 0/' %t | not %{check} 2>&1 | FileCheck %s --check-prefixes=HALO,DATAFLOW
// RUN: sed 's/, s0 - 10 >= 0/, -1 >= 0/' %t | not %{check} 2>&1 | FileCheck %s --check-prefixes=HALO,DATAFLOW
//
// A row of the halo is not loaded: the first tile's first one, its last one, and the last one of a tile that is loaded ahead.
// RUN: sed 's/0 == 0, d0 >= 0/0 == 0, d0 - 1 >= 0/' %t | not %{check} 2>&1 | FileCheck %s --check-prefixes=HALO,DATAFLOW
// RUN: sed 's/-d0 + 9 >= 0, d0 - 2/-d0 + 8 >= 0, d0 - 2/' %t | not %{check} 2>&1 | FileCheck %s --check-prefixes=HALO,DATAFLOW
// RUN: sed 's/-d0 + s0 + 8 >= 0, d0 - s0 - 1/-d0 + s0 + 7 >= 0, d0 - s0 - 1/' %t | not %{check} 2>&1 | FileCheck %s --check-prefixes=HALO,DATAFLOW
//
// A tile too many (it computes, but what it computes is not stored), and one too few.
// DEFINE: %{bound} = s/^\( *\)\(.*scratch.tile .*\) to (\(%[a-z0-9]*\)) step/\1%other = affine.apply affine_map<()[s0] -> (s0
// RUN: sed -e '%{bound} + 8)>()[\3]\n\1\2 to (%other) step/' -e 's/-> (s0, s1 + 8)>/-> (s0 + 8, s1 + 8)>/' %t | not %{check} 2>&1 | FileCheck %s --check-prefixes=HALO,MANY
// RUN: sed -e '%{bound} - 8)>()[\3]\n\1\2 to (%other) step/' %t | not %{check} 2>&1 | FileCheck %s --check-prefixes=HALO,INSTANCES
//
// A store before its tile has computed, and the last tile's store left out.
// RUN: sed 's/-> (s0 - 8)>/-> (s0)>/' %t | not %{check} 2>&1 | FileCheck %s --check-prefixes=HALO,LIVE
// RUN: sed '/^    scratch.copy_out/d' %t | not %{check} 2>&1 | FileCheck %s --check-prefixes=HALO,LIVE
//
// HALO: check @halo
// TWICE: check @twice
// INSTANCES: instances: VIOLATED
// MANY: instances: REFUSED: {{.*}} is executed, which the original does not do
// DATAFLOW: dataflow: VIOLATED
// LIVE: live-out: VIOLATED
// STORAGE: storage: VIOLATED
// ASYNCHRONY: asynchrony: VIOLATED
func.func @halo(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %x = affine.load %A[%i - 1] : memref<?xf32>
    %y = affine.load %A[%i + 1] : memref<?xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @twice(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[%i] : memref<?xf32>
  }
  return
}
