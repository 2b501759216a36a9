// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(scratch-pipeline{stages=auto assume=n=4096,steps=256 pipeline=scratch-expand-pipeline,convert-scratch-to-gpu{async-copies}}))' --remarks-filter='polymem-choose-passes|scratch-pipeline' --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(scratch-pipeline{stages=auto most-stages=3 assume=n=4096,steps=256 pipeline=scratch-expand-pipeline,convert-scratch-to-gpu{async-copies}}))' | FileCheck %s --check-prefix=THREE
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(scratch-pipeline{stages=auto min-gain=0.9 assume=n=4096,steps=256 pipeline=scratch-expand-pipeline,convert-scratch-to-gpu{async-copies}}))' | FileCheck %s --check-prefix=ONE
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(scratch-pipeline{stages=auto min-gain=0.2 assume=n=4096,steps=256 pipeline=scratch-expand-pipeline,convert-scratch-to-gpu{async-copies}}))' | FileCheck %s --check-prefix=THREE
// RUN: not polymem-opt %s --scratch-pipeline=stages=auto -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSING

// One block waits for each tile, unless the tiles behind it are under way. Four in flight must save enough of the time of three.

// MISSING: give the passes to launches in the option 'pipeline'
// CHECK: [Analysis] Chosen {{.*}}Alternative=4, Alternatives=4
// CHECK: attributes {pipeline = #scratch.pipeline<lead = 3, lag = 0, order = barrier>}
// THREE: attributes {pipeline = #scratch.pipeline<lead = 2, lag = 0, order = barrier>}
// ONE-NOT: #scratch.pipeline

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (32)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 31 >= 0, -d0 + s1 - 1 >= 0)>

func.func @wait(%A: memref<?xf32> {polymem.shape = ["n"]}, %B: memref<?xf32> {polymem.shape = ["n"]}, %n: index {polymem.param = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%block) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c32) {
      %b = scratch.alloc(%n)[%t] : memref<?xf32, #box, #ws>
      scratch.copy_in %A to %b over [#own](%t, %n) : memref<?xf32> to memref<?xf32, #box, #ws>
      %end = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%t, %n]
      scratch.tile (%i) = (%t) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %b[%i] : memref<?xf32, #box, #ws>
        affine.store %x, %B[%i] : memref<?xf32>
      }
    }
  }
  return
}
