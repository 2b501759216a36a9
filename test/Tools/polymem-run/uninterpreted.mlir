// Mistakes that floating point hides are seen when operations are hashes of
// their operands, and what is right still agrees.

// DEFINE: %{run} = polymem-run %s --compare --sizes=N=9

// Differences squared do not tell which operand came first.
// RUN: %{run} --entry=distance --against=swapped
// RUN: not %{run} --uninterpreted --entry=distance --against=swapped | FileCheck %s --check-prefix=SWAPPED
// SWAPPED: distance against swapped: N=9: argument 1 at [0]: expected

// A wrong element that a factor of 0 takes out.
// RUN: %{run} --entry=masked --against=other_element
// RUN: not %{run} --uninterpreted --entry=masked --against=other_element | FileCheck %s --check-prefix=ELEMENT
// ELEMENT: masked against other_element: N=9: argument 1 at [1]: expected

// An iteration that rounding takes out.
// RUN: %{run} --entry=absorbed --against=one_less
// RUN: not %{run} --uninterpreted --entry=absorbed --against=one_less | FileCheck %s --check-prefix=ITERATION
// ITERATION: absorbed against one_less: N=9: argument 1 at {{.*}}: expected

// Another order of a sum, unless the program allows it.
// RUN: not %{run} --uninterpreted --entry=sum --against=backwards | FileCheck %s --check-prefix=ORDER
// ORDER: sum against backwards: N=9: argument 1 at {{.*}}: expected
// RUN: %{run} --uninterpreted --entry=fast_sum --against=fast_backwards
// RUN: not %{run} --uninterpreted --entry=fast_sum --against=fast_one_less | FileCheck %s --check-prefix=FAST
// FAST: fast_sum against fast_one_less: N=9: argument 1 at {{.*}}: expected

// A constant that canonicalization moves and then folds.
// RUN: %{run} --uninterpreted --entry=one_times --pipeline=canonicalize

// What addition, fma, maxima, x * 1 and truncation may do stays.
// RUN: %{run} --uninterpreted --entry=laws --against=laws_used

// Conditions on hashed values still vary.
// RUN: polymem-run %s --uninterpreted --entry=conditions --sizes=N=64 --print | FileCheck %s --check-prefix=CONDITIONS
// CONDITIONS: argument 1 = [64]{{.*}} 0 {{.*}}1 {{.*}}0 {{.*}}1 {{.*}}0 {{.*}}1

// Below affine, down to the LLVM dialect, operations are the same.
// RUN: %{run} --uninterpreted --entry=levels --pipeline=lower-affine \
// RUN:   --pipeline='func.func(polymem-tile{sizes=4 mapping=gpu},convert-scratch-to-gpu)' \
// RUN:   --pipeline='polymem-to-cpu{sizes=4 movement=exact}'

// So are the functions of libdevice and of the emulator that kernels call; the
// last call has its operands exchanged.
// RUN: %{run} --uninterpreted --entry=functions --entry=functions_f64 --pipeline='polymem-to-emulator{sizes=4}'
// RUN: not %{run} --uninterpreted --emulate --entry=functions --against=functions_swapped | FileCheck %s --check-prefix=FUNCTIONS
// FUNCTIONS: functions against functions_swapped: N=9: argument 1 at [0]: expected

func.func @distance(%A: memref<?xf32> {polymem.shape = ["N + 1"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %A[%i + 1] : memref<?xf32>
    %d = arith.subf %a, %b : f32
    %s = arith.mulf %d, %d : f32
    affine.store %s, %B[%i] : memref<?xf32>
  }
  return
}

func.func @swapped(%A: memref<?xf32> {polymem.shape = ["N + 1"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %A[%i + 1] : memref<?xf32>
    %d = arith.subf %b, %a : f32
    %s = arith.mulf %d, %d : f32
    affine.store %s, %B[%i] : memref<?xf32>
  }
  return
}

func.func @masked(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %p = math.absf %a : f32
    %m = arith.mulf %p, %zero : f32
    affine.store %m, %B[%i] : memref<?xf32>
  }
  return
}

func.func @other_element(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %N {
    %a = affine.load %A[0] : memref<?xf32>
    %p = math.absf %a : f32
    %m = arith.mulf %p, %zero : f32
    affine.store %m, %B[%i] : memref<?xf32>
  }
  return
}

func.func @absorbed(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<f32>, %N: index {polymem.param = "N"}) {
  %large = arith.constant 1.0e+10 : f32
  affine.store %large, %B[] : memref<f32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[] : memref<f32>
    %s = arith.addf %b, %a : f32
    affine.store %s, %B[] : memref<f32>
  }
  return
}

func.func @one_less(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<f32>, %N: index {polymem.param = "N"}) {
  %large = arith.constant 1.0e+10 : f32
  affine.store %large, %B[] : memref<f32>
  affine.for %i = 1 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[] : memref<f32>
    %s = arith.addf %b, %a : f32
    affine.store %s, %B[] : memref<f32>
  }
  return
}

func.func @sum(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<f32>, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[] : memref<f32>
    %s = arith.addf %b, %a : f32
    affine.store %s, %B[] : memref<f32>
  }
  return
}

func.func @backwards(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<f32>, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[symbol(%N) - 1 - %i] : memref<?xf32>
    %b = affine.load %B[] : memref<f32>
    %s = arith.addf %b, %a : f32
    affine.store %s, %B[] : memref<f32>
  }
  return
}

func.func @fast_sum(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<f32>, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[] : memref<f32>
    %s = arith.addf %b, %a fastmath<reassoc> : f32
    affine.store %s, %B[] : memref<f32>
  }
  return
}

// In two parts, and the second part starts from the neutral element.
func.func @fast_backwards(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<f32>, %N: index {polymem.param = "N"}) {
  %zero = arith.constant 0.0 : f32
  %upper = affine.for %i = 4 to %N iter_args(%acc = %zero) -> f32 {
    %a = affine.load %A[symbol(%N) + 3 - %i] : memref<?xf32>
    %s = arith.addf %acc, %a fastmath<reassoc> : f32
    affine.yield %s : f32
  }
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[] : memref<f32>
    %s = arith.addf %b, %a fastmath<reassoc> : f32
    affine.store %s, %B[] : memref<f32>
  }
  %b = affine.load %B[] : memref<f32>
  %s = arith.addf %upper, %b fastmath<reassoc> : f32
  affine.store %s, %B[] : memref<f32>
  return
}

func.func @fast_one_less(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<f32>, %N: index {polymem.param = "N"}) {
  affine.for %i = 1 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[] : memref<f32>
    %s = arith.addf %b, %a fastmath<reassoc> : f32
    affine.store %s, %B[] : memref<f32>
  }
  return
}

func.func @laws(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %0 = arith.addf %a, %b : f32
    %1 = math.fma %0, %b, %a : f32
    %2 = arith.maximumf %1, %1 : f32
    %3 = arith.mulf %2, %one : f32
    %4 = arith.extf %3 : f32 to f64
    %5 = arith.truncf %4 : f64 to f32
    affine.store %5, %B[%i] : memref<?xf32>
  }
  return
}

func.func @laws_used(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %0 = arith.addf %b, %a : f32
    %1 = math.fma %b, %0, %a : f32
    affine.store %1, %B[%i] : memref<?xf32>
  }
  return
}

func.func @conditions(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xi32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %half = arith.constant 0.5 : f32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %d = arith.mulf %a, %half : f32
    %c = arith.cmpf ogt, %d, %a : f32
    %t = arith.extui %c : i1 to i32
    affine.store %t, %B[%i] : memref<?xi32>
  }
  return
}

func.func @levels(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %0 = arith.subf %a, %two : f32
    %1 = math.sin %0 : f32
    %2 = arith.divf %1, %a : f32
    %3 = arith.maximumf %2, %1 : f32
    %4 = math.fma %3, %0, %1 : f32
    %5 = arith.negf %4 : f32
    %6 = arith.extf %5 : f32 to f64
    %7 = arith.remf %6, %6 : f64
    %8 = arith.truncf %7 : f64 to f32
    affine.store %8, %B[%i] : memref<?xf32>
  }
  return
}

func.func @functions(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %0 = math.cos %a : f32
    %1 = math.absf %0 : f32
    %2 = math.powf %1, %two : f32
    %3 = math.roundeven %2 : f32
    %4 = math.rsqrt %3 : f32
    %5 = math.erf %4 : f32
    %6 = math.copysign %5, %a : f32
    %7 = math.fma %6, %a, %5 : f32
    %8 = arith.remf %7, %a : f32
    %9 = arith.maxnumf %8, %7 : f32
    %10 = math.atan2 %9, %a : f32
    affine.store %10, %B[%i] : memref<?xf32>
  }
  return
}

func.func @functions_f64(%A: memref<?xf64> {polymem.shape = ["N"]}, %B: memref<?xf64> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %two = arith.constant 2.0 : f64
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf64>
    %0 = math.cos %a : f64
    %1 = math.absf %0 : f64
    %2 = math.powf %1, %two : f64
    %3 = math.roundeven %2 : f64
    %4 = math.rsqrt %3 : f64
    %5 = math.erf %4 : f64
    %6 = math.copysign %5, %a : f64
    %7 = math.fma %6, %a, %5 : f64
    %8 = arith.remf %7, %a : f64
    %9 = arith.maxnumf %8, %7 : f64
    %10 = math.atan2 %9, %a : f64
    affine.store %10, %B[%i] : memref<?xf64>
  }
  return
}

func.func @functions_swapped(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %0 = math.cos %a : f32
    %1 = math.absf %0 : f32
    %2 = math.powf %1, %two : f32
    %3 = math.roundeven %2 : f32
    %4 = math.rsqrt %3 : f32
    %5 = math.erf %4 : f32
    %6 = math.copysign %5, %a : f32
    %7 = math.fma %6, %a, %5 : f32
    %8 = arith.remf %7, %a : f32
    %9 = arith.maxnumf %8, %7 : f32
    %10 = math.atan2 %a, %9 : f32
    affine.store %10, %B[%i] : memref<?xf32>
  }
  return
}

func.func @one_times(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to %N {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %one, %x : f32
    %z = arith.addf %y, %x : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}
