// RUN: polymem-opt %s --polymem-split-at-wraps --split-input-file | FileCheck %s
// RUN: polymem-opt %s --polymem-split-at-wraps=nests=false --split-input-file | FileCheck %s --check-prefix=OFF \
// RUN:   --implicit-check-not='scf.if {{%[0-9]+}} {'

// Rows of a plane: one test for all of them, and where no row wraps two loops that
// compute no remainder.
// CHECK-LABEL: func @planes
// CHECK: affine.for %[[T:.*]] = 0 to
// CHECK: remsi
// CHECK: scf.if
// CHECK: affine.for
// CHECK-NOT: remsi
// CHECK: scf.for
// CHECK-NOT: remsi
// CHECK: memref.store
// CHECK: } else {
// CHECK: affine.for
// CHECK: scf.while
// CHECK: remsi
// OFF-LABEL: func @planes
func.func @planes(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %t = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %i = 0 to %n {
        affine.store %x, %A[(%i + %j * symbol(%n) + %t * 5) mod symbol(%m)] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// The array has fewer cells than the function uses elements: it wraps.
// CHECK-LABEL: func @no_loop_around
// CHECK-NOT: scf.if {{%[0-9]+}} {
// CHECK: scf.while
// CHECK: return
// OFF-LABEL: func @no_loop_around
func.func @no_loop_around(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %n {
      affine.store %x, %A[(%i + %j) mod symbol(%m)] : memref<?xf32>
    }
  }
  return
}

// -----

// Bounds depend on the loop in the middle.
// CHECK-LABEL: func @triangle
// CHECK-NOT: scf.if {{%[0-9]+}} {
// CHECK: scf.while
// CHECK: return
// OFF-LABEL: func @triangle
func.func @triangle(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %t = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %i = 0 to affine_map<(d0) -> (d0)>(%j) {
        affine.store %x, %A[(%i + %j) mod symbol(%m)] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// Rows are not equally far apart.
// CHECK-LABEL: func @uneven
// CHECK-NOT: scf.if {{%[0-9]+}} {
// CHECK: scf.while
// CHECK: return
// OFF-LABEL: func @uneven
func.func @uneven(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %t = 0 to %n {
    affine.for %j = 0 to %n {
      %h = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%j)
      affine.for %i = 0 to %n {
        affine.store %x, %A[(%i + %h) mod symbol(%m)] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// Two inner loops.
// CHECK-LABEL: func @two
// CHECK-NOT: scf.if {{%[0-9]+}} {
// CHECK: scf.while
// CHECK: scf.while
// CHECK: return
// OFF-LABEL: func @two
func.func @two(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %t = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %i = 0 to %n {
        affine.store %x, %A[(%i + %j) mod symbol(%m)] : memref<?xf32>
      }
      affine.for %i = 0 to %n {
        affine.store %x, %A[(%i + %j + 3) mod symbol(%m)] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// A value goes from row to row.
// CHECK-LABEL: func @carried
// CHECK-NOT: scf.if {{%[0-9]+}} {
// CHECK: scf.while
// CHECK: return
// OFF-LABEL: func @carried
func.func @carried(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %t = 0 to %n {
    %r = affine.for %j = 0 to %n iter_args(%s = %x) -> (f32) {
      affine.for %i = 0 to %n {
        affine.store %s, %A[(%i + %j) mod symbol(%m)] : memref<?xf32>
      }
      %y = arith.addf %s, %s : f32
      affine.yield %y : f32
    }
    affine.store %r, %A[0] : memref<?xf32>
  }
  return
}
