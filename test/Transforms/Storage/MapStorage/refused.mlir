// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-map-storage))' --split-input-file \
// RUN:   --remarks-filter=polymem-map-storage --remark-format=emitRemark -verify-diagnostics=only-expected | FileCheck %s
// RUN: not polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-map-storage{strict}))' --split-input-file 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT: error: {{.*}}no buffer got another mapping

// Buffers that stay as they are, and why.
// CHECK-NOT: shared_cells}

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (16)>
#one = #scratch.mapping<(d0) -> (d0 mod 2), extents = () -> (2)>

func.func @asynchronous(%A: memref<16xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  // expected-remark@below {{stays as it is: an asynchronous copy fills it}}
  %a = scratch.alloc() : memref<16xf32, #box>
  %token = scratch.copy_in %A to %a over [affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>]() : memref<16xf32> to memref<16xf32, #box> -> !scratch.token
  scratch.wait %token
  %0 = affine.load %a[0] : memref<16xf32, #box>
  return %0 : f32
}

// -----

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (16)>

func.func @full(%A: memref<16xf32>) {
  // expected-remark@below {{mem0 stays as it is: no mapping is known to fewer cells than its 16 elements; at least 16}}
  %a = scratch.alloc() : memref<16xf32, #box>
  scratch.copy_in %A to %a over [affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>]() : memref<16xf32> to memref<16xf32, #box>
  scratch.copy_out %a to %A over [affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>]() : memref<16xf32, #box> to memref<16xf32>
  return
}

// -----

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (16)>

func.func private @other(memref<16xf32, #box>)
func.func @call(%A: memref<16xf32>) {
  // expected-remark@below {{stays as it is: 'func.call' uses it, which neither loads, stores nor copies elements}}
  %a = scratch.alloc() : memref<16xf32, #box>
  func.call @other(%a) : (memref<16xf32, #box>) -> ()
  return
}
