// A function is copied for each class of sizes but the last; those with names are of no class, and a function
// without loops has none.
// RUN: polymem-opt %s --polymem-make-versions=sizes=16,64,256 | FileCheck %s
// RUN: polymem-opt %s --polymem-make-versions="sizes=16,64 assume=N=7" | FileCheck %s --check-prefix=NAMED
// RUN: polymem-opt %s --polymem-make-versions=sizes=256 | FileCheck %s --check-prefix=ONE

// CHECK:      func.func @array(%{{.*}}: memref<?xf32> {polymem.shape = ["N"]}, %{{.*}}: f32) attributes {polymem.assumed_size = 256 : i64}
// CHECK:      func.func @number(%{{.*}}: memref<64xf32>, %{{.*}}: index, %{{.*}}: f32) attributes {polymem.assumed_size = 256 : i64}
// CHECK:      func.func @no_loop(%{{.*}}: memref<?xf32>) {
// CHECK-DAG:  func.func private @array_up_to_16({{.*}}) attributes {polymem.assumed_size = 16 : i64, polymem.version_of = @array}
// CHECK-DAG:  func.func private @array_up_to_64({{.*}}) attributes {polymem.assumed_size = 64 : i64, polymem.version_of = @array}
// CHECK-DAG:  func.func private @number_up_to_16({{.*}}) attributes {polymem.assumed_size = 16 : i64, polymem.version_of = @number}
// CHECK-DAG:  func.func private @number_up_to_64({{.*}}) attributes {polymem.assumed_size = 64 : i64, polymem.version_of = @number}

// NAMED-NOT: version_of = @array
// NAMED:     version_of = @number
// NAMED-NOT: version_of = @array

// ONE:     func.func @array({{.*}}) attributes {polymem.assumed_size = 256 : i64}
// ONE-NOT: version_of
func.func @array(%A: memref<?xf32> {polymem.shape = ["N"]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

func.func @number(%A: memref<64xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<64xf32>
  }
  return
}

func.func @no_loop(%A: memref<?xf32>) {
  return
}
