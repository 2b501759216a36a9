// The widest vectors of at most 16 bytes that rows are multiples of, in both
// places, and of at least 4.

// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32 thread-locality=false" -o %t --remarks-filter='convert-scratch-to-gpu' --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t

#ws = #gpu.address_space<workgroup>
#m32 = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (16, 32)>
#m36 = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (16, 36)>
#m34 = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (16, 34)>
#left = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1 + 2), extents = ()[s0] -> (16, 36)>
#box = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, d1 >= 0, -d1 + 31 >= 0)>

// REMARK: Function=f | Bytes=16, Remark="this copy moves 8 elements, 16 bytes, at once where addresses allow it: 2 rounds instead of 16", Rounds=2, ScalarRounds=16, Width=8
// CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<?x64xf16>, vector<8xf16>
// CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<?x64xf64>, vector<2xf64>
// CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<?x64xi8>, vector<16xi8>
// Rows of the buffer are 36 elements apart: 36 bytes.
// CHECK: vector.load %{{.*}} {alignment = 4 : i64} : memref<?x64xi8>, vector<4xi8>
// CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<?x64xi32>, vector<4xi32>
// CHECK: vector.load %{{.*}} {alignment = 8 : i64} : memref<?x64xi32>, vector<2xi32>
// Rows in the buffer begin two elements from where it does.
// CHECK: vector.load %{{.*}} {alignment = 8 : i64} : memref<?x64xi32>, vector<2xi32>
// Rows of the array are 50 elements apart.
// CHECK: vector.load %{{.*}} {alignment = 8 : i64} : memref<?x50xi32>, vector<2xi32>
func.func @f(%h: memref<?x64xf16>, %d: memref<?x64xf64>, %b: memref<?x64xi8>, %w: memref<?x64xi32>, %odd: memref<?x50xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c16) mapping [#gpu.block<x>] {
    %h1 = scratch.alloc(%n)[%i] : memref<?x64xf16, #m32, #ws>
    scratch.copy_in %h to %h1 over [#box](%i) : memref<?x64xf16> to memref<?x64xf16, #m32, #ws>
    %d1 = scratch.alloc(%n)[%i] : memref<?x64xf64, #m32, #ws>
    scratch.copy_in %d to %d1 over [#box](%i) : memref<?x64xf64> to memref<?x64xf64, #m32, #ws>
    %b1 = scratch.alloc(%n)[%i] : memref<?x64xi8, #m32, #ws>
    scratch.copy_in %b to %b1 over [#box](%i) : memref<?x64xi8> to memref<?x64xi8, #m32, #ws>
    %b2 = scratch.alloc(%n)[%i] : memref<?x64xi8, #m36, #ws>
    scratch.copy_in %b to %b2 over [#box](%i) : memref<?x64xi8> to memref<?x64xi8, #m36, #ws>
    %w1 = scratch.alloc(%n)[%i] : memref<?x64xi32, #m36, #ws>
    scratch.copy_in %w to %w1 over [#box](%i) : memref<?x64xi32> to memref<?x64xi32, #m36, #ws>
    %w2 = scratch.alloc(%n)[%i] : memref<?x64xi32, #m34, #ws>
    scratch.copy_in %w to %w2 over [#box](%i) : memref<?x64xi32> to memref<?x64xi32, #m34, #ws>
    %w3 = scratch.alloc(%n)[%i] : memref<?x64xi32, #left, #ws>
    scratch.copy_in %w to %w3 over [#box](%i) : memref<?x64xi32> to memref<?x64xi32, #left, #ws>
    %o = scratch.alloc(%n)[%i] : memref<?x50xi32, #m32, #ws>
    scratch.copy_in %odd to %o over [#box](%i) : memref<?x50xi32> to memref<?x50xi32, #m32, #ws>
  }
  return
}
