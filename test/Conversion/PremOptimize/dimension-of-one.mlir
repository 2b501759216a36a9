// A dimension of one element between others is none for an engine that has two.
// RUN: sed 's/"cores": 8/"cores": 1/; s/"max-dimensions": 4/"max-dimensions": 2/' %polymem_src/machines/prem-gu2023.json > %t.json
// RUN: polymem-opt %s --polymem-prem-optimize=machine=%t.json --remarks-filter=polymem-prem-optimize --remark-format=emitRemark -o /dev/null > %t.out 2>&1
// RUN: polymem-run %s --compare --uninterpreted --machine=%t.json --pipeline='polymem-to-prem{emit=host hooks=true plan=optimize machine=%t.json}' >> %t.out
// RUN: FileCheck %s --input-file=%t.out

// CHECK: Cycles=[[CYCLES:[0-9]+]]
// CHECK: middle: identical
// CHECK: middle: [[CYCLES]] cycles
func.func @middle(%x: memref<12x3x20xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %k = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %a = affine.load %x[%i, 1, %k] : memref<12x3x20xf32>
      %s = arith.addf %a, %a : f32
      affine.store %s, %x[%i, 1, %k] : memref<12x3x20xf32>
    }
  }
  return
}
