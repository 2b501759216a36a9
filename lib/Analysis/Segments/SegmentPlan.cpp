//===- SegmentPlan.cpp - tiles as PREM segments -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Segments/SegmentPlan.h"
#include "PolyMem/Dialect/Scratch/Utils/BufferUses.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "SegmentOrder.h"
#include "SegmentShape.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

namespace {
/// What isl says of a stream.
struct StreamSets {
  /// `[p] -> { [k] -> [a] }`; null: none.
  isl::map in, out;
  SegmentBox load, store;
};

class SegmentPlanner {
public:
  SegmentPlanner(unsigned long maxIslOperations, SegmentRefusal &refusal)
      : maxIslOperations(maxIslOperations), refusal(refusal),
        shape(plan, refusal) {}

  bool run(TileOp outermost, int64_t cores);
  SegmentPlan plan;

private:
  bool refuse(Operation *op, StringRef name, const Sentence &text) {
    refusal = {op, name, text};
    return false;
  }
  bool collectStreams();
  bool addStream(AllocOp alloc);
  bool checkBody();
  bool model();
  bool readSets();
  bool closeDims(unsigned number);
  bool takeBoxes(unsigned number);
  bool storesWholeBox(unsigned number, const SegmentBox &box);
  bool checkCores();
  bool checkOtherBuffers(unsigned number);
  bool chooseMode(unsigned number);
  bool checkModes(TileOp outermost);
  unsigned runDepth(unsigned number) const;
  bool isSteady(unsigned number) const;
  bool mayStream(unsigned number) const;
  void describeBoxes(unsigned number);

  unsigned long maxIslOperations;
  SegmentRefusal &refusal;
  SegmentShape shape;
  SmallVector<BufferUses> uses;
  /// Of a stream the dimensions whose origin the mapping does not tell.
  llvm::DenseMap<unsigned, SmallVector<unsigned>> openDims;
  std::unique_ptr<Scop> scop;
  std::optional<SegmentSpace> space;
  SmallVector<StreamSets> sets;
};
} // namespace

int64_t SegmentPlan::numCores() const {
  int64_t cores = 1;
  for (const SegmentDim &dim : dims)
    cores *= dim.groups;
  return cores;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

namespace {
/// Where a buffer begins in its array.
struct Corner {
  /// Of each dimension a function of the mapping's symbols; null where the
  /// buffer has one coordinate, which the mapping does not tell.
  SmallVector<AffineExpr> exprs;
  /// The mapping with these dimensions.
  MappingAttr mapping;
};
} // namespace

/// If cells of `mapping` are 'coordinate less corner', in the order of
/// dimensions, and extents are constant; else nullopt.
static std::optional<Corner> cornerOf(MappingAttr mapping) {
  AffineMap map = mapping.getMap();
  std::optional<SmallVector<int64_t>> extents = mapping.getStaticExtents();
  if (!extents)
    return std::nullopt;
  MLIRContext *context = map.getContext();
  Corner corner;
  SmallVector<AffineExpr> cells, sizes;
  unsigned row = 0;
  for (unsigned d = 0; d < map.getNumDims(); ++d) {
    AffineExpr rest;
    if (row < map.getNumResults())
      rest =
          simplifyAffineExpr(getAffineDimExpr(d, context) - map.getResult(row),
                             map.getNumDims(), map.getNumSymbols());
    bool depends = !rest;
    for (unsigned e = 0; rest && e < map.getNumDims(); ++e)
      depends |= rest.isFunctionOfDim(e);
    corner.exprs.push_back(depends ? AffineExpr() : rest);
    cells.push_back(depends ? getAffineConstantExpr(0, context)
                            : map.getResult(row));
    sizes.push_back(
        getAffineConstantExpr(depends ? 1 : (*extents)[row], context));
    row += !depends;
  }
  if (row != map.getNumResults())
    return std::nullopt;
  corner.mapping = MappingAttr::get(
      context,
      AffineMap::get(map.getNumDims(), map.getNumSymbols(), cells, context),
      AffineMap::get(0, map.getNumSymbols(), sizes, context));
  return corner;
}

/// The cells of `mapping`, for elements of `array`.
static MemRefType cellsOf(MappingAttr mapping, MemRefType array) {
  return MemRefType::get(*mapping.getStaticExtents(), array.getElementType());
}

bool SegmentPlanner::addStream(AllocOp alloc) {
  SegmentStream stream;
  stream.alloc = alloc;
  std::optional<Corner> corner = cornerOf(alloc.getMapping());
  if (!corner)
    return refuse(alloc, "Mapping",
                  "the buffer is no box of constant size that is stored row by "
                  "row: its mapping is not 'coordinate less corner'");
  stream.mapping = corner->mapping;
  stream.type = cellsOf(corner->mapping, alloc.getType());
  bool isCopied = llvm::any_of(alloc->getUsers(), [](Operation *user) {
    return isa<CopyInOp, CopyOutOp>(user);
  });
  BufferUses &use = uses.emplace_back();
  if (Operation *user = findUnsupportedUse(alloc.getBuffer()))
    return refuse(user, "OtherUse",
                  "'" + user->getName().getStringRef() +
                      "' uses a buffer in a way that cannot be lowered");
  if (isCopied) {
    BufferRefusal why;
    std::optional<BufferUses> found = collectBufferUses(alloc, why);
    if (!found)
      return refuse(alloc, why.name, why.text);
    for (CopyInOp copy : found->copyIns)
      if (copy.isComputing())
        return refuse(copy, "Computing",
                      "a DMA engine does not compute on what it copies");
    use = *found;
    stream.array = use.array;
    auto array = cast<MemRefType>(stream.array.getType());
    if (!array.hasStaticShape() || !array.getLayout().isIdentity() ||
        array.getRank() == 0)
      return refuse(alloc, "ArrayShape",
                    "its array has sizes that are not known, a layout, or no "
                    "dimensions");
    if (plan.chain.front()->isAncestor(
            stream.array.getParentRegion()->getParentOp()))
      return refuse(alloc, "ArrayInside", "its array is made in the tiles");
    SmallVector<AffineExpr> symbols, results;
    for (Value symbol : alloc.getSymbols()) {
      symbols.push_back(shape.asFunction(symbol));
      if (!symbols.back())
        return refuse(alloc, "Corner",
                      "where the buffer begins is no affine function of the "
                      "tile's origin");
    }
    SmallVector<unsigned> &open = openDims[plan.streams.size()];
    for (auto [d, expr] : llvm::enumerate(corner->exprs)) {
      if (!expr)
        open.push_back(d);
      results.push_back(expr ? expr.replaceSymbols(symbols)
                             : getAffineConstantExpr(0, alloc.getContext()));
    }
    stream.origin = shape.asMap(results);
  }
  plan.streams.push_back(stream);
  return true;
}

/// Main memory is accessed by copies only.
bool SegmentPlanner::checkBody() {
  TileOp tile = plan.innermost();
  Operation *bad = nullptr;
  StringRef name;
  Sentence text;
  tile.getBody().walk([&](Operation *op) {
    if (isa<CopyInOp, CopyOutOp, AllocOp>(op) || bad)
      return;
    for (Value operand : op->getOperands()) {
      auto type = dyn_cast<MemRefType>(operand.getType());
      if (!type || tile->isAncestor(operand.getParentRegion()->getParentOp()))
        continue;
      bad = op;
      name = "MainMemory";
      text = "'" + op->getName().getStringRef().str() +
             "' uses an array that is in main memory: all that a segment "
             "accesses has to be in buffers of its tile (scratch-promote with "
             "'promote-all')";
    }
    if (op->getNumRegions() == 0 && !isMemoryEffectFree(op) &&
        !isa<affine::AffineReadOpInterface, affine::AffineWriteOpInterface,
             memref::LoadOp, memref::StoreOp, memref::AllocaOp>(op)) {
      bad = op;
      name = "Effects";
      text = "'" + op->getName().getStringRef().str() +
             "' may do more than to load and store";
    }
  });
  return bad ? refuse(bad, name, text) : true;
}

bool SegmentPlanner::collectStreams() {
  for (TileOp tile : ArrayRef(plan.chain).drop_back())
    for (Operation &op : tile.getBody().front())
      if (isa<AllocOp, CopyInOp, CopyOutOp>(op))
        return refuse(&op, "Hoisted",
                      "buffers and copies have to be in the innermost tile");
  Block &body = plan.innermost().getBody().front();
  for (AllocOp alloc : body.getOps<AllocOp>())
    if (!addStream(alloc))
      return false;
  bool nested = false;
  plan.innermost().getBody().walk(
      [&](AllocOp alloc) { nested |= alloc->getBlock() != &body; });
  if (nested)
    return refuse(nullptr, "NestedBuffer",
                  "a buffer is made inside of loops of a tile");
  return true;
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

bool SegmentPlanner::model() {
  ScopFailure failure;
  ScopOptions options;
  options.maxIslOperations = maxIslOperations;
  scop = Scop::build(plan.innermost(), failure, options);
  if (!scop)
    return refuse(failure.op, "NotModelled",
                  "the tile cannot be modelled: " + failure.reason);
  // All that sets may depend on is a symbol; then all of them are known.
  for (auto &[id, value] : scop->parameters())
    shape.asFunction(value);
  for (SegmentDim &dim : plan.dims) {
    dim.origin = shape.asMap(dim.origin.getResults());
    dim.count = shape.asMap(dim.count.getResults());
  }
  for (SegmentStream &stream : plan.streams)
    if (stream.array)
      stream.origin = shape.asMap(stream.origin.getResults());
  return true;
}

bool SegmentPlanner::readSets() {
  space.emplace(plan, *scop);
  for (auto [stream, use] : llvm::zip(plan.streams, uses)) {
    StreamSets &set = sets.emplace_back();
    if (!stream.array)
      continue;
    const ScopArray *array = scop->arrayOf(stream.array);
    // Two names of one array would be taken for two arrays.
    if (!array || array->kind != ScopArray::Kind::MemRef ||
        array->value != stream.array)
      return refuse(stream.alloc, "NotModelled",
                    "its array is a view, or the memory behind it is not "
                    "known");
    SmallVector<Operation *> ins(use.copyIns.begin(), use.copyIns.end());
    SmallVector<Operation *> outs(use.copyOuts.begin(), use.copyOuts.end());
    set.in = space->moved(ins, array);
    set.out = space->moved(outs, array);
    if ((!ins.empty() && set.in.is_null()) ||
        (!outs.empty() && set.out.is_null()))
      return refuse(stream.alloc, "NotModelled",
                    "what its copies move is not known, or depends on what is "
                    "computed in the tiles");
  }
  return true;
}

/// No other buffer, and no tile on another core, stores elements of `box` that
/// this tile does not store.
bool SegmentPlanner::storesWholeBox(unsigned number, const SegmentBox &box) {
  const StreamSets &set = sets[number];
  isl::map rest = box.elements.subtract(set.out);
  for (auto [other, use] : llvm::enumerate(sets)) {
    if (use.out.is_null() ||
        plan.streams[other].array != plan.streams[number].array)
      continue;
    isl::map pairs = rest.apply_range(use.out.reverse());
    // On one core, boxes that meet are stored before they are loaded again, or
    // the array is no stream.
    if (other == number)
      pairs = pairs.intersect(onDifferentCores(plan, *space));
    if (!pairs.is_empty().is_true())
      return false;
  }
  return true;
}

/// Origins that the mapping does not tell are the only coordinate there is.
bool SegmentPlanner::closeDims(unsigned number) {
  SegmentStream &stream = plan.streams[number];
  const StreamSets &set = sets[number];
  isl::map all = set.in.is_null()    ? set.out
                 : set.out.is_null() ? set.in
                                     : set.in.unite(set.out);
  SmallVector<AffineExpr> origin(stream.origin.getResults());
  for (unsigned d : openDims[number]) {
    origin[d] = space->onlyCoordinate(all, d);
    if (!origin[d])
      return refuse(stream.alloc, "Mapping",
                    sentence("dimension {0} of the array is not stored, and "
                             "has several coordinates in a tile",
                             named("Dimension", d)));
  }
  stream.origin = shape.asMap(origin);
  return true;
}

bool SegmentPlanner::takeBoxes(unsigned number) {
  SegmentStream &stream = plan.streams[number];
  StreamSets &set = sets[number];
  if (!stream.array)
    return true;
  if (!closeDims(number))
    return false;
  auto array = cast<MemRefType>(stream.array.getType());
  auto around = [&](const isl::map &elements) {
    return space->boxAround(elements, array, stream.origin, stream.type);
  };
  if (!set.out.is_null())
    set.store = around(set.out);
  stream.store = set.store.attr;
  isl::map needed = set.in;
  if (!set.in.is_null() && set.store.attr) {
    // What tiles before it in the run have stored is in the buffer.
    isl::map before =
        inOneRun(*space, runDepth(number)).intersect(earlier(*space));
    needed = set.in.subtract(before.apply_range(set.out));
  }
  if (!set.in.is_null() && !needed.is_empty().is_true())
    set.load = around(set.in);
  if ((!set.out.is_null() && !set.store.attr) ||
      (!set.load.elements.is_null() && !set.load.attr))
    return refuse(stream.alloc, "NotModelled",
                  "the box around it is not known");
  if (set.store.attr) {
    if (!set.store.elements.is_subset(set.out).is_true()) {
      // The rest is stored as it was loaded.
      isl::map all = set.in.is_null() ? set.out : set.in.unite(set.out);
      auto isWhole = [&](const SegmentBox &box) {
        if (!box.attr)
          return false;
        set.load = set.store = box;
        stream.load = stream.store = box.attr;
        return storesWholeBox(number, box);
      };
      // All of the buffer changes less often than what tiles need of it.
      if (!isWhole(around(all.coalesce())) &&
          !isWhole(space->wholeBuffer(array, stream.origin, stream.type)))
        return refuse(stream.alloc, "HullWriteBack",
                      "the box around what a tile stores has elements that it "
                      "does not store, but another core or another buffer "
                      "does: storing the box would undo that; fewer cores may "
                      "help, or one buffer for the array (scratch-promote "
                      "with 'partition=hull')");
    }
  }
  if (set.load.attr)
    stream.load = set.load.attr;
  stream.usage = !stream.store  ? prem::Usage::RO
                 : !stream.load ? prem::Usage::WO
                                : prem::Usage::RW;
  return true;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// `{ [k] -> [k'] }`: k stores an element that k' loads or stores.
static isl::map conflicts(const isl::map &stored, const StreamSets &other) {
  isl::map touched = other.in;
  if (touched.is_null())
    touched = other.store.elements;
  else if (!other.store.elements.is_null())
    touched = touched.unite(other.store.elements);
  return stored.apply_range(touched.reverse());
}

bool SegmentPlanner::checkCores() {
  isl::map apart = onDifferentCores(plan, *space);
  if (apart.is_empty().is_true())
    return true;
  for (auto [writer, set] : llvm::enumerate(sets)) {
    if (set.out.is_null())
      continue;
    for (auto [other, use] : llvm::enumerate(sets)) {
      if (plan.streams[other].array != plan.streams[writer].array)
        continue;
      StreamSets exact = use;
      exact.store.elements = use.out;
      if (!conflicts(set.out, exact).intersect(apart).is_empty().is_true())
        return refuse(
            plan.streams[writer].alloc, "CoresConflict",
            "a tile stores what a tile on another core loads or stores: the "
            "dimension must not be dealt to cores");
    }
  }
  return true;
}

bool SegmentPlanner::checkOtherBuffers(unsigned number) {
  if (sets[number].out.is_null())
    return true;
  isl::map same = inOneRun(*space, space->rank());
  for (auto [other, use] : llvm::enumerate(sets)) {
    if (other == number ||
        plan.streams[other].array != plan.streams[number].array)
      continue;
    isl::map pairs = conflicts(sets[number].out, use).subtract(same);
    if (!pairs.is_empty().is_true())
      return refuse(plan.streams[number].alloc, "SeveralBuffers",
                    "what it stores is in another buffer in another tile: the "
                    "array needs one buffer (scratch-promote with "
                    "'partition=hull')");
  }
  return true;
}

/// The box depends on the first so many dimensions.
unsigned SegmentPlanner::runDepth(unsigned number) const {
  const SegmentStream &stream = plan.streams[number];
  unsigned depth = 0;
  auto look = [&](AffineMap map) {
    for (unsigned d = 0; d < plan.dims.size(); ++d)
      if (map.isFunctionOfDim(d))
        depth = std::max(depth, d + 1);
  };
  look(stream.origin);
  for (prem::BoxAttr box : {stream.load, stream.store})
    if (box)
      for (ArrayRef<AffineMap> maps : {box.getLower(), box.getUpper()})
        llvm::for_each(maps, look);
  return depth;
}

/// The boxes are the same for all tiles of a core.
bool SegmentPlanner::isSteady(unsigned number) const {
  const SegmentStream &stream = plan.streams[number];
  for (unsigned d = 0; d < plan.dims.size(); ++d) {
    if (plan.dims[d].perGroup && *plan.dims[d].perGroup <= 1)
      continue;
    auto depends = [&](AffineMap map) { return map.isFunctionOfDim(d); };
    if (depends(stream.origin))
      return false;
    for (prem::BoxAttr box : {stream.load, stream.store})
      if (box && (llvm::any_of(box.getLower(), depends) ||
                  llvm::any_of(box.getUpper(), depends)))
        return false;
  }
  return true;
}

/// Whether boxes may be empty, or the same in a run and the next but one.
void SegmentPlanner::describeBoxes(unsigned number) {
  const StreamSets &set = sets[number];
  SegmentStream &stream = plan.streams[number];
  isl::map all;
  for (const isl::map &elements : {set.load.elements, set.store.elements}) {
    if (elements.is_null())
      continue;
    if (!space->tiles().is_subset(elements.domain()).is_true())
      stream.mayBeEmpty = true;
    all = all.is_null() ? elements : all.unite(elements);
  }
  if (all.is_null())
    return;
  // Two buffers: what is asked for is there already if it is the box of the
  // run before the last.
  isl::map next = inNextRun(plan, *space, runDepth(number));
  isl::map pairs = all.apply_range(all.reverse());
  stream.mayRepeat =
      !pairs.intersect(next.apply_range(next)).is_empty().is_true();
}

bool SegmentPlanner::mayStream(unsigned number) const {
  const StreamSets &set = sets[number];
  if (!set.store.attr)
    return true;
  return conflicts(set.store.elements, set)
      .intersect(inNextRun(plan, *space, runDepth(number)))
      .is_empty()
      .is_true();
}

/// What plans call an array: "arg0"; empty if it is no argument.
static std::string nameInPlans(Value array) {
  auto argument = dyn_cast_or_null<BlockArgument>(array);
  return argument ? "arg" + std::to_string(argument.getArgNumber()) : "";
}

bool SegmentPlanner::chooseMode(unsigned number) {
  SegmentStream &stream = plan.streams[number];
  if (!stream.array)
    return true;
  describeBoxes(number);
  std::optional<prem::Mode> asked;
  if (auto attribute = prem::PlanAttr::of(plan.chain.front()))
    if (DictionaryAttr modes = attribute.getModes())
      if (auto mode = modes.getAs<prem::ModeAttr>(nameInPlans(stream.array)))
        asked = mode.getValue();
  bool steady = isSteady(number), streams = mayStream(number);
  if (!streams)
    stream.note = "what the segments of a box store, those of the next box "
                  "load or store";
  stream.mode = steady    ? prem::Mode::Resident
                : streams ? prem::Mode::Stream
                          : prem::Mode::Serial;
  if (!asked)
    return true;
  if (*asked == prem::Mode::Resident && !steady)
    return refuse(stream.alloc, "PlanMode",
                  "its plan wants the array to be resident, but a core's "
                  "tiles need different boxes of it");
  if (*asked == prem::Mode::Stream && !streams)
    return refuse(stream.alloc, "PlanMode",
                  "its plan wants the array to be streamed, but " +
                      stream.note);
  stream.mode = *asked;
  return true;
}

/// All arrays that the plan has modes for are there.
bool SegmentPlanner::checkModes(TileOp outermost) {
  auto attribute = prem::PlanAttr::of(outermost);
  if (!attribute || !attribute.getModes())
    return true;
  for (NamedAttribute mode : attribute.getModes())
    if (llvm::none_of(plan.streams, [&](const SegmentStream &stream) {
          return nameInPlans(stream.array) == mode.getName().strref();
        }))
      return refuse(outermost, "PlanMode",
                    "its plan has a mode for '" + mode.getName().strref() +
                        "', which its tiles do not copy from or to");
  return true;
}

bool SegmentPlanner::run(TileOp outermost, int64_t cores) {
  if (!shape.read(outermost, cores) || !collectStreams() || !checkBody() ||
      !model())
    return false;
  IslOperationsGuard guard(scop->ctx(), maxIslOperations);
  bool done = readSets();
  for (unsigned n = 0; done && n < plan.streams.size(); ++n)
    done = takeBoxes(n);
  done = done && checkCores();
  for (unsigned n = 0; done && n < plan.streams.size(); ++n)
    done = checkOtherBuffers(n) && chooseMode(n);
  // A null object proves nothing, so what is refused may be for want of budget.
  if (guard.exceeded())
    return refuse(outermost, "Budget",
                  sentence("budget of {0} isl operations exhausted",
                           named("MaxIslOperations", maxIslOperations)));
  return done && checkModes(outermost);
}

std::optional<SegmentPlan> polymem::planSegments(TileOp outermost,
                                                 int64_t cores,
                                                 unsigned long maxIslOperations,
                                                 SegmentRefusal &refusal) {
  SegmentPlanner planner(maxIslOperations, refusal);
  if (!planner.run(outermost, cores))
    return std::nullopt;
  return std::move(planner.plan);
}
