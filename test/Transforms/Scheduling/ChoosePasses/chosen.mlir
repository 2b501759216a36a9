// The alternative with the least time is run, and nothing else. One that makes the same function as an earlier one has
// its time.
// RUN: polymem-opt %s --pass-pipeline="builtin.module(func.func(polymem-choose-passes{alternatives='cse | polymem-tile{mapping=gpu sizes=2,2}|polymem-tile{mapping=gpu sizes=32,32} | cse,cse' pipeline='polymem-tile{mapping=gpu sizes=1,1},convert-scratch-to-gpu,lower-affine'}))" \
// RUN:   --remarks-filter=polymem-choose-passes --remark-format=emitRemark 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// A gain that is asked for and not reached.
// RUN: polymem-opt %s --pass-pipeline="builtin.module(func.func(polymem-choose-passes{min-gain=0.95 alternatives='cse | polymem-tile{mapping=gpu sizes=2,2}|polymem-tile{mapping=gpu sizes=32,32} | cse,cse' pipeline='polymem-tile{mapping=gpu sizes=1,1},convert-scratch-to-gpu,lower-affine'}))" | FileCheck %s --check-prefix=GAIN
// GAIN-NOT: scratch.tile

// REMARK: alternative 3 of 4: [[BEST:[0-9.]+]] microseconds in the model, [[FIRST:[0-9.]+]] for the first ([[FIRST]], {{[0-9.]+}}, [[BEST]], [[FIRST]])
// CHECK:     %[[C32:.*]] = arith.constant 32 : index
// CHECK:     scratch.tile {{.*}} step (%[[C32]], %[[C32]]) mapping [#gpu.block<y>, #gpu.block<x>]
// CHECK-NOT: gpu.launch
func.func @copy(%A: memref<2048x2048xf32>, %B: memref<2048x2048xf32>) {
  affine.for %i = 0 to 2048 {
    affine.for %j = 0 to 2048 {
      %a = affine.load %A[%i, %j] : memref<2048x2048xf32>
      affine.store %a, %B[%i, %j] : memref<2048x2048xf32>
    }
  }
  return
}
