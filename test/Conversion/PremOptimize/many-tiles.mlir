// More tiles than are looked at: what they take is an upper bound, which is known at once.
// RUN: polymem-opt %s --polymem-prem-optimize=report=%t.json -o /dev/null
// RUN: FileCheck %s --input-file=%t.json

// CHECK: "complete": true
// CHECK: "other-exact": false
func.func @small(%x: memref<9000x9000xf32>) {
  affine.for %i = 0 to 9000 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %a = affine.load %x[%i, %j] : memref<9000x9000xf32>
      %s = arith.addf %a, %a : f32
      affine.store %s, %x[%i, %j] : memref<9000x9000xf32>
    }
  } {prem.plan = #prem.plan<tile = [1, 1], groups = [1, 1]>}
  return
}
