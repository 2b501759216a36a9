// RUN: polymem-opt %s -split-input-file -verify-diagnostics -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-tile{mapping=gpu},polymem-map-sequential,polymem-warn-launches))"

func.func @recurrence(%A: memref<?xf32>, %N: index) {
  // expected-warning@+1 {{this nest runs on one thread, about 1023 iterations, one after another (assuming arg1 = 1024): no loop of it was found to be parallel; '--remarks-filter=polymem-.*' says why}}
  affine.for %i = 1 to %N {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    %b = affine.load %A[%i] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// A launch has one line, at the longest nest.
func.func @two(%A: memref<?x?xf32>, %B: memref<?xf32>, %N: index) {
  affine.for %i = 1 to %N {
    %a = affine.load %B[%i - 1] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  // expected-warning@+1 {{this nest and 1 more beside it run on one thread, about 1046529 iterations of this one, one after another (assuming arg2 = 1024): no}}
  affine.for %i = 1 to %N {
    affine.for %j = 1 to %N {
      %a = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %b = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %d = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %c = arith.addf %a, %b : f32
      %e = arith.addf %c, %d : f32
      affine.store %e, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// -----

func.func @scf(%A: memref<?xf32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning@+1 {{this nest runs on one thread, about 1024 iterations, one after another (assuming arg1 = 1024): it has scf loops, of which nothing is known to be parallel; 'polymem-raise-to-affine' makes affine loops of them, or says in remarks what is in the way}}
  scf.for %i = %c0 to %N step %c1 {
    %a = memref.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    memref.store %b, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// No more iterations than a warp has threads: not worth a word.
func.func @short(%A: memref<?xf32>) {
  affine.for %i = 1 to 33 {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @parallel(%A: memref<?xf32>, %N: index) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
