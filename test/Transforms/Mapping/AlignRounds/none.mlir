// RUN: polymem-opt %s --polymem-align-rounds=machine=nvidia-h200 | FileCheck %s --implicit-check-not=affine.max
// RUN: polymem-opt %s --polymem-align-rounds=machine=nvidia-h200 -o /dev/null --remarks-filter=polymem-align-rounds --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=Aligned

#ws = #gpu.address_space<workgroup>
#tile = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (64, 8)>
#odd = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (64, 9)>

// Rows of 9 are in other banks; along y, a warp is in one row; and every other round is not seen.
// CHECK-LABEL: func @fits
func.func @fits(%A: memref<?x?xf32>, %R: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  scratch.tile (%i0, %j0) = (%c0, %c0) to (%m, %c64) step (%c8, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %m)[%c0, %i0] : memref<?x?xf32, #odd, #ws>
    %d = scratch.alloc(%n, %m)[%c0, %i0] : memref<?x?xf32, #tile, #ws>
    scratch.copy_in %A to %b over [affine_set<(d0, d1)[s0, s1, s2] : (d0 >= 0, s0 - d0 - 1 >= 0, 63 - d0 >= 0, d1 - s1 >= 0, s1 + 7 - d1 >= 0, s2 - d1 - 1 >= 0)>](%n, %i0, %m) : memref<?x?xf32> to memref<?x?xf32, #odd, #ws>
    scratch.copy_in %A to %d over [affine_set<(d0, d1)[s0, s1, s2] : (d0 >= 0, s0 - d0 - 1 >= 0, 63 - d0 >= 0, d1 - s1 >= 0, s1 + 7 - d1 >= 0, s2 - d1 - 1 >= 0)>](%n, %i0, %m) : memref<?x?xf32> to memref<?x?xf32, #tile, #ws>
    %i1 = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%i0, %m]
    %j1 = affine.min affine_map<()[s0] -> (s0 + 32, 64)>()[%j0]
    scratch.tile (%i, %j) = (%i0, %j0) to (%i1, %j1) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %s = affine.for %k = affine_map<()[s0] -> (s0 + 1)>()[%j] to affine_map<()[s0] -> (s0)>()[%n] iter_args(%x = %zero) -> (f32) {
        %a = affine.load %b[%k, symbol(%i)] : memref<?x?xf32, #odd, #ws>
        %y = arith.addf %x, %a : f32
        affine.yield %y : f32
      }
      %t = affine.for %k = affine_map<()[s0] -> (s0 + 1)>()[%i] to affine_map<()[s0] -> (s0)>()[%n] iter_args(%x = %s) -> (f32) {
        %a = affine.load %d[%k, symbol(%i)] : memref<?x?xf32, #tile, #ws>
        %y = arith.addf %x, %a : f32
        affine.yield %y : f32
      }
      %u = affine.for %k = affine_map<()[s0] -> (s0 + 1)>()[%j] to affine_map<()[s0] -> (s0)>()[%n] step 2 iter_args(%x = %t) -> (f32) {
        %a = affine.load %d[%k, symbol(%i)] : memref<?x?xf32, #tile, #ws>
        %y = arith.addf %x, %a : f32
        affine.yield %y : f32
      }
      affine.store %u, %R[symbol(%i), symbol(%j)] : memref<?x?xf32>
    }
  }
  return
}

// Where threads begin depends on a loop around, too.
// REMARK: Inside {{.*}} Function=inside {{.*}}rounds of their own, with 8 wavefronts in each, and 1 if they began together
// CHECK-LABEL: func @inside
func.func @inside(%A: memref<?x?xf32>, %R: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  scratch.tile (%i0, %j0) = (%c0, %c0) to (%m, %c64) step (%c8, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %m)[%c0, %i0] : memref<?x?xf32, #tile, #ws>
    scratch.copy_in %A to %b over [affine_set<(d0, d1)[s0, s1, s2] : (d0 >= 0, s0 - d0 - 1 >= 0, 63 - d0 >= 0, d1 - s1 >= 0, s1 + 7 - d1 >= 0, s2 - d1 - 1 >= 0)>](%n, %i0, %m) : memref<?x?xf32> to memref<?x?xf32, #tile, #ws>
    %i1 = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%i0, %m]
    %j1 = affine.min affine_map<()[s0] -> (s0 + 32, 64)>()[%j0]
    scratch.tile (%i, %j) = (%i0, %j0) to (%i1, %j1) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %l = 0 to 3 {
        %s = affine.for %k = max affine_map<(d0)[s0] -> (s0 + 1, d0 * 16)>(%l)[%j] to affine_map<()[s0] -> (s0)>()[%n] iter_args(%x = %zero) -> (f32) {
          %a = affine.load %b[%k, symbol(%i)] : memref<?x?xf32, #tile, #ws>
          %y = arith.addf %x, %a : f32
          affine.yield %y : f32
        }
        affine.store %s, %R[symbol(%i), symbol(%j)] : memref<?x?xf32>
      }
    }
  }
  return
}
