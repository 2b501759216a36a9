// RUN: polymem-opt %s | polymem-opt | FileCheck %s
// RUN: polymem-opt %s --mlir-print-op-generic | polymem-opt | FileCheck %s

// What segments tell is read as it is printed.

// CHECK-LABEL: @segment
func.func @segment(%b: memref<8xf32>, %A: memref<4x80xf32>, %i: index, %j: index) {
  // CHECK: prem.tell_access read %{{.*}}[%{{.*}}] of %{{.*}}[%{{.*}}, %{{.*}}] : memref<8xf32>, memref<4x80xf32>
  prem.tell_access read %b[%i] of %A[%i, %j] : memref<8xf32>, memref<4x80xf32>
  // CHECK: prem.tell_access write %{{.*}}[%{{.*}}] : memref<8xf32>
  prem.tell_access write %b[%i] : memref<8xf32>
  // CHECK: prem.count load, 2
  prem.count load, 2
  // CHECK: prem.count float_mul, 1
  prem.count float_mul, 1
  return
}
