// RUN: polymem-opt %s --prem-print-c=output=%t.c -o /dev/null
// RUN: FileCheck %s --input-file=%t.c
// RUN: clang-22 -std=c99 -Wall -Wextra -pedantic -Werror -I %polymem_src/include -c %t.c -o %t.o

// Buffers may be chosen and handed on.

// CHECK-LABEL: void f_thread(float (*a0)[8], int32_t a1) {
func.func @f_thread(%A: memref<4x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c128 = arith.constant 128 : index
  // CHECK-NEXT: float (*b2)[8] = (float (*)[8])(void *)((unsigned char *)prem_scratchpad());
  %b = prem.view %c0 : memref<4x8xf32>
  // CHECK-NEXT: float (*b3)[8] = (float (*)[8])(void *)((unsigned char *)prem_scratchpad() + 128);
  %c = prem.view %c128 : memref<4x8xf32>
  // CHECK-NEXT: const bool v4 = a1 < 4;
  %few = arith.cmpi slt, %n, %c4 : index
  // CHECK-NEXT: float (*v5)[8] = v4 ? b2 : b3;
  %d = arith.select %few, %b, %c : memref<4x8xf32>
  // CHECK-NEXT: float (*v6)[8];
  // CHECK-NEXT: if (v4) {
  // CHECK-NEXT:   v6 = v5;
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   v6 = b3;
  // CHECK-NEXT: }
  %e = scf.if %few -> (memref<4x8xf32>) {
    scf.yield %d : memref<4x8xf32>
  } else {
    scf.yield %c : memref<4x8xf32>
  }
  // CHECK-NEXT: float (*v7)[8] = v6;
  // CHECK-NEXT: float (*v8)[8] = b2;
  // CHECK-NEXT: for (int32_t i9 = 0; i9 < a1; i9 += 1) { /* iterations: not known */
  %g:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %e, %y = %b) -> (memref<4x8xf32>, memref<4x8xf32>) {
    // CHECK-NEXT: const float v10 = v7[0][i9];
    // CHECK-NEXT: v8[0][i9] = v10;
    %v = memref.load %x[%c0, %i] : memref<4x8xf32>
    memref.store %v, %y[%c0, %i] : memref<4x8xf32>
    // CHECK-NEXT: float (*w11)[8] = v8;
    // CHECK-NEXT: float (*w12)[8] = v7;
    // CHECK-NEXT: v7 = w11;
    // CHECK-NEXT: v8 = w12;
    scf.yield %y, %x : memref<4x8xf32>, memref<4x8xf32>
  }
  %last = memref.load %g#0[%c0, %c0] : memref<4x8xf32>
  memref.store %last, %A[%c0, %c0] : memref<4x8xf32>
  return
}
func.func @f(%A: memref<4x8xf32>, %n: index) {
  prem.launch @f_thread(%A, %n) cores 2 : memref<4x8xf32>, index
  return
}
