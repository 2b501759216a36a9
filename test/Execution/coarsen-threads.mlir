// Threads that execute neighbouring rows together leave the same bits, with nothing read that nobody wrote and no race: of
// stencils in two and three dimensions, of an update in place, of one that reads what it has stored, and of steps in
// time, at sizes of no row, of fewer rows than one thread has, of full ones and of partial ones.
// DEFINE: %{run} = polymem-run %s --emulate --compare --check-bounds --check --emulator-seed=1..2
// DEFINE: %{sizes} = --sizes=M=0,N=5 --sizes=M=3,N=3 --sizes=M=5,N=9 --sizes=M=18,N=34 --sizes=M=35,N=21 --sizes=M=66,N=70
// RUN: %{run} --entry=star %{sizes} --pipeline='polymem-to-emulator{warnings=false}' --pipeline='polymem-to-emulator{warnings=false sizes=32,32 block-size=16,8}' --pipeline='polymem-to-emulator{warnings=false promote=false}' | FileCheck %s --check-prefix=THREE
// RUN: %{run} --entry=update %{sizes} --pipeline='polymem-to-emulator{warnings=false}' --pipeline='polymem-to-emulator{warnings=false sizes=32,32 block-size=16,8}' | FileCheck %s --check-prefix=TWO
// RUN: %{run} --entry=again %{sizes} --pipeline='polymem-to-emulator{warnings=false}' --pipeline='polymem-to-emulator{warnings=false sizes=32,32 block-size=16,8}' | FileCheck %s --check-prefix=TWO
// RUN: %{run} --entry=cube --sizes=M=3,N=3 --sizes=M=9,N=18 --sizes=M=14,N=35 --pipeline='polymem-to-emulator{warnings=false}' --pipeline='polymem-to-emulator{warnings=false sizes=8,16,32 block-size=32,2,2}' | FileCheck %s --check-prefix=CUBE
// RUN: %{run} --entry=steps %{sizes} --pipeline='polymem-to-emulator{warnings=false time-tile=always}' --pipeline='polymem-to-emulator{warnings=false time-tile=always time-sizes=16,32 time-steps=3 block-size=16,4}' | FileCheck %s --check-prefix=TWO
// THREE-COUNT-18: identical
// TWO-COUNT-12: identical
// CUBE-COUNT-6: identical

// RUN: polymem-opt %s --polymem-to-ptx='warnings=false' -o /dev/null --remarks-filter=polymem-coarsen-threads --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-DAG: Coarsened {{.*}} Function=star
// REMARK-DAG: Coarsened {{.*}} Function=update
// REMARK-DAG: Coarsened {{.*}} Function=again
// REMARK-DAG: Coarsened {{.*}} Function=cube
// REMARK-DAG: Coarsened {{.*}} Function=steps

func.func @star(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                %B: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%M] {
    affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
      %c = affine.load %A[%i, %j] : memref<?x?xf32>
      %l = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %r = affine.load %A[%i, %j + 1] : memref<?x?xf32>
      %u = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %d = affine.load %A[%i + 1, %j] : memref<?x?xf32>
      %0 = arith.addf %c, %l : f32
      %1 = arith.addf %0, %r : f32
      %2 = arith.addf %1, %u : f32
      %3 = arith.addf %2, %d : f32
      affine.store %3, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// As fdtd-2d: what is stored is loaded, too, by the same iteration only.
func.func @update(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                  %B: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 1 to %M {
    affine.for %j = 0 to %N {
      %b = affine.load %B[%i, %j] : memref<?x?xf32>
      %c = affine.load %A[%i, %j] : memref<?x?xf32>
      %u = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %0 = arith.subf %c, %u : f32
      %1 = arith.addf %b, %0 : f32
      affine.store %1, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// The last load is behind a store to the same array.
func.func @again(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                 %B: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 1 to %M {
    affine.for %j = 0 to %N {
      %c = affine.load %A[%i, %j] : memref<?x?xf32>
      %u = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %0 = arith.subf %c, %u : f32
      affine.store %0, %B[%i, %j] : memref<?x?xf32>
      %b = affine.load %B[%i, %j] : memref<?x?xf32>
      %d = affine.load %A[%i, %j] : memref<?x?xf32>
      %1 = arith.addf %b, %d : f32
      affine.store %1, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @cube(%A: memref<?x?x?xf32> {polymem.shape = ["M", "M", "N"]},
                %B: memref<?x?x?xf32> {polymem.shape = ["M", "M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %M = memref.dim %A, %c0 : memref<?x?x?xf32>
  %N = memref.dim %A, %c2 : memref<?x?x?xf32>
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%M] {
    affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%M] {
      affine.for %k = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
        %c = affine.load %A[%i, %j, %k] : memref<?x?x?xf32>
        %l = affine.load %A[%i, %j, %k - 1] : memref<?x?x?xf32>
        %u = affine.load %A[%i, %j - 1, %k] : memref<?x?x?xf32>
        %d = affine.load %A[%i, %j + 1, %k] : memref<?x?x?xf32>
        %f = affine.load %A[%i - 1, %j, %k] : memref<?x?x?xf32>
        %b = affine.load %A[%i + 1, %j, %k] : memref<?x?x?xf32>
        %0 = arith.addf %c, %l : f32
        %1 = arith.addf %0, %u : f32
        %2 = arith.addf %1, %d : f32
        %3 = arith.addf %2, %f : f32
        %4 = arith.addf %3, %b : f32
        affine.store %4, %B[%i, %j, %k] : memref<?x?x?xf32>
      }
    }
  }
  return
}

func.func @steps(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                 %B: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %fifth = arith.constant 0.2 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %t = 0 to 5 {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%M] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
        %c = affine.load %A[%i, %j] : memref<?x?xf32>
        %l = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %d = affine.load %A[%i + 1, %j] : memref<?x?xf32>
        %u = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %0 = arith.addf %c, %l : f32
        %1 = arith.addf %0, %d : f32
        %2 = arith.addf %1, %u : f32
        %3 = arith.mulf %fifth, %2 : f32
        affine.store %3, %B[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%M] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
        %c = affine.load %B[%i, %j] : memref<?x?xf32>
        %l = affine.load %B[%i, %j - 1] : memref<?x?xf32>
        %d = affine.load %B[%i + 1, %j] : memref<?x?xf32>
        %u = affine.load %B[%i - 1, %j] : memref<?x?xf32>
        %0 = arith.addf %c, %l : f32
        %1 = arith.addf %0, %d : f32
        %2 = arith.addf %1, %u : f32
        %3 = arith.mulf %fifth, %2 : f32
        affine.store %3, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
