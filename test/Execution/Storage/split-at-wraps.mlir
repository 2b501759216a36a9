// Pieces of loops do what the loops did, for moduli and sizes of all kinds.

// DEFINE: %{sizes} = --sizes=N=0,M=1 --sizes=N=1,M=1 --sizes=N=9,M=1 --sizes=N=7,M=2 --sizes=N=8,M=3 --sizes=N=40,M=4 \
// DEFINE:   --sizes=N=33,M=5 --sizes=N=50,M=17 --sizes=N=31,M=64 --sizes=N=20,M=1000 --sizes=N=101,M=40
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --check-bounds %{sizes} --pipeline=polymem-split-at-wraps{strict}
// RUN: %{run} --entry=strides
// RUN: %{run} --entry=in_place
// RUN: %{run} --entry=carried
// RUN: %{run} --entry=conditional
// RUN: %{run} --entry=two_moduli
// RUN: %{run} --entry=at_least_one
// RUN: %{run} --entry=invariant
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --sizes=N=20,M=0 --sizes=N=20,M=3 \
// RUN:   --entry=conditional --entry=invariant \
// RUN:   --pipeline=polymem-split-at-wraps{strict}

// Steps and strides that are not 1 nor positive, values that are not either.
func.func @strides(%A: memref<?xf32> {polymem.shape = ["M"]}, %B: memref<?x4xf32> {polymem.shape = ["N * 5", "4"]},
                   %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  affine.for %j = -3 to 2 {
    affine.for %i = 0 to %n step 3 {
      %x = affine.load %A[(%i * 2 + %j - 7) mod symbol(%m)] : memref<?xf32>
      affine.store %x, %B[%i * 5 + %j + 3, 0] : memref<?x4xf32>
      %y = affine.load %A[(%i * -2 + %j * symbol(%n)) mod symbol(%m)] : memref<?xf32>
      affine.store %y, %B[%i * 5 + %j + 3, 1] : memref<?x4xf32>
      %z = affine.load %A[(-%i + %j + 5) mod symbol(%m)] : memref<?xf32>
      affine.store %z, %B[%i * 5 + %j + 3, 2] : memref<?x4xf32>
      %w = affine.load %A[(-%i + %j + 1) mod symbol(%m)] : memref<?xf32>
      affine.store %w, %B[%i * 5 + %j + 3, 3] : memref<?x4xf32>
    }
  }
  return
}

// What is written is read by later iterations, and the order is everything.
func.func @in_place(%A: memref<?xf32> {polymem.shape = ["M"]},
                    %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  affine.for %j = 0 to 5 {
    affine.for %i = affine_map<(d0) -> (d0 - 4)>(%j) to min affine_map<(d0)[s0] -> (s0, d0 + 60)>(%j)[%n] {
      %x = affine.load %A[(%i - %j - 1) mod symbol(%m)] : memref<?xf32>
      %y = affine.load %A[(%i - %j + 2) mod symbol(%m)] : memref<?xf32>
      %z = affine.load %A[(%i + %j * 3) mod symbol(%m)] : memref<?xf32>
      %w = affine.load %A[(%j - %i) mod symbol(%m)] : memref<?xf32>
      %xy = arith.subf %x, %y : f32
      %zw = arith.mulf %z, %w : f32
      %s = arith.addf %xy, %zw : f32
      affine.store %s, %A[(%i - %j + symbol(%m)) mod symbol(%m)] : memref<?xf32>
    }
  }
  return
}

// A sum, and the value of a load, go from iteration to iteration.
func.func @carried(%A: memref<?xf32> {polymem.shape = ["M"]}, %B: memref<3xf32>,
                   %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %r:3 = affine.for %i = 0 to %n iter_args(%sum = %zero, %last = %one, %old = %zero) -> (f32, f32, f32) {
    %x = affine.load %A[(%i + 1) mod symbol(%m)] : memref<?xf32>
    %y = affine.load %A[(%i * -3) mod symbol(%m)] : memref<?xf32>
    %p = arith.mulf %x, %last : f32
    %s = arith.subf %p, %sum : f32
    affine.yield %s, %y, %last : f32, f32, f32
  }
  affine.store %r#0, %B[0] : memref<3xf32>
  affine.store %r#1, %B[1] : memref<3xf32>
  affine.store %r#2, %B[2] : memref<3xf32>
  return
}

// Where there are no cells nothing is accessed.
func.func @conditional(%A: memref<?xf32> {polymem.shape = ["M"]}, %B: memref<?xf32> {polymem.shape = ["N"]},
                       %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  affine.for %i = 0 to %n {
    %x = affine.if affine_set<(d0)[s0] : (s0 - 1 >= 0, d0 - 2 >= 0)>(%i)[%m] -> f32 {
      %y = affine.load %A[(%i - 2) mod symbol(%m)] : memref<?xf32>
      affine.yield %y : f32
    } else {
      %y = affine.load %B[%i] : memref<?xf32>
      affine.yield %y : f32
    }
    affine.if affine_set<(d0)[s0] : (s0 - 1 >= 0, d0 mod 2 == 0)>(%i)[%m] {
      affine.store %x, %A[%i mod symbol(%m)] : memref<?xf32>
    } else {
      affine.store %x, %B[%i] : memref<?xf32>
    }
  }
  return
}

// Two moduli in an access, one of them constant, and one that never wraps twice.
func.func @two_moduli(%A: memref<?x40xf32> {polymem.shape = ["M", "40"]}, %B: memref<?xf32> {polymem.shape = ["N"]},
                      %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  affine.for %j = 0 to 3 {
    affine.for %i = 0 to %n {
      %x = affine.load %A[(%i - %j) mod symbol(%m), (%i * -2 + %j) mod 40] : memref<?x40xf32>
      %y = affine.load %B[%i] : memref<?xf32>
      %s = arith.subf %x, %y : f32
      affine.store %s, %B[%i] : memref<?xf32>
      affine.store %y, %A[%j mod symbol(%m), (%i + 11) mod 40] : memref<?x40xf32>
    }
  }
  return
}

// A modulus as polymem-contract-arrays makes it: at least 1, whatever n is.
func.func @at_least_one(%A: memref<?xf32> {polymem.shape = ["N + M * M"]},
                        %n: index {polymem.param = "N"}, %k: index {polymem.param = "M"}) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %difference = arith.subi %k, %c4 : index
  %m = arith.maxsi %difference, %c1 : index
  affine.for %j = 0 to 3 {
    affine.for %i = 0 to %n {
      %x = affine.load %A[(%i + %j * 2) mod symbol(%m)] : memref<?xf32>
      %y = affine.load %A[(%i + symbol(%k) - 5) mod symbol(%m)] : memref<?xf32>
      %s = arith.subf %x, %y : f32
      affine.store %s, %A[(%i + symbol(%k) * 2 - 9) mod symbol(%m)] : memref<?xf32>
    }
  }
  return
}

// A subscript that is the same in all iterations is computed before the loop, where
// it does not matter that it is only used under a condition.
func.func @invariant(%A: memref<?x?xf32> {polymem.shape = ["M", "M"]}, %B: memref<5x?xf32> {polymem.shape = ["5", "N"]},
                     %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  affine.for %j = 0 to 5 {
    affine.for %i = 0 to %n {
      affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%m] {
        %x = affine.load %A[(%j * 2 - 7) mod symbol(%m), (%i - %j) mod symbol(%m)] : memref<?x?xf32>
        affine.store %x, %B[%j, %i] : memref<5x?xf32>
        %y = affine.load %A[(%i + %j) mod symbol(%m), (3 - %j) mod symbol(%m)] : memref<?x?xf32>
        affine.store %y, %A[(%j * 2 + 1) mod symbol(%m), (%i - %j) mod symbol(%m)] : memref<?x?xf32>
      }
    }
  }
  return
}
