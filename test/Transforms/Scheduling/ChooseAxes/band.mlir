// A matrix in band storage, times a vector: its diagonals are rows, so threads go along the column and
// along the row of the matrix at once. The loop over rows becomes one over diagonals; the loop that counts
// threads stays parallel, and both stay one band.
// RUN: polymem-opt %s --polymem-schedule --polymem-choose-axes --canonicalize | FileCheck %s

// CHECK-DAG:   #[[LOWER:.*]] = affine_map<(d0)[s0] -> (-s0, -d0)>
// CHECK-DAG:   #[[UPPER:.*]] = affine_map<(d0)[s0, s1] -> (s1 + 1, -d0 + s0)>
// CHECK-LABEL: func.func @band
// CHECK-SAME:    (%[[A:.*]]: memref<?x?xf32> {{.*}}, %[[X:.*]]: memref<?xf32> {{.*}}, %[[Y:.*]]: memref<?xf32> {{.*}}, %[[N:.*]]: index {{.*}}, %[[K:.*]]: index
// CHECK:         affine.for %[[J:.*]] = 0 to %[[N]] {
// CHECK-NEXT:      affine.for %[[D:.*]] = max #[[LOWER]](%[[J]])[%[[K]]] to min #[[UPPER]](%[[J]])[%[[N]], %[[K]]] {
// CHECK-NEXT:        affine.load %[[A]][%[[D]] + symbol(%[[K]]), %[[J]]]
// CHECK-NEXT:        affine.load %[[X]][%[[J]] + %[[D]]]
// CHECK-NEXT:        affine.load %[[Y]][%[[J]]]
// CHECK:           } {scratch.loop = #scratch.loop<band = 0, member = 1, permutable = true>}
// CHECK-NEXT:    } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true, parallel = true>}
func.func @band(%A: memref<?x?xf32> {polymem.shape = ["2 * K + 1", "N"]},
                %x: memref<?xf32> {polymem.shape = ["N"]},
                %y: memref<?xf32> {polymem.shape = ["N"]},
                %N: index {polymem.param = "N"}, %K: index {polymem.param = "K"}) {
  affine.for %j = 0 to %N {
    affine.for %i = max affine_map<(j)[k] -> (0, j - k)>(%j)[%K]
               to min affine_map<(j)[n, k] -> (n, j + k + 1)>(%j)[%N, %K] {
      %a = affine.load %A[%i - %j + symbol(%K), %j] : memref<?x?xf32>
      %b = affine.load %x[%i] : memref<?xf32>
      %c = affine.load %y[%j] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %y[%j] : memref<?xf32>
    }
  }
  return
}
