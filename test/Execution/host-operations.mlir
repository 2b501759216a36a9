// What only the host can execute stays between the launches, where it was: the
// results are those of the original.

// RUN: polymem-run %s --entry=between --entry=in_loop --compare --emulate --machine=nvidia-h200 \
// RUN:   --sizes=N=1 --sizes=N=5 --sizes=N=300
// RUN: polymem-run %s --entry=between --entry=in_loop --compare --sizes=N=1 --sizes=N=300 \
// RUN:   --pipeline=polymem-to-cpu{mapping=gpu}
// RUN: polymem-run %s --entry=local --compare --emulate --machine=nvidia-h200

// Functions of the C library.
func.func private @fabsf(f32) -> f32

func.func @between(%A: memref<?xf32> {polymem.shape = ["N"]},
                   %B: memref<?xf32> {polymem.shape = ["N"]},
                   %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  %v = affine.load %B[0] : memref<?xf32>
  %w = func.call @fabsf(%v) : (f32) -> f32
  affine.for %i = 0 to %N {
    %b = affine.load %B[%i] : memref<?xf32>
    %s = arith.addf %b, %w : f32
    affine.store %s, %B[%i] : memref<?xf32>
  }
  return
}

func.func @in_loop(%A: memref<?xf32> {polymem.shape = ["N"]},
                   %B: memref<?xf32> {polymem.shape = ["N"]},
                   %N: index {polymem.param = "N"}) {
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to %N {
      %a = affine.load %A[%i] : memref<?xf32>
      affine.store %a, %B[%i] : memref<?xf32>
    }
    %v = affine.load %B[symbol(%N) - 1] : memref<?xf32>
    %w = func.call @fabsf(%v) : (f32) -> f32
    affine.for %i = 0 to %N {
      %b = affine.load %B[%i] : memref<?xf32>
      %s = arith.addf %b, %w : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}

// The call cannot touch the array, so that loops could be fused across it.
func.func private @srand(i32)
func.func @local(%B: memref<10xi32>) {
  %A = memref.alloc() : memref<10xi32>
  %c = arith.constant 7 : i32
  affine.for %i = 0 to 10 {
    affine.store %c, %A[%i] : memref<10xi32>
  }
  %v = affine.load %A[0] : memref<10xi32>
  call @srand(%v) : (i32) -> ()
  affine.for %i = 0 to 10 {
    affine.store %c, %A[%i] : memref<10xi32>
  }
  affine.for %i = 0 to 10 {
    %a = affine.load %A[%i] : memref<10xi32>
    affine.store %a, %B[%i] : memref<10xi32>
  }
  memref.dealloc %A : memref<10xi32>
  return
}
