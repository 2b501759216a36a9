// RUN: polymem-opt %s --prem-print-c -o %t.mlir > %t.c
// RUN: FileCheck %s --input-file=%t.c
// RUN: polymem-opt %s | diff %t.mlir -
// RUN: polymem-opt %s --prem-print-c=output=%t.file.c -o %t.mlir
// RUN: diff %t.c %t.file.c
// RUN: clang-22 --target=riscv32 -std=c99 -ffreestanding -O2 -Wall -Wextra -pedantic -Werror -I %polymem_src/include -c %t.c -o %t.o

// A thread is external, what it calls is static and comes before. What nothing needs is not printed,
// nor is the function that launches. The IR stays as it is.

// CHECK:      #include "PolyMem/Runtime/Prem/prem.h"
// CHECK:      static float f_element(float (*a0)[8], int32_t a1) {
// CHECK-NEXT:   const float v2 = a0[a1][7];
// CHECK-NEXT:   return v2;
// CHECK-NEXT: }
func.func private @f_element(%b: memref<4x8xf32>, %i: index) -> f32 {
  %x = affine.load %b[symbol(%i), 7] : memref<4x8xf32>
  return %x : f32
}
// CHECK:      static void f_segment0(float (*a0)[8], double *a1, bool *a2, int32_t a3) {
// CHECK-NEXT:   (void)a1;
// CHECK-NEXT:   const float v4 = f_element(a0, a3);
// CHECK-NEXT:   a0[0][a3] = v4;
// CHECK-NEXT:   a2[0] = true;
// CHECK-NEXT: }
func.func private @f_segment0(%b: memref<4x8xf32>, %unused: memref<8xf64>, %flag: memref<i1>, %i: index) {
  %dead = arith.addi %i, %i : index
  %x = func.call @f_element(%b, %i) : (memref<4x8xf32>, index) -> f32
  affine.store %x, %b[0, symbol(%i)] : memref<4x8xf32>
  %true = arith.constant true
  memref.store %true, %flag[] : memref<i1>
  return
}
// CHECK:      void f_thread(float (*a0)[8], double *a1, bool *a2, int32_t a3);
// CHECK-NEXT: void f_thread(float (*a0)[8], double *a1, bool *a2, int32_t a3) {
func.func private @f_thread(%A: memref<64x8xf32>, %B: memref<8xf64>, %flag: memref<i1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  // CHECK-NEXT:   const int32_t v4 = prem_thread_id();
  %t = prem.thread_id
  // CHECK-NEXT:   const int32_t v5 = prem_allocate_buffer((unsigned char *)prem_scratchpad(), 128, PREM_RW);
  %a = prem.allocate_buffer rw at %c0 bytes 128
  // CHECK-NEXT:   const int32_t v6 = prem_allocate_buffer((unsigned char *)prem_scratchpad() + 128, 64, PREM_RO);
  %b = prem.allocate_buffer ro at %c128 bytes 64
  // CHECK-NEXT:   float (*b7)[8] = (float (*)[8])(void *)((unsigned char *)prem_scratchpad());
  %pad = prem.view %c0 : memref<4x8xf32>
  // CHECK-NEXT:   prem_swap2d_buffer(v5, &a0[v4][0], 32, a3, 32, 32);
  prem.swap %a, %A[%t, %c0] sizes [%n, %c8] shape [4, 8] : memref<64x8xf32>
  // CHECK-NEXT:   prem_swap_buffer(v6, &a1[v4], a3 * 8);
  prem.swap %b, %B[%t] sizes [%n] shape [8] : memref<8xf64>
  // CHECK-NEXT:   prem_dispatch();
  // CHECK-NEXT:   prem_end_segment();
  prem.dispatch
  prem.end_segment
  // CHECK-NEXT:   f_segment0(b7, a1, a2, a3);
  func.call @f_segment0(%pad, %B, %flag, %n) : (memref<4x8xf32>, memref<8xf64>, memref<i1>, index) -> ()
  // CHECK-NEXT:   static const int32_t spitch8[1] = {32};
  // CHECK-NEXT:   static const int32_t dpitch9[1] = {32};
  // CHECK-NEXT:   const int32_t size10[2] = {2, a3 * 4};
  // CHECK-NEXT:   const int32_t size11[2] = {a3, 32};
  // CHECK-NEXT:   const struct prem_box boxes12[2] = {
  // CHECK-NEXT:     {&a0[v4][2], (a3 * 32) + 8, PREM_RO, 2, size10, spitch8, dpitch9},
  // CHECK-NEXT:     {&a0[0][0], 0, PREM_WO, 2, size11, spitch8, dpitch9}};
  // CHECK-NEXT:   prem_swap_boxes(v5, 2, boxes12);
  prem.swap_boxes %a, %A[%t, %c2, %c0, %c0] places [%n, %c2, %c0, %c0]
      sizes [%c2, %n, %n, %c8] usages [1, 2] shape [4, 8] : memref<64x8xf32>
  // CHECK-NEXT:   prem_swap_boxes(v6, 0, NULL);
  prem.swap_boxes %b, %B[] places [] sizes [] usages [] shape [8] : memref<8xf64>
  // CHECK-NEXT:   PREM_COUNT(PREM_OP_INT_MUL, 3u);
  // CHECK-NEXT:   PREM_READ(&b7[v4][a3], &a0[a3][v4], 4u);
  // CHECK-NEXT:   PREM_WRITE(&b7[v4][a3], NULL, 4u);
  prem.count int_mul, 3
  prem.tell_access read %pad[%t, %n] of %A[%n, %t] : memref<4x8xf32>, memref<64x8xf32>
  prem.tell_access write %pad[%t, %n] : memref<4x8xf32>
  // CHECK-NEXT:   prem_end_segment();
  // CHECK-NEXT:   prem_deallocate_buffer(v5);
  // CHECK-NEXT:   prem_deallocate_buffer(v6);
  // CHECK-NEXT:   prem_barrier();
  // CHECK-NEXT: }
  // CHECK-NOT: {{.}}
  prem.end_segment
  prem.deallocate_buffer %a
  prem.deallocate_buffer %b
  prem.barrier
  return
}
func.func @f(%A: memref<64x8xf32>, %B: memref<8xf64>, %flag: memref<i1>, %n: index) {
  prem.launch @f_thread(%A, %B, %flag, %n) cores 2 : memref<64x8xf32>, memref<8xf64>, memref<i1>, index
  return
}
