// RUN: polymem-run %s --compare --uninterpreted --check --sizes=N=1 --sizes=N=2 --sizes=N=3 --sizes=N=6 \
// RUN:   --pipeline='polymem-contract-arrays{share},convert-scratch-to-memref' | FileCheck %s

// The checker proves what the pass chose: the first differences are bounded by 1 and by
// n - 1, and the constant is what counts for large sizes.

// CHECK: f: proved
// CHECK-COUNT-4: identical

func.func @f(%in: memref<?xf32> {polymem.shape = ["N"]}, %out: memref<?xf32> {polymem.shape = ["N"]}, %n: index {polymem.param = "N"}) {
%A0 = memref.alloc(%n,%n) : memref<?x?xf32>
%A1 = memref.alloc(%n,%n) : memref<?x?xf32>
affine.for %i = 0 to %n {
%v1 = affine.load %in[%i] : memref<?xf32>
affine.store %v1, %A0[0,%i] : memref<?x?xf32>
affine.store %v1, %A1[0,%i] : memref<?x?xf32>
}
affine.for %t = 1 to %n {
affine.for %j = 0 to %n {
%v2 = affine.load %in[%j] : memref<?xf32>
%v3 = affine.load %A1[%t - 1, %j + 0] : memref<?x?xf32>
%v4 = arith.addf %v2, %v3 : f32
affine.store %v4, %A0[%t, %j + 0] : memref<?x?xf32>
affine.store %v4, %out[%j] : memref<?xf32>
}
affine.for %j = 0 to %n {
%v5 = affine.load %in[%j] : memref<?xf32>
%v6 = affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>(%j)[%n] -> f32 {
%v7 = affine.load %A0[%t, %j + 1] : memref<?x?xf32>
affine.yield %v7 : f32
} else {
affine.yield %v5 : f32
}
%v8 = arith.addf %v5, %v6 : f32
%v9 = affine.if affine_set<(d0)[s0] : (d0 - 1 >= 0)>(%j)[%n] -> f32 {
%v10 = affine.load %A0[%t - 1, %j - 1] : memref<?x?xf32>
affine.yield %v10 : f32
} else {
affine.yield %v8 : f32
}
%v11 = arith.addf %v8, %v9 : f32
%v12 = affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>(%j)[%n] -> f32 {
%v13 = affine.load %A0[%t - 1, %j + 1] : memref<?x?xf32>
affine.yield %v13 : f32
} else {
affine.yield %v11 : f32
}
%v14 = arith.addf %v11, %v12 : f32
affine.store %v14, %A1[%t, %j + 0] : memref<?x?xf32>
}
}
affine.for %i = 0 to %n {
%v15 = affine.load %A0[symbol(%n) - 1, %i] : memref<?x?xf32>
affine.store %v15, %out[%i] : memref<?xf32>
}
 return
}
