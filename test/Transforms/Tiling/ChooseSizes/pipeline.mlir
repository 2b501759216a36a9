// sizes=auto: a nest has the sizes that the model finds best for those that are assumed; two nests
// of a function may have different ones, and a nest with sizes of its own keeps them.
// RUN: polymem-opt %s --polymem-to-ptx="emit=cost sizes=auto assume=M=512,N=64" 2>&1 >/dev/null | FileCheck %s
// RUN: polymem-run %s --entry=f --compare --uninterpreted --emulate --check --sizes=M=70,N=37 --pipeline='polymem-to-emulator{sizes=auto}' | FileCheck %s --check-prefix=EQUAL

// CHECK: launch 1: {{.*}} 1 launch, {{64|128}} blocks of 256 threads
// CHECK: launch 2: {{.*}} 1 launch, 40 blocks of
// EQUAL: identical
func.func @f(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
             %y: memref<?xf32> {polymem.shape = ["M"]},
             %z: memref<4000xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = affine.load %y[%i] : memref<?xf32>
      %q = arith.divf %s, %a : f32
      %t = math.sqrt %q : f32
      affine.store %t, %y[%i] : memref<?xf32>
    }
  }
  affine.for %i = 0 to 4000 {
    %a = affine.load %z[%i] : memref<4000xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %z[%i] : memref<4000xf32>
  } {polymem.tile_sizes = [100]}
  return
}
