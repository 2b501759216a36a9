// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=100 machine=prem-gu2023},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-prem{strict}),prem-expand-components,canonicalize,transform-interpreter{entry-point=unroll},canonicalize,cse,canonicalize)' | FileCheck %s

// The calls of Gu 2023, Figure 2.1b: segment 0 allocates both buffers, asks for
// the elements of segment 1, dispatched, and of segment 2; segment 1 asks for
// those of segment 3 in the buffer that it has used; segments 2 and 3 give the
// buffers back. (The figure indexes with the global i in the second buffer.)

// CHECK-LABEL: func.func private @f_thread(
// CHECK-SAME: %[[A:.*]]: memref<300xi32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C100:.*]] = arith.constant 100 : index
// CHECK-DAG: %[[C200:.*]] = arith.constant 200 : index
// CHECK: %[[B1:.*]] = prem.allocate_buffer rw at %[[C0]] bytes 400
// CHECK: %[[B2:.*]] = prem.allocate_buffer rw at %{{.*}} bytes 400
// CHECK: prem.swap %[[B1]], %[[A]][%[[C0]]] sizes[%[[C100]]]
// CHECK: prem.dispatch
// CHECK: prem.swap %[[B2]], %[[A]][%[[C100]]] sizes[%[[C100]]]
// CHECK: prem.end_segment
// CHECK: call @f_segment0
// CHECK: prem.swap %[[B1]], %[[A]][%[[C200]]] sizes[%[[C100]]]
// CHECK: prem.end_segment
// CHECK: call @f_segment0
// CHECK-NEXT: prem.deallocate_buffer %[[B2]]
// CHECK-NEXT: prem.end_segment
// CHECK: call @f_segment0
// CHECK-NEXT: prem.deallocate_buffer %[[B1]]
// CHECK-NEXT: prem.end_segment
// CHECK: prem.barrier
// CHECK-NEXT: return
module attributes {transform.with_named_sequence} {
transform.named_sequence @unroll(%root: !transform.any_op) {
  %loop = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.loop.unroll %loop {factor = 3} : !transform.any_op
  transform.yield
}
func.func @f(%a: memref<300xi32>) {
  affine.for %i = 0 to 300 {
    %x = affine.load %a[%i] : memref<300xi32>
    %c2 = arith.constant 2 : i32
    %v = arith.index_cast %i : index to i32
    %d = arith.muli %v, %c2 : i32
    %one = arith.constant 1 : i32
    %o = arith.addi %d, %one : i32
    %y = arith.addi %x, %o : i32
    affine.store %y, %a[%i] : memref<300xi32>
  }
  return
}
}
