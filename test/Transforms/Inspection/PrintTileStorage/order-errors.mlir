// Orders that are none.

// DEFINE: %{fails} = not polymem-opt %s -o /dev/null
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=a order=triple}))' 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: error: polymem-print-tile-storage: order: 'triple' is none of sequential, double, duplex, barrier
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=a order=double stages=0}))' 2>&1 | FileCheck %s --check-prefix=STAGES
// STAGES: error: polymem-print-tile-storage: stages: at least one tile is in flight
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=a order=barrier store-lag=2}))' 2>&1 | FileCheck %s --check-prefix=LAG
// LAG: error: polymem-print-tile-storage: store-lag: a tile stores in its own step, 0, or in the next one, 1
// RUN: %{fails} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=a,b strip=2 order=duplex}))' 2>&1 | FileCheck %s --check-prefix=STRIP
// STRIP: error: polymem-print-tile-storage: order: tiles of a strip of 2 dimensions are executed one after another

func.func @copy(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %x, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
