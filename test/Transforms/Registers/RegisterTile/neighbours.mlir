// RUN: polymem-opt %s --polymem-register-tile="block-size=16" | FileCheck %s
// RUN: polymem-opt %s --polymem-register-tile="block-size=16 neighbours=false" | FileCheck %s --check-prefix=APART
// RUN: polymem-opt %s --polymem-register-tile="block-size=16" -o /dev/null --remarks-filter=polymem-register-tile --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK

// Iterations of a thread along x are neighbours in full tiles, as many as one load can have, where all that depends on
// them is in rows of shared buffers; in partial tiles they stay a block's threads apart.

#row64 = #scratch.mapping<(d0, d1)[s0] -> (d0, d1 - s0), extents = ()[s0] -> (8, 64)>
#row66 = #scratch.mapping<(d0, d1)[s0] -> (d0, d1 - s0), extents = ()[s0] -> (8, 66)>
#row128 = #scratch.mapping<(d0, d1)[s0] -> (d0, d1 - s0), extents = ()[s0] -> (8, 128)>
#turned = #scratch.mapping<(d0, d1)[s0] -> (d1 - s0, d0), extents = ()[s0] -> (64, 8)>
#ws = #gpu.address_space<workgroup>
#end = affine_map<()[s0, s1] -> (s0 + 64, s1)>
#end128 = affine_map<()[s0, s1] -> (s0 + 128, s1)>

// Four of four bytes.
// CHECK-DAG: #[[BY4:.*]] = affine_map<()[s0, s1] -> (s0 + (s1 - s0) * 4)>
// CHECK-DAG: #[[PLUS1:.*]] = affine_map<()[s0] -> (s0 + 1)>
// CHECK-DAG: #[[PLUS16:.*]] = affine_map<()[s0] -> (s0 + 16)>
// CHECK-DAG: #[[PLUS32:.*]] = affine_map<()[s0] -> (s0 + 32)>
// CHECK-DAG: #[[PLUS64:.*]] = affine_map<()[s0] -> (s0 + 64)>
// CHECK-DAG: #[[PLUS65:.*]] = affine_map<()[s0] -> (s0 + 65)>
// CHECK-LABEL: func @four
// CHECK: scratch.tile (%[[J:.*]]) = (%[[LO:.*]]) to {{.*}} step ({{.*}}) mapping [#gpu.thread<x>]
// CHECK-NEXT: affine.if
// CHECK-NEXT: %[[FIRST:.*]] = affine.apply #[[BY4]]()[%[[LO]], %[[J]]]
// CHECK-NEXT: affine.apply #[[PLUS1]]()[%[[FIRST]]]
// CHECK-NEXT: affine.apply {{.*}}()[%[[FIRST]]]
// CHECK-NEXT: affine.apply {{.*}}()[%[[FIRST]]]
// CHECK-NEXT: affine.for
// CHECK: } else {
// CHECK: %[[STEP:.*]] = arith.constant 16 : index
// CHECK-NEXT: scratch.tile (%{{.*}}) = (%[[J]]) to {{.*}} step (%[[STEP]])
// APART-LABEL: func @four
// APART: affine.if
// APART-NEXT: affine.apply {{.*}}()[%[[J:.*]]]
// APART-NEXT: affine.apply {{.*}}()[%[[J]]]
// APART-NEXT: affine.apply {{.*}}()[%[[J]]]
// APART-NEXT: affine.for
// REMARK: Function=four | {{.*}}Neighbours=4{{.*}}; 4 along x are neighbours"
func.func @four(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c64) mapping [#gpu.block<x>] {
    %y = scratch.alloc(%c8, %n)[%b] : memref<?x?xf32, #row64, #ws>
    %hi = affine.min #end()[%b, %n]
    scratch.tile (%j) = (%b) to (%hi) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 8 {
        %a = affine.load %x[%k] : memref<?xf32>
        affine.store %a, %y[%k, symbol(%j)] : memref<?x?xf32, #row64, #ws>
      }
    }
  }
  return
}

// Eight iterations: four, and four more behind those of all other threads.
// CHECK-LABEL: func @eight
// CHECK: affine.if
// CHECK-NEXT: %[[FIRST:.*]] = affine.apply #[[BY4]]()
// CHECK-NEXT: affine.apply #[[PLUS1]]()[%[[FIRST]]]
// CHECK-NEXT: affine.apply {{.*}}()[%[[FIRST]]]
// CHECK-NEXT: affine.apply {{.*}}()[%[[FIRST]]]
// CHECK-NEXT: affine.apply #[[PLUS64]]()[%[[FIRST]]]
// CHECK-NEXT: affine.apply #[[PLUS65]]()[%[[FIRST]]]
func.func @eight(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c128) mapping [#gpu.block<x>] {
    %y = scratch.alloc(%c8, %n)[%b] : memref<?x?xf32, #row128, #ws>
    %hi = affine.min #end128()[%b, %n]
    scratch.tile (%j) = (%b) to (%hi) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 8 {
        %a = affine.load %x[%k] : memref<?xf32>
        affine.store %a, %y[%k, symbol(%j)] : memref<?x?xf32, #row128, #ws>
      }
    }
  }
  return
}

// Two of eight bytes.
// CHECK-LABEL: func @two
// CHECK: affine.if
// CHECK-NEXT: %[[FIRST:.*]] = affine.apply {{.*}}()[%{{.*}}, %{{.*}}]
// CHECK-NEXT: affine.apply #[[PLUS1]]()[%[[FIRST]]]
// CHECK-NEXT: affine.apply #[[PLUS32]]()[%[[FIRST]]]
// REMARK: Function=two | {{.*}}; 2 along x are neighbours
func.func @two(%x: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c64) mapping [#gpu.block<x>] {
    %y = scratch.alloc(%c8, %n)[%b] : memref<?x?xf64, #row64, #ws>
    %hi = affine.min #end()[%b, %n]
    scratch.tile (%j) = (%b) to (%hi) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 8 {
        %a = affine.load %x[%k] : memref<?xf64>
        affine.store %a, %y[%k, symbol(%j)] : memref<?x?xf64, #row64, #ws>
      }
    }
  }
  return
}

// Rows of 66 elements begin at multiples of two.
// CHECK-LABEL: func @rows_of_66
// REMARK: Function=rows_of_66 | {{.*}}; 2 along x are neighbours
func.func @rows_of_66(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c64) mapping [#gpu.block<x>] {
    %y = scratch.alloc(%c8, %n)[%b] : memref<?x?xf32, #row66, #ws>
    %hi = affine.min #end()[%b, %n]
    scratch.tile (%j) = (%b) to (%hi) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 8 {
        %a = affine.load %x[%k] : memref<?xf32>
        affine.store %a, %y[%k, symbol(%j)] : memref<?x?xf32, #row66, #ws>
      }
    }
  }
  return
}

// Elements one further on begin at no such multiple.
// CHECK-LABEL: func @shifted
// CHECK: affine.if
// CHECK-NEXT: affine.apply #[[PLUS16]]()
// REMARK-NOT: Function=shifted | {{.*}}neighbours
func.func @shifted(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c64) mapping [#gpu.block<x>] {
    %y = scratch.alloc(%c8, %n)[%b] : memref<?x?xf32, #row66, #ws>
    %hi = affine.min #end()[%b, %n]
    scratch.tile (%j) = (%b) to (%hi) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 8 {
        %a = affine.load %x[%k] : memref<?xf32>
        affine.store %a, %y[%k, symbol(%j) + 1] : memref<?x?xf32, #row66, #ws>
      }
    }
  }
  return
}

// Neighbours are no row of a buffer whose rows are columns of the array.
// CHECK-LABEL: func @turned
// CHECK: affine.if
// CHECK-NEXT: affine.apply #[[PLUS16]]()
func.func @turned(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c64) mapping [#gpu.block<x>] {
    %y = scratch.alloc(%c8, %n)[%b] : memref<?x?xf32, #turned, #ws>
    %hi = affine.min #end()[%b, %n]
    scratch.tile (%j) = (%b) to (%hi) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 8 {
        %a = affine.load %x[%k] : memref<?xf32>
        affine.store %a, %y[%k, symbol(%j)] : memref<?x?xf32, #turned, #ws>
      }
    }
  }
  return
}

// Of global memory, neighbouring threads access neighbouring elements.
// CHECK-LABEL: func @global
// CHECK: affine.if
// CHECK-NEXT: affine.apply #[[PLUS16]]()
func.func @global(%x: memref<?xf32>, %z: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c64) mapping [#gpu.block<x>] {
    %y = scratch.alloc(%c8, %n)[%b] : memref<?x?xf32, #row64, #ws>
    %hi = affine.min #end()[%b, %n]
    scratch.tile (%j) = (%b) to (%hi) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 8 {
        %a = affine.load %x[%k] : memref<?xf32>
        affine.store %a, %y[%k, symbol(%j)] : memref<?x?xf32, #row64, #ws>
      }
      %c = affine.load %y[3, symbol(%j)] : memref<?x?xf32, #row64, #ws>
      affine.store %c, %z[symbol(%j)] : memref<?xf32>
    }
  }
  return
}

// A loop that is another one in each iteration has no vectors.
// CHECK-LABEL: func @own_loop
// CHECK: affine.if
// CHECK-NEXT: affine.apply #[[PLUS16]]()
func.func @own_loop(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c64) mapping [#gpu.block<x>] {
    %y = scratch.alloc(%c8, %n)[%b] : memref<?x?xf32, #row64, #ws>
    %hi = affine.min #end()[%b, %n]
    scratch.tile (%j) = (%b) to (%hi) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 8 {
        %a = affine.load %x[%k] : memref<?xf32>
        affine.store %a, %y[%k, symbol(%j)] : memref<?x?xf32, #row64, #ws>
      }
      affine.for %k = 0 to min affine_map<()[s0] -> (8, s0)>()[%j] {
        %c = affine.load %y[%k, symbol(%j)] : memref<?x?xf32, #row64, #ws>
        affine.store %c, %y[%k, symbol(%j)] : memref<?x?xf32, #row64, #ws>
      }
    }
  }
  return
}
