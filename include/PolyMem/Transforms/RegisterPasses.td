//===- RegisterPasses.td - what a thread does in a tile ------*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_REGISTERPASSES_TD
#define POLYMEM_TRANSFORMS_REGISTERPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-hoist-accumulators
//===----------------------------------------------------------------------===//

def HoistAccumulatorsPass
    : Pass<"polymem-hoist-accumulators", "::mlir::func::FuncOp"> {
  let summary = "Keep what a loop accumulates in a register";
  let description = [{
    A memory cell that every iteration of an `affine.for` loads and then stores
    becomes a value that the loop carries: it is loaded before the loop and stored
    behind it. The order of the operations on it stays, and so does every bit of
    the result.

    ```mlir
    affine.for %k = 0 to %n {
      %c = affine.load %C[%i] : memref<?xf32>
      %a = affine.load %A[%i, %k] : memref<?x?xf32>
      %s = arith.addf %c, %a : f32
      affine.store %s, %C[%i] : memref<?xf32>
    }
    ```
    becomes
    ```mlir
    affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%n] {
      %c = affine.load %C[%i] : memref<?xf32>
      %sum = affine.for %k = 0 to %n iter_args(%acc = %c) -> (f32) {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %s = arith.addf %acc, %a : f32
        affine.yield %s : f32
      }
      affine.store %sum, %C[%i] : memref<?xf32>
    }
    ```
    The condition is there unless bounds of loops and tiles around show that the
    loop has an iteration: one without any must not touch the cell.

    All accesses to the cell must be in the body itself, not in conditions or
    loops in it, a load first. Every other access in the loop to the array is shown
    to be to other cells, from the bounds of loops and tiles and, for a buffer, its
    storage mapping; different function arguments are taken not to overlap. Loops
    with tiles in them are left alone: other threads may be in between. Inner loops
    come first, so that a cell goes out of a whole nest.
  }];
  let options = [
    Option<"strict", "strict", "bool", "false",
           "That no loop of a function carries a cell is an error, with the "
           "reasons">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
  let statistics = [
    Statistic<"numAccumulators", "num-accumulators",
              "Cells that became carried values">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-complete-tiles
//===----------------------------------------------------------------------===//

def CompleteTilesPass : Pass<"polymem-complete-tiles", "::mlir::func::FuncOp"> {
  let summary = "Execute partial tiles as full ones where nobody sees it";
  let description = [{
    Where sizes are no multiples of those of the tiles, a block at the border has fewer iterations.
    To execute just these takes conditions and code of its own, in which
    iterations of a thread cannot be jammed as in full tiles: one such block may take longer than
    a full one, and all wait for it. This pass lets it execute all iterations of a full tile, if
    the tile only computes, and accesses elements of buffers. For the
    iterations behind the border isl proves that

    - buffers have cells for all elements accessed;
    - cells in which they store are accessed by no other operation, be it a copy, and by no other iteration of
      the tile.

    Elements that they load and the tile itself does not access get the value zero behind the copies that fill the buffer,
    so that no memory is read that nobody wrote. Of a buffer that wraps around, as those of tiles in flight, several elements
    share a cell; then whole turns get it, before the first step. Copies are of the same elements as before. Numbers
    of floating point behind the border may be anything; divisions of integers by what is not a constant
    keep a tile partial.

    In a triangle, a loop that has one iteration or none tells the points of a tile on the diagonal apart. If all that the tile does
    is in such loops, they come to have their iteration at all points, where the same is proved of the points on the other side;
    a tile without a point on this side is not executed. Of elements that get the value zero then, those
    between others do so under a condition.

    All blocks together must not have more than `max-more` times as many additional iterations as others, for the
    sizes that `assume` and `assumed-size` say: where there are many blocks, not the slowest one counts. Of tiles
    that a diagonal cuts, one is counted for as many as there are along a dimension, as half of a tile.
    Only tiles of which a thread has several iterations (`block-size`, `machine`, as of
    `convert-scratch-to-gpu`), and with a loop inside, are completed. Run it before
    `polymem-register-tile`.

    ```mlir
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%n, %o]
    %b = scratch.alloc(%n)[%o] : memref<?xf32, #box>          // 32 cells
    scratch.copy_in %x to %b over [#set](%o, %n) : memref<?xf32> to memref<?xf32, #box>
    scratch.tile (%i) = (%o) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to %m {
        // b[i] = b[i] + ...
      }
    }
    scratch.copy_out %b to %x over [#set](%o, %n) : memref<?xf32, #box> to memref<?xf32>
    ```
    becomes
    ```mlir
    %b = scratch.alloc(%n)[%o] : memref<?xf32, #box>
    scratch.copy_in %x to %b over [#set](%o, %n) : memref<?xf32> to memref<?xf32, #box>
    %last = affine.apply affine_map<()[s0] -> (s0 + 32)>()[%o]
    scratch.tile (%i) = (%n) to (%last) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %zero, %b[%i] : memref<?xf32, #box>
    }
    scratch.tile (%i) = (%o) to (%last) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to %m {
        // b[i] = b[i] + ...
      }
    }
    scratch.copy_out %b to %x over [#set](%o, %n) : memref<?xf32, #box> to memref<?xf32>
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine whose blocks of threads count: a name or a JSON file">,
    ListOption<"blockSize", "block-size", "int64_t",
               "Threads of a block, x,y,z (default: from the tiles)">,
    Option<"strict", "strict", "bool", "false",
           "That no tile is completed is an error, with the reasons">,
    ListOption<"assume", "assume", "std::string",
               "Sizes for which iterations are counted: N=1000,M=20">,
    Option<"assumedSize", "assumed-size", "int64_t", /*default=*/"::polymem::kAssumedSize",
           "What sizes that 'assume' does not name are taken to be">,
    Option<"maxMore", "max-more", "double", /*default=*/"0.125",
           "Most additional iterations, as a part of those that there are, in all blocks together">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per tile (0: unbounded)">
  ];
  let statistics = [
    Statistic<"numTiles", "num-tiles", "Tiles that are executed whole">,
    Statistic<"numBoxes", "num-boxes", "Boxes of elements that get a value">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::polymem::scratch::ScratchDialect"];
}

//===----------------------------------------------------------------------===//
// polymem-register-tile
//===----------------------------------------------------------------------===//

def RegisterTilePass : Pass<"polymem-register-tile", "::mlir::func::FuncOp"> {
  let summary = "Run several iterations of a thread together";
  let description = [{
    Where a tile mapped to threads has more iterations than the block has threads,
    a thread executes several of them. They do not depend on each other, for other
    threads might have them, and this pass executes them jammed: what does not
    depend on the mapped dimension is loaded and computed once for all of them, in
    particular in the loops inside. `polymem-hoist-accumulators`, run behind it,
    keeps the results of all of them in registers.

    The iterations of a thread stay those that `convert-scratch-to-gpu` gives it, a
    block's threads apart, so that neighbouring threads still access neighbouring
    elements. In full tiles 2, 4 or more iterations along x are neighbours instead, where all
    accesses that depend on them are to buffers that a block shares, along rows, from
    multiples of so many elements on: `polymem-join-accesses`, run behind
    `convert-scratch-to-gpu`, makes one access of these, of 16 bytes at most. Full tiles are separated from partial ones. Of these, a thread executes
    as many iterations at a time as full tiles have, along each axis while so many are
    left, then about a third of that, then single ones; where full tiles have
    less than `min-part-copies`, or are not at borders (see below), single ones only.

    With 8 threads on axis y,
    ```mlir
    scratch.tile (%i) = (%lo) to (%hi) step (%c1) mapping [#gpu.thread<y>] {
      affine.for %k = 0 to %n {
        %x = affine.load %x[%k] : memref<?xf32>
        %a = affine.load %A[symbol(%i), %k] : memref<?x?xf32>
        ...
      }
    }
    ```
    where `%hi` is `min(%m, %lo + 16)`, becomes
    ```mlir
    %end = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%lo, %hi]
    scratch.tile (%i) = (%lo) to (%end) step (%c1) mapping [#gpu.thread<y>] {
      affine.if affine_set<()[s0, s1] : (s1 - s0 - 16 >= 0)>()[%lo, %m] {
        %i1 = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%i]
        affine.for %k = 0 to %n {
          %x = affine.load %x[%k] : memref<?xf32>
          %a = affine.load %A[symbol(%i), %k] : memref<?x?xf32>
          %a1 = affine.load %A[symbol(%i1), %k] : memref<?x?xf32>
          ...
        }
      } else {
        scratch.tile (%ii) = (%i) to (%hi) step (%c8) {
          // as before
        }
      }
    }
    ```

    A tile is jammed, along as many of its dimensions as help, if that takes loads
    out of some innermost loop whose bounds do not depend on the iteration. A
    dimension is jammed whole or in parts of at most its entry in `sizes`: in as
    large parts as the machine's registers allow. Counted are, in the innermost
    loops of the jammed body, accumulators, shared operands, the values of one
    iteration and an address for each access; they take at most three quarters
    of the registers that a thread has, those of a block of the default number of
    threads being all that there are. `max-copies` and `max-operations` are
    further limits. Remarks say what was done, why not, and what forbids more.

    In a triangular nest, conditions, loops and bounds of loops depend on the
    iteration, but in most tiles alike for all points. Where that lets loads be
    shared, full tiles are those for which it holds, and what depends on the
    iteration is left out there:
    ```mlir
    affine.for %jj = %j to min affine_map<()[s0, s1] -> (s0 + 1, s1 + 1)>()[%i, %j] {
      affine.for %k = 0 to %n {
        %a = affine.load %A[symbol(%i), %k] : memref<?x?xf32>
        %b = affine.load %A[%jj, %k] : memref<?x?xf32>
        ...
      }
    }
    ```
    is, in a tile whose first row is not above its last column,
    ```mlir
    affine.for %k = 0 to %n {
      %b = affine.load %A[symbol(%j), %k] : memref<?x?xf32>
      %a = affine.load %A[symbol(%i), %k] : memref<?x?xf32>
      %a1 = affine.load %A[symbol(%i1), %k] : memref<?x?xf32>
      ...
    }
    ```

    Run it behind the passes that decide on buffers and launches, with the
    `block-size` and the `machine` that `convert-scratch-to-gpu` gets.
  }];
  let options = [
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine whose blocks of threads count: a name or a JSON file">,
    ListOption<"blockSize", "block-size", "int64_t",
               "Threads of a block, x,y,z (default: from the tiles)">,
    ListOption<"sizes", "sizes", "int64_t",
               "Most iterations to jam on axes x,y,z (default: all that a thread "
               "has)">,
    Option<"minPartCopies", "min-part-copies", "int64_t", "16",
           "Fewest iterations jammed in full tiles for which partial tiles are "
           "jammed, too, in parts (0: they are not)">,
    Option<"maxCopies", "max-copies", "int64_t", "0",
           "Most iterations to jam on all axes together (0: what registers "
           "hold)">,
    Option<"maxOperations", "max-operations", "int64_t", "0",
           "Most operations in a jammed body (0: two for each byte of a "
           "thread's registers)">,
    Option<"neighbours", "neighbours", "bool", "true",
           "Iterations of a thread along x are neighbours in full tiles, where all that "
           "depends on them is in shared buffers from which vectors can be loaded">,
    Option<"strict", "strict", "bool", "false",
           "That no tile of a function is jammed is an error, with the reasons">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::polymem::scratch::ScratchDialect"];
  let statistics = [
    Statistic<"numTiles", "num-tiles", "Tiles jammed">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-reuse-loads
//===----------------------------------------------------------------------===//

def ReuseLoadsPass : Pass<"polymem-reuse-loads", "::mlir::func::FuncOp"> {
  let summary = "Do not load what is known";
  let description = [{
    An `affine.load` of an element that the same block of code has stored or loaded
    before is replaced by that value, if nothing in between may write the element. One
    that is the same in all iterations of an `affine.for`, in which nothing may write the element,
    goes in front of the loop: if the loop is known to have an iteration, or the array has one element
    that is written by then.

    ```mlir
    affine.for %i = 0 to 32 {
      %a = affine.load %alpha[] : memref<f32>
      %x = affine.load %X[%i] : memref<32xf32>
      %p = arith.mulf %a, %x : f32
      affine.store %p, %Y[%i] : memref<32xf32>
      %y = affine.load %Y[%i] : memref<32xf32>
      "use"(%y) : (f32) -> ()
    }
    ```
    becomes
    ```mlir
    %a = affine.load %alpha[] : memref<f32>
    affine.for %i = 0 to 32 {
      %x = affine.load %X[%i] : memref<32xf32>
      %p = arith.mulf %a, %x : f32
      affine.store %p, %Y[%i] : memref<32xf32>
      "use"(%p) : (f32) -> ()
    }
    ```
    Back ends do the same where they see that arrays are different ones. Here it is what the cost
    model counts, and what `polymem-hoist-accumulators` behind it sees. Different arguments
    of a function are taken not to overlap; elements of one array are different if their
    subscripts differ by constants. A loop with tiles in it keeps its loads: other threads may
    write in between.
  }];
  let statistics = [
    Statistic<"numReused", "num-reused",
              "Loads of what a block has stored or loaded before">,
    Statistic<"numHoisted", "num-hoisted", "Loads that went in front of a loop">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-coarsen-threads
//===----------------------------------------------------------------------===//

def CoarsenThreadsPass : Pass<"polymem-coarsen-threads", "::mlir::func::FuncOp"> {
  let summary = "Let a thread execute neighbouring iterations that load the same";
  let description = [{
    Points of a stencil load what their neighbours load. Where a tile mapped to
    threads has at least twice as many iterations along a dimension as the block
    has threads there, this pass gives each thread `count` iterations that follow each
    other, in one block of code, where `polymem-reuse-loads` behind it leaves one load of what several of them
    load: of a five-point stencil, 14 loads for four rows instead of 20. Rows and planes are dealt out so, never what is
    on axis x, where neighbouring threads access neighbouring elements.

    ```mlir
    scratch.tile (%i, %j) = (%l, %m) to (%n, %o) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.if #inside()[%i, %j] {
        %a = affine.load %A[symbol(%i) - 1, symbol(%j)] : memref<?x?xf32>
        %b = affine.load %A[symbol(%i) + 1, symbol(%j)] : memref<?x?xf32>
        %c = arith.addf %a, %b : f32
        affine.store %c, %B[symbol(%i), symbol(%j)] : memref<?x?xf32>
      }
    }
    ```
    becomes, with `count=4`, of whose eight loads six are different,
    ```mlir
    scratch.tile (%i, %j) = (%l, %m) to (%n, %o) step (%c4, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.if #all_four_inside()[%i, %j, %n] {
        %i1 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%i]
        ...
        %a = affine.load %A[symbol(%i) - 1, symbol(%j)] : memref<?x?xf32>
        %a1 = affine.load %A[symbol(%i1) - 1, symbol(%j)] : memref<?x?xf32>
        ...
        affine.store %c3, %B[symbol(%i3), symbol(%j)] : memref<?x?xf32>
      } else {
        %end = affine.min affine_map<()[s0, s1] -> (s0 + 4, s1)>()[%i, %n]
        scratch.tile (%ii) = (%i) to (%end) step (%c1) {
          // as before
        }
      }
    }
    ```

    The body is one block without loops, or a condition around one that is affine and,
    of the dimension, has no equations, so that its first and last iteration
    decide for those between. Loads behind a store of the iteration are not shared. Iterations are
    fewer, by halves, where a thread does not have as many or where the bodies together
    have more operations than `max-operations`; the dimension is the one with the
    fewest loads left, and is left alone where an iteration shares none
    with the next one. Run it behind `polymem-register-tile`, which jams
    iterations around loops.
  }];
  let options = [
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine whose blocks of threads count: a name or a JSON file">,
    ListOption<"blockSize", "block-size", "int64_t",
               "Threads of a block, x,y,z (default: from the tiles)">,
    Option<"count", "count", "int64_t", "4",
           "Most neighbouring iterations of a thread to execute together">,
    Option<"maxOperations", "max-operations", "int64_t", "256",
           "Most operations of all of them">,
    Option<"strict", "strict", "bool", "false",
           "Fail if nothing can be coarsened">
  ];
  let statistics = [
    Statistic<"numTiles", "num-tiles", "Tiles whose threads have neighbouring iterations">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::polymem::scratch::ScratchDialect"];
}

//===----------------------------------------------------------------------===//
// polymem-join-accesses
//===----------------------------------------------------------------------===//

def JoinAccessesPass : Pass<"polymem-join-accesses", "::mlir::func::FuncOp"> {
  let summary = "Load and store neighbouring elements of shared memory as vectors";
  let description = [{
    Where a block of code in a `gpu.launch` loads 2, 4 or more elements of a shared buffer
    that are side by side, they become one load of a vector, where the first of them is, unless
    something between them may write shared memory or waits for other threads; so do stores,
    where the last of them is, unless something between may access it. What threads have to
    move is then told to all that look at the launch: the cost model, the emulator, and back
    ends, which make one instruction of it.

    A vector has at most 16 bytes, and is at a multiple of its bytes: of the number of its
    first element, all factors and the constant are multiples of its length, and so is the length
    of the buffer's rows, which are constants. Buffers have to begin at multiples of 16
    bytes, which `polymem-annotate-kernels` sees to; those in dynamic shared memory are left
    alone if their offset is no such constant.

    ```mlir
    %j = arith.muli %tx, %c2 : index
    %j1 = arith.addi %j, %c1 : index
    %x = memref.load %b[%k, %j] : memref<32x64xf32, #gpu.address_space<workgroup>>
    %y = memref.load %b[%k, %j1] : memref<32x64xf32, #gpu.address_space<workgroup>>
    // becomes
    %v = vector.load %b[%k, %j] {alignment = 8 : i64}
        : memref<32x64xf32, #gpu.address_space<workgroup>>, vector<2xf32>
    %x = vector.extract %v[0] : f32 from vector<2xf32>
    %y = vector.extract %v[1] : f32 from vector<2xf32>
    ```

    `polymem-register-tile` makes iterations of a thread neighbours where that is of use here.
  }];
  let statistics = [
    Statistic<"numAccesses", "num-accesses", "Loads and stores of elements joined">,
    Statistic<"numVectors", "num-vectors", "Loads and stores of vectors made of them">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

#endif // POLYMEM_TRANSFORMS_REGISTERPASSES_TD
