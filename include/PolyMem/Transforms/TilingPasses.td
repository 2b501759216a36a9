//===- TilingPasses.td - tiles, their sizes and versions --------*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_TILINGPASSES_TD
#define POLYMEM_TRANSFORMS_TILINGPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-tile
//===----------------------------------------------------------------------===//

def TilePass : Pass<"polymem-tile", "::mlir::func::FuncOp"> {
  let summary = "Tile loop bands into scratch.tile, at several levels";
  let description = [{
    Cuts the loop bands of each nest into rectangular tiles (PPoPP'08, section
    4.1), sizes being constants or run-time values. Partial tiles are exact:
    loops over points have the original bounds, clipped to the tile.

    **What is tiled.** A band is a perfect nest of `affine.for` or
    `affine.parallel` loops. Where the innermost body of a band holds several
    groups of statements, the loops over points are distributed over the groups,
    and a loop among them starts a band of its own inside the outer band's
    tiles. All of this is decided by exact dependences: a loop is tiled if, among
    instances with equal values of the loops around the band, no dependence runs
    against it; groups are separated if no dependence runs from a later one to
    an earlier one. A band ends before the first loop that cannot be tiled, with
    a remark if it was given a size. (Note that summing up over several loops in
    the order written is such a dependence: tiling the inner ones would add in
    another order.) A loop that is not in a legal band with what it contains (a
    time loop) stays an `affine.for` around the tiles. A nest of which nothing
    can be tiled is left untouched, with a remark that names a dependence. With
    `strict` a nest, or a loop with a size, that is not tiled is an error, and the
    function stays as it is: a script that applies the pass can do something
    else then.

    **Values that cross loops.** Computations without memory access between the
    loops are repeated where they are used. Where loops carry values
    (`iter_args`) or a value is defined in one group and used in another, the
    nest is tiled in the form that `polymem-demote-scalars` gives it if more
    loops can be tiled in that form; a temporary (`memref.alloca`) that several
    groups share then becomes a `scratch.alloc` with one element per point of
    the tile, in workgroup memory with `mapping=gpu`.

    **Order.** The parallel loops of a nest (no dependence carried within the
    band) make the outer tile, the other tiled loops a tile inside it. With
    `mapping=gpu` the outer tile is mapped to blocks (one loop to x, then, from
    the innermost outwards, y, z, linear_dim_0, ...) and the points of its loops
    to threads, each leaf of the nest in a thread tile of its own; a nest without
    a parallel loop is then refused. (With `chains`, an innermost loop with nothing
    parallel in or around it, the sum of a dot product say, that loads other elements in each
    iteration, is cut as well: tiles of four iterations for each of the machine's default threads of a
    block run one after another on one thread of one block, the other threads of which copy what they
    load, where `scratch-promote` comes next.) Without sizes, x is the loop along which the
    fewest references of the innermost statements are to elements far apart,
    those without reuse first (TR78, section 5.2); otherwise the innermost one.

    **Sizes** count iterations (so tile origins are `size * step` apart) and are
    given per loop of the band, outermost first, continuing into inner bands.
    An entry is a positive integer, `0` (the loop is not cut), or `argN`: the
    function's N-th argument, of type index, which must be positive at run time.
    Loops beyond the end of the list are not cut. Without sizes, `machine` gives
    them (`tiles` in its description; here those of all built-in ones): a single
    parallel loop gets 256; of several x and then the innermost one get 32, the
    next 4, those outside 1; other loops 32, except those of at most 16 iterations, a
    constant (windows of filters), which stay whole. `block-sizes` adds an outer level: the work
    of one block, over which the tiles of size `sizes` then run one after the
    other. Its entries count for the loops of the outer tile; `0` leaves a loop
    whole at that level. `thread-sizes` are the iterations that one thread
    executes in a row.

    **Cores.** With `mapping=prem`, for a machine of kind `multicore`, tiles are
    segments (Gu 2023, 3.4), in which no core accesses main memory: all that does
    is to be in some tile. The loops of a perfect nest that are cut become the
    dimensions of one tile, in their order; its body has all that is inside of
    them. A dimension with several groups is dealt to cores (`#prem.core`).
    - The attribute `#prem.plan` named `prem.plan` on the outermost loop of a nest
      gives sizes and groups of as many loops as it has entries. It is obeyed, or
      refused with the reason: a dependence runs against a loop, in a tile of
      which the loops outside have several iterations and it has not all of its
      own; a loop with several groups has a dependence of any kind between its
      iterations; there are more groups than cores. Whether its tiles fit is
      found out by `scratch-promote`.
    - Of other nests the outermost loop without such dependences is dealt to as
      many groups as there are cores, or iterations. Without `sizes` the outermost
      loop is cut such that a tile is the largest that fits into the scratchpad,
      with two buffers for each array; where no size fits, the next one, those
      outside having tiles of one iteration.
    - A loop stays around tiles, as does a condition, if there is a plan inside, if
      nothing of it fits, or if cores can share only what is inside. Statements
      beside tiles, consecutive ones together, are a tile of one iteration.
    - Where values would cross tiles and cannot share one, the nest gets the form
      that `polymem-demote-scalars` gives it. Temporaries of one tile
      (`memref.alloca`) become a `scratch.alloc` in it, others arrays of the function.
    - The tile has the plan that it is made by as its attribute `prem.plan`.

    ```mlir
    affine.for %i = 0 to 100 {
      affine.for %j = 0 to 70 {
        // y[i] += A[i, j] * x[j]
      }
    } {prem.plan = #prem.plan<tile = [16, 35], groups = [4, 1]>}
    ```

    becomes

    ```mlir
    scratch.tile (%i, %j) = (%c0, %c0) to (%c100, %c70) step (%c16, %c35)
        mapping [#prem.core<0>, none] {
      affine.for %ii = %i to min affine_map<()[s0] -> (s0 + 16, 100)>()[%i] {
        affine.for %jj = %j to affine_map<()[s0] -> (s0 + 35)>()[%j] {
          // y[ii] += A[ii, jj] * x[jj]
        }
      }
    } {prem.plan = #prem.plan<tile = [16, 35], groups = [4, 1]>}
    ```

    A loop with the unit attribute `polymem.no_tile` is not tiled, nor what is
    inside it. The attribute `polymem.tile_sizes = [32, "arg3", 0]` on the
    outermost loop of a band (or a loop around it) replaces the option `sizes`.

    With `mapping=gpu sizes=32,32,16`:

    ```mlir
    affine.for %i = 0 to %M {
      affine.for %j = 0 to %N {
        affine.store %zero, %C[%i, %j] : memref<?x?xf32>
        affine.for %k = 0 to %K {
          // C[i, j] += A[i, k] * B[k, j]
        }
      }
    }
    ```

    becomes

    ```mlir
    scratch.tile (%i, %j) = (%c0, %c0) to (%M, %N) step (%c32, %c32)
        mapping [#gpu.block<y>, #gpu.block<x>] {
      %ie = affine.min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%M, %i]
      %je = affine.min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%N, %j]
      scratch.tile (%ii, %jj) = (%i, %j) to (%ie, %je) step (%c1, %c1)
          mapping [#gpu.thread<y>, #gpu.thread<x>] {
        affine.store %zero, %C[%ii, %jj] : memref<?x?xf32>
      }
      scratch.tile (%k) = (%c0) to (%K) step (%c16) {
        scratch.tile (%ii, %jj) = (%i, %j) to (%ie, %je) step (%c1, %c1)
            mapping [#gpu.thread<y>, #gpu.thread<x>] {
          affine.for %kk = %k to min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%K, %k] {
            // C[ii, jj] += A[ii, kk] * B[kk, jj]
          }
        }
      }
    }
    ```
  }];
  let options = [
    ListOption<"sizes", "sizes", "std::string",
               "Tile size per loop of a band: a number of iterations, 0 (not "
               "tiled) or argN">,
    ListOption<"blockSizes", "block-sizes", "std::string",
               "Sizes of an outer level of tiles, the work of a block">,
    ListOption<"threadSizes", "thread-sizes", "std::string",
               "Iterations per loop that a thread executes in a row">,
    Option<"machine", "machine", "std::string",
           "::polymem::kDefaultMachine.str()",
           "Machine whose sizes loops get without 'sizes': a name or a JSON file">,
    Option<"mapping", "mapping", "::polymem::TileMapping",
           "::polymem::TileMapping::None", "What tiles are mapped to",
           [{::polymem::tilePassMappings()}]>,
    Option<"chains", "chains", "bool", "false",
           "Cut loops that one thread has to run, so that a block can stage what "
           "they load">,
    Option<"strict", "strict", "bool", "false",
           "What is not tiled as asked is an error, and nothing changes">,
    Option<"printPlan", "print-plan", "bool", "false",
           "Print the bands, sizes and notes per nest on standard error">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
  let statistics = [
    Statistic<"numNests", "nests-tiled", "Number of nests tiled">,
    Statistic<"numRefused", "nests-refused", "Number of nests refused">,
    Statistic<"numTiles", "tiles", "Number of scratch.tile created">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::polymem::prem::PremDialect",
    "::polymem::scratch::ScratchDialect"
  ];
}

//===----------------------------------------------------------------------===//
// polymem-choose-sizes
//===----------------------------------------------------------------------===//

def ChooseSizesPass : Pass<"polymem-choose-sizes", "::mlir::func::FuncOp"> {
  let summary = "Choose sizes of tiles and blocks by the cost model";
  let description = [{
    Right before `polymem-tile` for a GPU: tries sizes of tiles and of blocks of
    threads for all nests of a function, one variant after the other. For each, it
    runs `pipeline` on the function, which must end in launches
    (`convert-scratch-to-gpu`), asks the cost model (`polymem-print-cost`) for the time
    of each nest's launches at assumed sizes, and puts the function back as it was.
    Each nest then gets the variant that takes the least time, by attributes that
    `polymem-tile` reads; a variant other than the machine's `tiles` must be better
    by `min-gain`. Of a sequential loop with several loops in it, each of these is such a nest.

    Variants are the numbers of the machine's `tiles` times powers of two, and some that fit the machine. They lie
    in two directions. A nest with several parallel loops in each other tries larger
    tiles with more registers and blocks as square as can be first, then smaller tiles
    for more blocks. Another nest first tries tiles of few iterations, as few as make
    a block for each core, in blocks of the machine's default number of threads: few
    compute, all copy (`scratch-promote` stages what is read without reuse there, too);
    then smaller tiles. Among larger ones are tiles that fit the number of cores: for a block of the default number of threads on each, and
    for two or four of half as many, also with four columns a thread; where one of them saves time, the larger ones
    that fit nothing are left out. A direction is left if nothing has saved `min-gain` after its
    first; else all of it is tried, and, with several parallel loops, then what the
    other one has that is not smaller than the machine's own tiles; `max-variants` at most. The search of a nest ends where it cannot save `min-gain` of its time, or of
    the function's, any more: with any sizes it needs its launches, and either its
    arrays once from memory or its floating-point operations on all cores. A variant of which a block needs more shared memory than
    there is, or that fails, is out. A nest with sizes of its own
    (`polymem.tile_sizes`) keeps them. The remark `Chosen` has the times, and how few
    there could be.

    ```mlir
    affine.for %i = 0 to %M {        // before
      affine.for %j = 0 to %N { ... }
    }

    affine.for %i = 0 to %M {        // after
      affine.for %j = 0 to %N { ... }
          {polymem.block_threads = array<i64: 16, 16, 1>,
           polymem.tile_defaults = array<i64: 128, 64, 64, 1, 16>}
    } {polymem.block_threads = array<i64: 16, 16, 1>,
       polymem.tile_defaults = array<i64: 128, 64, 64, 1, 16>}
    ```
  }];
  let options = [
    Option<"pipeline", "pipeline", "std::string", /*default=*/"\"\"",
           "Passes from the function as it is to launches">,
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine description: a built-in name or a JSON file">,
    ListOption<"assume", "assume", "std::string",
               "Sizes for which times are compared: N=1000,M=20">,
    Option<"assumedSize", "assumed-size", "int64_t", /*default=*/"::polymem::kAssumedSize",
           "What sizes that 'assume' does not name are taken to be">,
    Option<"onlyKnown", "only-known", "bool", /*default=*/"false",
           "Leave functions alone of which a loop's length depends on something "
           "else than constants and the sizes of 'assume'">,
    Option<"maxVariants", "max-variants", "unsigned", /*default=*/"10",
           "The most variants to try for a nest, the machine's own among them">,
    Option<"minGain", "min-gain", "double", /*default=*/"::polymem::kVariantGain",
           "The part of the time that another variant has to save">,
    Option<"maxParts", "max-parts", "unsigned", /*default=*/"10000",
           "Parts of iterations and blocks that the cost model looks at for a "
           "variant">
  ];
  let statistics = [
    Statistic<"numVariants", "num-variants", "Variants that were tried">,
    Statistic<"numChosen", "num-chosen",
              "Nests that got other sizes than the machine's">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-make-versions
//===----------------------------------------------------------------------===//

def MakeVersionsPass : Pass<"polymem-make-versions", "::mlir::ModuleOp"> {
  let summary = "Copy functions, a copy for each class of sizes";
  let description = [{
    What is the best for large arrays is not for small ones, and a function whose
    sizes are arguments has to run at all of them. This pass copies each such
    function, so that passes behind it decide for each copy by itself, with sizes that they
    take to be those of its class; `polymem-join-versions` makes one function of
    them again, which chooses by its arguments when it runs. Every version is right for all
    sizes: classes decide about speed only.

    With `sizes=256,2048` there is a version for sizes up to 256, for which passes
    assume 256, and one for all that are larger, for which they assume 2048. The
    last one is the function itself. Of a class is who has no size beyond it; sizes are the
    dynamic extents of array arguments or, if there are none, the arguments of type
    `index`; those that `assume` names do not count.

    ```mlir
    func.func @f(%A: memref<?x?xf32>) { ... }
    ```
    becomes
    ```mlir
    func.func @f(%A: memref<?x?xf32>)
        attributes {polymem.assumed_size = 2048 : i64} { ... }
    func.func private @f_up_to_256(%A: memref<?x?xf32>)
        attributes {polymem.assumed_size = 256 : i64,
                    polymem.version_of = @f} { ... }
    ```
    A function with results, with several blocks, or without such sizes has no
    versions; a remark says why. One without loops is left alone.
  }];
  let options = [
    ListOption<"sizes", "sizes", "int64_t",
               "The largest size of each class, ascending; the last one is that of all "
               "larger sizes, too">,
    ListOption<"assume", "assume", "std::string",
               "Sizes that are known, N=1000,M=20: they are of no class">
  ];
  let statistics = [
    Statistic<"numVersions", "num-versions", "Copies that were made">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-join-versions
//===----------------------------------------------------------------------===//

def JoinVersionsPass : Pass<"polymem-join-versions", "::mlir::ModuleOp"> {
  let summary = "Make one function of versions for classes of sizes";
  let description = [{
    Puts what `polymem-make-versions` copied into the function that was copied,
    behind a condition on its sizes. The option `assume` must be the same.

    ```mlir
    func.func @f(%A: memref<?x?xf32>)
        attributes {polymem.assumed_size = 2048 : i64} {
      "large"() : () -> ()
      return
    }
    func.func private @f_up_to_256(%A: memref<?x?xf32>)
        attributes {polymem.assumed_size = 256 : i64,
                    polymem.version_of = @f} {
      "small"() : () -> ()
      return
    }
    ```
    becomes
    ```mlir
    func.func @f(%A: memref<?x?xf32>)
        attributes {polymem.assumed_size = 2048 : i64} {
      %m = memref.dim %A, %c0 : memref<?x?xf32>
      %n = memref.dim %A, %c1 : memref<?x?xf32>
      %0 = arith.cmpi sle, %m, %c256 : index
      %1 = arith.cmpi sle, %n, %c256 : index
      %2 = arith.andi %0, %1 : i1
      scf.if %2 {
        "small"() : () -> ()
      } else {
        "large"() : () -> ()
      }
      return
    }
    ```
    A version that does not fit any more (its arguments are others, or it has
    several blocks) is an error.
  }];
  let options = [
    ListOption<"assume", "assume", "std::string",
               "Sizes that are known, N=1000,M=20: they are of no class">
  ];
  let statistics = [
    Statistic<"numVersions", "num-versions", "Versions that were joined">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // POLYMEM_TRANSFORMS_TILINGPASSES_TD
