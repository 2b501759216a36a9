// The budget of isl operations counts for each step; each has its remark, and
// none changes anything.

// RUN: polymem-opt %s -o %t.before
// RUN: polymem-opt %s --polymem-schedule=max-isl-operations=1000 -o %t.after \
// RUN:   --remarks-filter=polymem-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=MODEL
// RUN: diff %t.before %t.after
// RUN: polymem-opt %s --polymem-schedule=max-isl-operations=5000 -o %t.after \
// RUN:   --remarks-filter=polymem-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=DEPENDENCES
// RUN: diff %t.before %t.after
// RUN: polymem-opt %s --polymem-schedule=max-isl-operations=8000 -o %t.after \
// RUN:   --remarks-filter=polymem-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// RUN: diff %t.before %t.after

// MODEL: NotModelled {{.*}}the model needs more than 1000 isl operations
// DEPENDENCES: NotScheduled {{.*}}Function=many {{.*}}the dependences exceed the budget of 5000 isl operations
// SCHEDULE: NotScheduled {{.*}}Function=stencil {{.*}}no schedule that respects the dependences is found within 8000 isl operations

func.func @many(%A: memref<?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[(%i + 2 * %j) floordiv 3] : memref<?xf32>
      %b = affine.load %A[(2 * %i + %j) floordiv 5] : memref<?xf32>
      %c = affine.load %A[(%i * 3 + %j * 2) mod 7] : memref<?xf32>
      %d = arith.addf %a, %b : f32
      %e = arith.addf %c, %d : f32
      affine.store %e, %A[(%i + %j) floordiv 2] : memref<?xf32>
    }
  }
  return
}

func.func @stencil(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index, %m: index, %t: index) {
  affine.for %s = 0 to %t {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%m] {
        %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %b = affine.load %A[%i + 1, %j] : memref<?x?xf32>
        %c = arith.addf %a, %b : f32
        affine.store %c, %B[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%m] {
        %a = affine.load %B[%i, %j - 1] : memref<?x?xf32>
        %b = affine.load %B[%i, %j + 1] : memref<?x?xf32>
        %c = arith.addf %a, %b : f32
        affine.store %c, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
