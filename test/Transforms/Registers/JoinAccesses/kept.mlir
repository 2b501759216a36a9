// RUN: polymem-opt %s --polymem-join-accesses | FileCheck %s --implicit-check-not=vector.

// Not joined is what others may see, or change, between two accesses, and what is not known to be one vector.

#ws = #gpu.address_space<workgroup>

// A store to the buffer is between them.
// CHECK-LABEL: func @store_between
func.func @store_between(%x: f32, %k: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) workgroup(%b : memref<8x64xf32, #ws>) {
    %j = arith.muli %tx, %c2 : index
    %j1 = arith.addi %j, %c1 : index
    %j2 = arith.addi %j, %c2 : index
    %a0 = memref.load %b[%k, %j] : memref<8x64xf32, #ws>
    memref.store %x, %b[%c0, %tx] : memref<8x64xf32, #ws>
    %a1 = memref.load %b[%k, %j1] : memref<8x64xf32, #ws>
    memref.store %a0, %out[%c0] : memref<?xf32>
    memref.store %a1, %out[%c1] : memref<?xf32>
    gpu.terminator
  }
  return
}

// Somebody reads the first before the second is stored.
// CHECK-LABEL: func @load_between
func.func @load_between(%x: f32, %k: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) workgroup(%b : memref<8x64xf32, #ws>) {
    %j = arith.muli %tx, %c2 : index
    %j1 = arith.addi %j, %c1 : index
    %j2 = arith.addi %j, %c2 : index
    memref.store %x, %b[%k, %j] : memref<8x64xf32, #ws>
    %a0 = memref.load %b[%k, %tx] : memref<8x64xf32, #ws>
    memref.store %x, %b[%k, %j1] : memref<8x64xf32, #ws>
    memref.store %a0, %out[%c0] : memref<?xf32>
    gpu.terminator
  }
  return
}

// Threads wait for each other.
// CHECK-LABEL: func @barrier
func.func @barrier(%x: f32, %k: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) workgroup(%b : memref<8x64xf32, #ws>) {
    %j = arith.muli %tx, %c2 : index
    %j1 = arith.addi %j, %c1 : index
    %j2 = arith.addi %j, %c2 : index
    %a0 = memref.load %b[%k, %j] : memref<8x64xf32, #ws>
    gpu.barrier
    %a1 = memref.load %b[%k, %j1] : memref<8x64xf32, #ws>
    memref.store %a0, %out[%c0] : memref<?xf32>
    memref.store %a1, %out[%c1] : memref<?xf32>
    gpu.terminator
  }
  return
}

// A branch may store.
// CHECK-LABEL: func @branch
func.func @branch(%x: f32, %k: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) workgroup(%b : memref<8x64xf32, #ws>) {
    %j = arith.muli %tx, %c2 : index
    %j1 = arith.addi %j, %c1 : index
    %j2 = arith.addi %j, %c2 : index
    %a0 = memref.load %b[%k, %j] : memref<8x64xf32, #ws>
    %p = arith.cmpi eq, %tx, %c0 : index
    scf.if %p {
      memref.store %x, %b[%k, %j2] : memref<8x64xf32, #ws>
    }
    %a1 = memref.load %b[%k, %j1] : memref<8x64xf32, #ws>
    memref.store %a0, %out[%c0] : memref<?xf32>
    memref.store %a1, %out[%c1] : memref<?xf32>
    gpu.terminator
  }
  return
}

// They begin at no multiple of two.
// CHECK-LABEL: func @odd
func.func @odd(%x: f32, %k: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) workgroup(%b : memref<8x64xf32, #ws>) {
    %j = arith.muli %tx, %c2 : index
    %j1 = arith.addi %j, %c1 : index
    %j2 = arith.addi %j, %c2 : index
    %a0 = memref.load %b[%k, %j1] : memref<8x64xf32, #ws>
    %a1 = memref.load %b[%k, %j2] : memref<8x64xf32, #ws>
    memref.store %a0, %out[%c0] : memref<?xf32>
    memref.store %a1, %out[%c1] : memref<?xf32>
    gpu.terminator
  }
  return
}

// Rows are no multiple of two long.
// CHECK-LABEL: func @rows
func.func @rows(%x: f32, %k: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) workgroup(%b : memref<8x63xf32, #ws>) {
    %j = arith.muli %tx, %c2 : index
    %j1 = arith.addi %j, %c1 : index
    %j2 = arith.addi %j, %c2 : index
    %a0 = memref.load %b[%k, %j] : memref<8x63xf32, #ws>
    %a1 = memref.load %b[%k, %j1] : memref<8x63xf32, #ws>
    memref.store %a0, %out[%c0] : memref<?xf32>
    memref.store %a1, %out[%c1] : memref<?xf32>
    gpu.terminator
  }
  return
}

// Of global memory, nobody knows where rows begin.
// CHECK-LABEL: func @global
func.func @global(%g: memref<8x64xf32>, %k: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) workgroup(%b : memref<8x64xf32, #ws>) {
    %j = arith.muli %tx, %c2 : index
    %j1 = arith.addi %j, %c1 : index
    %j2 = arith.addi %j, %c2 : index
    %a0 = memref.load %g[%k, %j] : memref<8x64xf32>
    %a1 = memref.load %g[%k, %j1] : memref<8x64xf32>
    memref.store %a0, %out[%c0] : memref<?xf32>
    memref.store %a1, %out[%c1] : memref<?xf32>
    gpu.terminator
  }
  return
}

// What may be the same element is stored between.
// CHECK-LABEL: func @unknown
func.func @unknown(%x: f32, %k: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) workgroup(%b : memref<8x64xf32, #ws>) {
    %j = arith.muli %tx, %c2 : index
    %j1 = arith.addi %j, %c1 : index
    %j2 = arith.addi %j, %c2 : index
    memref.store %x, %b[%k, %j] : memref<8x64xf32, #ws>
    memref.store %x, %b[%c1, %c0] : memref<8x64xf32, #ws>
    memref.store %x, %b[%k, %j1] : memref<8x64xf32, #ws>
    gpu.terminator
  }
  return
}
