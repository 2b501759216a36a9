// Kernels with other shapes of blocks: threads are numbered as they are in them,
// and those that a kernel does not have do not come to its barriers. Grids of
// several dimensions are dealt as one.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-cooperative-launches{mode=always}, canonicalize, cse))' | FileCheck %s

#shared = #gpu.address_space<workgroup>

// CHECK-LABEL: func @steps
// CHECK-SAME: %{{.*}}: memref<?x?xf32>, %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index, %{{.*}}: index
// CHECK-DAG: %[[C256:.*]] = arith.constant 256 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[C64_I32:.*]] = arith.constant 64 : i32
// CHECK: %[[ALL:[a-z0-9]+]] = arith.muli %[[N]], %[[M]]
// CHECK: gpu.launch blocks(%[[B:[a-z0-9]+]], %{{.*}}, %{{.*}}) in (%[[G:[a-z0-9]+]] = %{{.*}}, {{.*}}) threads(%[[T:[a-z0-9]+]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[C256]], %{{.*}} = %[[C1]], %{{.*}} = %[[C1]])
// CHECK: scf.for %[[K:[a-z0-9]+]] = %[[B]] to %[[ALL]] step %[[G]] {
// CHECK:   arith.remui %[[K]], %[[N]]
// CHECK:   arith.divui %[[K]], %[[N]]
// CHECK:   arith.remui %[[T]], %[[C32]]
// CHECK:   arith.divui %[[T]], %[[C32]]
// CHECK: }
// CHECK: scratch.grid_barrier
// CHECK: scf.for
// CHECK:   %[[TAKES:.*]] = arith.cmpi ult, %[[T]], %[[C64]]
// CHECK:   scf.if %[[TAKES]] {
// CHECK:     memref.store
// CHECK:     nvvm.barrier id = %[[C1_I32]] number_of_threads = %[[C64_I32]]
// CHECK:   }
// CHECK:   gpu.barrier
// CHECK: }
// CHECK: scratch.grid_barrier
func.func @steps(%A: memref<?x?xf32>, %n: index, %m: index, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c63 = arith.constant 63 : index
  scf.for %step = %c0 to %steps step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %m, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c8, %sz = %c1) {
      %x = arith.muli %bx, %c32 : index
      %i = arith.addi %x, %tx : index
      %y = arith.muli %by, %c8 : index
      %j = arith.addi %y, %ty : index
      %a = memref.load %A[%j, %i] : memref<?x?xf32>
      %b = arith.addf %a, %a : f32
      memref.store %b, %A[%j, %i] : memref<?x?xf32>
      gpu.terminator
    }
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
               workgroup(%s : memref<64xf32, #shared>) {
      %a = memref.load %A[%bx, %tx] : memref<?x?xf32>
      memref.store %a, %s[%tx] : memref<64xf32, #shared>
      gpu.barrier
      %o = arith.subi %c63, %tx : index
      %b = memref.load %s[%o] : memref<64xf32, #shared>
      memref.store %b, %A[%bx, %tx] : memref<?x?xf32>
      gpu.terminator
    }
  }
  return
}
