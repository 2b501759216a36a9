// The budget of isl operations counts for each step; each has its remark, and
// none changes anything.
//
// RUN: polymem-opt %s -o %t.before
// RUN: polymem-opt %s --polymem-tile="mapping=gpu max-isl-operations=7000" -o %t.after \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=DEPENDENCES
// RUN: diff %t.before %t.after
// RUN: polymem-opt %s --polymem-tile="mapping=gpu max-isl-operations=30000" -o %t.after \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=BANDS
// RUN: diff %t.before %t.after

// DEPENDENCES: remark: [Failure] BudgetExhausted {{.*}}MaxIslOperations=7000{{.*}}the budget of isl operations does not suffice for the dependences
// BANDS: remark: [Failure] BudgetExhausted {{.*}}MaxIslOperations=30000{{.*}}the budget of isl operations does not suffice for the bands
// BANDS-NOT: IllegalBand

func.func @deep(%A: memref<?xf32>, %N: index, %x: f32) {
  affine.for %i0 = 0 to %N {
    affine.for %i1 = 0 to %N {
      affine.for %i2 = 0 to %N {
        affine.for %i3 = 0 to %N {
          affine.for %i4 = 0 to %N {
            affine.for %i5 = 0 to %N {
              affine.for %i6 = 0 to %N {
                affine.store %x, %A[0] : memref<?xf32>
                affine.store %x, %A[%i6] : memref<?xf32>
                affine.store %x, %A[%i5] : memref<?xf32>
                affine.store %x, %A[%i4] : memref<?xf32>
                affine.store %x, %A[%i3] : memref<?xf32>
              }
            }
          }
        }
      }
    }
  }
  return
}
