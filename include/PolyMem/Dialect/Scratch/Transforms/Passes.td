//===- Passes.td - passes on the scratch dialect -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PASSES_TD
#define POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PASSES_TD

include "PolyMem/Dialect/Scratch/Transforms/PipelinePasses.td"
include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// scratch-promote
//===----------------------------------------------------------------------===//

def ScratchPromotePass : Pass<"scratch-promote", "::mlir::func::FuncOp"> {
  let summary = "Keep the data of each tile in buffers of fast memory";
  let description = [{
    Data movement into scratchpads (Baskaran et al., PPoPP 2008, section 3).
    For each scratchpad tile (an innermost `scratch.tile` without thread
    mapping), or for each outermost loop nest with `scope=nest`:

    - the data spaces of the references are partitioned into disjoint groups,
      one possible buffer each (`partition=hull`: one per array); groups may
      overlap where one box around them would not be constant, or, of an array
      that is only read, be larger, and no value gets from one to the other in
      a tile; of two that write, one must always be the last one to write what both do
      (`partition=components`: they may not);
    - a group is promoted if it has reuse (Algorithm 1: an access of rank less
      than the depth, or overlaps of more than `delta` of the volume); always
      with `promote-all` or on a machine that cannot compute from global memory.
      A group without reuse is staged if neighbouring threads access elements of
      it that are no neighbours (TR78, section 5.2), but runs of neighbours in it
      are as long as a transaction of the machine's global memory: its copies
      are coalesced (`coalesce=false`: not). So is one that is read where the block
      has at least four threads for each iteration (`polymem.block_threads`), for all
      of them load then (where one thread has all iterations, whatever its runs
      are), and one that is read in steps of a loop in which the block's threads
      meet, however short its rows are: copies wait for memory once. What threads do beside an inner tile,
      as after a sequential loop, gets a tile of one iteration for that;
    - a constant global is left alone if the kernels' threads read it alike (TR78,
      section 5.4) and it fits into the machine's constant memory, where
      `convert-scratch-to-gpu` puts it (`constant-memory=false`, `promote-all`
      and buffers in the default memory space: not);
    - a buffer is the rectangular hull of its group, without dimensions that are
      functions of others; its extents do not depend on tile origins;
    - of the buffers that fit into the machine's fast memory together those are
      kept that save the most traffic. Sizes that depend on parameters cannot
      be compared: such buffers are kept, and a remark states the condition;
    - no launch needs more than there is: where shared buffers grow with sizes,
      the outermost tile is there twice, and host code takes the version with
      these buffers where they fit, else one that accesses global memory instead
      (`fit=always`, the default). With `fit=global` there is only the latter.
      With `fit=launch` there is only the former, and the driver refuses launches
      with sizes that are too large, or `runtime-check` asserts that there are
      none; so it is on machines that cannot compute from global memory, and for
      tiles with sizes that are given at run time, where smaller ones can be given.
      Buffers in the default memory space and `scope=nest` are always made, for
      there is no launch to refuse;
    - on a machine of kind `multicore` each buffer counts twice, for copies to one
      are under way while a core uses the other one, and has all dimensions of its
      array: what is moved is boxes;
    - copies move each element once per tile: with `movement=exact` only values
      that cross the tile's border (section 3.1.4), with `movement=footprint`
      everything read and written, with `movement=box` the box around what the
      tile needs, unless parallel iterations of the tile may write the rest;
      with `movement=auto`, the default, the box where it has at most a sixteenth
      more elements than what is needed, in the instance that counts are of (a
      stencil's halo without its corners takes many conditions to say, and no
      vectors), and exact elsewhere. An element that is copied out but maybe not written is copied in first.
      Where what is needed exactly is many small sets, both move
      what is accessed, or the box if that is less; where only rounding tells
      which elements a tile touches, what is accessed. If that takes more than
      four sets or five inequalities for each dimension to say, as in tiles of
      several time steps, copied in is what the few of these inequalities allow
      that matter of a tile in the middle of a large array, and in the first and
      the last launch, if no parallel iteration writes to the rest of it; what
      is copied out is exact. `movement=box` takes the box around these. It never
      copies less than `movement=exact`.

    Loads and stores keep their subscripts; only the memref they go to changes.

    ```mlir
    scratch.tile (%i) = (%c0) to (%n) step (%c16) {
      affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%i, %n] {
        affine.for %k = 0 to 4 {
          %x = affine.load %A[%ii] : memref<?xf32>
          %y = arith.mulf %x, %x : f32
          affine.store %y, %A[%ii] : memref<?xf32>
        }
      }
    }
    ```
    becomes
    ```mlir
    #box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
    #set = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, -d0 + s1 - 1 >= 0)>
    %dim = memref.dim %A, %c0 : memref<?xf32>
    scratch.tile (%i) = (%c0) to (%n) step (%c16) {
      %b = scratch.alloc(%dim) [%i] : memref<?xf32, #box, #gpu.address_space<workgroup>>
      scratch.copy_in %A to %b over [#set](%i, %n) : memref<?xf32> to memref<?xf32, #box, #gpu.address_space<workgroup>>
      affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%i, %n] {
        affine.for %k = 0 to 4 {
          %x = affine.load %b[%ii] : memref<?xf32, #box, #gpu.address_space<workgroup>>
          %y = arith.mulf %x, %x : f32
          affine.store %y, %b[%ii] : memref<?xf32, #box, #gpu.address_space<workgroup>>
        }
      }
      scratch.copy_out %b to %A over [#set](%i, %n) : memref<?xf32, #box, #gpu.address_space<workgroup>> to memref<?xf32>
    }
    ```
    Distinct memrefs are taken to be distinct memory. What stays in global
    memory gets a remark that says why. Counts in remarks and tables are exact
    without parameters; else they are those of a full tile at the parameter
    values named.
  }];
  let options = [
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine whose fast memory is filled: a name or a JSON file">,
    Option<"capacity", "capacity", "int64_t", "-1",
           "Bytes of fast memory per tile (-1: the machine's)">,
    Option<"memorySpace", "memory-space", "::polymem::BufferMemorySpace",
           "::polymem::BufferMemorySpace::Workgroup",
           "Where buffers live", [{::llvm::cl::values(
      clEnumValN(::polymem::BufferMemorySpace::Workgroup, "workgroup",
                 "Shared by the threads of a block"),
      clEnumValN(::polymem::BufferMemorySpace::Private, "private",
                 "One per thread (registers): tiles are the innermost ones, "
                 "mapped to threads or not"),
      clEnumValN(::polymem::BufferMemorySpace::Default, "default",
                 "The default memory space"))}]>,
    Option<"scope", "scope", "::polymem::PromotionScope",
           "::polymem::PromotionScope::Tile", "What a block is",
           [{::llvm::cl::values(
      clEnumValN(::polymem::PromotionScope::Tile, "tile",
                 "Each scratchpad tile"),
      clEnumValN(::polymem::PromotionScope::Nest, "nest",
                 "Each outermost affine.for"))}]>,
    Option<"partition", "partition", "::polymem::DataSpacePartition",
           "::polymem::DataSpacePartition::Boxes",
           "How data spaces share buffers", [{::llvm::cl::values(
      clEnumValN(::polymem::DataSpacePartition::Boxes, "boxes",
                 "As components, but two references that are only read have "
                 "one each where a box around both would be larger, or not be "
                 "constant; not in one statement at a constant distance"),
      clEnumValN(::polymem::DataSpacePartition::Components, "components",
                 "One buffer per group of data spaces that intersect"),
      clEnumValN(::polymem::DataSpacePartition::Hull, "hull",
                 "One buffer per array"))}]>,
    Option<"movement", "movement", "::polymem::DataMovement",
           "::polymem::DataMovement::Auto", "What is copied",
           [{::polymem::dataMovements()}]>,
    Option<"fit", "fit", "::polymem::BufferFit", "::polymem::BufferFit::Always",
           "For which sizes buffers fit into fast memory",
           [{::polymem::bufferFits()}]>,
    Option<"delta", "delta", "double", "0.3",
           "Fraction of the volume that overlaps must exceed">,
    Option<"promoteAll", "promote-all", "bool", "false",
           "Promote without regard to reuse">,
    Option<"coalesce", "coalesce", "bool", "true",
           "Promote what threads access in another order than it has in memory">,
    Option<"constantMemory", "constant-memory", "bool", "true",
           "Leave constant globals that all threads read alike to constant "
           "memory (convert-scratch-to-gpu)">,
    Option<"runtimeCheck", "runtime-check", "bool", "false",
           "Assert that buffers of parametric size fit, where nothing else "
           "sees to it (fit=launch)">,
    Option<"printPlan", "print-plan", "bool", "false",
           "Print a table of buffers per tile on standard error">,
    Option<"dryRun", "dry-run", "bool", "false",
           "Print the plan, change nothing">,
    Option<"strict", "strict", "bool", "false",
           "That nothing is promoted (with promote-all: not everything) is an "
           "error, with the reasons, and nothing changes">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
  let statistics = [
    Statistic<"numTiles", "tiles", "Tiles with at least one buffer">,
    Statistic<"numBuffers", "buffers", "Buffers made">,
    Statistic<"numBytes", "bytes", "Bytes of buffers of constant size">,
    Statistic<"numCopiedIn", "copied-in", "Elements copied in per tile">,
    Statistic<"numCopiedOut", "copied-out", "Elements copied out per tile">,
    Statistic<"numScattered", "scattered",
              "Buffers made only because threads access scattered elements">,
    Statistic<"numLeft", "left", "Groups of references left in global memory">,
    Statistic<"numConstant", "constant",
              "Groups of references left to constant memory">,
    Statistic<"numVersions", "versions",
              "Tiles of which there is a version without buffers that grow "
              "with sizes">,
    Statistic<"numStrips", "strips",
              "Loops cut into strips so that buffers are of constant size">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::polymem::scratch::ScratchDialect"
  ];
}

//===----------------------------------------------------------------------===//
// scratch-hoist-copies
//===----------------------------------------------------------------------===//

def ScratchHoistCopiesPass
    : Pass<"scratch-hoist-copies", "::mlir::func::FuncOp"> {
  let summary = "Move buffers and copies out of redundant tile loops";
  let description = [{
    Baskaran et al., PPoPP 2008, section 4.2: a sequential `scratch.tile` whose
    origins neither a buffer's layout nor its copies depend on is redundant for
    the buffer. The buffer and its copies are moved around that tile, then
    around the next one, and so on: gemm's C is loaded and stored once per
    block, not once per k tile. Values that one iteration leaves for the next
    stay in the buffer.

    Where the layout is the same in all iterations, but copies differ (of a block
    of a triangle, the first steps need some rows only), what all iterations copy
    is copied once, if each of these elements has a cell of its own, each
    iteration copies out what it stores to of them, and isl finds a form for it
    in front of the tile. If the tile's step is a run-time value, isl must show
    that some iteration copies each of them, whatever the step is.

    A buffer stays if another operation in the tile accesses the elements that
    are copied, if elements are changed and copied in again, but not copied out,
    or if its copies are asynchronous; a remark says so. If the tile may run zero
    times, "it runs" is added to the copied sets as a constraint.

    ```mlir
    scratch.tile (%k) = (%c0) to (%K) step (%c16) {
      %b = scratch.alloc(%M)[%i] : memref<?xf32, #box>
      scratch.copy_in %C to %b over [#set](%i, %M) : memref<?xf32> to memref<?xf32, #box>
      ...
      scratch.copy_out %b to %C over [#set](%i, %M) : memref<?xf32, #box> to memref<?xf32>
    }
    ```
    becomes (`#runs` is `#set` with the constraint `K >= 1`)
    ```mlir
    %b = scratch.alloc(%M)[%i] : memref<?xf32, #box>
    scratch.copy_in %C to %b over [#runs](%i, %M, %K) : memref<?xf32> to memref<?xf32, #box>
    scratch.tile (%k) = (%c0) to (%K) step (%c16) {
      ...
    }
    scratch.copy_out %b to %C over [#runs](%i, %M, %K) : memref<?xf32, #box> to memref<?xf32>
    ```
  }];
  let options = [
    Option<"printPlan", "print-plan", "bool", "false",
           "Print the elements concerned per buffer on standard error">,
    Option<"strict", "strict", "bool", "false",
           "That no buffer is moved is an error, with the reasons">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
  let statistics = [
    Statistic<"numHoisted", "hoisted",
              "Times a buffer was moved out of a tile loop">
  ];
  let dependentDialects = ["::polymem::scratch::ScratchDialect"];
}

//===----------------------------------------------------------------------===//
// scratch-reuse
//===----------------------------------------------------------------------===//

def ScratchReusePass : Pass<"scratch-reuse", "::mlir::func::FuncOp"> {
  let summary = "Keep in a buffer what the next tiles need of it";
  let description = [{
    Isoard, 2016, chapters 2 and 3: tiles that are executed one after another, a
    strip, load again what the tiles before them had, the halo of a stencil or
    the rows of a convolution. This pass moves the buffer out of a sequential
    `scratch.tile`. Then each tile loads what it reads and no tile before it in the
    strip has loaded or written, and stores what it writes and no later one
    does: an element is loaded at most once in a strip, and stored at most once.
    Of a tile with several dimensions the last ones are the strip (`strip`), and it
    becomes two tiles, between which the buffer is. If it has fewer, dimensions of the
    sequential tile whose body it is directly in are taken as well, and so on. Fewer are
    taken where the window of these does not fit or has no form. Of strips that are
    executed one after another, in the other dimensions and in sequential tiles around, none
    stores what a later one surely writes and none up to that one loads.

    In the buffer an element has one cell as long as it is needed. In dimensions in
    which tiles move that is the coordinate modulo the extent of the window, the
    elements that a tile or one before it has accessed and that it or a later
    one accesses. Tiles may have sizes that are given at run time: the sets are
    those of tiles that begin anywhere (section 2.3).

    What is loaded of an array that no one in the launch writes may be more than what is read
    (`movement`): whole rows, or whole vectors of 16 bytes from a multiple of them on, for which
    the window's rows become multiples of a vector, too, and so that copies load vectors. An array
    whose rows have a constant length that is no multiple of a vector stays as with `auto`, and a
    remark says so.

    Run it after `scratch-promote` and `scratch-hoist-copies`. A buffer stays as it
    is, and a remark says why, if tiles have nothing in common; if another
    operation in the tile accesses elements that are copied; if what is
    accessed has no window of a size that is the same for all tiles, or one that is
    larger than the machine's fast memory; if its copies are conditional or
    asynchronous.

    ```mlir
    scratch.tile (%i) = (%c1) to (%N) step (%c8) {
      %b = scratch.alloc()[%i, %j] : memref<66x66xf32, #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0 + 1, d1 - s1 + 1), extents = ()[s0, s1] -> (10, 34)>>
      scratch.copy_in %A to %b over [#tile](%i, %j) : ...
      ...
    }
    ```
    becomes
    ```mlir
    %b = scratch.alloc()[%j] {shared_cells} : memref<66x66xf32, #scratch.mapping<(d0, d1)[s0] -> (d0 mod 10, d1 - s0 + 1), extents = ()[s0] -> (10, 34)>>
    scratch.tile (%i) = (%c1) to (%N) step (%c8) {
      scratch.copy_in %A to %b over [#first, #new_rows](%i, %j) : ...
      ...
    }
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine whose fast memory buffers must fit into: a name or a JSON file">,
    Option<"capacity", "capacity", "int64_t", "-1",
           "Bytes of fast memory for the buffers of a block (-1: the machine's)">,
    Option<"strip", "strip", "unsigned", "1",
           "Dimensions of tiles that are a strip, the innermost ones; more need "
           "larger buffers, and load less">,
    Option<"movement", "movement", "::polymem::ReuseMovement",
           "::polymem::ReuseMovement::Auto", "What tiles load",
           [{::polymem::reuseMovements()}]>,
    Option<"printSets", "print-sets", "bool", "false",
           "Print what tiles load and store per buffer on standard error">,
    Option<"strict", "strict", "bool", "false",
           "That no buffer is kept is an error, with the reasons">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
  let statistics = [
    Statistic<"numReused", "reused", "Buffers that tiles hand on to the next">
  ];
  let dependentDialects = ["::polymem::scratch::ScratchDialect"];
}

//===----------------------------------------------------------------------===//
// scratch-trim-tiles
//===----------------------------------------------------------------------===//

def ScratchTrimTilesPass : Pass<"scratch-trim-tiles", "::mlir::func::FuncOp"> {
  let summary = "Do not run tiles that have nothing to do";
  let description = [{
    The origins of a `scratch.tile` are a box. Where the loops it was made of have
    triangular or other bounds, many tiles of the box have no iteration: half of
    them in a triangle, and more if several loops have such bounds. Those
    that write nothing to memory that is used outside of the tile leave no trace, and
    are not run:

    - A sequential dimension gets bounds that depend on what is around it. If that is
      an origin of the same tile, the tile is split into two nested ones.
    - The body of a tile mapped to blocks gets a condition, an `affine.if` with the
      attribute `polymem.tile_domain`. `convert-scratch-to-gpu` makes such a grid
      smaller where it can.

    What is done are the constraints of the simple hull, in the sense of isl, of all
    origins of tiles that do something, without what is known of origins and
    sizes anyway. Tiles mapped to threads, and inside those, are left alone.

    ```mlir
    // i >= j
    scratch.tile (%i, %j) = (%c0, %c0) to (%N, %N) step (%c32, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
      scratch.tile (%k) = (%c0) to (%N) step (%c32) {  // j <= k <= i
        ...
    // becomes
    scratch.tile (%i, %j) = (%c0, %c0) to (%N, %N) step (%c32, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
      affine.if affine_set<()[i, j] : (i - j + 31 >= 0)>()[%i, %j] {
        %last = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %N]
        scratch.tile (%k) = (%j) to (%last) step (%c32) {
          ...
      } {polymem.tile_domain}
    ```
  }];
  let options = [
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per tile (0: unbounded)">
  ];
  let statistics = [
    Statistic<"numBounds", "bounds", "Bounds that loops over tiles got">,
    Statistic<"numConditions", "conditions", "Tiles of blocks that got a condition">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::polymem::scratch::ScratchDialect"];
}

//===----------------------------------------------------------------------===//
// scratch-pad
//===----------------------------------------------------------------------===//

def ScratchPadPass : Pass<"scratch-pad", "::mlir::func::FuncOp"> {
  let summary = "Pad buffers in shared memory against bank conflicts";
  let description = [{
    Baskaran et al., TR78, 2007, section 6, Algorithm 2: for each buffer in
    workgroup memory, the rows are lengthened so that all references to it
    together take the fewest wavefronts. Padding is another extent in the
    buffer's `#scratch.mapping`, whose cells lie in row-major order; no access
    and no copy changes.

    For each reference the cells that the lanes of a warp access together are
    computed: of loads and stores in tiles mapped to threads and of copies, as
    `convert-scratch-to-gpu` will distribute them over a block of the given (or
    its default) size. The wavefronts of such a request are those that the
    emulator counts: the most distinct words in one bank, for as many lanes at a
    time as all banks can serve. A reference counts as often as it is executed
    while the buffer lives; `assumed-trips` stands for loops of unknown length.
    The model is that of full tiles; conditions in the body are taken to hold.

    One dimension is padded, or two if one is not enough; of equally good ways
    the one with the fewest bytes is taken. Then padded rows are lengthened to a
    multiple of 16 bytes, where their elements alone are one, where that takes no
    more wavefronts and fits, so that several elements of a row can be loaded and
    stored at once. If not all that is wanted fits into
    the machine's shared memory, counting all buffers of the launch, the
    paddings that save the most per byte are made. A buffer of two dimensions
    for which that leaves too little is swizzled: row `i` is rotated by `r i`
    cells, `(d0 - s0, (d1 - s1 + (d0 - s0) * r) mod 32)`, which moves its cells
    through the banks as `r` more cells a row would. That costs no memory, but an
    addition and a mask per access, so it is not preferred. It is done for rows
    of a power of two of cells that fill all banks, of elements as wide as whole
    banks. Other passes treat such a mapping as one that may put two elements
    into one cell, though within the box it does not. A buffer stays as it is, and
    a remark says why, if an extent is no constant, if it is not known how the
    lanes of some reference differ, if the launch has a buffer of run-time
    size, or if nothing helps.

    Run it after the passes that decide on buffers, and with the `block-size`
    and the `machine` that `convert-scratch-to-gpu` gets.

    ```mlir
    #box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (32, 32)>
    #set = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 + 31 >= 0, d1 >= 0, -d1 + 31 >= 0)>
    scratch.tile (%i) = (%c0) to (%c64) step (%c32) mapping [#gpu.block<x>] {
      %b = scratch.alloc()[%i] : memref<64x32xf32, #box, #gpu.address_space<workgroup>>
      scratch.copy_in %A to %b over [#set](%i) : memref<64x32xf32> to memref<64x32xf32, #box, #gpu.address_space<workgroup>>
      %end = affine.apply affine_map<()[s0] -> (s0 + 32)>()[%i]
      scratch.tile (%ii) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %j = 0 to 32 {
          %x = affine.load %b[%ii, %j] : memref<64x32xf32, #box, #gpu.address_space<workgroup>>
          ...
        }
      }
    }
    ```
    becomes, since lanes in one column of 32 cells a row meet in one bank,
    ```mlir
    #box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (32, 33)>
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine whose banks and capacity count: a name or a JSON file">,
    Option<"capacity", "capacity", "int64_t", "-1",
           "Bytes of shared memory per block (-1: the machine's)">,
    ListOption<"blockSize", "block-size", "int64_t",
               "Threads of a block, x,y,z (default: from the tiles)">,
    Option<"assumedTrips", "assumed-trips", "int64_t", "32",
           "Iterations of a loop of which no bound is known">,
    Option<"strict", "strict", "bool", "false",
           "That no buffer is padded, though one has conflicts or they are not "
           "known, is an error, with the reasons">
  ];
  let statistics = [
    Statistic<"numPadded", "padded", "Buffers padded">,
    Statistic<"numRotated", "rotated", "Buffers whose rows are rotated">,
    Statistic<"numBytes", "bytes", "Bytes added">
  ];
  let dependentDialects = ["::polymem::scratch::ScratchDialect"];
}

#endif // POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PASSES_TD
