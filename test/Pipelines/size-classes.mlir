// With size classes sizes are chosen for each class, the kernels of both are there, and the host chooses; the last
// class decides what is assumed of the function itself.
// RUN: polymem-opt %s --polymem-to-ptx="emit=cost size-classes=128,2048" --remarks-filter='polymem-(choose-sizes|make-versions)' --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-to-ptx="emit=module size-classes=128,2048" | FileCheck %s --check-prefix=MODULE
// RUN: polymem-opt %s --polymem-to-ptx="size-classes=128,2048" | FileCheck %s --check-prefix=PTX
// RUN: polymem-opt %s --polymem-to-ptx="metadata=%t.json size-classes=128,2048" -o /dev/null
// RUN: FileCheck %s --check-prefix=METADATA < %t.json

// CHECK-DAG: 2 versions, chosen by sizes when it runs
// CHECK-DAG: Chosen {{.*}} Function=product_up_to_128 {{.*}} Sizes="{{[0-9]+}} or 32x8x4,
// CHECK-DAG: Chosen {{.*}} Function=product {{.*}} Sizes="{{[0-9]+}} or 64x64x4,
// CHECK:     cost of @product on {{.*}} (N = 2048)
// CHECK:     launch 1: not at these sizes
// CHECK:     launch 2: {{.*}} 1 launch
// CHECK-NOT: cost of

// MODULE: llvm.cond_br
// MODULE: gpu.launch_func {{.*}} @kernels::@product_up_to_128_kernel
// MODULE: gpu.launch_func {{.*}} @kernels::@product_kernel
// MODULE-NOT: version_of
// PTX-COUNT-2: .visible .entry
// PTX-NOT: .entry
// METADATA: "kind": "if"
func.func @product(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                   %B: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                   %C: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %N {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
