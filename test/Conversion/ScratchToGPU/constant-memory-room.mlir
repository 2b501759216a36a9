// The smallest arrays come first, as long as there is room: here on a machine
// with 64 bytes of constant memory, of which each array takes multiples of 16.

// RUN: sed 's/"bytes": 65536/"bytes": 64/' %polymem_src/machines/nvidia-h200.json > %t.json
// RUN: polymem-opt %s -split-input-file --convert-scratch-to-gpu=machine=%t.json --remarks-filter=convert-scratch-to-gpu --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK
// RUN: %python %polymem_src/test/Machine/Inputs/without-memory.py %polymem_src/machines/nvidia-h200.json constant > %t.json
// RUN: polymem-opt %s -split-input-file --convert-scratch-to-gpu=machine=%t.json | FileCheck %s --check-prefix=NONE
// RUN: polymem-opt %s -split-input-file --convert-scratch-to-gpu=device-copies | FileCheck %s --check-prefix=COPIES
// With copies of all other arrays, too, and 64 KB.
// COPIES-NOT: gpu.memcpy %{{.*}}, %{{.*}} : memref<16xf32>
// COPIES-COUNT-6: polymem.constant_memory
// NONE-NOT: polymem.constant_memory

// REMARK-DAG: large is not for constant memory: its 64 bytes, after those of smaller arrays, exceed the 64 bytes of constant memory
// REMARK-DAG: small goes to the constant memory of kernels: 8 bytes
// REMARK-DAG: huge is not for constant memory: its 68 bytes, after those of smaller arrays, exceed the 64 bytes of constant memory
// CHECK-LABEL: func @room
// CHECK-DAG: memref.get_global @large : memref<16xf32>{{$}}
// CHECK-DAG: memref.get_global @huge : memref<17xf32>{{$}}
// CHECK: gpu.launch
// CHECK-NEXT: memref.get_global @small : memref<2xf32> {polymem.constant_memory}
// CHECK-NOT: polymem.constant_memory
memref.global "private" constant @large : memref<16xf32> = dense<[1.,2.,3.,4.,5.,6.,7.,8.,9.,10.,11.,12.,13.,14.,15.,16.]>
memref.global "private" constant @huge : memref<17xf32> = dense<[1.,2.,3.,4.,5.,6.,7.,8.,9.,10.,11.,12.,13.,14.,15.,16.,17.]>
memref.global "private" constant @small : memref<2xf32> = dense<[1.,2.]>
func.func @room(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %u = memref.get_global @large : memref<16xf32>
  %v = memref.get_global @small : memref<2xf32>
  %w = memref.get_global @huge : memref<17xf32>
  scratch.tile (%i) = (%c0) to (%c2) step (%c1) mapping [#gpu.block<x>] {
    %x = affine.load %u[%i] : memref<16xf32>
    %y = affine.load %v[%i] : memref<2xf32>
    %z = affine.load %w[%i] : memref<17xf32>
    %s = arith.addf %x, %y : f32
    %t = arith.addf %s, %z : f32
    affine.store %t, %A[%i] : memref<32xf32>
  }
  return
}

// -----

// All of it for one array, or two of the same size, whose names decide.

// REMARK-DAG: all goes to the constant memory of kernels: 64 bytes
// CHECK-LABEL: func @full
// CHECK: memref.get_global @all : memref<16xf32> {polymem.constant_memory}
memref.global "private" constant @all : memref<16xf32> = dense<[1.,2.,3.,4.,5.,6.,7.,8.,9.,10.,11.,12.,13.,14.,15.,16.]>
func.func @full(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %u = memref.get_global @all : memref<16xf32>
  scratch.tile (%i) = (%c0) to (%c2) step (%c1) mapping [#gpu.block<x>] {
    %x = affine.load %u[%i] : memref<16xf32>
    affine.store %x, %A[%i] : memref<32xf32>
  }
  return
}

// -----

// REMARK-DAG: alpha goes to the constant memory of kernels: 36 bytes
// REMARK-DAG: beta is not for constant memory: its 36 bytes, after those of smaller arrays, exceed the 64 bytes of constant memory
// CHECK-LABEL: func @equals
// CHECK: memref.get_global @alpha : memref<9xf32> {polymem.constant_memory}
// CHECK-NOT: polymem.constant_memory
memref.global "private" constant @beta : memref<9xf32> = dense<[1.,2.,3.,4.,5.,6.,7.,8.,9.]>
memref.global "private" constant @alpha : memref<9xf32> = dense<[1.,2.,3.,4.,5.,6.,7.,8.,9.]>
func.func @equals(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %u = memref.get_global @beta : memref<9xf32>
  %v = memref.get_global @alpha : memref<9xf32>
  scratch.tile (%i) = (%c0) to (%c2) step (%c1) mapping [#gpu.block<x>] {
    %x = affine.load %u[%i] : memref<9xf32>
    %y = affine.load %v[%i] : memref<9xf32>
    %s = arith.addf %x, %y : f32
    affine.store %s, %A[%i] : memref<32xf32>
  }
  return
}
