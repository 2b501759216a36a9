// Faults are listed where they make a difference: the second copy's set loses
// nothing with the constraint that follows from the others.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(test-polymem-mutate{list}))' -o /dev/null | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(test-polymem-mutate{fault=unclamp-halo site=1}))' \
// RUN:   | FileCheck %s --check-prefix=FAULT
// RUN: not polymem-opt %s --pass-pipeline='builtin.module(func.func(test-polymem-mutate{fault=drop-wait}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// RUN: not polymem-opt %s --pass-pipeline='builtin.module(func.func(test-polymem-mutate{fault=rust}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN

#row = #scratch.mapping<(d0) -> (d0), extents = () -> (8)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0, -d0 + 9 >= 0)>

// CHECK-NOT: :
// CHECK: drop-copy-in 0: {{.*}}: scratch.copy_in: dropped
// CHECK: drop-face-in 0: {{.*}}: one face less at d0 >= 0
// CHECK: drop-face-in 1: {{.*}}: one face less at -d0 + 7 >= 0
// CHECK-NOT: drop-face-in
// CHECK: unclamp-halo 1: {{.*}}: without -d0 + 7 >= 0
// CHECK-NOT: unclamp-halo
// CHECK: shift-subscript 0: {{.*}}: affine.load: subscript 0
// CHECK-NOT: :

// FAULT: affine_set<(d0) : (d0 >= 0, -d0 + 9 >= 0)>
// NONE: error: fault 'drop-wait' has 0 sites here
// UNKNOWN: error: there is no fault 'rust'
func.func @f(%A: memref<16xf32>) -> f32 {
  %b = scratch.alloc() : memref<16xf32, #row>
  scratch.copy_in %A to %b over [#all]() : memref<16xf32> to memref<16xf32, #row>
  %x = affine.load %b[3] : memref<16xf32, #row>
  return %x : f32
}
