// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-require-kernels -o /dev/null

// expected-error@+1 {{no function of this module has a kernel: PolyMem makes kernels of affine loops (affine.for) on memrefs}}
module {
  func.func @f() {
    return
  }
}

// -----

module {
  func.func @f() {
    %c1 = arith.constant 1 : index
    gpu.launch blocks(%a, %b, %c) in (%d = %c1, %e = %c1, %f = %c1)
        threads(%g, %h, %i) in (%j = %c1, %k = %c1, %l = %c1) {
      gpu.terminator
    }
    return
  }
}
