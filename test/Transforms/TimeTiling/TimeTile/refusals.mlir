// Time loops that are not tiled stay as they are, and why is said.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=7" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o %t.mlir 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before.mlir && diff %t.before.mlir %t.mlir

// CHECK-DAG: NotTiled {{.*}}Function=independent {{.*}}not tiled in time: its iterations are independent
func.func @independent(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%t, %i] : memref<?x?xf32>
      affine.store %a, %B[%t, %i] : memref<?x?xf32>
    }
  }
  return
}



// A local array each of whose values is read before the next one is written.
// CHECK-DAG: NotTiled {{.*}}Function=only_local {{.*}}not tiled in time: a statement writes no array that outlives an iteration
func.func @only_local(%A: memref<?xf32>, %n: index) {
  %tmp = memref.alloc(%n) : memref<?xf32>
  affine.for %t = 0 to %n {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      affine.store %a, %tmp[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %b = affine.load %tmp[%i] : memref<?xf32>
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  memref.dealloc %tmp : memref<?xf32>
  return
}

// An allocation per iteration of the time loop.
// CHECK-DAG: NotTiled {{.*}}Function=local_in_loop {{.*}}not tiled in time: a statement writes no array that outlives an iteration
func.func @local_in_loop(%A: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %n {
    %tmp = memref.alloc(%n) : memref<?xf32>
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      affine.store %a, %tmp[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %b = affine.load %tmp[%i] : memref<?xf32>
      affine.store %b, %A[%i] : memref<?xf32>
    }
    memref.dealloc %tmp : memref<?xf32>
  }
  return
}

// CHECK-DAG: NotTiled {{.*}}Function=indirect {{.*}}not tiled in time: it is not known which element a statement writes
func.func @indirect(%A: memref<?xf32>, %P: memref<?xindex>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %p = affine.load %P[%i] : memref<?xindex>
      memref.store %a, %A[%p] : memref<?xf32>
    }
  }
  return
}

// CHECK-DAG: NotTiled {{.*}}Function=ranks {{.*}}not tiled in time: the arrays that are written have different ranks
func.func @ranks(%A: memref<?xf32>, %B: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      affine.store %a, %B[0, %i] : memref<?x?xf32>
    }
    affine.for %i = 1 to %n {
      %b = affine.load %B[0, %i] : memref<?x?xf32>
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-DAG: NotTiled {{.*}}Function=element {{.*}}not tiled in time: its iterations write single elements
func.func @element(%A: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %n {
    %a = affine.load %A[0] : memref<?xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %A[0] : memref<?xf32>
  }
  return
}

// CHECK-DAG: NotTiled {{.*}}Function=scalar {{.*}}not tiled in time: its iterations write single elements
func.func @scalar(%A: memref<?xf32>, %x: memref<f32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %x[] : memref<f32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %x[] : memref<f32>
    }
  }
  return
}

// Gauss-Seidel, with elements too far apart for wavefronts.
// CHECK-DAG: NotTiled {{.*}}Function=far {{.*}}not tiled in time: places of one nest in it depend on each other, not in one direction and within 4 elements
func.func @far(%A: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 5 to %n {
      %a = affine.load %A[%i - 5] : memref<?xf32>
      %b = affine.load %A[%i + 5] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}

// Upwards, then downwards.
// CHECK-DAG: NotTiled {{.*}}Function=back {{.*}}not tiled in time: places of one nest in it depend on each other, not in one direction and within 4 elements
func.func @back(%A: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      affine.store %a, %A[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %a = affine.load %A[%n - %i] : memref<?xf32>
      affine.store %a, %A[%n - %i - 1] : memref<?xf32>
    }
  }
  return
}

// CHECK-DAG: NotTiled {{.*}}Function=strided {{.*}}not tiled in time: places of one nest in it depend on each other, and its step is not 1
func.func @strided(%A: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %n step 2 {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      affine.store %a, %A[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-DAG: NotTiled {{.*}}Function=steep {{.*}}not tiled in time: in no dimension are dependences within 4 elements per step
func.func @steep(%A: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 5 to %n {
      %a = affine.load %A[%t, %i - 5] : memref<?x?xf32>
      affine.store %a, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

// CHECK-DAG: NotTiled {{.*}}Function=unbounded {{.*}}not tiled in time: in no dimension are dependences within 4 elements per step
func.func @unbounded(%A: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%t, 0] : memref<?x?xf32>
      affine.store %a, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

// Each place on its own: the iterations depend on each other, the places do
// not.
// CHECK-DAG: NotTiled {{.*}}Function=own_place {{.*}}not tiled in time: its places do not depend on each other
func.func @own_place(%A: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %s = arith.addf %a, %a : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-DAG: NotTiled {{.*}}Function=size {{.*}}not tiled in time: the size along dimension 0 must be a multiple of the 2 elements that dependences span per step, but is 7
func.func @size(%A: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t, %i - 1] : memref<?x?xf32>
      %b = affine.load %A[%t, %i + 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

// CHECK-DAG: OrderGiven {{.*}}Function=tiled {{.*}}'scratch.tile' maps the function to a machine already
func.func @tiled(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %t = 0 to %n {
    scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
      %a = affine.load %A[%t, %i - 1] : memref<?x?xf32>
      affine.store %a, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

// CHECK-DAG: OrderGiven {{.*}}Function=tile_sizes {{.*}}'affine.for' has an attribute that says how it is tiled as written
func.func @tile_sizes(%A: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t, %i - 1] : memref<?x?xf32>
      affine.store %a, %A[%t + 1, %i] : memref<?x?xf32>
    } {polymem.tile_sizes = [8]}
  }
  return
}

// CHECK-DAG: OrderGiven {{.*}}Function=parallel {{.*}}'affine.parallel' is declared parallel, which another order may lose
func.func @parallel(%A: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.parallel (%i) = (1) to (symbol(%n)) {
      %a = affine.load %A[%t, %i - 1] : memref<?x?xf32>
      affine.store %a, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

// CHECK-DAG: NotModelled {{.*}}Function=unstructured {{.*}}'cf.cond_br' cannot be modelled: control flow between blocks is not structured
func.func @unstructured(%A: memref<?xf32>, %c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return
^bb2:
  return
}

func.func private @declaration(memref<?xf32>)

// No loop, and a loop without statements: nothing to say.
// CHECK-NOT: Function=no_loop
func.func @no_loop(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.store %x, %A[0] : memref<?xf32>
  affine.for %t = 0 to %n {
    affine.for %i = 0 to %n {
    }
  }
  return
}
