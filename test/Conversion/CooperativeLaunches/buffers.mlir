// Buffers of one type in several kernels are one; with dynamic shared memory in
// one of them, all lie in it, each kernel's from the beginning.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-cooperative-launches{mode=always}, canonicalize, cse))' --split-input-file | FileCheck %s

#shared = #gpu.address_space<workgroup>

// CHECK-LABEL: func @one
// CHECK: gpu.launch {{.*}} workgroup(%[[S:.*]] : memref<64xf32, #gpu.address_space<workgroup>>, %[[I:.*]] : memref<64xi32, #gpu.address_space<workgroup>>) {
// CHECK: memref.store %{{.*}}, %[[S]][
// CHECK: memref.store %{{.*}}, %[[I]][
// CHECK: memref.store %{{.*}}, %[[S]][
func.func @one(%n: index, %steps: index, %f: f32, %i: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %step = %c0 to %steps step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
               workgroup(%s : memref<64xf32, #shared>) {
      memref.store %f, %s[%tx] : memref<64xf32, #shared>
      gpu.terminator
    }
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
               workgroup(%s : memref<64xi32, #shared>, %t : memref<64xf32, #shared>) {
      memref.store %i, %s[%tx] : memref<64xi32, #shared>
      memref.store %f, %t[%tx] : memref<64xf32, #shared>
      gpu.terminator
    }
  }
  return
}

// -----

#shared = #gpu.address_space<workgroup>

// CHECK-LABEL: func @dynamic
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[BYTES:.*]] = arith.constant 4096 : i32
// CHECK: gpu.launch {{.*}} dynamic_shared_memory_size %[[BYTES]] {
// CHECK: %[[M:.*]] = gpu.dynamic_shared_memory
// CHECK: memref.view %[[M]][%[[C0]]][] : {{.*}} to memref<3xf32,
// CHECK: memref.view %[[M]][%[[C16]]][] : {{.*}} to memref<64xf32,
// CHECK: memref.view %{{.*}}[%[[C0]]][] : {{.*}} to memref<1024xf32,
func.func @dynamic(%n: index, %steps: index, %f: f32, %i: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %bytes = arith.constant 4096 : i32
  scf.for %step = %c0 to %steps step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
               workgroup(%s : memref<3xf32, #shared>, %t : memref<64xf32, #shared>) {
      memref.store %f, %s[%c1] : memref<3xf32, #shared>
      memref.store %f, %t[%tx] : memref<64xf32, #shared>
      gpu.terminator
    }
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
               dynamic_shared_memory_size %bytes {
      %m = gpu.dynamic_shared_memory : memref<?xi8, #shared>
      %s = memref.view %m[%c0][] : memref<?xi8, #shared> to memref<1024xf32, #shared>
      memref.store %f, %s[%tx] : memref<1024xf32, #shared>
      gpu.terminator
    }
  }
  return
}
