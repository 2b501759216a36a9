// The threads of a block meet; the first adds to the counter and waits with
// loads that are atomic, so that LLVM keeps them; the threads meet again.

// RUN: polymem-opt %s --polymem-to-ptx=warnings=false | FileCheck %s
// RUN: polymem-opt %s --polymem-to-emulator=warnings=false | FileCheck %s --check-prefix=EMULATOR

// CHECK: .entry f_kernel
// CHECK: bar.sync
// CHECK: fence.acq_rel.gpu
// CHECK: atom.{{.*}}add.u32 %[[FOUND:r[0-9]+]], [
// CHECK: $[[SPIN:L__BB[0-9_]+]]:
// CHECK: ld.acquire.gpu{{.*}} %[[NOW:r[0-9]+]], [
// CHECK: xor.b32 {{.*}}%[[NOW]], %[[FOUND]]
// CHECK: bra{{.*}} $[[SPIN]]
// CHECK: fence.acq_rel.gpu
// CHECK: bar.sync

// EMULATOR: llvm.call @polymem_emu_grid_barrier(
// EMULATOR-NOT: atomicrmw
func.func @f(%A: memref<?xf32>, %counter: memref<1xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    scratch.grid_barrier %counter : memref<1xi32>
    gpu.terminator
  }
  return
}
