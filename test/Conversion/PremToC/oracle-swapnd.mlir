// RUN: polymem-opt %s --prem-print-c | FileCheck %s

// ORACLES P4, n-d swap: double d, array <6,5,4>, range <4,3,2> at <2,0,2>, box
// <5,4,3>: sizes {4, 3, 16 B}, source pitches {5, 32 B}, destination pitches {4, 24 B}.

// CHECK-DAG: {4, 3, 16}
// CHECK-DAG: {5, 32}
// CHECK-DAG: {4, 24}
// CHECK: prem_swapnd_buffer({{.*}}, &a0[2][0][2], 3, size{{.*}}, spitch{{.*}}, dpitch{{.*}});
func.func @swap(%d: memref<6x5x4xf64>) {
  prem.launch @swap_thread(%d) cores 1 : memref<6x5x4xf64>
  return
}
func.func private @swap_thread(%d: memref<6x5x4xf64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %id = prem.allocate_buffer ro at %c0 bytes 480
  prem.swap %id, %d[%c2, %c0, %c2] sizes [%c4, %c3, %c2] shape [5, 4, 3] : memref<6x5x4xf64>
  prem.dispatch
  prem.end_segment
  prem.deallocate_buffer %id
  prem.end_segment
  prem.barrier
  return
}
