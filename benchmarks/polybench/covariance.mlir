// covariance: cov[i, j] = covariance of the columns i and j of data, which are
// first centred in place. float_n is the number of rows as a real number.

func.func @covariance_f32(
    %float_n: f32,
    %data: memref<?x?xf32> {polymem.shape = ["N", "M"]},
    %cov: memref<?x?xf32> {polymem.shape = ["M", "M"]},
    %mean: memref<?xf32> {polymem.shape = ["M"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %N = memref.dim %data, %c0 : memref<?x?xf32>
  %M = memref.dim %data, %c1 : memref<?x?xf32>
  affine.for %j = 0 to %M {
    affine.store %zero, %mean[%j] : memref<?xf32>
    affine.for %i = 0 to %N {
      %mean_1 = affine.load %mean[%j] : memref<?xf32>
      %data_1 = affine.load %data[%i, %j] : memref<?x?xf32>
      %next = arith.addf %mean_1, %data_1 : f32
      affine.store %next, %mean[%j] : memref<?xf32>
    }
    %mean_1 = affine.load %mean[%j] : memref<?xf32>
    %next = arith.divf %mean_1, %float_n : f32
    affine.store %next, %mean[%j] : memref<?xf32>
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %data_1 = affine.load %data[%i, %j] : memref<?x?xf32>
      %mean_1 = affine.load %mean[%j] : memref<?xf32>
      %next = arith.subf %data_1, %mean_1 : f32
      affine.store %next, %data[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %M {
    affine.for %j = affine_map<(i) -> (i)>(%i) to %M {
      affine.store %zero, %cov[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %N {
        %cov_1 = affine.load %cov[%i, %j] : memref<?x?xf32>
        %data_1 = affine.load %data[%k, %i] : memref<?x?xf32>
        %data_2 = affine.load %data[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %data_1, %data_2 : f32
        %next = arith.addf %cov_1, %prod : f32
        affine.store %next, %cov[%i, %j] : memref<?x?xf32>
      }
      %cov_1 = affine.load %cov[%i, %j] : memref<?x?xf32>
      %diff = arith.subf %float_n, %one : f32
      %next = arith.divf %cov_1, %diff : f32
      affine.store %next, %cov[%i, %j] : memref<?x?xf32>
      %cov_2 = affine.load %cov[%i, %j] : memref<?x?xf32>
      affine.store %cov_2, %cov[%j, %i] : memref<?x?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @covariance_f64(
    %float_n: f64,
    %data: memref<?x?xf64> {polymem.shape = ["N", "M"]},
    %cov: memref<?x?xf64> {polymem.shape = ["M", "M"]},
    %mean: memref<?xf64> {polymem.shape = ["M"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %N = memref.dim %data, %c0 : memref<?x?xf64>
  %M = memref.dim %data, %c1 : memref<?x?xf64>
  affine.for %j = 0 to %M {
    affine.store %zero, %mean[%j] : memref<?xf64>
    affine.for %i = 0 to %N {
      %mean_1 = affine.load %mean[%j] : memref<?xf64>
      %data_1 = affine.load %data[%i, %j] : memref<?x?xf64>
      %next = arith.addf %mean_1, %data_1 : f64
      affine.store %next, %mean[%j] : memref<?xf64>
    }
    %mean_1 = affine.load %mean[%j] : memref<?xf64>
    %next = arith.divf %mean_1, %float_n : f64
    affine.store %next, %mean[%j] : memref<?xf64>
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %data_1 = affine.load %data[%i, %j] : memref<?x?xf64>
      %mean_1 = affine.load %mean[%j] : memref<?xf64>
      %next = arith.subf %data_1, %mean_1 : f64
      affine.store %next, %data[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %M {
    affine.for %j = affine_map<(i) -> (i)>(%i) to %M {
      affine.store %zero, %cov[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %N {
        %cov_1 = affine.load %cov[%i, %j] : memref<?x?xf64>
        %data_1 = affine.load %data[%k, %i] : memref<?x?xf64>
        %data_2 = affine.load %data[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %data_1, %data_2 : f64
        %next = arith.addf %cov_1, %prod : f64
        affine.store %next, %cov[%i, %j] : memref<?x?xf64>
      }
      %cov_1 = affine.load %cov[%i, %j] : memref<?x?xf64>
      %diff = arith.subf %float_n, %one : f64
      %next = arith.divf %cov_1, %diff : f64
      affine.store %next, %cov[%i, %j] : memref<?x?xf64>
      %cov_2 = affine.load %cov[%i, %j] : memref<?x?xf64>
      affine.store %cov_2, %cov[%j, %i] : memref<?x?xf64>
    }
  }
  return
}
