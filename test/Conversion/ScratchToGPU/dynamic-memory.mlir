// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32" --canonicalize --cse | FileCheck %s

#ws = #gpu.address_space<workgroup>
#large = #scratch.mapping<(d0) -> (d0), extents = () -> (10000)>
#small = #scratch.mapping<(d0) -> (d0), extents = () -> (3)>
#largeSet = affine_set<(d0) : (d0 >= 0, -d0 + 9999 >= 0)>
#smallSet = affine_set<(d0) : (d0 >= 0, -d0 + 2 >= 0)>

// More than the machine's 48 KiB of static shared memory: views of dynamic
// memory, aligned to 16 bytes. 3 * 4 -> 16; 16 + 40000 + 40000 = 80016.
// CHECK-LABEL: func @large
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[C40016:.*]] = arith.constant 40016 : index
// CHECK-DAG: %[[BYTES:.*]] = arith.constant 80016 : i32
// CHECK: gpu.launch blocks
// CHECK-SAME: dynamic_shared_memory_size %[[BYTES]]
// CHECK-NOT: workgroup(
// CHECK: %[[D:.*]] = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
// CHECK: memref.view %[[D]][%[[C0]]][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<3xf32, #gpu.address_space<workgroup>>
// CHECK: memref.view %[[D]][%[[C16]]][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<10000xf32, #gpu.address_space<workgroup>>
// CHECK: memref.view %[[D]][%[[C40016]]][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<10000xf32, #gpu.address_space<workgroup>>
func.func @large(%A: memref<10000xf32>, %B: memref<10000xf32>, %C: memref<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %c = scratch.alloc() : memref<3xf32, #small, #ws>
    %a = scratch.alloc() : memref<10000xf32, #large, #ws>
    %b = scratch.alloc() : memref<10000xf32, #large, #ws>
    scratch.copy_in %C to %c over [#smallSet]() : memref<3xf32> to memref<3xf32, #small, #ws>
    scratch.copy_in %A to %a over [#largeSet]() : memref<10000xf32> to memref<10000xf32, #large, #ws>
    scratch.copy_in %B to %b over [#largeSet]() : memref<10000xf32> to memref<10000xf32, #large, #ws>
  }
  return
}

// A run-time extent, computed inside the tile from the host's values: the host
// computes it too, to size the memory. Negative extents are none.
#param = #scratch.mapping<(d0)[s0, s1] -> (d0 - s0), extents = ()[s0, s1] -> (s1)>
#paramSet = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + s1 - 1 >= 0)>
// CHECK-LABEL: func @parametric
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C15:.*]] = arith.constant 15 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[C2147483647:.*]] = arith.constant 2147483647 : index
// CHECK: %[[E0:.*]] = affine.apply {{.*}}()[%[[N]]]
// CHECK: %[[E:.*]] = arith.maxsi %[[E0]], %[[C0]] :
// CHECK: %[[BYTES:.*]] = arith.muli %[[E]], %[[C4]] :
// CHECK: %[[UP:.*]] = arith.addi %[[BYTES]], %[[C15]] :
// CHECK: %[[UNITS:.*]] = arith.divui %[[UP]], %[[C16]] :
// CHECK: %[[SUM:.*]] = arith.muli %[[UNITS]], %[[C16]] :
// CHECK: %[[CLAMPED:.*]] = arith.minsi %[[SUM]], %[[C2147483647]] :
// CHECK: %[[SIZE:.*]] = arith.index_cast %[[CLAMPED]] : index to i32
// CHECK: gpu.launch blocks
// CHECK-SAME: dynamic_shared_memory_size %[[SIZE]]
// CHECK: memref.view %{{.*}}[%[[C0]]][%[[E]]] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xf32, #gpu.address_space<workgroup>>
func.func @parametric(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c8) mapping [#gpu.block<x>] {
    %e = affine.apply affine_map<()[s0] -> (s0 * 2 + 1)>()[%n]
    %b = scratch.alloc(%n)[%o, %e] : memref<?xf32, #param, #ws>
    scratch.copy_in %A to %b over [#paramSet](%o, %e) : memref<?xf32> to memref<?xf32, #param, #ws>
  }
  return
}
