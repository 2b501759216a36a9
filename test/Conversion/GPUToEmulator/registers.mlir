// RUN: polymem-opt %s --convert-gpu-to-emulator | FileCheck %s

// Special registers are fields of the thread's state, the first argument.
module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @k(%A: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 8, 4>} {
      %tid = nvvm.read.ptx.sreg.tid.y : i32
      %ntid = nvvm.read.ptx.sreg.ntid.x : i32
      %ctaid = nvvm.read.ptx.sreg.ctaid.z : i32
      %nctaid = nvvm.read.ptx.sreg.nctaid.x : i32
      %lane = nvvm.read.ptx.sreg.laneid : i32
      %warp = nvvm.read.ptx.sreg.warpid : i32
      %a = llvm.add %tid, %ntid : i32
      %b = llvm.add %ctaid, %nctaid : i32
      %c = llvm.add %lane, %warp : i32
      %d = llvm.add %a, %b : i32
      %e = llvm.add %c, %d : i32
      %p = llvm.getelementptr %A[%e] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      llvm.return
    }
  }
}

// CHECK-NOT: gpu.
// CHECK-NOT: nvvm.
// CHECK: llvm.func @m_k(%[[T:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr) {
// CHECK: %[[TID:.*]] = llvm.getelementptr %[[T]][4]
// CHECK: llvm.load %[[TID]] : !llvm.ptr -> i32
// CHECK: llvm.getelementptr %[[T]][12]
// CHECK: llvm.getelementptr %[[T]][32]
// CHECK: llvm.getelementptr %[[T]][36]
// CHECK: llvm.getelementptr %[[T]][48]
// CHECK: llvm.getelementptr %[[T]][52]

// One thread, with pointers to the arguments.
// CHECK: llvm.func @m_k_entry(%[[THREAD:.*]]: !llvm.ptr, %[[ARGS:.*]]: !llvm.ptr) {
// CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[ARGS]][0]
// CHECK: %[[POINTER:.*]] = llvm.load %[[SLOT]]
// CHECK: %[[A:.*]] = llvm.load %[[POINTER]]
// CHECK: llvm.call @m_k(%[[THREAD]], %[[A]])
