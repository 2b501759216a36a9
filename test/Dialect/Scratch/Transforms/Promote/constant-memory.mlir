// Constant globals that all threads read alike are left to constant memory, not
// staged: but for buffers in the default memory space, without the option, on a
// machine that has none, or where everything is to be staged.

// RUN: polymem-opt %s --scratch-promote --remarks-filter=scratch-promote --remark-format=emitRemark 2>%t | FileCheck %s
// RUN: FileCheck %s --input-file=%t --check-prefix=REMARK
// RUN: polymem-opt %s --scratch-promote=print-plan 2>&1 >/dev/null | FileCheck %s --check-prefix=PLAN
// RUN: polymem-opt %s --scratch-promote=constant-memory=false | FileCheck %s --check-prefix=STAGED
// RUN: polymem-opt %s --scratch-promote=memory-space=default | FileCheck %s --check-prefix=STAGED
// RUN: polymem-opt %s --scratch-promote=promote-all | FileCheck %s --check-prefix=STAGED
// RUN: %python %polymem_src/test/Machine/Inputs/without-memory.py %polymem_src/machines/nvidia-h200.json constant > %t.json
// RUN: polymem-opt %s --scratch-promote=machine=%t.json | FileCheck %s --check-prefix=STAGED

// What scratch-promote leaves, convert-scratch-to-gpu takes; what it has staged,
// not.
// RUN: polymem-opt %s --scratch-promote --convert-scratch-to-gpu | FileCheck %s --check-prefix=BOTH
// BOTH: memref.get_global @w : memref<{{.*}}> {polymem.constant_memory}
// RUN: polymem-opt %s --scratch-promote=promote-all --convert-scratch-to-gpu | FileCheck %s --check-prefix=NEITHER
// NEITHER-NOT: polymem.constant_memory

// REMARK: [Passed] ConstantMemory{{.*}}is left to constant memory: all threads read the same element of @w, 32 bytes, at a time
// PLAN: in constant memory: all threads read the same element of @w, 32 bytes, at a time
// CHECK-LABEL: func @filter
// CHECK: %[[W:.*]] = memref.get_global @w
// CHECK-NOT: scratch.copy_in %[[W]]
// CHECK: affine.load %[[W]][
// STAGED-LABEL: func @filter
// STAGED: %[[W:.*]] = memref.get_global @w
// STAGED: scratch.copy_in %[[W]] to
memref.global "private" constant @w : memref<8xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>
func.func @filter(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %w = memref.get_global @w : memref<8xf32>
  scratch.tile (%i) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %n]
    scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 8 {
        %a = affine.load %A[%t + %k] : memref<?xf32>
        %x = affine.load %w[%k] : memref<8xf32>
        %b = affine.load %B[%t] : memref<?xf32>
        %p = arith.mulf %a, %x : f32
        %s = arith.addf %b, %p : f32
        affine.store %s, %B[%t] : memref<?xf32>
      }
    }
  }
  return
}
