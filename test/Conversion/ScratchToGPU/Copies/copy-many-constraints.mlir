// RUN: timeout 60 polymem-opt %s --convert-scratch-to-gpu --remarks-filter='convert-.*' --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: timeout 60 polymem-opt %s --convert-scratch-to-memref --remarks-filter='convert-.*' --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: polymem-run %s --entry=many --emulate --checked --machine=nvidia-h200 \
// RUN:   --sizes=n=0,m=0,k=0 --sizes=n=3,m=1,k=2 --sizes=n=9,m=9,k=9 \
// RUN:   --pipeline='convert-scratch-to-gpu' --compare --reference-pipeline=convert-scratch-to-memref

// Constraints that each bound five coordinates: there are too many combinations
// of them to find the box around the set, or loops over it. Elements of the array
// are tested, and a remark says so.

// GPU: CopyBox{{.*}}18 constraints in 5 dimensions
// CPU: CopyTestsMembership
#ws = #gpu.address_space<workgroup>
#m = #scratch.mapping<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4), extents = () -> (2, 2, 2, 2, 2)>
#set = affine_set<(d0, d1, d2, d3, d4)[s0, s1, s2] : (
  d0 >= 0,
  -d0 + 1 >= 0,
  d1 >= 0,
  -d1 + 1 >= 0,
  d2 >= 0,
  -d2 + 1 >= 0,
  d3 >= 0,
  -d3 + 1 >= 0,
  d4 >= 0,
  -d4 + 1 >= 0,
  d0 * -2 + d1 * 2 + d2 * -3 + d3 * -1 + d4 * -3 + s0 + 3 >= 0,
  d0 * 1 + d1 * 1 + d2 * 3 + d3 * 1 + d4 * -2 + s1 + 0 >= 0,
  d0 * 1 + d1 * -3 + d2 * 1 + d3 * 1 + d4 * 2 + s2 + 6 >= 0,
  d0 * -3 + d1 * 3 + d2 * 1 + d3 * -1 + d4 * 3 + s0 + 6 >= 0,
  d0 * -2 + d1 * 2 + d2 * -3 + d3 * -1 + d4 * -3 + s1 + 0 >= 0,
  d0 * -3 + d1 * 3 + d2 * 2 + d3 * -3 + d4 * 1 + s2 + 5 >= 0,
  d0 * -2 + d1 * 1 + d2 * 3 + d3 * -3 + d4 * 2 + s0 + 1 >= 0,
  d0 * 1 + d1 * 1 + d2 * 2 + d3 * -2 + d4 * -1 + s1 + 1 >= 0)>
func.func @many(%A: memref<2x2x2x2x2xf32>, %B: memref<2x2x2x2x2xf32>, %n: index {polymem.param = "n"},
                %m: index {polymem.param = "m"}, %k: index {polymem.param = "k"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<2x2x2x2x2xf32, #m, #ws>
    scratch.copy_in %A to %b over [#set](%n, %m, %k) : memref<2x2x2x2x2xf32> to memref<2x2x2x2x2xf32, #m, #ws>
    scratch.copy_out %b to %B over [#set](%n, %m, %k) : memref<2x2x2x2x2xf32, #m, #ws> to memref<2x2x2x2x2xf32>
  }
  return
}
