// Why a copy moves single elements.

// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=64 thread-locality=false" -o %t --remarks-filter='convert-scratch-to-gpu' --remark-format=emitRemark 2>&1 | grep -o 'this copy moves.*' | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t

// IR-NOT: vector.

#ws = #gpu.address_space<workgroup>
#m = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (16, 32)>
#m33 = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (16, 33)>
#right = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1 + 1), extents = ()[s0] -> (16, 34)>
#turned = #scratch.mapping<(d0, d1)[s0] -> (d1, d0 - s0), extents = ()[s0] -> (32, 16)>
#modulo = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, (d1 + 1) mod 32), extents = ()[s0] -> (16, 32)>
#box = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, d1 >= 0, -d1 + 31 >= 0)>
#short = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, d1 >= 0, -d1 + 30 >= 0)>
#few = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 >= 0, d1 >= 0, -d1 + 31 >= 0)>
#cut = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, d1 >= 0, -d1 + 31 >= 0, d0 - s0 + d1 - 1 >= 0)>
#diagonal = affine_set<(d0, d1)[s0] : (d0 - s0 - d1 == 0, d1 >= 0, -d1 + 15 >= 0)>
#all = affine_set<(d0, d1)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, d1 >= 0, -d1 + s1 - 1 >= 0)>
#rows = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1), extents = ()[s0, s1] -> (16, s1)>

func.func @f(%A: memref<?x64xf32>, %B: memref<?x33xf32>, %bits: memref<?x64xi1>, %C: memref<?x64xf32, strided<[128, 2]>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c16) mapping [#gpu.block<x>] {
    // CHECK: single elements: the distance of the buffer's rows, 33, is no multiple of 2", Width=2
    %b0 = scratch.alloc(%n)[%i] : memref<?x64xf32, #m33, #ws>
    scratch.copy_in %A to %b0 over [#box](%i) : memref<?x64xf32> to memref<?x64xf32, #m33, #ws>
    // CHECK: single elements: the distance of the array's rows, 33, is no multiple of 2", Width=2
    %b1 = scratch.alloc(%n)[%i] : memref<?x33xf32, #m, #ws>
    scratch.copy_in %B to %b1 over [#box](%i) : memref<?x33xf32> to memref<?x33xf32, #m, #ws>
    // CHECK: single elements: the length of its rows, 31, is no multiple of 2", Width=2
    %b2 = scratch.alloc(%n)[%i] : memref<?x64xf32, #m, #ws>
    scratch.copy_in %A to %b2 over [#short](%i) : memref<?x64xf32> to memref<?x64xf32, #m, #ws>
    // CHECK: single elements: the first cell of a row in the buffer, 1, is no multiple of 2", Width=2
    %b3 = scratch.alloc(%n)[%i] : memref<?x64xf32, #right, #ws>
    scratch.copy_in %A to %b3 over [#box](%i) : memref<?x64xf32> to memref<?x64xf32, #right, #ws>
    // CHECK: single elements: elements of a row do not lie side by side in both places"
    %b4 = scratch.alloc(%n)[%i] : memref<?x64xf32, #turned, #ws>
    scratch.copy_in %A to %b4 over [#box](%i) : memref<?x64xf32> to memref<?x64xf32, #turned, #ws>
    // CHECK: single elements: elements of a row do not lie side by side in both places"
    %b5 = scratch.alloc(%n)[%i] : memref<?x64xf32, #m, #ws>
    scratch.copy_in %C to %b5 over [#box](%i) : memref<?x64xf32, strided<[128, 2]>> to memref<?x64xf32, #m, #ws>
    // CHECK: single elements: the rows of the buffer's storage mapping have remainders or quotients"
    %b6 = scratch.alloc(%n)[%i] : memref<?x64xf32, #modulo, #ws>
    scratch.copy_in %A to %b6 over [#box](%i) : memref<?x64xf32> to memref<?x64xf32, #modulo, #ws>
    // CHECK: single elements: a thread would have 1 rounds with vectors of 2 and 1 without", Rounds=1, ScalarRounds=1, Width=2
    %b7 = scratch.alloc(%n)[%i] : memref<?x64xf32, #m, #ws>
    scratch.copy_in %A to %b7 over [#few](%i) : memref<?x64xf32> to memref<?x64xf32, #m, #ws>
    // CHECK: single elements: no test tells whether all of its box is to be copied"
    %b8 = scratch.alloc(%n)[%i] : memref<?x64xf32, #m, #ws>
    scratch.copy_in %A to %b8 over [#cut](%i) : memref<?x64xf32> to memref<?x64xf32, #m, #ws>
    // CHECK: single elements: elements of a row do not lie side by side in both places"
    %b9 = scratch.alloc(%n)[%i] : memref<?x64xf32, #m, #ws>
    scratch.copy_in %A to %b9 over [#diagonal](%i) : memref<?x64xf32> to memref<?x64xf32, #m, #ws>
    // CHECK: single elements: its rows have no constant length"
    %b10 = scratch.alloc(%n)[%i, %n] : memref<?x64xf32, #rows, #ws>
    scratch.copy_in %A to %b10 over [#all](%i, %n) : memref<?x64xf32> to memref<?x64xf32, #rows, #ws>
    // CHECK: single elements: its elements are not of 1, 2, 4 or 8 bytes"
    %b11 = scratch.alloc(%n)[%i] : memref<?x64xi1, #m, #ws>
    scratch.copy_in %bits to %b11 over [#box](%i) : memref<?x64xi1> to memref<?x64xi1, #m, #ws>
  }
  return
}
