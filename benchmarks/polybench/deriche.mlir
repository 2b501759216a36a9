// deriche: a recursive filter that smooths an image, forwards and backwards along
// the rows, then along the columns. The values of the last pixels are carried in
// registers. The backward loops count from the other end.

func.func @deriche_f32(
    %alpha: f32,
    %imgIn: memref<?x?xf32> {polymem.shape = ["W", "H"]},
    %imgOut: memref<?x?xf32> {polymem.shape = ["W", "H"]},
    %y1: memref<?x?xf32> {polymem.shape = ["W", "H"], polymem.dead_out},
    %y2: memref<?x?xf32> {polymem.shape = ["W", "H"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %W = memref.dim %imgIn, %c0 : memref<?x?xf32>
  %H = memref.dim %imgIn, %c1 : memref<?x?xf32>
  %neg = arith.negf %alpha : f32
  %exp = math.exp %neg : f32
  %diff = arith.subf %one, %exp : f32
  %neg_1 = arith.negf %alpha : f32
  %exp_1 = math.exp %neg_1 : f32
  %diff_1 = arith.subf %one, %exp_1 : f32
  %prod = arith.mulf %diff, %diff_1 : f32
  %prod_1 = arith.mulf %two, %alpha : f32
  %neg_2 = arith.negf %alpha : f32
  %exp_2 = math.exp %neg_2 : f32
  %prod_2 = arith.mulf %prod_1, %exp_2 : f32
  %sum = arith.addf %one, %prod_2 : f32
  %prod_3 = arith.mulf %two, %alpha : f32
  %exp_3 = math.exp %prod_3 : f32
  %diff_2 = arith.subf %sum, %exp_3 : f32
  %k = arith.divf %prod, %diff_2 : f32
  %neg_3 = arith.negf %alpha : f32
  %exp_4 = math.exp %neg_3 : f32
  %prod_4 = arith.mulf %k, %exp_4 : f32
  %diff_3 = arith.subf %alpha, %one : f32
  %a2 = arith.mulf %prod_4, %diff_3 : f32
  %neg_4 = arith.negf %alpha : f32
  %exp_5 = math.exp %neg_4 : f32
  %prod_5 = arith.mulf %k, %exp_5 : f32
  %sum_1 = arith.addf %alpha, %one : f32
  %a3 = arith.mulf %prod_5, %sum_1 : f32
  %neg_5 = arith.negf %k : f32
  %neg_6 = arith.negf %two : f32
  %prod_6 = arith.mulf %neg_6, %alpha : f32
  %exp_6 = math.exp %prod_6 : f32
  %a4 = arith.mulf %neg_5, %exp_6 : f32
  %neg_7 = arith.negf %alpha : f32
  %b1 = math.powf %two, %neg_7 : f32
  %neg_8 = arith.negf %two : f32
  %prod_7 = arith.mulf %neg_8, %alpha : f32
  %exp_7 = math.exp %prod_7 : f32
  %b2 = arith.negf %exp_7 : f32
  affine.for %i = 0 to %W {
    %last:3 = affine.for %j = 0 to %H iter_args(%xm1 = %zero, %ym1 = %zero, %ym2 = %zero) -> (f32, f32, f32) {
      %imgin = affine.load %imgIn[%i, %j] : memref<?x?xf32>
      %prod_8 = arith.mulf %k, %imgin : f32
      %prod_9 = arith.mulf %a2, %xm1 : f32
      %sum_2 = arith.addf %prod_8, %prod_9 : f32
      %prod_10 = arith.mulf %b1, %ym1 : f32
      %sum_3 = arith.addf %sum_2, %prod_10 : f32
      %prod_11 = arith.mulf %b2, %ym2 : f32
      %next = arith.addf %sum_3, %prod_11 : f32
      affine.store %next, %y1[%i, %j] : memref<?x?xf32>
      %imgin_1 = affine.load %imgIn[%i, %j] : memref<?x?xf32>
      %y1_1 = affine.load %y1[%i, %j] : memref<?x?xf32>
      affine.yield %imgin_1, %y1_1, %ym1 : f32, f32, f32
    }
  }
  affine.for %i = 0 to %W {
    %last:4 = affine.for %j = 0 to %H iter_args(%xp1 = %zero, %xp2 = %zero, %yp1 = %zero, %yp2 = %zero) -> (f32, f32, f32, f32) {
      %prod_8 = arith.mulf %a3, %xp1 : f32
      %prod_9 = arith.mulf %a4, %xp2 : f32
      %sum_2 = arith.addf %prod_8, %prod_9 : f32
      %prod_10 = arith.mulf %b1, %yp1 : f32
      %sum_3 = arith.addf %sum_2, %prod_10 : f32
      %prod_11 = arith.mulf %b2, %yp2 : f32
      %next = arith.addf %sum_3, %prod_11 : f32
      affine.store %next, %y2[%i, symbol(%H) - 1 - %j] : memref<?x?xf32>
      %imgin = affine.load %imgIn[%i, symbol(%H) - 1 - %j] : memref<?x?xf32>
      %y2_1 = affine.load %y2[%i, symbol(%H) - 1 - %j] : memref<?x?xf32>
      affine.yield %imgin, %xp1, %y2_1, %yp1 : f32, f32, f32, f32
    }
  }
  affine.for %i = 0 to %W {
    affine.for %j = 0 to %H {
      %y1_1 = affine.load %y1[%i, %j] : memref<?x?xf32>
      %y2_1 = affine.load %y2[%i, %j] : memref<?x?xf32>
      %sum_2 = arith.addf %y1_1, %y2_1 : f32
      %next = arith.mulf %one, %sum_2 : f32
      affine.store %next, %imgOut[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %j = 0 to %H {
    %last:3 = affine.for %i = 0 to %W iter_args(%tm1 = %zero, %ym1 = %zero, %ym2 = %zero) -> (f32, f32, f32) {
      %imgout = affine.load %imgOut[%i, %j] : memref<?x?xf32>
      %prod_8 = arith.mulf %k, %imgout : f32
      %prod_9 = arith.mulf %a2, %tm1 : f32
      %sum_2 = arith.addf %prod_8, %prod_9 : f32
      %prod_10 = arith.mulf %b1, %ym1 : f32
      %sum_3 = arith.addf %sum_2, %prod_10 : f32
      %prod_11 = arith.mulf %b2, %ym2 : f32
      %next = arith.addf %sum_3, %prod_11 : f32
      affine.store %next, %y1[%i, %j] : memref<?x?xf32>
      %imgout_1 = affine.load %imgOut[%i, %j] : memref<?x?xf32>
      %y1_1 = affine.load %y1[%i, %j] : memref<?x?xf32>
      affine.yield %imgout_1, %y1_1, %ym1 : f32, f32, f32
    }
  }
  affine.for %j = 0 to %H {
    %last:4 = affine.for %i = 0 to %W iter_args(%tp1 = %zero, %tp2 = %zero, %yp1 = %zero, %yp2 = %zero) -> (f32, f32, f32, f32) {
      %prod_8 = arith.mulf %a3, %tp1 : f32
      %prod_9 = arith.mulf %a4, %tp2 : f32
      %sum_2 = arith.addf %prod_8, %prod_9 : f32
      %prod_10 = arith.mulf %b1, %yp1 : f32
      %sum_3 = arith.addf %sum_2, %prod_10 : f32
      %prod_11 = arith.mulf %b2, %yp2 : f32
      %next = arith.addf %sum_3, %prod_11 : f32
      affine.store %next, %y2[symbol(%W) - 1 - %i, %j] : memref<?x?xf32>
      %imgout = affine.load %imgOut[symbol(%W) - 1 - %i, %j] : memref<?x?xf32>
      %y2_1 = affine.load %y2[symbol(%W) - 1 - %i, %j] : memref<?x?xf32>
      affine.yield %imgout, %tp1, %y2_1, %yp1 : f32, f32, f32, f32
    }
  }
  affine.for %i = 0 to %W {
    affine.for %j = 0 to %H {
      %y1_1 = affine.load %y1[%i, %j] : memref<?x?xf32>
      %y2_1 = affine.load %y2[%i, %j] : memref<?x?xf32>
      %sum_2 = arith.addf %y1_1, %y2_1 : f32
      %next = arith.mulf %one, %sum_2 : f32
      affine.store %next, %imgOut[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @deriche_f64(
    %alpha: f64,
    %imgIn: memref<?x?xf64> {polymem.shape = ["W", "H"]},
    %imgOut: memref<?x?xf64> {polymem.shape = ["W", "H"]},
    %y1: memref<?x?xf64> {polymem.shape = ["W", "H"], polymem.dead_out},
    %y2: memref<?x?xf64> {polymem.shape = ["W", "H"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %zero = arith.constant 0.0 : f64
  %W = memref.dim %imgIn, %c0 : memref<?x?xf64>
  %H = memref.dim %imgIn, %c1 : memref<?x?xf64>
  %neg = arith.negf %alpha : f64
  %exp = math.exp %neg : f64
  %diff = arith.subf %one, %exp : f64
  %neg_1 = arith.negf %alpha : f64
  %exp_1 = math.exp %neg_1 : f64
  %diff_1 = arith.subf %one, %exp_1 : f64
  %prod = arith.mulf %diff, %diff_1 : f64
  %prod_1 = arith.mulf %two, %alpha : f64
  %neg_2 = arith.negf %alpha : f64
  %exp_2 = math.exp %neg_2 : f64
  %prod_2 = arith.mulf %prod_1, %exp_2 : f64
  %sum = arith.addf %one, %prod_2 : f64
  %prod_3 = arith.mulf %two, %alpha : f64
  %exp_3 = math.exp %prod_3 : f64
  %diff_2 = arith.subf %sum, %exp_3 : f64
  %k = arith.divf %prod, %diff_2 : f64
  %neg_3 = arith.negf %alpha : f64
  %exp_4 = math.exp %neg_3 : f64
  %prod_4 = arith.mulf %k, %exp_4 : f64
  %diff_3 = arith.subf %alpha, %one : f64
  %a2 = arith.mulf %prod_4, %diff_3 : f64
  %neg_4 = arith.negf %alpha : f64
  %exp_5 = math.exp %neg_4 : f64
  %prod_5 = arith.mulf %k, %exp_5 : f64
  %sum_1 = arith.addf %alpha, %one : f64
  %a3 = arith.mulf %prod_5, %sum_1 : f64
  %neg_5 = arith.negf %k : f64
  %neg_6 = arith.negf %two : f64
  %prod_6 = arith.mulf %neg_6, %alpha : f64
  %exp_6 = math.exp %prod_6 : f64
  %a4 = arith.mulf %neg_5, %exp_6 : f64
  %neg_7 = arith.negf %alpha : f64
  %b1 = math.powf %two, %neg_7 : f64
  %neg_8 = arith.negf %two : f64
  %prod_7 = arith.mulf %neg_8, %alpha : f64
  %exp_7 = math.exp %prod_7 : f64
  %b2 = arith.negf %exp_7 : f64
  affine.for %i = 0 to %W {
    %last:3 = affine.for %j = 0 to %H iter_args(%xm1 = %zero, %ym1 = %zero, %ym2 = %zero) -> (f64, f64, f64) {
      %imgin = affine.load %imgIn[%i, %j] : memref<?x?xf64>
      %prod_8 = arith.mulf %k, %imgin : f64
      %prod_9 = arith.mulf %a2, %xm1 : f64
      %sum_2 = arith.addf %prod_8, %prod_9 : f64
      %prod_10 = arith.mulf %b1, %ym1 : f64
      %sum_3 = arith.addf %sum_2, %prod_10 : f64
      %prod_11 = arith.mulf %b2, %ym2 : f64
      %next = arith.addf %sum_3, %prod_11 : f64
      affine.store %next, %y1[%i, %j] : memref<?x?xf64>
      %imgin_1 = affine.load %imgIn[%i, %j] : memref<?x?xf64>
      %y1_1 = affine.load %y1[%i, %j] : memref<?x?xf64>
      affine.yield %imgin_1, %y1_1, %ym1 : f64, f64, f64
    }
  }
  affine.for %i = 0 to %W {
    %last:4 = affine.for %j = 0 to %H iter_args(%xp1 = %zero, %xp2 = %zero, %yp1 = %zero, %yp2 = %zero) -> (f64, f64, f64, f64) {
      %prod_8 = arith.mulf %a3, %xp1 : f64
      %prod_9 = arith.mulf %a4, %xp2 : f64
      %sum_2 = arith.addf %prod_8, %prod_9 : f64
      %prod_10 = arith.mulf %b1, %yp1 : f64
      %sum_3 = arith.addf %sum_2, %prod_10 : f64
      %prod_11 = arith.mulf %b2, %yp2 : f64
      %next = arith.addf %sum_3, %prod_11 : f64
      affine.store %next, %y2[%i, symbol(%H) - 1 - %j] : memref<?x?xf64>
      %imgin = affine.load %imgIn[%i, symbol(%H) - 1 - %j] : memref<?x?xf64>
      %y2_1 = affine.load %y2[%i, symbol(%H) - 1 - %j] : memref<?x?xf64>
      affine.yield %imgin, %xp1, %y2_1, %yp1 : f64, f64, f64, f64
    }
  }
  affine.for %i = 0 to %W {
    affine.for %j = 0 to %H {
      %y1_1 = affine.load %y1[%i, %j] : memref<?x?xf64>
      %y2_1 = affine.load %y2[%i, %j] : memref<?x?xf64>
      %sum_2 = arith.addf %y1_1, %y2_1 : f64
      %next = arith.mulf %one, %sum_2 : f64
      affine.store %next, %imgOut[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %j = 0 to %H {
    %last:3 = affine.for %i = 0 to %W iter_args(%tm1 = %zero, %ym1 = %zero, %ym2 = %zero) -> (f64, f64, f64) {
      %imgout = affine.load %imgOut[%i, %j] : memref<?x?xf64>
      %prod_8 = arith.mulf %k, %imgout : f64
      %prod_9 = arith.mulf %a2, %tm1 : f64
      %sum_2 = arith.addf %prod_8, %prod_9 : f64
      %prod_10 = arith.mulf %b1, %ym1 : f64
      %sum_3 = arith.addf %sum_2, %prod_10 : f64
      %prod_11 = arith.mulf %b2, %ym2 : f64
      %next = arith.addf %sum_3, %prod_11 : f64
      affine.store %next, %y1[%i, %j] : memref<?x?xf64>
      %imgout_1 = affine.load %imgOut[%i, %j] : memref<?x?xf64>
      %y1_1 = affine.load %y1[%i, %j] : memref<?x?xf64>
      affine.yield %imgout_1, %y1_1, %ym1 : f64, f64, f64
    }
  }
  affine.for %j = 0 to %H {
    %last:4 = affine.for %i = 0 to %W iter_args(%tp1 = %zero, %tp2 = %zero, %yp1 = %zero, %yp2 = %zero) -> (f64, f64, f64, f64) {
      %prod_8 = arith.mulf %a3, %tp1 : f64
      %prod_9 = arith.mulf %a4, %tp2 : f64
      %sum_2 = arith.addf %prod_8, %prod_9 : f64
      %prod_10 = arith.mulf %b1, %yp1 : f64
      %sum_3 = arith.addf %sum_2, %prod_10 : f64
      %prod_11 = arith.mulf %b2, %yp2 : f64
      %next = arith.addf %sum_3, %prod_11 : f64
      affine.store %next, %y2[symbol(%W) - 1 - %i, %j] : memref<?x?xf64>
      %imgout = affine.load %imgOut[symbol(%W) - 1 - %i, %j] : memref<?x?xf64>
      %y2_1 = affine.load %y2[symbol(%W) - 1 - %i, %j] : memref<?x?xf64>
      affine.yield %imgout, %tp1, %y2_1, %yp1 : f64, f64, f64, f64
    }
  }
  affine.for %i = 0 to %W {
    affine.for %j = 0 to %H {
      %y1_1 = affine.load %y1[%i, %j] : memref<?x?xf64>
      %y2_1 = affine.load %y2[%i, %j] : memref<?x?xf64>
      %sum_2 = arith.addf %y1_1, %y2_1 : f64
      %next = arith.mulf %one, %sum_2 : f64
      affine.store %next, %imgOut[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
