// What tiles load and store for all origins is, for random programs, what an enumeration of each
// tiling finds, and programs that are executed with it compute what they should.

// RUN: polymem-opt %s -o /dev/null -test-polymem-strip-sets="seed=1 count=50" | FileCheck %s
// CHECK: 50 programs: 28 with reuse, 21 with may-writes, 7 with strips of several dimensions, 10 with boxes, 4 where a later strip saves a store, 1 beyond the budget

// RUN: %if extended %{ polymem-opt %s -o /dev/null -test-polymem-strip-sets="seed=2 count=150" | FileCheck %s --check-prefix=MANY %}
// RUN: %if extended %{ polymem-opt %s -o /dev/null -test-polymem-strip-sets="seed=3 count=150" | FileCheck %s --check-prefix=MANY %}
// RUN: %if extended %{ polymem-opt %s -o /dev/null -test-polymem-strip-sets="seed=4 count=150" | FileCheck %s --check-prefix=MANY %}
// MANY: 150 programs: {{[5-9].}} with reuse, {{[3-9].}} with may-writes, {{[12].}} with strips of several dimensions, {{[1-4].}} with boxes, {{.*}} saves a store, {{[0-9]}} beyond the budget

module {}
