//===- CopyLoadPasses.td - when kernels load what they copy -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_COPYLOADPASSES_TD
#define POLYMEM_CONVERSION_COPYLOADPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-batch-loads
//===----------------------------------------------------------------------===//

def BatchLoadsPass : Pass<"polymem-batch-loads", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Load for several rounds of a copy before the first of them stores";
  let description = [{
    A GPU executes the instructions of a thread in order: a store waits for the value that
    is loaded for it, some 500 cycles if that is in global memory, and all that follows waits
    with it. Conditions keep the compilers behind this one from moving the loads of later
    rounds before the stores of earlier ones. This pass does that, for loops of which each
    round

    - loads first, and stores then,
    - accesses memory at most once in each kind (global, shared, or a thread's own) in this
      sense: what it loads from is not of the kind that it stores to, so that no round loads
      what another one has stored,
    - otherwise only computes, and branches at its end.

    `loads` of them are under way at once. Where rounds are few, no loop is left: their number is
    constant; or it is at most a constant, as of a tile at a border, whose loop goes from a constant, or
    from what follows from the number of a thread, to the lesser of a constant and what there is
    of the tile, and a loop of steps around it, with barriers and without stores to global memory, may
    have the loads a step early (`polymem-prefetch-copies`); elsewhere a loop of one round is left,
    since back ends spill registers of code that they move together. Where no loop is left, the loads of
    loops around are put together as well. What is left over of
    other loops is left out of their last round. Of two rounds, one that is left out
    loads nothing, as below; of more, it loads what another one does, so that no load has a
    condition: that takes fewer registers.

    ```mlir
    scf.for %i = %first to %c64 step %c8 {
      %inside = arith.cmpi sge, %i, %least : index
      scf.if %inside {
        %x = memref.load %A[%i] : memref<?xf32>
        memref.store %x, %b[%i] : memref<64xf32, #gpu.address_space<workgroup>>
      }
    }
    // becomes, with loads=2
    scf.for %i = %first to %c64 step %c16 {
      %inside = arith.cmpi sge, %i, %least : index
      %x = scf.if %inside -> f32 {
        %0 = memref.load %A[%i] : memref<?xf32>
        scf.yield %0 : f32
      } else {
        scf.yield %zero : f32
      }
      %j = arith.addi %i, %c8 : index
      %last = arith.cmpi slt, %j, %c64 : index
      %inside_j = arith.cmpi sge, %j, %least : index
      %both = arith.select %last, %inside_j, %false : i1
      %y = scf.if %both -> f32 { ... }              // loads %A[%j]
      scf.if %inside { memref.store %x, %b[%i] : ... }
      scf.if %both { memref.store %y, %b[%j] : ... }
    }
    ```
  }];
  let options = [
    Option<"loads", "loads", "int64_t", /*default=*/"::polymem::kBatchedLoads",
           "Loads that are under way at once, at most; each takes a register">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops whose rounds load together">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-prefetch-copies
//===----------------------------------------------------------------------===//

def PrefetchCopiesPass : Pass<"polymem-prefetch-copies", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Load what the next step copies to shared memory while this one computes";
  let description = [{
    A block that copies a tile from global to shared memory, meets at a barrier, and computes,
    step by step, waits in each for its loads. This pass moves loads of a step into the one
    before it, behind the barrier between copy and computation; what they load stays in
    registers until the next step stores it to shared memory. No shared memory is needed for
    that, and no barrier more. The first step loads what it stores, as before.

    Moved are loads

    - from global memory, in a loop that writes to no global memory itself, and where nothing
      but loads, stores, barriers and pure computations is done, so that no load could see
      another value one step earlier;
    - that are followed by stores to shared memory, and behind these by a barrier of the loop's
      own block;
    - which no loop is around but that of the steps (rounds that `polymem-batch-loads` left as
      a loop stay where they are), and that need nothing that is loaded.

    They are done under the conditions of the next step, and only if there is one: nothing is
    loaded that was not loaded before. Copies in the two branches of a condition, of a full tile
    and one at a border, have the same registers. `registers` bounds what these loads take of a thread's
    registers, counted twice for their addresses, together with what loops of the kernel carry;
    where they take more, compilers would spill them, and wait for that, and the loop stays as
    it is.

    ```mlir
    scf.for %k = %c0 to %n step %c32 {
      %x = memref.load %A[%k, %t] : memref<?x?xf32>
      memref.store %x, %b[%t] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      ...                                             // computes with %b
      gpu.barrier
    }
    // becomes
    scf.for %k = %c0 to %n step %c32 iter_args(%early = %zero) -> (f32) {
      %first = arith.cmpi eq, %k, %c0 : index
      %x = scf.if %first -> (f32) {
        %now = memref.load %A[%k, %t] : memref<?x?xf32>
        scf.yield %now : f32
      } else {
        scf.yield %early : f32
      }
      memref.store %x, %b[%t] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %next = arith.addi %k, %c32 : index
      %more = arith.cmpi slt, %next, %n : index
      %y = scf.if %more -> (f32) {
        %then = memref.load %A[%next, %t] : memref<?x?xf32>
        scf.yield %then : f32
      } else {
        scf.yield %early : f32
      }
      ...
      gpu.barrier
      scf.yield %y : f32
    }
    ```
  }];
  let options = [
    Option<"registers", "registers", "int64_t", /*default=*/"::polymem::kPrefetchRegisters",
           "What a loop's loads for its next step, with addresses, and what loops of the kernel "
           "carry may take of a thread's registers, of 4 bytes each">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops that load for their next step">,
    Statistic<"numLoads", "loads", "Loads that were moved">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-carry-accumulators
//===----------------------------------------------------------------------===//

def CarryAccumulatorsPass : Pass<"polymem-carry-accumulators", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Keep in registers what a thread accumulates step by step";
  let description = [{
    A block that computes step by step, between barriers, on cells of shared memory that belong
    to a thread each, loads them in each step and stores them again. This pass loads them before
    the loop of the steps, lets the loop carry them, and stores them behind it. A step has to
    load a cell and store it later,

    - in the same block of code, both of them under one condition or under none;
    - at indices, and under conditions around that block, that do not change from step to step;
      what is carried must be different cells, by a constant in some index;
    - without any other access to the array in the loop but in other branches of these
      conditions, and without a barrier between those.

    A thread that is not in that branch carries its initial zeros, and works on memory as before.
    Barriers before and behind the loop order loads and stores with what other threads do there.
    Kernels are taken to be free of races: else a thread might have seen what another one stored.
    Cells to which another access of the loop may be stay, and the remark `OtherAccess` is at that access.
    `registers` bounds what a loop carries. A loop that carries something already, as what
    `polymem-prefetch-copies` loads for the next step, stays as it is: both would have to be in registers
    all the time, and spilled.

    ```mlir
    scf.for %k = %c0 to %n step %c32 {
      ...                                             // copies
      gpu.barrier
      scf.if %full {
        %c = memref.load %C[%t] : memref<64xf32, #gpu.address_space<workgroup>>
        ...
        memref.store %d, %C[%t] : memref<64xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
    }
    // becomes
    gpu.barrier
    %any = arith.cmpi slt, %c0, %n : index
    %both = arith.select %any, %full, %false : i1
    %first = scf.if %both -> (f32) {
      %c = memref.load %C[%t] : memref<64xf32, #gpu.address_space<workgroup>>
      scf.yield %c : f32
    } else {
      scf.yield %zero : f32
    }
    %last = scf.for %k = %c0 to %n step %c32 iter_args(%c = %first) -> (f32) {
      ...
      gpu.barrier
      %e = scf.if %full -> (f32) {
        ...
        scf.yield %d : f32
      } else {
        scf.yield %c : f32
      }
      gpu.barrier
      scf.yield %e : f32
    }
    scf.if %both {
      memref.store %last, %C[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    ```
  }];
  let options = [
    Option<"registers", "registers", "int64_t", /*default=*/"::polymem::kCarriedRegisters",
           "What a loop may carry of a thread's registers, of 4 bytes each">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops that carry accumulators">,
    Statistic<"numCells", "cells", "Cells that are carried">
  ];
}

#endif // POLYMEM_CONVERSION_COPYLOADPASSES_TD
