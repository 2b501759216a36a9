// Faults that levels might have, put into what is made of levels.mlir: each is found, and what is made
// is proved.

// RUN: polymem-opt %S/levels.mlir --polymem-mark-origin --polymem-schedule=level-tile=8 > %t
// RUN: polymem-opt %t --polymem-check=strict -o /dev/null

// A level is dropped.
// RUN: sed '/affine.for %%arg4 = #map3/,/band = 3, member = 0/d' %t > %t.dropped
// RUN: not cmp -s %t %t.dropped
// RUN: not polymem-opt %t.dropped --polymem-check=strict -o /dev/null 2>&1 | FileCheck %s --check-prefix=DROPPED
// DROPPED: instances violated: with arg2 = 9: S0[8, 0] is not executed

// The second level begins with the rows of the first.
// RUN: sed 's/affine.for %%arg4 = #map3(%%arg3) to/affine.for %%arg4 = #map(%%arg3) to/' %t > %t.twice
// RUN: not cmp -s %t %t.twice
// RUN: not polymem-opt %t.twice --polymem-check=strict -o /dev/null 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: instances violated: with arg2 = 1: S0[0, 0] is executed, which the original does not do

// The first level ends a row early: its last row comes in none.
// RUN: sed 's/affine.for %%arg5 = #map2(%%arg4) to min #map1(%%arg3)\[%%arg2\]/affine.for %%arg5 = #map2(%%arg4) to min affine_map<(d0)[s0] -> (s0, d0 + 7)>(%%arg3)[%%arg2]/' %t > %t.early
// RUN: not cmp -s %t %t.early
// RUN: not polymem-opt %t.early --polymem-check=strict -o /dev/null 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: instances violated: with arg2 = 8: S0[7, 0] is not executed
