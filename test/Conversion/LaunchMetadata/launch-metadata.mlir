// What launch metadata says of launches and of what the host does around them.

// RUN: polymem-opt %s --polymem-launch-metadata=output=%t.json -o /dev/null 2>&1 | count 0
// RUN: %python %polymem_src/test/Execution/LaunchMetadata/Inputs/validate.py \
// RUN:   %polymem_src/share/launch-metadata.schema.json %t.json
// RUN: FileCheck %s --input-file=%t.json

// CHECK:      "format": "polymem-launch-metadata"
// CHECK-NEXT: "version": 1
// CHECK-NEXT: "requires": []

// A constant of the host goes to the device.
// CHECK: "constants": [{"name": "w", "data": "0000803f00000040", "element": "f32", "function": "memory", "sizes": [2]}]

module attributes {gpu.container_module} {
  // Formulas as lower-affine writes them get their names again.
  // CHECK:      "name": "formulas"
  // CHECK:      {"kind": "scalar", "name": "N", "type": "index"}
  // CHECK:      {"kind": "scalar", "name": "T", "type": "index"}
  // CHECK:      "kind": "loop"
  // CHECK-NEXT: "variable": "i"
  // CHECK-NEXT: "lower": 0
  // CHECK:      "upper": ["floordiv", "T", 8]
  // CHECK-NEXT: "upperText": "T floordiv 8"
  // CHECK:      "kind": "launch"
  // CHECK-NEXT: "kernel": "k"
  // CHECK-NEXT: "grid": {{\[\[}}"ceildiv", "N", 32], ["mod", "N", 7], 1]
  // CHECK-NEXT: "gridText": ["N ceildiv 32", "N mod 7", "1"]
  // CHECK-NEXT: "block": [32, 1, 1]
  // CHECK-NEXT: "arguments": [{"kind": "scalar", "name": "i", "bytes": 8, "type": "i64", "value": "i"}]
  // CHECK:      "conditions": [
  // CHECK:        "condition": ["<=", ["ceildiv", "N", 32], 2147483647]
  // CHECK:        "reason": "the machine has no larger grids along x"
  // CHECK:        "condition": [">=", ["ceildiv", "N", 32], 1]
  // CHECK:        "reason": "a grid has blocks"
  // CHECK:      "dynamicSharedBytes": 0
  func.func @formulas(%n: index {polymem.param = "N"}, %t: index {polymem.param = "T"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c-1 = arith.constant -1 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    // t floordiv 8
    %neg = arith.cmpi slt, %t, %c0 : index
    %flipped = arith.subi %c-1, %t : index
    %dividend = arith.select %neg, %flipped, %t : index
    %quotient = arith.divsi %dividend, %c8 : index
    %back = arith.subi %c-1, %quotient : index
    %steps = arith.select %neg, %back, %quotient : index
    // n ceildiv 32
    %small = arith.cmpi sle, %n, %c0 : index
    %minus = arith.subi %c0, %n : index
    %less = arith.subi %n, %c1 : index
    %over = arith.select %small, %minus, %less : index
    %q = arith.divsi %over, %c32 : index
    %negq = arith.subi %c0, %q : index
    %more = arith.addi %q, %c1 : index
    %blocks = arith.select %small, %negq, %more : index
    // n mod 7
    %r = arith.remsi %n, %c7 : index
    %below = arith.cmpi slt, %r, %c0 : index
    %up = arith.addi %r, %c7 : index
    %rows = arith.select %below, %up, %r : index
    scf.for %i = %c0 to %steps step %c1 {
      gpu.launch_func @kernels::@k blocks in (%blocks, %rows, %c1) threads in (%c32, %c1, %c1) args(%i : index)
    }
    return
  }

  // Memory of the device, copies, and elements that the host reads. What an
  // enclosing condition says need not be asked for again.
  // CHECK:      "name": "memory"
  // CHECK:      "name": "A"
  // CHECK:      "memory": "any"
  // CHECK:      "offset": "A.offset"
  // CHECK:      "sizes": ["A.size0", 4]
  // CHECK-NEXT: "strides": ["A.stride0", 1]
  // CHECK:      "kind": "assert"
  // CHECK-NEXT: "condition": ["<", "A.size0", 100]
  // CHECK:      "message": "too large"
  // CHECK:      "kind": "allocate"
  // CHECK-NEXT: "array": "t"
  // CHECK-NEXT: "bytes": ["*", "A.size0", 4]
  // CHECK:      {"kind": "copy", "bytes": 8, "from": "w", "to": "t_1"}
  // CHECK:      "kind": "fill"
  // CHECK-NEXT: "array": "t"
  // CHECK:      "value": 0.5
  // CHECK:      "kind": "read"
  // CHECK-NEXT: "name": "e"
  // CHECK-NEXT: "array": "A"
  // CHECK-NEXT: "element": ["+", ["+", "A.offset", ["*", "A.stride0", 2]], 3]
  // CHECK:      "condition": [">", "A.size0", 0]
  // CHECK:      "kernel": "k2"
  // CHECK:      {"kind": "pointer", "array": "t", "bytes": 8, "type": "pointer"}
  // CHECK-NEXT: {"kind": "pointer", "array": "t", "bytes": 8, "type": "pointer"}
  // CHECK-NEXT: {"kind": "offset", "array": "t", "bytes": 8, "type": "i64", "value": 0}
  // CHECK-NEXT: {"kind": "size", "array": "t", "bytes": 8, "dimension": 0, "type": "i64", "value": "A.size0"}
  // CHECK-NEXT: {"kind": "stride", "array": "t", "bytes": 8, "dimension": 0, "type": "i64", "value": 1}
  // CHECK:      "bytes": 4
  // CHECK-NEXT: "type": "f32"
  // CHECK-NEXT: "value": ["f32.mul", "e", 2]
  // CHECK:      {"kind": "pointer", "array": "t_1",
  // CHECK-NOT:  a grid has blocks
  // CHECK:      "condition": ["<=", ["*", "A.size0", 1024], 232192]
  // CHECK:      "reason": "the machine has no more shared memory for a block"
  // CHECK-NOT:  a grid has blocks
  // CHECK:      "dynamicSharedBytes": ["*", "A.size0", 1024]
  // CHECK:      {"kind": "free", "array": "t"}
  // CHECK:      {"kind": "result", "type": "index", "value": "A.size0"}
  memref.global "private" constant @w : memref<2xf32> = dense<[1.0, 2.0]>
  func.func @memory(%A: memref<?x4xf32, strided<[?, 1], offset: ?>> loc("A")) -> index {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c100 = arith.constant 100 : index
    %c1024 = arith.constant 1024 : index
    %half = arith.constant 0.5 : f32
    %two = arith.constant 2.0 : f32
    %n = memref.dim %A, %c0 : memref<?x4xf32, strided<[?, 1], offset: ?>>
    %ok = arith.cmpi slt, %n, %c100 : index
    cf.assert %ok, "too large"
    %t = gpu.alloc (%n) : memref<?xf32>
    %w = memref.get_global @w : memref<2xf32>
    %dw = gpu.alloc () : memref<2xf32>
    gpu.memcpy %dw, %w : memref<2xf32>, memref<2xf32>
    gpu.memset %t, %half : memref<?xf32>, f32
    %e = memref.load %A[%c2, %c3] : memref<?x4xf32, strided<[?, 1], offset: ?>>
    %ee = arith.mulf %e, %two : f32
    %some = arith.cmpi sgt, %n, %c0 : index
    %bytes = arith.muli %n, %c1024 : index
    %bytes32 = arith.index_cast %bytes : index to i32
    scf.if %some {
      gpu.launch_func @kernels::@k2 blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1)
          dynamic_shared_memory_size %bytes32 args(%t : memref<?xf32>, %ee : f32, %dw : memref<2xf32>)
    }
    gpu.dealloc %t : memref<?xf32>
    gpu.dealloc %dw : memref<2xf32>
    return %n : index
  }

  // Large formulas are cut: what they share is written once.
  // CHECK:     "name": "shared"
  // CHECK:     "kind": "let"
  // CHECK-NEXT: "name": "v"
  // CHECK:     "kind": "let"
  // CHECK-NEXT: "name": "v_1"
  // CHECK:     "kernel": "k"
  func.func @shared(%n: index) {
    %c1 = arith.constant 1 : index
    %0 = arith.muli %n, %n : index
    %1 = arith.addi %0, %0 : index
    %2 = arith.muli %1, %1 : index
    %3 = arith.addi %2, %2 : index
    %4 = arith.muli %3, %3 : index
    %5 = arith.addi %4, %4 : index
    %6 = arith.muli %5, %5 : index
    %7 = arith.addi %6, %6 : index
    %8 = arith.muli %7, %7 : index
    %9 = arith.addi %8, %8 : index
    %10 = arith.muli %9, %9 : index
    %11 = arith.addi %10, %10 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%11 : index)
    return
  }

  // Unsigned numbers are so, unless they are known not to be negative.
  // CHECK:     "name": "unsigned"
  // CHECK:     "grid": {{\[\[}}"udiv", "arg0", "arg1"], ["urem", "arg0", "arg1"], ["floordiv", "arg2.size0", 3]]
  func.func @unsigned(%n: index, %m: index, %A: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %size = memref.dim %A, %c0 : memref<?xf32>
    %x = arith.divui %n, %m : index
    %y = arith.remui %n, %m : index
    %z = arith.divui %size, %c3 : index
    gpu.launch_func @kernels::@k blocks in (%x, %y, %z) threads in (%c1, %c1, %c1) args(%c1 : index)
    return
  }

  // CHECK:      "modules": [
  // CHECK:      "name": "kernels"
  // CHECK-NEXT: "chip": "sm_90"
  // CHECK-NEXT: "features": "+ptx80"
  // CHECK:      {"name": "k", "parameters": [{"bytes": 8, "type": "i64"}], "staticSharedBytes": 0}
  // CHECK:      "name": "k2"
  // CHECK-NEXT: "maxBlock": [64, 1, 1]
  // CHECK:      "staticSharedBytes": 256
  // CHECK:      "ptxVersion": "8.0"
  // CHECK:      "variables": [{"name": "c", "bytes": 16, "space": "constant"}]
  gpu.module @kernels [#nvvm.target<chip = "sm_90", features = "+ptx80">] {
    llvm.mlir.global internal @buffer() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<256 x i8>
    llvm.mlir.global internal constant @c(dense<0> : tensor<4xi32>) {addr_space = 4 : i32} : !llvm.array<4 x i32>
    llvm.func @k(%i: i64) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
    llvm.func @k2(%0: !llvm.ptr, %1: !llvm.ptr, %2: i64, %3: i64, %4: i64, %x: f32,
                  %5: !llvm.ptr, %6: !llvm.ptr, %7: i64, %8: i64, %9: i64)
        attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>} {
      llvm.call @helper() : () -> ()
      llvm.return
    }
    llvm.func @helper() {
      %0 = llvm.mlir.addressof @buffer : !llvm.ptr<3>
      llvm.return
    }
  }
}
