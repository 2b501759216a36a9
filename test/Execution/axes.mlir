// Skewed loops, on the device: proved, the same bits at sizes of no tile, of parts and of several, and
// with the fewest sectors. The cost model wants them for the sizes assumed.
// DEFINE: %{band} = warnings=false assume=N=65536,K=64
// DEFINE: %{run} = polymem-run %s --emulate --check --compare --check-bounds --emulator-seed=%seeds
// RUN: %{run} --entry=band --sizes=N=0,K=3 --sizes=N=5,K=9 --sizes=N=77,K=9 --sizes=N=300,K=40 --pipeline='polymem-to-emulator{%{band}}' | FileCheck %s
// RUN: %{run} --entry=diagonals --sizes=N=0,M=3 --sizes=N=1,M=1 --sizes=N=77,M=9 --sizes=N=33,M=100 --pipeline=polymem-to-emulator | FileCheck %s
// RUN: %{run} --entry=cube --sizes=N=1,M=1,P=2 --sizes=N=35,M=9,P=3 --sizes=N=8,M=40,P=2 --sizes=N=5,M=0,P=2 --pipeline=polymem-to-emulator | FileCheck %s
// CHECK:         proved
// CHECK-COUNT-4: identical

// RUN: polymem-opt %s --polymem-to-ptx='emit=staged %{band}' -o /dev/null --remarks-filter=polymem-choose-axes --remark-policy=all 2>&1 | grep 'Passed.*Function=band' | FileCheck %s --check-prefix=BAND
// RUN: polymem-opt %s --polymem-to-ptx='emit=staged' -o /dev/null --remarks-filter=polymem-choose-axes --remark-policy=all 2>&1 | grep 'Passed' | FileCheck %s --check-prefix=OTHERS
// BAND: Skewed {{.*}} Direction="i0 + i1"
// OTHERS-DAG: Skewed {{.*}} Function=diagonals {{.*}} Direction="i1 - i0"
// OTHERS-DAG: Skewed {{.*}} Function=cube {{.*}} Direction="i1 - i0 - 2 i2"

// Without, and without buffers, threads read elements that are a row apart: each sector comes several times.
// RUN: polymem-run %s --entry=band --emulate --count --sizes=N=512,K=64 --pipeline='polymem-to-emulator{%{band} batch-loads=1}' | FileCheck %s --check-prefix=SKEWED
// RUN: polymem-run %s --entry=band --emulate --count --sizes=N=512,K=64 --pipeline='polymem-to-emulator{%{band} choose-axes=false promote=false}' | FileCheck %s --check-prefix=STRAIGHT
// SKEWED:   global load {{.*}} 8180 8180{{$}}
// STRAIGHT: global load {{.*}} {{[0-9][0-9][0-9][0-9][0-9]}} 12688{{$}}
func.func @band(%A: memref<?x?xf32> {polymem.shape = ["2 * K + 1", "N"]},
                %x: memref<?xf32> {polymem.shape = ["N"]},
                %y: memref<?xf32> {polymem.shape = ["N"]},
                %N: index {polymem.param = "N"}, %K: index {polymem.param = "K"}) {
  affine.for %j = 0 to %N {
    affine.for %i = max affine_map<(j)[k] -> (0, j - k)>(%j)[%K]
               to min affine_map<(j)[n, k] -> (n, j + k + 1)>(%j)[%N, %K] {
      %a = affine.load %A[%i - %j + symbol(%K), %j] : memref<?x?xf32>
      %b = affine.load %x[%i] : memref<?xf32>
      %c = affine.load %y[%j] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %y[%j] : memref<?xf32>
    }
  }
  return
}

func.func @diagonals(%A: memref<?x?xf32> {polymem.shape = ["M + N", "N"]},
                     %B: memref<?x?xf32> {polymem.shape = ["M + N", "N"]},
                     %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i + %j, %j] : memref<?x?xf32>
      %s = arith.addf %a, %a : f32
      affine.store %s, %B[%i + %j, %j] : memref<?x?xf32>
    }
  }
  return
}

// Two loops move, by one and by two.
func.func @cube(%A: memref<?x?x?xf64> {polymem.shape = ["M + N", "P + 2 * N", "N"]},
                %B: memref<?x?xf64> {polymem.shape = ["M + N", "N"]},
                %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"},
                %P: index {polymem.param = "P"}) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %P {
        %a = affine.load %A[%i + %j, %k + 2 * %j, %j] : memref<?x?x?xf64>
        %b = affine.load %B[%i + %j, %j] : memref<?x?xf64>
        %s = arith.addf %a, %b : f64
        affine.store %s, %B[%i + %j, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
