// RUN: polymem-opt %s --polymem-hoist-accumulators \
// RUN:   --remarks-filter=polymem-hoist-accumulators --remark-format=emitRemark \
// RUN:   -verify-diagnostics | FileCheck %s
// CHECK-NOT: iter_args

// A[k] is A[i] in one of the iterations.
func.func @same_cell_once(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %k = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %c = affine.load %A[%i] : memref<?xf32>
      %a = affine.load %A[%k] : memref<?xf32>
      %s = arith.addf %c, %a : f32
      // expected-remark @below {{another access may be to the same cell (affine.load)}}
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}

// Elements that are four apart share a cell of this buffer.
#mod = #scratch.mapping<(d0) -> (d0 mod 4), extents = () -> (4)>
func.func @same_cell_of_buffer(%n: index) {
  %c8 = arith.constant 8 : index
  %b = scratch.alloc() : memref<8xf32, #mod>
  affine.for %k = 0 to 3 {
    %c = affine.load %b[0] : memref<8xf32, #mod>
    %a = affine.load %b[4] : memref<8xf32, #mod>
    %s = arith.addf %c, %a : f32
    // expected-remark @below {{another access may be to the same cell}}
    affine.store %s, %b[0] : memref<8xf32, #mod>
  }
  return
}

func.func private @unknown()

func.func @call(%A: memref<f32>, %n: index) {
  affine.for %k = 0 to %n {
    %c = affine.load %A[] : memref<f32>
    %s = arith.addf %c, %c : f32
    func.call @unknown() : () -> ()
    // expected-remark @below {{another operation may use the array (func.call)}}
    affine.store %s, %A[] : memref<f32>
  }
  return
}

func.func @nested(%A: memref<f32>, %n: index) {
  affine.for %k = 0 to %n {
    %c = affine.load %A[] : memref<f32>
    %s = arith.addf %c, %c : f32
    // expected-remark @below {{an access is in a condition}}
    affine.store %s, %A[] : memref<f32>
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%k) {
      affine.store %c, %A[] : memref<f32>
    }
  }
  return
}

func.func @stored_first(%A: memref<f32>, %f: f32, %n: index) {
  affine.for %k = 0 to %n {
    // expected-remark @below {{an iteration stores it before it loads it}}
    affine.store %f, %A[] : memref<f32>
    %c = affine.load %A[] : memref<f32>
  }
  return
}

// Other threads may have stored the cell when the second tile runs.
// expected-remark @below {{no loop loads and stores a cell in all its iterations}}
func.func @tile_between(%A: memref<f32>, %B: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    affine.for %k = 0 to %n {
      %c = affine.load %A[] : memref<f32>
      %s = arith.addf %c, %c : f32
      affine.store %s, %A[] : memref<f32>
      scratch.tile (%t) = (%c0) to (%c4) step (%c1) mapping [#gpu.thread<x>] {
        %a = affine.load %A[] : memref<f32>
        affine.store %a, %B[%t] : memref<4xf32>
      }
    }
  }
  return
}
