// An annotation that the lowering of a loop keeps beside the branch becomes the
// branch's own, which LLVM sees.

// RUN: polymem-opt %s --convert-scf-to-cf --convert-to-llvm --polymem-loop-metadata --polymem-loop-metadata | FileCheck %s
// RUN: polymem-opt %s --convert-scf-to-cf --convert-to-llvm --polymem-loop-metadata | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// CHECK: llvm.br {{.*}} {loop_annotation = #loop_annotation}
// CHECK-NOT: llvm.loop_annotation =
// LLVM: br label %{{.*}}, !llvm.loop ![[LOOP:.*]]
// LLVM: ![[LOOP]] = distinct !{![[LOOP]], ![[COUNT:.*]]}
// LLVM: ![[COUNT]] = !{!"llvm.loop.unroll.count", i32 4}

#unroll = #llvm.loop_unroll<count = 4 : i32>
#annotation = #llvm.loop_annotation<unroll = #unroll>

func.func @f(%n: index, %A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %A[%i] : memref<?xf32>
  } {llvm.loop_annotation = #annotation}
  return
}
