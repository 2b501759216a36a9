// A machine without threads has no launches to give the steps of a loop to.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{mapping=gpu}))' > %t.mlir
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{mapping=gpu},polymem-join-steps{machine=cpu}))' \
// RUN:   | diff %t.mlir -
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{mapping=gpu},polymem-join-steps))' \
// RUN:   | not diff %t.mlir -

func.func @f(%x: memref<15xf64>, %y: memref<11xf64>) {
  affine.for %t = 0 to 2 {
    affine.for %i = 0 to 1 {
      %v = affine.load %y[0] : memref<11xf64>
      affine.store %v, %y[0] : memref<11xf64>
    }
    %v = affine.load %x[0] : memref<15xf64>
    affine.store %v, %y[0] : memref<11xf64>
  }
  return
}
