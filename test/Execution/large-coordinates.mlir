// RUN: polymem-run %s --entry=far --emulate --compare --sizes=F=8589934595,N=300,L=8589934597 --pipeline='polymem-to-emulator{sizes=256 block-size=8}' | FileCheck %s
// RUN: polymem-run %s --entry=far --emulate --compare --sizes=F=8589934595,N=0,L=-3 --pipeline='polymem-to-emulator{sizes=256 block-size=8}' | FileCheck %s
// RUN: polymem-run %s --entry=far --emulate --compare --sizes=F=-8589934595,N=33,L=8589934597 --pipeline='polymem-to-emulator{sizes=256 block-size=8}' | FileCheck %s
// RUN: polymem-run %s --entry=stencil --emulate --compare --sizes=F=4294967296,N=300,L=70 --pipeline='polymem-to-emulator{sizes=256 block-size=8}' | FileCheck %s
// RUN: polymem-run %s --entry=stencil --emulate --compare --sizes=F=2147483647,N=1,L=1 --pipeline='polymem-to-emulator{sizes=256 block-size=8}' | FileCheck %s

// RUN: polymem-opt %s --polymem-to-ptx='sizes=256 block-size=8 batch-loads=1' --mlir-print-ir-after=polymem-narrow-indices -o /dev/null 2>&1 | FileCheck %s --check-prefix=NARROW

// Coordinates and limits beyond 32 bits, though no array is large: what kernels
// compute with 32 bits is right all the same.
// CHECK: identical
// NARROW: gpu.func @far_kernel
// NARROW: scf.for {{.*}} : i32
// NARROW: arith.cmpi {{.*}} : i32
// NARROW: gpu.func @stencil_kernel
// NARROW: scf.for {{.*}} : i32
// NARROW: memref.load %{{.*}} : memref<?xf32, strided<[1], offset: ?>>
func.func @far(%A: memref<?xi64> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}, %F: index {polymem.param = "F"}, %L: index {polymem.param = "L"}) {
  affine.for %i = affine_map<(d0) -> (d0)>(%F) to affine_map<(d0)[s0] -> (d0 + s0)>(%F)[%N] {
    affine.if affine_set<(d0)[s0, s1] : (s1 - d0 + s0 - 1 >= 0)>(%i)[%F, %L] {
      %x = arith.index_cast %i : index to i64
      affine.store %x, %A[%i - symbol(%F)] : memref<?xi64>
    }
  }
  return
}

func.func @stencil(%A: memref<?xf32> {polymem.shape = ["N + 2"]}, %B: memref<?xf32> {polymem.shape = ["N + 2"]}, %N: index {polymem.param = "N"}, %F: index {polymem.param = "F"}, %L: index {polymem.param = "L"}) {
  affine.for %i = affine_map<(d0) -> (d0 + 1)>(%F) to affine_map<(d0)[s0] -> (d0 + s0 + 1)>(%F)[%N] {
    affine.if affine_set<(d0)[s0, s1] : (s1 - d0 + s0 >= 0)>(%i)[%F, %L] {
      %a = affine.load %A[%i - symbol(%F) - 1] : memref<?xf32>
      %b = affine.load %A[%i - symbol(%F)] : memref<?xf32>
      %c = affine.load %A[%i - symbol(%F) + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      %t = arith.addf %s, %c : f32
      affine.store %t, %B[%i - symbol(%F)] : memref<?xf32>
    }
  }
  return
}
