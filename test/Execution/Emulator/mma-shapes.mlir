// The fragments of mma.sync, element by element, against loops: shapes and types
// other than those of tensor-core-gemm.mlir.

// DEFINE: %{run} = polymem-run %s --compare
// RUN: %{run} --entry=k8_f16_plain --against=k8_f16
// RUN: %{run} --entry=k16_f16_plain --against=k16_f16
// RUN: %{run} --entry=k8_tf32_plain --against=k8_tf32
// RUN: %{run} --entry=k4_f64_plain --against=k4_f64
// RUN: not polymem-run %s --entry=other 2>&1 | FileCheck %s
// CHECK: cannot be emulated: 'nvvm.mma.sync' of shape m16n8k32 on s8 is not supported

func.func @k8_f16_plain(%A: memref<16x8xf16>, %B: memref<8x8xf16>, %C: memref<16x8xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %c = affine.load %C[%i, %j] : memref<16x8xf32>
      %sum = affine.for %k = 0 to 8 iter_args(%s = %c) -> f32 {
        %a = affine.load %A[%i, %k] : memref<16x8xf16>
        %aw = arith.extf %a : f16 to f32
        %b = affine.load %B[%k, %j] : memref<8x8xf16>
        %bw = arith.extf %b : f16 to f32
        %p = arith.mulf %aw, %bw : f32
        %next = arith.addf %s, %p : f32
        affine.yield %next : f32
      }
      affine.store %sum, %C[%i, %j] : memref<16x8xf32>
    }
  }
  return
}

func.func @k8_f16(%A: memref<16x8xf16>, %B: memref<8x8xf16>, %C: memref<16x8xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%lane, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %g = affine.apply affine_map<(l) -> (l floordiv 4)>(%lane)
    %q = affine.apply affine_map<(l) -> (l mod 4)>(%lane)
    %a00 = affine.load %A[%g, %q * 2 + 0] : memref<16x8xf16>
    %a01 = affine.load %A[%g, %q * 2 + 1] : memref<16x8xf16>
    %a10 = affine.load %A[%g + 8, %q * 2 + 0] : memref<16x8xf16>
    %a11 = affine.load %A[%g + 8, %q * 2 + 1] : memref<16x8xf16>
    %a = vector.from_elements %a00, %a01, %a10, %a11 : vector<2x2xf16>
    %b00 = affine.load %B[%q * 2 + 0, %g] : memref<8x8xf16>
    %b01 = affine.load %B[%q * 2 + 1, %g] : memref<8x8xf16>
    %b = vector.from_elements %b00, %b01 : vector<1x2xf16>
    %c00 = affine.load %C[%g, %q * 2 + 0] : memref<16x8xf32>
    %c01 = affine.load %C[%g, %q * 2 + 1] : memref<16x8xf32>
    %c10 = affine.load %C[%g + 8, %q * 2 + 0] : memref<16x8xf32>
    %c11 = affine.load %C[%g + 8, %q * 2 + 1] : memref<16x8xf32>
    %c = vector.from_elements %c00, %c01, %c10, %c11 : vector<2x2xf32>
    %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 8]} : (vector<2x2xf16>, vector<1x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    %d00 = vector.extract %d[0, 0] : f32 from vector<2x2xf32>
    affine.store %d00, %C[%g, %q * 2 + 0] : memref<16x8xf32>
    %d01 = vector.extract %d[0, 1] : f32 from vector<2x2xf32>
    affine.store %d01, %C[%g, %q * 2 + 1] : memref<16x8xf32>
    %d10 = vector.extract %d[1, 0] : f32 from vector<2x2xf32>
    affine.store %d10, %C[%g + 8, %q * 2 + 0] : memref<16x8xf32>
    %d11 = vector.extract %d[1, 1] : f32 from vector<2x2xf32>
    affine.store %d11, %C[%g + 8, %q * 2 + 1] : memref<16x8xf32>
    gpu.terminator
  }
  return
}

func.func @k16_f16_plain(%A: memref<16x16xf16>, %B: memref<16x8xf16>, %C: memref<16x8xf16>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %c = affine.load %C[%i, %j] : memref<16x8xf16>
      %start = arith.extf %c : f16 to f32
      %sum = affine.for %k = 0 to 16 iter_args(%s = %start) -> f32 {
        %a = affine.load %A[%i, %k] : memref<16x16xf16>
        %aw = arith.extf %a : f16 to f32
        %b = affine.load %B[%k, %j] : memref<16x8xf16>
        %bw = arith.extf %b : f16 to f32
        %p = arith.mulf %aw, %bw : f32
        %next = arith.addf %s, %p : f32
        affine.yield %next : f32
      }
      %rounded = arith.truncf %sum : f32 to f16
      affine.store %rounded, %C[%i, %j] : memref<16x8xf16>
    }
  }
  return
}

func.func @k16_f16(%A: memref<16x16xf16>, %B: memref<16x8xf16>, %C: memref<16x8xf16>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%lane, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %g = affine.apply affine_map<(l) -> (l floordiv 4)>(%lane)
    %q = affine.apply affine_map<(l) -> (l mod 4)>(%lane)
    %a00 = affine.load %A[%g, %q * 2 + 0] : memref<16x16xf16>
    %a01 = affine.load %A[%g, %q * 2 + 1] : memref<16x16xf16>
    %a10 = affine.load %A[%g + 8, %q * 2 + 0] : memref<16x16xf16>
    %a11 = affine.load %A[%g + 8, %q * 2 + 1] : memref<16x16xf16>
    %a20 = affine.load %A[%g, %q * 2 + 8] : memref<16x16xf16>
    %a21 = affine.load %A[%g, %q * 2 + 9] : memref<16x16xf16>
    %a30 = affine.load %A[%g + 8, %q * 2 + 8] : memref<16x16xf16>
    %a31 = affine.load %A[%g + 8, %q * 2 + 9] : memref<16x16xf16>
    %a = vector.from_elements %a00, %a01, %a10, %a11, %a20, %a21, %a30, %a31 : vector<4x2xf16>
    %b00 = affine.load %B[%q * 2 + 0, %g] : memref<16x8xf16>
    %b01 = affine.load %B[%q * 2 + 1, %g] : memref<16x8xf16>
    %b10 = affine.load %B[%q * 2 + 8, %g] : memref<16x8xf16>
    %b11 = affine.load %B[%q * 2 + 9, %g] : memref<16x8xf16>
    %b = vector.from_elements %b00, %b01, %b10, %b11 : vector<2x2xf16>
    %c00 = affine.load %C[%g, %q * 2 + 0] : memref<16x8xf16>
    %c01 = affine.load %C[%g, %q * 2 + 1] : memref<16x8xf16>
    %c10 = affine.load %C[%g + 8, %q * 2 + 0] : memref<16x8xf16>
    %c11 = affine.load %C[%g + 8, %q * 2 + 1] : memref<16x8xf16>
    %c = vector.from_elements %c00, %c01, %c10, %c11 : vector<2x2xf16>
    %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
    %d00 = vector.extract %d[0, 0] : f16 from vector<2x2xf16>
    affine.store %d00, %C[%g, %q * 2 + 0] : memref<16x8xf16>
    %d01 = vector.extract %d[0, 1] : f16 from vector<2x2xf16>
    affine.store %d01, %C[%g, %q * 2 + 1] : memref<16x8xf16>
    %d10 = vector.extract %d[1, 0] : f16 from vector<2x2xf16>
    affine.store %d10, %C[%g + 8, %q * 2 + 0] : memref<16x8xf16>
    %d11 = vector.extract %d[1, 1] : f16 from vector<2x2xf16>
    affine.store %d11, %C[%g + 8, %q * 2 + 1] : memref<16x8xf16>
    gpu.terminator
  }
  return
}

func.func @k8_tf32_plain(%A: memref<16x8xf32>, %B: memref<8x8xf32>, %C: memref<16x8xf32>) {
  %mask = arith.constant 0xffffe000 : i32
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %c = affine.load %C[%i, %j] : memref<16x8xf32>
      %sum = affine.for %k = 0 to 8 iter_args(%s = %c) -> f32 {
        %a = affine.load %A[%i, %k] : memref<16x8xf32>
        %ai = arith.bitcast %a : f32 to i32
        %am = arith.andi %ai, %mask : i32
        %aw = arith.bitcast %am : i32 to f32
        %b = affine.load %B[%k, %j] : memref<8x8xf32>
        %bi = arith.bitcast %b : f32 to i32
        %bm = arith.andi %bi, %mask : i32
        %bw = arith.bitcast %bm : i32 to f32
        %p = arith.mulf %aw, %bw : f32
        %next = arith.addf %s, %p : f32
        affine.yield %next : f32
      }
      affine.store %sum, %C[%i, %j] : memref<16x8xf32>
    }
  }
  return
}

func.func @k8_tf32(%A: memref<16x8xf32>, %B: memref<8x8xf32>, %C: memref<16x8xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%lane, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %g = affine.apply affine_map<(l) -> (l floordiv 4)>(%lane)
    %q = affine.apply affine_map<(l) -> (l mod 4)>(%lane)
    %a00 = affine.load %A[%g, %q] : memref<16x8xf32>
    %a10 = affine.load %A[%g + 8, %q] : memref<16x8xf32>
    %a20 = affine.load %A[%g, %q + 4] : memref<16x8xf32>
    %a30 = affine.load %A[%g + 8, %q + 4] : memref<16x8xf32>
    %a = vector.from_elements %a00, %a10, %a20, %a30 : vector<4x1xf32>
    %b00 = affine.load %B[%q, %g] : memref<8x8xf32>
    %b10 = affine.load %B[%q + 4, %g] : memref<8x8xf32>
    %b = vector.from_elements %b00, %b10 : vector<2x1xf32>
    %c00 = affine.load %C[%g, %q * 2 + 0] : memref<16x8xf32>
    %c01 = affine.load %C[%g, %q * 2 + 1] : memref<16x8xf32>
    %c10 = affine.load %C[%g + 8, %q * 2 + 0] : memref<16x8xf32>
    %c11 = affine.load %C[%g + 8, %q * 2 + 1] : memref<16x8xf32>
    %c = vector.from_elements %c00, %c01, %c10, %c11 : vector<2x2xf32>
    %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
    %d00 = vector.extract %d[0, 0] : f32 from vector<2x2xf32>
    affine.store %d00, %C[%g, %q * 2 + 0] : memref<16x8xf32>
    %d01 = vector.extract %d[0, 1] : f32 from vector<2x2xf32>
    affine.store %d01, %C[%g, %q * 2 + 1] : memref<16x8xf32>
    %d10 = vector.extract %d[1, 0] : f32 from vector<2x2xf32>
    affine.store %d10, %C[%g + 8, %q * 2 + 0] : memref<16x8xf32>
    %d11 = vector.extract %d[1, 1] : f32 from vector<2x2xf32>
    affine.store %d11, %C[%g + 8, %q * 2 + 1] : memref<16x8xf32>
    gpu.terminator
  }
  return
}

func.func @k4_f64_plain(%A: memref<8x4xf64>, %B: memref<4x8xf64>, %C: memref<8x8xf64>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %c = affine.load %C[%i, %j] : memref<8x8xf64>
      %sum = affine.for %k = 0 to 4 iter_args(%s = %c) -> f64 {
        %a = affine.load %A[%i, %k] : memref<8x4xf64>
        %b = affine.load %B[%k, %j] : memref<4x8xf64>
        %p = arith.mulf %a, %b : f64
        %next = arith.addf %s, %p : f64
        affine.yield %next : f64
      }
      affine.store %sum, %C[%i, %j] : memref<8x8xf64>
    }
  }
  return
}

func.func @k4_f64(%A: memref<8x4xf64>, %B: memref<4x8xf64>, %C: memref<8x8xf64>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%lane, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %g = affine.apply affine_map<(l) -> (l floordiv 4)>(%lane)
    %q = affine.apply affine_map<(l) -> (l mod 4)>(%lane)
    %a00 = affine.load %A[%g, %q] : memref<8x4xf64>
    %a = vector.from_elements %a00 : vector<1x1xf64>
    %b00 = affine.load %B[%q, %g] : memref<4x8xf64>
    %b = vector.from_elements %b00 : vector<1x1xf64>
    %c00 = affine.load %C[%g, %q * 2 + 0] : memref<8x8xf64>
    %c01 = affine.load %C[%g, %q * 2 + 1] : memref<8x8xf64>
    %c = vector.from_elements %c00, %c01 : vector<1x2xf64>
    %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [8, 8, 4]} : (vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>) -> vector<1x2xf64>
    %d00 = vector.extract %d[0, 0] : f64 from vector<1x2xf64>
    affine.store %d00, %C[%g, %q * 2 + 0] : memref<8x8xf64>
    %d01 = vector.extract %d[0, 1] : f64 from vector<1x2xf64>
    affine.store %d01, %C[%g, %q * 2 + 1] : memref<8x8xf64>
    gpu.terminator
  }
  return
}

func.func @other(%C: memref<16x8xi32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%lane, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %a = arith.constant dense<1> : vector<4x4xi8>
    %b = arith.constant dense<1> : vector<2x4xi8>
    %c = arith.constant dense<0> : vector<2x2xi32>
    %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 32]} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
    %x = vector.extract %d[0, 0] : i32 from vector<2x2xi32>
    %c0 = arith.constant 0 : index
    memref.store %x, %C[%c0, %c0] : memref<16x8xi32>
    gpu.terminator
  }
  return
}
