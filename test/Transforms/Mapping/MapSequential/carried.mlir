// Values that a loop around a launch carries go through memory, so that what
// computes them need not stay on the host.

// RUN: polymem-opt %s --polymem-tile="mapping=gpu" --polymem-map-sequential \
// RUN:   --remarks-filter=polymem-map-sequential --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: not grep OnHost %t.remarks
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: polymem-run %s --compare --uninterpreted --emulate --check --sizes=N=9 --sizes=N=1 --emulator-seed=0..3 \
// RUN:   --pipeline='polymem-tile{mapping=gpu},polymem-map-sequential,convert-scratch-to-gpu'

// REMARK: CarriedInMemory {{.*}}values that loops carry go through memory: 2 of 2 operations need not stay on the host

// CHECK-LABEL: @f
// CHECK-NOT:  iter_args
// CHECK:      scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK:        affine.for
// CHECK:          scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK:            arith.addf
func.func @f(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %zero = arith.constant 0.0 : f32
  %last = affine.for %k = 1 to %N iter_args(%s = %zero) -> f32 {
    %x = affine.load %A[%k] : memref<?xf32>
    %t = arith.addf %s, %x : f32
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %y = affine.load %A[%i] : memref<?xf32>
      %u = arith.mulf %t, %y : f32
      affine.store %u, %A[%i] : memref<?xf32>
    }
    affine.yield %t : f32
  }
  affine.store %last, %A[0] : memref<?xf32>
  return
}
