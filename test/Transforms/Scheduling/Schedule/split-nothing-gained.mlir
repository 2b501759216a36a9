// RUN: polymem-opt %s --polymem-schedule=split=never -o %t.whole
// RUN: polymem-opt %s --polymem-schedule -o %t.split
// RUN: diff %t.whole %t.split

// Where faces were tried, it is said.
// RUN: polymem-opt %s --polymem-schedule -o /dev/null --remarks-filter=polymem-schedule --remark-policy=all 2>&1 | FileCheck %s
// CHECK-NOT: NotSplit
// CHECK: NotSplit {{.*}} Function=skewed | Faces="i1 = arg2", {{.*}}S0 is not split at i1 = arg2: no order is found
// CHECK-NOT: NotSplit

// The outermost loop is parallel as it is.
func.func @good(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %A[symbol(%m), %j] : memref<?x?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Two parts of three are as sequential as the whole.
func.func @recurrence(%A: memref<?xf32>, %n: index, %m: index) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    %b = affine.load %A[symbol(%m)] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}

// The domain has the face already: the outer step is the only sequential loop.
func.func @elimination(%A: memref<?x?xf32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = affine_map<(k) -> (k + 1)>(%k) to %n {
      affine.for %j = affine_map<(k) -> (k + 1)>(%k) to %n {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = affine.load %A[%i, %k] : memref<?x?xf32>
        %c = affine.load %A[%k, %j] : memref<?x?xf32>
        %d = arith.mulf %b, %c : f32
        %e = arith.subf %a, %d : f32
        affine.store %e, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// The whole is as parallel as the parts, in skewed loops.
func.func @skewed(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %n {
      %a = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %b = affine.load %A[%i - 1, %j - 1] : memref<?x?xf32>
      %c = affine.load %A[%i, symbol(%m)] : memref<?x?xf32>
      %d = arith.addf %a, %b : f32
      %e = arith.addf %c, %d : f32
      affine.store %e, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
