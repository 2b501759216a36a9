// adi: heat on the unit square by the alternating-direction implicit method. A
// step solves tridiagonal systems along the columns, then along the rows; p and q
// hold the coefficients of the elimination. The loops of the back substitution
// run downwards: their j counts from the other end.

func.func @adi_f32(
    %TSTEPS: index {polymem.param = "TSTEPS"},
    %u: memref<?x?xf32> {polymem.shape = ["N", "N"]},
    %v: memref<?x?xf32> {polymem.shape = ["N", "N"], polymem.dead_out},
    %p: memref<?x?xf32> {polymem.shape = ["N", "N"], polymem.dead_out},
    %q: memref<?x?xf32> {polymem.shape = ["N", "N"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %N = memref.dim %u, %c0 : memref<?x?xf32>
  %n_int = arith.index_cast %N : index to i64
  %n = arith.sitofp %n_int : i64 to f32
  %tsteps_int = arith.index_cast %TSTEPS : index to i64
  %steps = arith.sitofp %tsteps_int : i64 to f32
  %dx = arith.divf %one, %n : f32
  %dy = arith.divf %one, %n : f32
  %dt = arith.divf %one, %steps : f32
  %prod = arith.mulf %two, %dt : f32
  %prod_1 = arith.mulf %dx, %dx : f32
  %mul1 = arith.divf %prod, %prod_1 : f32
  %prod_2 = arith.mulf %one, %dt : f32
  %prod_3 = arith.mulf %dy, %dy : f32
  %mul2 = arith.divf %prod_2, %prod_3 : f32
  %neg = arith.negf %mul1 : f32
  %a = arith.divf %neg, %two : f32
  %b = arith.addf %one, %mul1 : f32
  %neg_1 = arith.negf %mul2 : f32
  %d = arith.divf %neg_1, %two : f32
  %e = arith.addf %one, %mul2 : f32
  affine.for %t = 0 to %TSTEPS {
    // Along the columns of u, into v.
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.store %one, %v[0, %i] : memref<?x?xf32>
      affine.store %zero, %p[%i, 0] : memref<?x?xf32>
      %v_1 = affine.load %v[0, %i] : memref<?x?xf32>
      affine.store %v_1, %q[%i, 0] : memref<?x?xf32>
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %neg_2 = arith.negf %a : f32
        %p_1 = affine.load %p[%i, %j - 1] : memref<?x?xf32>
        %prod_4 = arith.mulf %a, %p_1 : f32
        %sum = arith.addf %prod_4, %b : f32
        %next = arith.divf %neg_2, %sum : f32
        affine.store %next, %p[%i, %j] : memref<?x?xf32>
        %neg_3 = arith.negf %d : f32
        %u_1 = affine.load %u[%j, %i - 1] : memref<?x?xf32>
        %prod_5 = arith.mulf %neg_3, %u_1 : f32
        %prod_6 = arith.mulf %two, %d : f32
        %sum_1 = arith.addf %one, %prod_6 : f32
        %u_2 = affine.load %u[%j, %i] : memref<?x?xf32>
        %prod_7 = arith.mulf %sum_1, %u_2 : f32
        %sum_2 = arith.addf %prod_5, %prod_7 : f32
        %u_3 = affine.load %u[%j, %i + 1] : memref<?x?xf32>
        %prod_8 = arith.mulf %d, %u_3 : f32
        %diff = arith.subf %sum_2, %prod_8 : f32
        %q_1 = affine.load %q[%i, %j - 1] : memref<?x?xf32>
        %prod_9 = arith.mulf %a, %q_1 : f32
        %diff_1 = arith.subf %diff, %prod_9 : f32
        %p_2 = affine.load %p[%i, %j - 1] : memref<?x?xf32>
        %prod_10 = arith.mulf %a, %p_2 : f32
        %sum_3 = arith.addf %prod_10, %b : f32
        %next_1 = arith.divf %diff_1, %sum_3 : f32
        affine.store %next_1, %q[%i, %j] : memref<?x?xf32>
      }
      affine.store %one, %v[symbol(%N) - 1, %i] : memref<?x?xf32>
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %p_1 = affine.load %p[%i, symbol(%N) - 1 - %j] : memref<?x?xf32>
        %v_2 = affine.load %v[symbol(%N) - %j, %i] : memref<?x?xf32>
        %prod_4 = arith.mulf %p_1, %v_2 : f32
        %q_1 = affine.load %q[%i, symbol(%N) - 1 - %j] : memref<?x?xf32>
        %next = arith.addf %prod_4, %q_1 : f32
        affine.store %next, %v[symbol(%N) - 1 - %j, %i] : memref<?x?xf32>
      }
    }
    // Along the rows of v, into u.
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.store %one, %u[%i, 0] : memref<?x?xf32>
      affine.store %zero, %p[%i, 0] : memref<?x?xf32>
      %u_1 = affine.load %u[%i, 0] : memref<?x?xf32>
      affine.store %u_1, %q[%i, 0] : memref<?x?xf32>
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %neg_2 = arith.negf %d : f32
        %p_1 = affine.load %p[%i, %j - 1] : memref<?x?xf32>
        %prod_4 = arith.mulf %d, %p_1 : f32
        %sum = arith.addf %prod_4, %e : f32
        %next = arith.divf %neg_2, %sum : f32
        affine.store %next, %p[%i, %j] : memref<?x?xf32>
        %neg_3 = arith.negf %a : f32
        %v_1 = affine.load %v[%i - 1, %j] : memref<?x?xf32>
        %prod_5 = arith.mulf %neg_3, %v_1 : f32
        %prod_6 = arith.mulf %two, %a : f32
        %sum_1 = arith.addf %one, %prod_6 : f32
        %v_2 = affine.load %v[%i, %j] : memref<?x?xf32>
        %prod_7 = arith.mulf %sum_1, %v_2 : f32
        %sum_2 = arith.addf %prod_5, %prod_7 : f32
        %v_3 = affine.load %v[%i + 1, %j] : memref<?x?xf32>
        %prod_8 = arith.mulf %a, %v_3 : f32
        %diff = arith.subf %sum_2, %prod_8 : f32
        %q_1 = affine.load %q[%i, %j - 1] : memref<?x?xf32>
        %prod_9 = arith.mulf %d, %q_1 : f32
        %diff_1 = arith.subf %diff, %prod_9 : f32
        %p_2 = affine.load %p[%i, %j - 1] : memref<?x?xf32>
        %prod_10 = arith.mulf %d, %p_2 : f32
        %sum_3 = arith.addf %prod_10, %e : f32
        %next_1 = arith.divf %diff_1, %sum_3 : f32
        affine.store %next_1, %q[%i, %j] : memref<?x?xf32>
      }
      affine.store %one, %u[%i, symbol(%N) - 1] : memref<?x?xf32>
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %p_1 = affine.load %p[%i, symbol(%N) - 1 - %j] : memref<?x?xf32>
        %u_2 = affine.load %u[%i, symbol(%N) - %j] : memref<?x?xf32>
        %prod_4 = arith.mulf %p_1, %u_2 : f32
        %q_1 = affine.load %q[%i, symbol(%N) - 1 - %j] : memref<?x?xf32>
        %next = arith.addf %prod_4, %q_1 : f32
        affine.store %next, %u[%i, symbol(%N) - 1 - %j] : memref<?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @adi_f64(
    %TSTEPS: index {polymem.param = "TSTEPS"},
    %u: memref<?x?xf64> {polymem.shape = ["N", "N"]},
    %v: memref<?x?xf64> {polymem.shape = ["N", "N"], polymem.dead_out},
    %p: memref<?x?xf64> {polymem.shape = ["N", "N"], polymem.dead_out},
    %q: memref<?x?xf64> {polymem.shape = ["N", "N"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %zero = arith.constant 0.0 : f64
  %N = memref.dim %u, %c0 : memref<?x?xf64>
  %n_int = arith.index_cast %N : index to i64
  %n = arith.sitofp %n_int : i64 to f64
  %tsteps_int = arith.index_cast %TSTEPS : index to i64
  %steps = arith.sitofp %tsteps_int : i64 to f64
  %dx = arith.divf %one, %n : f64
  %dy = arith.divf %one, %n : f64
  %dt = arith.divf %one, %steps : f64
  %prod = arith.mulf %two, %dt : f64
  %prod_1 = arith.mulf %dx, %dx : f64
  %mul1 = arith.divf %prod, %prod_1 : f64
  %prod_2 = arith.mulf %one, %dt : f64
  %prod_3 = arith.mulf %dy, %dy : f64
  %mul2 = arith.divf %prod_2, %prod_3 : f64
  %neg = arith.negf %mul1 : f64
  %a = arith.divf %neg, %two : f64
  %b = arith.addf %one, %mul1 : f64
  %neg_1 = arith.negf %mul2 : f64
  %d = arith.divf %neg_1, %two : f64
  %e = arith.addf %one, %mul2 : f64
  affine.for %t = 0 to %TSTEPS {
    // Along the columns of u, into v.
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.store %one, %v[0, %i] : memref<?x?xf64>
      affine.store %zero, %p[%i, 0] : memref<?x?xf64>
      %v_1 = affine.load %v[0, %i] : memref<?x?xf64>
      affine.store %v_1, %q[%i, 0] : memref<?x?xf64>
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %neg_2 = arith.negf %a : f64
        %p_1 = affine.load %p[%i, %j - 1] : memref<?x?xf64>
        %prod_4 = arith.mulf %a, %p_1 : f64
        %sum = arith.addf %prod_4, %b : f64
        %next = arith.divf %neg_2, %sum : f64
        affine.store %next, %p[%i, %j] : memref<?x?xf64>
        %neg_3 = arith.negf %d : f64
        %u_1 = affine.load %u[%j, %i - 1] : memref<?x?xf64>
        %prod_5 = arith.mulf %neg_3, %u_1 : f64
        %prod_6 = arith.mulf %two, %d : f64
        %sum_1 = arith.addf %one, %prod_6 : f64
        %u_2 = affine.load %u[%j, %i] : memref<?x?xf64>
        %prod_7 = arith.mulf %sum_1, %u_2 : f64
        %sum_2 = arith.addf %prod_5, %prod_7 : f64
        %u_3 = affine.load %u[%j, %i + 1] : memref<?x?xf64>
        %prod_8 = arith.mulf %d, %u_3 : f64
        %diff = arith.subf %sum_2, %prod_8 : f64
        %q_1 = affine.load %q[%i, %j - 1] : memref<?x?xf64>
        %prod_9 = arith.mulf %a, %q_1 : f64
        %diff_1 = arith.subf %diff, %prod_9 : f64
        %p_2 = affine.load %p[%i, %j - 1] : memref<?x?xf64>
        %prod_10 = arith.mulf %a, %p_2 : f64
        %sum_3 = arith.addf %prod_10, %b : f64
        %next_1 = arith.divf %diff_1, %sum_3 : f64
        affine.store %next_1, %q[%i, %j] : memref<?x?xf64>
      }
      affine.store %one, %v[symbol(%N) - 1, %i] : memref<?x?xf64>
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %p_1 = affine.load %p[%i, symbol(%N) - 1 - %j] : memref<?x?xf64>
        %v_2 = affine.load %v[symbol(%N) - %j, %i] : memref<?x?xf64>
        %prod_4 = arith.mulf %p_1, %v_2 : f64
        %q_1 = affine.load %q[%i, symbol(%N) - 1 - %j] : memref<?x?xf64>
        %next = arith.addf %prod_4, %q_1 : f64
        affine.store %next, %v[symbol(%N) - 1 - %j, %i] : memref<?x?xf64>
      }
    }
    // Along the rows of v, into u.
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.store %one, %u[%i, 0] : memref<?x?xf64>
      affine.store %zero, %p[%i, 0] : memref<?x?xf64>
      %u_1 = affine.load %u[%i, 0] : memref<?x?xf64>
      affine.store %u_1, %q[%i, 0] : memref<?x?xf64>
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %neg_2 = arith.negf %d : f64
        %p_1 = affine.load %p[%i, %j - 1] : memref<?x?xf64>
        %prod_4 = arith.mulf %d, %p_1 : f64
        %sum = arith.addf %prod_4, %e : f64
        %next = arith.divf %neg_2, %sum : f64
        affine.store %next, %p[%i, %j] : memref<?x?xf64>
        %neg_3 = arith.negf %a : f64
        %v_1 = affine.load %v[%i - 1, %j] : memref<?x?xf64>
        %prod_5 = arith.mulf %neg_3, %v_1 : f64
        %prod_6 = arith.mulf %two, %a : f64
        %sum_1 = arith.addf %one, %prod_6 : f64
        %v_2 = affine.load %v[%i, %j] : memref<?x?xf64>
        %prod_7 = arith.mulf %sum_1, %v_2 : f64
        %sum_2 = arith.addf %prod_5, %prod_7 : f64
        %v_3 = affine.load %v[%i + 1, %j] : memref<?x?xf64>
        %prod_8 = arith.mulf %a, %v_3 : f64
        %diff = arith.subf %sum_2, %prod_8 : f64
        %q_1 = affine.load %q[%i, %j - 1] : memref<?x?xf64>
        %prod_9 = arith.mulf %d, %q_1 : f64
        %diff_1 = arith.subf %diff, %prod_9 : f64
        %p_2 = affine.load %p[%i, %j - 1] : memref<?x?xf64>
        %prod_10 = arith.mulf %d, %p_2 : f64
        %sum_3 = arith.addf %prod_10, %e : f64
        %next_1 = arith.divf %diff_1, %sum_3 : f64
        affine.store %next_1, %q[%i, %j] : memref<?x?xf64>
      }
      affine.store %one, %u[%i, symbol(%N) - 1] : memref<?x?xf64>
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %p_1 = affine.load %p[%i, symbol(%N) - 1 - %j] : memref<?x?xf64>
        %u_2 = affine.load %u[%i, symbol(%N) - %j] : memref<?x?xf64>
        %prod_4 = arith.mulf %p_1, %u_2 : f64
        %q_1 = affine.load %q[%i, symbol(%N) - 1 - %j] : memref<?x?xf64>
        %next = arith.addf %prod_4, %q_1 : f64
        affine.store %next, %u[%i, symbol(%N) - 1 - %j] : memref<?x?xf64>
      }
    }
  }
  return
}
