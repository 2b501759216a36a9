// RUN: polymem-opt %s --polymem-tile="sizes=8,8,4 mapping=gpu" | FileCheck %s
// RUN: polymem-run %s --compare --check-bounds --entry=norms --entry=in_place --entry=two_sums --add-params=TI,TJ \
// RUN:   --sizes=N=17,M=9,TI=3,TJ=5 --sizes=N=1,M=1,TI=1,TJ=1 --sizes=N=0,M=4,TI=7,TJ=2 --sizes=N=5,M=0,TI=7,TJ=2 \
// RUN:   '--pipeline=polymem-tile,convert-scratch-to-memref{reverse-mapped}' \
// RUN:   '--pipeline=polymem-tile{mapping=gpu sizes=4,arg4,3 thread-sizes=1,2},convert-scratch-to-memref{reverse-mapped}' \
// RUN:   '--pipeline=polymem-tile{sizes=0,3,2},convert-scratch-to-memref{reverse-mapped}' \
// RUN:   '--pipeline=polymem-tile{mapping=gpu block-sizes=8,8 sizes=arg4,2,arg5},convert-scratch-to-memref{reverse-mapped}'

// Sums carried in iter_args do not keep the reduction loop from being tiled.

// CHECK: #[[$BOX:.*]] = #scratch.mapping<(d0, d1) -> (d0, d1 floordiv 2), extents = () -> (8, 8)>

// A sum that is stored at once lives in the element it is stored to.
// CHECK-LABEL: func @in_place
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK:       scratch.tile {{.*}} mapping [#gpu.block<y>, #gpu.block<x>] {
// CHECK-NOT:     scratch.alloc
// CHECK:         scratch.tile {{.*}} step (%[[C4]]) {
// CHECK-NOT: iter_args
func.func @in_place(%C: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                    %A: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                    %N: index {polymem.param = "N"},
                    %M: index {polymem.param = "M"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %s = affine.for %k = 0 to %M iter_args(%acc = %zero) -> f32 {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %n = arith.addf %acc, %a : f32
        affine.yield %n : f32
      }
      affine.store %s, %C[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Other sums get one element per point of the tile.
// CHECK-LABEL: func @norms
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK:       scratch.tile (%[[I:.*]], %[[J:.*]]) = {{.*}} step (%[[C8]], %[[C16]]) mapping [#gpu.block<y>, #gpu.block<x>] {
// CHECK:         %[[B:.*]] = scratch.alloc() : memref<8x16xf32, #[[$BOX]], #gpu.address_space<workgroup>>
// CHECK:         scratch.tile (%[[II:.*]], %[[JJ:.*]]) = {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>] {
// CHECK:           affine.store %{{.*}}, %[[B]][symbol(%[[II]]) - symbol(%[[I]]), symbol(%[[JJ]]) - symbol(%[[J]])]
// CHECK:         scratch.tile {{.*}} step (%[[C4]]) {
// CHECK:           affine.load %[[B]]
// CHECK:           affine.store %{{.*}}, %[[B]]
// CHECK:         scratch.tile {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>] {
// CHECK:           affine.load %[[B]]
// CHECK:           arith.mulf
func.func @norms(%C: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                 %A: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                 %N: index {polymem.param = "N"},
                 %M: index {polymem.param = "M"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M step 2 {
      %s = affine.for %k = 0 to %M iter_args(%acc = %zero) -> f32 {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %n = arith.addf %acc, %a : f32
        affine.yield %n : f32
      }
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %q = arith.mulf %s, %c : f32
      affine.store %q, %C[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Two carried values, a one-dimensional nest.
// CHECK-LABEL: func @two_sums
// CHECK-COUNT-2: scratch.alloc() : memref<8xf32
func.func @two_sums(%C: memref<?xf32> {polymem.shape = ["N"]},
                    %A: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                    %N: index {polymem.param = "N"},
                    %M: index {polymem.param = "M"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %N {
    %s:2 = affine.for %k = 0 to %M iter_args(%x = %zero, %y = %zero) -> (f32, f32) {
      %a = affine.load %A[%i, %k] : memref<?x?xf32>
      %n = arith.addf %x, %a : f32
      %m = arith.subf %y, %n : f32
      affine.yield %n, %m : f32, f32
    }
    %q = arith.mulf %s#0, %s#1 : f32
    affine.store %q, %C[%i] : memref<?xf32>
  }
  return
}
