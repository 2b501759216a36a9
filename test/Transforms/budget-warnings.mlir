// RUN: polymem-opt %s --polymem-codegen=max-isl-operations=50 -o /dev/null 2>&1 | FileCheck %s -DPASS=polymem-codegen --implicit-check-not=warning:
// RUN: polymem-opt %s --polymem-schedule=max-isl-operations=50 -o /dev/null 2>&1 | FileCheck %s -DPASS=polymem-schedule --implicit-check-not=warning:
// RUN: polymem-opt %s --polymem-time-tile=max-isl-operations=50 -o /dev/null 2>&1 | FileCheck %s -DPASS=polymem-time-tile --implicit-check-not=warning:
// RUN: polymem-opt %s --polymem-split-reductions="max-isl-operations=50 reassociate=true" -o /dev/null 2>&1 | FileCheck %s -DPASS=polymem-split-reductions --implicit-check-not=warning:
// RUN: polymem-opt %s --polymem-contract-arrays=max-isl-operations=50 -o /dev/null 2>&1 | FileCheck %s -DPASS=polymem-contract-arrays --implicit-check-not=warning:
// RUN: polymem-opt %s --polymem-tile --scratch-promote=max-isl-operations=50 -o /dev/null 2>&1 | FileCheck %s -DPASS=scratch-promote --implicit-check-not=warning:
// RUN: polymem-opt %s --polymem-tile --scratch-promote=promote-all=true --scratch-hoist-copies=max-isl-operations=50 -o /dev/null 2>&1 | FileCheck %s -DPASS=scratch-hoist-copies --implicit-check-not=warning:
// RUN: polymem-opt %s --polymem-tile --scratch-promote=promote-all=true --convert-scratch-to-memref=max-isl-operations=50 -o /dev/null 2>&1 | FileCheck %s -DPASS=convert-scratch-to-memref --implicit-check-not=warning:
// RUN: polymem-opt %s --polymem-tile=max-isl-operations=50 -o /dev/null 2>&1 | FileCheck %s -DPASS=polymem-tile --check-prefix=NEST --implicit-check-not=warning:
// RUN: polymem-opt %s --polymem-schedule="max-isl-operations=50 warnings=false" -o /dev/null 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: polymem-opt %s --polymem-tile="max-isl-operations=50 warnings=false" -o /dev/null 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty

// Where a budget ends, each pass says so once, in one line, and which option
// helps.

// QUIET-NOT: warning
// CHECK: budget-warnings.mlir:[[#@LINE+1]]:1: warning: [[PASS]]: the budget of 50 isl operations ended, so less is done here than could be; give more with 'max-isl-operations', or 0 for no bound
func.func @sum(%A: memref<?x?xf32>, %B: memref<?xf32>, %N: index, %x: f32) {
  %c = memref.alloc(%N) : memref<?xf32>
  affine.store %x, %c[0] : memref<?xf32>
  // NEST: budget-warnings.mlir:[[#@LINE+1]]:3: warning: [[PASS]]: the budget of 50 isl operations ended
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %B[%i] : memref<?xf32>
      %s = arith.addf %a, %b fastmath<reassoc> : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }
  }
  memref.dealloc %c : memref<?xf32>
  return
}
