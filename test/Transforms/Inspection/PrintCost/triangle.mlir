// Loops of the host around a launch, and loops of threads that are not equally long, are summed
// up exactly: launch k has N - k blocks, in each of which thread t adds t + 1 times.
// RUN: polymem-opt %s --polymem-print-cost=assume=N=100 2>&1 >/dev/null | FileCheck %s

// CHECK: launch 1: {{[0-9.]+}} us, launch; 100 launches, 100 blocks at most, of 4 threads
// CHECK: instructions of threads: 50500 float,
func.func @triangle(%n: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  scf.for %k = %c0 to %n step %c1 {
    %blocks = arith.subi %n, %k : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%nx = %c4, %ny = %c1, %nz = %c1) {
      %end = arith.addi %tx, %c1 : index
      %sum = scf.for %i = %c0 to %end step %c1 iter_args(%s = %zero) -> (f32) {
        %next = arith.addf %s, %s : f32
        scf.yield %next : f32
      }
      gpu.terminator
    }
  }
  return
}
