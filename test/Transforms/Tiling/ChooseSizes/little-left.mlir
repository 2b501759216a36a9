// The search of a nest ends where what it takes beyond the least is little of what the function takes:
// of a small product beside a large one, other sizes than the machine's are not tried.
// DEFINE: %{choose} = polymem-opt %s --remarks-filter='polymem-choose-sizes.*' --remark-format=emitRemark -o /dev/null
// RUN: %{choose} --polymem-to-ptx="emit=staged sizes=auto assume=M=1500,N=300" 2>&1 | FileCheck %s
// RUN: %{choose} --polymem-to-ptx="emit=staged sizes=auto assume=M=300,N=300" 2>&1 | FileCheck %s --check-prefix=ALIKE

// CHECK-DAG: :19:3: {{.*}}; {{[2-8]}} variants compared
// CHECK-DAG: :31:3: {{.*}}; 1 variants compared
// ALIKE-COUNT-2: ; {{[2-8]}} variants compared
func.func @products(%A: memref<?x?xf32> {polymem.shape = ["M", "M"]},
                    %B: memref<?x?xf32> {polymem.shape = ["M", "M"]},
                    %C: memref<?x?xf32> {polymem.shape = ["M", "M"]},
                    %D: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                    %E: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                    %F: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %D, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %M {
      affine.for %k = 0 to %M {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %N {
        %a = affine.load %D[%i, %k] : memref<?x?xf32>
        %b = affine.load %E[%k, %j] : memref<?x?xf32>
        %c = affine.load %F[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %F[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
