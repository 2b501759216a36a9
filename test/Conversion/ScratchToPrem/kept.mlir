// RUN: polymem-opt %s --polymem-to-prem=emit=plan | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{mapping=prem machine=prem-gu2023 strict},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-prem{strict as-printed=reload}))' | FileCheck %s --check-prefix=PRINTED
// RUN: polymem-run %s --entry=steps --entry=stored --entry=moves --compare --pipeline='polymem-to-prem{emit=host hooks=true}' | FileCheck %s --check-prefix=RAN
// RUN: polymem-run %s --entry=steps --pipeline='polymem-to-prem{emit=host hooks=true}' --prem-timeline=%t.json
// RUN: grep '"kind": "load".*"arg0"' %t.json | FileCheck %s --check-prefix=LOADS

// P4, ranges, "next execution of a component": %W is loaded once, though the
// component is executed five times; %x, which the loop stores, each time.

// CHECK-LABEL: func.func @steps
// CHECK-SAME: (%[[W:[a-z0-9]+]]: memref<20xf32>
// CHECK: prem.stream ro resident %[[W]] {{.*}} {kept{{.*}}} : memref<20xf32>
// CHECK-LABEL: func.func @stored
// CHECK-NOT: {kept
// CHECK-LABEL: func.func @moves
// CHECK-NOT: {kept
// PRINTED-NOT: kept
// Of two cores.
// LOADS-COUNT-2: "bytes": 80
// LOADS-NOT: "bytes"
// RAN-COUNT-3: : identical
func.func @steps(%W: memref<20xf32>, %x: memref<20xf32>) {
  affine.for %t = 0 to 5 {
    affine.for %i = 0 to 20 {
      affine.for %j = 0 to 20 {
        %w = affine.load %W[%j] : memref<20xf32>
        %a = affine.load %x[%i] : memref<20xf32>
        %s = arith.mulf %a, %w : f32
        affine.store %s, %x[%i] : memref<20xf32>
      }
    } {prem.plan = #prem.plan<tile = [5, 20], groups = [2, 1]>}
  }
  return
}

// Another component in the loop stores the array.
func.func @stored(%W: memref<20xf32>, %x: memref<20xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %t = 0 to 5 {
    affine.for %i = 0 to 20 {
      affine.for %j = 0 to 20 {
        %w = affine.load %W[%j] : memref<20xf32>
        %a = affine.load %x[%i] : memref<20xf32>
        %s = arith.mulf %a, %w : f32
        affine.store %s, %x[%i] : memref<20xf32>
      }
    } {prem.plan = #prem.plan<tile = [5, 20], groups = [2, 1]>}
    affine.for %j = 0 to 20 {
      %w = affine.load %W[%j] : memref<20xf32>
      %s = arith.addf %w, %one : f32
      affine.store %s, %W[%j] : memref<20xf32>
    } {prem.plan = #prem.plan<tile = [10], groups = [2]>}
  }
  return
}

// Another row in each step.
func.func @moves(%W: memref<5x20xf32>, %x: memref<20xf32>) {
  affine.for %t = 0 to 5 {
    affine.for %i = 0 to 20 {
      affine.for %j = 0 to 20 {
        %w = affine.load %W[%t, %j] : memref<5x20xf32>
        %a = affine.load %x[%i] : memref<20xf32>
        %s = arith.mulf %a, %w : f32
        affine.store %s, %x[%i] : memref<20xf32>
      }
    } {prem.plan = #prem.plan<tile = [5, 20], groups = [2, 1]>}
  }
  return
}
