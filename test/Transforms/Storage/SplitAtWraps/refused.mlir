// RUN: polymem-opt %s --split-input-file --polymem-split-at-wraps --remarks-filter=polymem-split-at-wraps 2>&1 | FileCheck %s
// RUN: polymem-opt %s --split-input-file --polymem-split-at-wraps --mlir-print-op-generic > %t.after
// RUN: polymem-opt %s --split-input-file --mlir-print-op-generic > %t.before
// RUN: diff %t.before %t.after
// RUN: not polymem-opt %s --split-input-file --polymem-split-at-wraps=strict 2>&1 | FileCheck %s --check-prefix=STRICT

// CHECK: remark: {{.*}}FewIterations{{.*}}the loop has only 7 iterations
// STRICT: error: polymem-split-at-wraps: subscripts keep their modulo: the loop has only 7 iterations
func.func @few(%A: memref<?xf32>, %m: index, %x: f32) {
  affine.for %i = 0 to 7 {
    affine.store %x, %A[%i mod symbol(%m)] : memref<?xf32>
  }
  return
}

// -----

// CHECK: remark: {{.*}}ShortPieces{{.*}}fewer than 16 iterations are between two wraps
// STRICT: error: polymem-split-at-wraps: subscripts keep their modulo: fewer than 16
func.func @short(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i mod 20] : memref<?xf32>
    affine.store %x, %A[(%i + 5) mod 20] : memref<?xf32>
  }
  return
}

// -----

// CHECK: remark: {{.*}}Stride{{.*}}1 subscripts with a modulo stay as they are
// STRICT: error: polymem-split-at-wraps: 1 subscripts with a modulo stay as they are
func.func @stride(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[(%i * symbol(%n)) mod symbol(%m)] : memref<?xf32>
  }
  return
}

// -----

// A division, and a value that is computed in the loop.

// CHECK: remark: {{.*}}Stride{{.*}}2 subscripts with a modulo stay as they are
// STRICT: error: polymem-split-at-wraps: 2 subscripts with a modulo stay as they are
func.func @unknown(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[(%i floordiv 2 + %i) mod symbol(%m)] : memref<?xf32>
    %k = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    affine.store %x, %A[%k mod symbol(%m)] : memref<?xf32>
  }
  return
}

// -----

// STRICT: error: polymem-split-at-wraps: no loop was split
func.func @none(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
    affine.for %j = 0 to %n {
      affine.store %x, %A[%i mod symbol(%m)] : memref<?xf32>
    }
  }
  return
}
