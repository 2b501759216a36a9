//===- PipelineOptions.h - options of the named pipelines -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What users type behind the name of a pipeline. Where an option goes to a
// pass, its text names the pass, whose own option has the same name and type.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_PIPELINES_PIPELINEOPTIONS_H
#define POLYMEM_PIPELINES_PIPELINEOPTIONS_H

#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h"
#include "PolyMem/Pipelines/ListedOptions.h"
#include "PolyMem/Transforms/Passes.h"

namespace polymem {

/// Whether a pipeline begins with `polymem-schedule`.
enum class ScheduleMode { Auto, Always, Never, Search };

/// Whether arrays are expanded before loops are ordered
/// (`polymem-expand-arrays`).
enum class ExpandMode { Auto, Never };

/// Whether threads share reductions (`polymem-split-reductions`).
enum class ReductionMode { Auto, Never };

/// Whether a pipeline begins with `polymem-time-tile`.
enum class TimeTileMode { Auto, Always, Never };

/// Whether iterations of a thread are jammed (`polymem-register-tile`).
enum class RegisterTileMode { Auto, Never };

/// Whether tiles hand on buffers to the next (`scratch-reuse`).
enum class ReuseMode { Auto, Always, Never };

/// How many bits an index has in kernels; `Auto`: as many as it needs.
enum class IndexBitwidth { Auto, Narrow, Wide };

/// What `polymem-to-ptx` makes.
enum class PTXForm { Text, Module, Staged, Cost };

/// What `polymem-to-cpu` makes.
enum class CPUForm { LLVM, Loops };

/// What a CPU does of copies of tiles before these tiles: nothing, prefetches
/// (`scratch-prefetch-tiles`), or the copies, in other threads.
enum class CopiesAhead { Ignore, Prefetch, Thread };

} // namespace polymem

template <>
class llvm::cl::parser<polymem::ScheduleMode>
    : public polymem::ChoiceParser<polymem::ScheduleMode> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::ExpandMode>
    : public polymem::ChoiceParser<polymem::ExpandMode> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::ReductionMode>
    : public polymem::ChoiceParser<polymem::ReductionMode> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::ReuseMode>
    : public polymem::ChoiceParser<polymem::ReuseMode> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::TimeTileMode>
    : public polymem::ChoiceParser<polymem::TimeTileMode> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::RegisterTileMode>
    : public polymem::ChoiceParser<polymem::RegisterTileMode> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::IndexBitwidth>
    : public polymem::ChoiceParser<polymem::IndexBitwidth> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::PTXForm>
    : public polymem::ChoiceParser<polymem::PTXForm> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::CPUForm>
    : public polymem::ChoiceParser<polymem::CPUForm> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::CopiesAhead>
    : public polymem::ChoiceParser<polymem::CopiesAhead> {
  using ChoiceParser::ChoiceParser;
};

namespace polymem {

/// Options of the passes that all pipelines begin with.
struct StagingOptions : ListedOptions<StagingOptions> {
  Option<ScheduleMode> schedule{
      *this, "schedule",
      llvm::cl::desc("Look for a better order of the loops first "
                     "(polymem-schedule)"),
      llvm::cl::init(ScheduleMode::Auto),
      llvm::cl::values(
          clEnumValN(ScheduleMode::Auto, "auto",
                     "Unless sizes are given, which belong to loops as they "
                     "are written, or loops are declared parallel"),
          clEnumValN(ScheduleMode::Always, "always", "In any case"),
          clEnumValN(ScheduleMode::Never, "never", "The order stays"),
          clEnumValN(ScheduleMode::Search, "search",
                     "With tiles for a GPU, the best of several by the cost "
                     "model, for the sizes of 'assume' or 1024 each: each "
                     "fusion, and tiles in time of several sizes or none "
                     "(polymem-choose-passes); else as 'always'"))};
  Option<TimeTileMode> timeTile{
      *this, "time-tile",
      llvm::cl::desc("Tile the time loops of stencils first "
                     "(polymem-time-tile)"),
      llvm::cl::init(TimeTileMode::Auto),
      llvm::cl::values(
          clEnumValN(TimeTileMode::Auto, "auto",
                     "For a GPU, diamonds in one dimension of space, "
                     "overlapped tiles in several if they pay, and wavefronts, "
                     "unless sizes are given or the order stays"),
          clEnumValN(TimeTileMode::Always, "always", "All that can be"),
          clEnumValN(TimeTileMode::Never, "never", "No"))};
  ListOption<int64_t> timeSizes{
      *this, "time-sizes",
      llvm::cl::desc("Sizes of tiles in time along the dimensions of space "
                     "(polymem-time-tile)")};
  Option<int64_t> timeSteps{
      *this, "time-steps",
      llvm::cl::desc("Steps of tiles in wavefronts, iterations of overlapped "
                     "tiles, 0 for the default (polymem-time-tile)"),
      llvm::cl::init(0)};
  Option<TimeTileShape> timeShape{
      *this, "time-shape",
      llvm::cl::desc("Tiles in time where places are independent "
                     "(polymem-time-tile)"),
      llvm::cl::init(TimeTileShape::Auto), timeTileShapes()};
  Option<bool> recurrences{
      *this, "recurrences",
      llvm::cl::desc("For a GPU, where another order is looked for: tile "
                     "tables whose elements are reductions over others "
                     "(polymem-tile-recurrences)"),
      llvm::cl::init(true)};
  Option<int64_t> levelTile{
      *this, "level-tile",
      llvm::cl::desc(
          "Iterations in the tiles that sequential bands are cut into on GPUs, "
          "executed by levels (polymem-schedule; 0: none)"),
      llvm::cl::init(32)};
  Option<ExpandMode> expand{
      *this, "expand",
      llvm::cl::desc("Before another order is looked for, give values that "
                     "share memory elements of their own "
                     "(polymem-expand-arrays)"),
      llvm::cl::init(ExpandMode::Auto),
      llvm::cl::values(
          clEnumValN(ExpandMode::Auto, "auto",
                     "Where more loops are parallel then, and new arrays are "
                     "no larger than polymem-expand-arrays allows"),
          clEnumValN(ExpandMode::Never, "never", "No"))};
  Option<Fusion> fusion{
      *this, "fusion",
      llvm::cl::desc("Which statements share loops (polymem-schedule)"),
      llvm::cl::init(Fusion::Auto), fusions()};
  Option<DomainSplits> split{
      *this, "split",
      llvm::cl::desc("Split statements at faces where dependences hold or turn "
                     "(polymem-schedule)"),
      llvm::cl::init(DomainSplits::Auto), domainSplits()};
  Option<bool> chooseAxes{
      *this, "choose-axes",
      llvm::cl::desc("Where another order is looked for: skew loops so that "
                     "neighbouring threads of a GPU access neighbours "
                     "(polymem-choose-axes)"),
      llvm::cl::init(true)};
  Option<ReductionMode> reductions{
      *this, "reductions",
      llvm::cl::desc("With tiles for a GPU: let threads share sums, products, "
                     "minima and maxima whose order does not matter "
                     "(polymem-split-reductions)"),
      llvm::cl::init(ReductionMode::Auto),
      llvm::cl::values(
          clEnumValN(ReductionMode::Auto, "auto",
                     "Where there are too few parallel loops without, unless "
                     "sizes are given, which belong to loops as they are"),
          clEnumValN(ReductionMode::Never, "never",
                     "No, whatever 'reassociate' says"))};
  Option<bool> reassociate{
      *this, "reassociate",
      llvm::cl::desc("With tiles for a GPU: let threads share floating-point "
                     "sums whose operations do not say fastmath<reassoc>, too "
                     "(polymem-split-reductions)"),
      llvm::cl::init(false)};
  Option<bool> contract{
      *this, "contract",
      llvm::cl::desc(
          "Round products and their sums once, also where operations "
          "do not say fastmath<contract> (polymem-form-fma)"),
      llvm::cl::init(false)};
  ListOption<std::string> sizes{
      *this, "sizes",
      llvm::cl::desc(
          "Tile size per loop of a band (polymem-tile); or, with tiles for a "
          "GPU, 'auto': by the cost model, for the sizes of 'assume' "
          "(polymem-choose-sizes), 'default': the machine's; without this "
          "option 'auto' where all sizes are constant or in 'assume'")};
  ListOption<std::string> blockSizes{
      *this, "block-sizes",
      llvm::cl::desc("Sizes of an outer level of tiles (polymem-tile)")};
  ListOption<std::string> threadSizes{
      *this, "thread-sizes",
      llvm::cl::desc("Iterations per loop that a thread executes in a row "
                     "(polymem-tile)")};
  Option<bool> mapStorage{
      *this, "map-storage",
      llvm::cl::desc(
          "Store arrays of blocks in as few cells as possible, before "
          "tiles are staged (polymem-map-storage)"),
      llvm::cl::init(false)};
  Option<bool> promote{
      *this, "promote",
      llvm::cl::desc("Stage tiles through fast memory (scratch-promote)"),
      llvm::cl::init(true)};
  Option<DataMovement> movement{
      *this, "movement",
      llvm::cl::desc("Which elements are copied (scratch-promote)"),
      llvm::cl::init(DataMovement::Auto), dataMovements()};
  Option<BufferFit> fit{
      *this, "fit",
      llvm::cl::desc(
          "For which sizes buffers fit into fast memory (scratch-promote)"),
      llvm::cl::init(BufferFit::Always), bufferFits()};
  Option<ReuseMode> reuse{
      *this, "reuse",
      llvm::cl::desc("Keep in buffers what the next tiles of a sequential loop "
                     "need of them (scratch-reuse)"),
      llvm::cl::init(ReuseMode::Auto),
      llvm::cl::values(
          clEnumValN(ReuseMode::Auto, "auto",
                     "Where that is faster in the cost model, which knows "
                     "GPUs only"),
          clEnumValN(ReuseMode::Always, "always", "Wherever it can be done"),
          clEnumValN(ReuseMode::Never, "never", "No"))};
  Option<ReuseMovement> reuseMovement{
      *this, "reuse-movement",
      llvm::cl::desc("What tiles that hand on buffers load (scratch-reuse)"),
      llvm::cl::init(ReuseMovement::Auto), reuseMovements()};
  Option<unsigned> reuseStrip{
      *this, "reuse-strip",
      llvm::cl::desc("Dimensions of tiles that hand buffers on to each other, "
                     "the innermost ones (scratch-reuse)"),
      llvm::cl::init(1)};
  Option<bool> mapSequential{
      *this, "map-sequential",
      llvm::cl::desc("With tiles for a GPU: run what is not tiled there, too "
                     "(polymem-map-sequential)"),
      llvm::cl::init(true)};
  Option<bool> promoteAll{
      *this, "promote-all",
      llvm::cl::desc("Stage without regard to reuse (scratch-promote)"),
      llvm::cl::init(false)};
  Option<bool> trimTiles{
      *this, "trim-tiles",
      llvm::cl::desc("Do not run tiles that have nothing to do "
                     "(scratch-trim-tiles)"),
      llvm::cl::init(true)};
  Option<bool> scaleCopies{
      *this, "scale-copies",
      llvm::cl::desc("Multiply by what does not change while buffers are "
                     "filled (polymem-scale-copies)"),
      llvm::cl::init(true)};
  Option<unsigned long> maxIslOperations{
      *this, "max-isl-operations",
      llvm::cl::desc("Budget of isl operations per step of each pass (0: "
                     "unbounded)"),
      llvm::cl::init(kPipelineIslOperations)};
  Option<bool> warnings{
      *this, "warnings",
      llvm::cl::desc("Warn where a budget ends and, with launches for a GPU, "
                     "about those that are hopeless (polymem-warn-launches)"),
      llvm::cl::init(true)};
  Option<bool> check{
      *this, "check",
      llvm::cl::desc("Prove that the staged program computes the same "
                     "(polymem-check, with ten times the budget of a step)"),
      llvm::cl::init(false)};
};

/// Options of the passes from affine loops to kernels in the NVVM dialect.
struct GPUKernelOptions : StagingOptions {
  Option<std::string> machine{
      *this, "machine",
      llvm::cl::desc("Machine description: a built-in name or a JSON file"),
      llvm::cl::init(kDefaultMachine.str())};
  ListOption<std::string> assume{
      *this, "assume",
      llvm::cl::desc("Sizes for which warnings and the cost model judge "
                     "launches, N=1000,M=20; 1024 each (polymem-warn-launches, "
                     "polymem-choose-axes, polymem-choose-sizes)")};
  ListOption<int64_t> sizeClasses{
      *this, "size-classes",
      llvm::cl::desc("A version of the program for sizes up to each of these "
                     "but the last, and one for all others, for which the cost "
                     "model takes the last; the host chooses one when it runs "
                     "(polymem-make-versions, polymem-join-versions)")};
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("LLVM's name of the chip, instead of the machine's")};
  Option<std::string> features{
      *this, "features",
      llvm::cl::desc("PTX version instead of the machine's: +ptx80")};
  Option<bool> pad{
      *this, "pad",
      llvm::cl::desc("Pad buffers against bank conflicts (scratch-pad)"),
      llvm::cl::init(true)};
  ListOption<int64_t> blockSize{
      *this, "block-size",
      llvm::cl::desc("Threads of a block, x,y,z (default: from the tiles)")};
  Option<bool> completeTiles{
      *this, "complete-tiles",
      llvm::cl::desc("Execute partial tiles whole (polymem-complete-tiles)"),
      llvm::cl::init(true)};
  Option<RegisterTileMode> registerTile{
      *this, "register-tile",
      llvm::cl::desc("Run several iterations of a thread together "
                     "(polymem-register-tile)"),
      llvm::cl::init(RegisterTileMode::Auto),
      llvm::cl::values(
          clEnumValN(RegisterTileMode::Auto, "auto",
                     "Where an innermost loop has fewer loads by it"),
          clEnumValN(RegisterTileMode::Never, "never", "No"))};
  Option<bool> coarsenThreads{
      *this, "coarsen-threads",
      llvm::cl::desc("Neighbouring iterations that load the same in one thread "
                     "(polymem-coarsen-threads)"),
      llvm::cl::init(true)};
  Option<bool> alignRounds{
      *this, "align-rounds",
      llvm::cl::desc("Threads of a warp begin loops of triangles together, "
                     "where their banks are in conflict otherwise "
                     "(polymem-align-rounds)"),
      llvm::cl::init(true)};
  Option<bool> joinAccesses{
      *this, "join-accesses",
      llvm::cl::desc("Neighbouring iterations in one thread where it loads "
                     "vectors of shared buffers then (polymem-register-tile, "
                     "polymem-join-accesses)"),
      llvm::cl::init(true)};
  ListOption<int64_t> registerSizes{
      *this, "register-sizes",
      llvm::cl::desc("Most iterations to run together on axes x,y,z, 0 for all "
                     "that a thread has (polymem-register-tile)")};
  Option<bool> hoistAccumulators{
      *this, "hoist-accumulators",
      llvm::cl::desc("Keep what loops accumulate in registers "
                     "(polymem-hoist-accumulators)"),
      llvm::cl::init(true)};
  Option<bool> foldGrid{
      *this, "fold-grid",
      llvm::cl::desc("No idle blocks for triangles (convert-scratch-to-gpu)"),
      llvm::cl::init(true)};
  Option<std::string> stages{
      *this, "stages",
      llvm::cl::desc("Tiles of a loop that are in flight, by cp.async (from "
                     "sm_80 on; scratch-pipeline, scratch-expand-pipeline); "
                     "1: none; 'auto': what the cost model says"),
      llvm::cl::init("1")};
  Option<VectorCopies> vectors{
      *this, "vectors",
      llvm::cl::desc("Copies of 4, 8 or 16 bytes at once by a thread "
                     "(convert-scratch-to-gpu)"),
      llvm::cl::init(VectorCopies::Auto), vectorCopies()};
  Option<CooperativeMode> cooperative{
      *this, "cooperative",
      llvm::cl::desc("Make one launch of a loop of launches, whose blocks wait "
                     "for each other, where launch metadata or the emulator "
                     "makes launches (polymem-cooperative-launches)"),
      llvm::cl::init(CooperativeMode::Auto), cooperativeModes()};
  Option<bool> hostRegister{
      *this, "host-register",
      llvm::cl::desc(
          "Arrays given as arguments are host memory: register them"),
      llvm::cl::init(false)};
  Option<bool> deviceCopies{
      *this, "device-copies",
      llvm::cl::desc("Arrays are host memory: copy them to device memory and "
                     "back"),
      llvm::cl::init(false)};
  Option<bool> constantMemory{
      *this, "constant-memory",
      llvm::cl::desc("Constant globals that all threads read alike go to "
                     "constant memory (scratch-promote, "
                     "convert-scratch-to-gpu)"),
      llvm::cl::init(true)};
  Option<IndexBitwidth> indexBitwidth{
      *this, "index-bitwidth", llvm::cl::desc("Bits of an index in kernels"),
      llvm::cl::init(IndexBitwidth::Auto),
      llvm::cl::values(
          clEnumValN(IndexBitwidth::Auto, "auto",
                     "32 where numbers are in range whatever the sizes are "
                     "(polymem-narrow-indices), else 64"),
          clEnumValN(IndexBitwidth::Narrow, "32",
                     "In all of them; right if no array has 2^31 elements or "
                     "more"),
          clEnumValN(IndexBitwidth::Wide, "64", "In all of them"))};
  Option<int64_t> batchLoads{
      *this, "batch-loads",
      llvm::cl::desc("Loads of a copy that a thread has under way at once "
                     "(polymem-batch-loads); 1: each waits for the store "
                     "before it, as with index-bitwidth=32"),
      llvm::cl::init(kBatchedLoads)};
  Option<int64_t> carryRegisters{
      *this, "carry-registers",
      llvm::cl::desc("Where what a thread accumulates in shared memory takes "
                     "no more of its registers, it stays there from step to "
                     "step of a loop (polymem-carry-accumulators); 0: never"),
      llvm::cl::init(kCarriedRegisters)};
  Option<int64_t> prefetchRegisters{
      *this, "prefetch-registers",
      llvm::cl::desc("Where copies of a loop's next step, and what loops "
                     "carry, take no more of a thread's registers, the copies "
                     "load while this step computes "
                     "(polymem-prefetch-copies); 0: never"),
      llvm::cl::init(kPrefetchRegisters)};
};

/// Options of `polymem-to-ptx`.
struct ToPTXOptions : GPUKernelOptions {
  Option<PTXForm> emit{
      *this, "emit", llvm::cl::desc("What comes out"),
      llvm::cl::init(PTXForm::Text),
      llvm::cl::values(clEnumValN(PTXForm::Text, "ptx", "The PTX text"),
                       clEnumValN(PTXForm::Module, "module",
                                  "Host code in the LLVM dialect with embedded "
                                  "PTX"),
                       clEnumValN(PTXForm::Staged, "staged",
                                  "The loops in tiles, with buffers and copies "
                                  "of the scratch dialect, before they are "
                                  "lowered"),
                       clEnumValN(PTXForm::Cost, "cost",
                                  "Launches, and what the cost model says of "
                                  "them at the sizes of 'assume' "
                                  "(polymem-print-cost)"))};
  Option<std::string> output{
      *this, "output",
      llvm::cl::desc(
          "File for the PTX text ('-': standard output), or for what "
          "the cost model says ('-': standard error; NAME.json: "
          "JSON)"),
      llvm::cl::init("-")};
  Option<std::string> metadata{
      *this, "metadata",
      llvm::cl::desc("File for launch metadata as JSON "
                     "(polymem-launch-metadata; default: none; with "
                     "polymem-opt -o NAME.ptx, NAME.json)")};

  /// For programs that build the pipeline: where the PTX text, or as JSON what
  /// the cost model says, and the metadata go, instead of to files. Both must
  /// outlive the pipeline.
  llvm::raw_ostream *outputStream = nullptr, *metadataStream = nullptr;
};

/// Options of `polymem-to-emulator`.
struct ToEmulatorOptions : GPUKernelOptions {
  Option<bool> instrument{
      *this, "instrument",
      llvm::cl::desc("Report accesses to memory that threads may share "
                     "(convert-gpu-to-emulator)"),
      llvm::cl::init(true)};
  Option<bool> countInstructions{
      *this, "count-instructions",
      llvm::cl::desc("Report arithmetic, too (convert-gpu-to-emulator); loads "
                     "are then not batched, as in the cost model"),
      llvm::cl::init(false)};
};

/// Options of `polymem-to-cpu`.
struct ToCPUOptions : StagingOptions {
  Option<std::string> machine{
      *this, "machine",
      llvm::cl::desc("Machine whose fast memory bounds the buffers: a built-in "
                     "name or a JSON file"),
      llvm::cl::init("cpu")};
  Option<TileMapping> mapping{
      *this, "mapping",
      llvm::cl::desc(
          "What tiles are made for: with 'gpu' the very tiles that a "
          "GPU would run"),
      llvm::cl::init(TileMapping::None), tileMappings()};
  Option<CPUForm> emit{
      *this, "emit", llvm::cl::desc("What comes out"),
      llvm::cl::init(CPUForm::LLVM),
      llvm::cl::values(
          clEnumValN(CPUForm::LLVM, "llvm", "The LLVM dialect"),
          clEnumValN(CPUForm::Loops, "loops", "Affine and scf loops"))};
  Option<CopiesAhead> copies{
      *this, "copies",
      llvm::cl::desc("What is done of the copies of the next tiles while a "
                     "tile computes"),
      llvm::cl::init(CopiesAhead::Ignore),
      llvm::cl::values(
          clEnumValN(CopiesAhead::Ignore, "ignore", "Nothing"),
          clEnumValN(CopiesAhead::Prefetch, "prefetch",
                     "Prefetches of what they copy (scratch-prefetch-tiles)"),
          clEnumValN(CopiesAhead::Thread, "thread",
                     "The copies, by tasks of MLIR's async run-time, in "
                     "buffers for several tiles (scratch-pipeline)"))};
  Option<unsigned> stages{
      *this, "stages",
      llvm::cl::desc("Tiles in flight where 'copies' is not 'ignore': the one "
                     "that computes and those behind it"),
      llvm::cl::init(2)};
};

/// Options of `polymem-from-linalg`: none.
struct FromLinalgOptions : ListedOptions<FromLinalgOptions> {};

} // namespace polymem

#endif // POLYMEM_PIPELINES_PIPELINEOPTIONS_H
