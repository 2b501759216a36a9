// Tiles that hand their buffers on, with fewer iterations than a tile has, as
// many, and more: what the program computes is the same, and that is proved.
//
// DEFINE: %{run} = polymem-run %s --compare
// DEFINE: %{reuse} = scratch-promote{promote-all},scratch-hoist-copies,scratch-reuse{strict}
// DEFINE: %{cpu} = --reference-pipeline=convert-scratch-to-memref --pipeline='%{reuse},convert-scratch-to-memref'
// DEFINE: %{tiled} = --check --pipeline='polymem-tile{sizes=arg2},%{reuse},convert-scratch-to-memref'
// RUN: %{run} --entry=running_sum %{cpu} --sizes=n=0 --sizes=n=1 --sizes=n=2 --sizes=n=8 --sizes=n=9 --sizes=n=10 --sizes=n=17 --sizes=n=63 | FileCheck %s
// RUN: %{run} --entry=product %{cpu} --sizes=n=0 --sizes=n=1 --sizes=n=2 --sizes=n=8 --sizes=n=9 --sizes=n=16 --sizes=n=43 | FileCheck %s
// RUN: %{run} --entry=sometimes %{cpu} --sizes=n=0 --sizes=n=1 --sizes=n=2 --sizes=n=9 --sizes=n=10 --sizes=n=45 | FileCheck %s
// RUN: %{run} --entry=window %{tiled} --sizes=n=0,s=3 --sizes=n=1,s=1 --sizes=n=2,s=1 --sizes=n=40,s=1 --sizes=n=41,s=7 --sizes=n=5,s=9 --sizes=n=40,s=39 | FileCheck %s
// RUN: %{run} --entry=halo %{cpu} | FileCheck %s
// RUN: %{run} --entry=beyond %{cpu} | FileCheck %s
// RUN: %{run} --entry=backwards %{cpu} --sizes=n=0 --sizes=n=1 --sizes=n=2 --sizes=n=9 --sizes=n=40 | FileCheck %s
//
// A tile of two dimensions is a strip in its last one, or as a whole.
// DEFINE: %{grid} = --check --sizes=n=2,m=2 --sizes=n=3,m=3 --sizes=n=9,m=5 --sizes=n=10,m=34 --sizes=n=19,m=7
// RUN: %{run} --entry=five_point %{grid} --pipeline='polymem-tile{sizes=4,3},%{reuse},convert-scratch-to-memref' | FileCheck %s
// RUN: %{run} --entry=five_point %{grid} --pipeline='polymem-tile{sizes=4,3},scratch-promote{promote-all memory-space=default},scratch-reuse{strip=2 strict},convert-scratch-to-memref' | FileCheck %s
//
// On the device emulator, which looks for races and for cells that nobody wrote.
// DEFINE: %{gpu} = --emulate --emulator-seed=1..4 --pipeline='polymem-to-emulator{block-sizes=32,32 sizes=8,32 reuse=always}'
// RUN: %{run} --entry=five_point %{gpu} --sizes=n=2,m=2 --sizes=n=3,m=3 --sizes=n=9,m=40 --sizes=n=10,m=34 --sizes=n=11,m=35 --sizes=n=67,m=33 | FileCheck %s
// RUN: %{run} --entry=columns %{gpu} --sizes=n=1,m=1 --sizes=n=2,m=3 --sizes=n=9,m=40 --sizes=n=33,m=64 --sizes=n=66,m=33 | FileCheck %s
//
// CHECK: identical
// CHECK-NOT: different


#end = affine_map<()[s0, s1] -> (s0 + 8, s1)>

func.func @running_sum(%A: memref<?x6xf32> {polymem.shape = ["n", "6"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %A, %c0 : memref<?x6xf32>
  scratch.tile (%t) = (%c1) to (%n) step (%c8) {
    affine.for %i = %t to min #end()[%t, %n] {
      affine.for %j = 0 to 6 {
        %x = affine.load %A[%i - 1, %j] : memref<?x6xf32>
        %y = affine.load %A[%i, %j] : memref<?x6xf32>
        %z = arith.addf %x, %y : f32
        affine.store %z, %A[%i, %j] : memref<?x6xf32>
      }
    }
  }
  return
}

func.func @product(%A: memref<?xf32> {polymem.shape = ["n"]}, %C: memref<?xf32> {polymem.shape = ["n + 3"]}) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  scratch.tile (%t) = (%c0) to (%n) step (%c8) {
    affine.for %i = %t to min #end()[%t, %n] {
      affine.for %j = 0 to 4 {
        %a = affine.load %A[%i] : memref<?xf32>
        %c = affine.load %C[%i + %j] : memref<?xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %C[%i + %j] : memref<?xf32>
      }
    }
  }
  return
}

func.func @sometimes(%A: memref<?xf32> {polymem.shape = ["n + 2"]}, %B: memref<?xf32> {polymem.shape = ["n"]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %B, %c0 : memref<?xf32>
  scratch.tile (%t) = (%c1) to (%n) step (%c8) {
    affine.for %i = %t to min #end()[%t, %n] {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 2] : memref<?xf32>
      %c = arith.cmpf olt, %a, %x : f32
      scf.if %c {
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[%i] : memref<?xf32>
      }
    }
  }
  return
}

func.func @window(%A: memref<?xf32> {polymem.shape = ["n"]}, %B: memref<?xf32> {polymem.shape = ["n"]}, %s: index {polymem.param = "s"}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 1 to %n {
    %x = affine.load %A[%i - 1] : memref<?xf32>
    %y = affine.load %A[%i] : memref<?xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Redundant iterations: tiles are those that are executed.
func.func @halo(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
    affine.for %i = %t to affine_map<(d0) -> (d0 + 10)>(%t) {
      %a = affine.load %A[%i] : memref<98xf32>
      affine.store %a, %B[%i] : memref<98xf32>
    }
  }
  return
}

// The last tile ends behind the bound of the loop over tiles: no tile begins
// there that would write its last element again.
func.func @beyond(%A: memref<24xf32>, %C: memref<25xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c20 = arith.constant 20 : index
  scratch.tile (%t) = (%c0) to (%c20) step (%c8) {
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %a = affine.load %A[%i] : memref<24xf32>
      %c = affine.load %C[%i] : memref<25xf32>
      %s = arith.addf %a, %c : f32
      affine.store %a, %C[%i] : memref<25xf32>
      affine.store %s, %C[%i + 1] : memref<25xf32>
    }
  }
  return
}

// The window slides down.
func.func @backwards(%A: memref<?xf32> {polymem.shape = ["n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  scratch.tile (%t) = (%c1) to (%n) step (%c8) {
    affine.for %i = %t to min #end()[%t, %n] {
      %x = affine.load %A[-%i + symbol(%n)] : memref<?xf32>
      %y = affine.load %A[-%i + symbol(%n) - 1] : memref<?xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %A[-%i + symbol(%n) - 1] : memref<?xf32>
    }
  }
  return
}

func.func @five_point(%A: memref<?x?xf32> {polymem.shape = ["n", "m"]}, %B: memref<?x?xf32> {polymem.shape = ["n", "m"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%m] {
      %u = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %d = affine.load %A[%i + 1, %j] : memref<?x?xf32>
      %l = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %r = affine.load %A[%i, %j + 1] : memref<?x?xf32>
      %0 = arith.addf %u, %d : f32
      %1 = arith.addf %l, %r : f32
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// A row is what the tile before this one left.
func.func @columns(%A: memref<?x?xf32> {polymem.shape = ["n", "m"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %y = affine.load %A[%i, %j] : memref<?x?xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
