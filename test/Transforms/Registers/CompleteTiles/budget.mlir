// A budget that ends leaves tiles as they were, with a warning.
// RUN: polymem-opt %S/sums.mlir --canonicalize -o %t.before
// RUN: polymem-opt %S/sums.mlir --polymem-complete-tiles='block-size=16 max-isl-operations=300' --canonicalize -o %t.after --remarks-filter=polymem-complete-tiles --remark-policy=all 2>&1 | FileCheck %s
// RUN: diff %t.before %t.after
// CHECK-DAG: warning: {{.*}}polymem-complete-tiles
// CHECK-DAG: remark: [Missed] NotModelled {{.*}}isl
