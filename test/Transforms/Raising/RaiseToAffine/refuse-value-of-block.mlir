// RUN: polymem-opt %s --polymem-raise-to-affine --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// An argument of another block than that of a loop.

#id = affine_map<(d0) -> (d0)>
func.func @f(%A: memref<?xf32>, %P: memref<8xi32>, %B: memref<8xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%P : memref<8xi32>) outs(%B : memref<8xf32>) {
  ^bb0(%p: i32, %b: f32):
    %x = arith.index_cast %p : i32 to index
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] ValueOfBlock | {{.*}}Remark="memref.load stays: subscript 0 depends on an argument of a block"
    %a = memref.load %A[%x] : memref<?xf32>
    linalg.yield %a : f32
  }
  return
}
