// Triangles have plans whose cycles are upper bounds: each box counts as the whole buffer. They obey the
// plan, and the simulator is not above it.
// RUN: polymem-opt %s --polymem-prem-optimize --remarks-filter=polymem-prem-optimize --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-prem-optimize=report=%t.json -o %t.mlir
// RUN: FileCheck %s --input-file=%t.json --check-prefix=REPORT
// RUN: polymem-run %s --compare --uninterpreted --pipeline='polymem-to-prem{emit=host hooks=true plan=optimize}' | FileCheck %s --check-prefix=RAN

// REPORT: "exact": false

// CHECK: remark: [Passed] Planned
// CHECK-SAME: at most [[MOST:[0-9]+]] cycles, of no plan is that less than [[MOST]] (gap 0.0 %)
// CHECK: func.func @triangle
// CHECK: } {prem.plan = #prem.plan<tile =
// RAN: triangle: identical
// RAN-NEXT: triangle: {{[0-9]+}} cycles
func.func @triangle(%x: memref<60x60xf32>) {
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %a = affine.load %x[%i, %j] : memref<60x60xf32>
      %s = arith.addf %a, %a : f32
      affine.store %s, %x[%i, %j] : memref<60x60xf32>
    }
  }
  return
}
