// Buffers whose copies differ from iteration to iteration, made once around the loop: products
// with triangles whose steps are shorter than their blocks, an element handed from step to step,
// loops without iterations; the same bits, and proved.
//
// DEFINE: %{tile} = polymem-tile{sizes=8,8,4},scratch-promote{promote-all},scratch-hoist-copies
// RUN: polymem-run %s --compare --check --entry=triangle --sizes=N=0 --sizes=N=1 --sizes=N=3 --sizes=N=8 --sizes=N=9 --sizes=N=17 \
// RUN:   --pipeline='%{tile},convert-scratch-to-memref' | FileCheck %s
// RUN: polymem-run %s --compare --emulate --emulator-seed=%seeds --entry=triangle --sizes=N=1 --sizes=N=9 --sizes=N=17 \
// RUN:   --pipeline='polymem-tile{sizes=8,8,4 mapping=gpu},scratch-promote{promote-all},scratch-hoist-copies,polymem-map-sequential,convert-scratch-to-gpu' | FileCheck %s
// RUN: polymem-run %s --compare --check --entry=handed --entry=even --reference-pipeline=convert-scratch-to-memref \
// RUN:   --pipeline='scratch-hoist-copies,convert-scratch-to-memref' | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --entry=odd --entry=rows --add-params=T,U \
// RUN:   --sizes=T=1,U=1 --sizes=T=2,U=1 --sizes=T=3,U=2 --sizes=T=5,U=4 --sizes=T=64,U=64 \
// RUN:   --pipeline='polymem-tile{sizes=arg2,arg3},scratch-promote{promote-all},scratch-hoist-copies,convert-scratch-to-memref' | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --entry=step --sizes=S=1 --sizes=S=2 --sizes=S=3 --sizes=S=40 --sizes=S=100 \
// RUN:   --reference-pipeline=convert-scratch-to-memref --pipeline='scratch-hoist-copies,convert-scratch-to-memref' | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --entry=plane --sizes=S=1,T=1 --sizes=S=2,T=3 --sizes=S=8,T=11 --sizes=S=40,T=10 \
// RUN:   --reference-pipeline=convert-scratch-to-memref --pipeline='scratch-hoist-copies,convert-scratch-to-memref' | FileCheck %s
// CHECK: identical
// CHECK-NOT: different

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(%{tile}))' -o /dev/null --remarks-filter=scratch-hoist-copies --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: Hoisted {{.*}}Function=triangle{{.*}}copies of what all its iterations copy
// WIDE: Hoisted {{.*}}Function=handed{{.*}}copies of what all its iterations copy
// WIDE: Hoisted {{.*}}Function=step{{.*}}copies of what all its iterations copy
// WIDE: Hoisted {{.*}}Function=plane{{.*}}copies of what all its iterations copy

func.func @triangle(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %B: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %C: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to %N {
        %a = affine.load %A[%k, %i] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

#row = #scratch.mapping<(d0) -> (d0), extents = () -> (41)>
#one = affine_set<(d0)[s0] : (d0 - s0 == 0)>

// Step k copies in what step k - 1 has copied out.
func.func @handed(%A: memref<41xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %half = arith.constant 0.5 : f32
  scratch.tile (%k) = (%c0) to (%c40) step (%c1) {
    %next = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%k]
    %b = scratch.alloc() : memref<41xf32, #row>
    scratch.copy_in %A to %b over [#one](%k) : memref<41xf32> to memref<41xf32, #row>
    %x = affine.load %b[symbol(%k)] : memref<41xf32, #row>
    %y = arith.mulf %x, %half : f32
    affine.store %y, %b[symbol(%k) + 1] : memref<41xf32, #row>
    scratch.copy_out %b to %A over [#one](%next) : memref<41xf32, #row> to memref<41xf32>
  }
  return
}

// Every other element is copied out, and nothing in.
func.func @even(%A: memref<41xf32>, %B: memref<41xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c41 = arith.constant 41 : index
  scratch.tile (%k) = (%c0) to (%c41) step (%c2) {
    %b = scratch.alloc() : memref<41xf32, #row>
    %x = affine.load %B[%k] : memref<41xf32>
    affine.store %x, %b[symbol(%k)] : memref<41xf32, #row>
    scratch.copy_out %b to %A over [#one](%k) : memref<41xf32, #row> to memref<41xf32>
  }
  return
}

// With tiles whose sizes are run-time values, origins may be odd or even, where nobody knows that
// they are multiples of two sizes: no tile stores to elements 1 and 3.
func.func @odd(%A: memref<41xf32>, %B: memref<13xf32>) {
  affine.for %i = 0 to 2 {
    affine.parallel (%j) = (0) to (5) step (2) {
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%j) {
        %x = affine.load %A[0] : memref<41xf32>
        affine.store %x, %B[%j] : memref<13xf32>
      }
    }
  }
  return
}

func.func @rows(%A: memref<20x41xf32>, %B: memref<41xf32>) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 41 {
      %x = affine.load %A[%i, %j] : memref<20x41xf32>
      %y = affine.load %B[%j] : memref<41xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %B[%j] : memref<41xf32>
    }
  }
  return
}

// A step that is a run-time value; the last iteration ends at the bound.
#until = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + s1 - 1 >= 0, -d0 + 40 >= 0)>
func.func @step(%A: memref<41xf32>, %s: index {polymem.param = "S"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c41 = arith.constant 41 : index
  scratch.tile (%k) = (%c0) to (%c41) step (%s) {
    %b = scratch.alloc() : memref<41xf32, #row>
    scratch.copy_in %A to %b over [#until](%k, %s) : memref<41xf32> to memref<41xf32, #row>
    %end = affine.min affine_map<()[s0, s1] -> (s0 + s1, 41)>()[%k, %s]
    scratch.tile (%r) = (%k) to (%end) step (%c1) {
      %x = affine.load %b[symbol(%r)] : memref<41xf32, #row>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[symbol(%r)] : memref<41xf32, #row>
    }
    scratch.copy_out %b to %A over [#until](%k, %s) : memref<41xf32, #row> to memref<41xf32>
  }
  return
}

// Two steps that are run-time values.
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (9, 11)>
#corner = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, -d0 + s0 + s2 - 1 >= 0, -d0 + 8 >= 0, d1 - s1 >= 0, -d1 + s1 + s3 - 1 >= 0, -d1 + 10 >= 0)>
func.func @plane(%A: memref<9x11xf32>, %s: index {polymem.param = "S"}, %t: index {polymem.param = "T"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c11 = arith.constant 11 : index
  scratch.tile (%k, %l) = (%c0, %c0) to (%c9, %c11) step (%s, %t) {
    %b = scratch.alloc() : memref<9x11xf32, #box>
    scratch.copy_in %A to %b over [#corner](%k, %l, %s, %t) : memref<9x11xf32> to memref<9x11xf32, #box>
    %rows = affine.min affine_map<()[s0, s1] -> (s0 + s1, 9)>()[%k, %s]
    %columns = affine.min affine_map<()[s0, s1] -> (s0 + s1, 11)>()[%l, %t]
    scratch.tile (%r, %c) = (%k, %l) to (%rows, %columns) step (%c1, %c1) {
      %x = affine.load %b[symbol(%r), symbol(%c)] : memref<9x11xf32, #box>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[symbol(%r), symbol(%c)] : memref<9x11xf32, #box>
    }
    scratch.copy_out %b to %A over [#corner](%k, %l, %s, %t) : memref<9x11xf32, #box> to memref<9x11xf32>
  }
  return
}
