// RUN: polymem-opt %s --test-polymem-loop-facts -verify-diagnostics -o /dev/null

// What the dependences say of a loop depends on the band that it is in.

// One band: of dependences from [i - 1, j + 1] some go to an earlier j.
func.func @one_band(%A: memref<?x?xf32>, %n: index, %m: index) {
  // expected-remark@+1 {{forward}}
  affine.for %i = 1 to %n {
    // expected-remark@+1 {{backward}}
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      affine.store %x, %A[%i, %j] : memref<?x?xf32>
    } {test.band = 0}
  } {test.band = 0}
  return
}

// Two bands: those that agree in i depend on nothing.
func.func @two_bands(%A: memref<?x?xf32>, %n: index, %m: index) {
  // expected-remark@+1 {{forward}}
  affine.for %i = 1 to %n {
    // expected-remark@+1 {{parallel}}
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      affine.store %x, %A[%i, %j] : memref<?x?xf32>
    } {test.band = 1}
  } {test.band = 0}
  return
}

// A loop that is in no band ends the one around it.
func.func @between(%A: memref<?x?x?xf32>, %n: index, %m: index) {
  // expected-remark@+1 {{forward}}
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %m {
      // expected-remark@+1 {{parallel}}
      affine.for %k = 0 to %m {
        %x = affine.load %A[%i - 1, %j - 1, %k + 1] : memref<?x?x?xf32>
        affine.store %x, %A[%i, %j, %k] : memref<?x?x?xf32>
      } {test.band = 0}
    }
  } {test.band = 0}
  return
}

// Statements that are not in the inner loop count for the outer one.
func.func @imperfect(%A: memref<?x?xf32>, %B: memref<?xf32>, %n: index, %m: index) {
  // expected-remark@+1 {{forward}}
  affine.for %i = 1 to %n {
    %b = affine.load %B[%i - 1] : memref<?xf32>
    affine.store %b, %B[%i] : memref<?xf32>
    // expected-remark@+1 {{parallel}}
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %A[%i, %j] : memref<?x?xf32>
    } {test.band = 0}
  } {test.band = 0}
  return
}

// Other iterations' elements, never the same.
func.func @independent(%A: memref<?xf32>, %n: index) {
  // expected-remark@+1 {{parallel}}
  affine.for %i = 0 to %n {
    %x = affine.load %A[2 * %i + 1] : memref<?xf32>
    affine.store %x, %A[2 * %i] : memref<?xf32>
  } {test.band = 0}
  return
}
