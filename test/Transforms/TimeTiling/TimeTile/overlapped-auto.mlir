// Without a shape asked for: overlapped tiles in several dimensions if they are
// mapped to blocks and pay, else diamonds. The remark says why.

// RUN: polymem-opt %s --polymem-time-tile=mapping=gpu --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-time-tile --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=CPU --implicit-check-not="overlapped tiles"
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu max-dimensions=1" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=LINES

// What pays is what costs at most a part of single steps, and what a machine's
// fast memory is worth.
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu max-cost=0" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sed 's/"accesses-per-global-access": 8/"accesses-per-global-access": 1/' %polymem_src/machines/nvidia-h200.json > %t.json
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu max-cost=0.6 machine=%t.json" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu max-cost=0.6" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=FAST
// FAST-DAG: Function=plane {{.*}}overlapped tiles of
// NONE-DAG: Function=plane {{.*}}diamonds of {{.*}}; not overlapped: overlapped tiles would cost

// CPU-COUNT-3: [Passed] Tiled {{.*}}diamonds

// CHECK-DAG: Function=line {{.*}}diamonds of 256 steps and 256 elements along dimension 0"
func.func @line(%T: index, %A: memref<2x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<2x?xf32>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<2x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  return
}

// CHECK-DAG: Function=plane {{.*}}overlapped tiles of {{[0-9]+}} iterations and {{[0-9]+}} x 64 elements
func.func @plane(%T: index, %A: memref<2x?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      affine.for %j = 1 to %n {
        %a = affine.load %A[%t mod 2, %i - 1, %j] : memref<2x?x?xf32>
        %b = affine.load %A[%t mod 2, %i + 1, %j - 1] : memref<2x?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[(%t + 1) mod 2, %i, %j] : memref<2x?x?xf32>
      }
    }
  }
  return
}

// CHECK-DAG: Function=space {{.*}}diamonds of {{.*}}; not overlapped: overlapped tiles would cost as much as {{[0-9.]+}} elements moved per place and iteration, single steps {{[0-9.]+}}"
// LINES-DAG: [Missed] NotTiled {{.*}}Function=space {{.*}}not tiled in time: it has 3 dimensions of space; at most 1 are allowed; overlapped tiles would cost as much as
func.func @space(%T: index, %A: memref<2x?x?x?xf64>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 2 to %n {
      affine.for %j = 2 to %n {
        affine.for %k = 2 to %n {
          %a = affine.load %A[%t mod 2, %i - 2, %j, %k + 2] : memref<2x?x?x?xf64>
          %b = affine.load %A[%t mod 2, %i + 2, %j + 2, %k] : memref<2x?x?x?xf64>
          %c = affine.load %A[%t mod 2, %i, %j - 2, %k - 2] : memref<2x?x?x?xf64>
          %s = arith.addf %a, %b : f64
          %d = arith.addf %s, %c : f64
          affine.store %d, %A[(%t + 1) mod 2, %i, %j, %k] : memref<2x?x?x?xf64>
        }
      }
    }
  }
  return
}
