// Loops that stay outside, statements beside nests, values that cross them,
// temporaries, conditions, triangles and steps: components compute what the
// program does, and that is proved.

// DEFINE: %{tile} = polymem-tile{mapping=prem machine=prem-gu2023 strict}
// DEFINE: %{promote} = scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-memref{reverse-mapped}
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --check-bounds --pipeline='%{tile},%{promote}'
// RUN: %{run} --entry=apart | FileCheck %s
// RUN: %{run} --check --entry=triangle | FileCheck %s
// RUN: %{run} --check --entry=steps | FileCheck %s
// RUN: %{run} --check --entry=temporaries | FileCheck %s
// CHECK: identical
// CHECK-NOT: different

// The sum is handed on in memory, for it has too many terms for one tile.
func.func @apart(%A: memref<20000xf32>, %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 20000 iter_args(%s = %zero) -> f32 {
    %a = affine.load %A[%i] : memref<20000xf32>
    %next = arith.addf %s, %a : f32
    affine.yield %next : f32
  }
  affine.for %i = 0 to 8 {
    %b = affine.load %B[%i] : memref<8xf32>
    %scaled = arith.mulf %b, %sum : f32
    affine.store %scaled, %B[%i] : memref<8xf32>
  }
  return
}

func.func @triangle(%A: memref<17x17xf32>, %x: memref<17xf32>) {
  affine.for %i = 0 to 17 {
    affine.for %j = affine_map<(i) -> (i)>(%i) to 17 {
      affine.for %k = 0 to affine_map<(i, j) -> (j - i)>(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<17x17xf32>
        %b = affine.load %x[%k] : memref<17xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[%i, %j] : memref<17x17xf32>
      }
    }
  } {prem.plan = #prem.plan<tile = [3, 2, 4], groups = [4, 2, 1]>}
  return
}

func.func @steps(%A: memref<40x24xf32>, %B: memref<40xf32>) {
  affine.for %t = 0 to 5 {
    %next = affine.apply affine_map<(t) -> (2 * t + 1)>(%t)
    %first = affine.load %B[%t] : memref<40xf32>
    affine.store %first, %B[%next] : memref<40xf32>
    affine.for %i = 8 to 37 step 3 {
      affine.for %j = 1 to 24 step 2 {
        %a = affine.load %A[%i, %j - 1] : memref<40x24xf32>
        %b = affine.load %B[%i + %next - 8] : memref<40xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[%i, %j] : memref<40x24xf32>
      }
    } {prem.plan = #prem.plan<tile = [2, 5], groups = [3, 1]>}
    affine.if affine_set<(t) : (t - 2 >= 0)>(%t) {
      affine.for %i = 0 to 40 {
        %a = affine.load %A[%i, %t] : memref<40x24xf32>
        affine.store %a, %B[%i] : memref<40xf32>
      }
    } else {
      %a = affine.load %A[%t, 3] : memref<40x24xf32>
      affine.store %a, %B[7] : memref<40xf32>
    }
  }
  return
}

func.func @temporaries(%A: memref<12x5xf32>, %B: memref<12xf32>) {
  affine.for %i = 0 to 12 {
    %row = memref.alloca() : memref<5xf32>
    %sum = memref.alloca() : memref<f32>
    %zero = arith.constant 0.0 : f32
    affine.store %zero, %sum[] : memref<f32>
    affine.for %j = 0 to 5 {
      %a = affine.load %A[%i, 4 - %j] : memref<12x5xf32>
      affine.store %a, %row[%j] : memref<5xf32>
    }
    affine.for %j = 0 to 5 {
      %a = affine.load %row[%j] : memref<5xf32>
      %s = affine.load %sum[] : memref<f32>
      %n = arith.addf %a, %s : f32
      affine.store %n, %sum[] : memref<f32>
    }
    %s = affine.load %sum[] : memref<f32>
    affine.store %s, %B[%i] : memref<12xf32>
  }
  return
}
