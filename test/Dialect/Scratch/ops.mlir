// RUN: polymem-opt %s | polymem-opt | FileCheck %s
// RUN: polymem-opt %s --mlir-print-op-generic | polymem-opt | FileCheck %s
// RUN: polymem-opt %s --emit-bytecode | polymem-opt | FileCheck %s

// Operations, types and attributes survive all three forms and print as a
// person would write them.

// CHECK-DAG: #[[BOX:mapping[0-9]*]] = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
// CHECK-DAG: #[[MOD:mapping[0-9]*]] = #scratch.mapping<(d0, d1)[s0] -> (d0 mod 2, (d1 * 2) mod s0), extents = ()[s0] -> (2, s0)>
#mod = #scratch.mapping<(d0, d1)[s0] -> (d0 mod 2, (2 * d1) mod s0), extents = ()[s0] -> (2, s0)>
// CHECK-DAG: #[[CELL:mapping[0-9]*]] = #scratch.mapping<() -> (), extents = () -> ()>
#cell = #scratch.mapping<() -> (), extents = () -> ()>
// CHECK-DAG: #[[SET:set[0-9]*]] = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0)>
// CHECK-DAG: #[[POINT:set[0-9]*]] = affine_set<()[s0] : (s0 >= 0)>
#point = affine_set<()[s0] : (s0 >= 0)>

// CHECK-LABEL: func @tile
func.func @tile(%A: memref<?xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  // CHECK: scratch.tile (%i) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) mapping [#gpu.block<x>] {
  scratch.tile (%i) = (%c0) to (%n) step (%s) mapping [#gpu.block<x>] {
    // CHECK: %buffer = scratch.alloc(%{{[a-z0-9]+}})[%i] : memref<?xf32, #[[BOX]]>
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #box>
    // CHECK: scratch.copy_in %{{.*}} to %buffer over [#[[SET]]](%i) : memref<?xf32> to memref<?xf32, #[[BOX]]>{{$}}
    scratch.copy_in %A to %b over [#set](%i) : memref<?xf32> to memref<?xf32, #box>
    affine.for %ii = %i to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%i, %s, %n] {
      // CHECK: affine.load %buffer
      %x = affine.load %b[%ii] : memref<?xf32, #box>
    }
    // CHECK: %token = scratch.copy_out %buffer to %{{.*}} over [#[[SET]], #[[SET]]](%i) {{.*}} -> !scratch.token
    %t = scratch.copy_out %b to %A over [#set, #set](%i) : memref<?xf32, #box> to memref<?xf32> -> !scratch.token
    // CHECK: scratch.wait %token
    scratch.wait %t
    // CHECK-NOT: yield
  }
  return
}

// CHECK-LABEL: func @many_dimensions
func.func @many_dimensions(%n: index, %s: index) {
  // CHECK: scratch.tile (%i, %j, %k, %origin) = {{.*}} mapping [none, #gpu.thread<y>, #gpu.thread<x>, none] attributes {note = 1 : i64} {
  scratch.tile (%a, %b, %c, %d) = (%n, %n, %n, %n) to (%n, %n, %n, %n) step (%s, %s, %s, %s)
      mapping [none, #gpu.thread<y>, #gpu.thread<x>, none] attributes {note = 1 : i64} {
  }
  return
}

// CHECK-LABEL: func @static_sizes
func.func @static_sizes(%s: index, %A: memref<4x8xf64>) {
  // CHECK: scratch.alloc()[%{{.*}}] : memref<4x8xf64, #[[MOD]], #gpu.address_space<workgroup>>
  %b = scratch.alloc()[%s] : memref<4x8xf64, #mod, #gpu.address_space<workgroup>>
  // CHECK: scratch.copy_in %{{.*}} to %{{.*}} over [](%{{.*}}) {note}
  scratch.copy_in %A to %b over [](%s) {note} : memref<4x8xf64> to memref<4x8xf64, #mod, #gpu.address_space<workgroup>>
  return
}

// CHECK-LABEL: func @scalar
func.func @scalar(%s: index, %A: memref<i32>) {
  // CHECK: scratch.alloc() : memref<i32, #[[CELL]]>
  %b = scratch.alloc() : memref<i32, #cell>
  // CHECK: scratch.copy_in %{{.*}} to %{{.*}} over [#[[POINT]]]
  scratch.copy_in %A to %b over [#point](%s) : memref<i32> to memref<i32, #cell>
  return
}
