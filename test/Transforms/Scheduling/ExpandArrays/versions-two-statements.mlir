// RUN: polymem-opt %s --polymem-expand-arrays --remarks-filter=polymem-expand-arrays --remark-policy=all -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --check \
// RUN:   --sizes=N=5,M=7 --sizes=N=7,M=5 --sizes=N=2,M=1 --sizes=N=1,M=2 --sizes=N=0,M=2 \
// RUN:   --pipeline='polymem-expand-arrays' \
// RUN:   --pipeline='polymem-expand-arrays,polymem-schedule{level-tile=2}'

// Gauss and Jordan's elimination: rows above and below row k are two statements, which read column k
// before or after the step. Row k stays, and has no versions.

// CHECK: remark: [Passed] Versioned
// CHECK-SAME: Faces=1, Loads=2
func.func @eliminate(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %k = 0 to min affine_map<()[n, m] -> (n, m)>()[%n, %m] {
    affine.for %i = 0 to affine_map<(k) -> (k)>(%k) {
      affine.for %j = 0 to %m {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = affine.load %A[%i, %k] : memref<?x?xf32>
        %c = affine.load %A[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %b, %c : f32
        %s = arith.subf %a, %p : f32
        affine.store %s, %A[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = affine_map<(k) -> (k + 1)>(%k) to %n {
      affine.for %j = 0 to %m {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = affine.load %A[%i, %k] : memref<?x?xf32>
        %c = affine.load %A[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %b, %c : f32
        %s = arith.subf %a, %p : f32
        affine.store %s, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
