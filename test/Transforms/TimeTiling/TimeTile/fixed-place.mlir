// A nest that writes one place of a tile, as a boundary that is set, visits that
// place only, not the whole tile.

// RUN: polymem-opt %s --polymem-time-tile="sizes=16" --remarks-filter=polymem-time-tile --remark-format=emitRemark 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// CHECK-DAG: #[[LOWER:.+]] = affine_map<(d0, d1, d2) -> (d1 * 16 - d2 * 3, d2 * 3 - (d0 - d1) * 16 - 15, 0)>
// CHECK-DAG: #[[UPPER:.+]] = affine_map<(d0, d1, d2) -> (d1 * 16 - d2 * 3 + 16, d2 * 3 - (d0 - d1) * 16 + 1, 1)>

// CHECK-LABEL: @boundary(
// CHECK: scratch.tile
// CHECK: affine.for %[[TIME:.+]] =
// CHECK: affine.for %{{.+}} = max #[[LOWER]](%{{.+}}, %{{.+}}, %[[TIME]]) to min #[[UPPER]](%{{.+}}, %{{.+}}, %[[TIME]]) {
// CHECK: affine.store %{{.+}}, %{{.+}}[0]
func.func @boundary(%T: index, %A: memref<?xf32>, %B: memref<?xf32>, %F: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %B, %c0 : memref<?xf32>
  affine.for %t = 0 to %T {
    affine.for %one = 0 to 1 {
      %f = affine.load %F[%t] : memref<?xf32>
      affine.store %f, %A[0] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %b = affine.load %B[%i - 1] : memref<?xf32>
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  return
}

// Where `n` may be negative, no bound in sizes holds for both nests, and those
// that isl finds are not affine here.
// REMARK: NotGenerated {{.*}}Function=no_bound {{.*}}a bound of the new loops is not affine
// CHECK-LABEL: @no_bound(
// CHECK-NOT: scratch.tile
func.func @no_bound(%T: index, %A: memref<?xf32>, %B: memref<?xf32>, %F: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %one = 0 to 1 {
      %f = affine.load %F[%t] : memref<?xf32>
      affine.store %f, %A[0] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %b = affine.load %B[%i - 1] : memref<?xf32>
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  return
}
