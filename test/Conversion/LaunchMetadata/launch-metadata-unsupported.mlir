// What launch metadata cannot say is not left out: there is a warning, and the
// function's actions are "unsupported", with the reasons.

// RUN: polymem-opt %s --polymem-launch-metadata=output=%t.json -o %t.mlir -verify-diagnostics
// RUN: %python %polymem_src/test/Execution/LaunchMetadata/Inputs/validate.py \
// RUN:   %polymem_src/share/launch-metadata.schema.json %t.json
// RUN: FileCheck %s --input-file=%t.json
// RUN: polymem-opt %s -o %t.same.mlir && diff %t.same.mlir %t.mlir

module attributes {gpu.container_module} {
  // CHECK:     "name": "store"
  // CHECK:     "host": "unsupported"
  // CHECK:     "operation": "memref.store"
  // CHECK:     "reason": "the host does this itself"
  // CHECK:     "operation": "func.call"
  func.func @store(%A: memref<?xf32>, %x: f32) {
    %c1 = arith.constant 1 : index
    // expected-warning@+1 {{the launch metadata does not say what the host does in 'store': 'memref.store': the host does this itself (and 1 more)}}
    memref.store %x, %A[%c1] : memref<?xf32>
    func.call @ext() : () -> ()
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c1 : index)
    return
  }
  func.func private @ext()

  // The first cause is told: that a sum has no formula would help nobody.
  // CHECK:     "name": "unsigned"
  // CHECK:     "host": "unsupported"
  // CHECK:     "operation": "arith.shrui"
  func.func @unsigned(%n: index) {
    %c1 = arith.constant 1 : index
    // expected-warning@+1 {{in 'unsigned': 'arith.shrui': there is no formula for what it computes}}
    %q = arith.shrui %n, %n : index
    %sum = arith.addi %q, %c1 : index
    gpu.launch_func @kernels::@k blocks in (%sum, %c1, %c1) threads in (%c1, %c1, %c1) args(%sum : index)
    return
  }

  // What no launch and no condition needs, needs no formula.
  // CHECK:     "name": "unused"
  // CHECK:     "host": [
  func.func @unused(%n: index) {
    %c1 = arith.constant 1 : index
    %q = arith.shrui %n, %n : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c1 : index)
    return
  }

  // CHECK:     "name": "results"
  // CHECK:     "host": "unsupported"
  func.func @results(%n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-warning@+1 {{in 'results': 'scf.for': a loop has results (and 1 more)}}
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
      %t = arith.addi %s, %i : index
      scf.yield %t : index
    }
    %p = arith.cmpi eq, %n, %c0 : index
    %x = scf.if %p -> index {
      scf.yield %c0 : index
    } else {
      scf.yield %c1 : index
    }
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c1 : index)
    return
  }

  // CHECK:     "name": "blocks"
  // CHECK:     "operation": "func.func"
  // CHECK:     "reason": "its host code has several basic blocks"
  // expected-warning@+1 {{in 'blocks': 'func.func': its host code has several basic blocks}}
  func.func @blocks(%p: i1) {
    %c1 = arith.constant 1 : index
    cf.cond_br %p, ^a, ^b
  ^a:
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c1 : index)
    cf.br ^b
  ^b:
    return
  }

  // CHECK:     "name": "argument"
  // CHECK-NEXT: "arguments": [{"kind": "unsupported", "name": "arg0", "type": "vector<4xf32>"}]
  // expected-warning@+1 {{in 'argument': 'func.func': its argument arg0 is neither a number nor a memref}}
  func.func @argument(%v: vector<4xf32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c1 : index)
    return
  }

  // A kernel with a parameter that is neither number nor pointer.
  // CHECK:     "name": "parameter"
  // CHECK:     "reason": "parameters of the kernel are not numbers or pointers"
  func.func @parameter(%n: index) {
    %c1 = arith.constant 1 : index
    // expected-warning@+1 {{in 'parameter': 'gpu.launch_func': parameters of the kernel are not numbers or pointers}}
    gpu.launch_func @kernels::@v blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c1 : index)
    return
  }

  // A function without launches is not there.
  // CHECK-NOT: "no_launch"
  func.func @no_launch() {
    return
  }

  gpu.module @kernels {
    llvm.func @k(%i: i64) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
    llvm.func @v(%i: vector<2xf32>) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}
