//===- Passes.td - passes on affine IR -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_PASSES_TD
#define POLYMEM_TRANSFORMS_PASSES_TD

include "PolyMem/Transforms/AxesPasses.td"
include "PolyMem/Transforms/ExpandArraysPass.td"
include "PolyMem/Transforms/InspectionPasses.td"
include "PolyMem/Transforms/RaisingPasses.td"
include "PolyMem/Transforms/RecurrencesPass.td"
include "PolyMem/Transforms/ReductionsPass.td"
include "PolyMem/Transforms/SchedulePass.td"
include "PolyMem/Transforms/StoragePasses.td"
include "PolyMem/Transforms/SearchPasses.td"
include "PolyMem/Transforms/RegisterPasses.td"
include "PolyMem/Transforms/TilingPasses.td"
include "PolyMem/Transforms/TimeTilePass.td"
include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-codegen
//===----------------------------------------------------------------------===//

def CodegenPass : Pass<"polymem-codegen", "::mlir::func::FuncOp"> {
  let summary = "Generate each function again from its polyhedral view";
  let description = [{
    Models the function, generates loops for its statements in their original
    order with isl's AST generator, and replaces the body. Values that cross
    statements are put in memory first (see `polymem-demote-scalars`). The
    result computes the same; loops come out simplified: bounds are tightened to
    what the conditions inside leave, loops of one iteration disappear, unreachable
    code is not generated. Parallel loops come out sequential.

    ```mlir
    affine.for %i = 0 to %n {
      affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
        affine.store %x, %A[%i] : memref<?xf32>
      }
    }
    ```
    becomes
    ```mlir
    affine.for %i = 4 to %n {
      affine.store %x, %A[%i] : memref<?xf32>
    }
    ```

    A function that cannot be modelled or generated is left as it is, with a
    remark that says why.
  }];
  let options = [
    Option<"checkOnly", "check-only", "bool", "false",
           "Report whether code can be generated, and change nothing">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numGenerated", "num-generated", "Functions generated again">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-demote-scalars
//===----------------------------------------------------------------------===//

def DemoteScalarsPass : Pass<"polymem-demote-scalars", "::mlir::func::FuncOp"> {
  let summary = "Put scalars that cross loop boundaries in memory";
  let description = [{
    Replaces values carried by `iter_args`, results of `affine.if`, and values
    used in another loop or behind another loop than they are defined in, by
    memory cells, so that loops can be distributed, tiled and reordered. A
    carried value that is stored behind its loop is kept in that array element,
    and so is one that starts with what is in an element that gets another
    value behind the loop, if nothing else accesses the element meanwhile.
    (Other elements of the array may be accessed, if bounds of loops and
    conditions say that they are others, as those of `A[i, k]` for `k < j`
    are than `A[i, j]`.) Others get a `memref.alloca`.
    Loads from memory that is not written in
    between, and cheap computations, are repeated instead. The order of
    operations, and so every floating-point result, is unchanged. Different
    function arguments are taken not to overlap. Values that are used in another
    block of a region with branches stay as they are there, with a remark.

    ```mlir
    affine.for %i = 0 to %m {
      %sum = affine.for %k = 0 to %n iter_args(%acc = %zero) -> (f32) {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %s = arith.addf %acc, %a : f32
        affine.yield %s : f32
      }
      affine.store %sum, %y[%i] : memref<?xf32>
    }
    ```
    becomes
    ```mlir
    affine.for %i = 0 to %m {
      affine.store %zero, %y[%i] : memref<?xf32>
      affine.for %k = 0 to %n {
        %acc = affine.load %y[%i] : memref<?xf32>
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %s = arith.addf %acc, %a : f32
        affine.store %s, %y[%i] : memref<?xf32>
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numArrayCells", "num-array-cells",
              "Carried values kept in the array element they are stored to">,
    Statistic<"numLocalCells", "num-local-cells",
              "Values that got a cell of their own">,
    Statistic<"numRematerialized", "num-rematerialized",
              "Values computed or loaded again at a use">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-form-fma
//===----------------------------------------------------------------------===//

def FormFMAPass : Pass<"polymem-form-fma", "::mlir::func::FuncOp"> {
  let summary = "Round multiply-adds once where that is allowed";
  let description = [{
    Makes `math.fma`, which rounds once, of a product and a sum or difference,
    which round twice, where both operations say `fastmath<contract>`, or of all
    with `contract`. **This changes results**: programs are to be compared behind
    the pass, as `polymem-run` does. What it changes does not depend on a
    target; `math.fma` has the same bits on all.

    ```mlir
    %p = arith.mulf %a, %b fastmath<contract> : f32
    %r = arith.addf %c, %p fastmath<contract> : f32
    ```
    becomes
    ```mlir
    %r = math.fma %a, %b, %c fastmath<contract> : f32
    ```
    and differences become the same with a negated operand, which is exact:
    ```mlir
    %d = arith.subf %p, %c   // math.fma %a, %b, -%c
    %e = arith.subf %c, %p   // math.fma -%a, %b, %c
    ```

    - Values are `f32`, `f64` or vectors of them: of smaller types, processors
      compute in `f32` and round twice all the same.
    - The product has no other use: it would be computed twice.
    - It is in the block of the sum, or outside conditions around the sum; not
      outside loops around it, in which it would be computed again and again.
    - If both operands are such products, the left one is multiplied in the
      `math.fma`: `a * b + c * d` is `fma(a, b, c * d)`.

    `math.fma` has the flags that both operations have, and `reassoc` if the sum
    has it: reductions stay reductions. Operations of these types that are
    left lose `contract`: which of them are rounded once is decided here, not by
    each target for itself.

    Not for functions that `polymem-mark-origin` has marked: what they compute
    changes, and `polymem-check` says so.
  }];
  let options = [
    Option<"contract", "contract", "bool", "false",
           "Also operations that do not say fastmath<contract>">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
  let statistics = [
    Statistic<"numFormed", "num-formed", "Products and sums in one operation">,
    Statistic<"numLeft", "num-left",
              "Sums that could not be, though they were allowed to">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-scale-copies
//===----------------------------------------------------------------------===//

def ScaleCopiesPass : Pass<"polymem-scale-copies", "::mlir::func::FuncOp"> {
  let summary = "Multiply by what does not change while elements are copied in";
  let description = [{
    `alpha * A[i, k]` is computed for each `j`, though a buffer has `A[i, k]` once.
    Where each load from a buffer is multiplied by one value at once, and by nothing
    else, this pass multiplies while the buffer is filled: the same product, of the same
    operands in the same order, so that no bit changes.

    ```mlir
    scratch.copy_in %A to %b over [#set](%i, %k) : memref<?x?xf32> to memref<?x?xf32, #box>
    scratch.tile (%ii, %jj) = ... {
      %a = affine.load %b[%ii, %kk] : memref<?x?xf32, #box>
      %p = arith.mulf %alpha, %a : f32
    // becomes
    scratch.copy_in %A to %b over [#set](%i, %k) : memref<?x?xf32> to memref<?x?xf32, #box> computing {
    ^bb0(%x: f32):
      %y = arith.mulf %alpha, %x : f32
      scratch.element %y : f32
    }
    scratch.tile (%ii, %jj) = ... {
      %p = affine.load %b[%ii, %kk] : memref<?x?xf32, #box>
    ```

    - It is a product of floating point, and the factor is an argument of the function or
      a constant.
    - The buffer is filled by copies that are not asynchronous, and nothing else writes
      it or copies it anywhere.
    - Elements are loaded more than once: a loop around a load, within the tile of the
      buffer, is not in its subscripts.

    What is in the way is said in remarks. Run it when buffers and copies are where they
    will be, and before iterations are jammed.
  }];
  let options = [
    Option<"strict", "strict", "bool", "false",
           "That no product moves is an error, with the reasons">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::polymem::scratch::ScratchDialect"];
  let statistics = [
    Statistic<"numBuffers", "num-buffers", "Buffers that get products">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-hoist-allocas
//===----------------------------------------------------------------------===//

def HoistAllocasPass : Pass<"polymem-hoist-allocas"> {
  let summary = "Allocate stack memory once, not in every iteration";
  let description = [{
    A `memref.alloca` in a loop takes new stack memory in each iteration when
    it has been lowered to LLVM, until the function returns; GPU back ends do
    not take it at all. This pass moves allocations whose size is known there
    out of sequential loops and conditions, those of constant size to the start
    of the function or launch. What an iteration allocates is undefined when it
    starts, so iterations can share it; iterations of parallel loops keep their
    own.

    ```mlir
    affine.for %i = 0 to %n {
      %cell = memref.alloca() : memref<f32>
      ...
    }
    ```
    becomes
    ```mlir
    %cell = memref.alloca() : memref<f32>
    affine.for %i = 0 to %n {
      ...
    }
    ```

    To be run last: shared memory is a dependence between iterations that
    analyses do not see while each has its own.
  }];
  let statistics = [
    Statistic<"numHoisted", "num-hoisted", "Allocations moved">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-promote-scalars
//===----------------------------------------------------------------------===//

def PromoteScalarsPass
    : Pass<"polymem-promote-scalars", "::mlir::func::FuncOp"> {
  let summary = "Make values of cells on the stack";
  let description = [{
    Front ends keep each variable of a function in a `memref.alloca` of one
    element, which several nests may use for unrelated values. Where all that
    accesses such a cell are loads and stores in `affine.for`, `affine.if`,
    `scf.for` and `scf.if`, and none can see what nobody has written, its
    values become SSA values, carried by loops (`iter_args`) and conditions
    (results) only where they are read again.

    ```mlir
    %t = memref.alloca() : memref<f32>
    affine.for %i = 0 to %n {
      affine.store %zero, %t[] : memref<f32>
      affine.for %j = 0 to %m {
        %x = affine.load %t[] : memref<f32>
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %y = arith.addf %x, %a : f32
        affine.store %y, %t[] : memref<f32>
      }
      %s = affine.load %t[] : memref<f32>
      affine.store %s, %B[%i] : memref<?xf32>
    }
    ```
    becomes
    ```mlir
    affine.for %i = 0 to %n {
      %s = affine.for %j = 0 to %m iter_args(%x = %zero) -> f32 {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %y = arith.addf %x, %a : f32
        affine.yield %y : f32
      }
      affine.store %s, %B[%i] : memref<?xf32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numPromoted", "num-promoted", "Cells that became values">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-align-rounds
//===----------------------------------------------------------------------===//

def AlignRoundsPass : Pass<"polymem-align-rounds", "::mlir::func::FuncOp"> {
  let summary = "Let threads of a warp begin loops of triangles together";
  let description = [{
    In a tile that a diagonal cuts, threads begin a loop at numbers of their own, as each
    `k > j` does. The threads of a warp are in the same round then, but at another `k`
    each: loads of `B[k, i]` are from another row for each thread, in banks that are the
    same, or in sectors of their own.

    This pass makes two loops of such a loop. All threads of the tile begin the first one
    together, at the least number of any, and what it does is under the condition that a
    thread would have begun; it ends where all have. The second one is the rest, without a
    condition. In a tile that the diagonal does not cut, the first one has no rounds. What a
    thread does, and its order, stay the same.

    Loops are split in tiles that are mapped to threads, if they have a step of 1, a lower
    bound that differs between neighbouring threads (those along x), and loads from buffers in
    shared memory that take more wavefronts so than if all lanes of a warp were in the same
    round. Where that bound also depends on what is computed in a loop around, a remark says
    so.

    ```mlir
    scratch.tile (%i, %j) = (%i0, %j0) to (%i1, %j1) step (%c1, %c1)
        mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %s = affine.for %k = affine_map<()[s0] -> (s0 + 1)>()[%j] to %n iter_args(%x = %zero) -> (f32) {
        %b = affine.load %B[%k, %i] : memref<?x?xf32>
        %y = arith.addf %x, %b : f32
        affine.yield %y : f32
      }
    }
    // becomes
    scratch.tile (%i, %j) = (%i0, %j0) to (%i1, %j1) step (%c1, %c1)
        mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %all = affine.max affine_map<()[s0] -> (s0)>()[%j1]
      %r = affine.for %k = affine_map<()[s0] -> (s0 + 1)>()[%j0] to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %all]
          iter_args(%x = %zero) -> (f32) {
        %z = affine.if affine_set<(d0)[s0] : (d0 - s0 - 1 >= 0)>(%k)[%j] -> f32 {
          ...
          affine.yield %y : f32
        } else {
          affine.yield %x : f32
        }
        affine.yield %z : f32
      }
      %s = affine.for %k = %all to %n iter_args(%x = %r) -> (f32) { ... }
    }
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine whose banks of shared memory count: a name or a JSON file">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops that were split">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-map-sequential
//===----------------------------------------------------------------------===//

def MapSequentialPass
    : Pass<"polymem-map-sequential", "::mlir::func::FuncOp"> {
  let summary = "Give what tiling left on the host to launches of one block";
  let description = [{
    Where arrays are in a device's memory, the host cannot access them. This
    pass, behind `polymem-tile` with `mapping=gpu` and the passes that stage
    tiles, puts all loads, stores and loops that are not in a tile mapped to
    blocks into launches of one block.

    Operations that follow each other are executed by one thread of one launch.
    A loop on the host that contains such operations *and* tiles would launch
    once or more in every iteration. If each of its tiles has one dimension mapped to blocks
    at most, a constant amount of work for each thread and buffers of 1024 bytes at most (8192
    in a function), or one block whatever the sizes are (and all of those in a function have
    buffers of 49152 bytes at most), the loop becomes part of one launch: all threads of the block
    run through it together, tiles lose their mapping to blocks and keep the one
    to threads, and barriers separate what depends on each other
    (see `convert-scratch-to-gpu`). So does a loop around nothing but tiles of one block
    each. Where larger tiles keep the loop on the
    host, neighbouring sequential operations and such cheap tiles share a launch,
    and outside loops those with cheap tiles that have one block in any case; several of
    these share one without other code, too. The launch has as many threads as the tile in it for which
    most were chosen (`polymem.block_threads`).
    `merge-loops=false` turns all of this off.

    Values that leave a launch go through a cell in memory (a `memref.alloca`), and
    so do those that loops of the host carry, if less stays on the host by it.
    Such cells, and temporaries, of up to 64 bytes that one launch alone uses, as often as
    they are allocated, are buffers in the memory of its block.
    What the host needs itself, an index loaded from memory for instance, and
    what a launch cannot hold, like calls, stays there, with a remark. A
    function without mapped tiles is not special: all of it becomes one launch.

    ```mlir
    affine.for %k = 0 to %n {
      %d = affine.load %A[%k] : memref<?xf32>
      %r = arith.divf %one, %d : f32
      affine.store %r, %A[%k] : memref<?xf32>
      scratch.tile (%i) = (%c0) to (%k) step (%c256) mapping [#gpu.block<x>] {
        // a tile mapped to threads, which reads A[%k]
      }
    }
    ```
    becomes
    ```mlir
    scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
      affine.for %k = 0 to %n {
        scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
          %d = affine.load %A[%k] : memref<?xf32>
          %r = arith.divf %one, %d : f32
          affine.store %r, %A[%k] : memref<?xf32>
        }
        scratch.tile (%i) = (%c0) to (%k) step (%c256) {
          // a tile mapped to threads, which reads A[%k]
        }
      }
    }
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string",
           "::polymem::kDefaultMachine.str()",
           "Machine whose fast memory must hold the buffers of tiles that join "
           "a launch: a name or a JSON file">,
    Option<"mergeLoops", "merge-loops", "bool", "true",
           "Run loops with cheap tiles and sequential code in one launch">,
    Option<"strict", "strict", "bool", "false",
           "That all stays on the host is an error, with the reasons">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect",
                           "::polymem::scratch::ScratchDialect"];
  let statistics = [
    Statistic<"numLaunches", "num-launches", "Launches of one block">,
    Statistic<"numLoops", "num-loops", "Loops with tiles that are in one launch">,
    Statistic<"numHost", "num-host", "Operations that stay on the host">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-join-steps
//===----------------------------------------------------------------------===//

def JoinStepsPass : Pass<"polymem-join-steps", "::mlir::func::FuncOp"> {
  let summary = "Give the steps of a loop that one block runs to one launch "
                "before data is staged";
  let description = [{
    A sequential loop whose steps are small, like the one over the columns of the
    diagonal tile of a factorization, is run by one block with barriers
    (`polymem-map-sequential`). If each step is staged by itself, each copies its data from
    global memory and back. This pass, between `polymem-tile` with `mapping=gpu`
    and `scratch-promote`, makes the launch of the loop first, so that
    buffers are made for all of it: copied in before the first step, and
    out after the last one.

    It takes a loop where

    - tiles mapped to blocks hold nothing but tiles mapped to threads, which begin where they do
      and together cover what they cover, 4096 iterations at most: these stay, and the others go;
    - it would be a launch by `polymem-map-sequential` if each tile had one block;
    - the loop, and all loops in it, have a number of iterations that is bounded by
      constants, and the boxes around what is accessed in all of them take
      no more bytes than the machine's scratchpad has.

    Of nested loops it takes the outermost one. The block gets
    as many threads as the largest of its steps has iterations, in whole warps, or as copy its data
    with 16 bytes each, and at most the machine's default number (`polymem.block_threads`).
    For a machine that is not a GPU, nothing changes.

    ```mlir
    affine.for %k = #id(%t) to min #end(%t)[%n] {
      %l = affine.apply #next(%k)
      %u = affine.min #end(%t)[%n]
      scratch.tile (%b) = (%l) to (%u) step (%c32) mapping [#gpu.block<x>] {
        %v = affine.min #upper(%t)[%n, %b]
        scratch.tile (%i) = (%b) to (%v) step (%c1) mapping [#gpu.thread<x>] {
          // reads A[%k], updates A[%i]
        }
      }
    }
    ```
    becomes
    ```mlir
    scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
      affine.for %k = #id(%t) to min #end(%t)[%n] {
        %l = affine.apply #next(%k)
        %u = affine.min #end(%t)[%n]
        scratch.tile (%i) = (%l) to (%u) step (%c1) mapping [#gpu.thread<x>] {
          // reads A[%k], updates A[%i]
        }
      }
    }
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string",
           "::polymem::kDefaultMachine.str()",
           "Machine whose fast memory must hold what a loop accesses: a name or "
           "a JSON file">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect",
                           "::polymem::scratch::ScratchDialect"];
  let statistics = [
    Statistic<"numLaunches", "num-launches", "Loops that are one launch">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-privatize
//===----------------------------------------------------------------------===//

def PrivatizePass : Pass<"polymem-privatize", "::mlir::func::FuncOp"> {
  let summary = "Give each iteration a copy of a temporary of its own";
  let description = [{
    Moves each `memref.alloca` of constant size into the affine loops and
    conditions around all of its uses, as long as no iteration of a loop reads
    what another one has written (by value-based dependences). A loop whose
    iterations only shared the memory of a temporary is parallel afterwards.
    The inverse of `polymem-hoist-allocas`.

    ```mlir
    %t = memref.alloca() : memref<f32>
    affine.for %i = 0 to %n {
      affine.store %x, %t[] : memref<f32>
      affine.for %j = 0 to %m {
        // reads and writes %t
      }
    }
    ```
    becomes
    ```mlir
    affine.for %i = 0 to %n {
      %t = memref.alloca() : memref<f32>
      affine.store %x, %t[] : memref<f32>
      affine.for %j = 0 to %m {
        // reads and writes %t
      }
    }
    ```
  }];
  let options = [
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
  let statistics = [
    Statistic<"numPrivatized", "num-privatized", "Temporaries moved into loops">
  ];
}

#endif // POLYMEM_TRANSFORMS_PASSES_TD
