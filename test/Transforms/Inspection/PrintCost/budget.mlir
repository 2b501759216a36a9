// With few parts, those that are looked at stand for others, and a line says so.
// RUN: polymem-opt %s --polymem-print-cost="assume=N=1000 max-parts=20" 2>&1 >/dev/null | FileCheck %s
// RUN: polymem-opt %s --polymem-print-cost="assume=N=1000" 2>&1 >/dev/null | FileCheck %s --check-prefix=ALL

// CHECK:     1000 launches,
// CHECK:     not exact: there are more than 20 different parts of iterations and blocks; some stand for others
// ALL:       1000 launches,
// ALL:       instructions of threads: 500500 float,
// ALL-NOT:   not exact
func.func @grow(%n: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %k = %c0 to %n step %c1 {
    %blocks = arith.subi %n, %k : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
      %a = arith.addf %zero, %zero {tag} : f32
      gpu.terminator
    }
  }
  return
}
