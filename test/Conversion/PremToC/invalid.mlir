// RUN: polymem-opt %s --prem-print-c --split-input-file --verify-diagnostics -o /dev/null | count 0

// What has no form in C is named, and nothing is printed.

func.func @thread(%A: memref<8xf16>) {
  // expected-error @above {{prem-print-c: 'func.func' has a value of type f16, which C99 has not}}
  return
}
func.func @f(%A: memref<8xf16>) {
  prem.launch @thread(%A) cores 2 : memref<8xf16>
  return
}

// -----

// expected-error @below {{prem-print-c: 'memref<?xf32>' has a size that is not constant}}
func.func @thread(%A: memref<?xf32>) {
  return
}
func.func @f(%A: memref<?xf32>) {
  prem.launch @thread(%A) cores 2 : memref<?xf32>
  return
}

// -----

// expected-error @below {{has 2^31 bytes or more}}
func.func @thread(%A: memref<536870912xf32>) {
  return
}
func.func @f(%A: memref<536870912xf32>) {
  prem.launch @thread(%A) cores 2 : memref<536870912xf32>
  return
}

// -----

// expected-error @below {{prem-print-c: 'func.func' has an array of indices, whose elements have another size in C}}
func.func @thread(%A: memref<8xindex>) {
  return
}
func.func @f(%A: memref<8xindex>) {
  prem.launch @thread(%A) cores 2 : memref<8xindex>
  return
}

// -----

func.func @thread() {
  // expected-error @below {{prem-print-c: 'memref.alloc' has no form in C}}
  %A = memref.alloc() : memref<8xf32>
  prem.barrier
  memref.dealloc %A : memref<8xf32>
  return
}
func.func @f() {
  prem.launch @thread() cores 2
  return
}

// -----

func.func @thread(%n: index) {
  // expected-error @below {{prem-print-c: 'prem.component' has no form in C}}
  prem.component (%k) to (%n) groups [1] {
    prem.barrier
  }
  return
}
func.func @f(%n: index) {
  prem.launch @thread(%n) cores 2 : index
  return
}

// -----

// expected-error @below {{prem-print-c: a function that calls itself, which PREM programs must not}}
func.func @thread() {
  func.call @thread() : () -> ()
  return
}
func.func @f() {
  prem.launch @thread() cores 2
  return
}

// -----

func.func private @elsewhere()
func.func @thread() {
  // expected-error @below {{prem-print-c: calls 'elsewhere', which is not in the module}}
  func.call @elsewhere() : () -> ()
  return
}
func.func @f() {
  prem.launch @thread() cores 2
  return
}

// -----

// expected-error @below {{prem-print-c: 'func.func' has the name 'a.b', which is none in C}}
func.func @a.b() {
  return
}
func.func @f() {
  prem.launch @a.b() cores 2
  return
}

// -----

func.func @thread(%A: memref<8xi64>, %i: index) {
  // expected-error @below {{prem-print-c: 'arith.constant' is an index of more than 32 bits}}
  %n = arith.constant 2147483648 : index
  %x = arith.addi %i, %n : index
  %y = memref.load %A[%x] : memref<8xi64>
  memref.store %y, %A[%i] : memref<8xi64>
  return
}
func.func @f(%A: memref<8xi64>, %i: index) {
  prem.launch @thread(%A, %i) cores 2 : memref<8xi64>, index
  return
}

// -----

func.func @thread(%A: memref<8xf32>, %i: index) {
  // expected-error @below {{prem-print-c: 'arith.constant' is not a number}}
  %n = arith.constant 0x7FC00000 : f32
  memref.store %n, %A[%i] : memref<8xf32>
  return
}
func.func @f(%A: memref<8xf32>, %i: index) {
  prem.launch @thread(%A, %i) cores 2 : memref<8xf32>, index
  return
}

// -----

func.func @thread(%A: memref<8xf32>, %i: index) {
  %x = memref.load %A[%i] : memref<8xf32>
  // expected-error @below {{prem-print-c: 'math.roundeven' has no form in C}}
  %y = math.roundeven %x : f32
  memref.store %y, %A[%i] : memref<8xf32>
  return
}
func.func @f(%A: memref<8xf32>, %i: index) {
  prem.launch @thread(%A, %i) cores 2 : memref<8xf32>, index
  return
}

// -----

func.func @thread(%A: memref<8xf32>, %i: index) {
  // expected-error @below {{prem-print-c: 'scf.while' has no form in C}}
  scf.while : () -> () {
    %x = memref.load %A[%i] : memref<8xf32>
    %c = arith.cmpf ogt, %x, %x : f32
    scf.condition(%c)
  } do {
    prem.barrier
    scf.yield
  }
  return
}
func.func @f(%A: memref<8xf32>, %i: index) {
  prem.launch @thread(%A, %i) cores 2 : memref<8xf32>, index
  return
}

// -----

// expected-warning @below {{prem-print-c: no launch: there is no thread to print}}
module {
  func.func @f() {
    return
  }
}
