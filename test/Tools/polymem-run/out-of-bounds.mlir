// A program that leaves its arrays is found out: writes by the guard zones,
// reads by the poison they hold, and both by --check-bounds, which also sees
// an index that stays inside the allocation but leaves its dimension.

// RUN: not polymem-run %s --entry=copy --compare --against=write_behind --sizes=N=4 | FileCheck %s --check-prefix=WRITE
// WRITE: copy against write_behind: N=4: out-of-bounds write to argument 1 (16 bytes), at byte 16

// RUN: not polymem-run %s --entry=copy --compare --against=read_before --sizes=N=4 | FileCheck %s --check-prefix=READ
// READ: copy against read_before: N=4: argument 1 at [0]: expected {{.*}}, got nan(0x

// A program that reads out of bounds does not even agree with itself.
// RUN: not polymem-run %s --entry=read_before --compare --sizes=N=4 | FileCheck %s --check-prefix=SELF
// SELF: read_before: N=4: argument 1 at [0]: expected nan(0x{{.*}}), got nan(0x

// RUN: not polymem-run %s --entry=copy --compare --against=local_write --sizes=N=4 | FileCheck %s --check-prefix=LOCAL
// LOCAL: copy against local_write: N=4: out-of-bounds write to a local allocation of 16 bytes, at byte 16

// RUN: not polymem-run %s --entry=copy --compare --against=uninitialised --sizes=N=4 | FileCheck %s --check-prefix=UNINIT
// UNINIT: copy against uninitialised: N=4: argument 1 at [0]: expected {{.*}}, got nan(0x

// RUN: polymem-run %s --entry=next_row --compare --sizes=N=4
// RUN: not polymem-run %s --entry=next_row --compare --sizes=N=4 --check-bounds | FileCheck %s --check-prefix=CHECKED
// CHECKED: next_row (original): N=4: ERROR: Runtime op verification failed
// CHECKED: out-of-bounds access

func.func @copy(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}

func.func @write_behind(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
    affine.store %a, %B[%i + 1] : memref<?xf32>
  }
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}

func.func @read_before(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}

func.func @local_write(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %T = memref.alloc(%N) : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %T[%i + 1] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  return
}

func.func @uninitialised(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %T = memref.alloc(%N) : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %T[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  return
}

func.func @next_row(%A: memref<?x4xf32> {polymem.shape = ["N", 4]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x4xf32>
  affine.for %i = 1 to %N {
    %a = affine.load %A[%i - 1, symbol(%c0) + 4] : memref<?x4xf32>
    affine.store %a, %A[%i, symbol(%c0) + 1] : memref<?x4xf32>
  }
  return
}
