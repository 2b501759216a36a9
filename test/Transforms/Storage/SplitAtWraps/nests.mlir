// RUN: polymem-opt %s --polymem-split-at-wraps --split-input-file | FileCheck %s
// RUN: polymem-opt %s --polymem-split-at-wraps=nests=false --split-input-file | FileCheck %s --check-prefix=OFF \
// RUN:   --implicit-check-not='scf.if {{%[0-9]+}} {'
// RUN: polymem-opt %s --polymem-split-at-wraps --split-input-file --remarks-filter=polymem-split-at-wraps -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

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
// WHY: Function=planes {{.*}}; with a copy for where none wraps in the loop around"
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
// WHY: Function=no_loop_around {{.*}}; no copy for where none wraps: an array with fewer cells than elements wraps in the two outermost loops"
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
// WHY: Function=triangle {{.*}}; no copy for where none wraps: its bounds depend on the loop around"
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
// WHY: Function=uneven {{.*}}; no copy for where none wraps: by how much a subscript grows in the loop around is not known"
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
// WHY: Function=two {{.*}}; no copy for where none wraps: the loop around has other loops or conditions in it"
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
// WHY: Function=carried {{.*}}; no copy for where none wraps: the loop around carries values"
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

// -----

// What the inner loop starts from is computed in the one around it.
// CHECK-LABEL: func @starts
// CHECK: scf.if
// CHECK: affine.for
// CHECK: %[[START:.*]] = affine.load
// CHECK: scf.for {{.*}} iter_args({{.*}} = %[[START]])
// CHECK-NOT: remsi
// CHECK: } else {
// CHECK: scf.while
// OFF-LABEL: func @starts
// WHY: Function=starts {{.*}}; with a copy for where none wraps in the loop around"
func.func @starts(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %m: index) {
  affine.for %t = 0 to %n {
    affine.for %j = 0 to %n {
      %x = affine.load %B[%j] : memref<?xf32>
      %r = affine.for %i = 0 to %n iter_args(%s = %x) -> (f32) {
        %y = affine.load %A[(%i + %j * symbol(%n) + %t * 5) mod symbol(%m)] : memref<?xf32>
        %z = arith.addf %s, %y : f32
        affine.yield %z : f32
      }
      affine.store %r, %B[%j] : memref<?xf32>
    }
  }
  return
}

// -----

// A condition is around the inner loop.
// CHECK-LABEL: func @condition
// CHECK: scf.while
// CHECK: return
// OFF-LABEL: func @condition
// WHY: Function=condition {{.*}}; no copy for where none wraps: no affine loop is directly around it"
func.func @condition(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %t = 0 to %n {
    affine.for %j = 0 to %n {
      affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%j) {
        affine.for %i = 0 to %n {
          affine.store %x, %A[(%i + %j) mod symbol(%m)] : memref<?xf32>
        }
      }
    }
  }
  return
}
