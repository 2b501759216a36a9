// Maxima and minima of rows, of few columns and of all elements, with NaN and
// both zeros, bit by bit as in order: on the CPU, and by threads that share them.

// DEFINE: %{run} = polymem-run %s --entry=rows --entry=columns --entry=all --compare --sizes=M=67,N=3 --sizes=M=5,N=131 --sizes=M=1,N=1 --sizes=M=3,N=0 --sizes=M=0,N=5
// RUN: %{run} --pipeline='func.func(polymem-split-reductions)'
// RUN: %{run} --emulate --pipeline=polymem-to-emulator

// RUN: polymem-run %s --entry=rows --entry=columns --entry=all --emulate --count --sizes=M=67,N=3 --pipeline=polymem-to-emulator | FileCheck %s
// CHECK: rows_kernel: 1 launch, 9 blocks, 2304 threads
// CHECK: columns_kernel{{.*}}: 1 launch, 3 blocks, 768 threads
// CHECK: all_kernel_1: 1 launch, 16 blocks, 4096 threads

// Of numbers from -2 on, -2 is NaN, and -1 and 0 are the two zeros: of three in
// a row, one row in eight has nothing but zeros.

func.func @rows(%A: memref<?x?xi32> {polymem.shape = ["M", "N"], polymem.range = [-2, 2]}, %R: memref<?x2xf32> {polymem.shape = ["M", "2"]}, %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : i32
  %minus = arith.constant -1 : i32
  %nan = arith.constant 0x7FC00000 : f32
  %zero = arith.constant -0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %most = arith.constant 0x7F800000 : f32
  affine.for %i = 0 to %M {
    affine.store %least, %R[%i, 0] : memref<?x2xf32>
    affine.store %most, %R[%i, 1] : memref<?x2xf32>
    affine.for %j = 0 to %N {
      %k = affine.load %A[%i, %j] : memref<?x?xi32>
      %x = arith.sitofp %k : i32 to f32
      %isNegative = arith.cmpi slt, %k, %c0 : i32
      %y = arith.select %isNegative, %zero, %x : f32
      %isNaN = arith.cmpi slt, %k, %minus : i32
      %v = arith.select %isNaN, %nan, %y : f32
      %s0 = affine.load %R[%i, 0] : memref<?x2xf32>
      %t0 = arith.maximumf %s0, %v : f32
      affine.store %t0, %R[%i, 0] : memref<?x2xf32>
      %s1 = affine.load %R[%i, 1] : memref<?x2xf32>
      %t1 = arith.minimumf %s1, %v : f32
      affine.store %t1, %R[%i, 1] : memref<?x2xf32>
    }
  }
  return
}

func.func @columns(%A: memref<?x3xi32> {polymem.shape = ["M", "3"], polymem.range = [-1, 1]}, %R: memref<3x2xf32>, %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : i32
  %minus = arith.constant -1 : i32
  %nan = arith.constant 0x7FC00000 : f32
  %zero = arith.constant -0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %most = arith.constant 0x7F800000 : f32
  affine.for %i = 0 to 3 {
    affine.store %least, %R[%i, 0] : memref<3x2xf32>
    affine.store %most, %R[%i, 1] : memref<3x2xf32>
    affine.for %j = 0 to %M {
      %k = affine.load %A[%j, %i] : memref<?x3xi32>
      %x = arith.sitofp %k : i32 to f32
      %isNegative = arith.cmpi slt, %k, %c0 : i32
      %y = arith.select %isNegative, %zero, %x : f32
      %isNaN = arith.cmpi slt, %k, %minus : i32
      %v = arith.select %isNaN, %nan, %y : f32
      %s0 = affine.load %R[%i, 0] : memref<3x2xf32>
      %t0 = arith.maximumf %s0, %v : f32
      affine.store %t0, %R[%i, 0] : memref<3x2xf32>
      %s1 = affine.load %R[%i, 1] : memref<3x2xf32>
      %t1 = arith.minimumf %s1, %v : f32
      affine.store %t1, %R[%i, 1] : memref<3x2xf32>
    }
  }
  return
}

func.func @all(%A: memref<?x?xi32> {polymem.shape = ["M", "N"], polymem.range = [-1, 1]}, %R: memref<2xf32>, %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : i32
  %minus = arith.constant -1 : i32
  %nan = arith.constant 0x7FC00000 : f32
  %zero = arith.constant -0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %most = arith.constant 0x7F800000 : f32
  affine.store %least, %R[0] : memref<2xf32>
  affine.store %most, %R[1] : memref<2xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %k = affine.load %A[%i, %j] : memref<?x?xi32>
      %x = arith.sitofp %k : i32 to f32
      %isNegative = arith.cmpi slt, %k, %c0 : i32
      %y = arith.select %isNegative, %zero, %x : f32
      %isNaN = arith.cmpi slt, %k, %minus : i32
      %v = arith.select %isNaN, %nan, %y : f32
      %s0 = affine.load %R[0] : memref<2xf32>
      %t0 = arith.maximumf %s0, %v : f32
      affine.store %t0, %R[0] : memref<2xf32>
      %s1 = affine.load %R[1] : memref<2xf32>
      %t1 = arith.minimumf %s1, %v : f32
      affine.store %t1, %R[1] : memref<2xf32>
    }
  }
  return
}
