// Matrices that are made symmetric, with either of the two stores last, staged in buffers of their own:
// proved, executed, and emulated with every access checked.
//
// DEFINE: %{run} = polymem-run %s --entry=upper --entry=lower --compare --uninterpreted --check --check-bounds --sizes=M=70 --sizes=M=33 --sizes=M=1
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator --pipeline='polymem-to-emulator{sizes=8,8}'
// RUN: %{run} --pipeline='polymem-tile{sizes=8,8 mapping=gpu},scratch-promote,convert-scratch-to-gpu'

func.func @upper(%A: memref<?x?xf32> {polymem.shape = ["M", "M"]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = affine_map<(i) -> (i)>(%i) to %M {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.divf %a, %x : f32
      %c = arith.addf %b, %x : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
      affine.store %c, %A[%j, %i] : memref<?x?xf32>
    }
  }
  return
}

func.func @lower(%A: memref<?x?xf32> {polymem.shape = ["M", "M"]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = affine_map<(i) -> (i)>(%i) to %M {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.divf %a, %x : f32
      %c = arith.addf %b, %x : f32
      affine.store %c, %A[%j, %i] : memref<?x?xf32>
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
