// Copies of tiles of a matrix product move 16 bytes at once, if the sizes allow it:
// in PTX one load and one store; counted by the emulator, a quarter of the requests.

// RUN: polymem-opt %s --polymem-to-ptx="sizes=32,32,32" | FileCheck %s
// CHECK: .shared .align 16
// CHECK: ld.global.v4.b32
// CHECK: st.shared.v4.b32

// RUN: polymem-opt %s --polymem-to-ptx="sizes=32,32,32 vectors=never" | FileCheck %s --check-prefix=NEVER
// NEVER-NOT: ld.global.v4
// NEVER-NOT: st.shared.v4

// Nine blocks copy three tiles of each factor, 1024 elements in 8 requests of a warp.
// RUN: polymem-run %s --entry=product --emulate --count --sizes=n=96 --pipeline='polymem-to-emulator{prefetch-registers=0 sizes=32,32,32}' | FileCheck %s --check-prefix=EVEN
// EVEN-COUNT-2: load at {{.*}}copy-vectors.mlir:{{.*}} 216 6912 110592 3456 3456

// RUN: polymem-run %s --entry=product --emulate --checked --compare --sizes=n=96 --sizes=n=98 --sizes=n=97 --sizes=n=32 --pipeline='polymem-to-emulator{sizes=32,32,32}' --reference-pipeline='polymem-to-cpu{sizes=32,32,32}' | FileCheck %s --check-prefix=SAME
// SAME-COUNT-4: identical

func.func @product(%A: memref<?x?xf32> {polymem.shape = ["n", "n"]}, %B: memref<?x?xf32> {polymem.shape = ["n", "n"]}, %C: memref<?x?xf32> {polymem.shape = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
