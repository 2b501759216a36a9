// Triangles have plans by upper bounds: each box counts as the whole buffer. What the chosen one takes is added
// up tile by tile, and is what the simulator says.
// RUN: polymem-opt %s --polymem-prem-optimize --remarks-filter=polymem-prem-optimize --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-prem-optimize=report=%t.json -o %t.mlir
// RUN: FileCheck %s --input-file=%t.json --check-prefix=REPORT
// RUN: polymem-opt %s --polymem-prem-optimize --remarks-filter=polymem-prem-optimize --remark-format=emitRemark -o /dev/null > %t.out 2>&1
// RUN: polymem-run %s --compare --uninterpreted --pipeline='polymem-to-prem{emit=host hooks=true plan=optimize}' >> %t.out
// RUN: FileCheck %s --check-prefix=RAN --input-file=%t.out

// REPORT: "exact": true
// REPORT: "segments": [[SEGMENTS:[0-9]+]]
// REPORT: "upper-bound": [[MOST:[0-9]+]]

// CHECK: remark: [Passed] Planned
// CHECK-SAME: {{[0-9]+}} cycles, by tile sizes alone at most [[MOST:[0-9]+]], of no plan is that less than [[MOST]] (gap 0.0 %)
// CHECK: func.func @triangle
// CHECK: } {prem.plan = #prem.plan<tile =
// RAN: Cycles=[[CYCLES:[0-9]+]]
// RAN: triangle: identical
// RAN-NEXT: triangle: [[CYCLES]] cycles
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
