// A simplification inside isl did not end: one step of it undid another's work,
// with coefficients that grew, and the budget of operations did not stop it.

// RUN: polymem-opt %s --polymem-print-scop=dependences -o /dev/null 2>&1 | FileCheck %s
// CHECK: scop @f
// CHECK: flow{{.*}}: {{.*}}S1[i0, i1, i2] -> W1[]] -> [S0[o0] -> R0[]]

func.func @f(%A: memref<?x?xf64>, %v: f64, %N: index, %M: index) {
  affine.for %i = 1 to %N {
    %0 = affine.load %A[%i - 1, %i + 1] : memref<?x?xf64>
    affine.for %j = 0 to min affine_map<(d)[s, t] -> (t, d + 1)>(%i)[%N, %M] step 2 {
      affine.for %k = affine_map<(d) -> (d)>(%j) to %N {
        affine.if affine_set<(a) : (a floordiv 2 - a + 1 >= 0)>(%j) {
          affine.store %v, %A[%k, symbol(%N) - 1 - %k] : memref<?x?xf64>
        }
      }
    }
  }
  return
}
