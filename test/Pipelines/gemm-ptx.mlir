// RUN: polymem-opt %polymem_src/examples/gemm.mlir --polymem-to-ptx="machine=nvidia-h200" | FileCheck %s

// Tiles in shared memory, filled from global memory between barriers; the sum
// of a point is in a register while its tile is computed.

// CHECK: .target sm_90
// CHECK: .visible .entry gemm_kernel(
// CHECK-DAG: .shared .align 16 .b8 __wg_gemm_kernel_0
// CHECK-DAG: .shared .align 16 .b8 __wg_gemm_kernel_1
// CHECK: ld.global.b32
// CHECK: st.shared.b32
// CHECK: bar.sync
// CHECK: ld.shared
// CHECK: st.global.b32
// CHECK-NOT: .local

// Every kernel has its PTX.
// RUN: polymem-opt %polymem_src/benchmarks/kernels/2mm.mlir --polymem-to-ptx="machine=nvidia-a100" | FileCheck %s --check-prefix=TWO
// TWO: .target sm_80
// TWO-NOT: .version
// TWO: .visible .entry two_mm_f32_kernel(
// TWO: .visible .entry two_mm_f32_kernel_1(
// TWO: .visible .entry two_mm_f64_kernel(
// TWO: .visible .entry two_mm_f64_kernel_1(
