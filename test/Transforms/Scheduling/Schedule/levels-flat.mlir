// Bands of two loops may have tiles of another size.
//
// RUN: polymem-opt %s --polymem-schedule="level-tile=8 flat-level-tile=16" --remarks-filter=polymem-schedule --remark-policy=all -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.mlir
// RUN: polymem-opt %s --polymem-to-ptx="emit=staged warnings=false" -o /dev/null --remarks-filter=polymem-schedule --remark-policy=all 2>&1 | FileCheck %s --check-prefix=PIPELINE

// CHECK-DAG: Leveled {{.*}}Function=solve {{.*}} TileSize=16
// CHECK-DAG: Leveled {{.*}}Function=factor {{.*}} TileSize=8
// IR-LABEL: func.func @solve
// IR: affine.for %{{.*}} = 0 to {{.*}} step 16 {
// IR-LABEL: func.func @factor
// IR: affine.for %{{.*}} = 0 to {{.*}} step 8 {
// PIPELINE-DAG: Leveled {{.*}}Function=solve {{.*}} TileSize=96
// PIPELINE-DAG: Leveled {{.*}}Function=factor {{.*}} TileSize=32
func.func @solve(%L: memref<?x?xf32>, %x: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %L[%i, %j] : memref<?x?xf32>
      %b = affine.load %x[%j] : memref<?xf32>
      %c = affine.load %x[%i] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.subf %c, %p : f32
      affine.store %s, %x[%i] : memref<?xf32>
    }
    %c = affine.load %x[%i] : memref<?xf32>
    %d = affine.load %L[%i, %i] : memref<?x?xf32>
    %q = arith.divf %c, %d : f32
    affine.store %q, %x[%i] : memref<?xf32>
  }
  return
}

func.func @factor(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = affine.load %A[%i, %k] : memref<?x?xf32>
        %c = affine.load %A[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %b, %c : f32
        %s = arith.subf %a, %p : f32
        affine.store %s, %A[%i, %j] : memref<?x?xf32>
      }
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %A[%j, %j] : memref<?x?xf32>
      %q = arith.divf %a, %b : f32
      affine.store %q, %A[%i, %j] : memref<?x?xf32>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = affine.load %A[%i, %k] : memref<?x?xf32>
        %c = affine.load %A[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %b, %c : f32
        %s = arith.subf %a, %p : f32
        affine.store %s, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
