// RUN: polymem-opt %S/snapshot.mlir > %t.before
// RUN: polymem-opt %S/snapshot.mlir --polymem-expand-arrays='max-bytes=1000 assume=N=16,M=16' \
// RUN:   --remarks-filter=polymem-expand-arrays --remark-format=emitRemark > %t.after 2> %t.remarks
// RUN: cmp %t.before %t.after
// RUN: FileCheck %s < %t.remarks
// RUN: polymem-opt %S/snapshot.mlir --polymem-expand-arrays='max-bytes=1024 assume=N=16,M=16' | FileCheck %s --check-prefix=FITS

// CHECK: [Missed] TooLarge | {{.*}}arg1 is not copied in front of the nest: new arrays would have more than 1000 bytes
// FITS: memref.alloc
