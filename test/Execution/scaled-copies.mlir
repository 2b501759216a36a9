// Products by an argument and by a constant, in both orders, computed while buffers are
// filled: the bits of the program as it is, on the CPU and emulated, and proved.
//
// DEFINE: %{run} = polymem-run %s --entry=floats --entry=doubles --compare --uninterpreted --check-bounds --sizes=M=17,N=33,K=5 --sizes=M=9,N=0,K=3 --sizes=M=40,N=35,K=70 --sizes=M=64,N=64,K=64
// RUN: polymem-opt %s --polymem-to-ptx=emit=staged | FileCheck %s
// CHECK-LABEL: func.func @floats
// CHECK-SAME: (%[[ALPHA:[a-z0-9]+]]: f32
// CHECK: computing
// CHECK: arith.mulf %[[ALPHA]], %{{.*}} : f32
// CHECK-LABEL: func.func @doubles
// CHECK: %[[FACTOR:.*]] = arith.constant 3.000000e-01 : f64
// CHECK: computing
// CHECK: arith.mulf %{{.*}}, %[[FACTOR]] : f64
// RUN: polymem-opt %s --polymem-to-ptx="emit=staged scale-copies=false" | FileCheck %s --check-prefix=LEFT
// LEFT-NOT: computing
// RUN: %{run} --check --pipeline='polymem-tile{sizes=8,8,8},scratch-promote,scratch-hoist-copies,polymem-scale-copies,convert-scratch-to-memref'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline='polymem-to-emulator{sizes=16,8,8}'
// RUN: %{run} --check --emulate --pipeline='polymem-to-emulator'

func.func @floats(%alpha: f32, %A: memref<?x?xf32> {polymem.shape = ["M", "K"]},
                  %B: memref<?x?xf32> {polymem.shape = ["K", "N"]},
                  %C: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %s = arith.mulf %alpha, %a : f32
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %s, %b : f32
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %n = arith.addf %c, %p : f32
        affine.store %n, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @doubles(%A: memref<?x?xf64> {polymem.shape = ["M", "K"]},
                    %B: memref<?x?xf64> {polymem.shape = ["K", "N"]},
                    %C: memref<?x?xf64> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 0.3 : f64
  %M = memref.dim %A, %c0 : memref<?x?xf64>
  %K = memref.dim %A, %c1 : memref<?x?xf64>
  %N = memref.dim %B, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %s = arith.mulf %a, %three : f64
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %p = arith.mulf %s, %b : f64
        %c = affine.load %C[%i, %j] : memref<?x?xf64>
        %n = arith.addf %c, %p : f64
        affine.store %n, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
