// Lanes read a column of 32 cells a row: all in one bank. A cell more per row
// and each lane has a bank of its own; the copy, along rows, is as good as it
// was. Subscripts, copies and the array's shape stay.
//
// RUN: polymem-opt %s --scratch-pad --remarks-filter=scratch-pad --remark-format=emitRemark -verify-diagnostics | FileCheck %s
//
// Padded once, there is nothing left to do.
// RUN: polymem-opt %s --scratch-pad -o %t.once
// RUN: polymem-opt %t.once --scratch-pad -o %t.twice
// RUN: diff %t.once %t.twice

// CHECK: #[[BOX:.*]] = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (32, 33)>
// CHECK: scratch.alloc()[%{{.*}}] : memref<64x32xf32, #[[BOX]], #gpu.address_space<workgroup>>
// CHECK: scratch.copy_in %{{.*}} to %{{.*}} : memref<64x32xf32> to memref<64x32xf32, #[[BOX]], #gpu.address_space<workgroup>>
// CHECK: affine.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<64x32xf32, #[[BOX]], #gpu.address_space<workgroup>>

#box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (32, 32)>
#set = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 + 31 >= 0, d1 >= 0, -d1 + 31 >= 0)>
func.func @f(%A: memref<64x32xf32>, %y: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%i) = (%c0) to (%c64) step (%c32) mapping [#gpu.block<x>] {
    // 32 requests to copy in, 32 to read.
    // expected-remark@below {{32x32 cells padded to 32x33, 128 bytes more: 64 wavefronts while the buffer lives instead of 1056; per request: copy_in 1, load 1 (was 32)}}
    %b = scratch.alloc()[%i] : memref<64x32xf32, #box, #gpu.address_space<workgroup>>
    scratch.copy_in %A to %b over [#set](%i) : memref<64x32xf32> to memref<64x32xf32, #box, #gpu.address_space<workgroup>>
    %end = affine.apply affine_map<()[s0] -> (s0 + 32)>()[%i]
    scratch.tile (%ii) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %j = 0 to 32 {
        %x = affine.load %b[%ii, %j] : memref<64x32xf32, #box, #gpu.address_space<workgroup>>
        affine.store %x, %y[%ii] : memref<64xf32>
      }
    }
  }
  return
}
