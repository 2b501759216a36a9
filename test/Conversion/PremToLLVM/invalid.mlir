// RUN: polymem-opt %s --convert-prem-to-llvm --split-input-file --verify-diagnostics

func.func @component(%n: index) {
  // expected-error @below {{convert-prem-to-llvm: 'prem.component' is not lowered; prem-expand-components comes before}}
  prem.component (%k) to (%n) groups [1] {
  }
  return
}

// -----

func.func @dynamic(%id: i32, %A: memref<?xf32>, %n: index) {
  // expected-error @below {{convert-prem-to-llvm: 'memref<?xf32>' has a size that is not constant}}
  prem.swap %id, %A[%n] sizes [%n] shape [8] : memref<?xf32>
  return
}

// -----

func.func @layout(%id: i32, %A: memref<8xf32, strided<[2]>>, %n: index) {
  // expected-error @below {{convert-prem-to-llvm: 'memref<8xf32, strided<[2]>>' has a layout}}
  prem.swap %id, %A[%n] sizes [%n] shape [8] : memref<8xf32, strided<[2]>>
  return
}

// -----

func.func @large(%id: i32, %A: memref<65536x8192xf32>, %n: index) {
  // expected-error @below {{has 2^31 bytes or more; sizes of the PREM run-time have 32 bits}}
  prem.swap %id, %A[%n, %n] sizes [%n, %n] shape [8, 8] : memref<65536x8192xf32>
  return
}

// -----

func.func @elements(%id: i32, %A: memref<8xvector<4xf32>>, %n: index) {
  // expected-error @below {{has elements that are no numbers}}
  prem.swap %id, %A[%n] sizes [%n] shape [8] : memref<8xvector<4xf32>>
  return
}

// -----

func.func @thread(%v: vector<4xf32>) {
  return
}
func.func @argument(%v: vector<4xf32>) {
  // expected-error @below {{convert-prem-to-llvm: an argument of type 'vector<4xf32>' is neither an array nor a number}}
  prem.launch @thread(%v) cores 2 : vector<4xf32>
  return
}

// -----

// expected-error @below {{convert-prem-to-llvm: 'prem_dispatch' is the name of a function of the run-time}}
func.func @prem_dispatch() {
  prem.dispatch
  return
}
