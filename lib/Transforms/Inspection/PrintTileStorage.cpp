//===- PrintTileStorage.cpp - cells that strips of tiles need -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Reuse/StripHulls.h"
#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Storage/Arrays/TileConflicts.h"
#include "PolyMem/Storage/Search/Portfolio.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "PrintedMapping.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace polymem {
#define GEN_PASS_DEF_PRINTTILESTORAGEPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct PrintTileStoragePass
    : polymem::impl::PrintTileStoragePassBase<PrintTileStoragePass> {
  using PrintTileStoragePassBase::PrintTileStoragePassBase;

  void runOnOperation() override;

private:
  std::optional<TileStrips> getStrips(const Scop &scop, Sentence &reason);
  bool readParallel(const Scop &scop, TileStrips &strips, Sentence &reason);
  LogicalResult checkSizes();
  LogicalResult readOrder();
  LogicalResult readContext(isl::ctx ctx, isl::set &context);
  void printArray(const Scop &scop, const ScopArray &array,
                  const TileStrips &strips, const isl::set &context,
                  const StorageOptions &options);
  void printLoadsAndStores(const Scop &scop, const ScopArray &array,
                           const TileStrips &strips, const isl::set &context);
  TileOrder tileOrder;

  void missed(StringRef name, const Sentence &reason) {
    remarkMissed(getOperation(), getArgument(), name) << reason;
  }
};
} // namespace

/// `[name] -> { : name >= 1 }`.
static isl::set positive(isl::ctx ctx, const std::string &name) {
  isl::space space = isl::space::unit(ctx).add_param(isl::id(ctx, name));
  return isl::set::universe(space).lower_bound_si(isl::dim::param, 0, 1);
}

/// The number of loops that are around all statements.
static unsigned commonLoops(const Scop &scop) {
  ArrayRef<ScopStatement> statements = scop.statements();
  if (statements.empty())
    return 0;
  ArrayRef<Value> common = statements.front().ivs;
  for (const ScopStatement &statement : statements) {
    size_t k = 0;
    while (k < common.size() && k < statement.ivs.size() &&
           common[k] == statement.ivs[k])
      ++k;
    common = common.take_front(k);
  }
  return common.size();
}

/// The number of dimensions of the times, if it is the same for all statements
/// of the scop and each has one time.
static std::optional<unsigned> timeDimensions(const Scop &scop,
                                              const isl::union_map &schedule) {
  std::optional<unsigned> count;
  bool valid = true;
  isl::stat status = schedule.foreach_map([&](isl::map map) {
    isl::size dims = map.range_tuple_dim();
    if (dims.is_error() || (count && *count != unsigned(dims)) ||
        !map.is_single_valued().is_true())
      valid = false;
    else
      count = unsigned(dims);
    return isl::stat::ok();
  });
  isl::union_set all;
  for (const ScopStatement &statement : scop.statements())
    all = all.is_null() ? isl::union_set(statement.domain)
                        : all.unite(isl::union_set(statement.domain));
  if (!valid || status.is_error() || all.is_null() ||
      !all.is_subset(schedule.domain()).is_true())
    return std::nullopt;
  return count;
}

std::optional<TileStrips> PrintTileStoragePass::getStrips(const Scop &scop,
                                                          Sentence &reason) {
  TileStrips strips;
  strips.outer = outer;
  strips.sizes.assign(sizes.begin(), sizes.end());
  strips.strip = strip;
  unsigned needed = strips.outer + strips.sizes.size();
  std::string dimensions = std::to_string(needed) + " dimensions";
  if (scheduleText.empty()) {
    strips.schedule = scop.scheduleMap();
    if (unsigned common = commonLoops(scop); common < needed) {
      reason = "statements have " + std::to_string(common) +
               " loops in common, and the tiles need " + dimensions +
               "; give a schedule";
      return std::nullopt;
    }
    return strips;
  }
  strips.schedule = isl::union_map(scop.ctx(), scheduleText);
  if (strips.schedule.is_null()) {
    reason = "schedule: isl cannot read '" + scheduleText + "'";
    return std::nullopt;
  }
  std::optional<unsigned> count = timeDimensions(scop, strips.schedule);
  if (!count || *count < needed) {
    reason = "schedule: each statement needs one time, all of the same number "
             "of dimensions, " +
             dimensions + " at least";
    return std::nullopt;
  }
  return strips;
}

/// Which times in a tile have no order: in the given dimensions, or without a
/// schedule in parallel loops.
bool PrintTileStoragePass::readParallel(const Scop &scop, TileStrips &strips,
                                        Sentence &reason) {
  bool hasParallelLoop =
      llvm::any_of(scop.loops(), [](auto &loop) { return loop.parallel; });
  if (parallel.empty() && (!scheduleText.empty() || !hasParallelLoop))
    return true;
  unsigned count = timeDimensions(scop, strips.schedule).value_or(0);
  if (parallel.empty()) {
    strips.unordered = unorderedInParallelLoops(scop, strips.schedule, count);
    reason = "the order of parallel loops is not known";
    return !strips.unordered.is_null();
  }
  for (unsigned dim : parallel)
    if (dim >= count) {
      reason = sentence("parallel: times have {0} dimensions, and no dimension "
                        "{1}",
                        count, dim);
      return false;
    }
  strips.unordered = unorderedInDims(scop.ctx(), count, parallel);
  return true;
}

LogicalResult PrintTileStoragePass::checkSizes() {
  if (sizes.empty())
    return getOperation().emitError()
           << getArgument() << ": give sizes of tiles";
  if (strip < 1 || strip > sizes.size())
    return getOperation().emitError()
           << getArgument() << ": strip: " << strip.getValue() << " of "
           << sizes.size() << " tiled dimensions cannot be along a strip";
  for (StringRef size : sizes) {
    int64_t number = 1;
    bool isName =
        llvm::all_of(size,
                     [](char c) { return llvm::isAlnum(c) || c == '_'; }) &&
        !size.empty() && !llvm::isDigit(size.front());
    if (!isName && (size.getAsInteger(10, number) || number < 1))
      return getOperation().emitError()
             << getArgument() << ": sizes: '" << size
             << "' is neither a name nor a positive number";
  }
  for (unsigned d = 0; d < outer; ++d)
    if (std::string name = "o" + std::to_string(d);
        llvm::is_contained(sizes, name))
      return getOperation().emitError()
             << getArgument() << ": sizes: '" << name
             << "' is the value of dimension " << d
             << ", which is around the tiles; give the size another "
                "name";
  return success();
}

/// The order of tiles. Only computed storage depends on it: what tiles load and
/// store does not.
LogicalResult PrintTileStoragePass::readOrder() {
  auto fail = [&](const Twine &why) {
    return getOperation().emitError() << getArgument() << ": " << why;
  };
  std::optional<TileOrder> known =
      TileOrder::get(orderName, std::max(stages.getValue(), 1u), storeLag);
  if (!known)
    return fail("order: '" + orderName +
                "' is none of sequential, double, duplex, barrier");
  if (stages < 1)
    return fail("stages: at least one tile is in flight");
  if (storeLag > 1)
    return fail("store-lag: a tile stores in its own step, 0, or in the next "
                "one, 1");
  if (!known->isSequential() && strip != 1)
    return fail("order: tiles of a strip of " + Twine(strip) +
                " dimensions are executed one after another");
  tileOrder = *known;
  return success();
}

/// What is known of parameters: all sizes are positive, and the option.
LogicalResult PrintTileStoragePass::readContext(isl::ctx ctx,
                                                isl::set &context) {
  context = isl::set::universe(isl::space::unit(ctx));
  for (StringRef size : sizes)
    if (!isNumber(size))
      context = context.intersect(positive(ctx, size.str()));
  if (contextText.empty())
    return success();
  isl::set given(ctx, contextText);
  if (given.is_null() || !given.is_params().is_true())
    return getOperation().emitError()
           << getArgument() << ": context: isl cannot read '" << contextText
           << "' as [parameters] -> { : ... }";
  context = context.intersect(given);
  return success();
}

void PrintTileStoragePass::printLoadsAndStores(const Scop &scop,
                                               const ScopArray &array,
                                               const TileStrips &strips,
                                               const isl::set &context) {
  if (accessesOf(scop, array).empty())
    return;
  if (array.depth > 0)
    return missed("LocalArray", array.name + " is allocated in a loop: each "
                                             "iteration has its own");
  StripSets sets;
  // Exact boxes around many pieces are not found.
  constexpr unsigned kFewPieces = 8;
  constexpr unsigned long kPartForExactBoxes = 10;
  bool tooMany = false;
  auto compute = [&](bool inHull, unsigned long budget) {
    IslOperationsGuard guard(scop.ctx(), budget);
    StripAccesses accesses = computeStripAccesses(
        scop, array, strips, context,
        readLater ? StripLiveOut::Read : StripLiveOut::All);
    isl::size pieces = accesses.in.n_basic_map();
    tooMany = boxes && !inHull &&
              (pieces.is_error() || unsigned(pieces) > kFewPieces);
    if (tooMany)
      return;
    if (inHull)
      accesses = inHulls(scop, array, strips, context, accesses);
    unsigned across = strips.sizes.size() - strips.strip;
    auto sizesOfTiles = tileSizes(scop.ctx(), strips);
    sets =
        boxes
            ? computeWidenedStripSets(inBoxes(accesses), sizesOfTiles, across)
            : computeStripSets(accesses, orderAllOrigins(sizesOfTiles, across));
    isl::set known = scop.context().intersect(context);
    sets.load = sets.load.gist_params(known);
    sets.store = sets.store.gist_params(known);
  };
  compute(/*inHull=*/false,
          boxes ? maxIslOperations / kPartForExactBoxes : maxIslOperations);
  if (boxes && (tooMany || sets.isNull()))
    compute(/*inHull=*/true, maxIslOperations);
  if (sets.isNull())
    return missed(
        "Budget",
        sentence("budget of {0} isl operations exhausted: it is not "
                 "known what tiles load and store of {1}",
                 named("MaxIslOperations", maxIslOperations.getValue()),
                 named("Array", array.name)));
  llvm::errs() << "  " << array.name << " load: " << islToString(sets.load)
               << "\n  " << array.name << " store: " << islToString(sets.store)
               << "\n";
}

void PrintTileStoragePass::printArray(const Scop &scop, const ScopArray &array,
                                      const TileStrips &strips,
                                      const isl::set &context,
                                      const StorageOptions &options) {
  std::optional<ConflictSet> conflicts;
  for (auto precision : {ConflictPrecision::Exact, ConflictPrecision::Hull}) {
    IslOperationsGuard guard(scop.ctx(), maxIslOperations);
    if (!conflicts || conflicts->isNull())
      conflicts = computeTileConflicts(scop, array, strips, context, precision,
                                       tileOrder);
  }
  llvm::raw_ostream &os = llvm::errs();
  if (conflicts->isNull())
    return missed(
        "Budget",
        sentence("budget of {0} isl operations exhausted: it is not "
                 "known what a strip keeps of {1}",
                 named("MaxIslOperations", maxIslOperations.getValue()),
                 named("Array", array.name)));
  StorageDecision decision = chooseStorage(*conflicts, options);
  if (decision.candidates.empty())
    return missed("NoMapping",
                  "no mapping of " + array.name + " is known for all sizes");
  printBestMapping(os, array.name, *conflicts, decision);
}

void PrintTileStoragePass::runOnOperation() {
  markAllAnalysesPreserved();
  func::FuncOp func = getOperation();
  if (func.isExternal())
    return;
  if (failed(checkSizes()) || failed(readOrder()))
    return signalPassFailure();
  StorageOptions options;
  options.maxIslOperations = maxIslOperations;
  options.without = {StorageMethod::Hyperplanes, StorageMethod::ReuseVectors,
                     StorageMethod::Linearised, StorageMethod::Search};
  if (auto wrong = addAssumed(options, llvm::to_vector<4>(assume))) {
    func.emitError() << getArgument()
                     << ": assume: expected 'name=value', not '" << *wrong
                     << "'";
    return signalPassFailure();
  }

  ScopFailure failure;
  ScopOptions scopOptions;
  scopOptions.maxIslOperations = maxIslOperations;
  std::unique_ptr<Scop> scop = Scop::build(func, failure, scopOptions);
  if (!scop)
    return missed("NotModelled", "cannot be modelled: " + failure.reason);
  Sentence reason;
  std::optional<TileStrips> strips = getStrips(*scop, reason);
  if (!strips || !readParallel(*scop, *strips, reason)) {
    func.emitError() << getArgument() << ": " << reason.text;
    return signalPassFailure();
  }
  DependenceOptions dependenceOptions;
  dependenceOptions.maxIslOperations = maxIslOperations;
  dependenceOptions.valueBased = false;
  auto dependences = Dependences::compute(*scop, dependenceOptions);
  if (!dependences || !areTileable(*strips, dependences->all()))
    return missed("NotTileable", "dependences do not allow tiles of any size "
                                 "in these dimensions");

  isl::set context;
  if (failed(readContext(scop->ctx(), context)))
    return signalPassFailure();
  llvm::errs() << "tiles @" << func.getName() << "\n";
  for (const ScopArray &array : scop->arrays())
    if (array.kind != ScopArray::Kind::MemRef)
      continue;
    else if (printSets)
      printLoadsAndStores(*scop, array, *strips, context);
    else
      printArray(*scop, array, *strips, context, options);
}
