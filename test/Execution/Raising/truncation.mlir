// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --entry=signs --entry=bytes --compare --check-bounds --sizes=N=12 --sizes=N=1 --sizes=N=120
// RUN: %{run} --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// Quotients and remainders of numbers of both signs, and bytes that do wrap around for
// the largest size: what cannot be read as affine stays, and where a condition shows the
// sign it is.

// CHECK-LABEL: func @signs
// CHECK: memref.load
// CHECK: memref.load
// CHECK: affine.if
// CHECK-NEXT: affine.load %{{.*}}[(%{{.*}} - 5) floordiv 3 + 64]
// CHECK-LABEL: func @bytes
// CHECK: arith.addi %{{.*}} : i8
// CHECK: memref.load
func.func @signs(%n: index {polymem.param = "N"}, %A: memref<256xi64>, %B: memref<?xi64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c1 {
    %d = arith.subi %i, %c5 : index
    %q = arith.divsi %d, %c3 : index
    %qx = arith.addi %q, %c64 : index
    %a = memref.load %A[%qx] : memref<256xi64>
    %r = arith.remsi %d, %c3 : index
    %rx = arith.addi %r, %c64 : index
    %b = memref.load %A[%rx] : memref<256xi64>
    %ab = arith.subi %a, %b : i64
    memref.store %ab, %B[%i] : memref<?xi64>
    %positive = arith.cmpi sge, %d, %c0 : index
    scf.if %positive {
      %c = memref.load %A[%qx] : memref<256xi64>
      memref.store %c, %B[%i] : memref<?xi64>
    }
  }
  return
}

func.func @bytes(%n: i8 {polymem.param = "N"}, %A: memref<256xi64>, %B: memref<?xi64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c50 = arith.constant 50 : i8
  scf.for %i = %c0 to %n step %c1 : i8 {
    %s = arith.addi %i, %c50 : i8
    %x = arith.index_cast %s : i8 to index
    %c128 = arith.constant 128 : index
    %y = arith.addi %x, %c128 : index
    %a = memref.load %A[%y] : memref<256xi64>
    %ix = arith.index_cast %i : i8 to index
    memref.store %a, %B[%ix] : memref<?xi64>
  }
  return
}
