// DEFINE: %{rule} =
// DEFINE: %{run} = polymem-run %s --compare --pipeline='builtin.module(func.func(polymem-tile{mapping=prem strict machine=prem-gu2023},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-prem{strict %{rule}},prem-tell-accesses),prem-expand-components,canonicalize,cse,convert-prem-to-llvm)' --prem-timeline=%t.json
// REDEFINE: %{rule} = as-printed=reload
// RUN: %{run} | FileCheck %s && grep '"kind": "load".*"arg1"' %t.json | FileCheck %s --check-prefix=PRINTED
// REDEFINE: %{rule} =
// RUN: %{run} | FileCheck %s && grep '"kind": "load".*"arg1"' %t.json | FileCheck %s --check-prefix=OURS

// P4, a buffer that still holds what is asked for: ranges A, B, A, B, A, B of
// %x. As printed each of them is loaded, 6 times 800 bytes; ours loads two. (A
// stale one, a swap that should have been, is found: ../findings.test.)

// CHECK: rows: identical
// PRINTED-COUNT-6: "bytes": 800
// PRINTED-NOT: "bytes"
// OURS-COUNT-2: "bytes": 800
// OURS-NOT: "bytes"
func.func @rows(%A: memref<30x400xf32>, %x: memref<400xf32>, %y: memref<30xf32>) {
  affine.for %i = 0 to 30 {
    affine.for %j = 0 to 400 {
      %a = affine.load %A[%i, %j] : memref<30x400xf32>
      %b = affine.load %x[%j] : memref<400xf32>
      %c = affine.load %y[%i] : memref<30xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %y[%i] : memref<30xf32>
    }
  } {prem.plan = #prem.plan<tile = [10, 200], groups = [1, 1]>}
  return
}
