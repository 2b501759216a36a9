// RUN: polymem-opt %s --polymem-check='strict print' -o /dev/null 2>&1 | FileCheck %s

// Asynchronous copies that are waited for in time.

// CHECK: check @after
// CHECK-NOT: {{violated|VIOLATED|not decided}}
// CHECK: asynchrony: proved

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#set = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c8) {
    %a = scratch.alloc(%n)[%o] : memref<?xf32, #box>
    %b = scratch.alloc(%n)[%o] : memref<?xf32, #box>
    %t = scratch.copy_in %A to %a over [#set](%o, %n) : memref<?xf32> to memref<?xf32, #box> -> !scratch.token
    scratch.wait %t
    affine.for %i = %o to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%o, %n] {
      %x = affine.load %a[%i] : memref<?xf32, #box>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %b[%i] : memref<?xf32, #box>
    }
    %u = scratch.copy_out %b to %B over [#set](%o, %n) : memref<?xf32, #box> to memref<?xf32> -> !scratch.token
    scratch.wait %u
  }
  return
}
