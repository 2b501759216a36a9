// Temporaries of up to 64 bytes that one launch alone uses are in the memory of its block. In front of the launch
// stay: larger ones, one that keeps its value from launch to launch in a loop of the host, and one that two
// launches use.
//
// RUN: polymem-opt %s --polymem-map-sequential | FileCheck %s

// CHECK-LABEL: func.func @small
// CHECK-NOT:   memref.alloca
// CHECK:       scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK-NEXT:    scratch.alloc() : memref<2x8xf32, {{.*}}#gpu.address_space<workgroup>>
// CHECK-LABEL: func.func @large
// CHECK:       memref.alloca() : memref<17xf32>
// CHECK:       mapping [#gpu.block<x>]
// CHECK-NOT:   scratch.alloc
// CHECK-LABEL: func.func @kept
// CHECK:       memref.alloca() : memref<f32>
// CHECK:       affine.for
// CHECK:       mapping [#gpu.block<x>]
// CHECK-NOT:   scratch.alloc
// CHECK-LABEL: func.func @two
// CHECK:       memref.alloca() : memref<f32>
// CHECK:       mapping [#gpu.block<x>]
// CHECK-NOT:   scratch.alloc

func.func @small(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %k = 1 to %N {
    %s = memref.alloca() : memref<2x8xf32>
    %x = affine.load %A[%k] : memref<?xf32>
    affine.store %x, %s[1, 7] : memref<2x8xf32>
    scratch.tile (%i) = (%c0) to (%k) step (%c32) mapping [#gpu.block<x>] {
      %end = affine.min affine_map<(d0)[s0] -> (d0, s0 + 32)>(%k)[%i]
      scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %s[1, 7] : memref<2x8xf32>
        %y = affine.load %A[symbol(%t)] : memref<?xf32>
        %u = arith.addf %v, %y : f32
        affine.store %u, %A[symbol(%t)] : memref<?xf32>
      }
    }
  }
  return
}

func.func @large(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %k = 1 to %N {
    %s = memref.alloca() : memref<17xf32>
    %x = affine.load %A[%k] : memref<?xf32>
    affine.store %x, %s[16] : memref<17xf32>
    scratch.tile (%i) = (%c0) to (%k) step (%c32) mapping [#gpu.block<x>] {
      %end = affine.min affine_map<(d0)[s0] -> (d0, s0 + 32)>(%k)[%i]
      scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %s[16] : memref<17xf32>
        %y = affine.load %A[symbol(%t)] : memref<?xf32>
        %u = arith.addf %v, %y : f32
        affine.store %u, %A[symbol(%t)] : memref<?xf32>
      }
    }
  }
  return
}

// The larger grid keeps the loop on the host.
func.func @kept(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %s = memref.alloca() : memref<f32>
  affine.store %zero, %s[] : memref<f32>
  affine.for %k = 0 to %N {
    %x = affine.load %A[%k, 0] : memref<?x?xf32>
    %v = affine.load %s[] : memref<f32>
    %u = arith.addf %x, %v : f32
    affine.store %u, %s[] : memref<f32>
    affine.store %u, %A[%k, 0] : memref<?x?xf32>
    scratch.tile (%i, %j) = (%c0, %c0) to (%N, %N) step (%c8, %c8) mapping [#gpu.block<y>, #gpu.block<x>] {
      %ie = affine.min affine_map<()[s0, s1] -> (s0, s1 + 8)>()[%N, %i]
      %je = affine.min affine_map<()[s0, s1] -> (s0, s1 + 8)>()[%N, %j]
      scratch.tile (%t, %w) = (%i, %j) to (%ie, %je) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
        %y = affine.load %A[symbol(%t), symbol(%w)] : memref<?x?xf32>
        %z = arith.addf %y, %y : f32
        affine.store %z, %A[symbol(%t), symbol(%w)] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @two(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  affine.for %k = 0 to %N {
    %s = memref.alloca() : memref<f32>
    %x = affine.load %A[%k, 0] : memref<?x?xf32>
    affine.store %x, %s[] : memref<f32>
    scratch.tile (%i, %j) = (%c0, %c0) to (%N, %N) step (%c8, %c8) mapping [#gpu.block<y>, #gpu.block<x>] {
      %ie = affine.min affine_map<()[s0, s1] -> (s0, s1 + 8)>()[%N, %i]
      %je = affine.min affine_map<()[s0, s1] -> (s0, s1 + 8)>()[%N, %j]
      scratch.tile (%t, %w) = (%i, %j) to (%ie, %je) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
        %y = affine.load %A[symbol(%t), symbol(%w)] : memref<?x?xf32>
        %v = affine.load %s[] : memref<f32>
        %z = arith.addf %y, %v : f32
        affine.store %z, %A[symbol(%t), symbol(%w)] : memref<?x?xf32>
      }
    }
  }
  return
}
