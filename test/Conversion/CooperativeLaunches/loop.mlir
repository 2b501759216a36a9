// A loop that launches two kernels is one launch: blocks share each grid, then
// wait for each other. It has as many blocks as the larger grid at most.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-cooperative-launches{mode=always}, canonicalize, cse))' | FileCheck %s

// CHECK-LABEL: func @steps
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?xf32>, %[[B:[a-z0-9]+]]: memref<?xf32>, %[[N:[a-z0-9]+]]: index, %[[T:[a-z0-9]+]]: index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[CORES:.*]] = arith.constant {{[0-9]+}} : index
// CHECK: %[[MORE:.*]] = arith.addi %[[N]], %{{.*}}
// CHECK: %[[MOST:.*]] = arith.maxsi %[[N]], %[[MORE]]
// CHECK: %[[SOME:.*]] = arith.maxsi %[[MOST]], %[[C1]]
// CHECK: %[[BLOCKS:.*]] = arith.minsi %[[SOME]], %[[CORES]]
// CHECK: %[[COUNTER:.*]] = gpu.alloc () : memref<1xi32>
// CHECK: gpu.memset %[[COUNTER]], %[[C0_I32]]
// CHECK: gpu.launch blocks(%[[BX:[a-z0-9]+]], %{{.*}}, %{{.*}}) in (%[[GX:[a-z0-9]+]] = %[[BLOCKS]], %{{.*}} = %[[C1]], %{{.*}} = %[[C1]]) threads(%[[TX:[a-z0-9]+]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[C64]], %{{.*}} = %[[C1]], %{{.*}} = %[[C1]]) module(@kernels) function(@first) {
// CHECK:   scf.for %[[STEP:[a-z0-9]+]] = %[[C0]] to %[[T]] step %[[C1]] {
// CHECK:     scf.for %[[X:[a-z0-9]+]] = %[[BX]] to %[[N]] step %[[GX]] {
// CHECK:       %[[I:.*]] = arith.muli %[[X]], %[[C64]]
// CHECK:       arith.addi %[[I]], %[[TX]]
// CHECK:     }
// CHECK:     scratch.grid_barrier %[[COUNTER]]
// CHECK:     scf.for %{{.*}} = %[[BX]] to %[[MORE]] step %[[GX]] {
// CHECK:     }
// CHECK:     scratch.grid_barrier %[[COUNTER]]
// CHECK:   }
// CHECK:   gpu.terminator
// CHECK: gpu.dealloc %[[COUNTER]]
// CHECK-NOT: gpu.launch
func.func @steps(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  scf.for %step = %c0 to %steps step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
               module(@kernels) function(@first) {
      %first = arith.muli %bx, %c64 : index
      %i = arith.addi %first, %tx : index
      %a = memref.load %A[%i] : memref<?xf32>
      memref.store %a, %B[%i] : memref<?xf32>
      gpu.terminator
    }
    %more = arith.addi %n, %c3 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %more, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
               module(@kernels) function(@second) {
      %first = arith.muli %bx, %c64 : index
      %i = arith.addi %first, %tx : index
      %b = memref.load %B[%i] : memref<?xf32>
      memref.store %b, %A[%i] : memref<?xf32>
      gpu.terminator
    }
  }
  return
}
