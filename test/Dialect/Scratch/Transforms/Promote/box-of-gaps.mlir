// The box begins at the first element and ends at the last, also where elements
// between them are left out: 4 rows of 4 elements, 100 apart.

// RUN: polymem-opt %s --polymem-tile=sizes=5,4,4 --scratch-promote="promote-all=true movement=box" | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds \
// RUN:   --pipeline='polymem-tile{sizes=5,4,4},scratch-promote{promote-all=true movement=box},convert-scratch-to-memref' \
// RUN:   --pipeline='polymem-tile{sizes=5,2,4},scratch-promote{promote-all=true},convert-scratch-to-memref'

// CHECK-DAG: #[[GAPS:.+]] = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (304)>
// CHECK: scratch.alloc()[%{{.+}}] : memref<1000xf32, #[[GAPS]],
func.func @rows(%A: memref<1000xf32>, %B: memref<10xf32>) {
  affine.for %k = 0 to 5 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        %b = affine.load %B[%i] : memref<10xf32>
        %a = affine.load %A[%i + 100 * %j] : memref<1000xf32>
        %s = arith.addf %b, %a : f32
        affine.store %s, %B[%i] : memref<10xf32>
      }
    }
  }
  return
}
