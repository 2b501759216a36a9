// RUN: not polymem-opt %s --polymem-check=print -o /dev/null 2>&1 | FileCheck %s

// Laws that arithmetic does not have bit for bit.

// Of zeros with different signs either may be the result.
// CHECK-LABEL: check @maxnum{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @maxnum_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.maxnumf %a, %b : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @maxnum(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @maxnum_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.maxnumf %b, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: check @minnum{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @minnum_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.minnumf %a, %b : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @minnum(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @minnum_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.minnumf %b, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Canonicalization moves constants to the right all the same.
// CHECK-LABEL: check @maxnum_zero{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @maxnum_zero_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.constant 0.0 : f32
    %y = arith.maxnumf %a, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @maxnum_zero(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @maxnum_zero_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.constant 0.0 : f32
    %y = arith.maxnumf %x, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// A flag that the original does not have makes poison.
// CHECK-LABEL: check @added_nsw{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @added_nsw_before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %y = arith.addi %a, %b : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @added_nsw(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @added_nsw_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %y = arith.addi %a, %b overflow<nsw> : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: check @other_flag{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @other_flag_before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %y = arith.muli %a, %b overflow<nsw> : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @other_flag(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @other_flag_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %y = arith.muli %a, %b overflow<nuw> : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: check @exchanged_and_nsw{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @exchanged_and_nsw_before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %y = arith.addi %a, %b : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @exchanged_and_nsw(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @exchanged_and_nsw_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %y = arith.addi %b, %a overflow<nsw> : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

// The sum of 100 and 100 has no sign bit to spare: -100 + 200 is one of the
// original's values, and poison here.
// CHECK-LABEL: check @merged_nsw{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @merged_nsw_before(%A: memref<?xi8>, %B: memref<?xi8>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi8>
    %c = arith.constant 100 : i8
    %d = arith.constant -56 : i8
    %a = arith.addi %x, %c overflow<nsw> : i8
    %y = arith.addi %a, %c overflow<nsw> : i8
    %z = scratch.origin "S0"[%i] %y : i8
    affine.store %z, %B[%i] : memref<?xi8>
  }
  return
}

func.func @merged_nsw(%A: memref<?xi8>, %B: memref<?xi8>, %n: index)
    attributes {polymem.origin = @merged_nsw_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi8>
    %c = arith.constant 100 : i8
    %d = arith.constant -56 : i8
    %y = arith.addi %x, %d overflow<nsw> : i8
    %z = scratch.origin "S0"[%i] %y : i8
    affine.store %z, %B[%i] : memref<?xi8>
  }
  return
}

// CHECK-LABEL: check @exact_shift{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @exact_shift_before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %y = arith.shrui %a, %c : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @exact_shift(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @exact_shift_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %y = arith.shrui %a, %c exact : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

// Other rules for floating-point numbers.
// CHECK-LABEL: check @fastmath{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @fastmath_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.addf %a, %b : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @fastmath(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @fastmath_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.addf %a, %b fastmath<nnan> : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: check @more_fastmath{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @more_fastmath_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.divf %a, %b fastmath<arcp> : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @more_fastmath(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @more_fastmath_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.divf %a, %b fastmath<arcp,ninf> : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// NaN is the result of one of them, the number of the other.
// CHECK-LABEL: check @maximum{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @maximum_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.maximumf %a, %b : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @maximum(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @maximum_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.maxnumf %a, %b : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// (a + b) + a is not a + (b + a).
// CHECK-LABEL: check @associative{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @associative_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %s = arith.addf %a, %b : f32
    %y = arith.addf %s, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @associative(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @associative_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %s = arith.addf %b, %x : f32
    %y = arith.addf %a, %s : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: check @difference{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @difference_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.subf %a, %b : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @difference(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @difference_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.subf %b, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: check @fused{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @fused_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %p = arith.mulf %a, %b fastmath<contract> : f32
    %y = arith.addf %p, %x fastmath<contract> : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @fused(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @fused_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = math.fma %a, %b, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Unordered: NaN.
// CHECK-LABEL: check @predicate{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @predicate_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %c = arith.cmpf olt, %a, %b : f32
    %y = arith.select %c, %a, %b : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @predicate(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @predicate_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %c = arith.cmpf ult, %a, %b : f32
    %y = arith.select %c, %a, %b : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: check @select_as_minimum{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @select_as_minimum_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %c = arith.cmpf olt, %a, %b : f32
    %y = arith.select %c, %a, %b : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @select_as_minimum(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @select_as_minimum_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.minimumf %a, %b : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: check @branches{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @branches_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %c = arith.cmpf olt, %a, %b : f32
    %y = arith.select %c, %a, %b : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @branches(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @branches_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %c = arith.cmpf olt, %a, %b : f32
    %y = arith.select %c, %b, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: check @signedness{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @signedness_before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %s = arith.sitofp %a : i32 to f32
    %y = arith.fptosi %s : f32 to i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @signedness(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @signedness_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %s = arith.uitofp %a : i32 to f32
    %y = arith.fptosi %s : f32 to i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

// The way through a type of other width.
// CHECK-LABEL: check @width{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @width_before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %s = arith.sitofp %a : i32 to f64
    %y = arith.fptosi %s : f64 to i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @width(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @width_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %s = arith.sitofp %a : i32 to f32
    %y = arith.fptosi %s : f32 to i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

// -1 of 8 bits is 255, of 16 it is 65535.
// CHECK-LABEL: check @unsigned_constant{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @unsigned_constant_before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %d = arith.constant -1 : i8
    %e = arith.extui %d : i8 to i32
    %y = arith.addi %x, %e : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @unsigned_constant(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @unsigned_constant_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %d = arith.constant -1 : i16
    %e = arith.extui %d : i16 to i32
    %y = arith.addi %x, %e : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: check @shift{{$}}
// CHECK: {{(expressions|dataflow): VIOLATED}}
func.func @shift_before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %y = arith.shrsi %a, %c : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @shift(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @shift_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %y = arith.shrui %a, %c : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}
