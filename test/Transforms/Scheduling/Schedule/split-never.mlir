// With split=never the statement goes through the loops as a whole: a wavefront for each step.

// RUN: polymem-opt %s --polymem-schedule=split=never | FileCheck %s
// RUN: polymem-opt %s --polymem-schedule=split=never -o /dev/null --remarks-filter-passed=polymem-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-NOT: Split
// RUN: polymem-opt %s --polymem-to-ptx='split=never expand=never emit=staged' | FileCheck %s --check-prefix=PIPELINE
// RUN: polymem-opt %s --polymem-schedule | FileCheck %s --check-prefix=AUTO

// CHECK-LABEL: func @column
// CHECK-COUNT-2: affine.for
// CHECK-NOT:   affine.for
// CHECK:       return
// PIPELINE-LABEL: func @column
// One thread of one block computes.
// PIPELINE-DAG:  arith.constant 1024 : index
// PIPELINE-DAG:  arith.constant 0 : index
// PIPELINE-DAG:  %[[C1:.*]] = arith.constant 1 : index
// PIPELINE-NEXT: scratch.tile {{.*}}to (%[[C1]]){{.*}}gpu.block<x>
// PIPELINE:      scratch.tile {{.*}}to (%[[C1]]){{.*}}gpu.thread<x>
// PIPELINE-NOT:  gpu.block
// PIPELINE-NOT:  gpu.thread
// AUTO-LABEL: func @column
// AUTO-COUNT-3: affine.for
// AUTO-NOT:   affine.for
// AUTO:       return
func.func @column(%A: memref<?xf32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %A[%k] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %A[%i] : memref<?xf32>
    }
  }
  return
}
