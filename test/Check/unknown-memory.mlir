// RUN: polymem-opt %s --polymem-check=machine=nvidia-gtx8800 -o /dev/null \
// RUN:   --remarks-filter=polymem-check --remark-format=emitRemark 2>&1 | FileCheck %s

// Sizes that are not affine, and memory that may be there longer than it is needed.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-DAG: Function=computed | Element=mem0{{.}}0{{.}}, Obligation=storage, Remark="storage not decided: the extents of mem0 are computed: they may be too small for mem0{{.}}0{{.}}
func.func @computed(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %m = arith.muli %n, %n : index
  %t = memref.alloc(%m) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %u = affine.load %t[%i] : memref<?xf32>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-DAG: Function=left | Obligation=capacity, Remark="capacity not decided: the size of a buffer has no constant bound
func.func @left(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %q = 0 to 5 {
    %t = memref.alloc() : memref<1000xf32, #gpu.address_space<workgroup>>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-DAG: Function=left_perhaps | Bytes=32000, Capacity=16384, Obligation=capacity, Remark="capacity not decided: the buffers that live here take up to 32000 bytes of 16384
func.func @left_perhaps(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.if affine_set<()[s0] : (s0 - 4 >= 0)>()[%n] {
    %t = memref.alloc() : memref<4000xf32, #gpu.address_space<workgroup>>
  }
  %s = memref.alloc() : memref<4000xf32, #gpu.address_space<workgroup>>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}
