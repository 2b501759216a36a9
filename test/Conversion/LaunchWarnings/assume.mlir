// RUN: polymem-opt %s -verify-diagnostics -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-tile{mapping=gpu},polymem-warn-launches{assume=M=300,arg2=4000}))"
// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-tile{mapping=gpu},polymem-warn-launches{assume=M=100000}))" \
// RUN:   | FileCheck %s --check-prefix=MANY --allow-empty
// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-tile{mapping=gpu},polymem-warn-launches{assumed-size=2000}))" \
// RUN:   | FileCheck %s --check-prefix=OTHERS
// RUN: not polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-warn-launches{assume=M:300}))" \
// RUN:   | FileCheck %s --check-prefix=TEXT
// RUN: not polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-warn-launches{assumed-size=0}))" \
// RUN:   | FileCheck %s --check-prefix=SIZE

// MANY-NOT: warning:
// OTHERS: warning: this launch has 8 blocks for the 132 parallel units of 'nvidia-h200' (assuming M = 2000)
// TEXT: error: polymem-warn-launches: option 'assume' has 'M:300'; write a size and its value, as in N=1000
// SIZE: error: polymem-warn-launches: option 'assumed-size' is 0; give 1 or more
func.func @sums(%A: memref<?x?xf32>, %M: index {polymem.param = "M"}, %N: index,
                %y: memref<?xf32>) {
  // expected-warning@+1 {{this launch has 2 blocks for the 132 parallel units of 'nvidia-h200' (assuming M = 300)}}
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %c = affine.load %y[%i] : memref<?xf32>
      %e = arith.addf %c, %a : f32
      affine.store %e, %y[%i] : memref<?xf32>
    }
  }
  return
}
