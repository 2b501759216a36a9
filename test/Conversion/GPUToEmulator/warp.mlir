// RUN: polymem-opt %s --convert-gpu-to-emulator | FileCheck %s

// Barriers and warp operations are calls with the site and the operands.
// CHECK-LABEL: llvm.func @m_k(
// CHECK: llvm.call @polymem_emu_barrier(
// CHECK: llvm.call @polymem_emu_barrier(%{{.*}}, %{{.*}}, %[[ID:.*]], %[[N:.*]]) :
// CHECK: llvm.call @polymem_emu_barrier_arrive(
// CHECK: llvm.call @polymem_emu_barrier_reduce(
// CHECK: llvm.call @polymem_emu_sync_warp(
// CHECK: %[[BITS:.*]] = llvm.bitcast %{{.*}} : f32 to i32
// CHECK: %[[R:.*]] = llvm.call @polymem_emu_shuffle(%{{.*}}, %{{.*}}, %{{.*}}, %[[BITS]], {{.*}} -> i64
// CHECK: %[[LOW:.*]] = llvm.trunc %[[R]] : i64 to i32
// CHECK: llvm.bitcast %[[LOW]] : i32 to f32
// CHECK: llvm.lshr %[[R]]
// CHECK: llvm.call @polymem_emu_vote(
// CHECK: llvm.call @polymem_emu_match(
// CHECK: llvm.call @polymem_emu_reduce(
// CHECK: llvm.call @polymem_emu_elect(
module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @k(%mask: i32, %x: f32, %i: i32, %b: i1) attributes {gpu.kernel, nvvm.kernel} {
      nvvm.barrier0
      nvvm.barrier id = %i number_of_threads = %mask
      nvvm.barrier.arrive id = %i number_of_threads = %mask
      %all = nvvm.barrier #nvvm.reduction<and> %i -> i32
      nvvm.bar.warp.sync %mask : i32
      %s = nvvm.shfl.sync bfly %mask, %x, %i, %i {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
      %v = nvvm.vote.sync ballot %mask, %b -> i32
      %m = nvvm.match.sync any %mask, %i : i32 -> i32
      %r = nvvm.redux.sync add %i, %mask : i32 -> i32
      %e = nvvm.elect.sync -> i1
      llvm.return
    }
  }
}
