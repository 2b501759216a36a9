// correlation: corr[i, j] = Pearson's correlation of the columns i and j of data,
// which are first centred and scaled in place. A deviation near 0 counts as 1.
// float_n is the number of rows as a real number.

func.func @correlation_f32(
    %float_n: f32,
    %data: memref<?x?xf32> {polymem.shape = ["N", "M"]},
    %corr: memref<?x?xf32> {polymem.shape = ["M", "M"]},
    %mean: memref<?xf32> {polymem.shape = ["M"], polymem.dead_out},
    %stddev: memref<?xf32> {polymem.shape = ["M"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 0.1 : f32
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
  affine.for %j = 0 to %M {
    affine.store %zero, %stddev[%j] : memref<?xf32>
    affine.for %i = 0 to %N {
      %stddev_1 = affine.load %stddev[%j] : memref<?xf32>
      %data_1 = affine.load %data[%i, %j] : memref<?x?xf32>
      %mean_1 = affine.load %mean[%j] : memref<?xf32>
      %diff = arith.subf %data_1, %mean_1 : f32
      %diff_1 = arith.subf %data_1, %mean_1 : f32
      %prod = arith.mulf %diff, %diff_1 : f32
      %next = arith.addf %stddev_1, %prod : f32
      affine.store %next, %stddev[%j] : memref<?xf32>
    }
    %stddev_1 = affine.load %stddev[%j] : memref<?xf32>
    %next = arith.divf %stddev_1, %float_n : f32
    affine.store %next, %stddev[%j] : memref<?xf32>
    %stddev_2 = affine.load %stddev[%j] : memref<?xf32>
    %root = math.sqrt %stddev_2 : f32
    affine.store %root, %stddev[%j] : memref<?xf32>
    %stddev_3 = affine.load %stddev[%j] : memref<?xf32>
    %small = arith.cmpf ole, %stddev_3, %eps : f32
    %value = arith.select %small, %one, %stddev_3 : f32
    affine.store %value, %stddev[%j] : memref<?xf32>
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %data_1 = affine.load %data[%i, %j] : memref<?x?xf32>
      %mean_1 = affine.load %mean[%j] : memref<?xf32>
      %next = arith.subf %data_1, %mean_1 : f32
      affine.store %next, %data[%i, %j] : memref<?x?xf32>
      %data_2 = affine.load %data[%i, %j] : memref<?x?xf32>
      %root = math.sqrt %float_n : f32
      %stddev_1 = affine.load %stddev[%j] : memref<?xf32>
      %prod = arith.mulf %root, %stddev_1 : f32
      %next_1 = arith.divf %data_2, %prod : f32
      affine.store %next_1, %data[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to affine_map<()[M] -> (M - 1)>()[%M] {
    affine.store %one, %corr[%i, %i] : memref<?x?xf32>
    affine.for %j = affine_map<(i) -> (i + 1)>(%i) to %M {
      affine.store %zero, %corr[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %N {
        %corr_1 = affine.load %corr[%i, %j] : memref<?x?xf32>
        %data_1 = affine.load %data[%k, %i] : memref<?x?xf32>
        %data_2 = affine.load %data[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %data_1, %data_2 : f32
        %next = arith.addf %corr_1, %prod : f32
        affine.store %next, %corr[%i, %j] : memref<?x?xf32>
      }
      %corr_1 = affine.load %corr[%i, %j] : memref<?x?xf32>
      affine.store %corr_1, %corr[%j, %i] : memref<?x?xf32>
    }
  }
  affine.store %one, %corr[symbol(%M) - 1, symbol(%M) - 1] : memref<?x?xf32>
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @correlation_f64(
    %float_n: f64,
    %data: memref<?x?xf64> {polymem.shape = ["N", "M"]},
    %corr: memref<?x?xf64> {polymem.shape = ["M", "M"]},
    %mean: memref<?xf64> {polymem.shape = ["M"], polymem.dead_out},
    %stddev: memref<?xf64> {polymem.shape = ["M"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %eps = arith.constant 0.1 : f64
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
  affine.for %j = 0 to %M {
    affine.store %zero, %stddev[%j] : memref<?xf64>
    affine.for %i = 0 to %N {
      %stddev_1 = affine.load %stddev[%j] : memref<?xf64>
      %data_1 = affine.load %data[%i, %j] : memref<?x?xf64>
      %mean_1 = affine.load %mean[%j] : memref<?xf64>
      %diff = arith.subf %data_1, %mean_1 : f64
      %diff_1 = arith.subf %data_1, %mean_1 : f64
      %prod = arith.mulf %diff, %diff_1 : f64
      %next = arith.addf %stddev_1, %prod : f64
      affine.store %next, %stddev[%j] : memref<?xf64>
    }
    %stddev_1 = affine.load %stddev[%j] : memref<?xf64>
    %next = arith.divf %stddev_1, %float_n : f64
    affine.store %next, %stddev[%j] : memref<?xf64>
    %stddev_2 = affine.load %stddev[%j] : memref<?xf64>
    %root = math.sqrt %stddev_2 : f64
    affine.store %root, %stddev[%j] : memref<?xf64>
    %stddev_3 = affine.load %stddev[%j] : memref<?xf64>
    %small = arith.cmpf ole, %stddev_3, %eps : f64
    %value = arith.select %small, %one, %stddev_3 : f64
    affine.store %value, %stddev[%j] : memref<?xf64>
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %data_1 = affine.load %data[%i, %j] : memref<?x?xf64>
      %mean_1 = affine.load %mean[%j] : memref<?xf64>
      %next = arith.subf %data_1, %mean_1 : f64
      affine.store %next, %data[%i, %j] : memref<?x?xf64>
      %data_2 = affine.load %data[%i, %j] : memref<?x?xf64>
      %root = math.sqrt %float_n : f64
      %stddev_1 = affine.load %stddev[%j] : memref<?xf64>
      %prod = arith.mulf %root, %stddev_1 : f64
      %next_1 = arith.divf %data_2, %prod : f64
      affine.store %next_1, %data[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to affine_map<()[M] -> (M - 1)>()[%M] {
    affine.store %one, %corr[%i, %i] : memref<?x?xf64>
    affine.for %j = affine_map<(i) -> (i + 1)>(%i) to %M {
      affine.store %zero, %corr[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %N {
        %corr_1 = affine.load %corr[%i, %j] : memref<?x?xf64>
        %data_1 = affine.load %data[%k, %i] : memref<?x?xf64>
        %data_2 = affine.load %data[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %data_1, %data_2 : f64
        %next = arith.addf %corr_1, %prod : f64
        affine.store %next, %corr[%i, %j] : memref<?x?xf64>
      }
      %corr_1 = affine.load %corr[%i, %j] : memref<?x?xf64>
      affine.store %corr_1, %corr[%j, %i] : memref<?x?xf64>
    }
  }
  affine.store %one, %corr[symbol(%M) - 1, symbol(%M) - 1] : memref<?x?xf64>
  return
}
