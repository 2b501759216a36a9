// RUN: polymem-opt %s --pass-pipeline='builtin.module(polymem-to-prem{emit=plan})' | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --pipeline='polymem-to-prem{emit=host hooks=true}' \
// RUN:   | FileCheck %s --check-prefix=HOST

// Of what the loop writes, only T[0][1] is read: the copies store no more. But
// core 1 writes T[1][1] to its buffer, which has to be bound to it: it is
// stored, as the loop does.

// CHECK-LABEL: func.func @two_cores
// CHECK: prem.component {{.*}} groups [2]
// CHECK: prem.stream wo resident {{.*}} store #prem.box<lower = [(d0) -> (d0), (d0) -> (1)], upper = [(d0) -> ({{.*}}d0 + 1{{.*}}), (d0) -> (2)]> (%{{.*}}) : memref<16x21xf32>

// HOST: two_cores: identical
func.func @two_cores(%A: memref<21x6xf32>) {
  %T = memref.alloc() : memref<16x21xf32>
  affine.for %i = 0 to 2 {
    %v = arith.index_cast %i : index to i32
    %f = arith.sitofp %v : i32 to f32
    affine.store %f, %T[%i, 1] : memref<16x21xf32>
  }
  %x = affine.load %T[0, 1] : memref<16x21xf32>
  affine.store %x, %A[0, 0] : memref<21x6xf32>
  return
}
