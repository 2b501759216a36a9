// RUN: polymem-opt %s -verify-diagnostics -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-warn-launches))"

func.func @branches(%A: memref<?xf32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %N : index
  cf.cond_br %more, ^body, ^end
^body:
  %a = memref.load %A[%i] : memref<?xf32>
  %b = arith.addf %a, %a : f32
  memref.store %b, %A[%i] : memref<?xf32>
  %next = arith.addi %i, %c1 : index
  // expected-warning@+1 {{no kernel is made of function 'branches': its loops are branches between blocks; upstream's 'lift-cf-to-scf' makes scf loops of them, but only affine.for is run in parallel}}
  cf.br ^head(%next : index)
^end:
  return
}
