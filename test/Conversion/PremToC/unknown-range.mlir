// Indices are of 32 bits in C. Of sums with what is loaded, it is not known whether these hold them: a remark
// says so. Quotients, remainders and choices of what is known are known.
// RUN: polymem-opt %s --prem-print-c --remarks-filter=prem-print-c --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s

// CHECK: unknown-range.mlir:[[#@LINE+15]]:10: remark: [Analysis] UnknownRange
// CHECK-SAME: Indices=1
func.func @f(%A: memref<8xi32>) {
  prem.launch @f_thread(%A) cores 2 : memref<8xi32>
  return
}
func.func private @f_segment0(%b: memref<8xi32>, %n: index) {
  %c3 = arith.constant 3 : index
  %core = arith.divsi %n, %c3 : index
  %rest = arith.remsi %n, %c3 : index
  %less = arith.cmpi slt, %core, %rest : index
  %some = arith.select %less, %core, %rest : index
  %known = arith.addi %some, %n : index
  %value = memref.load %b[%known] : memref<8xi32>
  %loaded = arith.index_cast %value : i32 to index
  %sum = arith.addi %loaded, %known : index
  %narrow = arith.index_cast %sum : index to i32
  memref.store %narrow, %b[%n] : memref<8xi32>
  return
}
func.func private @f_thread(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %n = prem.thread_id
  %b = prem.view %c0 : memref<8xi32>
  func.call @f_segment0(%b, %n) : (memref<8xi32>, index) -> ()
  return
}
