// A remark says what bounds a launch.
// RUN: polymem-opt %s --polymem-print-cost --remarks-filter=polymem-print-cost --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s

// CHECK: remark: {{.*}}Bound{{.*}}1 launches take 1.3 microseconds in the model, most for launch
func.func @f() {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    gpu.terminator
  }
  return
}
