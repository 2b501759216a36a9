// What is read takes a few inequalities with roundings to say: it is copied
// exactly, as with `movement=box` or less.

// RUN: polymem-opt %s --polymem-schedule --polymem-tile=mapping=gpu --scratch-promote=promote-all=true \
// RUN:   --remarks-filter=scratch-promote --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-schedule --polymem-tile=mapping=gpu --scratch-promote="promote-all=true movement=box" \
// RUN:   --remarks-filter=scratch-promote --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --emulate --machine=nvidia-h200 \
// RUN:   --pipeline='polymem-to-emulator{machine=nvidia-h200 promote-all=true}' \
// RUN:   --pipeline='polymem-to-emulator{machine=nvidia-h200 promote-all=true movement=box}'

// Of 36 and 57 elements between the first and the last, 34 and 49 are read.
// CHECK: arg1 kept in a buffer of 36 elements, 144 bytes; copies 34 in, 34 out
// CHECK: arg0 kept in a buffer of 57 elements, 228 bytes; copies 49 in, 0 out
func.func @sums(%A: memref<100xf32>, %B: memref<100xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %b = affine.load %B[2 * %i + 3 * %j] : memref<100xf32>
      %a = affine.load %A[3 * %i + 5 * %j] : memref<100xf32>
      %s = arith.mulf %b, %a : f32
      affine.store %s, %B[2 * %i + 3 * %j] : memref<100xf32>
    }
  }
  return
}
