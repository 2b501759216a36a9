// A shuffle of a whole warp needs all its lanes, at one place; what it reads
// from a lane that is not there must not be used.

// RUN: not polymem-run %s --entry=branch | FileCheck %s --check-prefix=BRANCH
// RUN: not polymem-run %s --entry=two_places | FileCheck %s --check-prefix=PLACES
// RUN: not polymem-run %s --entry=in_turn | FileCheck %s --check-prefix=TURN
// RUN: not polymem-run %s --entry=short_block | FileCheck %s --check-prefix=SHORT
// RUN: not polymem-run %s --entry=short_block_wide | FileCheck %s --check-prefix=WIDE
// RUN: not polymem-run %s --entry=condition | FileCheck %s --check-prefix=CONDITION
// RUN: polymem-run %s --entry=guarded --emulator-seed=1..3 | FileCheck %s --check-prefix=GUARDED
// RUN: polymem-run %s --entry=half --emulator-seed=1..3 | FileCheck %s --check-prefix=HALF

// The lanes that are asked are all there.
// BRANCH: only a part of warp {{[01]}} reaches an operation of all its lanes (shuffle at {{.*}}mlir:[[#@LINE+14]]:16): lane 16 has finished
func.func @branch(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c16 = arith.constant 16 : index
  %eight = arith.constant 8 : i32
  %width = arith.constant 32 : i32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<64xf32>
    %lane = arith.remui %t, %c32 : index
    %low = arith.cmpi ult, %lane, %c16 : index
    scf.if %low {
      %b, %v = gpu.shuffle xor %a, %eight, %width : f32
      memref.store %b, %B[%t] : memref<64xf32>
    }
    gpu.terminator
  }
  return
}

// PLACES: the threads of a block do not all reach the same barrier: 16 threads {{.*}} wait (shuffle at {{.*}}); 16 threads {{.*}} wait (shuffle at {{.*}})
func.func @two_places(%A: memref<32xf32>, %B: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1 : i32
  %width = arith.constant 32 : i32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<32xf32>
    %low = arith.cmpi ult, %t, %c16 : index
    scf.if %low {
      %b, %v = gpu.shuffle xor %a, %one, %width : f32
      memref.store %b, %B[%t] : memref<32xf32>
    } else {
      %b, %v = gpu.shuffle xor %a, %one, %width : f32
      memref.store %b, %B[%t] : memref<32xf32>
    }
    gpu.terminator
  }
  return
}

// TURN: the threads of a block do not all reach the same barrier: {{.*}} in other iterations of a loop
func.func @in_turn(%A: memref<32xf32>, %B: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %two = arith.constant 2 : i32
  %width = arith.constant 32 : i32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<32xf32>
    %odd = arith.remui %t, %c2 : index
    scf.for %round = %c0 to %c2 step %c1 {
      %mine = arith.cmpi eq, %odd, %round : index
      scf.if %mine {
        %b, %v = gpu.shuffle xor %a, %two, %width : f32
        memref.store %b, %B[%t] : memref<32xf32>
      }
    }
    gpu.terminator
  }
  return
}

// Lanes that the block does not have are not missed, but have no values.
// SHORT: uses what a shuffle (shuffle at {{.*}}mlir:[[#@LINE+11]]:14) read from lane {{1[6-9]|2[0-3]}}, which takes no part in it (fadd at {{.*}}mlir:[[#@LINE+14]]:10)
func.func @short_block(%A: memref<48xf32>, %B: memref<48xf32>) {
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  %eight = arith.constant 8 : i32
  %width = arith.constant 32 : i32
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c48, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<48xf32>
    %b, %v = gpu.shuffle down %a, %eight, %width : f32
    %moved = arith.select %v, %b, %zero : f32

    %s = arith.addf %a, %moved : f32
    memref.store %s, %B[%t] : memref<48xf32>
    gpu.terminator
  }
  return
}

// In two words.
// WIDE: uses what a shuffle (shuffle at {{.*}}) read from lane {{1[6-9]|2[0-3]}}, which takes no part in it (store at
func.func @short_block_wide(%A: memref<16xf64>, %B: memref<16xf64>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %eight = arith.constant 8 : i32
  %width = arith.constant 32 : i32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<16xf64>
    %b, %v = gpu.shuffle down %a, %eight, %width : f64
    memref.store %b, %B[%t] : memref<16xf64>
    gpu.terminator
  }
  return
}

// CONDITION: uses what a shuffle (shuffle at {{.*}}) read from lane {{1[6-9]|2[0-9]}}, which takes no part in it (icmp at
func.func @condition(%A: memref<16xi32>, %B: memref<16xi32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %eight = arith.constant 8 : i32
  %width = arith.constant 32 : i32
  %zero = arith.constant 0 : i32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<16xi32>
    %b, %v = gpu.shuffle down %a, %eight, %width : i32
    %negative = arith.cmpi slt, %b, %zero : i32
    scf.if %negative {
      memref.store %zero, %B[%t] : memref<16xi32>
    }
    gpu.terminator
  }
  return
}

// What is selected away, or not touched at all, is no use.
// GUARDED-COUNT-3: guarded: emulator seed {{[1-3]}}: ran
func.func @guarded(%A: memref<48xf32>, %B: memref<48xf32>, %D: memref<48xf64>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c48 = arith.constant 48 : index
  %eight = arith.constant 8 : i32
  %width = arith.constant 32 : i32
  %zero = arith.constant 0.0 : f32
  %zero64 = arith.constant 0.0 : f64
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c48, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<48xf32>
    %b, %v = gpu.shuffle down %a, %eight, %width : f32
    %from = arith.addi %t, %c8 : index
    %is = arith.cmpi ult, %from, %c48 : index
    %ok = arith.andi %is, %v : i1
    %moved = arith.select %ok, %b, %zero : f32
    %s = arith.addf %a, %moved : f32
    memref.store %s, %B[%t] : memref<48xf32>
    scf.if %ok {
      %p = arith.mulf %b, %b : f32
      memref.store %p, %B[%t] : memref<48xf32>
    }
    %d = memref.load %D[%t] : memref<48xf64>
    %e, %w = gpu.shuffle down %d, %eight, %width : f64
    %far = arith.select %ok, %e, %zero64 : f64
    memref.store %far, %D[%t] : memref<48xf64>
    gpu.terminator
  }
  return
}

// Half a warp is asked, and half a warp comes.
// HALF-COUNT-3: half: emulator seed {{[1-3]}}: ran
func.func @half(%A: memref<32xf32>, %B: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %eight = arith.constant 8 : i32
  %width = arith.constant 16 : i32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<32xf32>
    %low = arith.cmpi ult, %t, %c16 : index
    scf.if %low {
      %b, %v = gpu.shuffle xor %a, %eight, %width : f32
      memref.store %b, %B[%t] : memref<32xf32>
    }
    gpu.terminator
  }
  return
}
