// Weights of filters in constant memory, in kernels of two functions, one of
// which uses them on the host, too: a variable of the kernels' module with its
// values, no argument of the kernels, and no buffer. With the option off they
// are an argument, and staged.

// RUN: polymem-opt %s --polymem-to-ptx="check" | FileCheck %s
// RUN: polymem-opt %s --polymem-to-ptx="constant-memory=false" | FileCheck %s --check-prefix=OFF
// RUN: polymem-opt %s --polymem-to-ptx="emit=module" -o /dev/null

// CHECK: .const .align 16 .b8 w[512] = {0, 0, 128, 63, 0, 0, 0, 64
// CHECK-NOT: .const
// CHECK-LABEL: .entry filter_kernel(
// CHECK: filter_kernel_param_10{{$}}
// CHECK-NEXT: )
// CHECK: .shared .align 16 .b8 __wg_filter_kernel_0
// CHECK: .shared .align 16 .b8 __wg_filter_kernel_1
// CHECK-NOT: .shared .align
// CHECK: ld.const.v4.b32
// CHECK-LABEL: .entry scaled_kernel(
// CHECK: scaled_kernel_param_6{{$}}
// CHECK-NEXT: )
// CHECK: ld.const.b32

// OFF-NOT: .const
// OFF: filter_kernel_param_15{{$}}
// OFF: __wg_filter_kernel_2[128]
// OFF: scaled_kernel_param_11{{$}}
// OFF-NOT: ld.const
memref.global "private" constant @w : memref<128xf32> = dense<"0x0000803F000000400000004000001041000040400000204100008040000030410000A040000040410000C040000050410000E0400000803F000000410000004000001041000040400000204100008040000030410000A040000040410000C040000050410000E0400000803F000000410000004000001041000040400000204100008040000030410000A040000040410000C040000050410000E0400000803F000000410000004000001041000040400000204100008040000030410000A040000040410000C040000050410000E0400000803F000000410000004000001041000040400000204100008040000030410000A040000040410000C040000050410000E0400000803F000000410000004000001041000040400000204100008040000030410000A040000040410000C040000050410000E0400000803F000000410000004000001041000040400000204100008040000030410000A040000040410000C040000050410000E0400000803F000000410000004000001041000040400000204100008040000030410000A040000040410000C040000050410000E0400000803F000000410000004000001041000040400000204100008040000030410000A040000040410000C040000050410000E0400000803F000000410000004000001041000040400000204100008040000030410000A040000040410000C040">

func.func @filter(%A: memref<?xf32> {polymem.shape = ["N + 127"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %w = memref.get_global @w : memref<128xf32>
  %N = memref.dim %B, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    affine.for %k = 0 to 128 {
      %a = affine.load %A[%i + %k] : memref<?xf32>
      %x = affine.load %w[%k] : memref<128xf32>
      %b = affine.load %B[%i] : memref<?xf32>
      %p = arith.mulf %a, %x : f32
      %s = arith.addf %b, %p : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }
  }
  return
}

func.func @scaled(%A: memref<?xf32> {polymem.shape = ["N"]}, %k: index {polymem.param = "K", polymem.range = [0, 128]}) -> f32 {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %w = memref.get_global @w : memref<128xf32>
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %k {
      %a = affine.load %A[%i] : memref<?xf32>
      %x = affine.load %w[%j] : memref<128xf32>
      %p = arith.mulf %a, %x : f32
      affine.store %p, %A[%i] : memref<?xf32>
    }
  }
  %fifth = memref.load %w[%c5] : memref<128xf32>
  return %fifth : f32
}
