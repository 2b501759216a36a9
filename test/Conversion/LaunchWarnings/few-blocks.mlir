// RUN: polymem-opt %s -split-input-file -verify-diagnostics -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-tile{mapping=gpu},polymem-warn-launches))"

func.func @mv(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %x: memref<?xf32>,
              %y: memref<?xf32>, %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"}) {
  // expected-warning@+1 {{this launch has 4 blocks for the 132 parallel units of 'nvidia-h200' (assuming M = 1024): smaller tiles ('sizes') along its parallel loops make more}}
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %x[%j] : memref<?xf32>
      %c = affine.load %y[%i] : memref<?xf32>
      %d = arith.mulf %a, %b : f32
      %e = arith.addf %c, %d : f32
      affine.store %e, %y[%i] : memref<?xf32>
    }
  }
  return
}

// -----

// Constant sizes are no assumption.
func.func @constant(%A: memref<256x512xf32>, %y: memref<256xf32>) {
  // expected-warning@+1 {{this launch has 1 block for the 132 parallel units of 'nvidia-h200': smaller}}
  affine.for %i = 0 to 256 {
    affine.for %j = 0 to 512 {
      %a = affine.load %A[%i, %j] : memref<256x512xf32>
      %c = affine.load %y[%i] : memref<256xf32>
      %e = arith.addf %c, %a : f32
      affine.store %e, %y[%i] : memref<256xf32>
    }
  }
  return
}

// -----

// Not enough iterations for a block on each unit: nothing is lost.
func.func @small(%A: memref<?xf32>, %N: index) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// A loop of the host around the launch: the most blocks that a launch has.
func.func @triangle(%A: memref<?x?xf32>, %N: index {polymem.param = "N"}) {
  affine.for %k = 1 to %N {
    affine.for %i = affine_map<(k) -> (k)>(%k) to %N {
      // expected-warning@+1 {{this launch has 4 blocks for the 132 parallel units of 'nvidia-h200' (assuming N = 1024)}}
      affine.for %j = affine_map<(k) -> (k)>(%k) to %N {
        %a = affine.load %A[%k - 1, %j] : memref<?x?xf32>
        %b = affine.load %A[%i, %j] : memref<?x?xf32>
        %c = arith.addf %a, %b : f32
        affine.store %c, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
