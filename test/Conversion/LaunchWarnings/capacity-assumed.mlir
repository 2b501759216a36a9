// RUN: polymem-opt %s -verify-diagnostics -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-warn-launches{assume=M=100}))"
// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-warn-launches{assume=M=100,N=581}))" \
// RUN:   | FileCheck %s --check-prefix=FITS --allow-empty
// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-warn-launches{assume=M=100,N=582}))" \
// RUN:   | FileCheck %s --check-prefix=TOO-MANY

// Given sizes stay as they are; what fits for them is no matter for a warning.

// FITS-NOT: warning:
// TOO-MANY: warning: the buffers of this launch grow with sizes, {{.*}}: they do not fit for the sizes given in 'assume'

#box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0, d1), extents = ()[s0, s1] -> (s0, s1)>
func.func @two(%A: memref<?x?xf32>, %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  // expected-warning@+1 {{they fit up to N = 581;}}
  scratch.tile (%i) = (%c0) to (%M) step (%c32) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%M, %N)[%M, %N] : memref<?x?xf32, #box, #gpu.address_space<workgroup>>
  }
  return
}
