// Boxes, what threads run, what is written in any case, and calls stay as they are.

// RUN: polymem-opt %s -o %t
// RUN: polymem-opt %s --scratch-trim-tiles | diff - %t

func.func @box(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c8, %c8) mapping [#gpu.block<y>, #gpu.block<x>] {
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%i, %n] {
      affine.for %jj = %j to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%j, %n] {
        affine.store %x, %A[%ii, %jj] : memref<?x?xf32>
      }
    }
  }
  return
}

// A row of the triangle is written in any case.
func.func @other(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %b: memref<?xf32> {polymem.shape = ["N"]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c8, %c8) {
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%i, %n] {
      affine.store %x, %b[%ii] : memref<?xf32>
      affine.for %jj = %j to min affine_map<(d0)[s0] -> (s0 + 8, d0)>(%ii)[%j] {
        affine.store %x, %A[%ii, %jj] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @threads(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
    affine.if affine_set<()[s0, s1] : (s0 - s1 >= 0)>()[%i, %j] {
      affine.store %x, %A[symbol(%i), symbol(%j)] : memref<?x?xf32>
    }
  }
  return
}

func.func @calls(%A: memref<?xf32> {polymem.shape = ["N"]}, %m: index {polymem.param = "M"}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c8, %c8) {
    func.call @f(%i, %j) : (index, index) -> ()
  }
  return
}
func.func private @f(index, index)

// What waits for a copy writes nothing, and is needed all the same.
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
func.func @waits(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%n) step (%c8) {
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #box>
    %t = scratch.copy_in %A to %b over [affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>](%i, %n) : memref<?xf32> to memref<?xf32, #box> -> !scratch.token
    scratch.wait %t
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 8, s1 - 20)>()[%i, %n] {
      %x = affine.load %b[%ii] : memref<?xf32, #box>
      affine.store %x, %B[%ii] : memref<?xf32>
    }
  }
  return
}
