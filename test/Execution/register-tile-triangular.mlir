// Triangular nests, jammed where all points of a tile agree, against the
// original: proved, executed on the emulator, every access checked. Sizes with
// tiles on both sides of the diagonal, on it, and on borders.

// DEFINE: %{options} = --compare --uninterpreted --emulate --check
// DEFINE: %{pipeline} = --pipeline='polymem-to-emulator{sizes=8,8,4 block-size=4,2}'
// RUN: polymem-run %s --entry=below_diagonal --entry=conditions %{options} \
// RUN:   --sizes=M=29,N=19 --sizes=M=32,N=8 --sizes=M=3,N=1 --sizes=M=0,N=8 %{pipeline}

// PolyBench's: loops of one iteration or none.
// DEFINE: %{polybench} = --compare --uninterpreted --emulate %proofs \
// DEFINE:   --pipeline='polymem-to-emulator{schedule=always sizes=8,8,4 block-size=4,2 complete-tiles=false}'
// RUN: polymem-run %polymem_src/benchmarks/polybench/syrk.mlir --entry=syrk_f32 %{polybench} --sizes=N=29,M=7 --sizes=N=16,M=8
// RUN: polymem-run %polymem_src/benchmarks/polybench/syr2k.mlir --entry=syr2k_f32 %{polybench} --sizes=N=29,M=7
// RUN: polymem-run %polymem_src/benchmarks/polybench/covariance.mlir --entry=covariance_f32 %{polybench} --sizes=N=9,M=29

// They are jammed.
// RUN: polymem-opt %s --polymem-to-ptx='sizes=8,8,4 block-size=4,2' -o %t \
// RUN:   --remarks-filter=polymem-register-tile --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: polymem-opt %polymem_src/benchmarks/polybench/syrk.mlir --polymem-to-ptx=complete-tiles=false -o %t \
// RUN:   --remarks-filter=polymem-register-tile --remark-format=emitRemark 2>&1 | FileCheck %s
// CHECK: iterations of a thread jammed: {{.*}}; in tiles with all points on one side of borders

func.func @below_diagonal(%A: memref<?x?xf32> {polymem.shape = ["M", "M"]}, %B: memref<?x?xf32> {polymem.shape = ["M", "N"]},
    %C: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = affine_map<(i) -> (i + 1)>(%i) to %M {
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %a = affine.load %A[%k, %i] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
func.func @conditions(%A: memref<?x?xf32> {polymem.shape = ["M", "M"]}, %B: memref<?x?xf32> {polymem.shape = ["M", "N"]},
    %C: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to affine_map<(i) -> (i + 1)>(%i) {
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        affine.if affine_set<(i, j) : (i - j - 3 >= 0)>(%i, %j) {
        %a = affine.load %A[%k, %i] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
