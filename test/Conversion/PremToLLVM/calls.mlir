// RUN: polymem-opt %s --convert-prem-to-llvm | FileCheck %s

// The operations of threads become calls of prem.h's functions.

// CHECK-LABEL: @buffers
// CHECK-SAME: %[[OFFSET:.*]]: index
func.func @buffers(%offset: index) {
  // CHECK: %[[ID:.*]] = call @prem_thread_id() : () -> i32
  // CHECK: arith.index_cast %[[ID]] : i32 to index
  %t = prem.thread_id
  // CHECK: %[[PAD:.*]] = call @prem_scratchpad() : () -> !llvm.ptr
  // CHECK: %[[BYTES:.*]] = arith.index_cast %[[OFFSET]]
  // CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[PAD]][%[[BYTES]]]
  // CHECK-NEXT: %[[SIZE:.*]] = arith.constant 128 : i32
  // CHECK-NEXT: %[[RW:.*]] = arith.constant 3 : i32
  // CHECK-NEXT: %[[BUFFER:.*]] = call @prem_allocate_buffer(%[[PLACE]], %[[SIZE]], %[[RW]])
  %id = prem.allocate_buffer rw at %offset bytes 128
  // CHECK: %[[PAD:.*]] = call @prem_scratchpad()
  // CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[PAD]]
  // CHECK: llvm.insertvalue %[[PLACE]], %{{.*}}[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
  // CHECK: builtin.unrealized_conversion_cast %{{.*}} to memref<4x8xf32>
  %b = prem.view %offset : memref<4x8xf32>
  %x = memref.load %b[%t, %t] : memref<4x8xf32>
  // CHECK: call @prem_dispatch()
  prem.dispatch
  // CHECK: call @prem_end_segment()
  prem.end_segment
  // CHECK: call @prem_deallocate_buffer(%[[BUFFER]])
  prem.deallocate_buffer %id
  // CHECK: call @prem_barrier()
  prem.barrier
  return
}

// Sizes and pitches are bytes where prem.h says so; memory for tables is taken where the function
// begins.
// CHECK-LABEL: @swaps
// CHECK: %[[SIZES:.*]] = llvm.alloca %{{.*}} x i32
func.func @swaps(%id: i32, %A: memref<100xf64>, %B: memref<30x20xf32>, %C: memref<5x6x7xi16>, %n: index) {
  // CHECK: llvm.getelementptr
  // CHECK: %[[F64:.*]] = arith.constant 8 : index
  // CHECK: %[[WIDTH:.*]] = arith.muli %{{.*}}, %[[F64]]
  // CHECK: %[[WIDTH32:.*]] = arith.index_cast %[[WIDTH]] : index to i32
  // CHECK: call @prem_swap_buffer(%{{.*}}, %{{.*}}, %[[WIDTH32]])
  prem.swap %id, %A[%n] sizes [%n] shape [10] : memref<100xf64>
  // CHECK: %[[PITCH:.*]] = arith.constant 80 : i32
  // CHECK: %[[ROW:.*]] = arith.constant 32 : i32
  // CHECK: call @prem_swap2d_buffer(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[PITCH]], %[[ROW]])
  prem.swap %id, %B[%n, %n] sizes [%n, %n] shape [4, 8] : memref<30x20xf32>
  // CHECK: %[[RANK:.*]] = arith.constant 3 : i32
  // CHECK: call @prem_swapnd_buffer(%{{.*}}, %{{.*}}, %[[RANK]], %{{.*}}, %{{.*}}, %{{.*}})
  prem.swap %id, %C[%n, %n, %n] sizes [%n, %n, %n] shape [2, 3, 4] : memref<5x6x7xi16>
  return
}

// CHECK-LABEL: @boxes
func.func @boxes(%id: i32, %A: memref<100xf64>, %n: index) {
  // CHECK: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
  // The usage of the second box.
  // CHECK: arith.constant 2 : i32
  // CHECK: %[[TWO:.*]] = arith.constant 2 : i32
  // CHECK-NEXT: call @prem_swap_boxes(%{{.*}}, %[[TWO]], %{{.*}})
  prem.swap_boxes %id, %A[%n, %n] places [%n, %n] sizes [%n, %n] usages [1, 2] shape [10] : memref<100xf64>
  // CHECK: %[[NONE:.*]] = arith.constant 0 : i32
  // CHECK-NEXT: call @prem_swap_boxes(%{{.*}}, %[[NONE]], %{{.*}})
  prem.swap_boxes %id, %A[] places [] sizes [] usages [] shape [10] : memref<100xf64>
  return
}

// CHECK-LABEL: @tells
func.func @tells(%b: memref<10xf64>, %A: memref<100xf64>, %n: index) {
  // CHECK: %[[F64:.*]] = arith.constant 8 : i32
  // CHECK: call @prem_read(%{{.*}}, %{{.*}}, %[[F64]]) : (!llvm.ptr, !llvm.ptr, i32)
  prem.tell_access read %b[%n] of %A[%n] : memref<10xf64>, memref<100xf64>
  // CHECK: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
  // CHECK: call @prem_write(%{{.*}}, %[[NULL]], %{{.*}})
  prem.tell_access write %b[%n] : memref<10xf64>
  // PREM_OP_FLOAT_MUL.
  // CHECK: %[[FLOAT_MUL:.*]] = arith.constant 6 : i32
  // CHECK: %[[FIVE:.*]] = arith.constant 5 : i32
  // CHECK: call @prem_count(%[[FLOAT_MUL]], %[[FIVE]])
  prem.count float_mul, 5
  return
}

// CHECK: func.func private @prem_thread_id() -> i32
// CHECK: func.func private @prem_swap2d_buffer(i32, !llvm.ptr, i32, i32, i32, i32)
