// The plugin brings dialect and passes into stock mlir-opt. A plugin that does
// not load is only a message there, so what counts is what the passes do.
// UNSUPPORTED: sanitizer
// RUN: mlir-opt %s --load-dialect-plugin=%polymem_plugin --load-pass-plugin=%polymem_plugin \
// RUN:   --pass-pipeline='builtin.module(polymem-print-machine{machine=cpu})' 2>&1 | FileCheck %s

// RUN: mlir-opt %s --load-dialect-plugin=%polymem_plugin --load-pass-plugin=%polymem_plugin \
// RUN:   --pass-pipeline='builtin.module(func.func(convert-scratch-to-memref))' | FileCheck %s --check-prefix=LOWERED

// RUN: mlir-opt %s --load-dialect-plugin=%polymem_plugin --load-pass-plugin=%polymem_plugin \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=8}))' | FileCheck %s --check-prefix=TILED

// TILED:       func @loop
// TILED:         %[[SIZE:.+]] = arith.constant 8 : index
// TILED:         scratch.tile (%[[I:.+]]) = (%{{.+}}) to (%{{.+}}) step (%[[SIZE]]) {
// TILED:           affine.for %{{.+}} = %[[I]] to min

// LOWERED:     func @tile
// LOWERED:       memref.alloca() : memref<16xf32>
// LOWERED-NOT:   scratch.

// CHECK: machine cpu
// CHECK: #[[SET:.+]] = affine_set
// CHECK: func @tile
// CHECK: scratch.tile
// CHECK:   %[[BUFFER:.+]] = scratch.alloc
// CHECK:   scratch.copy_in %{{.+}} to %[[BUFFER]] over [#[[SET]]]
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0)>
func.func @tile(%A: memref<?xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  scratch.tile (%i) = (%c0) to (%n) step (%s) {
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #box>
    scratch.copy_in %A to %b over [#set](%i) : memref<?xf32> to memref<?xf32, #box>
    affine.for %ii = %i to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%i, %s, %n] {
      %x = affine.load %b[%ii] : memref<?xf32, #box>
      affine.store %x, %b[%ii] : memref<?xf32, #box>
    }
    scratch.copy_out %b to %A over [#set](%i) : memref<?xf32, #box> to memref<?xf32>
  }
  return
}

func.func @loop(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[%i] : memref<?xf32>
  }
  return
}
