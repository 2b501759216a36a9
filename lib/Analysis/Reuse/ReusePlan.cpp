//===- ReusePlan.cpp - buffers that tiles hand on to the next -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Reuse/ReusePlan.h"
#include "LaterStrips.h"
#include "PolyMem/Analysis/Reuse/StripSets.h"
#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Polyhedral/Isl/IslParameters.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "StripBody.h"
#include "StripLoops.h"
#include "StripRows.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace polymem;

namespace {
class ReusePlanner {
public:
  ReusePlanner(const Scop &scop, const LoopBuffer &buffer,
               ArrayRef<Operation *> around, const ReuseOptions &options)
      : scop(scop), buffer(buffer), around(around), options(options),
        array(scop.arrayOf(buffer.array)), cells(scop.arrayOf(buffer.buffer)) {
    addLoops(options.strip);
    ivs = llvm::to_vector(ArrayRef(allIvs()).take_back(options.strip));
    result.strip = ivs.size();
  }

  /// Whether strips follow one another, and stores may be left out for that.
  bool mayDropStores();

  /// `flow` is that through the buffer, null where it is not known.
  bool planSets(const Dependences *flow);
  void dropStores();
  bool planBuffer();
  /// Always false.
  bool refuse(StringRef obstacle, const Sentence &why) {
    result.obstacle = obstacle;
    result.reason = why;
    return false;
  }

  ReusePlan result;

private:
  void addLoops(std::optional<unsigned> dims);
  SmallVector<Value> allIvs() const;
  bool isCopy(const ScopAccess &access) const {
    return llvm::is_contained(buffer.copyIns, access.op) ||
           llvm::is_contained(buffer.copyOuts, access.op);
  }
  bool accessesBuffer(const ScopStatement &statement) const;
  isl::set readFromOutside(const ScopAccess &read,
                           const Dependences &flow) const;
  isl::map accessed(
      const StripBody &body, unsigned dims,
      function_ref<std::optional<isl::map>(const ScopAccess &)> part) const;
  isl::map sureWrites(const StripBody &body, unsigned dims) const;
  bool collectAccesses(const StripBody &body, const Dependences *flow);
  isl::map writtenLater(const StripBody &body, const isl::map &load) const;
  isl::map copied(ArrayRef<Operation *> copies, const StripBody &body) const;
  bool takeBoxes(bool wanted);
  void widen();
  std::optional<BufferBox> windowOf(const StripBody &body,
                                    const StripOrder &order, Sentence &reason);
  bool planForm(BufferBox box, const CopySets &copies, Sentence &reason);
  Value insideSymbol() const;

  const Scop &scop;
  const LoopBuffer &buffer;
  ArrayRef<Operation *> around;
  const ReuseOptions &options;
  const ScopArray *array, *cells;
  /// The loops of tiles, outermost first, the last one `buffer.loop`.
  SmallVector<Operation *> loops;
  /// The origins of the tiles of a strip.
  SmallVector<Value> ivs;
  std::optional<StripBody> body;
  StripAccesses accesses;
  /// Elements that are loaded together.
  int64_t vector = 1;
  StripSets sets;
};
} // namespace

/// Takes loops around, until they have so many dimensions, or all.
void ReusePlanner::addLoops(std::optional<unsigned> dims) {
  addLoopsOfTiles(loops, buffer, around, dims, options.maxIslOperations);
}

/// The origins of all tiles, outermost first.
SmallVector<Value> ReusePlanner::allIvs() const {
  SmallVector<Value> all;
  for (Operation *loop : loops)
    llvm::append_range(
        all, cast<PolyhedralLoopOpInterface>(loop).getPolyhedralIvs());
  return all;
}

/// It has accesses of the buffer other than copies.
bool ReusePlanner::accessesBuffer(const ScopStatement &statement) const {
  return llvm::any_of(statement.accesses, [&](unsigned id) {
    const ScopAccess &access = scop.accesses()[id];
    return &scop.arrays()[access.array] == cells && !isCopy(access);
  });
}

/// `{ S[i] }`: instances of `read` that may see what a copy put there.
isl::set ReusePlanner::readFromOutside(const ScopAccess &read,
                                       const Dependences &flow) const {
  const ScopStatement &statement = scop.statements()[read.statement];
  isl::set instances = isl::set::empty(statement.domain.get_space());
  isl::stat status =
      flow.taggedValueFlow.foreach_map([&](const isl::map &pairs) {
        // [S[i] -> W1[]] -> [T[j] -> R2[]]
        isl::map from = pairs.domain().unwrap(), to = pairs.range().unwrap();
        const char *readTag = tupleNameOf(to, isl::dim::out);
        const char *tag = tupleNameOf(from, isl::dim::out);
        if (!readTag || !tag)
          return isl::stat::error();
        if (read.tag() != readTag)
          return isl::stat::ok();
        bool isCopied = llvm::any_of(scop.accesses(), [&](const auto &access) {
          return access.tag() == tag &&
                 llvm::is_contained(buffer.copyIns, access.op);
        });
        if (isCopied)
          instances = instances.unite(to.domain());
        return isl::stat::ok();
      });
  return status.is_error() ? isl::set() : instances;
}

/// `{ [I] -> [a] }`, what accesses to the buffer other than copies do in the
/// instances that `part = { S[i] -> A[a] }` leaves of them; null if isl gave
/// up.
isl::map ReusePlanner::accessed(
    const StripBody &body, unsigned dims,
    function_ref<std::optional<isl::map>(const ScopAccess &)> part) const {
  unsigned rank = cast<MemRefType>(buffer.buffer.getType()).getRank();
  isl::map all = isl::map::empty(
      spaceOfDims(scop.ctx(), dims)
          .map_from_domain_and_range(spaceOfDims(scop.ctx(), rank)));
  // Many are the same.
  SmallVector<isl::map> known;
  for (const ScopAccess &access : scop.accesses()) {
    if (&scop.arrays()[access.array] != cells || isCopy(access))
      continue;
    std::optional<isl::map> relation = part(access);
    if (!relation || llvm::any_of(known, [&](const isl::map &other) {
          return isPlainlyEqual(other.wrap(), relation->wrap()).is_true();
        }))
      continue;
    known.push_back(*relation);
    all = all.unite(body.byOrigin(access.statement, *relation));
  }
  return inOnePiece(all);
}

isl::map ReusePlanner::sureWrites(const StripBody &body, unsigned dims) const {
  return accessed(body, dims, [&](const auto &access) {
    return access.isWrite() && isCertain(scop, access)
               ? std::optional(access.relation)
               : std::nullopt;
  });
}

/// What tiles do to the buffer's elements, as if there were no copies. False
/// if isl gave up.
bool ReusePlanner::collectAccesses(const StripBody &body,
                                   const Dependences *flow) {
  unsigned dims = ivs.size();
  auto collect = [&](bool isRead) {
    return accessed(body, dims, [&](const ScopAccess &access) {
      return access.isRead() == isRead ? std::optional(access.relation)
                                       : std::nullopt;
    });
  };
  isl::map reads = collect(true);
  accesses.mayWrite = collect(false);
  bool areCertain = llvm::all_of(scop.accesses(), [&](const auto &access) {
    return &scop.arrays()[access.array] != cells || isCopy(access) ||
           access.isRead() || isCertain(scop, access);
  });
  accesses.sureWrite = areCertain ? accesses.mayWrite : sureWrites(body, dims);
  // Without a flow each read may see what a copy put there.
  accesses.in = reads;
  if (flow && flow->valueBasedExact)
    accesses.in = accessed(body, dims, [&](const ScopAccess &access) {
      return access.isRead() ? std::optional(access.relation.intersect_domain(
                                   readFromOutside(access, *flow)))
                             : std::nullopt;
    });
  accesses.footprint = inOnePiece(reads.unite(accesses.mayWrite));
  return !accesses.in.is_null() && !accesses.sureWrite.is_null() &&
         !accesses.footprint.is_null();
}

/// `{ [I] -> [a] }`: what these copies of tiles that are executed move.
isl::map ReusePlanner::copied(ArrayRef<Operation *> copies,
                              const StripBody &body) const {
  isl::map moved = isl::map::empty(accesses.footprint.get_space());
  for (const ScopAccess &access : scop.accesses())
    if (&scop.arrays()[access.array] == array &&
        llvm::is_contained(copies, access.op))
      moved = moved.unite(body.executed(access.relation));
  return moved.coalesce();
}

/// Whole rows are loaded where `scratch-promote` copied them, which it does if
/// nobody writes to the rest of them and there is little of it, or if that is
/// `wanted`. Whether tiles then do not move in the last dimension.
bool ReusePlanner::takeBoxes(bool wanted) {
  bool lastIsStill = false;
  isl::map rows = rowsOf(accesses.in, *body, lastIsStill);
  if (!rows.is_null() && (wanted || body->withOrigins(rows)
                                        .is_subset(body->withOrigins(
                                            copied(buffer.copyIns, *body)))
                                        .is_true())) {
    // All that is accessed is read from outside.
    accesses.in = accesses.footprint = rows;
    return lastIsStill;
  }
  return false;
}

/// Each set of a copy is a scan of its own.
static constexpr int kFewParts = 2;

/// What is loaded may be more than what is read, and is made so as the options
/// say.
void ReusePlanner::widen() {
  if (!accesses.mayWrite.is_empty().is_true()) {
    if (options.movement > ReuseMovement::Exact)
      result.whyNotWider = "tiles write the array";
    return;
  }
  if (options.movement == ReuseMovement::Exact)
    return;
  bool asked = options.movement != ReuseMovement::Auto;
  if (asked && isWrittenInLaunch(buffer, options))
    result.whyNotWider = "others in the launch write the array";
  asked &= result.whyNotWider.empty();
  bool areRows = takeBoxes(asked);
  if (!asked || options.movement != ReuseMovement::Vector)
    return;
  auto type = cast<MemRefType>(buffer.array.getType());
  result.whyNotWider = whyNoVectors(type, options.vector);
  if (!result.whyNotWider.empty())
    return;
  // A union over the points of a tile stays one.
  auto widened = [&](const isl::map &tiles) {
    return areRows ? wholeVectors(tiles, type, options.vector)
                   : inOnePiece(tiles.apply_range(
                         sameVector(scop.ctx(), type, options.vector)));
  };
  isl::map in = widened(accesses.in);
  int parts = in.n_basic_map().release();
  if (in.is_null() || parts > kFewParts) {
    result.whyNotWider =
        sentence("they would be {0} sets of vectors", named("Parts", parts));
    return;
  }
  vector = options.vector;
  accesses.in = in;
  accesses.footprint = widened(accesses.footprint);
}

/// The box around the window, the elements that a tile or one before it has
/// accessed and that it or one behind it accesses.
std::optional<BufferBox> ReusePlanner::windowOf(const StripBody &body,
                                                const StripOrder &order,
                                                Sentence &reason) {
  isl::map footprint = accesses.footprint;
  isl::map before = order.before.reverse().apply_range(footprint).coalesce();
  isl::map behind = order.before.apply_range(footprint).coalesce();
  isl::set window = body.withOrigins(footprint.unite(before).intersect(
                                         footprint.unite(behind)))
                        .coalesce();
  // The budget ended, which is what will be said.
  if (window.is_null())
    return std::nullopt;
  std::optional<BufferBox> box = computeBufferBox(
      window, window,
      [&](const isl::id &id) {
        Value value = scop.parameterValue(id);
        return value && isFunctionLevel(value);
      },
      reason);
  if (!box)
    reason = "what tiles have accessed and later ones access has no box of a "
             "size that does not depend on where they are: " +
             reason;
  return box;
}

/// A symbol of the layout that is not known before the strip; null: there is
/// none.
Value ReusePlanner::insideSymbol() const {
  // The first dimension of the strip is in its outermost loop.
  Operation *strip = Value(ivs.front()).getParentRegion()->getParentOp();
  auto isInside = [&](Value value) {
    // Origins of dimensions before the strip are known before it.
    Operation *at = value.getParentRegion()->getParentOp();
    bool isOuter = isa<BlockArgument>(value) && at == strip &&
                   !llvm::is_contained(ivs, value);
    return !isOuter && strip->isAncestor(at);
  };
  for (Value value : result.form.symbols)
    if (isInside(value))
      return value;
  for (const BufferForm::Minimum &minimum : result.form.minima)
    for (Value value : minimum.operands)
      if (isInside(value))
        return value;
  return {};
}

/// The dimensions of `box` that move with the tiles begin at 0; their numbers
/// among those that are stored.
static SmallVector<unsigned> fixOrigins(BufferBox &box, const Scop &scop,
                                        ArrayRef<Value> ivs) {
  SmallVector<unsigned> moving;
  unsigned row = 0;
  for (BufferDim &dim : box.dims) {
    if (!dim.stored)
      continue;
    bool moves = llvm::any_of(ivs, [&](Value iv) {
      return !dim.lower.involves_param(scop.parameterFor(iv)).is_false();
    });
    if (moves) {
      moving.push_back(row);
      dim.lower = isl::aff::zero_on_domain(dim.lower.domain_space());
    }
    ++row;
  }
  return moving;
}

/// The cells of these dimensions are the coordinates modulo the extents.
static void slide(BufferForm &form, ArrayRef<unsigned> rows) {
  SmallVector<AffineExpr> cells(form.cells.getResults());
  for (unsigned row : rows)
    cells[row] = cells[row] % form.extents.getResult(row);
  form.cells =
      AffineMap::get(form.cells.getNumDims(), form.cells.getNumSymbols(), cells,
                     form.cells.getContext());
}

bool ReusePlanner::planForm(BufferBox box, const CopySets &copies,
                            Sentence &reason) {
  result.extents = box.extentsText();
  SmallVector<unsigned> moving = fixOrigins(box, scop, ivs);
  DataSpaceGroup group;
  group.array = array - scop.arrays().begin();
  // Vectors may end behind a row.
  group.simple = vector > 1;
  std::optional<BufferForm> form =
      computeBufferForm(scop, group, box, copies, reason);
  if (!form)
    return false;
  result.form = std::move(*form);
  slide(result.form, moving);
  if (Value symbol = insideSymbol()) {
    reason = "where the buffer begins is computed in the tile";
    return false;
  }
  return true;
}

/// `{ [I] -> [a] }`: what later strips write before they load it, if strips
/// load `load = { [I] -> [a] }`; null if that is not known.
isl::map ReusePlanner::writtenLater(const StripBody &body,
                                    const isl::map &load) const {
  Sentence reason;
  unsigned dims = allIvs().size(), outer = dims - ivs.size();
  std::optional<StripBody> all = StripBody::build(
      scop, loops, dims,
      [&](const ScopStatement &statement) { return accessesBuffer(statement); },
      reason);
  if (!all)
    return {};
  isl::map loads = all->byOrigins(body.withOrigins(load))
                       .project_out(isl::dim::in, outer, unsigned(ivs.size()));
  isl::map later =
      writtenByLaterStrips(*all, outer, sureWrites(*all, dims), loads);
  // Whatever the origin in the strip.
  later = insertDims(later, isl::dim::in, outer, ivs.size());
  isl::set elements = all->withOrigins(later);
  for (Value iv : ivs)
    elements = elements.project_out_param(scop.parameterFor(iv));
  return isl::map::from_domain_and_range(
      isl::set::universe(load.domain().get_space()), elements);
}

bool ReusePlanner::mayDropStores() {
  if (buffer.copyOuts.empty())
    return false;
  addLoops(/*dims=*/std::nullopt);
  return allIvs().size() > ivs.size();
}

/// Leaves out the stores that later strips make needless. Nothing is changed if
/// they are not known.
void ReusePlanner::dropStores() {
  if (sets.store.is_empty().is_true())
    return;
  isl::map later = writtenLater(*body, sets.load);
  if (later.is_null() || later.is_empty().is_true())
    return;
  StripSets fewer = sets;
  if (accesses.mayWrite.is_subset(accesses.sureWrite).is_true()) {
    fewer.store = sets.store.subtract(later).coalesce();
  } else {
    // What is not stored need not be loaded for that.
    StripAccesses needed = accesses;
    needed.liveOut = accesses.liveOut.subtract(later);
    fewer = computeStripSets(needed, body->order());
  }
  if (!fewer.isNull())
    sets = fewer;
}

/// What tiles load and store, strip by strip. False if there is an obstacle.
bool ReusePlanner::planSets(const Dependences *flow) {
  LoopBufferSets all = collectSets(scop, buffer, array, cells);
  if (all.mayInterfere())
    return refuse("ArrayAccessed", all.interference());
  Sentence reason;
  body = StripBody::build(
      scop, loops, ivs.size(),
      [&](const ScopStatement &statement) { return accessesBuffer(statement); },
      reason);
  if (!body)
    return refuse("NotAnywhere", reason);
  result.allOrigins = body->allOrigins();
  if (!collectAccesses(*body, flow))
    return refuse("NotModelled", "isl gave up what tiles access");
  if (accesses.footprint.is_empty().is_true())
    return refuse("NotAccessed", "nothing but copies uses it");
  // What some tile copies out is read later, by another tile or behind the
  // strip.
  accesses.liveOut = all.copiedOut.is_null()
                         ? isl::map::empty(accesses.mayWrite.get_space())
                         : accesses.mayWrite.intersect_range(all.copiedOut);
  StripOrder order = body->order();
  isl::map again = order.before.apply_range(accesses.footprint)
                       .intersect(accesses.footprint);
  if (body->withOrigins(again).is_empty().is_true())
    return refuse("NoReuse", "no tile accesses what one before it did");

  widen();
  if (accesses.in.is_null() || accesses.footprint.is_null())
    return refuse("NotModelled", "isl gave up what tiles access");
  sets = computeStripSets(accesses, order);
  if (sets.isNull())
    return refuse("NotModelled", "isl gave up what tiles load and store");
  return true;
}

/// The buffer and its copies, for the sets. False if there is an obstacle.
bool ReusePlanner::planBuffer() {
  isl::set known = scop.context();
  auto said = [&](const isl::map &tiles) {
    return body->withOrigins(tiles).gist_params(known).coalesce();
  };
  CopySets copies;
  copies.in = said(sets.load);
  copies.out = said(sets.store);
  if (copies.in.is_null() || copies.out.is_null())
    return refuse("NotModelled", "isl gave up what tiles load and store");
  if (options.explains) {
    result.loadAlone = islToString(said(copied(buffer.copyIns, *body)));
    result.storeAlone = islToString(said(copied(buffer.copyOuts, *body)));
  }
  result.load = islToString(copies.in);
  result.store = islToString(copies.out);
  Sentence reason;
  std::optional<BufferBox> box = windowOf(*body, body->order(), reason);
  if (!box)
    return refuse("NoWindow", reason);
  if (!planForm(std::move(*box), copies, reason))
    return refuse("NotAffine", reason);
  return true;
}

/// Makes a plan in steps, each of which has a budget.
static void planInSteps(ReusePlanner &planner, const Scop &scop,
                        const Dependences *flow,
                        unsigned long maxIslOperations) {
  auto isDone = [&](unsigned long budget, auto step) {
    IslOperationsGuard guard(scop.ctx(), budget);
    bool done = step();
    if (guard.exceeded())
      return planner.refuse(
          "Budget", sentence("budget of {0} isl operations exhausted",
                             named("MaxIslOperations", maxIslOperations)));
    return done;
  };
  if (!isDone(maxIslOperations, [&] { return planner.planSets(flow); }))
    return;
  if (planner.mayDropStores()) {
    // Fewer stores are worth less than the rest.
    constexpr unsigned long kShare = 8;
    IslOperationsGuard guard(
        scop.ctx(),
        maxIslOperations == 0 ? 0 : std::max(maxIslOperations / kShare, 1ul));
    planner.dropStores();
  }
  isDone(maxIslOperations, [&] { return planner.planBuffer(); });
}

/// Operations other than copies write the buffer, and some read it.
static bool isWrittenAndRead(const Scop &scop, const LoopBuffer &buffer,
                             const ScopArray *cells) {
  bool written = false, read = false;
  for (const ScopAccess &access : scop.accesses()) {
    if (&scop.arrays()[access.array] != cells ||
        llvm::is_contained(buffer.copyIns, access.op) ||
        llvm::is_contained(buffer.copyOuts, access.op))
      continue;
    written |= access.isWrite();
    read |= access.isRead();
  }
  return written && read;
}

ReusePlan polymem::planReuse(const LoopBuffer &buffer,
                             ArrayRef<Operation *> around,
                             const ReuseOptions &options) {
  Sentence reason;
  unsigned long maxIslOperations = options.maxIslOperations;
  std::optional<LoopBufferModel> model =
      modelLoopBuffer(buffer, maxIslOperations, reason);
  if (!model) {
    ReusePlan refused;
    refused.obstacle = "NotModelled";
    refused.reason = reason;
    refused.strip = options.strip;
    return refused;
  }
  const Scop *scop = model->scop.get();
  DependenceOptions dependenceOptions;
  dependenceOptions.maxIslOperations = maxIslOperations;
  dependenceOptions.memoryBased = false;
  dependenceOptions.array = model->cells;
  // Of a buffer that only copies write to, or that nobody reads, all is known.
  std::optional<Dependences> flow;
  if (isWrittenAndRead(*scop, buffer, model->cells))
    flow = Dependences::compute(*scop, dependenceOptions);
  ReusePlanner planner(*scop, buffer, around, options);
  planInSteps(planner, *scop, flow ? &*flow : nullptr, maxIslOperations);
  return std::move(planner.result);
}

void ReusePlan::print(raw_ostream &os) const {
  auto line = [&](StringRef what, const std::string &set) {
    if (!set.empty())
      os << "  " << what << ": " << set << "\n";
  };
  line("load", load);
  line("without reuse", loadAlone);
  line("store", store);
  line("without reuse", storeAlone);
  if (!mayReuse()) {
    os << "  no reuse: " << reason.text << "\n";
    return;
  }
  os << "  " << extents << " cells, tiles "
     << (allOrigins ? "of any alignment" : "that are executed") << "\n";
}
