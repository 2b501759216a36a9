// Why iterations of threads stay apart; nothing is changed then.
// RUN: polymem-opt %s --split-input-file --polymem-coarsen-threads="block-size=32,8" | FileCheck %s
// RUN: polymem-opt %s --split-input-file --polymem-coarsen-threads="block-size=32,8" -o /dev/null --remarks-filter=polymem-coarsen-threads --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not polymem-opt %s --split-input-file --polymem-coarsen-threads="block-size=32,8 strict=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// Rows load nothing together.
// REMARK: [Missed] NoReuse {{.*}}Remark="iterations of threads stay apart: neighbouring iterations of dimension 0 load nothing together"
// STRICT: error: polymem-coarsen-threads: iterations of threads stay apart: neighbouring iterations of dimension 0 load nothing together
// CHECK-LABEL: @no_reuse
// CHECK-NOT:   affine.if
func.func @no_reuse(%A: memref<32x33xf32>, %B: memref<32x33xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
    %c = affine.load %A[symbol(%i), symbol(%j)] : memref<32x33xf32>
    %r = affine.load %A[symbol(%i), symbol(%j) + 1] : memref<32x33xf32>
    %0 = arith.addf %c, %r : f32
    affine.store %0, %B[symbol(%i), symbol(%j)] : memref<32x33xf32>
  }
  return
}

// -----

// Columns are dealt out to neighbouring threads, which have a row each.
// REMARK: [Missed] TooFew {{.*}}Remark="iterations of threads stay apart: a thread has less than two of the 8 iterations of dimension 0"
// CHECK-LABEL: @columns
// CHECK-NOT:   affine.if
func.func @columns(%A: memref<8x129xf32>, %B: memref<8x129xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%c8, %c128) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
    %c = affine.load %A[symbol(%i), symbol(%j)] : memref<8x129xf32>
    %r = affine.load %A[symbol(%i), symbol(%j) + 1] : memref<8x129xf32>
    %0 = arith.addf %c, %r : f32
    affine.store %0, %B[symbol(%i), symbol(%j)] : memref<8x129xf32>
  }
  return
}

// -----

// REMARK: [Missed] Body {{.*}}Remark="iterations of threads stay apart: 'affine.for' is in the body"
// CHECK-LABEL: @loop
// CHECK-NOT:   affine.min
func.func @loop(%A: memref<33x32xf32>, %B: memref<33x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
    affine.for %k = 0 to 2 {
      %c = affine.load %A[symbol(%i) + %k, symbol(%j)] : memref<33x32xf32>
      affine.store %c, %B[symbol(%i), symbol(%j)] : memref<33x32xf32>
    }
  }
  return
}

// -----

// Which of four rows are even, the first and the last one do not say.
// REMARK: [Missed] Condition {{.*}}Remark="iterations of threads stay apart: the condition is not one of all iterations together"
// CHECK-LABEL: @even_rows
// CHECK-NOT:   affine.min
func.func @even_rows(%A: memref<33x32xf32>, %B: memref<33x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
    affine.if affine_set<()[s0] : (s0 mod 2 == 0)>()[%i] {
      %c = affine.load %A[symbol(%i), symbol(%j)] : memref<33x32xf32>
      %d = affine.load %A[symbol(%i) + 1, symbol(%j)] : memref<33x32xf32>
      %0 = arith.addf %c, %d : f32
      affine.store %0, %B[symbol(%i), symbol(%j)] : memref<33x32xf32>
    }
  }
  return
}

// -----

// REMARK: [Missed] UnknownSize {{.*}}Remark="iterations of threads stay apart: dimension 0 has no constant bound of its number of iterations"
// CHECK-LABEL: @unknown
// CHECK-NOT:   affine.min
func.func @unknown(%A: memref<?x32xf32>, %B: memref<?x32xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %c32) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
    %c = affine.load %A[symbol(%i), symbol(%j)] : memref<?x32xf32>
    %d = affine.load %A[symbol(%i) + 1, symbol(%j)] : memref<?x32xf32>
    %0 = arith.addf %c, %d : f32
    affine.store %0, %B[symbol(%i), symbol(%j)] : memref<?x32xf32>
  }
  return
}

// -----

// Loads behind a store are each iteration's own.
// REMARK: [Missed] NoReuse {{.*}}Function=behind_store
// CHECK-LABEL: @behind_store
// CHECK-NOT:   affine.min
func.func @behind_store(%A: memref<33x32xf32>, %B: memref<33x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
    affine.store %zero, %B[symbol(%i), symbol(%j)] : memref<33x32xf32>
    %c = affine.load %A[symbol(%i), symbol(%j)] : memref<33x32xf32>
    %d = affine.load %A[symbol(%i) + 1, symbol(%j)] : memref<33x32xf32>
    %0 = arith.addf %c, %d : f32
    affine.store %0, %B[symbol(%i), symbol(%j)] : memref<33x32xf32>
  }
  return
}

// -----

// Neighbours of the only dimension are for neighbouring threads.
// REMARK: [Missed] OneAxis {{.*}}Function=line
// CHECK-LABEL: @line
// CHECK-NOT:   affine.min
func.func @line(%A: memref<1025xf32>, %B: memref<1025xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  scratch.tile (%i) = (%c0) to (%c1024) step (%c1) mapping [#gpu.thread<x>] {
    %c = affine.load %A[symbol(%i)] : memref<1025xf32>
    %d = affine.load %A[symbol(%i) + 1] : memref<1025xf32>
    %0 = arith.addf %c, %d : f32
    affine.store %0, %B[symbol(%i)] : memref<1025xf32>
  }
  return
}

// -----

// REMARK: [Missed] Step {{.*}}Function=step
// CHECK-LABEL: @step
// CHECK-NOT:   affine.min
func.func @step(%A: memref<65x32xf32>, %B: memref<65x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%c64, %c32) step (%c2, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
    %c = affine.load %A[symbol(%i), symbol(%j)] : memref<65x32xf32>
    %d = affine.load %A[symbol(%i) + 1, symbol(%j)] : memref<65x32xf32>
    %0 = arith.addf %c, %d : f32
    affine.store %0, %B[symbol(%i), symbol(%j)] : memref<65x32xf32>
  }
  return
}

// -----

// The threads of axis x, which the tile does not use, have rows, too.
// REMARK: [Missed] SharedAxis {{.*}}Function=shared
// CHECK-LABEL: @shared
// CHECK-NOT:   affine.min
func.func @shared(%A: memref<33x32xf32>, %B: memref<33x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<y>] {
    %c = affine.load %A[symbol(%i), 0] : memref<33x32xf32>
    %d = affine.load %A[symbol(%i) + 1, 0] : memref<33x32xf32>
    %0 = arith.addf %c, %d : f32
    affine.store %0, %B[symbol(%i), 0] : memref<33x32xf32>
  }
  return
}
