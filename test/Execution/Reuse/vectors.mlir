// movement=vector: rows of 34 elements that begin one before a multiple of 4 are loaded as rows of 40, by vectors of 4: for each
// of two blocks 66 rows of 10 vectors, 16 bytes each, instead of 34 elements.
//
// DEFINE: %{movement} = vector
// DEFINE: %{run} = polymem-run %s --compare --emulate --emulator-seed=1..4 --count --pipeline='polymem-tile{block-sizes=64,32 sizes=8,32 mapping=gpu},scratch-promote{movement=exact},scratch-hoist-copies,scratch-reuse{strict movement=%{movement}},convert-scratch-to-gpu'
// RUN: %{run} --entry=even --check | FileCheck %s --check-prefixes=CHECK,VECTOR
// RUN: %{run} --entry=ends | FileCheck %s --check-prefixes=CHECK
// REDEFINE: %{movement} = exact
// RUN: %{run} --entry=even | FileCheck %s --check-prefixes=CHECK,EXACT
// REDEFINE: %{movement} = box
// RUN: %{run} --entry=even --check | FileCheck %s --check-prefixes=CHECK,BOX
//
// Arrays that end in the middle of a vector.
// REDEFINE: %{movement} = vector
// DEFINE: %{line} = scratch-promote{promote-all memory-space=default},scratch-reuse{movement=vector strict},convert-scratch-to-memref
// RUN: polymem-run %s --compare --check --check-bounds --entry=line --pipeline='polymem-tile{sizes=8},%{line}' | FileCheck %s
// RUN: polymem-run %s --compare --check --check-bounds --entry=line_at_run_time --sizes=n=0 --sizes=n=1 --sizes=n=2 --sizes=n=9 --sizes=n=21 --pipeline='polymem-tile{sizes=8},%{line}' | FileCheck %s
//
// Sizes that are given at run time: rows may end in the middle of a vector.
// DEFINE: %{sizes} = polymem-run %s --entry=columns --compare --check --emulate --emulator-seed=1..4 --pipeline='polymem-tile{block-sizes=32,32 sizes=8,32 mapping=gpu},scratch-promote,scratch-hoist-copies,scratch-reuse{movement=vector strict},convert-scratch-to-gpu'
// RUN: %{sizes} --sizes=n=2,m=2 --sizes=n=3,m=3 --sizes=n=9,m=40 --sizes=n=10,m=34 --sizes=n=11,m=37 --sizes=n=67,m=33 | FileCheck %s
//
// CHECK: identical
// CHECK-NOT: different
// VECTOR: global load {{[0-9]+}} 1320 21120
// BOX: global load {{[0-9]+ [0-9]+}} 17952
// EXACT: global load {{[0-9]+ [0-9]+}} 17920
//
// Nothing is widened where others in the launch write the array, where tiles do, or of rows that begin anywhere.
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=8,8},scratch-promote{promote-all},scratch-reuse{movement=vector}))' --remarks-filter=scratch-reuse --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: NotWider {{.*}}Function=odd_rows{{.*}}its rows have 67 elements, no multiple of 4
// REMARK: NotWider {{.*}}Function=in_place{{.*}}tiles write the array
// REMARK: NotWider {{.*}}Function=written_elsewhere{{.*}}others in the launch write the array

func.func @even(%A: memref<66x72xf32>, %B: memref<66x72xf32>) {
  affine.for %i = 1 to 65 {
    affine.for %j = 4 to 68 {
      %n = affine.load %A[%i - 1, %j] : memref<66x72xf32>
      %s = affine.load %A[%i + 1, %j] : memref<66x72xf32>
      %w = affine.load %A[%i, %j - 1] : memref<66x72xf32>
      %e = affine.load %A[%i, %j + 1] : memref<66x72xf32>
      %0 = arith.addf %n, %s : f32
      %1 = arith.addf %w, %e : f32
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %B[%i, %j] : memref<66x72xf32>
    }
  }
  return
}

// The last vector is the array's last one.
func.func @ends(%A: memref<66x68xf32>, %B: memref<66x68xf32>) {
  affine.for %i = 1 to 65 {
    affine.for %j = 1 to 67 {
      %n = affine.load %A[%i - 1, %j] : memref<66x68xf32>
      %s = affine.load %A[%i + 1, %j] : memref<66x68xf32>
      %w = affine.load %A[%i, %j - 1] : memref<66x68xf32>
      %e = affine.load %A[%i, %j + 1] : memref<66x68xf32>
      %0 = arith.addf %n, %s : f32
      %1 = arith.addf %w, %e : f32
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %B[%i, %j] : memref<66x68xf32>
    }
  }
  return
}

func.func @columns(%A: memref<?x?xf32> {polymem.shape = ["n", "m"]}, %B: memref<?x?xf32> {polymem.shape = ["n", "m"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%m] {
      %x = affine.load %A[%i - 1, %j - 1] : memref<?x?xf32>
      %y = affine.load %A[%i + 1, %j + 1] : memref<?x?xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @odd_rows(%A: memref<66x67xf32>, %B: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %A[%i, %j] : memref<66x67xf32>
      %y = affine.load %A[%i + 1, %j + 1] : memref<66x67xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %B[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

func.func @in_place(%A: memref<66x68xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %A[%i, %j] : memref<66x68xf32>
      %y = affine.load %A[%i + 1, %j + 1] : memref<66x68xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %A[%i, %j] : memref<66x68xf32>
    }
  }
  return
}

func.func @line(%A: memref<22xf32>, %B: memref<22xf32>) {
  affine.for %i = 1 to 21 {
    %x = affine.load %A[%i - 1] : memref<22xf32>
    %y = affine.load %A[%i + 1] : memref<22xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %B[%i] : memref<22xf32>
  }
  return
}

func.func @line_at_run_time(%A: memref<?xf32> {polymem.shape = ["n + 1"]}, %B: memref<?xf32> {polymem.shape = ["n"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %B, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = affine.load %A[%i + 1] : memref<?xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Rows that no tile of the block reads are written by another block.
func.func @written_elsewhere(%A: memref<68x64xf32>, %B: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %v = arith.constant 1.0 : f32
  scratch.tile (%b) = (%c0) to (%c64) step (%c32) mapping [#gpu.block<x>] {
    scratch.tile (%i) = (%c0) to (%c64) step (%c8) {
      affine.for %k = %i to affine_map<(d0) -> (d0 + 8)>(%i) {
        affine.for %j = %b to affine_map<(d0) -> (d0 + 30)>(%b) {
          %x = affine.load %A[%k, %j] : memref<68x64xf32>
          %y = affine.load %A[%k + 1, %j] : memref<68x64xf32>
          %z = arith.addf %x, %y : f32
          affine.store %z, %B[%k, %j] : memref<64x64xf32>
        }
      }
    }
    affine.store %v, %A[66, symbol(%b)] : memref<68x64xf32>
  }
  return
}
