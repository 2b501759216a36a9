// Launches in a loop of which more and more blocks do more and more: where there
// are too many parts, the values that stand for the others are spread over the
// launches and the blocks. All together are (N - 1) N (N + 1) / 6 = 4499950.
// RUN: polymem-opt %s --polymem-print-cost="assume=N=300 max-parts=1000" 2>&1 >/dev/null | FileCheck %s

// CHECK: instructions of threads: 3900871 float,
func.func @wedge(%n: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %t = %c0 to %n step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
      %works = arith.cmpi sle, %bx, %t : index
      scf.if %works {
        %steps = arith.subi %t, %bx : index
        scf.for %k = %c0 to %steps step %c1 {
          %a = arith.addf %zero, %zero {tag} : f32
        }
      }
      gpu.terminator
    }
  }
  return
}

// Of two blocks, one stands for itself only: N (N - 1) / 2 = 44850.
// CHECK: instructions of threads: 43193 float,
func.func @halves(%n: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  scf.for %t = %c0 to %n step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
      %works = arith.cmpi eq, %bx, %c0 : index
      scf.if %works {
        scf.for %k = %c0 to %t step %c1 {
          %a = arith.addf %zero, %zero {tag} : f32
        }
      }
      gpu.terminator
    }
  }
  return
}
