// A value that tiles need has an element for each round of the loops around. A loop of four rounds that
// begins elsewhere each time has more elements than four in the tiles of all rounds of the loop around
// it. (The fuzzer found a buffer of four rows.)
//
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --sizes=N=3 --sizes=N=9 --pipeline='builtin.module(func.func(polymem-tile,convert-scratch-to-memref))'

func.func @f(%A: memref<?x?xf32> {polymem.shape = ["N * 2 + 4", "N + 1"]}, %n: index {polymem.param = "N"}) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    %first = affine.load %A[0, 0] : memref<?x?xf32>
    affine.for %j = affine_map<(d0) -> (d0 - 2)>(%i) to affine_map<(d0) -> (d0 + 2)>(%i) {
      %last = affine.for %k = 0 to %n iter_args(%carried = %first) -> (f32) {
        %next = affine.load %A[0, 0] : memref<?x?xf32>
        affine.yield %next : f32
      }
      affine.store %last, %A[0, symbol(%n)] : memref<?x?xf32>
    }
  }
  return
}
