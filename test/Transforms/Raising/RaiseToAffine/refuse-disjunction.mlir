// RUN: polymem-opt %s --polymem-raise-to-affine --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// A condition of 'and' and 'or'.

func.func @f(%A: memref<?xf32>, %n: index, %f: f32) {
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  affine.for %i = 0 to %n {
    %a = arith.cmpi slt, %i, %c5 : index
    %b = arith.cmpi sgt, %i, %c9 : index
    %c = arith.ori %a, %b : i1
    %d = arith.cmpi ne, %i, %n : index
    %e = arith.cmpi sge, %i, %c5 : index
    %g = arith.andi %c, %e : i1
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] Disjunction | {{.*}}Remark="scf.if stays: its condition mixes 'and' and 'or', which a set of affine.if cannot"
    scf.if %g {
      affine.store %f, %A[%i] : memref<?xf32>
    }
  }
  return
}
