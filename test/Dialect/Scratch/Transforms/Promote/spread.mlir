// Where a block has at least four threads for each iteration, what is read without reuse is staged,
// so that all threads load: not with fewer threads, not what is only written, and not what has rows
// shorter than a transaction.

// RUN: polymem-opt %s --polymem-tile=mapping=gpu --scratch-promote=memory-space=workgroup --remarks-filter=scratch-promote --remark-format=emitRemark -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.mlir
// RUN: polymem-opt %s --polymem-tile=mapping=gpu --scratch-promote="memory-space=workgroup coalesce=false" | FileCheck %s --check-prefix=OFF
// RUN: polymem-run %s --entry=wide --entry=narrow --entry=short --compare --uninterpreted --emulate --check \
// RUN:   --sizes=N=70,M=9 --sizes=N=33,M=131 --sizes=N=1,M=1 --sizes=N=0,M=3 --pipeline=polymem-to-emulator

// CHECK-DAG: Spread {{.*}}Function=wide {{.*}}arg0 has no reuse, but the block has threads without iterations: it is staged so that all of them load
// CHECK-DAG: NoReuse {{.*}}Function=wide {{.*}}arg1 stays in global memory
// CHECK-DAG: NoReuse {{.*}}Function=narrow {{.*}}arg0 stays in global memory
// CHECK-DAG: NoReuse {{.*}}Function=short {{.*}}arg0 stays in global memory: no reuse: {{.*}}its runs of 4 elements are shorter than a transaction of 32 bytes
// IR-LABEL: func.func @wide
// IR-SAME: (%[[A:[a-z0-9]+]]: memref<?x?xf32>{{[^%]*}}, %{{[a-z0-9]+}}: memref<?x?xf32>{{[^%]*}}, %[[Y:[a-z0-9]+]]: memref<?xf32>
// IR:         scratch.copy_in %[[A]] to
// IR:         scratch.copy_in %[[Y]] to
// IR-LABEL: func.func @narrow
// IR-SAME: (%[[A:[a-z0-9]+]]: memref<?x?xf32>
// IR-NOT:     scratch.copy_in %[[A]]
// OFF: func.func @wide(%[[A:[a-z0-9]+]]: memref<?x?xf32>
// OFF-NOT:    scratch.copy_in %[[A]]

func.func @wide(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %B: memref<?x?xf32> {polymem.shape = ["M", "N"]},
    %y: memref<?xf32> {polymem.shape = ["N"]},
    %N: index {polymem.param = "N"}, %M: index {polymem.param = "M"}) {
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %a = affine.load %A[%j, %i] : memref<?x?xf32>
      %s = affine.load %y[%i] : memref<?xf32>
      %b = arith.addf %s, %a : f32
      affine.store %b, %y[%i] : memref<?xf32>
      affine.store %b, %B[%j, %i] : memref<?x?xf32>
    } {polymem.block_threads = array<i64: 64, 1, 1>, polymem.tile_defaults = array<i64: 16, 32, 32, 4, 64>}
  } {polymem.block_threads = array<i64: 64, 1, 1>, polymem.tile_defaults = array<i64: 16, 32, 32, 4, 64>}
  return
}

func.func @narrow(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %B: memref<?x?xf32> {polymem.shape = ["M", "N"]},
    %y: memref<?xf32> {polymem.shape = ["N"]},
    %N: index {polymem.param = "N"}, %M: index {polymem.param = "M"}) {
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %a = affine.load %A[%j, %i] : memref<?x?xf32>
      %s = affine.load %y[%i] : memref<?xf32>
      %b = arith.addf %s, %a : f32
      affine.store %b, %y[%i] : memref<?xf32>
      affine.store %b, %B[%j, %i] : memref<?x?xf32>
    } {polymem.block_threads = array<i64: 32, 1, 1>, polymem.tile_defaults = array<i64: 16, 32, 32, 4, 64>}
  } {polymem.block_threads = array<i64: 32, 1, 1>, polymem.tile_defaults = array<i64: 16, 32, 32, 4, 64>}
  return
}

func.func @short(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %B: memref<?x?xf32> {polymem.shape = ["M", "N"]},
    %y: memref<?xf32> {polymem.shape = ["N"]},
    %N: index {polymem.param = "N"}, %M: index {polymem.param = "M"}) {
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %a = affine.load %A[%j, %i] : memref<?x?xf32>
      %s = affine.load %y[%i] : memref<?xf32>
      %b = arith.addf %s, %a : f32
      affine.store %b, %y[%i] : memref<?xf32>
      affine.store %b, %B[%j, %i] : memref<?x?xf32>
    } {polymem.block_threads = array<i64: 64, 1, 1>, polymem.tile_defaults = array<i64: 4, 32, 32, 4, 64>}
  } {polymem.block_threads = array<i64: 64, 1, 1>, polymem.tile_defaults = array<i64: 4, 32, 32, 4, 64>}
  return
}
