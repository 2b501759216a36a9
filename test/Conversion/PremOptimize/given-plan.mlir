// What a nest with a plan of its own takes is in the report: its segments, and of boxes only those that are not in a
// buffer any more (of 'x' a core has the one before the last).
// RUN: polymem-opt %s --polymem-prem-optimize=report=%t.json -o /dev/null
// RUN: cp %t.json %t.out && polymem-run %s --compare --uninterpreted --pipeline='polymem-to-prem{emit=host hooks=true}' >> %t.out
// RUN: FileCheck %s --input-file=%t.out

// CHECK: "complete": true
// CHECK: "other-exact": true
// CHECK: "other-total": [[TOTAL:[0-9]+]]
// CHECK: turns: identical
// CHECK: turns: [[TOTAL]] cycles
func.func @turns(%A: memref<24x400xf32>, %x: memref<400xf32>, %y: memref<24xf32>) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 400 {
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %a = affine.load %A[%i, %j] : memref<24x400xf32>
        %b = affine.load %x[%j] : memref<400xf32>
        %c = affine.load %y[%i] : memref<24xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %y[%i] : memref<24xf32>
      }
    }
  } {prem.plan = #prem.plan<tile = [3, 200], groups = [1, 1]>}
  return
}
