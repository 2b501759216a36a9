// RUN: polymem-opt %s --polymem-check -o /dev/null \
// RUN:   --remarks-filter=polymem-check --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: not polymem-opt %s --polymem-check=strict -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// What cannot be decided is said, once where the reason is one; with `strict` it
// is an error.

// CHECK-DAG: NotDecided {{.*}}Function=unmarked | Remark="the function was not marked by polymem-mark-origin"
// STRICT-DAG: error: polymem-check: the function was not marked by polymem-mark-origin
func.func @unmarked() {
  return
}

func.func @before(%A: memref<?xf32>, %c: i1, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

// CHECK-DAG: NotDecided {{.*}}Function=conditional | Remark="not decided: 'scf.if': an operation with regions in a statement"
// STRICT-DAG: error: polymem-check: not decided: 'scf.if': an operation with regions in a statement
func.func @conditional(%A: memref<?xf32>, %c: i1, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %i = 0 to %n {
    scf.if %c {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %A[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-DAG: NotDecided {{.*}}Function=lost | Remark="not decided: 'affine.store': the value it writes is computed without a marker"
// STRICT-DAG: error: polymem-check: not decided: 'affine.store': the value it writes is computed without a marker
func.func @lost(%A: memref<?xf32>, %c: i1, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %A[%i] : memref<?xf32>
  }
  return
}

// The value of each element has been copied as often as there are iterations.
// CHECK-DAG: NotDecided {{.*}}Function=shifted | Copies=32, Remark="not decided: in the original: 'func.func': values that are copied more than 32 times"
// STRICT-DAG: error: polymem-check: not decided: in the original: 'func.func': values that are copied more than 32 times
func.func @shift(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %A[%i + 1] : memref<?xf32>
  }
  return
}

func.func @shifted(%A: memref<?xf32>, %n: index)
    attributes {polymem.origin = @shift} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %A[%i + 1] : memref<?xf32>
  }
  return
}
