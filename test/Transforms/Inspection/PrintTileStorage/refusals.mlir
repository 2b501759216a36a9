// What dependences forbid is refused; an option that says nothing is an error.

// DEFINE: %{print} = polymem-opt %s -o /dev/null --remarks-filter=polymem-print-tile-storage --remark-format=emitRemark
// RUN: %{print} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2}))' 2>&1 | FileCheck %s --check-prefix=FORBIDDEN
// FORBIDDEN: remark: [Missed] NotTileable
// FORBIDDEN-SAME: dependences do not allow tiles of any size in these dimensions
// FORBIDDEN-NOT: cells

// An order that is none.
// RUN: %{print} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1 schedule="{ S0[t, i] -> [-t, i] }"}))' 2>&1 | FileCheck %s --check-prefix=FORBIDDEN

// DEFINE: %{fails} = not polymem-opt %s -o /dev/null
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage))' 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: error: polymem-print-tile-storage: give sizes of tiles
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=0}))' 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: error: polymem-print-tile-storage: sizes: '0' is neither a name nor a positive number
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes="s 1"}))' 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: polymem-print-tile-storage: sizes: 's 1' is neither
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=a,b strip=0}))' 2>&1 | FileCheck %s --check-prefix=STRIP0
// STRIP0: error: polymem-print-tile-storage: strip: 0 of 2 tiled dimensions cannot be along a strip
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=a,b strip=3}))' 2>&1 | FileCheck %s --check-prefix=STRIP3
// STRIP3: error: polymem-print-tile-storage: strip: 3 of 2 tiled dimensions cannot be along a strip
// The outer dimensions have names already.
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{outer=1 sizes=o0}))' 2>&1 | FileCheck %s --check-prefix=OUTER
// OUTER: error: polymem-print-tile-storage: sizes: 'o0' is the value of dimension 0, which is around the tiles; give the size another name
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=a,b,c}))' 2>&1 | FileCheck %s --check-prefix=LOOPS
// LOOPS: error: polymem-print-tile-storage: statements have 2 loops in common, and the tiles need 3 dimensions; give a schedule
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=a schedule="{ S0[t] }"}))' 2>&1 | FileCheck %s --check-prefix=READ
// READ: error: polymem-print-tile-storage: schedule: isl cannot read '{ S0[t] }'
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=a schedule="{ S7[t, i] -> [t] }"}))' 2>&1 | FileCheck %s --check-prefix=STATEMENTS
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=a,b schedule="{ S0[t, i] -> [t] }"}))' 2>&1 | FileCheck %s --check-prefix=STATEMENTS
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=a schedule="{ S0[t, i] -> [j] }"}))' 2>&1 | FileCheck %s --check-prefix=STATEMENTS
// STATEMENTS: error: polymem-print-tile-storage: schedule: each statement needs one time, all of the same number of dimensions
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=a context="{ [i] }"}))' 2>&1 | FileCheck %s --check-prefix=CONTEXT
// CONTEXT: error: polymem-print-tile-storage: context: isl cannot read '{ [i] }' as [parameters] -> { : ... }
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=a assume=b}))' 2>&1 | FileCheck %s --check-prefix=ASSUME
// ASSUME: error: polymem-print-tile-storage: assume: expected 'name=value', not 'b'

func.func @jacobi(%A: memref<?xf32>, %n: index, %m: index) {
  affine.for %t = 0 to %m {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %0 = affine.load %A[%i - 1] : memref<?xf32>
      %1 = affine.load %A[%i + 1] : memref<?xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %A[%i] : memref<?xf32>
    }
  }
  return
}
