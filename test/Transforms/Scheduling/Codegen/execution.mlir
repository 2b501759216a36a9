// DEFINE: %{run} = polymem-run %s --compare --check-bounds --pipeline=polymem-codegen \
// DEFINE:   --sizes N=40 --sizes N=37 --sizes N=9
// RUN: %{run} --check=report --entry=ifelse --entry=par --entry=heap
// RUN: %{run} --entry=steps
// That the subscripts of @steps stay within bounds is not decided, after ten
// seconds.
// RUN: %if extended %{ %{run} --check=report --entry=steps %}

// Generated code computes the same: steps and multi-result bounds with floordiv
// and mod; else parts and data-dependent conditions; parallel loops with local
// memory; heap memory in loops and a returned sum.

func.func @steps(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %n: index {polymem.param = "N"}) {
  affine.for %i = 1 to %n step 3 {
    affine.for %j = max affine_map<(d0)[s0] -> (d0, s0 floordiv 2, 2)>(%i)[%n] to min affine_map<(d0)[s0] -> (s0, d0 + 7, 3 * d0)>(%i)[%n] step 2 {
      %c = arith.constant 2.0 : f32
      %v = affine.load %A[%i - 1, (%j + %i) mod 3 + %j floordiv 4] : memref<?x?xf32>
      %w = arith.mulf %v, %c : f32
      affine.store %w, %A[%j, %i] : memref<?x?xf32>
    }
  }
  return
}
func.func @ifelse(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %n: index {polymem.param = "N"}) {
  %z = arith.constant 0.5 : f32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.if affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, (d0 + d1) mod 2 == 0, s0 - d0 - 3 >= 0)>(%i, %j)[%n] {
        affine.store %z, %A[%i, %j] : memref<?x?xf32>
      } else {
        %v = affine.load %A[%j, %i] : memref<?x?xf32>
        %w = arith.addf %v, %z : f32
        affine.store %w, %A[%i, %j] : memref<?x?xf32>
      }
      %i32 = arith.index_cast %j : index to i32
      %f = arith.sitofp %i32 : i32 to f32
      %q = affine.load %A[%i, 0] : memref<?x?xf32>
      %cond = arith.cmpf olt, %q, %f : f32
      scf.if %cond {
        %r = arith.addf %q, %f : f32
        affine.store %r, %A[%i, 0] : memref<?x?xf32>
      }
    }
  }
  return
}
func.func @par(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %n: index {polymem.param = "N"}) {
  affine.parallel (%i, %j) = (0, 1) to (%n, symbol(%n)) step (2, 1) {
    %v = affine.load %A[%i, %j] : memref<?x?xf32>
    %tmp = memref.alloca() : memref<4xf32>
    affine.for %k = 0 to 4 {
      %kk = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + 1)>(%k)[%n]
      %i32 = arith.index_cast %kk : index to i32
      %f = arith.sitofp %i32 : i32 to f32
      %w = arith.mulf %v, %f : f32
      affine.store %w, %tmp[%k] : memref<4xf32>
    }
    %s = affine.for %k = 0 to 4 iter_args(%a = %v) -> f32 {
      %w = affine.load %tmp[3 - %k] : memref<4xf32>
      %x = arith.subf %a, %w : f32
      affine.yield %x : f32
    }
    affine.store %s, %A[%i, %j] : memref<?x?xf32>
  }
  return
}
func.func @heap(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %n: index {polymem.param = "N"}) -> f32 {
  %c0 = arith.constant 0 : index
  %d = memref.dim %A, %c0 : memref<?x?xf32>
  %z = arith.constant 0.5 : f32
  affine.for %i = 0 to %d {
    %tmp = memref.alloc(%d) : memref<?xf32>
    affine.for %k = 0 to %n {
      %w = affine.load %A[%i, %k] : memref<?x?xf32>
      %y = arith.addf %w, %w : f32
      affine.store %y, %tmp[%k] : memref<?xf32>
    }
    affine.for %k = 0 to %n {
      %w = affine.load %tmp[-%k + symbol(%n) - 1] : memref<?xf32>
      affine.store %w, %A[%i, %k] : memref<?x?xf32>
    }
    memref.dealloc %tmp : memref<?xf32>
  }
  %r = affine.for %i = 0 to %n iter_args(%a = %z) -> f32 {
    %v = affine.load %A[%i, %i] : memref<?x?xf32>
    %x = arith.addf %a, %v : f32
    affine.yield %x : f32
  }
  %two = arith.addf %r, %z : f32
  return %two : f32
}
