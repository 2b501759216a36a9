// At each loop, a component that begins there is compared with those of the loops
// inside (Gu 2023, Algorithm 2, with the minimum at every node): with little to
// compute one core does all steps in its scratchpad; with more, cores share the
// loops inside, and what they only read stays in scratchpads (`kept`).
// RUN: polymem-opt %s --split-input-file --polymem-prem-optimize --remarks-filter=polymem-prem-optimize --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: polymem-run %s --entry=much --compare --pipeline='polymem-to-prem{emit=host hooks=true plan=optimize}' | FileCheck %s --check-prefix=RAN
// RUN: polymem-opt %s --split-input-file --polymem-prem-optimize | FileCheck %s --check-prefix=PLAN

// CHECK: remark: [Passed] Planned
// CHECK-SAME: Function=little
// CHECK-NOT: Executions
// PLAN-LABEL: func.func @little
// PLAN-COUNT-1: prem.plan = #prem.plan<
// PLAN-NOT: prem.plan = 
func.func @little(%x: memref<16xf32>, %y: memref<16xf32>, %z: memref<16xf32>) {
  affine.for %t = 0 to 9 {
    affine.for %i = 0 to 16 {
      %a = affine.load %x[%i] : memref<16xf32>
      %b = affine.load %z[%i] : memref<16xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %y[%i] : memref<16xf32>
    }
    affine.for %i = 0 to 16 {
      %a = affine.load %y[15 - %i] : memref<16xf32>
      affine.store %a, %x[%i] : memref<16xf32>
    }
  }
  return
}

// -----

// CHECK: remark: [Passed] Planned
// CHECK-SAME: Function=much | {{.*}}Executions=9
// RAN: much: identical (3 arrays, 12288 elements, 8192 changed)
// PLAN-LABEL: func.func @much
// PLAN-COUNT-2: prem.plan = #prem.plan<tile = [{{[0-9]+}}], groups = [8]
// PLAN-NOT: prem.plan = 
func.func @much(%x: memref<4096xf32>, %y: memref<4096xf32>, %z: memref<4096xf32>) {
  affine.for %t = 0 to 9 {
    affine.for %i = 0 to 4096 {
      %a = affine.load %x[%i] : memref<4096xf32>
      %b = affine.load %z[%i] : memref<4096xf32>
      %c = arith.addf %a, %b : f32
      %d = arith.mulf %c, %c : f32
      %e = arith.divf %d, %b : f32
      affine.store %e, %y[%i] : memref<4096xf32>
    }
    affine.for %i = 0 to 4096 {
      %a = affine.load %y[4095 - %i] : memref<4096xf32>
      %b = arith.mulf %a, %a : f32
      %c = arith.addf %a, %b : f32
      affine.store %c, %x[%i] : memref<4096xf32>
    }
  }
  return
}
