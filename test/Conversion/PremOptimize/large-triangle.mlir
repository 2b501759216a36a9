// Where there is too much to look at tile by tile, cycles stay an upper bound.
// RUN: polymem-opt %s --polymem-prem-optimize="search=greedy report=%t.json" --remarks-filter=polymem-prem-optimize --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file=%t.json --check-prefix=REPORT

// CHECK: remark: [Passed] Planned
// CHECK-SAME: : at most [[MOST:[0-9]+]] cycles
// CHECK: } {prem.plan = #prem.plan<tile =
// REPORT: "cycles": [[MOST:[0-9]+]]
// REPORT: "exact": false
// REPORT: "upper-bound": [[MOST]]
func.func @triangle(%x: memref<100x100xf32>) {
  affine.for %t = 0 to 100000 {
    affine.for %i = 0 to 100 {
      affine.for %j = 0 to min affine_map<(i, t) -> (i, t)>(%i, %t) {
        %a = affine.load %x[%i, %j] : memref<100x100xf32>
        %s = arith.addf %a, %a : f32
        affine.store %s, %x[%i, %j] : memref<100x100xf32>
      }
    }
  }
  return
}
