// Memory on the stack is guarded and poisoned as that on the heap is, and what was
// freed is not used without being found out.

// RUN: not polymem-run %s --entry=copy --compare --against=stack_write --sizes=N=4 | FileCheck %s --check-prefix=WRITE
// WRITE: copy against stack_write: N=4: out-of-bounds write to a local allocation of 16 bytes, at byte 16

// In the loop, and of a size that only the iteration knows.
// RUN: not polymem-run %s --entry=copy --compare --against=stack_in_loop --sizes=N=4 | FileCheck %s --check-prefix=LOOP
// LOOP: copy against stack_in_loop: N=4: out-of-bounds write to a local allocation of 4 bytes, at byte 4

// RUN: not polymem-run %s --entry=copy --compare --against=stack_read --sizes=N=4 | FileCheck %s --check-prefix=READ
// READ: copy against stack_read: N=4: argument 1 at [0]: expected {{.*}}, got nan(0x

// RUN: not polymem-run %s --entry=copy --compare --against=stack_uninitialised --sizes=N=4 | FileCheck %s --check-prefix=UNINIT
// UNINIT: copy against stack_uninitialised: N=4: argument 1 at [0]: expected {{.*}}, got nan(0x

// RUN: not polymem-run %s --entry=copy --compare --against=write_after_free --sizes=N=4 | FileCheck %s --check-prefix=FREED
// FREED: copy against write_after_free: N=4: write to a local allocation of 16 bytes after it was freed, at byte 0

// RUN: not polymem-run %s --entry=copy --compare --against=read_after_free --sizes=N=4 | FileCheck %s --check-prefix=GONE
// GONE: copy against read_after_free: N=4: argument 1 at [0]: expected {{.*}}, got nan(0x

// RUN: not polymem-run %s --entry=copy --compare --against=double_free --sizes=N=4 | FileCheck %s --check-prefix=TWICE
// TWICE: copy against double_free: N=4: freed a local allocation twice

// What is right stays right, also when it is handed on.
// RUN: polymem-run %s --entry=copy --compare --against=right --against=handed_on --sizes=N=4

func.func @copy(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}

func.func @stack_write(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %T = memref.alloca() : memref<4xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %T[%i + 1] : memref<4xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}

func.func @stack_in_loop(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    %T = memref.alloca(%i) : memref<?xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    affine.if affine_set<(d0) : (d0 - 1 == 0)>(%i) {
      affine.store %a, %T[1] : memref<?xf32>
    }
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}

func.func @stack_read(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %T = memref.alloca() : memref<4xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %T[%i] : memref<4xf32>
  }
  affine.for %i = 0 to %N {
    %a = affine.load %T[%i - 1] : memref<4xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}

func.func @stack_uninitialised(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %T = memref.alloca() : memref<f32>
  affine.for %i = 0 to %N {
    %a = affine.load %T[] : memref<f32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}

func.func @write_after_free(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %T = memref.alloc(%N) : memref<?xf32>
  memref.dealloc %T : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %T[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}

func.func @read_after_free(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %T = memref.alloc(%N) : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %T[%i] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %T[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}

func.func @double_free(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %T = memref.alloc(%N) : memref<?xf32>
  memref.dealloc %T : memref<?xf32>
  memref.dealloc %T : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}

func.func @right(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    %s = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %T = memref.alloca(%s) : memref<?xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %T[%i] : memref<?xf32>
    %b = affine.load %T[%i] : memref<?xf32>
    affine.store %b, %B[%i] : memref<?xf32>
  }
  return
}

func.func @handed_on(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %isFour = arith.cmpi eq, %N, %c4 : index
  %T = scf.if %isFour -> memref<?xf32> {
    %small = memref.alloca(%N) : memref<?xf32>
    scf.yield %small : memref<?xf32>
  } else {
    %n = arith.addi %N, %c4 : index
    %large = memref.alloca(%n) : memref<?xf32>
    scf.yield %large : memref<?xf32>
  }
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    memref.store %a, %T[%i] : memref<?xf32>
    %b = memref.load %T[%i] : memref<?xf32>
    affine.store %b, %B[%i] : memref<?xf32>
  }
  return
}
