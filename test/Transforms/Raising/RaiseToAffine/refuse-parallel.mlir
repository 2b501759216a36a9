// RUN: polymem-opt %s --polymem-raise-to-affine --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Parallel loops with results, or that are mapped.

func.func @results(%A: memref<?xf32>, %n: index, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] Results | {{.*}}Remark="scf.parallel stays: it has results"
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%f) -> f32 {
    %a = affine.load %A[0] : memref<?xf32>
    scf.reduce(%a : f32) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
func.func @mapped(%A: memref<?xf32>, %n: index, %f: f32) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] Mapping | {{.*}}Remark="scf.forall stays: it is mapped, which affine.parallel cannot say"
  scf.forall (%i) in (%n) {
    affine.store %f, %A[0] : memref<?xf32>
  } {mapping = [#gpu.block<x>]}
  return
}
func.func @no_dimensions(%A: memref<f32>, %f: f32) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] NoDimensions | {{.*}}Remark="scf.forall stays: it has no dimensions"
  scf.forall () in () {
    affine.store %f, %A[] : memref<f32>
  }
  return
}
