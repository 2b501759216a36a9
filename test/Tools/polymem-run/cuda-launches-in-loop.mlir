// Parameters of a launch in a loop take stack memory once, not in each
// iteration: here there is less than a megabyte.

// RUN: ulimit -s 1024; polymem-run %s --cuda --cuda-library=%fake_cuda --sizes=N=1 \
// RUN:   --pipeline='convert-scratch-to-gpu' 2>%t.log | FileCheck %s
// CHECK: launches: N=1: ran
// RUN: grep -c cuLaunchKernel %t.log | FileCheck %s --check-prefix=COUNT
// COUNT: 20000
func.func @launches(%a: memref<?xf32> {polymem.shape = ["N"]}) {
  %c1 = arith.constant 1 : index
  affine.for %t = 0 to 20000 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      %0 = memref.load %a[%tx] : memref<?xf32>
      memref.store %0, %a[%tx] : memref<?xf32>
      gpu.terminator
    }
  }
  return
}
