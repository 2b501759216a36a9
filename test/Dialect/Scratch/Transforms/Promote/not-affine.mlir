// Buffers and copies that isl can describe and MLIR's affine expressions cannot:
// coefficients beyond 64 bits, and a parameter that exists only inside the tile.
//
// RUN: polymem-opt %s --scratch-promote=promote-all --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without

#start = affine_map<()[s0] -> (s0 * 4000000000000000000)>
#end = affine_map<()[s0] -> (s0 * 4000000000000000000 + 4)>
#after = affine_map<(d0)[s0] -> (d0 + s0 * 4000000000000000000)>

func.func @lower_bound(%A: memref<?xf32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-remark@below {{arg0 stays in global memory: a lower bound has no affine form: [arg1] -> { [] -> [(12000000000000000000arg1)] }}}
  scratch.tile (%o) = (%c0) to (%N) step (%c8) {
    affine.for %i = #start()[%N] to #end()[%N] {
      affine.for %j = #start()[%N] to #end()[%N] {
        affine.for %k = #start()[%N] to #end()[%N] {
          %x = affine.load %A[%i + %j + %k] : memref<?xf32>
        }
      }
    }
  }
  return
}

func.func @extent(%A: memref<?xf32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-remark@+1 {{arg0 stays in global memory: an extent has no affine form}}
  scratch.tile (%o) = (%c0) to (%N) step (%c8) {
    affine.for %i = 0 to #start()[%N] {
      affine.for %j = 0 to #start()[%N] {
        affine.for %k = 0 to #start()[%N] {
          %x = affine.load %A[%i + %j + %k] : memref<?xf32>
        }
      }
    }
  }
  return
}

func.func @copy_set(%A: memref<?xf32>, %N: index, %M: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-remark@below {{arg0 stays in global memory: a copy set has no affine form}}
  scratch.tile (%o) = (%c0) to (%N) step (%c8) {
    affine.for %x = 0 to 8 {
      affine.for %i = #start()[%N] to %M {
        affine.for %j = #after(%i)[%N] to %M {
          affine.for %k = #after(%j)[%N] to %M {
            %v = affine.load %A[%x] : memref<?xf32>
          }
        }
      }
    }
  }
  return
}

func.func @inner_parameter(%A: memref<?xf32>, %P: memref<?xindex>, %N: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-remark@+2 {{arg0 stays in global memory: a parameter is computed inside the tile}}
  // expected-remark@+1 {{arg1 stays in global memory: 'memref.load' accesses it}}
  scratch.tile (%o) = (%c0) to (%N) step (%c8) {
    %p = memref.load %P[%c0] : memref<?xindex>
    affine.for %x = 0 to 8 {
      %v = affine.load %A[%x + symbol(%p)] : memref<?xf32>
    }
  }
  return
}
