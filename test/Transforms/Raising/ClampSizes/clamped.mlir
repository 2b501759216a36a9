// RUN: polymem-opt %s --polymem-clamp-sizes | FileCheck %s
// RUN: polymem-opt %s --polymem-clamp-sizes | polymem-opt --polymem-clamp-sizes | FileCheck %s
// RUN: polymem-opt %s --polymem-clamp-sizes --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCOP

// A loop from 0, one below it that is empty where the outer one has no more,
// what is inside of them, and memory; bounds less than the size, too.

// CHECK-LABEL: func @triangle
// CHECK: %[[CAST:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[N:.*]] = arith.maxsi %[[CAST]], %[[ZERO]] : index
// CHECK-NOT: maxsi
// CHECK: memref.alloc(%[[N]])
// CHECK: affine.for %{{.*}} = 0 to #{{.*}}()[%[[N]]]
// CHECK: affine.for %{{.*}} to %[[N]]
// CHECK: affine.store {{.*}}[{{.*}}symbol(%[[N]])

// SCOP: context: [arg0] -> { {{.*}} arg0 >= 0 }
func.func @triangle(%n: i32, %A: memref<?x?xf32>, %x: f32) {
  %0 = arith.index_cast %n : i32 to index
  %1 = arith.index_cast %n : i32 to index
  %t = memref.alloc(%1) : memref<?xf32>
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%0] {
    affine.for %j = affine_map<(i) -> (i + 1)>(%i) to %0 {
      affine.store %x, %A[%i, symbol(%0) - %j] : memref<?x?xf32>
      affine.store %x, %t[%i] : memref<?xf32>
    }
  }
  memref.dealloc %t : memref<?xf32>
  return
}
