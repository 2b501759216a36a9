// Faults that snapshots might have, put into what becomes of snapshot.mlir:
// each is found, and what becomes of it is proved.

// RUN: polymem-opt %S/snapshot.mlir --polymem-mark-origin --polymem-expand-arrays > %t
// RUN: polymem-opt %t --polymem-check=strict -o /dev/null

// The copy is made behind the nest.
// RUN: sed -e '/^ *affine.for %%arg2 = 1 to/,/^    }/{' -e 'H;d' -e '}' -e '/memref.dealloc/{' -e 'x;G' -e '}' %t > %t.behind
// RUN: not cmp -s %t %t.behind
// RUN: not polymem-opt %t.behind --polymem-check=strict -o /dev/null 2>&1 | FileCheck %s --check-prefix=BEHIND
// BEHIND: {{dataflow|live-out}} violated

// What the nest has written is read from the copy.
// RUN: sed '/affine.for %%arg2 = 0/,$s/affine.load %%arg1\[/affine.load %%alloc[/' %t > %t.new
// RUN: not cmp -s %t %t.new
// RUN: not polymem-opt %t.new --polymem-check=strict -o /dev/null 2>&1 | FileCheck %s --check-prefix=NEW
// NEW: {{dataflow|live-out}} violated

// A row is not copied.
// RUN: sed 's/^    affine.for %%arg2 = 1 to/    affine.for %%arg2 = 2 to/' %t > %t.row
// RUN: not cmp -s %t %t.row
// RUN: not polymem-opt %t.row --polymem-check=strict -o /dev/null 2>&1 | FileCheck %s --check-prefix=ROW
// ROW: {{dataflow|live-out}} violated
