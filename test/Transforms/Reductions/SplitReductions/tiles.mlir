// RUN: polymem-opt %s --polymem-split-reductions --mlir-disable-threading --remarks-filter=polymem-split-reductions --remark-format=emitRemark 2>%t.txt | FileCheck %s
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=REMARK
// RUN: polymem-opt %s --polymem-split-reductions=tile-size=1 | FileCheck %s --check-prefix=OFF

// Each of two loops that add to one cell has a dependence against the other, but
// the order does not matter: they are executed in tiles of both.

// REMARK: [Passed] Tiled | {{.*}}Function=window | {{.*}}Remark="the 2 loops of the reduction, whose order does not matter, are executed in tiles of 32 iterations of each"
// REMARK-NOT: [Passed]
// OFF-NOT: polymem.tile_origins

// CHECK: #[[END:.*]] = affine_map<(d0)[s0] -> (s0, d0 + 32)>
// CHECK: #[[END2:.*]] = affine_map<(d0)[s0] -> (s0, d0 + 64)>
// CHECK-LABEL: func @window
// CHECK: affine.for %[[KT:.*]] = 0 to %[[N:.*]] step 32 {
// CHECK:   affine.for %[[LT:.*]] = 1 to %[[N]] step 64 {
// CHECK:     affine.for %[[K:.*]] = #{{.*}}(%[[KT]]) to min #[[END]](%[[KT]])[%[[N]]] {
// CHECK:       affine.for %[[L:.*]] = #{{.*}}(%[[LT]]) to min #[[END2]](%[[LT]])[%[[N]]] step 2 {
// CHECK:         affine.load %{{.*}}[%{{.*}} + %[[K]], %{{.*}} + %[[L]]]
// CHECK:         arith.addi %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : i32
// CHECK:       }
// CHECK-NEXT: } {polymem.no_tile}
// CHECK-NEXT: } {polymem.tile_origins}
// CHECK-NEXT: } {polymem.tile_origins}
func.func @window(%A: memref<?x?xi32>, %S: memref<?x?xi32>, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %m {
      affine.for %k = 0 to %n {
        affine.for %l = 1 to %n step 2 {
          %a = affine.load %A[%i + %k, %j + %l] : memref<?x?xi32>
          %s = affine.load %S[%i, %j] : memref<?x?xi32>
          %t = arith.addi %s, %a overflow<nsw> : i32
          affine.store %t, %S[%i, %j] : memref<?x?xi32>
        }
      }
    }
  }
  return
}

// A bound of one depends on the other.

// CHECK-LABEL: func @triangle
// CHECK-NOT: polymem.tile_origins
func.func @triangle(%A: memref<?x?xi32>, %S: memref<?x?xi32>, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %m {
      affine.for %k = 0 to %n {
        affine.for %l = 0 to affine_map<(d0) -> (d0)>(%k) {
          %a = affine.load %A[%i + %k, %j + %l] : memref<?x?xi32>
          %s = affine.load %S[%i, %j] : memref<?x?xi32>
          %t = arith.addi %s, %a : i32
          affine.store %t, %S[%i, %j] : memref<?x?xi32>
        }
      }
    }
  }
  return
}

// The order of these additions matters.

// CHECK-LABEL: func @ordered
// CHECK-NOT: polymem.tile_origins
func.func @ordered(%A: memref<?x?xf32>, %S: memref<?x?xf32>, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %m {
      affine.for %k = 0 to %n {
        affine.for %l = 0 to %n {
          %a = affine.load %A[%i + %k, %j + %l] : memref<?x?xf32>
          %s = affine.load %S[%i, %j] : memref<?x?xf32>
          %t = arith.addf %s, %a : f32
          affine.store %t, %S[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// Few iterations are few elements: a filter, as a whole.

// CHECK-LABEL: func @filter
// CHECK-NOT: polymem.tile_origins
func.func @filter(%A: memref<?x?xi32>, %S: memref<?x?xi32>, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %m {
      affine.for %k = 0 to %n {
        affine.for %l = 0 to 63 {
          %a = affine.load %A[%i + %k, %j + %l] : memref<?x?xi32>
          %s = affine.load %S[%i, %j] : memref<?x?xi32>
          %t = arith.addi %s, %a : i32
          affine.store %t, %S[%i, %j] : memref<?x?xi32>
        }
      }
    }
  }
  return
}
