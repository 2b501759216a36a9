// What takes roundings to say exactly is copied in with what lies between, if
// nobody else writes to that meanwhile: `BoundsInstead`. What is copied out is
// exact.

// RUN: polymem-opt %s --scratch-promote="memory-space=workgroup partition=components" --remarks-filter=scratch-promote --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=BoundsInstead < %t.remarks
// The box around that, where nobody else writes to it.
// RUN: polymem-opt %s --scratch-promote="memory-space=workgroup movement=box" --remarks-filter=scratch-promote --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=BOX
// BOX: BoundsInstead {{.*}}Function=nobody

// Steps that three sizes may end early: the exact sets take many inequalities.
#few = affine_map<(d0)[s0, s1, s2] -> (4, s0 - d0, s1 - d0, s2 - d0)>

// All but three of the elements 50 i, ..., 50 i + 46, and not beyond the end.
// CHECK-DAG: #[[ALL:.+]] = affine_set<(d0)[s0, s1] : (d0 - s0 * 50 + 1 >= 0, d0 >= 0, -d0 + s0 * 50 + 46 >= 0, -d0 + s1 - 1 >= 0)>
// CHECK-DAG: #[[STATIC:.+]] = affine_set<(d0)[s0] : (d0 - s0 * 50 + 1 >= 0, d0 >= 0, -d0 + s0 * 50 + 46 >= 0)>
// CHECK-DAG: #[[FAR:.+]] = affine_set<(d0)[s0, s1] : (d0 - s0 * 25 + 1 >= 0, d0 >= 0, -d0 + s0 * 25 + 46 >= 0, -d0 + s1 - 1 >= 0)>
// CHECK-DAG: #[[EXACT:.+]] = affine_set<(d0)[s0, s1, s2, s3] : ({{.*}}((d0 - s0 * 2 + 1) floordiv 12)
// CHECK-DAG: #[[STRIDED:.+]] = affine_set<(d0)[s0] : ({{.*}}floordiv 2{{.*}} == 0

// REMARK: BoundsInstead {{.*}}Function=nobody {{.*}}"arg0: what is read takes roundings or many inequalities to say, so what a few of these allow is copied in
// CHECK-LABEL: @nobody(
// CHECK-SAME: %[[A:.+]]: memref<?xf32>
// CHECK: %[[SIZE:.+]] = memref.dim %[[A]], %{{.+}}
// CHECK: scratch.tile (%[[I:.+]]) =
// CHECK: scratch.copy_in %[[A]] to %{{.+}} over [#[[ALL]]](%[[I]], %[[SIZE]])
// CHECK: scratch.copy_out %{{.+}} to %[[A]] over [#[[EXACT]]](%[[I]], 
func.func @nobody(%A: memref<?xf32>, %m: index, %o: index, %q: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    affine.for %t = 0 to 2 {
      affine.for %k = 0 to min #few(%i)[%m, %o, %q] {
        affine.for %l = 0 to 11 {
          %a = affine.load %A[%i * 50 + %k * 12 + %l] : memref<?xf32>
          %s = arith.addf %a, %a : f32
          affine.store %s, %A[%i * 50 + %k * 12 + %l] : memref<?xf32>
        }
      }
    }
  }
  return
}

// REMARK: BoundsInstead {{.*}}Function=static
// CHECK-LABEL: @static(
// CHECK: scratch.copy_in %{{.+}} to %{{.+}} over [#[[STATIC]]](%{{.+}})
// CHECK: scratch.copy_out %{{.+}} to %{{.+}} over [#[[EXACT]]](
func.func @static(%A: memref<5000xf32>, %m: index, %o: index, %q: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  scratch.tile (%i) = (%c0) to (%c100) step (%c1) mapping [#gpu.block<x>] {
    affine.for %t = 0 to 2 {
      affine.for %k = 0 to min #few(%i)[%m, %o, %q] {
        affine.for %l = 0 to 11 {
          %a = affine.load %A[%i * 50 + %k * 12 + %l] : memref<5000xf32>
          %s = arith.addf %a, %a : f32
          affine.store %s, %A[%i * 50 + %k * 12 + %l] : memref<5000xf32>
        }
      }
    }
  }
  return
}

// Element 50 i + 11 is one of the tile before.
// CHECK-LABEL: @before(
// CHECK: scratch.copy_in %{{.+}} to %{{.+}} over [#[[EXACT]]]
func.func @before(%A: memref<?xf32>, %m: index, %o: index, %q: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    affine.for %t = 0 to 2 {
      affine.for %k = 0 to min #few(%i)[%m, %o, %q] {
        affine.for %l = 0 to 11 {
          %a = affine.load %A[%i * 50 + %k * 12 + %l] : memref<?xf32>
          %s = arith.addf %a, %a : f32
          affine.store %s, %A[%i * 50 + %k * 12 + %l] : memref<?xf32>
        }
      }
      %b = affine.load %A[%i * 50 + 61] : memref<?xf32>
      %r = arith.addf %b, %b : f32
      affine.store %r, %A[%i * 50 + 61] : memref<?xf32>
    }
  }
  return
}

// Elements 25 i, ..., 25 i + 46, and the next tile begins with 25 (i + 2).
// REMARK: BoundsInstead {{.*}}Function=far
// CHECK-LABEL: @far(
// CHECK: scratch.copy_in %{{.+}} to %{{.+}} over [#[[FAR]]]
func.func @far(%A: memref<?xf32>, %m: index, %o: index, %q: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c2) mapping [#gpu.block<x>] {
    affine.for %t = 0 to 2 {
      affine.for %k = 0 to min #few(%i)[%m, %o, %q] {
        affine.for %l = 0 to 11 {
          %a = affine.load %A[%i * 25 + %k * 12 + %l] : memref<?xf32>
          %s = arith.addf %a, %a : f32
          affine.store %s, %A[%i * 25 + %k * 12 + %l] : memref<?xf32>
        }
      }
    }
  }
  return
}

// Another block of the same tile writes the array.
// CHECK-LABEL: @elsewhere(
// CHECK: scratch.copy_in %{{.+}} to %{{.+}} over [#[[EXACT]]]
func.func @elsewhere(%A: memref<?xf32>, %m: index, %o: index, %q: index, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%j) = (%c0) to (%c1) step (%c1) {
      affine.for %t = 0 to 2 {
        affine.for %k = 0 to min #few(%i)[%m, %o, %q] {
          affine.for %l = 0 to 11 {
            %a = affine.load %A[%i * 50 + %k * 12 + %l] : memref<?xf32>
            %s = arith.addf %a, %a : f32
            affine.store %s, %A[%i * 50 + %k * 12 + %l] : memref<?xf32>
          }
        }
      }
    }
    affine.store %x, %A[%i * 50 + 61] : memref<?xf32>
  }
  return
}

// What would be copied in vain would be half of it.
// CHECK-LABEL: @strided(
// CHECK: scratch.copy_in %{{.+}} to %{{.+}} over [#[[STRIDED]]]
func.func @strided(%A: memref<?xf32>, %m: index, %o: index, %q: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    affine.for %t = 0 to 2 {
      affine.for %k = 0 to 8 {
        %a = affine.load %A[%i * 20 + %k * 2] : memref<?xf32>
        %s = arith.addf %a, %a : f32
        affine.store %s, %A[%i * 20 + %k * 2] : memref<?xf32>
      }
    }
  }
  return
}

// Nothing has to be copied in.
// CHECK-LABEL: @written(
// CHECK-NOT: scratch.copy_in
// CHECK: scratch.copy_out
func.func @written(%A: memref<?xf32>, %m: index, %o: index, %q: index, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    affine.for %t = 0 to 2 {
      affine.for %k = 0 to min #few(%i)[%m, %o, %q] {
        affine.for %l = 0 to 11 {
          affine.store %x, %A[%i * 50 + %k * 12 + %l] : memref<?xf32>
        }
      }
    }
  }
  return
}
