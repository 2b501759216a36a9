// What loops with loops in them count is moved once a round, so that LLVM knows nothing of how it
// grows; an innermost loop stays as it is, and so does one whose induction variable has no use.
//
// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-hide-inductions))' | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @nest(
  // CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x?xf32>
  gpu.func @nest(%a: memref<?x?xf32>, %n: index, %narrow: i32, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    // CHECK: scf.for %[[I:.*]] =
    // CHECK-NEXT: %[[WIDE:.*]] = arith.index_cast %[[I]] : index to i64
    // CHECK-NEXT: %[[MOVED:.*]] = llvm.inline_asm "mov.b64 $0, $1;", "=l,l" %[[WIDE]] : (i64) -> i64
    // CHECK-NEXT: %[[ROW:.*]] = arith.index_cast %[[MOVED]] : i64 to index
    // CHECK-NEXT: scf.for %[[J:.*]] =
    // CHECK-NEXT: memref.store %{{.*}}, %[[A]][%[[ROW]], %[[J]]]
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        memref.store %x, %a[%i, %j] : memref<?x?xf32>
      }
    }
    // CHECK: scf.for %[[I:.*]] = {{.*}} : i32 {
    // CHECK-NEXT: %[[MOVED:.*]] = llvm.inline_asm "mov.b32 $0, $1;", "=r,r" %[[I]] : (i32) -> i32
    // CHECK-NEXT: scf.for %[[J:.*]] = {{.*}} : i32 {
    // CHECK-NEXT: arith.index_cast %[[MOVED]]
    // CHECK-NEXT: arith.index_cast %[[J]]
    scf.for %i = %zero to %narrow step %one : i32 {
      scf.for %j = %zero to %narrow step %one : i32 {
        %row = arith.index_cast %i : i32 to index
        %column = arith.index_cast %j : i32 to index
        memref.store %x, %a[%row, %column] : memref<?x?xf32>
      }
    }
    // CHECK: scf.for
    // CHECK-NEXT: scf.for
    scf.for %t = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        memref.store %x, %a[%c0, %j] : memref<?x?xf32>
      }
    }
    // Multiples of 32 stay known as such.
    // CHECK: scf.for %[[T:.*]] =
    // CHECK-NEXT: %[[BITS:.*]] = arith.constant 5 : index
    // CHECK-NEXT: %[[NUMBER:.*]] = arith.shrsi %[[T]], %[[BITS]] : index
    // CHECK-NEXT: arith.index_cast %[[NUMBER]] : index to i64
    // CHECK-NEXT: llvm.inline_asm
    // CHECK-NEXT: %[[MOVED:.*]] = arith.index_cast
    // CHECK-NEXT: %[[ORIGIN:.*]] = arith.shli %[[MOVED]], %[[BITS]] : index
    // CHECK-NEXT: scf.for
    // CHECK-NEXT: memref.store %{{.*}}, %[[A]][%[[ORIGIN]],
    scf.for %t = %c64 to %n step %c32 {
      scf.for %j = %c0 to %n step %c1 {
        memref.store %x, %a[%t, %j] : memref<?x?xf32>
      }
    }
    gpu.return
  }
}
