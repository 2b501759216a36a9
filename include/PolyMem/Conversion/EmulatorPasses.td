//===- EmulatorPasses.td - kernels for the emulator -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_EMULATORPASSES_TD
#define POLYMEM_CONVERSION_EMULATORPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// convert-gpu-to-emulator
//===----------------------------------------------------------------------===//

def ConvertGPUToEmulatorPass
    : Pass<"convert-gpu-to-emulator", "::mlir::ModuleOp"> {
  let summary = "Turn GPU kernels into host code for the device emulator";
  let description = [{
    Takes the kernels as they go to PTX, after `convert-gpu-to-nvvm`, and makes
    ordinary functions of them that run on the host with the emulator's run-time
    library (`PolyMem/Emulator`): each NVVM operation becomes a call of a
    function `polymem_emu_*`, pointers lose their address space, workgroup
    buffers become places in the block's shared memory, and private memory is
    poisoned. A launch becomes a call of `polymem_emu_launch`, with pointers to
    the kernel's arguments; GPU memory operations of the host become those of
    `memref`.

    With `instrument`, every access that may touch memory of other threads is
    reported before it happens, with the number of its *site*: the place in the
    program, which is found in a table of the module. Accesses to memory from an
    `llvm.alloca` are private, and not reported.

    ```mlir
    gpu.module @m {
      llvm.func @k(%A: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
        %i = nvvm.read.ptx.sreg.tid.x : i32
        %p = llvm.getelementptr %A[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
        %a = llvm.load %p : !llvm.ptr -> f32
        nvvm.barrier0
        llvm.return
      }
    }
    // becomes
    llvm.func @m_k(%thread: !llvm.ptr, %A: !llvm.ptr) {
      %t = llvm.getelementptr %thread[0] : (!llvm.ptr) -> !llvm.ptr, i8
      %i = llvm.load %t : !llvm.ptr -> i32
      %p = llvm.getelementptr %A[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      llvm.call @polymem_emu_access(%thread, %p, %bytes, %alignment, %kind, %site0) : ...
      %a = llvm.load %p : !llvm.ptr -> f32
      llvm.call @polymem_emu_barrier(%thread, %site1, %id, %count) : ...
      llvm.return
    }
    ```

    An operation that the emulator does not know is an error, and the module
    stays as it is.
  }];
  let options = [
    Option<"instrument", "instrument", "bool", /*default=*/"true",
           "Report every access to memory that threads may share">,
    Option<"countInstructions", "count-instructions", "bool",
           /*default=*/"false",
           "Report the arithmetic of each basic block, too">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // POLYMEM_CONVERSION_EMULATORPASSES_TD
