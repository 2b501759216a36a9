// Private memory: accesses outside it, also such as land in another array of the
// thread, and uses of what was not written, are named.

// RUN: not polymem-run %s --entry=behind | FileCheck %s --check-prefix=BEHIND
// RUN: not polymem-run %s --entry=before | FileCheck %s --check-prefix=BEFORE
// RUN: not polymem-run %s --entry=far | FileCheck %s --check-prefix=FAR
// RUN: not polymem-run %s --entry=neighbour | FileCheck %s --check-prefix=NEIGHBOUR
// RUN: not polymem-run %s --entry=unwritten | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not polymem-run %s --entry=moved | FileCheck %s --check-prefix=MOVED
// RUN: not polymem-run %s --entry=chosen | FileCheck %s --check-prefix=CHOSEN
// RUN: polymem-run %s --compare --entry=plain --against=right | FileCheck %s --check-prefix=RIGHT

// BEHIND: behind_kernel: out of bounds on private memory (alloca at {{.*}}mlir:[[#@LINE+11]]:10)[4]
// BEHIND-NEXT: thread ({{[0-9]+}}, 0, 0) of block (0, 0, 0) writes 4 bytes (store at {{.*}}mlir:[[#@LINE+13]]:7)
// BEHIND-NEXT: the nearest region, private memory (alloca at {{.*}}), has 4 elements; this is 0 bytes behind its end
func.func @behind(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c32 = arith.constant 32 : index
  %f = arith.constant 1.0 : f32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %p = memref.alloca() : memref<4xf32>
    scf.for %k = %c0 to %c5 step %c1 {

      memref.store %f, %p[%k] : memref<4xf32>
    }
    %a = memref.load %p[%c0] : memref<4xf32>
    memref.store %a, %A[%t] : memref<32xf32>
    gpu.terminator
  }
  return
}

// BEFORE: before_kernel: out of bounds on private memory (alloca at {{.*}})[-1]
// BEFORE: reads 4 bytes
func.func @before(%A: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %f = arith.constant 1.0 : f32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %p = memref.alloca() : memref<4xf32>
    memref.store %f, %p[%c1] : memref<4xf32>
    %z = arith.subi %t, %t : index
    %k = arith.subi %z, %c1 : index
    %a = memref.load %p[%k] : memref<4xf32>
    memref.store %a, %A[%t] : memref<32xf32>
    gpu.terminator
  }
  return
}

// Where there is no memory at all.
// FAR: far_kernel: out of bounds on private memory
// FAR: writes 4 bytes
// FAR-NOT: signal
func.func @far(%A: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %far = arith.constant 1000000000000 : index
  %f = arith.constant 1.0 : f32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %p = memref.alloca() : memref<4xf32>
    %k = arith.addi %t, %far : index
    memref.store %f, %p[%k] : memref<4xf32>
    gpu.terminator
  }
  return
}

// NEIGHBOUR: neighbour_kernel: out of bounds on private memory (alloca at {{.*}}mlir:[[#@LINE+8]]:10)
func.func @neighbour(%A: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c36 = arith.constant 36 : index
  %f = arith.constant 1.0 : f32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %p = memref.alloca() : memref<32xf32>
    %q = memref.alloca() : memref<128xf32>
    %r = memref.alloca() : memref<128xf32>
    memref.store %f, %q[%t] : memref<128xf32>
    memref.store %f, %r[%t] : memref<128xf32>
    %k = arith.addi %t, %c36 : index
    memref.store %f, %p[%k] : memref<32xf32>
    gpu.terminator
  }
  return
}

// UNWRITTEN: unwritten_kernel: uninitialised read on private memory (alloca at {{.*}})[3]
// UNWRITTEN: reads 4 bytes (load at {{.*}}mlir:[[#@LINE+12]]:10)
// UNWRITTEN: the thread has not written there
func.func @unwritten(%A: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %f = arith.constant 1.0 : f32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %p = memref.alloca() : memref<4xf32>
    memref.store %f, %p[%c2] : memref<4xf32>
    %a = memref.load %p[%c3] : memref<4xf32>
    %s = arith.addf %a, %f : f32
    memref.store %s, %A[%t] : memref<32xf32>
    gpu.terminator
  }
  return
}

// A copy into private memory is no use, that of the copy is.
// MOVED: moved_kernel: uninitialised read on private memory (alloca at {{.*}})[1]
func.func @moved(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %f = arith.constant 1.0 : f32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
             workgroup(%s : memref<64xf32, #gpu.address_space<workgroup>>) {
    %p = memref.alloca() : memref<2xf32>
    memref.store %f, %p[%c1] : memref<2xf32>
    %o = arith.addi %t, %c32 : index
    %x = memref.load %s[%o] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %x, %p[%c1] : memref<2xf32>
    %a = memref.load %p[%c1] : memref<2xf32>
    %sum = arith.addf %a, %f : f32
    memref.store %sum, %A[%t] : memref<32xf32>
    gpu.terminator
  }
  return
}

// Which array it is is not seen before the program runs.
// CHOSEN: chosen_kernel: out of bounds on private memory
func.func @chosen(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %f = arith.constant 1.0 : f32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %p = memref.alloca() : memref<4xf32>
    %q = memref.alloca() : memref<4xf32>
    %low = arith.cmpi ult, %t, %c4 : index
    %which = arith.select %low, %p, %q : memref<4xf32>
    %k = arith.addi %t, %c4 : index
    memref.store %f, %which[%k] : memref<4xf32>
    gpu.terminator
  }
  return
}

func.func @plain(%A: memref<32xf32>, %B: memref<32xf32>) {
  affine.for %t = 0 to 32 {
    %a = affine.load %A[%t] : memref<32xf32>
    %b = arith.mulf %a, %a : f32
    %c = arith.addf %a, %b : f32
    affine.store %c, %B[%t] : memref<32xf32>
  }
  return
}

// Elements that are copied and not used need not be written.
// RIGHT: plain against right: identical
func.func @right(%A: memref<32xf32>, %B: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
             workgroup(%s : memref<64xf32, #gpu.address_space<workgroup>>) {
    %p = memref.alloca() : memref<4xf32>
    %q = memref.alloca() : memref<4xf32>
    %a = memref.load %A[%t] : memref<32xf32>
    %b = arith.mulf %a, %a : f32
    memref.store %a, %p[%c0] : memref<4xf32>
    memref.store %b, %p[%c1] : memref<4xf32>
    scf.for %k = %c0 to %c2 step %c1 {
      %x = memref.load %p[%k] : memref<4xf32>
      memref.store %x, %q[%k] : memref<4xf32>
    }
    %hole = memref.load %p[%c2] : memref<4xf32>
    memref.store %hole, %q[%c2] : memref<4xf32>
    %y = memref.load %q[%c0] : memref<4xf32>
    %z = memref.load %q[%c1] : memref<4xf32>
    %sum = arith.addf %y, %z : f32
    memref.store %sum, %B[%t] : memref<32xf32>
    gpu.terminator
  }
  return
}
