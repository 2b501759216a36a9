// Where what is above the diagonal cannot be executed, what is behind borders still is, with both said.
// RUN: polymem-opt %s --polymem-complete-tiles=block-size=4,4 --remarks-filter=polymem-complete-tiles --remark-policy=all -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t

#square = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (16, 16)>
#square_of = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s2 - 1 - d0 >= 0, d1 - s1 >= 0, s1 + 15 - d1 >= 0, s2 - 1 - d1 >= 0)>

// What is above the diagonal leaves the block as it was, and what is behind the border does not.
// CHECK: remark: [Missed] Seen {{.*}} Function=all_of_it {{.*}}"tiles that a condition cuts are executed for themselves: what iterations behind the border store is accessed elsewhere
// CHECK: remark: [Passed] Completed {{.*}} Function=all_of_it
// IR-LABEL: func @all_of_it
// IR: affine.for %{{.*}} = #{{.*}} to min
func.func @all_of_it(%c: memref<?x?xf32> {polymem.shape = ["M", "M"]}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %c, %c0 : memref<?x?xf32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%M, %M) step (%c16, %c16) mapping [#gpu.block<y>, #gpu.block<x>] {
    %ei = affine.min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%M, %i]
    %ej = affine.min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%M, %j]
    %s = scratch.alloc()[%i, %j] : memref<16x16xf32, #square, #gpu.address_space<workgroup>>
    scratch.copy_in %c to %s over [#square_of](%i, %j, %M) : memref<?x?xf32> to memref<16x16xf32, #square, #gpu.address_space<workgroup>>
    scratch.tile (%ti, %tj) = (%i, %j) to (%ei, %ej) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %u = affine_map<(d0) -> (d0)>(%tj) to min affine_map<(d0, d1) -> (d0 + 1, d1 + 1)>(%ti, %tj) {
        affine.for %k = 0 to %n {
          %v = affine.load %s[%ti, %u] : memref<16x16xf32, #square, #gpu.address_space<workgroup>>
          %w = arith.addf %v, %v : f32
          affine.store %w, %s[%ti, %u] : memref<16x16xf32, #square, #gpu.address_space<workgroup>>
        }
      }
    }
    scratch.copy_out %s to %c over [#square_of](%i, %j, %M) : memref<16x16xf32, #square, #gpu.address_space<workgroup>> to memref<?x?xf32>
  }
  return
}
