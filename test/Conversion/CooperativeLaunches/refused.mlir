// What stays as it is, and why.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-cooperative-launches{mode=always}))' --split-input-file --remarks-filter=polymem-cooperative.* --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-cooperative-launches{mode=always}))' --split-input-file | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-cooperative-launches{mode=always machine=nvidia-gtx8800}))' --split-input-file --remarks-filter=polymem-cooperative.* --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=OLD --implicit-check-not=grid_barrier

// OLD: NotCooperative {{.*}}stay: 'nvidia-gtx8800' has no cooperative launches (no grid-barrier-nanoseconds)

// REMARK: NotCooperative {{.*}}Remark="the launches of this loop stay: the host does 'memref.load' between launches"
// CHECK-LABEL: func @host_reads
// CHECK: memref.load
// CHECK: gpu.launch
func.func @host_reads(%A: memref<?xindex>, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %step = %c0 to %steps step %c1 {
    %n = memref.load %A[%step] : memref<?xindex>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
      memref.store %bx, %A[%tx] : memref<?xindex>
      gpu.terminator
    }
  }
  return
}

// -----

// REMARK: NotCooperative {{.*}}stay: the size of a block is not constant, or not possible
func.func @block_size(%A: memref<?xindex>, %n: index, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %step = %c0 to %steps step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
      memref.store %bx, %A[%tx] : memref<?xindex>
      gpu.terminator
    }
  }
  return
}

// -----

// REMARK: NotCooperative {{.*}}stay: threads of a block of 48 meet, which is no multiple of a warp, while other blocks have 64
func.func @half_warps(%A: memref<?xindex>, %n: index, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  scf.for %step = %c0 to %steps step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c48, %sy = %c1, %sz = %c1) {
      memref.store %bx, %A[%tx] : memref<?xindex>
      gpu.barrier
      gpu.terminator
    }
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
      memref.store %bx, %A[%tx] : memref<?xindex>
      gpu.terminator
    }
  }
  return
}

// -----

// The outer loop is refused, the inner one is not.
// REMARK: NotCooperative {{.*}}stay: the host does 'memref.store' between launches
// REMARK: Cooperative {{.*}}launches of this loop are one
// CHECK-LABEL: func @inner
// CHECK: scf.for
// CHECK: memref.store
// CHECK: gpu.launch
// CHECK: scf.for
// CHECK: scratch.grid_barrier
func.func @inner(%A: memref<?xindex>, %H: memref<?xindex>, %n: index, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %step = %c0 to %steps step %c1 {
    memref.store %step, %H[%step] : memref<?xindex>
    scf.for %i = %c0 to %steps step %c1 {
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
                 threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
        memref.store %bx, %A[%tx] : memref<?xindex>
        gpu.terminator
      }
    }
  }
  return
}

// -----

// Numbers of which no product must be taken.
// REMARK: NotCooperative {{.*}}stay: the bytes of a workgroup buffer are not constant, or too many
func.func @huge(%n: index, %steps: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %step = %c0 to %steps step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
               workgroup(%s : memref<4294967296x4294967296xf32, #gpu.address_space<workgroup>>) {
      memref.store %f, %s[%tx, %tx] : memref<4294967296x4294967296xf32, #gpu.address_space<workgroup>>
      gpu.terminator
    }
  }
  return
}

// -----

// REMARK: NotCooperative {{.*}}stay: a block has 2048 threads, and one of 'nvidia-h200' at most 1024
func.func @wide(%A: memref<?xindex>, %n: index, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c1024 = arith.constant 1024 : index
  scf.for %step = %c0 to %steps step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c1024, %sy = %c2, %sz = %c1) {
      memref.store %bx, %A[%tx] : memref<?xindex>
      gpu.terminator
    }
  }
  return
}
