// A barrier in a function that some threads of a warp call at one place and the
// others at another.

// RUN: not polymem-run %s --entry=two_calls | FileCheck %s --check-prefix=CALLS

module attributes {gpu.container_module} {
// CALLS: the threads of a block do not all reach the same barrier: {{.*}} in other iterations of a loop, or of another call
gpu.module @calls {
  llvm.func @wait() {
    nvvm.barrier0
    llvm.return
  }
  llvm.func @kernel(%x: i32) attributes {gpu.kernel, nvvm.kernel} {
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %low = llvm.icmp "ult" %t, %c16 : i32
    llvm.cond_br %low, ^low, ^high
  ^low:
    llvm.call @wait() : () -> ()
    llvm.br ^end
  ^high:
    %other = llvm.add %t, %x : i32
    llvm.call @wait() : () -> ()
    llvm.br ^end
  ^end:
    llvm.return
  }
}
func.func @two_calls(%x: i32) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch_func @calls::@kernel blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%x : i32)
  return
}
}
