// The else part reads T[0] before it writes it: the value is from before the
// loop, not from the store in the then part, and must be copied in.

// RUN: polymem-run %s --check=report --compare --uninterpreted --check-bounds --sizes=N=3 \
// RUN:   --pipeline='builtin.module(func.func(scratch-promote{scope=nest promote-all},convert-scratch-to-memref{max-stack-bytes=0}))'

func.func @f(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %T = memref.alloc() : memref<20xf32>
  %seven = arith.constant 7.0 : f32
  affine.store %seven, %T[0] : memref<20xf32>
  affine.store %seven, %T[1] : memref<20xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %c = arith.cmpf olt, %a, %a : f32
    scf.if %c {
      %x = affine.load %T[1] : memref<20xf32>
      affine.store %x, %T[0] : memref<20xf32>
    } else {
      %x = affine.load %T[0] : memref<20xf32>
      affine.store %x, %T[0] : memref<20xf32>
    }
    %r = affine.load %T[0] : memref<20xf32>
    affine.store %r, %A[%i] : memref<?xf32>
  }
  return
}
