// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=8,4" --canonicalize | FileCheck %s --check-prefix=ENOUGH
// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=8,4 max-isl-operations=100" --canonicalize \
// RUN:   --remarks-filter='convert-.*' --remark-format=emitRemark -verify-diagnostics | FileCheck %s
// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=8,4 max-isl-operations=0" --canonicalize | FileCheck %s --check-prefix=ENOUGH

// Whether a thread copies the elements that it then computes takes isl
// operations. Without, the barrier stays, and a remark and a warning say so.

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (16, 8)>
#set = affine_set<(d0, d1)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, -d0 + s1 - 1 >= 0, d1 >= 0, -d1 + 7 >= 0)>
#end = affine_map<()[s0, s1] -> (s0 + 16, s1)>

// ENOUGH-LABEL: func @same_elements
// ENOUGH-NOT: gpu.barrier
// ENOUGH: return
// CHECK-LABEL: func @same_elements
// CHECK: memref.load %{{.*}} : memref<?x8xf32>
// CHECK: gpu.barrier
// CHECK: memref.load %{{.*}} : memref<16x8xf32, #gpu.address_space<workgroup>>
// expected-warning @+1 {{the budget of 100 isl operations ended}}
func.func @same_elements(%A: memref<?x8xf32>, %B: memref<?x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  // expected-remark @+2 {{launch: 1 block dimensions, 8x4x1 threads, 512 bytes of constant size in static workgroup memory, 1 buffers, 2 barriers}}
  // expected-remark @+1 {{whether each thread keeps to data of its own is not known for want of isl operations, of which a launch has 100}}
  scratch.tile (%o) = (%c0) to (%n) step (%c16) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%o] : memref<?x8xf32, #box, #ws>
    // expected-remark @+1 {{this copy moves 4 elements, 16 bytes, at once}}
    scratch.copy_in %A to %b over [#set](%o, %n) : memref<?x8xf32> to memref<?x8xf32, #box, #ws>
    %end = affine.min #end()[%o, %n]
    scratch.tile (%i, %j) = (%o, %c0) to (%end, %c8) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %x = affine.load %b[%i, %j] : memref<?x8xf32, #box, #ws>
      affine.store %x, %B[%i, %j] : memref<?x8xf32>
    }
  }
  return
}
