// Numbers in remarks are arguments with names, too, as tools read them from YAML.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=4},scratch-promote{machine=nvidia-h200}))' \
// RUN:   --remarks-filter=scratch-promote --remark-format=yaml --remarks-output-file=%t.yaml -o /dev/null
// RUN: FileCheck %s --input-file=%t.yaml

// CHECK:      Name: Promoted
// CHECK-NEXT: DebugLoc:
// CHECK:      Line: [[# @LINE + 11]],
// CHECK-NEXT: Function: f
// CHECK-NEXT: Args:
// CHECK-NEXT:   - Remark: '{{.*}} kept in a buffer of 6 elements, 24 bytes; copies 6 in, 0 out per tile instead of 12 accesses
// CHECK-NEXT:   - Array: A{{$}}
// CHECK-NEXT:   - Extents: '6'
// CHECK-NEXT:   - Bytes: '24'
// CHECK-NEXT:   - CopiedIn: '6'
// CHECK-NEXT:   - CopiedOut: '0'
// CHECK-NEXT:   - Accesses: '12'
func.func @f(%A: memref<66xf32> loc("A"), %B: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<66xf32>
    %b = affine.load %A[%i + 1] : memref<66xf32>
    %c = affine.load %A[%i + 2] : memref<66xf32>
    %s = arith.addf %a, %b : f32
    %t = arith.addf %s, %c : f32
    affine.store %t, %B[%i] : memref<64xf32>
  }
  return
}
