// Programs whose statements are split compute the same bits, in loops and on the emulator, at odd
// sizes, sizes of one, and where loops have no iterations.

// RUN: polymem-opt %s --polymem-schedule -o /dev/null --remarks-filter-passed=polymem-schedule --remark-format=emitRemark 2>&1 | FileCheck %s
// CHECK-COUNT-5: Split
// RUN: polymem-run %s --entry=closure_i32 --entry=closure_f32 --entry=column --entry=turned \
// RUN:   --compare --check-bounds --check --backwards --uninterpreted \
// RUN:   --sizes=N=13 --sizes=N=2 --sizes=N=1 --sizes=N=0 --pipeline=polymem-schedule
// RUN: polymem-run %s --entry=jordan --compare --check-bounds --check --backwards --uninterpreted \
// RUN:   --sizes=N=11,M=6 --sizes=N=3,M=8 --sizes=N=1,M=0 --sizes=N=0,M=2 --pipeline=polymem-schedule
// RUN: polymem-run %s --entry=closure_i32 --entry=closure_f32 --entry=column --entry=turned --emulate --compare \
// RUN:   --sizes=N=35 --sizes=N=1 --sizes=N=0 --pipeline='polymem-to-emulator{check=true}'
// RUN: polymem-run %s --entry=jordan --emulate --compare \
// RUN:   --sizes=N=35,M=17 --sizes=N=0,M=3 --pipeline='polymem-to-emulator{check=true}'

func.func @closure_i32(%A: memref<?x?xi32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xi32>
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%i, %j] : memref<?x?xi32>
        %b = affine.load %A[%i, %k] : memref<?x?xi32>
        %c = affine.load %A[%k, %j] : memref<?x?xi32>
        %d = arith.addi %b, %c : i32
        %e = arith.minsi %a, %d : i32
        affine.store %e, %A[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}

func.func @closure_f32(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = affine.load %A[%i, %k] : memref<?x?xf32>
        %c = affine.load %A[%k, %j] : memref<?x?xf32>
        %d = arith.addf %b, %c : f32
        %e = arith.minimumf %a, %d : f32
        affine.store %e, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @column(%A: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %A[%k] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %A[%i] : memref<?xf32>
    }
  }
  return
}

func.func @turned(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %A[-%i + symbol(%n) - 1, -%j + symbol(%n) - 1] : memref<?x?xf32>
      %c = arith.subf %a, %b : f32
      affine.store %c, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Gauss and Jordan: every row, that of the pivot too, loses multiples of it.
func.func @jordan(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %k = 0 to min affine_map<()[n, m] -> (n, m)>()[%n, %m] {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %m {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = affine.load %A[%i, %k] : memref<?x?xf32>
        %c = affine.load %A[%k, %j] : memref<?x?xf32>
        %d = arith.mulf %b, %c : f32
        %e = arith.subf %a, %d : f32
        affine.store %e, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
