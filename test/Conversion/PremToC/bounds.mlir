// RUN: polymem-opt %s --prem-print-c -o /dev/null | FileCheck %s

// Behind the head of a loop is the most that it runs, which follows from where index values are: of
// a call, of all calls; of a thread's number, of all cores.

func.func private @f_segment0(%b: memref<100xf32>, %k: index, %n: index) {
  %zero = arith.constant 0.0 : f32
  // CHECK: i3 < 100; i3 += 3) { /* at most 34 iterations */
  affine.for %i = 0 to 100 step 3 {
    affine.store %zero, %b[%i] : memref<100xf32>
  }
  // CHECK: i4 < n5; i4 += 1) { /* at most 8 iterations */
  affine.for %i = affine_map<(d0) -> (d0 * 8)>(%k) to affine_map<(d0) -> (d0 * 8 + 8)>(%k) {
    affine.store %zero, %b[%i] : memref<100xf32>
  }
  // k is 0 to 11.
  // CHECK: i6 < a1; i6 += 1) { /* at most 11 iterations */
  affine.for %i = 0 to %k {
    affine.store %zero, %b[%i] : memref<100xf32>
  }
  // CHECK: i7 < n8; i7 += 1) { /* at most 10 iterations */
  affine.for %i = 0 to min affine_map<()[s0] -> (s0, 10)>()[%n] {
    affine.store %zero, %b[%i] : memref<100xf32>
  }
  // CHECK: i9 < a2; i9 += 1) { /* iterations: not known */
  affine.for %i = 0 to %n {
    affine.store %zero, %b[%i] : memref<100xf32>
  }
  // CHECK: i10 < 3; i10 += 1) { /* at most 0 iterations */
  affine.for %i = 7 to 3 {
    affine.store %zero, %b[%i] : memref<100xf32>
  }
  return
}
func.func private @f_thread(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c11 = arith.constant 11 : index
  %b = prem.view %c0 : memref<100xf32>
  // 0 to 3.
  %t = prem.thread_id
  %first = arith.muli %t, %c3 : index
  %end = arith.addi %first, %c3 : index
  %last = arith.minsi %end, %c11 : index
  // CHECK: { /* at most 11 iterations */
  scf.for %k = %first to %last step %c1 {
    func.call @f_segment0(%b, %k, %n) : (memref<100xf32>, index, index) -> ()
  }
  func.call @f_segment0(%b, %c11, %n) : (memref<100xf32>, index, index) -> ()
  return
}
func.func @f(%n: index) {
  prem.launch @f_thread(%n) cores 4 : index
  return
}
