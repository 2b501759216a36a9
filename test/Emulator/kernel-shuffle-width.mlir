// Shuffles of 4, 8, 16 and 32 lanes, in all modes: each so many lanes form a
// segment, lanes get values from their own segment only, and the second result
// says whether there is one. Widths that are constants, and one that is not.

// RUN: polymem-run %s --compare --entry=plain --against=known --against=unknown --emulator-seed=1..2 | FileCheck %s
// RUN: polymem-run %s --compare --entry=plain64 --against=words --emulator-seed=1..2 | FileCheck %s --check-prefix=WORDS
// RUN: polymem-run %s --compare --entry=plain16 --against=halves --emulator-seed=1..2 | FileCheck %s --check-prefix=HALVES

// CHECK-COUNT-2: plain against known: emulator seed {{[12]}}: identical
// CHECK-COUNT-2: plain against unknown: emulator seed {{[12]}}: identical
// WORDS-COUNT-2: plain64 against words: emulator seed {{[12]}}: identical
// HALVES-COUNT-2: plain16 against halves: emulator seed {{[12]}}: identical

func.func @plain(%A: memref<64xf32>, %B: memref<4x4x64xf32>, %V: memref<4x4x64xi32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  affine.for %w = 0 to 4 {
    %width = arith.shli %c4, %w : index
    affine.for %t = 0 to 64 {
      %own = affine.load %A[%t] : memref<64xf32>
      %place = arith.remui %t, %width : index
      %first = arith.subi %t, %place : index
      %end = arith.addi %first, %width : index
      %xor = arith.xori %t, %c3 : index
      %up = arith.subi %t, %c3 : index
      %down = arith.addi %t, %c3 : index
      %idx = arith.addi %first, %c3 : index
      %after0 = arith.cmpi sge, %xor, %first : index
      %before0 = arith.cmpi slt, %xor, %end : index
      %valid0 = arith.andi %after0, %before0 : i1
      %from0 = arith.select %valid0, %xor, %t : index
      %b0 = memref.load %A[%from0] : memref<64xf32>
      %v0 = arith.extui %valid0 : i1 to i32
      affine.store %b0, %B[0, %w, %t] : memref<4x4x64xf32>
      affine.store %v0, %V[0, %w, %t] : memref<4x4x64xi32>
      %after1 = arith.cmpi sge, %up, %first : index
      %before1 = arith.cmpi slt, %up, %end : index
      %valid1 = arith.andi %after1, %before1 : i1
      %from1 = arith.select %valid1, %up, %t : index
      %b1 = memref.load %A[%from1] : memref<64xf32>
      %v1 = arith.extui %valid1 : i1 to i32
      affine.store %b1, %B[1, %w, %t] : memref<4x4x64xf32>
      affine.store %v1, %V[1, %w, %t] : memref<4x4x64xi32>
      %after2 = arith.cmpi sge, %down, %first : index
      %before2 = arith.cmpi slt, %down, %end : index
      %valid2 = arith.andi %after2, %before2 : i1
      %from2 = arith.select %valid2, %down, %t : index
      %b2 = memref.load %A[%from2] : memref<64xf32>
      %v2 = arith.extui %valid2 : i1 to i32
      affine.store %b2, %B[2, %w, %t] : memref<4x4x64xf32>
      affine.store %v2, %V[2, %w, %t] : memref<4x4x64xi32>
      %after3 = arith.cmpi sge, %idx, %first : index
      %before3 = arith.cmpi slt, %idx, %end : index
      %valid3 = arith.andi %after3, %before3 : i1
      %from3 = arith.select %valid3, %idx, %t : index
      %b3 = memref.load %A[%from3] : memref<64xf32>
      %v3 = arith.extui %valid3 : i1 to i32
      affine.store %b3, %B[3, %w, %t] : memref<4x4x64xf32>
      affine.store %v3, %V[3, %w, %t] : memref<4x4x64xi32>
    }
  }
  return
}

func.func @known(%A: memref<64xf32>, %B: memref<4x4x64xf32>, %V: memref<4x4x64xi32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %three = arith.constant 3 : i32
  %m0 = arith.constant 0 : index
  %m1 = arith.constant 1 : index
  %m2 = arith.constant 2 : index
  %m3 = arith.constant 3 : index
  %w0 = arith.constant 0 : index
  %width0 = arith.constant 4 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<64xf32>
    %b0, %v0 = gpu.shuffle xor %a, %three, %width0 : f32
    %i0 = arith.extui %v0 : i1 to i32
    memref.store %b0, %B[%m0, %w0, %t] : memref<4x4x64xf32>
    memref.store %i0, %V[%m0, %w0, %t] : memref<4x4x64xi32>
    %b1, %v1 = gpu.shuffle up %a, %three, %width0 : f32
    %i1 = arith.extui %v1 : i1 to i32
    memref.store %b1, %B[%m1, %w0, %t] : memref<4x4x64xf32>
    memref.store %i1, %V[%m1, %w0, %t] : memref<4x4x64xi32>
    %b2, %v2 = gpu.shuffle down %a, %three, %width0 : f32
    %i2 = arith.extui %v2 : i1 to i32
    memref.store %b2, %B[%m2, %w0, %t] : memref<4x4x64xf32>
    memref.store %i2, %V[%m2, %w0, %t] : memref<4x4x64xi32>
    %b3, %v3 = gpu.shuffle idx %a, %three, %width0 : f32
    %i3 = arith.extui %v3 : i1 to i32
    memref.store %b3, %B[%m3, %w0, %t] : memref<4x4x64xf32>
    memref.store %i3, %V[%m3, %w0, %t] : memref<4x4x64xi32>
    gpu.terminator
  }
  %w1 = arith.constant 1 : index
  %width1 = arith.constant 8 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<64xf32>
    %b0, %v0 = gpu.shuffle xor %a, %three, %width1 : f32
    %i0 = arith.extui %v0 : i1 to i32
    memref.store %b0, %B[%m0, %w1, %t] : memref<4x4x64xf32>
    memref.store %i0, %V[%m0, %w1, %t] : memref<4x4x64xi32>
    %b1, %v1 = gpu.shuffle up %a, %three, %width1 : f32
    %i1 = arith.extui %v1 : i1 to i32
    memref.store %b1, %B[%m1, %w1, %t] : memref<4x4x64xf32>
    memref.store %i1, %V[%m1, %w1, %t] : memref<4x4x64xi32>
    %b2, %v2 = gpu.shuffle down %a, %three, %width1 : f32
    %i2 = arith.extui %v2 : i1 to i32
    memref.store %b2, %B[%m2, %w1, %t] : memref<4x4x64xf32>
    memref.store %i2, %V[%m2, %w1, %t] : memref<4x4x64xi32>
    %b3, %v3 = gpu.shuffle idx %a, %three, %width1 : f32
    %i3 = arith.extui %v3 : i1 to i32
    memref.store %b3, %B[%m3, %w1, %t] : memref<4x4x64xf32>
    memref.store %i3, %V[%m3, %w1, %t] : memref<4x4x64xi32>
    gpu.terminator
  }
  %w2 = arith.constant 2 : index
  %width2 = arith.constant 16 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<64xf32>
    %b0, %v0 = gpu.shuffle xor %a, %three, %width2 : f32
    %i0 = arith.extui %v0 : i1 to i32
    memref.store %b0, %B[%m0, %w2, %t] : memref<4x4x64xf32>
    memref.store %i0, %V[%m0, %w2, %t] : memref<4x4x64xi32>
    %b1, %v1 = gpu.shuffle up %a, %three, %width2 : f32
    %i1 = arith.extui %v1 : i1 to i32
    memref.store %b1, %B[%m1, %w2, %t] : memref<4x4x64xf32>
    memref.store %i1, %V[%m1, %w2, %t] : memref<4x4x64xi32>
    %b2, %v2 = gpu.shuffle down %a, %three, %width2 : f32
    %i2 = arith.extui %v2 : i1 to i32
    memref.store %b2, %B[%m2, %w2, %t] : memref<4x4x64xf32>
    memref.store %i2, %V[%m2, %w2, %t] : memref<4x4x64xi32>
    %b3, %v3 = gpu.shuffle idx %a, %three, %width2 : f32
    %i3 = arith.extui %v3 : i1 to i32
    memref.store %b3, %B[%m3, %w2, %t] : memref<4x4x64xf32>
    memref.store %i3, %V[%m3, %w2, %t] : memref<4x4x64xi32>
    gpu.terminator
  }
  %w3 = arith.constant 3 : index
  %width3 = arith.constant 32 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<64xf32>
    %b0, %v0 = gpu.shuffle xor %a, %three, %width3 : f32
    %i0 = arith.extui %v0 : i1 to i32
    memref.store %b0, %B[%m0, %w3, %t] : memref<4x4x64xf32>
    memref.store %i0, %V[%m0, %w3, %t] : memref<4x4x64xi32>
    %b1, %v1 = gpu.shuffle up %a, %three, %width3 : f32
    %i1 = arith.extui %v1 : i1 to i32
    memref.store %b1, %B[%m1, %w3, %t] : memref<4x4x64xf32>
    memref.store %i1, %V[%m1, %w3, %t] : memref<4x4x64xi32>
    %b2, %v2 = gpu.shuffle down %a, %three, %width3 : f32
    %i2 = arith.extui %v2 : i1 to i32
    memref.store %b2, %B[%m2, %w3, %t] : memref<4x4x64xf32>
    memref.store %i2, %V[%m2, %w3, %t] : memref<4x4x64xi32>
    %b3, %v3 = gpu.shuffle idx %a, %three, %width3 : f32
    %i3 = arith.extui %v3 : i1 to i32
    memref.store %b3, %B[%m3, %w3, %t] : memref<4x4x64xf32>
    memref.store %i3, %V[%m3, %w3, %t] : memref<4x4x64xi32>
    gpu.terminator
  }
  return
}

func.func @unknown(%A: memref<64xf32>, %B: memref<4x4x64xf32>, %V: memref<4x4x64xi32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %three = arith.constant 3 : i32
  %m0 = arith.constant 0 : index
  %m1 = arith.constant 1 : index
  %m2 = arith.constant 2 : index
  %m3 = arith.constant 3 : index
  %least = arith.constant 4 : i32
  %end = arith.constant 4 : index
  scf.for %w = %m0 to %end step %c1 {
    %exponent = arith.index_cast %w : index to i32
    %width = arith.shli %least, %exponent : i32
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
      %a = memref.load %A[%t] : memref<64xf32>
      %b0, %v0 = gpu.shuffle xor %a, %three, %width : f32
      %i0 = arith.extui %v0 : i1 to i32
      memref.store %b0, %B[%m0, %w, %t] : memref<4x4x64xf32>
      memref.store %i0, %V[%m0, %w, %t] : memref<4x4x64xi32>
      %b1, %v1 = gpu.shuffle up %a, %three, %width : f32
      %i1 = arith.extui %v1 : i1 to i32
      memref.store %b1, %B[%m1, %w, %t] : memref<4x4x64xf32>
      memref.store %i1, %V[%m1, %w, %t] : memref<4x4x64xi32>
      %b2, %v2 = gpu.shuffle down %a, %three, %width : f32
      %i2 = arith.extui %v2 : i1 to i32
      memref.store %b2, %B[%m2, %w, %t] : memref<4x4x64xf32>
      memref.store %i2, %V[%m2, %w, %t] : memref<4x4x64xi32>
      %b3, %v3 = gpu.shuffle idx %a, %three, %width : f32
      %i3 = arith.extui %v3 : i1 to i32
      memref.store %b3, %B[%m3, %w, %t] : memref<4x4x64xf32>
      memref.store %i3, %V[%m3, %w, %t] : memref<4x4x64xi32>
      gpu.terminator
    }
  }
  return
}

func.func @plain64(%A: memref<64xf64>, %B: memref<4x2x64xf64>, %V: memref<4x2x64xi32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 8 : index
  affine.for %w = 0 to 2 {
    %width = arith.shli %c4, %w : index
    affine.for %t = 0 to 64 {
      %own = affine.load %A[%t] : memref<64xf64>
      %place = arith.remui %t, %width : index
      %first = arith.subi %t, %place : index
      %end = arith.addi %first, %width : index
      %xor = arith.xori %t, %c3 : index
      %up = arith.subi %t, %c3 : index
      %down = arith.addi %t, %c3 : index
      %idx = arith.addi %first, %c3 : index
      %after0 = arith.cmpi sge, %xor, %first : index
      %before0 = arith.cmpi slt, %xor, %end : index
      %valid0 = arith.andi %after0, %before0 : i1
      %from0 = arith.select %valid0, %xor, %t : index
      %b0 = memref.load %A[%from0] : memref<64xf64>
      %v0 = arith.extui %valid0 : i1 to i32
      affine.store %b0, %B[0, %w, %t] : memref<4x2x64xf64>
      affine.store %v0, %V[0, %w, %t] : memref<4x2x64xi32>
      %after1 = arith.cmpi sge, %up, %first : index
      %before1 = arith.cmpi slt, %up, %end : index
      %valid1 = arith.andi %after1, %before1 : i1
      %from1 = arith.select %valid1, %up, %t : index
      %b1 = memref.load %A[%from1] : memref<64xf64>
      %v1 = arith.extui %valid1 : i1 to i32
      affine.store %b1, %B[1, %w, %t] : memref<4x2x64xf64>
      affine.store %v1, %V[1, %w, %t] : memref<4x2x64xi32>
      %after2 = arith.cmpi sge, %down, %first : index
      %before2 = arith.cmpi slt, %down, %end : index
      %valid2 = arith.andi %after2, %before2 : i1
      %from2 = arith.select %valid2, %down, %t : index
      %b2 = memref.load %A[%from2] : memref<64xf64>
      %v2 = arith.extui %valid2 : i1 to i32
      affine.store %b2, %B[2, %w, %t] : memref<4x2x64xf64>
      affine.store %v2, %V[2, %w, %t] : memref<4x2x64xi32>
      %after3 = arith.cmpi sge, %idx, %first : index
      %before3 = arith.cmpi slt, %idx, %end : index
      %valid3 = arith.andi %after3, %before3 : i1
      %from3 = arith.select %valid3, %idx, %t : index
      %b3 = memref.load %A[%from3] : memref<64xf64>
      %v3 = arith.extui %valid3 : i1 to i32
      affine.store %b3, %B[3, %w, %t] : memref<4x2x64xf64>
      affine.store %v3, %V[3, %w, %t] : memref<4x2x64xi32>
    }
  }
  return
}

func.func @words(%A: memref<64xf64>, %B: memref<4x2x64xf64>, %V: memref<4x2x64xi32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %three = arith.constant 3 : i32
  %m0 = arith.constant 0 : index
  %m1 = arith.constant 1 : index
  %m2 = arith.constant 2 : index
  %m3 = arith.constant 3 : index
  %w0 = arith.constant 0 : index
  %width0 = arith.constant 8 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<64xf64>
    %b0, %v0 = gpu.shuffle xor %a, %three, %width0 : f64
    %i0 = arith.extui %v0 : i1 to i32
    memref.store %b0, %B[%m0, %w0, %t] : memref<4x2x64xf64>
    memref.store %i0, %V[%m0, %w0, %t] : memref<4x2x64xi32>
    %b1, %v1 = gpu.shuffle up %a, %three, %width0 : f64
    %i1 = arith.extui %v1 : i1 to i32
    memref.store %b1, %B[%m1, %w0, %t] : memref<4x2x64xf64>
    memref.store %i1, %V[%m1, %w0, %t] : memref<4x2x64xi32>
    %b2, %v2 = gpu.shuffle down %a, %three, %width0 : f64
    %i2 = arith.extui %v2 : i1 to i32
    memref.store %b2, %B[%m2, %w0, %t] : memref<4x2x64xf64>
    memref.store %i2, %V[%m2, %w0, %t] : memref<4x2x64xi32>
    %b3, %v3 = gpu.shuffle idx %a, %three, %width0 : f64
    %i3 = arith.extui %v3 : i1 to i32
    memref.store %b3, %B[%m3, %w0, %t] : memref<4x2x64xf64>
    memref.store %i3, %V[%m3, %w0, %t] : memref<4x2x64xi32>
    gpu.terminator
  }
  %w1 = arith.constant 1 : index
  %width1 = arith.constant 16 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<64xf64>
    %b0, %v0 = gpu.shuffle xor %a, %three, %width1 : f64
    %i0 = arith.extui %v0 : i1 to i32
    memref.store %b0, %B[%m0, %w1, %t] : memref<4x2x64xf64>
    memref.store %i0, %V[%m0, %w1, %t] : memref<4x2x64xi32>
    %b1, %v1 = gpu.shuffle up %a, %three, %width1 : f64
    %i1 = arith.extui %v1 : i1 to i32
    memref.store %b1, %B[%m1, %w1, %t] : memref<4x2x64xf64>
    memref.store %i1, %V[%m1, %w1, %t] : memref<4x2x64xi32>
    %b2, %v2 = gpu.shuffle down %a, %three, %width1 : f64
    %i2 = arith.extui %v2 : i1 to i32
    memref.store %b2, %B[%m2, %w1, %t] : memref<4x2x64xf64>
    memref.store %i2, %V[%m2, %w1, %t] : memref<4x2x64xi32>
    %b3, %v3 = gpu.shuffle idx %a, %three, %width1 : f64
    %i3 = arith.extui %v3 : i1 to i32
    memref.store %b3, %B[%m3, %w1, %t] : memref<4x2x64xf64>
    memref.store %i3, %V[%m3, %w1, %t] : memref<4x2x64xi32>
    gpu.terminator
  }
  return
}

func.func @plain16(%A: memref<64xf16>, %B: memref<4x2x64xf16>, %V: memref<4x2x64xi32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 8 : index
  affine.for %w = 0 to 2 {
    %width = arith.shli %c4, %w : index
    affine.for %t = 0 to 64 {
      %own = affine.load %A[%t] : memref<64xf16>
      %place = arith.remui %t, %width : index
      %first = arith.subi %t, %place : index
      %end = arith.addi %first, %width : index
      %xor = arith.xori %t, %c3 : index
      %up = arith.subi %t, %c3 : index
      %down = arith.addi %t, %c3 : index
      %idx = arith.addi %first, %c3 : index
      %after0 = arith.cmpi sge, %xor, %first : index
      %before0 = arith.cmpi slt, %xor, %end : index
      %valid0 = arith.andi %after0, %before0 : i1
      %from0 = arith.select %valid0, %xor, %t : index
      %b0 = memref.load %A[%from0] : memref<64xf16>
      %v0 = arith.extui %valid0 : i1 to i32
      affine.store %b0, %B[0, %w, %t] : memref<4x2x64xf16>
      affine.store %v0, %V[0, %w, %t] : memref<4x2x64xi32>
      %after1 = arith.cmpi sge, %up, %first : index
      %before1 = arith.cmpi slt, %up, %end : index
      %valid1 = arith.andi %after1, %before1 : i1
      %from1 = arith.select %valid1, %up, %t : index
      %b1 = memref.load %A[%from1] : memref<64xf16>
      %v1 = arith.extui %valid1 : i1 to i32
      affine.store %b1, %B[1, %w, %t] : memref<4x2x64xf16>
      affine.store %v1, %V[1, %w, %t] : memref<4x2x64xi32>
      %after2 = arith.cmpi sge, %down, %first : index
      %before2 = arith.cmpi slt, %down, %end : index
      %valid2 = arith.andi %after2, %before2 : i1
      %from2 = arith.select %valid2, %down, %t : index
      %b2 = memref.load %A[%from2] : memref<64xf16>
      %v2 = arith.extui %valid2 : i1 to i32
      affine.store %b2, %B[2, %w, %t] : memref<4x2x64xf16>
      affine.store %v2, %V[2, %w, %t] : memref<4x2x64xi32>
      %after3 = arith.cmpi sge, %idx, %first : index
      %before3 = arith.cmpi slt, %idx, %end : index
      %valid3 = arith.andi %after3, %before3 : i1
      %from3 = arith.select %valid3, %idx, %t : index
      %b3 = memref.load %A[%from3] : memref<64xf16>
      %v3 = arith.extui %valid3 : i1 to i32
      affine.store %b3, %B[3, %w, %t] : memref<4x2x64xf16>
      affine.store %v3, %V[3, %w, %t] : memref<4x2x64xi32>
    }
  }
  return
}

func.func @halves(%A: memref<64xf16>, %B: memref<4x2x64xf16>, %V: memref<4x2x64xi32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %three = arith.constant 3 : i32
  %m0 = arith.constant 0 : index
  %m1 = arith.constant 1 : index
  %m2 = arith.constant 2 : index
  %m3 = arith.constant 3 : index
  %w0 = arith.constant 0 : index
  %width0 = arith.constant 8 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<64xf16>
    %b0, %v0 = gpu.shuffle xor %a, %three, %width0 : f16
    %i0 = arith.extui %v0 : i1 to i32
    memref.store %b0, %B[%m0, %w0, %t] : memref<4x2x64xf16>
    memref.store %i0, %V[%m0, %w0, %t] : memref<4x2x64xi32>
    %b1, %v1 = gpu.shuffle up %a, %three, %width0 : f16
    %i1 = arith.extui %v1 : i1 to i32
    memref.store %b1, %B[%m1, %w0, %t] : memref<4x2x64xf16>
    memref.store %i1, %V[%m1, %w0, %t] : memref<4x2x64xi32>
    %b2, %v2 = gpu.shuffle down %a, %three, %width0 : f16
    %i2 = arith.extui %v2 : i1 to i32
    memref.store %b2, %B[%m2, %w0, %t] : memref<4x2x64xf16>
    memref.store %i2, %V[%m2, %w0, %t] : memref<4x2x64xi32>
    %b3, %v3 = gpu.shuffle idx %a, %three, %width0 : f16
    %i3 = arith.extui %v3 : i1 to i32
    memref.store %b3, %B[%m3, %w0, %t] : memref<4x2x64xf16>
    memref.store %i3, %V[%m3, %w0, %t] : memref<4x2x64xi32>
    gpu.terminator
  }
  %w1 = arith.constant 1 : index
  %width1 = arith.constant 16 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %a = memref.load %A[%t] : memref<64xf16>
    %b0, %v0 = gpu.shuffle xor %a, %three, %width1 : f16
    %i0 = arith.extui %v0 : i1 to i32
    memref.store %b0, %B[%m0, %w1, %t] : memref<4x2x64xf16>
    memref.store %i0, %V[%m0, %w1, %t] : memref<4x2x64xi32>
    %b1, %v1 = gpu.shuffle up %a, %three, %width1 : f16
    %i1 = arith.extui %v1 : i1 to i32
    memref.store %b1, %B[%m1, %w1, %t] : memref<4x2x64xf16>
    memref.store %i1, %V[%m1, %w1, %t] : memref<4x2x64xi32>
    %b2, %v2 = gpu.shuffle down %a, %three, %width1 : f16
    %i2 = arith.extui %v2 : i1 to i32
    memref.store %b2, %B[%m2, %w1, %t] : memref<4x2x64xf16>
    memref.store %i2, %V[%m2, %w1, %t] : memref<4x2x64xi32>
    %b3, %v3 = gpu.shuffle idx %a, %three, %width1 : f16
    %i3 = arith.extui %v3 : i1 to i32
    memref.store %b3, %B[%m3, %w1, %t] : memref<4x2x64xf16>
    memref.store %i3, %V[%m3, %w1, %t] : memref<4x2x64xi32>
    gpu.terminator
  }
  return
}
