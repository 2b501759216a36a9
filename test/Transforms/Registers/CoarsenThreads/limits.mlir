// Two iterations have to fit max-operations, and options that say nothing are errors.
// RUN: polymem-opt %s --polymem-coarsen-threads="block-size=32,8 max-operations=9" -o /dev/null --remarks-filter=polymem-coarsen-threads --remark-policy=all 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: polymem-opt %s --polymem-coarsen-threads="block-size=32,8 max-operations=15" -o /dev/null --remarks-filter=polymem-coarsen-threads --remark-policy=all 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not polymem-opt %s --polymem-coarsen-threads="count=1" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not polymem-opt %s --polymem-coarsen-threads="max-operations=0" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR

// LARGE: [Missed] TooLarge {{.*}}two iterations have 10 operations, of 9 that there may be (max-operations)
// TWO: [Passed] Coarsened {{.*}}"2 neighbouring iterations
// ERROR: error: polymem-coarsen-threads: option 'count' takes at least 2, 'max-operations' at least 1
func.func @f(%A: memref<33x32xf32>, %B: memref<33x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
    %c = affine.load %A[symbol(%i), symbol(%j)] : memref<33x32xf32>
    %d = affine.load %A[symbol(%i) + 1, symbol(%j)] : memref<33x32xf32>
    %0 = arith.addf %c, %d : f32
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[symbol(%i), symbol(%j)] : memref<33x32xf32>
  }
  return
}
