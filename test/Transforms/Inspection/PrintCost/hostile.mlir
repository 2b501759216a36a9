// What cannot be counted is said, and nothing else happens: blocks of too many threads, sizes that
// are not known, launches in launches, numbers of threads outside of launches, huge numbers,
// operations that the model does not know.
// RUN: polymem-opt %s --polymem-print-cost --split-input-file 2>&1 >/dev/null | FileCheck %s

// CHECK:      cost of @threads on
// CHECK:      not exact: a launch has more threads in a block than 'nvidia-h200' allows: it is not counted
func.func @threads() {
  %c1 = arith.constant 1 : index
  %huge = arith.constant 4611686018427387904 : index
  %many = arith.constant 100000 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %many, %ny = %many, %nz = %many) {
    gpu.terminator
  }
  return
}

// -----

// CHECK:      cost of @unknown on
// CHECK:      not exact: the sizes of a launch are not known: it is not counted
func.func @unknown(%A: memref<index>) {
  %c1 = arith.constant 1 : index
  %n = memref.load %A[] : memref<index>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    gpu.terminator
  }
  return
}

// -----

// CHECK:      cost of @outside on
// CHECK-NOT:  not exact
func.func @outside(%A: memref<*xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %d = memref.dim %A, %c0 : memref<*xf32>
  return %t, %d : index, index
}

// -----

// CHECK:      cost of @numbers on
// CHECK:      not exact: a loop has a length that is not known
func.func @numbers(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %least = arith.constant -9223372036854775808 : index
  %most = arith.constant 9223372036854775807 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    scf.for %i = %least to %most step %c1 {
      %a = memref.load %A[%i] : memref<?xf32>
    }
    gpu.terminator
  }
  return
}

// -----

// CHECK:      cost of @atomic on
// CHECK:      not exact: what 'memref.atomic_rmw' does is not counted
func.func @atomic(%A: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    %a = memref.atomic_rmw addf %v, %A[%c0] : (f32, memref<?xf32>) -> f32
    gpu.terminator
  }
  return
}
