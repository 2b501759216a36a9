// fdtd-2d: the 2-D finite-difference time-domain method: two electric fields and a
// magnetic one, in turn, with a source along one border.

func.func @fdtd_2d_f32(
    %ex: memref<?x?xf32> {polymem.shape = ["NX", "NY"]},
    %ey: memref<?x?xf32> {polymem.shape = ["NX", "NY"]},
    %hz: memref<?x?xf32> {polymem.shape = ["NX", "NY"]},
    %_fict_: memref<?xf32> {polymem.shape = ["TMAX"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f32
  %rate = arith.constant 0.7 : f32
  %NX = memref.dim %ex, %c0 : memref<?x?xf32>
  %NY = memref.dim %ex, %c1 : memref<?x?xf32>
  %TMAX = memref.dim %_fict_, %c0 : memref<?xf32>
  affine.for %t = 0 to %TMAX {
    affine.for %j = 0 to %NY {
      %fict = affine.load %_fict_[%t] : memref<?xf32>
      affine.store %fict, %ey[0, %j] : memref<?x?xf32>
    }
    affine.for %i = 1 to %NX {
      affine.for %j = 0 to %NY {
        %ey_1 = affine.load %ey[%i, %j] : memref<?x?xf32>
        %hz_1 = affine.load %hz[%i, %j] : memref<?x?xf32>
        %hz_2 = affine.load %hz[%i - 1, %j] : memref<?x?xf32>
        %diff = arith.subf %hz_1, %hz_2 : f32
        %prod = arith.mulf %half, %diff : f32
        %next = arith.subf %ey_1, %prod : f32
        affine.store %next, %ey[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to %NX {
      affine.for %j = 1 to %NY {
        %ex_1 = affine.load %ex[%i, %j] : memref<?x?xf32>
        %hz_1 = affine.load %hz[%i, %j] : memref<?x?xf32>
        %hz_2 = affine.load %hz[%i, %j - 1] : memref<?x?xf32>
        %diff = arith.subf %hz_1, %hz_2 : f32
        %prod = arith.mulf %half, %diff : f32
        %next = arith.subf %ex_1, %prod : f32
        affine.store %next, %ex[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to affine_map<()[NX] -> (NX - 1)>()[%NX] {
      affine.for %j = 0 to affine_map<()[NY] -> (NY - 1)>()[%NY] {
        %hz_1 = affine.load %hz[%i, %j] : memref<?x?xf32>
        %ex_1 = affine.load %ex[%i, %j + 1] : memref<?x?xf32>
        %ex_2 = affine.load %ex[%i, %j] : memref<?x?xf32>
        %diff = arith.subf %ex_1, %ex_2 : f32
        %ey_1 = affine.load %ey[%i + 1, %j] : memref<?x?xf32>
        %sum = arith.addf %diff, %ey_1 : f32
        %ey_2 = affine.load %ey[%i, %j] : memref<?x?xf32>
        %diff_1 = arith.subf %sum, %ey_2 : f32
        %prod = arith.mulf %rate, %diff_1 : f32
        %next = arith.subf %hz_1, %prod : f32
        affine.store %next, %hz[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @fdtd_2d_f64(
    %ex: memref<?x?xf64> {polymem.shape = ["NX", "NY"]},
    %ey: memref<?x?xf64> {polymem.shape = ["NX", "NY"]},
    %hz: memref<?x?xf64> {polymem.shape = ["NX", "NY"]},
    %_fict_: memref<?xf64> {polymem.shape = ["TMAX"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %rate = arith.constant 0.7 : f64
  %NX = memref.dim %ex, %c0 : memref<?x?xf64>
  %NY = memref.dim %ex, %c1 : memref<?x?xf64>
  %TMAX = memref.dim %_fict_, %c0 : memref<?xf64>
  affine.for %t = 0 to %TMAX {
    affine.for %j = 0 to %NY {
      %fict = affine.load %_fict_[%t] : memref<?xf64>
      affine.store %fict, %ey[0, %j] : memref<?x?xf64>
    }
    affine.for %i = 1 to %NX {
      affine.for %j = 0 to %NY {
        %ey_1 = affine.load %ey[%i, %j] : memref<?x?xf64>
        %hz_1 = affine.load %hz[%i, %j] : memref<?x?xf64>
        %hz_2 = affine.load %hz[%i - 1, %j] : memref<?x?xf64>
        %diff = arith.subf %hz_1, %hz_2 : f64
        %prod = arith.mulf %half, %diff : f64
        %next = arith.subf %ey_1, %prod : f64
        affine.store %next, %ey[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = 0 to %NX {
      affine.for %j = 1 to %NY {
        %ex_1 = affine.load %ex[%i, %j] : memref<?x?xf64>
        %hz_1 = affine.load %hz[%i, %j] : memref<?x?xf64>
        %hz_2 = affine.load %hz[%i, %j - 1] : memref<?x?xf64>
        %diff = arith.subf %hz_1, %hz_2 : f64
        %prod = arith.mulf %half, %diff : f64
        %next = arith.subf %ex_1, %prod : f64
        affine.store %next, %ex[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = 0 to affine_map<()[NX] -> (NX - 1)>()[%NX] {
      affine.for %j = 0 to affine_map<()[NY] -> (NY - 1)>()[%NY] {
        %hz_1 = affine.load %hz[%i, %j] : memref<?x?xf64>
        %ex_1 = affine.load %ex[%i, %j + 1] : memref<?x?xf64>
        %ex_2 = affine.load %ex[%i, %j] : memref<?x?xf64>
        %diff = arith.subf %ex_1, %ex_2 : f64
        %ey_1 = affine.load %ey[%i + 1, %j] : memref<?x?xf64>
        %sum = arith.addf %diff, %ey_1 : f64
        %ey_2 = affine.load %ey[%i, %j] : memref<?x?xf64>
        %diff_1 = arith.subf %sum, %ey_2 : f64
        %prod = arith.mulf %rate, %diff_1 : f64
        %next = arith.subf %hz_1, %prod : f64
        affine.store %next, %hz[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
