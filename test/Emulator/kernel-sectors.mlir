// Sectors that the loads and stores of a kernel touch, by stride.

// RUN: polymem-run %s --entry=strides --count | FileCheck %s
// CHECK: strides_kernel: 1 launch, 1 block, 32 threads, 1 warp, 0 block barriers, 0 partial barriers
// CHECK-NEXT: requests accesses bytes sectors minimum
// CHECK-NEXT: global load 7 224 1280 98 37

func.func @strides(%A: memref<2048xf32>, %B: memref<2048xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c17 = arith.constant 17 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    // Coalesced: 32 lanes of 4 bytes side by side.
    // CHECK: load at {{.*}}kernel-sectors.mlir:[[#@LINE+1]]:11 1 32 128 4 4
    %v1 = memref.load %A[%t] : memref<2048xf32>
    %i2 = arith.muli %t, %c2 : index
    // CHECK: load at {{.*}}kernel-sectors.mlir:[[#@LINE+1]]:11 1 32 128 8 4
    %v2 = memref.load %A[%i2] : memref<2048xf32>
    %i17 = arith.muli %t, %c17 : index
    // CHECK: load at {{.*}}kernel-sectors.mlir:[[#@LINE+1]]:12 1 32 128 32 4
    %v17 = memref.load %A[%i17] : memref<2048xf32>
    %i32 = arith.muli %t, %c32 : index
    // CHECK: load at {{.*}}kernel-sectors.mlir:[[#@LINE+1]]:12 1 32 128 32 4
    %v32 = memref.load %A[%i32] : memref<2048xf32>
    // Broadcast.
    // CHECK: load at {{.*}}kernel-sectors.mlir:[[#@LINE+1]]:11 1 32 128 1 1
    %v0 = memref.load %A[%c5] : memref<2048xf32>
    // Shifted by one element: bytes 4 to 131.
    %shifted = arith.addi %t, %c1 : index
    // CHECK: load at {{.*}}kernel-sectors.mlir:[[#@LINE+1]]:11 1 32 128 5 4
    %vs = memref.load %A[%shifted] : memref<2048xf32>
    // 16 bytes a lane.
    %i4 = arith.muli %t, %c4 : index
    // CHECK: load at {{.*}}kernel-sectors.mlir:[[#@LINE+1]]:13 1 32 512 16 16
    %wide = vector.load %A[%i4] {alignment = 16} : memref<2048xf32>, vector<4xf32>
    %s0 = arith.addf %v1, %v2 : f32
    %s1 = arith.addf %v17, %v32 : f32
    %s2 = arith.addf %v0, %vs : f32
    %s3 = arith.addf %s0, %s1 : f32
    %s4 = arith.addf %s2, %s3 : f32
    %splat = vector.broadcast %s4 : f32 to vector<4xf32>
    %sum = arith.addf %splat, %wide : vector<4xf32>
    // CHECK: global store 1 32 512 16 16
    // CHECK-NEXT: store at {{.*}}kernel-sectors.mlir:[[#@LINE+1]]:5
    vector.store %sum, %B[%i4] {alignment = 16} : memref<2048xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}
