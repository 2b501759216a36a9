// Operations that MLIR's conversions leave are errors of the pipelines, at the
// operation.

// RUN: not polymem-opt %s --polymem-to-cpu 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not polymem-opt %s --polymem-to-ptx 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: not polymem-opt %s --polymem-to-emulator 2>&1 | FileCheck %s --check-prefix=GPU

// CPU: not-lowered.mlir:[[@LINE+5]]:{{.*}}error: {{.*}}math.ipowi
// GPU: not-lowered.mlir:[[@LINE+4]]:{{.*}}error: polymem-verify-lowered: 'math.ipowi' in a kernel cannot be lowered: no conversion to the NVVM dialect takes it
func.func @f(%A: memref<64xi32>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xi32>
    %b = math.ipowi %a, %a : i32
    affine.store %b, %A[%i] : memref<64xi32>
  }
  return
}
