// With map-storage the array of a block takes fewer cells before other buffers are
// chosen: what did not fit fits.

// DEFINE: %{remarks} = --remarks-filter='polymem-map-storage|scratch-promote' --remark-format=emitRemark
// RUN: polymem-opt %s --polymem-to-ptx="map-storage=true machine=nvidia-h200" %{remarks} 2>&1 >%t.ptx | FileCheck %s
// CHECK: mem0 takes 528 cells instead of 4752
// RUN: FileCheck %s --check-prefix=SMALL --input-file=%t.ptx
// SMALL: .shared .align {{[0-9]+}} .b8 {{.*}}[2112];
// RUN: polymem-opt %s --polymem-to-ptx="machine=nvidia-h200" %{remarks} 2>&1 >%t.ptx | FileCheck %s --check-prefix=NOT
// NOT-NOT: instead of 4752
// RUN: FileCheck %s --check-prefix=LARGE --input-file=%t.ptx
// LARGE: .shared .align {{[0-9]+}} .b8 {{.*}}[19008];

// RUN: polymem-run %s --compare --sizes=N=5 --sizes=N=19 --sizes=N=0 --emulator-seed=1..3 --check \
// RUN:   --pipeline='polymem-to-emulator{map-storage=true machine=nvidia-h200}'
func.func @steps(%in: memref<?x66xf32> {polymem.shape = ["N","66"]}, %out: memref<?x50xf32> {polymem.shape = ["N","50"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %in, %c0 : memref<?x66xf32>
  affine.parallel (%b) = (0) to (%n) {
    %a = memref.alloca() : memref<9x66xf32>
    affine.for %i = 0 to 66 {
      %0 = affine.load %in[%b, %i] : memref<?x66xf32>
      affine.store %0, %a[0, %i] : memref<9x66xf32>
    }
    affine.for %t = 1 to 9 {
      affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (66 - d0)>(%t) {
        %0 = affine.load %a[%t - 1, %i - 1] : memref<9x66xf32>
        %1 = affine.load %a[%t - 1, %i] : memref<9x66xf32>
        %2 = affine.load %a[%t - 1, %i + 1] : memref<9x66xf32>
        %3 = arith.addf %0, %1 : f32
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %a[%t, %i] : memref<9x66xf32>
      }
    }
    affine.for %i = 8 to 58 {
      %0 = affine.load %a[8, %i] : memref<9x66xf32>
      affine.store %0, %out[%b, %i - 8] : memref<?x50xf32>
    }
  }
  return
}
