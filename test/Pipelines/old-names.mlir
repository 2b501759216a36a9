// A pass by the name that it once had, with its options.
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(scratch-map-storage{powers-of-two=true}))' 2>&1 >%t.mlir | FileCheck %s
// RUN: polymem-opt %s --scratch-map-storage=slack=3 2>&1 >/dev/null | FileCheck %s
// CHECK: warning: the pass 'scratch-map-storage' is called 'polymem-map-storage' now
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-map-storage{powers-of-two=true}))' | diff %t.mlir -

// RUN: not polymem-opt %s --scratch-map-storage=slacks=3 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: no such option slacks

#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (9, 66)>
func.func @steps(%out: memref<?x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c65 = arith.constant 65 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%b) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    %a = scratch.alloc() : memref<9x66xf32, #box, #gpu.address_space<workgroup>>
    affine.for %i = 0 to 66 {
      affine.store %zero, %a[0, %i] : memref<9x66xf32, #box, #gpu.address_space<workgroup>>
    }
    affine.for %t = 1 to 9 {
      scratch.tile (%i) = (%c1) to (%c65) step (%c1) mapping [#gpu.thread<x>] {
        %0 = memref.load %a[%c0, %i] : memref<9x66xf32, #box, #gpu.address_space<workgroup>>
        affine.store %0, %out[%b, %i - 1] : memref<?x64xf32>
      }
    }
  }
  return
}
