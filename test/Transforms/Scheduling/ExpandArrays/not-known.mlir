// RUN: polymem-opt %s > %t.before
// RUN: polymem-opt %s --polymem-expand-arrays --remarks-filter=polymem-expand-arrays 2> %t.remarks > %t.after
// RUN: cmp %t.before %t.after
// RUN: FileCheck %s < %t.remarks

// What is stored under a condition on data may not be there to read.


// CHECK:  arg2 keeps its elements: not all that accesses it is known exactly
func.func @condition(%a: memref<20xf32>, %c: memref<20xi1>, %v: memref<10xf32> {polymem.dead_out}, %b: memref<20xf32>) {
  affine.for %i = 0 to 20 {
    %if = affine.load %c[%i] : memref<20xi1>
    affine.for %j = 0 to 10 {
      %x = affine.load %a[%i] : memref<20xf32>
      scf.if %if {
        affine.store %x, %v[%j] : memref<10xf32>
      }
    }
    affine.for %j = 0 to 10 {
      %x = affine.load %v[9 - %j] : memref<10xf32>
      %y = affine.load %b[%i] : memref<20xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %b[%i] : memref<20xf32>
    }
  }
  return
}
