// Orders that cannot be used are errors, and the function stays as it is.

// RUN: polymem-opt %s --polymem-schedule=load-schedule=%S/Inputs/orders --split-input-file --verify-diagnostics
// RUN: not polymem-opt %s --polymem-schedule=load-schedule=%S/Inputs/orders --split-input-file --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s
// RUN: not polymem-opt %s --split-input-file --polymem-schedule=save-schedule=%t/none -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAVE

// SAVE: error: polymem-schedule: cannot open output file '{{.*}}none/{{.*}}.yaml': No such file or directory

// CHECK: IR Dump After {{.*}}Failed
// CHECK: func.func @text(
// CHECK-NEXT: %{{.*}} = arith.constant
// CHECK-NEXT: affine.for %{{.*}} = 0 to

// expected-error-re @below {{the schedule in '{{.*}}text.yaml' cannot be used: it is no schedule tree in isl's notation}}
func.func @text(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// expected-error-re @below {{empty.yaml' cannot be used: it is no schedule tree in isl's notation}}
func.func @empty(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// expected-error @below {{it has no place for the instances [arg1] -> { S0[}}
func.func @missing(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// expected-error @below {{it has no place for the instances}}
func.func @filtered(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// expected-error @below {{it has several places for some instances}}
func.func @twice(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// expected-error @below {{it has instances that the function has not: [arg1] -> { S0[i0 = arg1] : arg1 >= 0 }}}
func.func @unknown(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// expected-error-re @below {{it does not respect a flow dependence on arg0 from S0[i0 = 1] {{.*}} to S0[i0 = 2] {{.*}} with arg1 = 3}}
func.func @dependence(%A: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %x = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// At the same time is not before.
// expected-error-re @below {{it does not respect a flow dependence on arg0 from S0[i0 = 2] {{.*}} to S0[i0 = 3]}}
func.func @together(%A: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %x = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// expected-error @below {{it has a node other than bands, sequences, sets and filters}}
func.func @node(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
