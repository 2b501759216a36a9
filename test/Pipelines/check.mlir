// RUN: polymem-opt %polymem_src/benchmarks/kernels/tmv.mlir --polymem-to-cpu='sizes=8,8 emit=loops check' \
// RUN:   --mlir-print-ir-before=polymem-check -o %t 2>&1 | FileCheck %s
// RUN: polymem-opt %polymem_src/benchmarks/kernels/tmv.mlir --polymem-to-cpu='sizes=8,8 emit=loops' | diff - %t

// With the option `check` tiles and buffers are checked before they are lowered;
// the output is the same.
// CHECK: IR Dump Before CheckPass (polymem-check)
// CHECK: polymem.origin
// CHECK: scratch.tile
// CHECK: scratch.copy_in
// CHECK: scratch.origin "S0"
