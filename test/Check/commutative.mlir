// RUN: polymem-opt %s --polymem-check="strict print" -o /dev/null 2>&1 | FileCheck %s

// Operands may be exchanged where the result has the same bits.

// a + b is b + a: what NaN it is no operation promises.
// CHECK-LABEL: check @addf{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
func.func @addf_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
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

func.func @addf(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @addf_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.addf %b, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: check @mulf{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
func.func @mulf_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.mulf %a, %b fastmath<fast> : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @mulf(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @mulf_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.mulf %b, %a fastmath<fast> : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: check @maximumf{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
func.func @maximumf_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
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

func.func @maximumf(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @maximumf_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.maximumf %b, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: check @minimumf{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
func.func @minimumf_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
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

func.func @minimumf(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @minimumf_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.negf %x : f32
    %b = arith.mulf %x, %x : f32
    %y = arith.minimumf %b, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// The same flag on both is about the same sum.
// CHECK-LABEL: check @addi{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
func.func @addi_before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %y = arith.addi %a, %b overflow<nsw, nuw> : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @addi(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @addi_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %y = arith.addi %b, %a overflow<nsw, nuw> : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: check @muli{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
func.func @muli_before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %y = arith.muli %a, %b : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @muli(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @muli_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %y = arith.muli %b, %a : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: check @bits{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
func.func @bits_before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %d = arith.ori %a, %b : i32
    %e = arith.andi %d, %a : i32
    %y = arith.xori %e, %b : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @bits(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @bits_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %d = arith.ori %b, %a : i32
    %e = arith.andi %a, %d : i32
    %y = arith.xori %b, %e : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: check @extrema{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
func.func @extrema_before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %d = arith.maxsi %a, %b : i32
    %e = arith.minui %d, %a : i32
    %y = arith.maxui %e, %b : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @extrema(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @extrema_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %d = arith.maxsi %b, %a : i32
    %e = arith.minui %a, %d : i32
    %y = arith.maxui %b, %e : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

// Both results of a product.
// CHECK-LABEL: check @extended{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
func.func @extended_before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %l, %y = arith.mulsi_extended %a, %b : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @extended(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @extended_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %l, %y = arith.mulsi_extended %b, %a : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

// Canonicalization may merge sums without flags.
// CHECK-LABEL: check @folded_sum{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
func.func @folded_sum_before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %d = arith.addi %a, %c : i32
    %y = arith.addi %d, %c : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @folded_sum(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @folded_sum_before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.constant 3 : i32
    %a = arith.muli %x, %c : i32
    %b = arith.xori %x, %c : i32
    %e = arith.constant 6 : i32
    %y = arith.addi %a, %e : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: check @maxnum_same{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
func.func @maxnum_same_before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
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

func.func @maxnum_same(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @maxnum_same_before} {
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
