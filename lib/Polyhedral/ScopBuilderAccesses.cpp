//===- ScopBuilderAccesses.cpp - arrays and memory accesses ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which memory objects there are and what each operation does to them.
//
// Two memory objects do not overlap when each is a function argument, a global
// or an allocation: different arguments are assumed not to alias. A memref of
// any other origin may be any object that is not an allocation known to be
// reached by loads, stores and copies only.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/SourceNames.h"
#include "ScopBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Memory objects
//===----------------------------------------------------------------------===//

static bool isFunctionArgument(Value memref) {
  auto arg = dyn_cast<BlockArgument>(memref);
  return arg && arg.getOwner()->isEntryBlock() &&
         isa_and_nonnull<FunctionOpInterface>(arg.getOwner()->getParentOp());
}

ScopBuilder::ResolvedMemRef ScopBuilder::resolve(Value memref,
                                                 const ScopFrame &frame) {
  ResolvedMemRef result;
  // Coordinates of the memref itself: the last dimensions of the frame.
  auto type = dyn_cast<MemRefType>(memref.getType());
  unsigned rank = type ? type.getRank() : 0;
  ScopFrame inner = frame.extended(SmallVector<Value>(rank));
  for (unsigned d = 0; d < rank; ++d)
    result.coordinates.push_back(inner.dim(frame.depth() + d));
  result.affine = static_cast<bool>(type);

  while (Operation *op = memref.getDefiningOp()) {
    if (auto cast = dyn_cast<memref::CastOp>(op)) {
      result.affine &= isa<MemRefType>(cast.getSource().getType());
      memref = cast.getSource();
    } else if (auto cast = dyn_cast<memref::MemorySpaceCastOp>(op)) {
      memref = cast.getSource();
    } else if (auto view = dyn_cast<memref::SubViewOp>(op)) {
      // Source coordinate = offset + stride * view coordinate; a dropped
      // dimension has one element.
      llvm::SmallBitVector dropped = view.getDroppedDims();
      SmallVector<isl::pw_aff> source;
      unsigned kept = 0;
      for (unsigned d = 0; result.affine && d < view.getSourceType().getRank();
           ++d) {
        isl::pw_aff offset = affineValue(view.getMixedOffsets()[d], inner);
        isl::pw_aff stride = affineValue(view.getMixedStrides()[d], inner);
        result.affine &= !offset.is_null();
        if (result.affine && !dropped.test(d)) {
          result.affine &= !stride.is_null() && stride.is_cst().is_true();
          if (result.affine)
            offset = offset.add(stride.mul(result.coordinates[kept++]));
        }
        source.push_back(offset);
      }
      result.coordinates = source;
      memref = view.getSource();
    } else if (auto view = dyn_cast<ViewLikeOpInterface>(op)) {
      result.affine = false;
      memref = view.getViewSource();
    } else {
      break;
    }
    result.viewed = true;
  }

  if (auto global = memref.getDefiningOp<memref::GetGlobalOp>()) {
    memref = globals.try_emplace(global.getName(), memref).first->second;
    result.known = true;
  } else {
    result.known = isFunctionArgument(memref) || isAllocation(memref);
  }
  result.base = memref;
  return result;
}

/// `use` of a memref does more than access elements through it. Views that it
/// makes are added to `views`, to be looked at in turn.
static bool usedForMoreThanElements(OpOperand &use,
                                    SmallVectorImpl<Value> &views) {
  Operation *user = use.getOwner();
  Value memref = use.get();
  if (auto view = dyn_cast<ViewLikeOpInterface>(user)) {
    llvm::append_range(views, user->getResults());
    return view.getViewSource() != memref;
  }
  if (auto store = dyn_cast<affine::AffineWriteOpInterface>(user))
    return store.getValueToStore() == memref;
  if (auto store = dyn_cast<memref::StoreOp>(user))
    return store.getValueToStore() == memref;
  if (isa<affine::AffineReadOpInterface, memref::LoadOp, memref::CopyOp,
          memref::DimOp, memref::DeallocOp, PolyhedralCopyOpInterface>(user))
    return false;
  // Structured operations say what they do with each operand.
  auto effects = dyn_cast<MemoryEffectOpInterface>(user);
  return !effects || user->getNumResults() != 0 || isa<CallOpInterface>(user) ||
         user->hasTrait<OpTrait::IsTerminator>();
}

/// Some use of the memref or of a view of it does more than access elements.
bool ScopBuilder::escapes(Value memref) {
  auto found = escaping.find(memref);
  if (found != escaping.end())
    return found->second;
  SmallVector<Value> views = {memref};
  auto givesAway = [&](Value view) {
    return llvm::any_of(view.getUses(), [&](OpOperand &use) {
      return usedForMoreThanElements(use, views);
    });
  };
  bool result = false;
  for (unsigned v = 0; !result && v < views.size(); ++v)
    result = givesAway(views[v]);
  escaping[memref] = result;
  return result;
}

bool ScopBuilder::isLocal(Value base) {
  return isAllocation(base) && !escapes(base);
}

unsigned ScopBuilder::otherMemory() {
  if (!other) {
    other = scop->arrayList.size();
    ScopArray &array = scop->arrayList.emplace_back();
    array.name = uniqueName("other");
    array.kind = ScopArray::Kind::Other;
  }
  return *other;
}

/// What the source calls the memory that `base` is. Empty for names that are no
/// identifiers and for those that could be ours ("S0", "arg1").
static StringRef nameForArray(Value base) {
  StringRef name = sourceNameOf(base);
  bool couldBeOurs = llvm::is_contained({"S", "arg", "mem", "val", "other"},
                                        name.rtrim("0123456789"));
  return isIdentifier(name) && !couldBeOurs ? name : StringRef();
}

unsigned ScopBuilder::arrayFor(Value base) {
  auto [entry, isNew] = arrayIndex.try_emplace(base, scop->arrayList.size());
  if (!isNew)
    return entry->second;
  ScopArray &array = scop->arrayList.emplace_back();
  array.kind = ScopArray::Kind::MemRef;
  array.value = base;
  if (auto type = dyn_cast<MemRefType>(base.getType()))
    array.rank = type.getRank();
  if (StringRef name = nameForArray(base); !name.empty())
    array.name = uniqueName(name);
  if (auto arg = dyn_cast<BlockArgument>(base)) {
    if (array.name.empty())
      array.name = ("arg" + Twine(arg.getArgNumber())).str();
    auto func = cast<FunctionOpInterface>(arg.getOwner()->getParentOp());
    // Inside the function others may still read the values.
    array.liveOut =
        func != root || !func.getArgAttr(arg.getArgNumber(), kDeadOutAttr);
    return entry->second;
  }
  if (array.name.empty())
    array.name = ("mem" + Twine(counters["mem"]++)).str();
  // A new object in each iteration, unless it is a global.
  auto frame = blockFrames.find(base.getParentBlock());
  if (frame != blockFrames.end() && isAllocation(base))
    array.depth = frame->second.depth();
  array.liveOut =
      !isLocal(base) || !root->isProperAncestor(base.getDefiningOp());
  return entry->second;
}

//===----------------------------------------------------------------------===//
// Relations
//===----------------------------------------------------------------------===//

/// `{ [i] -> [] }` over `frame`: to be extended by `flat_range_product`.
static isl::map emptyTuple(const ScopFrame &frame) {
  return isl::map::from_domain_and_range(
      isl::set::universe(frame.space()),
      isl::set::universe(isl::space(frame.domain.ctx(), 0, 0)));
}

isl::map ScopBuilder::prefixMap(const ScopFrame &frame, unsigned depth) {
  isl::map result = emptyTuple(frame);
  for (unsigned d = 0; d < depth; ++d)
    result = result.flat_range_product(frame.dim(d).as_map());
  return result;
}

isl::map ScopBuilder::wholeRelation(const ScopFrame &frame,
                                    const ScopArray &array, unsigned prefix) {
  isl::map result = isl::map::from_domain_and_range(
      isl::set::universe(frame.space()), array.extent.reset_tuple_id());
  for (unsigned d = 0; d < prefix; ++d)
    result = isl::manage(
        isl_map_equate(result.release(), isl_dim_in, d, isl_dim_out, d));
  return result;
}

void ScopBuilder::addAnything(Operation *op, ScopAccess::Kind kind,
                              SmallVectorImpl<Event> &events) {
  otherMemory();
  events.push_back(
      {op, kind, /*must=*/false, Event::Extent::Anything, 0, isl::map()});
}

void ScopBuilder::addAccess(const AccessSite &site, isl::map elements) {
  auto &[op, kind, memref, frame, sure, events] = site;
  ResolvedMemRef resolved = resolve(memref, frame);
  if (!resolved.known)
    return addAnything(op, kind, events);
  // Memory made inside a statement is the statement's own.
  if (Operation *def = resolved.base.getDefiningOp())
    if (statementContaining(def))
      return;
  unsigned a = arrayFor(resolved.base);
  if (elements.is_null() || !resolved.affine) {
    events.push_back(
        {op, kind, /*must=*/false, Event::Extent::Whole, a, isl::map()});
    return;
  }
  if (resolved.viewed) {
    // { [i] -> [v] } to { [i] -> [i, v] } to { [i] -> [a] }.
    unsigned rank = cast<MemRefType>(memref.getType()).getRank();
    ScopFrame inner = frame.extended(SmallVector<Value>(rank));
    isl::map toBase = emptyTuple(inner);
    for (const isl::pw_aff &coordinate : resolved.coordinates)
      toBase = toBase.flat_range_product(coordinate.as_map());
    elements = prefixMap(frame, frame.depth())
                   .flat_range_product(elements)
                   .apply_range(toBase);
  }
  isl::map relation =
      prefixMap(frame, scop->arrayList[a].depth).flat_range_product(elements);
  events.push_back({op, kind, sure && frame.exact, Event::Extent::Relation, a,
                    relation, sure});
}

void ScopBuilder::addElementAccess(
    const AccessSite &site, std::optional<SmallVector<isl::pw_aff>> indices,
    ArrayRef<int64_t> vector) {
  isl::map elements;
  if (indices) {
    elements = emptyTuple(site.frame);
    int padding = indices->size() - vector.size();
    for (auto [d, index] : llvm::enumerate(*indices)) {
      isl::map coordinate = index.as_map();
      if (int(d) >= padding) {
        isl::set lanes =
            isl::set::universe(isl::space(ctx, 0, 1))
                .lower_bound_val(isl::dim::set, 0, 0)
                .upper_bound_val(isl::dim::set, 0, vector[d - padding] - 1);
        coordinate = coordinate.sum(
            isl::map::from_domain_and_range(coordinate.domain(), lanes));
      }
      elements = elements.flat_range_product(coordinate);
    }
  }
  addAccess(site, elements);
}

void ScopBuilder::addWholeAccess(AccessSite site) {
  auto &[op, kind, memref, frame, sure, events] = site;
  auto type = dyn_cast<MemRefType>(memref.getType());
  ResolvedMemRef resolved = resolve(memref, frame);
  if (!type || !resolved.known || !resolved.viewed) {
    size_t first = events.size();
    addAccess(site, isl::map());
    for (Event &event : llvm::drop_begin(events, first))
      event.must = sure && frame.exact && event.extent == Event::Extent::Whole;
    return;
  }
  // The elements of a view: all coordinates below its sizes.
  ScopFrame inner = frame.extended(SmallVector<Value>(type.getRank()));
  isl::set box = isl::set::universe(inner.space());
  isl::pw_aff zero(isl::aff::zero_on_domain(inner.space()));
  for (unsigned d = 0; d < type.getRank(); ++d) {
    isl::pw_aff size = memrefDim(memref, d, inner);
    isl::pw_aff coordinate = inner.dim(frame.depth() + d);
    box = box.intersect(coordinate.ge_set(zero));
    if (size.is_null())
      sure = false;
    else
      box = box.intersect(coordinate.lt_set(size));
  }
  isl::map elements = isl::map::from_range(box).move_dims(
      isl::dim::in, 0, isl::dim::out, 0, frame.depth());
  addAccess(site, elements);
}

isl::pw_aff ScopBuilder::memrefDim(Value memref, unsigned dim,
                                   const ScopFrame &frame) {
  auto type = cast<MemRefType>(memref.getType());
  if (!type.isDynamicDim(dim))
    return affineValue(
        OpFoldResult(IntegerAttr::get(IndexType::get(type.getContext()),
                                      type.getDimSize(dim))),
        frame);
  if (auto cast = memref.getDefiningOp<memref::CastOp>())
    if (auto source = dyn_cast<MemRefType>(cast.getSource().getType()))
      return memrefDim(cast.getSource(), dim, frame);
  if (auto view = memref.getDefiningOp<memref::SubViewOp>()) {
    llvm::SmallBitVector dropped = view.getDroppedDims();
    unsigned kept = 0;
    for (auto [d, size] : llvm::enumerate(view.getMixedSizes()))
      if (!dropped.test(d) && kept++ == dim)
        return affineValue(size, frame);
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void ScopBuilder::collectAccesses(Operation *op, const ScopFrame &frame,
                                  bool sure, SmallVectorImpl<Event> &events) {
  using Kind = ScopAccess::Kind;
  auto at = [&](Kind kind, Value memref) {
    return AccessSite{op, kind, memref, frame, sure, events};
  };
  auto affineAccess = [&](Kind kind, auto access, Type type) {
    auto indices =
        affineResults(access.getAffineMap(), access.getMapOperands(), frame);
    ArrayRef<int64_t> vector;
    auto vectorType = dyn_cast<VectorType>(type);
    if (vectorType && access.getMemRefType().getElementType() != type) {
      vector = vectorType.getShape();
      // The number of elements of a scalable vector is not known.
      if (vectorType.isScalable())
        indices.reset();
    }
    addElementAccess(at(kind, access.getMemRef()), indices, vector);
  };
  auto indexed = [&](ValueRange indices) {
    std::optional<SmallVector<isl::pw_aff>> affs;
    affs.emplace();
    for (Value index : indices) {
      isl::pw_aff aff = affineValue(index, frame);
      if (aff.is_null())
        return std::optional<SmallVector<isl::pw_aff>>();
      affs->push_back(aff);
    }
    return affs;
  };

  if (auto load = dyn_cast<affine::AffineReadOpInterface>(op))
    return affineAccess(Kind::Read, load, load.getValue().getType());
  if (auto store = dyn_cast<affine::AffineWriteOpInterface>(op))
    return affineAccess(Kind::Write, store, store.getValueToStore().getType());
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return addElementAccess(at(Kind::Read, load.getMemRef()),
                            indexed(load.getIndices()), {});
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return addElementAccess(at(Kind::Write, store.getMemRef()),
                            indexed(store.getIndices()), {});
  if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    addWholeAccess(at(Kind::Read, copy.getSource()));
    addWholeAccess(at(Kind::Write, copy.getTarget()));
    return;
  }
  if (isa<PolyhedralCopyOpInterface>(op))
    return collectSetCopy(op, op, frame, sure, events);
  if (isa<scf::IfOp, affine::AffineIfOp>(op))
    return collectBranches(op, frame, sure, events);
  // A hint, without effect on values.
  if (isa<affine::AffinePrefetchOp>(op))
    return;
  collectEffects(op, frame, events);
  for (Region &region : op->getRegions())
    collectRegionAccesses(region, frame, /*sure=*/false, events);
}

void ScopBuilder::collectRegionAccesses(Region &region, const ScopFrame &frame,
                                        bool sure,
                                        SmallVectorImpl<Event> &events) {
  // Between several blocks nothing is certain.
  sure &= region.hasOneBlock();
  for (Block &block : region)
    for (Operation &op : block)
      collectAccesses(&op, frame, sure, events);
}

/// What both branches surely do is done for sure. Of a write in both, only the
/// one in the second branch is: reads there come behind those of the first in
/// the list, but do not see them.
void ScopBuilder::collectBranches(Operation *op, const ScopFrame &frame,
                                  bool sure, SmallVectorImpl<Event> &events) {
  SmallVector<Event> thenEvents, elseEvents;
  collectRegionAccesses(op->getRegion(0), frame, sure, thenEvents);
  collectRegionAccesses(op->getRegion(1), frame, sure, elseEvents);
  auto same = [](const Event &a, const Event &b) {
    if (!a.must || !b.must || a.kind != b.kind || a.extent != b.extent ||
        a.array != b.array)
      return false;
    return a.extent == Event::Extent::Whole ||
           (a.extent == Event::Extent::Relation &&
            a.relation.is_equal(b.relation).is_true());
  };
  auto inBoth = [&](const Event &event, ArrayRef<Event> others) {
    return llvm::any_of(others, [&](const Event &o) { return same(event, o); });
  };
  SmallVector<Event> result;
  for (const Event &event : thenEvents) {
    result.push_back(event);
    result.back().must =
        event.kind == ScopAccess::Kind::Read && inBoth(event, elseEvents);
  }
  for (const Event &event : elseEvents) {
    result.push_back(event);
    result.back().must = inBoth(event, thenEvents);
  }
  events.append(result);
}

void ScopBuilder::collectSetCopy(Operation *copyOp, Operation *op,
                                 const ScopFrame &frame, bool sure,
                                 SmallVectorImpl<Event> &events) {
  auto copy = cast<PolyhedralCopyOpInterface>(copyOp);
  auto type = dyn_cast<MemRefType>(copy.getPolyhedralSource().getType());
  isl::map elements;
  if (type) {
    ScopFrame inner = frame.extended(SmallVector<Value>(type.getRank()));
    SmallVector<isl::pw_aff> dims, symbols;
    for (unsigned d = 0; d < type.getRank(); ++d)
      dims.push_back(inner.dim(frame.depth() + d));
    bool affine = true;
    for (Value symbol : copy.getPolyhedralSymbols()) {
      symbols.push_back(affineValue(symbol, inner));
      affine &= !symbols.back().is_null();
    }
    isl::set all = isl::set::empty(inner.space());
    for (IntegerSet set : copy.getPolyhedralSets()) {
      isl::set part;
      if (affine && set.getNumDims() == dims.size() &&
          set.getNumSymbols() == symbols.size())
        part = integerSetToSet(set, dims, symbols, inner.space());
      affine &= !part.is_null();
      if (affine)
        all = all.unite(part);
    }
    if (affine)
      elements =
          isl::map::from_range(all.coalesce())
              .move_dims(isl::dim::in, 0, isl::dim::out, 0, frame.depth());
  }
  addAccess({op, ScopAccess::Kind::Read, copy.getPolyhedralSource(), frame,
             sure, events},
            elements);
  addAccess({op, ScopAccess::Kind::Write, copy.getPolyhedralTarget(), frame,
             sure, events},
            elements);
}

/// The copies that `value` is of if it is carried by a loop, or a loop's
/// result: none if it may be of something else.
static SmallVector<PolyhedralCopyOpInterface> copiesHandedOn(Value value) {
  SmallVector<Value> worklist = {value};
  SmallPtrSet<Value, 8> seen;
  SmallVector<PolyhedralCopyOpInterface> copies;
  while (!worklist.empty()) {
    Value one = worklist.pop_back_val();
    if (!seen.insert(one).second)
      continue;
    if (auto copy = one.getDefiningOp<PolyhedralCopyOpInterface>()) {
      copies.push_back(copy);
      continue;
    }
    auto argument = dyn_cast<BlockArgument>(one);
    auto result = dyn_cast<OpResult>(one);
    auto loop = dyn_cast<LoopLikeOpInterface>(
        argument ? argument.getOwner()->getParentOp() : one.getDefiningOp());
    if (!loop || !isa<PolyhedralLoopOpInterface>(*loop))
      return {};
    OpOperand *init = argument ? loop.getTiedLoopInit(argument)
                               : loop.getTiedLoopInit(result);
    OpOperand *next =
        init ? loop.getTiedLoopYieldedValue(loop.getTiedLoopRegionIterArg(init))
             : nullptr;
    if (!init || !next)
      return {};
    worklist.push_back(init->get());
    worklist.push_back(next->get());
  }
  return copies;
}

/// What an operation says of itself, without its regions.
void ScopBuilder::collectEffects(Operation *op, const ScopFrame &frame,
                                 SmallVectorImpl<Event> &events) {
  using Kind = ScopAccess::Kind;
  auto touch = [&](Kind kind, Value memref) {
    addWholeAccess({op, kind, memref, frame, /*sure=*/false, events});
  };
  // Waiting for a copy is when its accesses are certain to be over. Memory
  // that the operation does not name is the copy's.
  bool waits = false;
  if (!isMemoryEffectFree(op))
    for (Value operand : op->getOperands()) {
      if (auto copy = operand.getDefiningOp<PolyhedralCopyOpInterface>()) {
        collectSetCopy(copy, op, frame, /*sure=*/false, events);
        waits = true;
        continue;
      }
      // What a loop hands on is of copies of other iterations.
      for (PolyhedralCopyOpInterface copy : copiesHandedOn(operand)) {
        touch(Kind::Read, copy.getPolyhedralSource());
        touch(Kind::Write, copy.getPolyhedralTarget());
        waits = true;
      }
    }
  if (auto effectOp = dyn_cast<MemoryEffectOpInterface>(op)) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    effectOp.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects) {
      if (isa<MemoryEffects::Allocate>(effect.getEffect()))
        continue;
      Kind kind = isa<MemoryEffects::Read>(effect.getEffect()) ? Kind::Read
                                                               : Kind::Write;
      Value value = effect.getValue();
      if (value && isa<BaseMemRefType>(value.getType()))
        touch(kind, value);
      else if (!waits)
        addAnything(op, kind, events);
    }
    return;
  }
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
      op->hasTrait<OpTrait::IsTerminator>() ||
      isa<PolyhedralLoopOpInterface>(op))
    return;
  // A memref given to an operation of unknown effect escapes, so its object is
  // among those that others can reach.
  for (Value operand : op->getOperands())
    if (isa<BaseMemRefType>(operand.getType()))
      if (ResolvedMemRef resolved = resolve(operand, frame); resolved.known)
        if (Operation *def = resolved.base.getDefiningOp();
            !def || !statementContaining(def))
          arrayFor(resolved.base);
  addAnything(op, Kind::Read, events);
  addAnything(op, Kind::Write, events);
}
