// A statement of the host that is never executed, and nothing else.
// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-opt %s --polymem-schedule=max-isl-operations=1000 | FileCheck %s
// RUN: polymem-opt %s --polymem-schedule=max-isl-operations=1 | FileCheck %s

// CHECK-LABEL: func.func @never
func.func private @external()
func.func @never() {
  affine.for %i = 1 to 10 {
    affine.if affine_set<(d0) : (2 == 0)>(%i) {
      func.call @external() : () -> ()
    }
  }
  return
}
