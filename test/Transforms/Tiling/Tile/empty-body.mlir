// RUN: polymem-opt %s -o %t.before
// RUN: polymem-opt %s --polymem-tile="sizes=8" -o %t.after \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --input-file=%t.remarks

// CHECK: remark: [Missed] NothingToTile {{.*}}the loops execute no statement
func.func @nothing(%N: index) {
  affine.for %i = 0 to %N {
  }
  return
}
