// A tile that stores every other element loads the box, and stores all of it, if nobody else stores the rest;
// where another tile on another core does, it is refused.
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{mapping=prem machine=prem-gu2023},scratch-promote{machine=prem-gu2023 promote-all memory-space=default},convert-scratch-to-prem))' --remarks-filter=convert-scratch-to-prem --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: sed '/^func.func @both/,$d' %s > %t.mlir && polymem-run %t.mlir --entry=evens --compare --uninterpreted --pipeline='polymem-to-prem{emit=host hooks=true}' | FileCheck %s --check-prefix=RAN
// RAN: evens: identical

// CHECK: remark: [Failure] HullWriteBack
// CHECK-SAME: Function=both
// CHECK: func.func @evens(%[[A:[a-z0-9]+]]: memref<100xf32>
// CHECK: prem.stream rw {{.*}} %[[A]] {{.*}} load {{.*}} store
func.func @evens(%x: memref<100xf32>, %y: memref<50xf32>) {
  affine.for %i = 0 to 50 {
    %a = affine.load %y[%i] : memref<50xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %x[%i * 2] : memref<100xf32>
  }
  return
}

// CHECK: func.func @both
// CHECK: scratch.tile
func.func @both(%x: memref<100xf32>, %y: memref<50xf32>) {
  affine.for %i = 0 to 50 {
    %a = affine.load %y[%i] : memref<50xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %x[%i * 2] : memref<100xf32>
    affine.store %a, %x[99 - %i * 2] : memref<100xf32>
  }
  return
}
