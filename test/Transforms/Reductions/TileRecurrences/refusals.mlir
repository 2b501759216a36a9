// RUN: polymem-opt %s --polymem-tile-recurrences --remarks-filter=polymem-tile-recurrences --remark-format=emitRemark -split-input-file -verify-diagnostics
// RUN: polymem-opt %s --polymem-tile-recurrences -split-input-file | FileCheck %s

// What is no recurrence of which a part may come first stays as it is, and a remark says why.

// CHECK-NOT: scratch.tile

// The result is wanted elsewhere, too.
func.func @two(%t: memref<?x?xi32>, %N: index) {
  // expected-remark @below {{not tiled as a recurrence: an iteration does more than to write one element}}
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xi32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %ab = arith.addi %a, %b : i32
        %new = arith.maxsi %old, %ab : i32
        affine.store %new, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      }
      %x = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      affine.store %x, %t[symbol(%N) - 1 - %r, 0] : memref<?x?xi32>
    }
  }
  return
}

// -----

// What comes before the reduction is no maximum, and reads the left neighbour.
func.func @before(%t: memref<?x?xi32>, %N: index) {
  // expected-remark @below {{what comes before the reduction is no update of it, and needs other elements of a tile}}
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      %x = affine.load %t[symbol(%N) - 1 - %r, %j - 1] : memref<?x?xi32>
      affine.store %x, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xi32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %ab = arith.addi %a, %b : i32
        %new = arith.maxsi %old, %ab : i32
        affine.store %new, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      }
    }
  }
  return
}

// -----

// Some elements of a row are read before they are computed, others after.
func.func @both(%t: memref<?x?xi32>, %N: index) {
  // expected-remark @below {{elements depend on each other in both directions of dimension 1}}
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xi32>
        %b = affine.load %t[%k + 1, %j + 1] : memref<?x?xi32>
        %ab = arith.addi %a, %b : i32
        %new = arith.maxsi %old, %ab : i32
        affine.store %new, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      }
    }
  }
  return
}

// -----

// Elements of a column are independent of each other.
func.func @factor(%t: memref<?x?xi32>, %N: index) {
  // expected-remark @below {{elements along dimension 0 are independent of each other, so that a loop over them is parallel}}
  affine.for %i = 0 to %N {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[%i, %j] : memref<?x?xi32>
        %a = affine.load %t[%i, %k] : memref<?x?xi32>
        %b = affine.load %t[%j, %k] : memref<?x?xi32>
        %ab = arith.muli %a, %b : i32
        %new = arith.subi %old, %ab : i32
        affine.store %new, %t[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}

// -----

// Each iteration of the reduction reads the left neighbour.
func.func @neighbour(%t: memref<?x?xi32>, %N: index) {
  // expected-remark @below {{no iterations of the reduction between two bounds are known to read nothing of their own tile}}
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
        %a = affine.load %t[symbol(%N) - 1 - %r, %j - 1] : memref<?x?xi32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %ab = arith.addi %a, %b : i32
        %new = arith.maxsi %old, %ab : i32
        affine.store %new, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      }
    }
  }
  return
}

// -----

// A loop that is parallel by declaration gives the order.
func.func @parallel(%t: memref<?x?xi32>, %s: memref<?xi32>, %N: index) {
  %zero = arith.constant 0 : i32
  // expected-remark @below {{'affine.parallel'}}
  affine.parallel (%i) = (0) to (%N) {
    affine.store %zero, %s[%i] : memref<?xi32>
  }
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xi32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %ab = arith.addi %a, %b : i32
        %new = arith.maxsi %old, %ab : i32
        affine.store %new, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      }
    }
  }
  return
}

// -----

// The value so far and the one before are added up: the element cannot hold both.
func.func @own(%t: memref<?x?xi32>, %N: index) {
  %zero = arith.constant 0 : i32
  // expected-remark @below {{an iteration reads the element before it is written}}
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      %best = affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) iter_args(%acc = %zero) -> (i32) {
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xi32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %ab = arith.addi %a, %b : i32
        %new = arith.maxsi %acc, %ab : i32
        affine.yield %new : i32
      }
      %x = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      %sum = arith.addi %best, %x : i32
      affine.store %sum, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
    }
  }
  return
}

// -----

// Sums of floating-point numbers in another order are other numbers, though they may be.
func.func @reassoc(%t: memref<?x?xf32>, %N: index) {
  // expected-remark @below {{the order of its operations matters to bits}}
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xf32>
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xf32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xf32>
        %ab = arith.mulf %a, %b : f32
        %new = arith.addf %old, %ab fastmath<reassoc> : f32
        affine.store %new, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// -----

// The first nest is as @own, so what was done for it to the function cannot stay.
func.func @beside(%t: memref<?x?xi32>, %u: memref<?x?xi32>, %N: index) {
  %zero = arith.constant 0 : i32
  // expected-remark @below {{an iteration reads the element before it is written}}
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      %best = affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) iter_args(%acc = %zero) -> (i32) {
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xi32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %ab = arith.addi %a, %b : i32
        %new = arith.maxsi %acc, %ab : i32
        affine.yield %new : i32
      }
      %x = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      %sum = arith.addi %best, %x : i32
      affine.store %sum, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
    }
  }
  // expected-remark @below {{a local value elsewhere in the function seemed to have its place in a table}}
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %u[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
        %a = affine.load %u[symbol(%N) - 1 - %r, %k] : memref<?x?xi32>
        %b = affine.load %u[%k + 1, %j] : memref<?x?xi32>
        %ab = arith.addi %a, %b : i32
        %new = arith.maxsi %old, %ab : i32
        affine.store %new, %u[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
