// An access outside of loops may become a launch of one thread: memory that no
// kernel reaches is refused there, too.

// RUN: polymem-opt %s -verify-diagnostics --polymem-to-ptx=warnings=false -o %t
// RUN: polymem-opt %s -verify-diagnostics --polymem-to-emulator=warnings=false -o %t

func.func @f(%i: index) {
  %A = memref.alloc() : memref<4xf32, 3>
  // expected-error @+1 {{'affine.load' op in a launch uses an array of type 'memref<4xf32, 3>'; a kernel takes arrays in the default memory space, 1 or #gpu.address_space<global>}}
  %a = memref.load %A[%i] : memref<4xf32, 3>
  memref.store %a, %A[%i] : memref<4xf32, 3>
  memref.dealloc %A : memref<4xf32, 3>
  return
}
