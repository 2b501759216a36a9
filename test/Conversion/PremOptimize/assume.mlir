// Sizes are given by 'assume': as numbers, or as ranges, of which the worst counts.
// RUN: polymem-opt %s --polymem-prem-optimize=assume=N=1000 --remarks-filter=polymem-prem-optimize --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-prem-optimize=assume=N=901..1000 --remarks-filter=polymem-prem-optimize --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: polymem-opt %s --polymem-prem-optimize --remarks-filter=polymem-prem-optimize --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: polymem-opt %s --polymem-prem-optimize=assume=N=1000 -o %t.mlir
// RUN: polymem-run %t.mlir --compare --sizes=N=1000 --sizes=N=17 --pipeline='polymem-to-prem{emit=host hooks=true}' | FileCheck %s --check-prefix=RAN

// The pipeline hands them on.
// RUN: polymem-opt %t.mlir --polymem-to-prem=emit=plan -o %t.steps.mlir
// RUN: polymem-opt %s --polymem-to-prem="emit=plan plan=optimize assume=N=1000" -o %t.pipeline.mlir && diff %t.steps.mlir %t.pipeline.mlir
// RUN: polymem-opt %s --polymem-to-prem="emit=plan plan=optimize assume=N=100" | not diff %t.steps.mlir -
// RUN: not polymem-opt %s --polymem-to-prem="plan=optimize assume=M=8" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not polymem-opt %s --polymem-to-prem=assume=N=1000 2>&1 | FileCheck %s --check-prefix=GREEDY
// OTHER: error: polymem-prem-optimize: option 'assume': 'M' is no argument of type 'index'
// GREEDY: option 'assume' is for 'plan=optimize': greedy tiles depend on no sizes

// CHECK: remark: [Passed] Planned
// CHECK-SAME: Cycles=[[CYCLES:[0-9]+]]
// CHECK: } {prem.plan = #prem.plan<tile =

// RANGE: remark: [Passed]
// RANGE-SAME: at most {{[0-9]+}} cycles

// UNKNOWN: remark: [Missed] UnknownTrips
// UNKNOWN-NOT: prem.plan

// RAN: sum{{.*}}: identical
// RAN: sum{{.*}}: identical
func.func @sum(%n: index {polymem.param = "N"}, %x: memref<1000xf32>) {
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<1000xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %x[%i] : memref<1000xf32>
  }
  return
}
