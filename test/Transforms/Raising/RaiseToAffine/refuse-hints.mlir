// RUN: polymem-opt %s --polymem-raise-to-affine --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Accesses that say how they are done.

func.func @f(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] Hints | {{.*}}Remark="memref.load stays: it says how memory is accessed (nontemporal, alignment), which affine accesses cannot"
    %a = memref.load %A[%i] {nontemporal = true} : memref<?xf32>
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] Hints | {{.*}}Remark="memref.store stays: it says how memory is accessed (nontemporal, alignment), which affine accesses cannot"
    memref.store %a, %A[%i] {alignment = 2} : memref<?xf32>
  }
  return
}
