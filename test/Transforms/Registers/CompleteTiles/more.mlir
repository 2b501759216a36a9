// Of 40 rows, two blocks of 32 have 24 more together, six of ten: too many. Of 1000 they have 24 more, too.
// RUN: polymem-opt %S/sums.mlir --polymem-complete-tiles='block-size=16 assume=M=40' -o /dev/null --remarks-filter=polymem-complete-tiles --remark-policy=all 2>&1 | FileCheck %s --implicit-check-not=Completed
// CHECK: remark: [Missed] More {{.*}} Times=1.60
// RUN: polymem-opt %S/sums.mlir --polymem-complete-tiles='block-size=16 assume=M=40 max-more=1' -o /dev/null --remarks-filter=polymem-complete-tiles --remark-policy=all 2>&1 | FileCheck %s --check-prefix=DONE
// RUN: polymem-opt %S/sums.mlir --polymem-complete-tiles='block-size=16 assume=M=1000' -o /dev/null --remarks-filter=polymem-complete-tiles --remark-policy=all 2>&1 | FileCheck %s --check-prefix=DONE
// DONE: remark: [Passed] Completed
// RUN: not polymem-opt %S/sums.mlir --polymem-complete-tiles='block-size=16 assume=M=-1' -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: {{.*}}assume
