// With --uninterpreted, loops that are declared parallel run from their last
// iteration to the first, too: one that carries a dependence shows.

// RUN: not polymem-run %s --compare --uninterpreted --entry=plain --against=affine | FileCheck %s --check-prefix=AFFINE
// RUN: not polymem-run %s --compare --uninterpreted --entry=plain --against=scf | FileCheck %s --check-prefix=SCF
// RUN: not polymem-run %s --compare --uninterpreted --entry=plain --against=forall | FileCheck %s --check-prefix=FORALL
// RUN: not polymem-run %s --compare --uninterpreted --entry=inner | FileCheck %s --check-prefix=INNER
// RUN: polymem-run %s --compare --uninterpreted --entry=plain --against=affine --against=scf --against=forall --backwards=false
// RUN: polymem-run %s --compare --entry=plain --against=affine --against=scf --against=forall
// RUN: polymem-run %s --compare --uninterpreted --entry=right --sizes=N=1 --sizes=N=0 --sizes=N=17 --sizes=N=8 | FileCheck %s --check-prefix=RIGHT

func.func @plain(%A: memref<9xf32>) {
  affine.for %i = 1 to 9 step 2 {
    %a = affine.load %A[%i - 1] : memref<9xf32>
    affine.store %a, %A[%i + 1] : memref<9xf32>
  }
  return
}

// AFFINE: plain against affine: parallel loops backwards: argument 0 at [
func.func @affine(%A: memref<9xf32>) {
  affine.parallel (%i) = (1) to (9) step (2) {
    %a = affine.load %A[%i - 1] : memref<9xf32>
    affine.store %a, %A[%i + 1] : memref<9xf32>
  }
  return
}

// SCF: plain against scf: parallel loops backwards: argument 0 at [
func.func @scf(%A: memref<9xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  scf.parallel (%i) = (%c1) to (%c9) step (%c2) {
    %from = arith.subi %i, %c1 : index
    %to = arith.addi %i, %c1 : index
    %a = memref.load %A[%from] : memref<9xf32>
    memref.store %a, %A[%to] : memref<9xf32>
  }
  return
}

// FORALL: plain against forall: parallel loops backwards: argument 0 at [
func.func @forall(%A: memref<9xf32>) {
  %c1 = arith.constant 1 : index
  scf.forall (%i) = (1) to (9) step (2) {
    %from = arith.subi %i, %c1 : index
    %to = arith.addi %i, %c1 : index
    %a = memref.load %A[%from] : memref<9xf32>
    memref.store %a, %A[%to] : memref<9xf32>
  }
  return
}

// The program itself may be wrong; only its second dimension is.
// INNER: inner: parallel loops backwards: argument 0 at [
func.func @inner(%A: memref<4x5xf32>) {
  affine.parallel (%i, %j) = (0, 1) to (4, 5) {
    %a = affine.load %A[%i, %j - 1] : memref<4x5xf32>
    affine.store %a, %A[%i, %j] : memref<4x5xf32>
  }
  return
}

// RIGHT-COUNT-4: right: N={{[0-9]+}}: identical
func.func @right(%A: memref<?xf32> {polymem.shape = ["N"]},
                 %B: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                 %N: index {polymem.param = "N"}) {
  affine.parallel (%i) = (2) to (symbol(%N)) step (3) {
    affine.parallel (%j) = (%i) to (symbol(%N)) step (2) {
      %a = affine.load %A[%j] : memref<?xf32>
      affine.store %a, %B[%i, %j] : memref<?x?xf32>
    }
  }
  // What has a result has an order.
  %sum = affine.parallel (%i) = (0) to (symbol(%N)) reduce ("addf") -> f32 {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.yield %a : f32
  }
  %some = arith.constant 0 : index
  affine.for %i = 0 to %N {
    affine.store %sum, %A[%i] : memref<?xf32>
  }
  return
}
