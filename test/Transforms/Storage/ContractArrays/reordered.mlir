// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-contract-arrays,polymem-tile{sizes=4,4}))' --remarks-filter=polymem-tile 2>&1 | FileCheck %s --check-prefixes=TILE,SAME
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-contract-arrays,polymem-split-reductions))' --remarks-filter=polymem-split-reductions 2>&1 | FileCheck %s --check-prefixes=SPLIT,SAME
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-contract-arrays,polymem-schedule))' --remarks-filter=polymem-schedule 2>&1 | FileCheck %s --check-prefixes=SCHEDULE,SAME
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-contract-arrays,polymem-time-tile{steps=2}))' --remarks-filter=polymem-time-tile 2>&1 | FileCheck %s --check-prefixes=TIME,SAME

// A mapping that lets elements share cells is valid for the order it was computed
// for: passes that reorder refuse.

// TILE: [Failure] SharedCells {{.*}}nest not tiled: 'affine.store' accesses a buffer whose elements share cells: its mapping is valid only for the order as it is
// SPLIT: [Missed] SharedCells {{.*}}'affine.store' accesses a buffer whose elements share cells
// SPLIT-NOT: OrderKept
// SCHEDULE: [Missed] OrderGiven {{.*}}'scratch.alloc' maps the function to a machine already
// TIME: [Missed] OrderGiven {{.*}}'scratch.alloc' maps the function to a machine already
// SAME-LABEL: func @f
// SAME: scratch.alloc
// SAME-NOT: scratch.tile
// SAME: affine.for
// SAME-NEXT: affine.for
// SAME: affine.for
// SAME: arith.addi
// SAME-NEXT: affine.store
// SAME-NOT: affine.for
// SAME: return

func.func @f(%in: memref<?x?xi32>, %out: memref<i32>, %n: index) {
  %t = memref.alloc(%n) : memref<?xi32>
  affine.for %y = 0 to %n {
    affine.for %x = 0 to %n {
      %v = affine.load %in[%y, %x] : memref<?x?xi32>
      affine.store %v, %t[%x] : memref<?xi32>
      %a = affine.load %t[%x] : memref<?xi32>
      affine.store %a, %in[%y, %x] : memref<?x?xi32>
    }
    affine.for %x = 0 to %n {
      %a = affine.load %in[%y, %x] : memref<?x?xi32>
      %s = affine.load %out[] : memref<i32>
      %r = arith.addi %a, %s : i32
      affine.store %r, %out[] : memref<i32>
    }
  }
  memref.dealloc %t : memref<?xi32>
  return
}
