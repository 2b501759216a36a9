// Faults that expansion might have, put into what it makes of copy-back.mlir:
// each is found, and what it makes is proved.

// RUN: polymem-opt %S/copy-back.mlir --polymem-mark-origin --polymem-expand-arrays > %t
// RUN: polymem-opt %t --polymem-check=strict -o /dev/null

// The row of another iteration is read.
// RUN: sed 's/^          %%0 = affine.load %%alloc\[%%arg3, %%arg4, /          %%0 = affine.load %%alloc[%%arg3, 0, /' %t > %t.row
// RUN: not cmp -s %t %t.row
// RUN: not polymem-opt %t.row --polymem-check=strict -o /dev/null 2>&1 | FileCheck %s --check-prefix=ROW
// ROW: live-out violated{{.*}}arg0[0, 1, 0] holds the value of S0[0, 0, 0, 0]

// The first values are copied back instead of the last ones.
// RUN: sed 's/affine.load %%alloc\[symbol(%%[0-9]*), symbol(%%[0-9]*), /affine.load %%alloc[0, 0, /' %t > %t.first
// RUN: not cmp -s %t %t.first
// RUN: not polymem-opt %t.first --polymem-check=strict -o /dev/null 2>&1 | FileCheck %s --check-prefix=FIRST
// FIRST: live-out violated{{.*}}arg2[0] holds the value of S0[0, 0, 0, 0]

// Nothing is copied back.
// RUN: sed '/^ *affine.store %%[0-9]*, %%arg2\[/d' %t > %t.none
// RUN: not cmp -s %t %t.none
// RUN: not polymem-opt %t.none --polymem-check=strict -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: live-out violated{{.*}}arg2[0] holds
