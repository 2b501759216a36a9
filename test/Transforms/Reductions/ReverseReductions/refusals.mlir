// RUN: polymem-opt %s --polymem-reverse-reductions --split-input-file -o %t.mlir \
// RUN:   --remarks-filter='polymem-reverse-reductions' 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.mlir
// RUN: not polymem-opt %s --polymem-reverse-reductions=strict --split-input-file 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT

// Forward substitution begins with what is known first.
// CHECK: Missed] NothingToDo
// IR-LABEL: func.func @forward
// IR: affine.for %{{.*}} = 0 to #{{.*}}(%{{.*}}) {
// STRICT: error: polymem-reverse-reductions: there is no reduction that begins with what is computed last
func.func @forward(%A: memref<?x?xi32>, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xi32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %a = affine.load %A[%i, %j] : memref<?x?xi32>
      %y = affine.load %x[%j] : memref<?xi32>
      %w = affine.load %x[%i] : memref<?xi32>
      %p = arith.muli %a, %y : i32
      %s = arith.subi %w, %p : i32
      affine.store %s, %x[%i] : memref<?xi32>
    }
  }
  return
}

// -----

// CHECK: Missed] NotReversed
// CHECK-SAME: its last iteration is the least of several
// IR-LABEL: func.func @short
// IR: to min
// STRICT: error: polymem-reverse-reductions: not reversed: its last iteration is the least of several
func.func @short(%A: memref<?x?xi32>, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xi32>
  affine.for %i = 0 to %N {
    affine.for %j = affine_map<(i)[N] -> (N - i)>(%i)[%N] to min affine_map<(i)[N] -> (N, N - i + 7)>(%i)[%N] {
      %a = affine.load %A[symbol(%N) - 1 - %i, %j] : memref<?x?xi32>
      %y = affine.load %x[%j] : memref<?xi32>
      %w = affine.load %x[symbol(%N) - 1 - %i] : memref<?xi32>
      %p = arith.muli %a, %y : i32
      %s = arith.subi %w, %p : i32
      affine.store %s, %x[symbol(%N) - 1 - %i] : memref<?xi32>
    }
  }
  return
}

// -----

// The middle is computed last.
// CHECK: Missed] Mixed
// IR-LABEL: func.func @mixed
// IR: affine.for %{{.*}} = 0 to 3 {
// IR-NEXT: affine.load %{{.*}}[%{{.*}} + (%{{.*}} * 2) mod 3 - 3]
// STRICT: error: polymem-reverse-reductions: not reversed: of what its iterations read, some is computed earlier and some later than what a later iteration reads
func.func @mixed(%x: memref<100xi32>) {
  affine.for %i = 3 to 100 {
    affine.for %j = 0 to 3 {
      %y = affine.load %x[%i + (%j * 2) mod 3 - 3] : memref<100xi32>
      %w = affine.load %x[%i] : memref<100xi32>
      %s = arith.addi %w, %y : i32
      affine.store %s, %x[%i] : memref<100xi32>
    }
  }
  return
}

// -----

// Whatever else it reads, each iteration reads what iteration i has computed.
// CHECK-NOT: Mixed
// CHECK: Missed] NothingToDo
// IR-LABEL: func.func @factor
// IR: affine.for %{{.*}} = 0 to #{{.*}}(%{{.*}}) {
func.func @factor(%A: memref<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xi32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {
        %a = affine.load %A[%i, %j] : memref<?x?xi32>
        %l = affine.load %A[%i, %k] : memref<?x?xi32>
        %u = affine.load %A[%j, %k] : memref<?x?xi32>
        %p = arith.muli %l, %u : i32
        %s = arith.subi %a, %p : i32
        affine.store %s, %A[%i, %j] : memref<?x?xi32>
      }
      %b = affine.load %A[%i, %j] : memref<?x?xi32>
      %d = affine.load %A[%j, %j] : memref<?x?xi32>
      %q = arith.addi %b, %d : i32
      affine.store %q, %A[%i, %j] : memref<?x?xi32>
    }
  }
  return
}
