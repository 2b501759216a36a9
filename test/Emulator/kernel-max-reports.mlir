// --max-reports collects different reports of a run.

// RUN: not polymem-run %s --entry=two | FileCheck %s --check-prefix=ONE
// RUN: not polymem-run %s --entry=two --max-reports=10 | FileCheck %s --check-prefix=TEN
// ONE-COUNT-1: uninitialised read on
// ONE-NOT: uninitialised read on
// TEN: uninitialised read on __wg_two_kernel_0[
// TEN-NEXT: (load at {{.*}}kernel-max-reports.mlir:[[#@LINE+11]]:10)
// TEN: uninitialised read on __wg_two_kernel_0[
// TEN-NEXT: (load at {{.*}}kernel-max-reports.mlir:[[#@LINE+10]]:10)
// TEN-NOT: uninitialised read on

func.func @two(%B: memref<16xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<16xf32, #gpu.address_space<workgroup>>) {
    %a = memref.load %S[%tx] : memref<16xf32, #gpu.address_space<workgroup>>
    %b = memref.load %S[%tx] : memref<16xf32, #gpu.address_space<workgroup>>
    %c = arith.addf %a, %b : f32
    memref.store %c, %B[%tx] : memref<16xf32>
    gpu.terminator
  }
  return
}
