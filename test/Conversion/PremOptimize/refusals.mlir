// What is refused is left as it is, with a reason.
// RUN: polymem-opt %s --split-input-file --polymem-prem-optimize --remarks-filter=polymem-prem-optimize --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: polymem-opt %s --split-input-file --polymem-prem-optimize | FileCheck %s --check-prefix=SAME
// SAME-NOT: prem.plan = #prem.plan<tile = [7
// SAME: prem.plan = #prem.plan<tile = [3]>
// SAME-NOT: prem.plan
// SAME: func.func @corners
// SAME: prem.plan = #prem.plan<
// SAME-NOT: prem.plan
// SAME: func.func @stencil

// CHECK: remark: [Analysis] PlanGiven
func.func @given(%x: memref<60xf32>) {
  affine.for %i = 0 to 60 {
    %a = affine.load %x[%i] : memref<60xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %x[%i] : memref<60xf32>
  } {prem.plan = #prem.plan<tile = [3]>}
  return
}

// -----

// CHECK: remark: [Missed] UnknownTrips
// CHECK-SAME: how many iterations a loop has is not known
func.func @unknown(%x: memref<60xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<60xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %x[%i] : memref<60xf32>
  }
  return
}

// -----

// CHECK: remark: [Missed] UnsupportedLoop
// CHECK-SAME: the loop carries values
func.func @carried(%x: memref<60xf32>, %y: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 60 iter_args(%s = %zero) -> f32 {
    %a = affine.load %x[%i] : memref<60xf32>
    %t = arith.addf %a, %s : f32
    affine.yield %t : f32
  }
  affine.store %sum, %y[0] : memref<1xf32>
  return
}

// -----

// Two boxes that a segment stores each count as the whole array in the search.
// CHECK: remark: [Passed]
// CHECK-SAME: Function=corners
// CHECK-SAME: by tile sizes alone at most
func.func @corners(%x: memref<7x7xf32>) {
  %two = arith.constant 2.0 : f32
  affine.for %t = 0 to 2 {
    affine.for %i = affine_map<(t) -> (t)>(%t) to 7 {
      affine.store %two, %x[%i, %t] : memref<7x7xf32>
      affine.store %two, %x[%t, %i] : memref<7x7xf32>
    }
  }
  return
}

// -----

// CHECK: remark: [Missed] UnknownTrips
// CHECK-SAME: Function=around
// CHECK: remark: [Missed] UnknownExecutions
func.func @around(%x: memref<60xf32>, %y: memref<60xf32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 1 to 59 {
      %a = affine.load %x[%i - 1] : memref<60xf32>
      %b = affine.load %x[%i + 1] : memref<60xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %y[%i] : memref<60xf32>
    }
    affine.for %i = 1 to 59 {
      %a = affine.load %y[%i - 1] : memref<60xf32>
      %b = affine.load %y[%i + 1] : memref<60xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %x[%i] : memref<60xf32>
    }
  }
  return
}

// -----

// CHECK: remark: [Missed] NotModelled
// CHECK-SAME: too many iterations
func.func @many(%x: memref<60xf32>) {
  affine.for %i = 0 to 60000 {
    affine.for %j = 0 to 60000 {
      affine.for %k = 0 to 60000 {
        %a = affine.load %x[0] : memref<60xf32>
        %s = arith.addf %a, %a : f32
        affine.store %s, %x[0] : memref<60xf32>
      }
    }
  }
  return
}

// -----

// Where data say which element is accessed, all of the array has to fit.
// CHECK: remark: [Missed] NoComponent
func.func @indirect(%x: memref<900000xf32>, %p: memref<60xindex>, %y: memref<60xf32>) {
  affine.for %i = 0 to 60 {
    %k = affine.load %p[%i] : memref<60xindex>
    %a = memref.load %x[%k] : memref<900000xf32>
    affine.store %a, %y[%i] : memref<60xf32>
  }
  return
}

// -----

// Tiles of one plane share out the loads of a stencil in another way than others: the plan is timed as it is
// compiled, and there is no bound.
// CHECK: remark: [Passed] ModelDiffers
// CHECK-SAME: as smaller tiles let expect: tile = [1], {{.*}} cycles, of {{[0-9]+}} plans
func.func @stencil(%x: memref<10x400xf32>, %y: memref<10xf32>) {
  affine.for %i = 1 to 9 {
    affine.for %k = 1 to 399 {
      %a = affine.load %x[%i - 1, %k] : memref<10x400xf32>
      %b = affine.load %x[%i + 1, %k] : memref<10x400xf32>
      %c = affine.load %x[%i, %k - 1] : memref<10x400xf32>
      %d = affine.load %x[%i, %k + 1] : memref<10x400xf32>
      %e = arith.addf %a, %b : f32
      %f = arith.addf %c, %d : f32
      %g = arith.addf %e, %f : f32
      %h = affine.load %y[%i] : memref<10xf32>
      %s = arith.addf %g, %h : f32
      affine.store %s, %y[%i] : memref<10xf32>
    }
  }
  return
}
