// Recurrences, by the pass alone, with tiles smaller than the table and threads in reverse, and by
// the pipeline on the emulator that reports races: the same bits as in order. Sizes are at and around multiples
// of a tile's.

// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --entry=chain --entry=tree --entry=count --entry=floats --entry=twice
// DEFINE: %{sizes} = --sizes=N=0 --sizes=N=1 --sizes=N=2 --sizes=N=3 --sizes=N=5 --sizes=N=8 --sizes=N=9 --sizes=N=13 --sizes=N=21
// RUN: %{run} %{sizes} --pipeline='func.func(polymem-tile-recurrences{tile-size=4 strip-size=3 strict},convert-scratch-to-memref{reverse-mapped})'
// RUN: %{run} %{sizes} --pipeline='func.func(polymem-tile-recurrences{tile-size=1 strip-size=1 strict},convert-scratch-to-memref)'
// RUN: %{run} --sizes=N=33 --sizes=N=65 --sizes=N=97 --sizes=N=129 --pipeline='func.func(polymem-tile-recurrences{strict},convert-scratch-to-memref)'
// RUN: %{run} --sizes=N=3 --sizes=N=66 --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator
// RUN: polymem-run %s --compare --uninterpreted --entry=constant --pipeline='func.func(polymem-tile-recurrences{tile-size=8 strip-size=3 strict},convert-scratch-to-memref{reverse-mapped})'
// RUN: polymem-run %s --compare --uninterpreted --entry=constant --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator
// RUN: polymem-run %polymem_src/benchmarks/polybench/nussinov.mlir --compare --sizes=N=33 --sizes=N=65 --sizes=N=97 --sizes=N=129 --sizes=N=161 \
// RUN:   --pipeline='func.func(polymem-tile-recurrences{strict},convert-scratch-to-memref)'
// RUN: polymem-run %polymem_src/benchmarks/polybench/nussinov.mlir --compare --sizes=N=1 --sizes=N=67 --sizes=N=97 --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// Matrix chain: the table begins with large values.
func.func @chain(%p: memref<?xi32> {polymem.shape = ["N"], polymem.range = [1, 9]},
    %m: memref<?x?xi32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %inf = arith.constant 2147483647 : i32
  %N = memref.dim %p, %c0 : memref<?xi32>
  affine.for %len = 1 to %N {
    affine.for %i = 0 to affine_map<(len)[N] -> (N - len)>(%len)[%N] {
      affine.store %inf, %m[%i, %i + %len] : memref<?x?xi32>
      affine.for %k = affine_map<(i) -> (i)>(%i) to affine_map<(i, len) -> (i + len)>(%i, %len) {
        %old = affine.load %m[%i, %i + %len] : memref<?x?xi32>
        %a = affine.load %m[%i, %k] : memref<?x?xi32>
        %b = affine.load %m[%k + 1, %i + %len] : memref<?x?xi32>
        %pi = affine.load %p[%i] : memref<?xi32>
        %pk = affine.load %p[%k] : memref<?xi32>
        %pj = affine.load %p[%i + %len] : memref<?xi32>
        %x = arith.muli %pi, %pk : i32
        %y = arith.muli %x, %pj : i32
        %ab = arith.addi %a, %b : i32
        %q = arith.addi %ab, %y : i32
        %new = arith.minsi %old, %q : i32
        affine.store %new, %m[%i, %i + %len] : memref<?x?xi32>
      }
    }
  }
  return
}
// Optimal search tree, value in iter_args, something added behind the loop.
func.func @tree(%w: memref<?xi32> {polymem.shape = ["N"], polymem.range = [0, 9]},
    %c: memref<?x?xi32> {polymem.shape = ["N + 1", "N + 1"]}) {
  %c0 = arith.constant 0 : index
  %inf = arith.constant 2147483647 : i32
  %N = memref.dim %w, %c0 : memref<?xi32>
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to affine_map<()[N] -> (N + 1)>()[%N] {
      %best = affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) iter_args(%acc = %inf) -> (i32) {
        %a = affine.load %c[symbol(%N) - 1 - %r, %k] : memref<?x?xi32>
        %b = affine.load %c[%k + 1, %j] : memref<?x?xi32>
        %ab = arith.addi %a, %b : i32
        %new = arith.minsi %acc, %ab : i32
        affine.yield %new : i32
      }
      %x = affine.load %w[%j - 1] : memref<?xi32>
      %sum = arith.addi %best, %x : i32
      affine.store %sum, %c[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
    }
  }
  return
}
// Counting, with wrapping sums.
func.func @count(%t: memref<?x?xi32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %t, %c0 : memref<?x?xi32>
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      affine.for %k = affine_map<(r)[N] -> (N - r - 1)>(%r)[%N] to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xi32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %ab = arith.muli %a, %b : i32
        %new = arith.addi %old, %ab overflow<nsw> : i32
        affine.store %new, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
// Of floating-point numbers.
func.func @floats(%t: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %t, %c0 : memref<?x?xf32>
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      affine.for %k = affine_map<(r)[N] -> (N - r - 1)>(%r)[%N] to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xf32>
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xf32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xf32>
        %ab = arith.addf %a, %b : f32
        %new = arith.maximumf %old, %ab : f32
        affine.store %new, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
// What comes before the reduction reads the element twice: it is no update.
func.func @twice(%t: memref<?x?xi32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %t, %c0 : memref<?x?xi32>
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      %x = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      %y = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      %yy = arith.addi %y, %y : i32
      %xy = arith.maxsi %x, %yy : i32
      affine.store %xy, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      affine.for %k = affine_map<(r)[N] -> (N - r - 1)>(%r)[%N] to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xi32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %ab = arith.addi %a, %b : i32
        %new = arith.maxsi %old, %ab : i32
        affine.store %new, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
// Constant sizes, bounds that do not begin at 0, and a loop beside it.
func.func @constant(%t: memref<101x101xi32>, %s: memref<100xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 100 {
    affine.store %one, %s[%i] : memref<100xi32>
  }
  affine.for %r = 3 to 100 {
    affine.for %j = affine_map<(r) -> (100 - r)>(%r) to 101 {
      affine.for %k = affine_map<(r) -> (99 - r)>(%r) to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[99 - %r, %j] : memref<101x101xi32>
        %a = affine.load %t[99 - %r, %k] : memref<101x101xi32>
        %b = affine.load %t[%k + 1, %j] : memref<101x101xi32>
        %c = affine.load %s[%k] : memref<100xi32>
        %ab = arith.addi %a, %b : i32
        %abc = arith.addi %ab, %c : i32
        %new = arith.maxsi %old, %abc : i32
        affine.store %new, %t[99 - %r, %j] : memref<101x101xi32>
      }
    }
  }
  return
}
