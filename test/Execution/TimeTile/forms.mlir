// Stencils of several forms compute the same in tiles of time, with every access
// checked, in several orders of blocks and threads.

// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --check-bounds \
// DEFINE:   --emulate --emulator-seed=0..1 \
// DEFINE:   --pipeline='polymem-time-tile{mapping=gpu sizes=8,4},convert-scratch-to-gpu'

// RUN: %{run} --sizes=T=11,N=19 --sizes=T=3,N=5 --sizes=T=1,N=4 \
// RUN:   --sizes=T=0,N=5 --sizes=T=4,N=0 \
// RUN:   --entry=same_place --entry=chain --entry=right --entry=left \
// RUN:   --entry=three_one --entry=two_steps --entry=strided \
// RUN:   --entry=skewed_parts --entry=row_0 --entry=triangle --entry=three \
// RUN:   --entry=cell --entry=accumulate --entry=strided_pair --entry=local_array
// RUN: %{run} --check --entry=one --entry=one_iteration

// That the order is right for all sizes is proved.
// RUN: %{run} --check --sizes=T=6,N=7 --entry=strided --entry=skewed_parts

// Nests that are one step.
func.func @same_place(%T: index {polymem.param = "T"}, %A: memref<?x?xf32> {polymem.shape = ["2", "N + 1"]}, %B: memref<?x?xf32> {polymem.shape = ["1", "N + 1"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<?x?xf32>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[(%t + 1) mod 2, %i] : memref<?x?xf32>
    }
    affine.for %i = 1 to %n {
      %a = affine.load %A[(%t + 1) mod 2, %i] : memref<?x?xf32>
      %b = affine.load %B[0, %i] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[0, %i] : memref<?x?xf32>
    }
  }
  return
}

// Three steps per iteration.
func.func @chain(%T: index {polymem.param = "T"}, %A: memref<?xf32> {polymem.shape = ["N + 1"]}, %B: memref<?xf32> {polymem.shape = ["N + 1"]}, %C: memref<?xf32> {polymem.shape = ["N + 1"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %a = affine.load %B[%i - 1] : memref<?xf32>
      %b = affine.load %B[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %C[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %a = affine.load %C[%i - 1] : memref<?xf32>
      %b = affine.load %C[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}

// Dependences in one direction.
func.func @right(%T: index {polymem.param = "T"}, %A: memref<?x?xf32> {polymem.shape = ["T + 2", "N + 3"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t, %i - 1] : memref<?x?xf32>
      %b = affine.load %A[%t, %i] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

func.func @left(%T: index {polymem.param = "T"}, %A: memref<?x?xf32> {polymem.shape = ["T + 2", "N + 3"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%t, %i] : memref<?x?xf32>
      %b = affine.load %A[%t, %i + 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

// Farther down than up.
func.func @three_one(%T: index {polymem.param = "T"}, %A: memref<?x?xf32> {polymem.shape = ["T + 2", "N + 3"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t, %i - 1] : memref<?x?xf32>
      %b = affine.load %A[%t, %i + 3] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

// Dependences over two iterations.
func.func @two_steps(%T: index {polymem.param = "T"}, %A: memref<?x?xf32> {polymem.shape = ["T + 2", "N + 3"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 1 to %T {
    affine.for %i = 2 to %n {
      %a = affine.load %A[%t - 1, %i - 2] : memref<?x?xf32>
      %b = affine.load %A[%t - 1, %i + 2] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

// A time loop with a step.
func.func @strided(%T: index {polymem.param = "T"}, %A: memref<?x?xf32> {polymem.shape = ["T + 3", "N + 3"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T step 2 {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t, %i - 1] : memref<?x?xf32>
      %b = affine.load %A[%t, %i + 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 2, %i] : memref<?x?xf32>
    }
  }
  return
}

// Parts that lean by three elements per step.
func.func @skewed_parts(%T: index {polymem.param = "T"}, %A: memref<?x?x?xf32> {polymem.shape = ["T + 2", "N + 3", "N + 4"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 2 to %n {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%t, %i - 1, %j] : memref<?x?x?xf32>
        %b = affine.load %A[%t, %i + 1, %j + 3] : memref<?x?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[%t + 1, %i, %j] : memref<?x?x?xf32>
      }
    }
  }
  return
}

// Diamonds along the second dimension.
func.func @row_0(%T: index {polymem.param = "T"}, %A: memref<?x?xf32> {polymem.shape = ["N", "N + 1"]}, %B: memref<?x?xf32> {polymem.shape = ["N", "N + 1"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 0 to %n {
      affine.for %j = 1 to %n {
        %a = affine.load %A[0, %j - 1] : memref<?x?xf32>
        %b = affine.load %A[0, %j + 1] : memref<?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %B[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to %n {
      affine.for %j = 1 to %n {
        %b = affine.load %B[%i, %j] : memref<?x?xf32>
        affine.store %b, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// One tile in all.
func.func @one(%A: memref<2x13xf32>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 8 to 12 {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<2x13xf32>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<2x13xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[(%t + 1) mod 2, %i] : memref<2x13xf32>
    }
  }
  return
}

func.func @one_iteration(%A: memref<13xf32>, %B: memref<13xf32>) {
  affine.for %t = 0 to 1 {
    affine.for %i = 8 to 12 {
      %a = affine.load %A[%i - 1] : memref<13xf32>
      %b = affine.load %A[%i + 1] : memref<13xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i] : memref<13xf32>
    }
    affine.for %i = 8 to 12 {
      %b = affine.load %B[%i] : memref<13xf32>
      affine.store %b, %A[%i] : memref<13xf32>
    }
  }
  return
}

// Inner loops of a thread.
func.func @triangle(%T: index {polymem.param = "T"}, %A: memref<?x?x?xf32> {polymem.shape = ["2", "N + 1", "N + 1"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
        %a = affine.load %A[%t mod 2, %i - 1, %j] : memref<?x?x?xf32>
        %b = affine.load %A[%t mod 2, %i + 1, %j] : memref<?x?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[(%t + 1) mod 2, %i, %j] : memref<?x?x?xf32>
      }
    }
  }
  return
}

// Two time loops.
func.func @three(%T: index {polymem.param = "T"}, %A: memref<?x?xf32> {polymem.shape = ["2", "N + 1"]}, %B: memref<?x?xf32> {polymem.shape = ["2", "N + 1"]}, %n: index {polymem.param = "N"}) {
  %two = arith.constant 2.0 : f32
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<?x?xf32>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[(%t + 1) mod 2, %i] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %n {
    %a = affine.load %A[0, %i] : memref<?x?xf32>
    %s = arith.mulf %a, %two : f32
    affine.store %s, %B[0, %i] : memref<?x?xf32>
  }
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %B[%t mod 2, %i - 1] : memref<?x?xf32>
      %b = affine.load %B[%t mod 2, %i + 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[(%t + 1) mod 2, %i] : memref<?x?xf32>
    }
  }
  return
}

// A cell per thread.
func.func @cell(%T: index {polymem.param = "T"}, %A: memref<?x?xf32> {polymem.shape = ["2", "N + 1"]}, %n: index {polymem.param = "N"}) {
  %tmp = memref.alloca() : memref<f32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<?x?xf32>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %tmp[] : memref<f32>
      %v = affine.load %tmp[] : memref<f32>
      affine.store %v, %A[(%t + 1) mod 2, %i] : memref<?x?xf32>
    }
  }
  return
}

// Iterations in a thread that depend on each other.
func.func @accumulate(%T: index {polymem.param = "T"}, %A: memref<?x?xf32> {polymem.shape = ["2", "N + 1"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      affine.for %k = -1 to 2 {
        %sum = affine.load %A[(%t + 1) mod 2, %i] : memref<?x?xf32>
        %a = affine.load %A[%t mod 2, %i + %k] : memref<?x?xf32>
        %s = arith.addf %sum, %a : f32
        affine.store %s, %A[(%t + 1) mod 2, %i] : memref<?x?xf32>
      }
    }
  }
  return
}

// Two nests in a time loop with a step.
func.func @strided_pair(%T: index {polymem.param = "T"}, %A: memref<?xf32> {polymem.shape = ["N + 1"]}, %B: memref<?xf32> {polymem.shape = ["N + 1"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 1 to %T step 3 {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %a = affine.load %B[%i - 1] : memref<?xf32>
      %b = affine.load %B[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}

// An array of the function between two nests.
func.func @local_array(%T: index {polymem.param = "T"}, %A: memref<?xf32> {polymem.shape = ["N + 1"]}, %n: index {polymem.param = "N"}) {
  %tmp = memref.alloc(%n) : memref<?xf32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %tmp[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %b = affine.load %tmp[%i] : memref<?xf32>
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  memref.dealloc %tmp : memref<?xf32>
  return
}
