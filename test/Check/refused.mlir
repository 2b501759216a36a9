// RUN: not polymem-opt %s --polymem-check=print -o /dev/null 2>&1 | FileCheck %s

// What is not proved is run, in both programs, where it does not hold. Where the
// values are the same all the same, that has a verdict of its own.

// CHECK: error: polymem-check: dataflow refused: {{.*}}; run, both yield the same values here
// CHECK-LABEL: check @exchanged{{$}}
// CHECK: dataflow: REFUSED: with arg3 = 1: {{.*}}; run, both yield the same values here
// CHECK: live-out: proved
func.func @sum(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %y = arith.addf %a, %b : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %C[%i] : memref<?xf32>
  }
  return
}

func.func @exchanged(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index)
    attributes {polymem.origin = @sum} {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %y = arith.addf %b, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %C[%i] : memref<?xf32>
  }
  return
}

// Recomputed in the next tile.
// CHECK-LABEL: check @overlapping{{$}}
// CHECK-NEXT: instances: REFUSED: with arg3 = 5: S0[4] is executed and stored twice, {{.*}}; run, both yield the same values here
// CHECK: live-out: proved
func.func @overlapping(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index)
    attributes {polymem.origin = @sum} {
  affine.for %o = 0 to %n step 4 {
    affine.for %i = affine_map<(d0) -> (d0)>(%o)
        to min affine_map<(d0)[s0] -> (d0 + 5, s0)>(%o)[%n] {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %B[%i] : memref<?xf32>
      %y = arith.addf %a, %b : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %C[%i] : memref<?xf32>
    }
  }
  return
}

// Another order that the original licenses.
// CHECK-LABEL: check @reassociated{{$}}
// CHECK: dataflow: REFUSED: {{.*}}; run, both yield the same values here
func.func @three(%A: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %A[%i + 1] : memref<?xf32>
    %c = affine.load %A[%i + 2] : memref<?xf32>
    %s = arith.addf %a, %b fastmath<reassoc> : f32
    %y = arith.addf %s, %c fastmath<reassoc> : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %C[%i] : memref<?xf32>
  }
  return
}

func.func @reassociated(%A: memref<?xf32>, %C: memref<?xf32>, %n: index)
    attributes {polymem.origin = @three} {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %A[%i + 1] : memref<?xf32>
    %c = affine.load %A[%i + 2] : memref<?xf32>
    %s = arith.addf %b, %c fastmath<reassoc> : f32
    %y = arith.addf %a, %s fastmath<reassoc> : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %C[%i] : memref<?xf32>
  }
  return
}

// The same where it is not licensed.
// CHECK-LABEL: check @in_another_order{{$}}
// CHECK: dataflow: VIOLATED: {{.*}}; run, with arg2 = 1 arg1[0] differs in the end
func.func @strict(%A: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %A[%i + 1] : memref<?xf32>
    %c = affine.load %A[%i + 2] : memref<?xf32>
    %s = arith.addf %a, %b : f32
    %y = arith.addf %s, %c : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %C[%i] : memref<?xf32>
  }
  return
}

func.func @in_another_order(%A: memref<?xf32>, %C: memref<?xf32>, %n: index)
    attributes {polymem.origin = @strict} {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %A[%i + 1] : memref<?xf32>
    %c = affine.load %A[%i + 2] : memref<?xf32>
    %s = arith.addf %b, %c : f32
    %y = arith.addf %a, %s : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %C[%i] : memref<?xf32>
  }
  return
}

// Exchanged, and wrong from the second element on: larger sizes are run as well.
// CHECK-LABEL: check @later{{$}}
// CHECK: dataflow: VIOLATED: with arg3 = 1: {{.*}}; run, with arg3 = 2 arg2[1] differs in the end
func.func @later(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index)
    attributes {polymem.origin = @sum} {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i * 2] : memref<?xf32>
    %y = arith.addf %b, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %C[%i] : memref<?xf32>
  }
  return
}
