// A function with a long loop of launches does not use up the stack.

// RUN: polymem-opt %s --llvm-request-c-wrappers --polymem-to-ptx="emit=module device-copies=true schedule=never time-tile=never map-sequential=false" \
// RUN:   | mlir-translate --mlir-to-llvmir | llc -filetype=obj -relocation-model=pic -o %t.o
// RUN: %cxx -std=c++17 -I %polymem_src/include %S/Inputs/many-launches.cpp %t.o -o %t -L %polymem_build/lib -lpolymem_cuda_runtime -Wl,-rpath,%polymem_build/lib
// RUN: env POLYMEM_CUDA_DRIVER=%fake_cuda bash -c "ulimit -s 1024; exec %t" 2>%t.log | FileCheck %s
// RUN: grep -c cuLaunchKernel %t.log | FileCheck %s --check-prefix=LAUNCHES
// CHECK: done
// LAUNCHES: 40000

func.func @steps(%A: memref<?xf32>, %B: memref<?xf32>, %T: index) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %N {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      affine.store %a, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %N {
      %b = affine.load %B[%i - 1] : memref<?xf32>
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  return
}
