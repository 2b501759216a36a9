// RUN: polymem-opt %s --convert-prem-to-llvm | FileCheck %s

// A launch hands over the machine's numbers, a function that unpacks the arguments, and the arrays
// with their names and sizes.

// machines/prem-gu2023.json
// CHECK-DAG: llvm.mlir.global internal constant @[[MACHINE:__prem_machine.*]](dense<[8, 1000, 131072, 8192, 8, 40, 64, 4, 4, 1, 1139, 1503, 1103, 861, 776, 861, 1878, 1914, 1248, 1248, 1878, 1187, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]>
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("local0\00")
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("arg1\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[SIZES:__prem_sizes.*]](dense<[4, 6]>

func.func private @thread(%A: memref<4x6xf32>, %n: index, %B: memref<8xf64>, %E: memref<0xf32>) {
  return
}
// CHECK: func.func @f(%{{.*}}: index, %[[A:.*]]: memref<4x6xf32>
func.func @f(%n: index, %A: memref<4x6xf32>, %E: memref<0xf32>) {
  %B = memref.alloc() : memref<8xf64>
  // CHECK-DAG: %[[ARGUMENTS:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, i64, ptr, ptr)>
  // CHECK-DAG: %[[ARRAYS:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, ptr, ptr, i32, i32)>
  // CHECK: memref.alloc
  // CHECK: %[[KERNEL:.*]] = constant @[[UNPACK:__prem_thread]] : (!llvm.ptr) -> ()
  // CHECK: %[[POINTER:.*]] = builtin.unrealized_conversion_cast %[[KERNEL]]
  // CHECK: %[[NUMBERS:.*]] = llvm.mlir.addressof @[[MACHINE]]
  // Two arrays: one without elements is none.
  // CHECK-NEXT: %[[TWO:.*]] = arith.constant 2 : i32
  // CHECK-NEXT: %[[CORES:.*]] = arith.constant 3 : i32
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK-NEXT: call @polymem_prem_launch(%[[NUMBERS]], %[[POINTER]], %[[ARGUMENTS]], %[[ARRAYS]], %[[TWO]], %[[CORES]], %[[ZERO]])
  prem.launch @thread(%A, %n, %B, %E) cores 3 : memref<4x6xf32>, index, memref<8xf64>, memref<0xf32>
  memref.dealloc %B : memref<8xf64>
  return
}

// CHECK: func.func private @[[UNPACK]](%[[STRUCT:.*]]: !llvm.ptr)
// CHECK: %[[FIELD:.*]] = llvm.getelementptr %[[STRUCT]][0, 0]
// CHECK: llvm.load %[[FIELD]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[FIELD:.*]] = llvm.getelementptr %[[STRUCT]][0, 1]
// CHECK: %[[N:.*]] = llvm.load %[[FIELD]] : !llvm.ptr -> i64
// CHECK: arith.index_cast %[[N]] : i64 to index
// CHECK: call @thread(
