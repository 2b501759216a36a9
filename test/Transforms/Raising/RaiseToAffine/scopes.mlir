// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s

// In a region with symbols of its own.
// CHECK-LABEL: func @region
// CHECK: affine.for %[[I:.*]] = 0
// CHECK-NEXT: scf.execute_region
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to #{{.*}}(%[[I]])
// CHECK-NEXT: affine.store {{.*}}[%[[J]]]
func.func @region(%A: memref<?xf32>, %n: i32, %f: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.execute_region {
      scf.for %j = %c0 to %i step %c1 : i32 {
        %x = arith.index_cast %j : i32 to index
        memref.store %f, %A[%x] : memref<?xf32>
      }
      scf.yield
    }
  }
  return
}

// Between branches, arguments of blocks are symbols.
// CHECK-LABEL: func @blocks
// CHECK: ^bb1(%[[K:.*]]: i32):
// CHECK-NEXT: %[[KX:.*]] = arith.index_cast %[[K]] : i32 to index
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to %[[KX]] {
// CHECK-NEXT: affine.store {{.*}}[%[[I]] - symbol(%[[KX]])]
func.func @blocks(%A: memref<?xf32>, %n: i32, %f: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0 : i32)
^head(%k: i32):
  scf.for %i = %c0 to %k step %c1 : i32 {
    %s = arith.subi %i, %k overflow<nsw> : i32
    %x = arith.index_cast %s : i32 to index
    memref.store %f, %A[%x] : memref<?xf32>
  }
  %next = arith.addi %k, %c1 : i32
  %more = arith.cmpi slt, %next, %n : i32
  cf.cond_br %more, ^head(%next : i32), ^end
^end:
  return
}

// Blocks that are never executed may compute values from themselves.
// CHECK-LABEL: func @unreachable
// CHECK: affine.store
// CHECK-NEXT: cf.br
func.func @unreachable(%A: memref<?xf32>, %n: index, %f: f32) {
  return
^never:
  %a = arith.addi %b, %n : index
  %b = arith.addi %a, %n : index
  memref.store %f, %A[%b] : memref<?xf32>
  cf.br ^never
}
