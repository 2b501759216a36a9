// Executed: staged programs compute what the originals do, to the bit, at sizes
// that are no multiples of the tile, one, and zero.
//
// DEFINE: %{run} = polymem-run %s --check=report --compare --check-bounds --reference-pipeline=convert-scratch-to-memref --sizes=N=37 --sizes=N=16 --sizes=N=1 --sizes=N=0
// DEFINE: %{stage} = scratch-hoist-copies,convert-scratch-to-memref
// RUN: %{run} --entry=scan --entry=conditional --entry=guarded --entry=triangle --entry=diagonal --entry=accumulate \
// RUN:   --pipeline='scratch-promote{promote-all},%{stage}' \
// RUN:   --pipeline='scratch-promote{promote-all movement=footprint},%{stage}' \
// RUN:   --pipeline='scratch-promote{promote-all movement=box},%{stage}' \
// RUN:   --pipeline='scratch-promote{promote-all partition=hull},%{stage}' \
// RUN:   --pipeline='scratch-promote{scope=nest promote-all},%{stage}'

#end = affine_map<()[s0, s1] -> (s0 + 16, s1)>

// A temporary carries one value from tile to tile.
func.func @scan(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %size = arith.addi %N, %c1 : index
  %T = memref.alloc(%size) : memref<?xf32>
  affine.store %zero, %T[0] : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%N) step (%c16) {
    affine.for %ii = %i to min #end()[%i, %N] {
      %x = affine.load %T[%ii] : memref<?xf32>
      %y = affine.load %A[%ii] : memref<?xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %T[%ii + 1] : memref<?xf32>
      affine.store %z, %A[%ii] : memref<?xf32>
    }
  }
  memref.dealloc %T : memref<?xf32>
  return
}

// Elements of B that the condition leaves alone keep their values.
func.func @conditional(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]},
                       %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %half = arith.constant 0.5 : f32
  scratch.tile (%i) = (%c0) to (%N) step (%c16) {
    affine.for %ii = %i to min #end()[%i, %N] {
      %x = affine.load %A[%ii] : memref<?xf32>
      %p = arith.cmpf ogt, %x, %half : f32
      scf.if %p {
        affine.store %x, %B[%ii] : memref<?xf32>
      }
    }
  }
  return
}

func.func @triangle(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %B: memref<?xf32> {polymem.shape = ["N"]},
                    %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%i) = (%c0) to (%N) step (%c16) {
    affine.for %ii = %i to min #end()[%i, %N] {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%ii) {
        %x = affine.load %A[%ii, %j] : memref<?x?xf32>
        %y = affine.load %B[%ii - %j] : memref<?xf32>
        %z = arith.addf %x, %y : f32
        affine.store %z, %A[%ii, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @diagonal(%A: memref<?x?xf32> {polymem.shape = ["N", "2 * N"]}, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%i) = (%c0) to (%N) step (%c16) {
    affine.for %k = 0 to 3 {
      affine.for %ii = %i to min #end()[%i, %N] {
        %x = affine.load %A[%ii, 2 * %ii] : memref<?x?xf32>
        %y = arith.addf %x, %x : f32
        affine.store %y, %A[%ii, 2 * %ii] : memref<?x?xf32>
      }
    }
  }
  return
}

// The tile over j is redundant for the sums in B: they stay in their buffer. It
// does not run for the first rows.
func.func @accumulate(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %B: memref<?xf32> {polymem.shape = ["N"]},
                      %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%i) = (%c0) to (%N) step (%c16) {
    %last = affine.min #end()[%i, %N]
    scratch.tile (%j) = (%c0) to (%i) step (%c16) {
      affine.for %ii = %i to %last {
        affine.for %jj = %j to affine_map<(d0) -> (d0 + 16)>(%j) {
          %x = affine.load %A[%ii, %jj] : memref<?x?xf32>
          %y = affine.load %B[%ii] : memref<?xf32>
          %z = arith.addf %x, %y : f32
          affine.store %z, %B[%ii] : memref<?xf32>
        }
      }
    }
  }
  return
}

// A is shorter than the loop; a run-time test keeps the accesses inside. Copies
// must stay inside too.
func.func @guarded(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %more = arith.addi %N, %c5 : index
  scratch.tile (%i) = (%c0) to (%more) step (%c16) {
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 16, s1 + 5)>()[%i, %N] {
      %p = arith.cmpi slt, %ii, %N : index
      scf.if %p {
        %x = affine.load %A[%ii] : memref<?xf32>
        %y = arith.addf %x, %x : f32
        affine.store %y, %A[%ii] : memref<?xf32>
      }
    }
  }
  return
}
