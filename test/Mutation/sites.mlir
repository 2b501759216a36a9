// Places for faults, and the reason where they make no difference: the copy's
// third constraint follows from the others; nobody reads the first of the elements
// that are copied.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(test-polymem-mutate{list}))' -o /dev/null | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(test-polymem-mutate{list equivalent only=drop-face-in,unclamp-halo}))' -o /dev/null \
// RUN:   | FileCheck %s --check-prefix=ALL
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(test-polymem-mutate{list equivalent only=drop-face-in site=2}))' -o /dev/null \
// RUN:   | FileCheck %s --check-prefix=ONE
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
// CHECK: drop-face-in 2: {{.*}}: one face less at -d0 + 9 >= 0
// CHECK: unclamp-halo 0: {{.*}}: without d0 >= 0
// CHECK: unclamp-halo 1: {{.*}}: without -d0 + 7 >= 0
// CHECK: unclamp-halo 2: {{.*}}: without -d0 + 9 >= 0
// CHECK: shift-subscript 0: {{.*}}: affine.load: subscript 0
// CHECK: shift-subscript 1: {{.*}}: affine.store: subscript 0
// CHECK-NOT: :

// ALL: drop-face-in 0: {{.*}}: one face less at d0 >= 0 = never read
// ALL: drop-face-in 1: {{.*}}: one face less at -d0 + 7 >= 0{{$}}
// ALL: drop-face-in 2: {{.*}}: one face less at -d0 + 9 >= 0 = same accesses
// ALL: unclamp-halo 0: {{.*}}: without d0 >= 0{{$}}
// ALL: unclamp-halo 2: {{.*}}: without -d0 + 9 >= 0 = same accesses

// ONE: drop-face-in 2: {{.*}} = same accesses
// ONE-NOT: :

// FAULT: affine_set<(d0) : (d0 >= 0, -d0 + 9 >= 0)>
// NONE: error: fault 'drop-wait' has 0 sites here
// UNKNOWN: error: there is no fault 'rust'
func.func @f(%A: memref<16xf32>, %B: memref<16xf32>) {
  %b = scratch.alloc() : memref<16xf32, #row>
  scratch.copy_in %A to %b over [#all]() : memref<16xf32> to memref<16xf32, #row>
  affine.for %i = 1 to 8 {
    %x = affine.load %b[%i] : memref<16xf32, #row>
    affine.store %x, %B[%i] : memref<16xf32>
  }
  return
}
