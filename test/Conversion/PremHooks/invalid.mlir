// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(prem-tell-accesses))' --split-input-file --verify-diagnostics

// What cannot be told is an error: a checker that knows of some accesses only would say wrong things.

#all = #prem.box<lower = [(d0) -> (0)], upper = [(d0) -> (8)]>
func.func @main_memory(%A: memref<8xf32>) {
  %m = arith.constant 8 : index
  prem.component (%k) to (%m) groups [1] {
    // expected-error @below {{prem-tell-accesses: 'affine.load' accesses memory that is no buffer}}
    %x = affine.load %A[%k] : memref<8xf32>
  }
  return
}

// -----

func.func @view() {
  %m = arith.constant 8 : index
  prem.component (%k) to (%m) groups [1] {
    %b = prem.stream rw resident : memref<8xf32>
    // expected-error @below {{prem-tell-accesses: 'memref.cast' accesses a buffer in a way that is not told}}
    %v = memref.cast %b : memref<8xf32> to memref<?xf32>
  }
  return
}

// -----

func.func @stored() {
  %m = arith.constant 8 : index
  prem.component (%k) to (%m) groups [1] {
    %b = prem.stream rw resident : memref<8xf32>
    // expected-error @below {{prem-tell-accesses: 'affine.vector_load' accesses a buffer in a way that is not told}}
    %v = affine.vector_load %b[%k] : memref<8xf32>, vector<4xf32>
  }
  return
}

// -----

func.func private @other()
func.func @call() {
  %m = arith.constant 8 : index
  prem.component (%k) to (%m) groups [1] {
    // expected-error @below {{prem-tell-accesses: 'func.call' has no class of operations}}
    func.call @other() : () -> ()
  }
  return
}
