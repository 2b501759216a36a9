// A nest gets the plan with the least makespan, which is printed with what it is
// made of; `dry-run` changes nothing.
// RUN: polymem-opt %s --polymem-prem-optimize=print-plan 2>&1 >/dev/null | FileCheck %s --check-prefix=TEXT
// RUN: polymem-opt %s --polymem-prem-optimize --remarks-filter=polymem-prem-optimize --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-prem-optimize='dry-run report=%t.json' > %t.dry
// RUN: polymem-opt %s | diff - %t.dry
// RUN: FileCheck %s --check-prefix=JSON < %t.json

// TEXT: nest at {{.*}}plan.mlir
// TEXT-NEXT: tile = [[TILE:\[.*\]]], groups = [[GROUPS:\[.*\]]]: [[CYCLES:[0-9]+]] cycles, no plan takes less than [[CYCLES]] (gap 0.0 %)
// TEXT-NEXT: operations {{[0-9]+}} ({{.*}} %), calls {{.*}}, engine
// TEXT-NEXT: bytes in {{[0-9]+}} lines and {{[0-9]+}} bursts
// TEXT-NEXT: scratchpad {{[0-9]+}} bytes of 122880
// TEXT-NEXT: 0: arg0, {{stream|resident}}, {{[0-9]+}} bytes

// CHECK: remark: [Passed] Planned
// CHECK-SAME: no plan takes less than
// CHECK: prem.plan = #prem.plan<tile = [

// JSON: "function": "rows"
// JSON: "api-share": 0.
// JSON: "bound": [[BOUND:[0-9]+]]
// JSON: "buffers": [
// JSON: "cycles": [[BOUND]]
// JSON: "longest-segment":
// JSON: "proved": true

func.func @rows(%A: memref<60x400xf32>, %x: memref<400xf32>, %y: memref<60xf32>) {
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to 400 {
      %a = affine.load %A[%i, %j] : memref<60x400xf32>
      %b = affine.load %x[%j] : memref<400xf32>
      %c = affine.load %y[%i] : memref<60xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %y[%i] : memref<60xf32>
    }
  }
  return
}
