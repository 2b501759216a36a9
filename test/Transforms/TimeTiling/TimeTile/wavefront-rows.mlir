// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=16,16,16 steps=4" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=16,0 steps=4" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHOLE

// The rows along which time loops are cut.

// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --check-bounds --sizes=T=5,N=11 --sizes=T=3,N=3 --sizes=T=0,N=5 --sizes=T=2,N=0 \
// DEFINE:   --entry=line --entry=down --entry=transposed --entry=independent --entry=two --entry=recurrence
// RUN: %{run} --entry=space --pipeline='polymem-time-tile{sizes=4,3,3 steps=2},convert-scratch-to-memref'
// RUN: %{run} --check --pipeline='polymem-time-tile{mapping=gpu sizes=4,3,3 steps=2},convert-scratch-to-memref{reverse-mapped}'
// RUN: %{run} --entry=space --emulate --pipeline='polymem-time-tile{mapping=gpu sizes=4,3,3 steps=2},convert-scratch-to-gpu'
// RUN: %{run} --emulate --pipeline='polymem-time-tile{mapping=gpu sizes=4,0,3 steps=2},scratch-promote{promote-all},convert-scratch-to-gpu'

// CHECK-DAG: Function=line {{.*}}wavefronts of tiles of 4 steps, 16 along h + x0"
// DEFAULT-DAG: Function=line {{.*}}wavefronts of tiles of 64 steps, 64 along h + x0"
func.func @line(%T: index {polymem.param = "T"}, %A: memref<?xf32> {polymem.shape = ["N + 2"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[n] -> (n + 1)>()[%n] {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}

// Downwards.
// CHECK-DAG: Function=down {{.*}}wavefronts of tiles of 4 steps, 16 along 2h - x0"
func.func @down(%T: index {polymem.param = "T"}, %A: memref<?xf32> {polymem.shape = ["N + 3"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%n - %i - 1] : memref<?xf32>
      %b = affine.load %A[%n - %i + 2] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%n - %i] : memref<?xf32>
    }
  }
  return
}

// The second dimension is the outer loop's: its row comes first.
// CHECK-DAG: Function=transposed {{.*}}wavefronts of tiles of 4 steps, 16 along h + x1, 16 along 2h + x0 + x1"
// DEFAULT-DAG: Function=transposed {{.*}}wavefronts of tiles of 8 steps, 32 along h + x1, 32 along 2h + x0 + x1"
// Only x0 is cut: what is whole is in the points.
// WHOLE-DAG: Function=transposed {{.*}}wavefronts of tiles of 4 steps, 16 along 2h + x0 + x1"
func.func @transposed(%T: index {polymem.param = "T"}, %A: memref<?x?xf32> {polymem.shape = ["N + 2", "N + 2"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %j = 1 to affine_map<()[n] -> (n + 1)>()[%n] {
      affine.for %i = 1 to affine_map<()[n] -> (n + 1)>()[%n] {
        %a = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
        %b = affine.load %A[%i + 1, %j + 1] : memref<?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// No dependence crosses x0: all of its tiles are in one wave.
// CHECK-DAG: Function=independent {{.*}}wavefronts of tiles of 4 steps, 16 along x0, 16 along h + x1"
func.func @independent(%T: index {polymem.param = "T"}, %A: memref<?x?xf32> {polymem.shape = ["N", "N + 2"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 0 to %n {
      affine.for %j = 1 to affine_map<()[n] -> (n + 1)>()[%n] {
        %a = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %b = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// Two steps per iteration, the second nest at a distance of the first.
// CHECK-DAG: Function=two {{.*}}2 steps per iteration, wavefronts of tiles of 4 steps, 16 along h + x0"
func.func @two(%T: index {polymem.param = "T"}, %A: memref<?xf32> {polymem.shape = ["N + 2"]}, %B: memref<?xf32> {polymem.shape = ["N + 2"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[n] -> (n + 1)>()[%n] {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %B[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
    affine.for %i = 1 to affine_map<()[n] -> (n + 1)>()[%n] {
      %a = affine.load %A[%i + 1] : memref<?xf32>
      %b = affine.load %B[%i - 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }
  }
  return
}

// Three dimensions, the points of which hold a loop of their own.
// CHECK-DAG: Function=space {{.*}}wavefronts of tiles of 4 steps, 16 along h + x0, 16 along h + x1, 16 along h + x2"
// DEFAULT-DAG: Function=space {{.*}}wavefronts of tiles of 4 steps, 8 along h + x0, 8 along h + x1, 32 along h + x2"
func.func @space(%T: index {polymem.param = "T"}, %A: memref<?x?x?xf32> {polymem.shape = ["N + 2", "N + 2", "N + 2"]}, %W: memref<3xf32>, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[n] -> (n + 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[n] -> (n + 1)>()[%n] {
        affine.for %k = 1 to affine_map<()[n] -> (n + 1)>()[%n] {
          affine.for %l = 0 to 3 {
            %w = affine.load %W[%l] : memref<3xf32>
            %a = affine.load %A[%i - 1, %j, %k] : memref<?x?x?xf32>
            %b = affine.load %A[%i, %j - 1, %k] : memref<?x?x?xf32>
            %c = affine.load %A[%i, %j, %k - 1] : memref<?x?x?xf32>
            %d = affine.load %A[%i, %j, %k + 1] : memref<?x?x?xf32>
            %e = affine.load %A[%i, %j, %k] : memref<?x?x?xf32>
            %p = arith.mulf %w, %a : f32
            %q = arith.addf %b, %c : f32
            %r = arith.addf %d, %e : f32
            %s = arith.addf %p, %q : f32
            %u = arith.addf %s, %r : f32
            affine.store %u, %A[%i, %j, %k] : memref<?x?x?xf32>
          }
        }
      }
    }
  }
  return
}

// A recurrence in two dimensions has no time loop; its outer loop is taken for
// one.
// CHECK-DAG: Function=recurrence {{.*}}wavefronts of tiles of 4 steps, 16 along x0"
func.func @recurrence(%A: memref<?x?xf32> {polymem.shape = ["N + 1", "T + 1"]}, %n: index {polymem.param = "N"}, %m: index {polymem.param = "T"}) {
  affine.for %i = 1 to affine_map<()[n] -> (n + 1)>()[%n] {
    affine.for %j = 1 to affine_map<()[n] -> (n + 1)>()[%m] {
      %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %b = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
