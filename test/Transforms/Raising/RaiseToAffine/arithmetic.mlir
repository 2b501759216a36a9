// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s

// Quotients and remainders, those of signed numbers where these are not negative.
// CHECK-LABEL: func @quotients
// CHECK: affine.for %[[I:.*]] = 0
// CHECK-NEXT: affine.store {{.*}}[%[[I]] floordiv 4]
// CHECK-NEXT: affine.store {{.*}}[%[[I]] mod 4]
// CHECK-NEXT: affine.store {{.*}}[%[[I]] floordiv 4]
// CHECK-NEXT: affine.store {{.*}}[%[[I]] mod 4]
// CHECK-NEXT: affine.store {{.*}}[%[[I]] ceildiv 4]
// CHECK-NEXT: affine.store {{.*}}[%[[I]] floordiv 4]
// CHECK-NEXT: affine.store {{.*}}[(-%[[I]]) ceildiv 4]
// CHECK-NEXT: affine.store {{.*}}[%[[I]] floordiv 4 - 1]
// CHECK-NEXT: affine.store {{.*}}[(%[[I]] - 4) ceildiv 4]
// CHECK-NEXT: affine.store {{.*}}[%[[I]] floordiv 4 - 1]
// CHECK-NEXT: affine.store {{.*}}[(%[[I]] - 4) mod 8]
// CHECK-NEXT: affine.store {{.*}}[(%[[I]] - 4) * 4]
func.func @quotients(%A: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to %n {
    %d = arith.divsi %i, %c4 : index
    memref.store %f, %A[%d] : memref<?xf32>
    %r = arith.remsi %i, %c4 : index
    memref.store %f, %A[%r] : memref<?xf32>
    %u = arith.divui %i, %c4 : index
    memref.store %f, %A[%u] : memref<?xf32>
    %v = arith.remui %i, %c4 : index
    memref.store %f, %A[%v] : memref<?xf32>
    %w = arith.ceildivui %i, %c4 : index
    memref.store %f, %A[%w] : memref<?xf32>
    %s = arith.shrui %i, %c2 : index
    memref.store %f, %A[%s] : memref<?xf32>
    // What rounds towards zero rounds up here.
    %m = arith.subi %c0, %i : index
    %e = arith.divsi %m, %c4 : index
    memref.store %f, %A[%e] : memref<?xf32>
    // Of any sign.
    %o = arith.subi %i, %c4 : index
    %p = arith.floordivsi %o, %c4 : index
    memref.store %f, %A[%p] : memref<?xf32>
    %q = arith.ceildivsi %o, %c4 : index
    memref.store %f, %A[%q] : memref<?xf32>
    %t = arith.shrsi %o, %c2 : index
    memref.store %f, %A[%t] : memref<?xf32>
    %c7 = arith.constant 7 : index
    %k = arith.andi %o, %c7 : index
    memref.store %f, %A[%k] : memref<?xf32>
    %l = arith.shli %o, %c2 : index
    memref.store %f, %A[%l] : memref<?xf32>
  }
  return
}

// The same of the index dialect.
// CHECK-LABEL: func @index_dialect
// CHECK: affine.for %[[I:.*]] = 0
// CHECK-NEXT: affine.store {{.*}}[(%[[I]] + 3) * 3 - %[[I]]]
// CHECK-NEXT: affine.store {{.*}}[%[[I]] floordiv 3]
// CHECK-NEXT: affine.store {{.*}}[%[[I]] mod 3]
// CHECK-NEXT: affine.store {{.*}}[%[[I]] + (-%[[I]]) floordiv 3 + 3]
// CHECK-NEXT: affine.store {{.*}}[%[[I]]]
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.store {{.*}}[3]
func.func @index_dialect(%A: memref<?xf32>, %n: index, %f: f32) {
  %c3 = index.constant 3
  affine.for %i = 0 to %n {
    %a = index.add %i, %c3
    %b = index.mul %a, %c3
    %c = index.sub %b, %i
    memref.store %f, %A[%c] : memref<?xf32>
    %d = index.divs %i, %c3
    memref.store %f, %A[%d] : memref<?xf32>
    %e = index.rems %i, %c3
    memref.store %f, %A[%e] : memref<?xf32>
    %g = index.floordivs %c, %c3
    memref.store %f, %A[%g] : memref<?xf32>
    %h = index.casts %i : index to i64
    %j = index.castu %h : i64 to index
    memref.store %f, %A[%j] : memref<?xf32>
    %k = index.cmp sgt(%i, %c3)
    scf.if %k {
      memref.store %f, %A[%c3] : memref<?xf32>
    }
  }
  return
}

// Casts that lose nothing: of what is not negative, says nsw, or has room.
// CHECK-LABEL: func @casts
// CHECK: affine.for %[[I:.*]] = 0
// CHECK-NEXT: affine.store {{.*}}[%[[I]]]
// CHECK-NEXT: affine.store {{.*}}[%[[I]] mod 100]
// CHECK-NEXT: }
func.func @casts(%A: memref<?xf32>, %n: i32, %f: f32) {
  %nx = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %nx {
    %a = arith.index_cast %i : index to i32
    %b = arith.extui %a : i32 to i64
    %c = arith.trunci %b overflow<nsw> : i64 to i16
    %d = arith.extsi %c : i16 to i32
    %e = arith.index_castui %d : i32 to index
    memref.store %f, %A[%e] : memref<?xf32>
    // Of eight bits, of numbers below 100.
    %m = affine.apply affine_map<(d0) -> (d0 mod 100)>(%i)
    %g = arith.index_cast %m : index to i8
    %h = arith.index_cast %g : i8 to index
    memref.store %f, %A[%h] : memref<?xf32>
  }
  return
}
