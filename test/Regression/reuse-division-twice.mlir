// isl's dataflow looks for the last write before a read in a domain that has floor(i / 2) twice. isl wrote beside an array there.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=2,2,2},scratch-promote,scratch-hoist-copies,scratch-reuse))' -o /dev/null
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --sizes=M=0,N=0 --sizes=M=3,N=2 \
// RUN:   --pipeline='polymem-tile{sizes=2,2,2},scratch-promote,scratch-hoist-copies,scratch-reuse,convert-scratch-to-memref'

func.func @f(%A: memref<?xi32> {polymem.shape = ["N + M + 3"]}, %B: memref<?x?xi32> {polymem.shape = ["N + M + 3", "N + M + 3"]}) {
  %c9 = arith.constant 9 : i32
  affine.for %i = 0 to 3 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 5 {
      %0 = affine.load %A[%i] : memref<?xi32>
      affine.store %0, %A[%i] : memref<?xi32>
      %1 = affine.load %B[0, 0] : memref<?x?xi32>
      %2 = arith.cmpi slt, %1, %c9 : i32
      scf.if %2 {
        %3 = affine.load %B[0, 0] : memref<?x?xi32>
        affine.store %3, %A[%i] : memref<?xi32>
      }
    }
  }
  return
}
