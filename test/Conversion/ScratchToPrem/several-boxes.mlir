// RUN: polymem-opt %s --convert-scratch-to-prem=strict | FileCheck %s
// RUN: polymem-opt %s --convert-scratch-to-prem='strict max-descriptors=2' | FileCheck %s
// RUN: not polymem-opt %s --convert-scratch-to-prem='strict max-descriptors=1' 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: polymem-run %s --compare --reference-pipeline='builtin.module(func.func(convert-scratch-to-memref))' --pipeline='builtin.module(func.func(convert-scratch-to-prem{strict},prem-tell-accesses),prem-expand-components,canonicalize,cse,convert-prem-to-llvm)' | FileCheck %s --check-prefix=RAN

// A tile stores a row and a column of a matrix, whose other elements belong to
// tiles on other cores: two boxes without an element in common, and nothing is
// loaded. With one box only it is refused.

// CHECK: prem.stream wo resident %{{.*}} origin (d0) -> (d0, d0) store #prem.box<{{.*}}> and #prem.box<{{.*}}> (%{{.*}}) {mayBeEmpty}
// ONE: error: {{.*}} storing the box would undo that, and what it stores is not said by 1 boxes or less
// RAN: corners: identical (1 arrays, 49 elements, 49 changed)

#cells = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1 - s0), extents = ()[s0] -> (7, 7)>
#column = affine_set<(d0, d1)[s0] : (d1 - s0 == 0, -d0 + 6 >= 0, d0 - s0 >= 0)>
#row = affine_set<(d0, d1)[s0] : (d0 - s0 == 0, d1 - s0 - 1 >= 0, -d1 + 6 >= 0)>
func.func @corners(%A: memref<7x7xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %two = arith.constant 2.0 : f32
  scratch.tile (%t) = (%c0) to (%c7) step (%c1) mapping [#prem.core<0>] attributes {prem.plan = #prem.plan<tile = [1], groups = [7]>} {
    %b = scratch.alloc()[%t] : memref<7x7xf32, #cells>
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to 7 {
      affine.store %two, %b[%i, %t] : memref<7x7xf32, #cells>
      affine.store %two, %b[%t, %i] : memref<7x7xf32, #cells>
    }
    scratch.copy_out %b to %A over [#column, #row](%t) : memref<7x7xf32, #cells> to memref<7x7xf32>
  }
  return
}
