// Subscripts of rows, and of elements far from each other, that count from a negative number: their
// bases are moved by the least one.
// DEFINE: %{options} = schedule=never sizes=8 block-size=8 promote=false
// DEFINE: %{run} = polymem-run %s --emulate --compare --check-bounds --pipeline='polymem-to-emulator{%{options}}'
// RUN: %{run} --entry=windows --sizes=N=37,M=5 --sizes=N=1,M=1 --sizes=N=0,M=3 | FileCheck %s
// RUN: %{run} --entry=far --sizes=N=37 --sizes=N=1 --sizes=N=0 | FileCheck %s
// RUN: polymem-opt %s --polymem-to-ptx='%{options}' --mlir-print-ir-after=polymem-narrow-indices -o /dev/null 2>&1 | FileCheck %s --check-prefix=NARROW

// CHECK-COUNT-3: identical
// NARROW: gpu.func @windows_kernel
// NARROW: scf.for {{.*}} : i32
// NARROW: memref.load %{{.*}} : memref<?xi64, strided<[1], offset: ?>>
// NARROW: gpu.func @far_kernel
// NARROW: scf.for {{.*}} : i32
// NARROW: memref.load %{{.*}} : memref<?xi64, strided<[1], offset: ?>>
func.func @windows(%A: memref<?x?xi64> {polymem.shape = ["N + 12", "M + 40"]},
                   %B: memref<?x?xi64> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %N = memref.dim %B, %c0 : memref<?x?xi64>
  %M = memref.dim %B, %c1 : memref<?x?xi64>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      affine.for %d = -6 to 7 {
        %a = affine.load %A[%i + %d + 6, %j + 20] : memref<?x?xi64>
        %b = affine.load %A[%i + %d + 6, %j + 39] : memref<?x?xi64>
        %s = affine.load %B[%i, %j] : memref<?x?xi64>
        %t = arith.addi %a, %b : i64
        %c3 = arith.constant 3 : i64
        %u = arith.muli %s, %c3 : i64
        %v = arith.addi %t, %u : i64
        affine.store %v, %B[%i, %j] : memref<?x?xi64>
      }
    }
  }
  return
}

// Far elements of a row.
func.func @far(%A: memref<?xi64> {polymem.shape = ["N + 64"]}, %B: memref<?xi64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %B, %c0 : memref<?xi64>
  affine.for %i = 0 to %N {
    affine.for %d = -6 to 7 {
      %a = affine.load %A[%i + %d + 40] : memref<?xi64>
      %s = affine.load %B[%i] : memref<?xi64>
      %c3 = arith.constant 3 : i64
      %u = arith.muli %s, %c3 : i64
      %v = arith.addi %a, %u : i64
      affine.store %v, %B[%i] : memref<?xi64>
    }
  }
  return
}
