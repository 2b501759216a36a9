// Arrays of the host's function in launches, in all forms; the emulator lets a
// kernel access nothing else.

// RUN: polymem-run %s --check=report --compare --emulate --emulator-seed=1..3 --check-bounds --sizes=N=37 \
// RUN:   --pipeline='builtin.module(func.func(polymem-tile{sizes=8 mapping=gpu},convert-scratch-to-gpu))' \
// RUN:   | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=8 mapping=gpu},convert-scratch-to-gpu))' \
// RUN:   | FileCheck %s --check-prefix=FORMS
// CHECK-COUNT-3: identical ({{.*}}, 35 changed)
// FORMS-DAG: gpu.alloc (%{{.*}}) : memref<?xf32>
// FORMS-DAG: gpu.host_register
// FORMS-DAG: memref.load %{{.*}}[] : memref<f32>
// FORMS-DAG: gpu.memcpy
// FORMS-DAG: gpu.launch

memref.global "private" constant @weights : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
memref.global "private" @state : memref<4xf32> = dense<1.0>

func.func @f(%A: memref<?xf32> {polymem.shape = ["N"]}, %n: index {polymem.param = "N"}) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %w = memref.get_global @weights : memref<4xf32>
  %m = memref.get_global @state : memref<4xf32>
  %launched = memref.alloc(%n) : memref<?xf32>
  %both = memref.alloc(%n) : memref<?xf32>
  %cell = memref.alloca() : memref<f32>
  memref.store %one, %cell[] : memref<f32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %v = affine.load %cell[] : memref<f32>
    %y = arith.addf %x, %v : f32
    affine.store %y, %launched[%i] : memref<?xf32>
  }
  // Of a step that is not a constant no affine loop is made: the host's.
  %step = arith.divui %n, %n : index
  scf.for %i = %c0 to %n step %step {
    memref.store %one, %both[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %launched[%i] : memref<?xf32>
    %y = affine.load %both[%i] : memref<?xf32>
    %weight = affine.load %w[%i mod 4] : memref<4xf32>
    %z = arith.mulf %x, %weight : f32
    %zz = arith.addf %z, %y : f32
    affine.store %zz, %A[%i] : memref<?xf32>
  }
  affine.for %i = 0 to 4 {
    %x = affine.load %m[%i] : memref<4xf32>
    %y = arith.addf %x, %one : f32
    affine.store %y, %m[%i] : memref<4xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = affine.load %m[%i mod 4] : memref<4xf32>
    %z = arith.subf %x, %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  affine.for %i = 0 to 4 {
    affine.store %one, %m[%i] : memref<4xf32>
  }
  memref.dealloc %both : memref<?xf32>
  return
}
