// RUN: polymem-opt %s --convert-scratch-to-memref -o %t.mlir
// RUN: polymem-run %t.mlir --entry=jacobi --compare --check-bounds \
// RUN:   --against=run_time_tiles --against=constant_tiles \
// RUN:   --sizes=N=33,T=3,S=8,R=5 --sizes=N=3,T=2,S=4,R=4 --sizes=N=2,T=2,S=1,R=1 \
// RUN:   --sizes=N=0,T=1,S=3,R=2 --sizes=N=20,T=0,S=32,R=7 --sizes=N=17,T=4,S=1,R=20

// A 2-D Jacobi stencil staged by hand: a box with a halo per tile, tiles of
// constant and of run-time sizes, in a time loop.

func.func @jacobi(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %B: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                  %n: index {polymem.param = "N"}, %T: index {polymem.param = "T"},
                  %s: index {polymem.param = "S"}, %r: index {polymem.param = "R"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
        %c = affine.load %A[%i, %j] : memref<?x?xf32>
        %w = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %e = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        %u = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %d = affine.load %A[%i + 1, %j] : memref<?x?xf32>
        %0 = arith.addf %c, %w : f32
        %1 = arith.addf %0, %e : f32
        %2 = arith.addf %1, %u : f32
        %3 = arith.addf %2, %d : f32
        affine.store %3, %B[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
        %x = affine.load %B[%i, %j] : memref<?x?xf32>
        affine.store %x, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// Extents are the tile's sizes and the halo.
#halo = #scratch.mapping<(d0, d1)[s0, s1, s2, s3] -> (d0 - s0 + 1, d1 - s1 + 1), extents = ()[s0, s1, s2, s3] -> (s2 + 2, s3 + 2)>
#inner = #scratch.mapping<(d0, d1)[s0, s1, s2, s3] -> (d0 - s0, d1 - s1), extents = ()[s0, s1, s2, s3] -> (s2, s3)>
// Symbols: origins, ends of the tile. The cross-shaped halo as three disjoint sets.
#body = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, s2 - d0 - 1 >= 0, d1 - s1 + 1 >= 0, s3 - d1 >= 0)>
#above = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 + 1 == 0, d1 - s1 >= 0, s3 - d1 - 1 >= 0)>
#below = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s2 == 0, d1 - s1 >= 0, s3 - d1 - 1 >= 0)>
#tile = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, s2 - d0 - 1 >= 0, d1 - s1 >= 0, s3 - d1 - 1 >= 0)>
#end = affine_map<()[s0, s1, s2] -> (s0 + s1, s2 - 1)>

func.func @run_time_tiles(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %B: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                          %n: index {polymem.param = "N"}, %T: index {polymem.param = "T"},
                          %s: index {polymem.param = "S"}, %r: index {polymem.param = "R"}) {
  %c1 = arith.constant 1 : index
  %last = arith.subi %n, %c1 : index
  affine.for %t = 0 to %T {
    scratch.tile (%i, %j) = (%c1, %c1) to (%last, %last) step (%s, %r) mapping [#gpu.block<y>, #gpu.block<x>] {
      %a = scratch.alloc(%n, %n)[%i, %j, %s, %r] : memref<?x?xf32, #halo, #gpu.address_space<workgroup>>
      %b = scratch.alloc(%n, %n)[%i, %j, %s, %r] : memref<?x?xf32, #inner, #gpu.address_space<workgroup>>
      %ei = affine.min #end()[%i, %s, %n]
      %ej = affine.min #end()[%j, %r, %n]
      %token = scratch.copy_in %A to %a over [#body, #above, #below](%i, %j, %ei, %ej)
          : memref<?x?xf32> to memref<?x?xf32, #halo, #gpu.address_space<workgroup>> -> !scratch.token
      scratch.wait %token
      scratch.tile (%ii, %jj) = (%i, %j) to (%ei, %ej) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
        %c = affine.load %a[symbol(%ii), symbol(%jj)] : memref<?x?xf32, #halo, #gpu.address_space<workgroup>>
        %w = affine.load %a[symbol(%ii), symbol(%jj) - 1] : memref<?x?xf32, #halo, #gpu.address_space<workgroup>>
        %e = affine.load %a[symbol(%ii), symbol(%jj) + 1] : memref<?x?xf32, #halo, #gpu.address_space<workgroup>>
        %u = affine.load %a[symbol(%ii) - 1, symbol(%jj)] : memref<?x?xf32, #halo, #gpu.address_space<workgroup>>
        %d = affine.load %a[symbol(%ii) + 1, symbol(%jj)] : memref<?x?xf32, #halo, #gpu.address_space<workgroup>>
        %0 = arith.addf %c, %w : f32
        %1 = arith.addf %0, %e : f32
        %2 = arith.addf %1, %u : f32
        %3 = arith.addf %2, %d : f32
        affine.store %3, %b[symbol(%ii), symbol(%jj)] : memref<?x?xf32, #inner, #gpu.address_space<workgroup>>
      }
      scratch.copy_out %b to %B over [#tile](%i, %j, %ei, %ej)
          : memref<?x?xf32, #inner, #gpu.address_space<workgroup>> to memref<?x?xf32>
    }
    scratch.tile (%i, %j) = (%c1, %c1) to (%last, %last) step (%s, %r) mapping [#gpu.block<y>, #gpu.block<x>] {
      %b = scratch.alloc(%n, %n)[%i, %j, %s, %r] : memref<?x?xf32, #inner>
      %ei = affine.min #end()[%i, %s, %n]
      %ej = affine.min #end()[%j, %r, %n]
      scratch.copy_in %B to %b over [#tile](%i, %j, %ei, %ej) : memref<?x?xf32> to memref<?x?xf32, #inner>
      scratch.copy_out %b to %A over [#tile](%i, %j, %ei, %ej) : memref<?x?xf32, #inner> to memref<?x?xf32>
    }
  }
  return
}

#halo8 = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0 + 1, d1 - s1 + 1), extents = ()[s0, s1] -> (10, 18)>

func.func @constant_tiles(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %B: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                          %n: index {polymem.param = "N"}, %T: index {polymem.param = "T"},
                          %s: index {polymem.param = "S"}, %r: index {polymem.param = "R"}) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %last = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%n]
  affine.for %t = 0 to %T {
    scratch.tile (%i, %j) = (%c1, %c1) to (%last, %last) step (%c8, %c16) {
      %a = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xf32, #halo8>
      %ei = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1 - 1)>()[%i, %n]
      %ej = affine.min affine_map<()[s0, s1] -> (s0 + 16, s1 - 1)>()[%j, %n]
      scratch.copy_in %A to %a over [#body, #above, #below](%i, %j, %ei, %ej) : memref<?x?xf32> to memref<?x?xf32, #halo8>
      affine.for %ii = %i to %ei {
        affine.for %jj = %j to min affine_map<()[s0, s1] -> (s0 + 16, s1 - 1)>()[%j, %n] {
          %c = affine.load %a[%ii, %jj] : memref<?x?xf32, #halo8>
          %w = affine.load %a[%ii, %jj - 1] : memref<?x?xf32, #halo8>
          %e = affine.load %a[%ii, %jj + 1] : memref<?x?xf32, #halo8>
          %u = affine.load %a[%ii - 1, %jj] : memref<?x?xf32, #halo8>
          %d = affine.load %a[%ii + 1, %jj] : memref<?x?xf32, #halo8>
          %0 = arith.addf %c, %w : f32
          %1 = arith.addf %0, %e : f32
          %2 = arith.addf %1, %u : f32
          %3 = arith.addf %2, %d : f32
          affine.store %3, %B[%ii, %jj] : memref<?x?xf32>
        }
      }
    }
    scratch.tile (%i) = (%c1) to (%last) step (%c8) {
      affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 8, s1 - 1)>()[%i, %n] {
        affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
          %x = affine.load %B[%ii, %j] : memref<?x?xf32>
          affine.store %x, %A[%ii, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
