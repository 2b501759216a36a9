// RUN: polymem-opt %s --polymem-to-ptx="max-isl-operations=300" -o /dev/null 2>&1 >%t.ptx | FileCheck %s
// RUN: polymem-opt %s --polymem-to-cpu="max-isl-operations=300" -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-to-ptx="max-isl-operations=300 warnings=false" -o /dev/null 2>&1 >%t.ptx | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: polymem-opt %s --polymem-to-cpu="max-isl-operations=300 warnings=false" -o /dev/null 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: polymem-opt %s --polymem-to-ptx -o /dev/null 2>&1 >%t.ptx | FileCheck %s --check-prefix=QUIET --allow-empty

// A budget that ends is said by default, with the option that helps.

// CHECK: warning: polymem-{{.*}}: the budget of 300 isl operations ended, so less is done here than could be; give more with 'max-isl-operations', or 0 for no bound
// QUIET-NOT: warning: {{.*}}budget
func.func @product(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %N: index) {
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
