// With fit=launch there is one version, with all buffers, and a condition. So it is where
// nothing is refused, or there is no other way: on machines that cannot compute from global
// memory, for buffers in the default memory space, and for nests.
//
// RUN: polymem-opt %s --scratch-promote="fit=launch" | FileCheck %s
// RUN: sed 's/"direct-access": true/"direct-access": false/' %polymem_src/machines/nvidia-h200.json > %t.json
// RUN: polymem-opt %s --scratch-promote="machine=%t.json" | FileCheck %s
// RUN: polymem-opt %s --scratch-promote="machine=%t.json fit=global" | FileCheck %s
// RUN: polymem-opt %s --scratch-promote="memory-space=default" | FileCheck %s
// RUN: polymem-opt %s --scratch-promote="memory-space=default fit=global" | FileCheck %s
// RUN: polymem-opt %s --scratch-promote="fit=launch" --remarks-filter=scratch-promote --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: func @f
// CHECK-SAME: (%[[A:.*]]: memref<?x?xf32>,
// CHECK-NOT: affine.if
// CHECK: scratch.copy_in %[[A]]
// CHECK-NOT: affine.load %[[A]]
// CHECK-NOT: affine.if

// CHECK-LABEL: func @nest

// REMARK: CapacityCondition {{.*}}the buffers fit if 128 * (arg1) <= 232448 bytes
// REMARK-NOT: TwoVersions

func.func @f(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    affine.for %i = %b to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%b, %n] {
      affine.for %j = 0 to %n {
        affine.for %k = 0 to 8 {
          %a = affine.load %A[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// RUN: polymem-opt %s --scratch-promote="scope=nest" | FileCheck %s --check-prefix=NEST
// RUN: polymem-opt %s --scratch-promote="scope=nest fit=global" | FileCheck %s --check-prefix=NEST
// NEST-LABEL: func @nest
// NEST-SAME: (%[[A:.*]]: memref<?xf32>,
// NEST-NOT: affine.if
// NEST: scratch.copy_in %[[A]]
func.func @nest(%A: memref<?xf32>, %n: index) {
  affine.for %j = 0 to %n {
    affine.for %k = 0 to 8 {
      %a = affine.load %A[%j] : memref<?xf32>
    }
  }
  return
}
