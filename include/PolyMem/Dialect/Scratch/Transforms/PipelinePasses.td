//===- PipelinePasses.td - tiles that overlap --------------*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PIPELINEPASSES_TD
#define POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PIPELINEPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// scratch-pipeline
//===----------------------------------------------------------------------===//

def ScratchPipelinePass : Pass<"scratch-pipeline", "::mlir::func::FuncOp"> {
  let summary = "Let tiles load while the tiles before them compute";
  let description = [{
    Isoard, 2016, sections 5.2 and 5.3: of the tiles of a strip, one sequential dimension of a
    `scratch.tile`, up to `stages` are in flight: while one computes, the next ones load. A buffer
    that tiles fill then needs cells for all of them. This pass moves buffers out of such tiles
    and gives them layouts for that, proved for all sizes; the tile gets the attribute
    `pipeline`, the permission to copy ahead (see `#scratch.pipeline`).
    Nothing is executed earlier yet: that is what `scratch-expand-pipeline` does.

    A buffer is moved if tiles copy into it first, then use it, and if it is
    proved for tiles that are in flight at the same time that

    - none writes what a later one copies in (else the remark `WrittenAhead`);
    - none copies in what an earlier one has in the buffer (`LoadedAgain`; `scratch-reuse`
      loads it once);
    - no two elements share a cell of the new layout (`NoLayout`). It is the old one, but in the
      dimension in which that moves with the tile: there it is the distance
      from the first tile modulo the step, or the old extent, times `stages`. What a tile
      copies does not wrap around if it is no wider than a step.

    Buffers of a launch must fit into the fast memory of `machine`, or into `capacity` bytes;
    fewer stages are taken if they do not otherwise, for all buffers of a tile. A tile stays as
    it is, with a remark, if two do not fit (`Capacity`). Where it depends on sizes that
    are given at run time, the outermost tile gets two versions, as by `scratch-promote`, and the one with
    fewer buffers is executed where there is no room; where these sizes are not known before the launch, the
    tile stays as it is (`UnknownSize`). Buffers that cannot be moved stay as they are.

    With `store-lag=1`, a tile's copies out may be made with the computation of the tile behind it.
    That takes cells for c tiles more, also of buffers that are only stored, if nothing is behind
    these copies in a tile (`ComputationBehindStore`), the step is constant, and no other tile in flight accesses in the
    array what a tile stores late (`StoredLate`).

    With `stages=auto` the cost model decides (`polymem-choose-passes`): one to `most-stages` tiles are put in
    flight, each time `pipeline` makes launches of them, which must contain `scratch-expand-pipeline`, and
    the least number is taken than which no other one takes less time by `min-gain` at the
    sizes of `assume`. All tiles of a function get the same number.

    ```mlir
    #box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
    scratch.tile (%k) = (%c0) to (%n) step (%c16) {
      %b = scratch.alloc(%n)[%k] : memref<?xf32, #box>
      scratch.copy_in %A to %b over [#own](%k, %n) : memref<?xf32> to memref<?xf32, #box>
      ...
    }
    // becomes, with stages=3
    #ring = #scratch.mapping<(d0)[s0] -> ((d0 - s0) mod 48), extents = ()[s0] -> (48)>
    %b = scratch.alloc(%n)[%c0] {shared_cells} : memref<?xf32, #ring>
    scratch.tile (%k) = (%c0) to (%n) step (%c16)
        attributes {pipeline = #scratch.pipeline<lead = 2, lag = 0, order = barrier>} {
      scratch.copy_in %A to %b over [#own](%k, %n) : memref<?xf32> to memref<?xf32, #ring>
      ...
    }
    ```
  }];
  let options = [
    Option<"stages", "stages", "std::string", "\"2\"",
           "Tiles in flight; 1: none is pipelined; 'auto': what the cost model says">,
    Option<"orderName", "order", "std::string", "\"barrier\"",
           "Order of tiles: 'double', 'duplex' or 'barrier'">,
    Option<"storeLag", "store-lag", "unsigned", "0",
           "Tiles by which what a tile stores may be behind its computation: 0 or 1">,
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine whose fast memory buffers must fit into: a name or a JSON file">,
    Option<"capacity", "capacity", "int64_t", "-1",
           "Bytes of fast memory for the buffers of a block (-1: the machine's)">,
    Option<"pipeline", "pipeline", "std::string", "\"\"",
           "With stages=auto: passes from pipelined tiles to launches">,
    ListOption<"assume", "assume", "std::string",
               "With stages=auto: sizes for which times are compared: N=1000,M=20">,
    Option<"mostStages", "most-stages", "unsigned", "4",
           "With stages=auto: no more tiles in flight">,
    Option<"minGain", "min-gain", "double", "::polymem::kVariantGain",
           "With stages=auto: the part of the time that more tiles in flight have to save">,
    Option<"printPlan", "print-plan", "bool", "false",
           "Print each buffer's layout on standard error">,
    Option<"strict", "strict", "bool", "false",
           "That no tile is pipelined is an error, with the reasons">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
  let statistics = [
    Statistic<"numTiles", "tiles", "Tiles that are pipelined">,
    Statistic<"numBuffers", "buffers", "Buffers that tiles take in turn">
  ];
  let dependentDialects = ["::polymem::scratch::ScratchDialect"];
}

//===----------------------------------------------------------------------===//
// scratch-expand-pipeline
//===----------------------------------------------------------------------===//

def ScratchExpandPipelinePass
    : Pass<"scratch-expand-pipeline", "::mlir::func::FuncOp"> {
  let summary = "Copy ahead where tiles may";
  let description = [{
    A `scratch.tile` with the attribute `pipeline`, with `lead` = a, copies in for the tile
    that is a tiles behind: asynchronously, and waits in each tile for what was copied for it a
    tiles before. Before the first tile the copies for the first a tiles are made. Sets get
    the constraint that their tile exists: where there are fewer than a tiles, or none, nothing
    is copied for others.

    That is so for copies in directly in the tile into buffers from outside of it, if only
    values that origins give are needed for them; the others stay where they are.

    With `lag` = c, the copies out of such buffers at a tile's end become those of the tile c before it, at
    its beginning, behind what is waited for; those of the last c tiles come behind the loop. In the orders
    `double` and `duplex` that is one tile at most, and before the step's copies in:

    ```mlir
    scratch.tile (%k) = (%lo) to (%hi) step (%c8)
        attributes {pipeline = #scratch.pipeline<lead = 0, lag = 1, order = barrier>} {
      ...
      scratch.copy_out %b to %A over [#own](%k) : memref<?xf32, #ring> to memref<?xf32>
    }
    // becomes; #behind is #own with the constraint that its origin is at least %lo
    scratch.tile (%k) = (%lo) to (%hi) step (%c8) {
      %k1 = affine.apply affine_map<()[s0] -> (s0 - 8)>()[%k]
      scratch.copy_out %b to %A over [#behind](%k1, %lo) : memref<?xf32, #ring> to memref<?xf32>
      ...
    }
    %last = affine.apply affine_map<()[s0, s1] -> (s0 + ((s1 - s0) ceildiv 8) * 8 - 8)>()[%lo, %hi]
    scratch.copy_out %b to %A over [#behind](%last, %lo) : memref<?xf32, #ring> to memref<?xf32>
    ```

    ```mlir
    scratch.tile (%k) = (%lo) to (%hi) step (%s)
        attributes {pipeline = #scratch.pipeline<lead = 2, lag = 0, order = barrier>} {
      scratch.copy_in %A to %b over [#own](%k) : memref<?xf32> to memref<?xf32, #ring>
      ...
    }
    // becomes; #ahead is #own with the constraint that its origin is less than %hi
    %t0 = scratch.copy_in %A to %b over [#ahead](%lo, %hi) : ... -> !scratch.token
    %k1 = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%lo, %s]
    %t1 = scratch.copy_in %A to %b over [#ahead](%k1, %hi) : ... -> !scratch.token
    %r:2 = scratch.tile (%k) = (%lo) to (%hi) step (%s) iter_tokens(%u = %t0, %v = %t1) {
      scratch.wait %u
      %k2 = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 2)>()[%k, %s]
      %w = scratch.copy_in %A to %b over [#ahead](%k2, %hi) : ... -> !scratch.token
      ...
      scratch.yield %v, %w
    }
    ```
  }];
  let statistics = [
    Statistic<"numTiles", "tiles", "Tiles whose copies run ahead">,
    Statistic<"numCopies", "copies", "Copies that run ahead">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::polymem::scratch::ScratchDialect"];
}

#endif // POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PIPELINEPASSES_TD
