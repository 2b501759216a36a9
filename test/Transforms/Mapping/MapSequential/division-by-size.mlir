// Subscripts and bounds may divide by a size.

// RUN: polymem-opt %s --polymem-map-sequential | FileCheck %s
// RUN: polymem-run %s --entry=divide --compare --emulate --machine=nvidia-h200 \
// RUN:   --sizes=n=1,w=1 --sizes=n=23,w=5 --sizes=n=4,w=9

// CHECK-LABEL: func.func @divide
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK:   affine.for %{{.*}} = 0 to #
func.func @divide(%n: index {polymem.param = "n"}, %w: index {polymem.param = "w"},
                  %A: memref<?xf32> {polymem.shape = ["n"]}) {
  affine.for %i = 0 to affine_map<()[s0, s1] -> (s0 floordiv s1)>()[%n, %w] {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %A[(%i + symbol(%n) - 1) mod symbol(%n)] : memref<?xf32>
  }
  return
}
