// Two loops that are executed without remainders where nothing wraps in either do what
// they did, with and without a wrap, for strides and steps of all kinds.

// DEFINE: %{sizes} = --sizes=N=0,M=1 --sizes=N=1,M=1 --sizes=N=9,M=1 --sizes=N=7,M=50 --sizes=N=8,M=3 --sizes=N=8,M=100 \
// DEFINE:   --sizes=N=12,M=60 --sizes=N=12,M=90 --sizes=N=9,M=171 --sizes=N=9,M=172 --sizes=N=13,M=1000 --sizes=N=20,M=3000
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --check-bounds %{sizes} --pipeline=polymem-split-at-wraps{strict}
// RUN: %{run} --entry=signs
// RUN: %{run} --entry=in_place
// RUN: %{run} --entry=carried
// RUN: %{run} --entry=starts
// RUN: polymem-opt %s --polymem-split-at-wraps --remarks-filter=polymem-split-at-wraps -o /dev/null 2>&1 | FileCheck %s
// CHECK-COUNT-4: with a copy for where none wraps in the loop around

func.func @signs(%A: memref<?xf32> {polymem.shape = ["M"]}, %B: memref<?x4xf32> {polymem.shape = ["7 * N + 9", "4"]},
                 %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  affine.for %t = -1 to 3 {
    affine.for %j = -2 to %n step 2 {
      affine.for %i = 5 to affine_map<()[s0] -> (s0 * 2)>()[%n] step 3 {
        %x = affine.load %A[(%i * 2 + %j * 3 + %t * 50) mod symbol(%m)] : memref<?xf32>
        affine.store %x, %B[%i * 3 + %j + %t - 3, 0] : memref<?x4xf32>
        %y = affine.load %A[(-%i + %j * symbol(%n) - %t) mod symbol(%m)] : memref<?xf32>
        affine.store %y, %B[%i * 3 + %j + %t - 3, 1] : memref<?x4xf32>
        %z = affine.load %A[(%i - %j * 4 + %t * symbol(%n) + 7) mod symbol(%m)] : memref<?xf32>
        affine.store %z, %B[%i * 3 + %j + %t - 3, 2] : memref<?x4xf32>
        %w = affine.load %A[(%i - %j * 4 + %t * symbol(%n) + 10) mod symbol(%m)] : memref<?xf32>
        affine.store %w, %B[%i * 3 + %j + %t - 3, 3] : memref<?x4xf32>
      }
    }
  }
  return
}

// What is written is read by later iterations, of all three loops.
func.func @in_place(%A: memref<?xf32> {polymem.shape = ["M"]},
                    %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  affine.for %t = 0 to 6 {
    affine.for %j = 0 to %n {
      affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (s0, d0 + 60)>(%t)[%n] {
        %x = affine.load %A[(%i + %j * symbol(%n) + %t * 17 - 1) mod symbol(%m)] : memref<?xf32>
        %y = affine.load %A[(%i + %j * symbol(%n) + %t * 17 - symbol(%n)) mod symbol(%m)] : memref<?xf32>
        %s = arith.subf %x, %y : f32
        affine.store %s, %A[(%i + %j * symbol(%n) + %t * 17) mod symbol(%m)] : memref<?xf32>
      }
    }
  }
  return
}

func.func @carried(%A: memref<?xf32> {polymem.shape = ["M"]}, %B: memref<?xf32> {polymem.shape = ["N"]},
                   %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %t = 0 to 4 {
    affine.for %j = 0 to %n {
      %r = affine.for %i = 0 to %n iter_args(%sum = %zero) -> (f32) {
        %x = affine.load %A[(%i * -3 + %j * 2 + %t * 40) mod symbol(%m)] : memref<?xf32>
        %s = arith.subf %x, %sum : f32
        affine.yield %s : f32
      }
      affine.store %r, %B[%j] : memref<?xf32>
      affine.store %r, %A[(%j + %t) mod symbol(%m)] : memref<?xf32>
    }
  }
  return
}

// What the inner loop starts from is computed in the one around it.
func.func @starts(%A: memref<?xf32> {polymem.shape = ["M"]}, %B: memref<?xf32> {polymem.shape = ["N"]},
                  %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  affine.for %t = 0 to 4 {
    affine.for %j = 0 to %n {
      %b = affine.load %B[%j] : memref<?xf32>
      %r = affine.for %i = 0 to %n iter_args(%sum = %b) -> (f32) {
        %x = affine.load %A[(%i + %j * 7 + %t * 30) mod symbol(%m)] : memref<?xf32>
        %s = arith.subf %x, %sum : f32
        affine.yield %s : f32
      }
      affine.store %r, %B[%j] : memref<?xf32>
      affine.store %r, %A[(%j * 2 + %t) mod symbol(%m)] : memref<?xf32>
    }
  }
  return
}
