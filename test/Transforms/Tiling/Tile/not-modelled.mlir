// RUN: polymem-opt %s -allow-unregistered-dialect -o %t.before
// RUN: polymem-opt %s -allow-unregistered-dialect --polymem-tile="sizes=8" -o %t.after \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --input-file=%t.remarks

// What cannot be modelled is named and left alone.

// CHECK: not-modelled.mlir:[[# @LINE + 3]]:5: remark: [Failure] NotModelled {{.*}}nest not tiled
func.func @unknown(%A: memref<?xf32>, %N: index) {
  affine.for %i = 0 to %N {
    "mystery.regions"() ({
      "mystery.inside"(%A) : (memref<?xf32>) -> ()
    }) : () -> ()
  }
  return
}
