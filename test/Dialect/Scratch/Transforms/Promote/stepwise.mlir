// Where threads of a block meet in each step of a loop, what is read without reuse is staged, also in
// rows shorter than a transaction: the block waits for it once, and not in each step. Not where threads
// run the loop by themselves, and not what is only written.
//
// RUN: polymem-opt %s --scratch-promote=memory-space=workgroup --remarks-filter=scratch-promote --remark-format=emitRemark -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.mlir
// RUN: polymem-opt %s --scratch-promote="memory-space=workgroup coalesce=false" | FileCheck %s --check-prefix=OFF
// RUN: polymem-run %s --entry=steps --compare --uninterpreted --emulate --reference-pipeline=convert-scratch-to-memref --sizes=N=9 --sizes=N=8 \
// RUN:   --pipeline='scratch-promote,convert-scratch-to-gpu'

// CHECK-DAG: Stepwise {{.*}}Function=steps {{.*}}arg0 has no reuse, but threads meet in each step of a loop: it is staged so that they wait for it once
// CHECK-DAG: NoReuse {{.*}}Function=steps {{.*}}arg2 stays in global memory
// CHECK-DAG: NoReuse {{.*}}Function=own {{.*}}arg0 stays in global memory
// IR-LABEL: func.func @steps
// IR-SAME: (%[[D:[a-z0-9]+]]: memref<?x?xf32>
// IR:         scratch.copy_in %[[D]] to %[[DIAGONAL:.*]] over
// IR:         affine.for
// IR:           affine.load %[[DIAGONAL]]
// IR-LABEL: func.func @own
// IR-SAME: (%[[D:[a-z0-9]+]]: memref<?x?xf32>
// IR-NOT:     scratch.copy_in %[[D]]
// OFF: func.func @steps(%[[D:[a-z0-9]+]]: memref<?x?xf32>
// OFF-NOT:    scratch.copy_in %[[D]]

func.func @steps(%D: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %x: memref<8xf32>, %B: memref<8x8xf32>,
                 %n: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    affine.for %k = 0 to 8 {
      scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        %d = affine.load %D[%k, %k] : memref<?x?xf32>
        %v = affine.load %x[%k] : memref<8xf32>
        %s = arith.divf %v, %d : f32
        affine.store %s, %x[%k] : memref<8xf32>
      }
      scratch.tile (%i) = (%c0) to (%c8) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %x[symbol(%i)] : memref<8xf32>
        affine.store %v, %B[%k, symbol(%i)] : memref<8x8xf32>
      }
    }
  }
  return
}

func.func @own(%D: memref<?x?xf32>, %x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%i) = (%c0) to (%c8) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 8 {
        %d = affine.load %D[%k, symbol(%i) + %k] : memref<?x?xf32>
        %v = affine.load %x[symbol(%i)] : memref<8xf32>
        %s = arith.mulf %v, %d : f32
        affine.store %s, %x[symbol(%i)] : memref<8xf32>
      }
    }
  }
  return
}
