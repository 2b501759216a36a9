//===- ScopBuilder.cpp - statements, domains and their order --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk over loops, conditions and blocks, and the assembly of the scop once
// everything has been seen.
//
//===----------------------------------------------------------------------===//

#include "ScopBuilder.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace polymem;

ScopBuilder::ScopBuilder(Operation *root, ScopFailure &failure,
                         const ScopOptions &options)
    : scop(new Scop(options.context)), root(root),
      modelsBody(root->hasTrait<OpTrait::AffineScope>()), failure(failure),
      options(options), ctx(scop->ctx()) {
  scop->rootOp = root;
  outside.domain = isl::set::universe(isl::space(ctx, 0, 0));
  outside.firstIterations = known = outside.domain;
}

bool ScopBuilder::fail(Operation *op, const Sentence &reason) {
  failure.op = op;
  failure.reason = reason;
  return false;
}

std::unique_ptr<Scop> Scop::build(Operation *root, ScopFailure &failure,
                                  const ScopOptions &options) {
  return ScopBuilder(root, failure, options).run();
}

std::unique_ptr<Scop> ScopBuilder::run() {
  IslOperationsGuard guard(ctx, options.maxIslOperations);
  if (options.parametersOf)
    for (const auto &[id, value] : options.parametersOf->parameters())
      parameter(value);
  OrderNode order;
  bool walked = walkRoot(order);
  if (walked)
    finish(order);
  if (guard.exceeded()) {
    fail(root, sentence("the model needs more than {0} isl operations",
                        named("MaxIslOperations", options.maxIslOperations)));
    return nullptr;
  }
  if (!walked)
    return nullptr;
  return std::move(scop);
}

//===----------------------------------------------------------------------===//
// Loops and conditions
//===----------------------------------------------------------------------===//

static bool isModelledLoop(Operation *op) {
  return isa<affine::AffineForOp, affine::AffineParallelOp,
             PolyhedralLoopOpInterface>(op);
}

static SmallVector<Value> loopIvs(Operation *op) {
  if (auto loop = dyn_cast<affine::AffineForOp>(op))
    return {loop.getInductionVar()};
  if (auto loop = dyn_cast<affine::AffineParallelOp>(op))
    return SmallVector<Value>(loop.getIVs().begin(), loop.getIVs().end());
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getInductionVar()};
  return cast<PolyhedralLoopOpInterface>(op).getPolyhedralIvs();
}

/// The terms of a bound that an operation of type `OpTy` computes.
template <typename OpTy>
std::optional<SmallVector<isl::pw_aff>>
ScopBuilder::extremumTerms(OpFoldResult bound, const ScopFrame &frame) {
  auto value = dyn_cast<Value>(bound);
  auto op = value ? value.getDefiningOp<OpTy>() : OpTy();
  if (!op)
    return std::nullopt;
  return affineResults(op.getMap(), op.getOperands(), frame);
}

std::optional<SmallVector<ScopLoopBounds>>
ScopBuilder::loopBounds(Operation *op, const ScopFrame &frame) {
  SmallVector<ScopLoopBounds> result;
  auto addMaps = [&](Value iv, AffineMap lower, ValueRange lowerOperands,
                     AffineMap upper, ValueRange upperOperands, int64_t step,
                     bool parallel) {
    if (step <= 0)
      return false;
    auto lowers = affineResults(lower, lowerOperands, frame);
    auto uppers = affineResults(upper, upperOperands, frame);
    if (!lowers || !uppers)
      return false;
    result.push_back({iv, *lowers, *uppers, isl::val(ctx, (long)step),
                      isl::pw_aff(), parallel});
    return true;
  };
  auto addValues = [&](Value iv, OpFoldResult lower, OpFoldResult upper,
                       OpFoldResult step, bool parallel) {
    isl::pw_aff lowerAff = affineValue(lower, frame);
    isl::pw_aff upperAff = affineValue(upper, frame);
    if (lowerAff.is_null() || upperAff.is_null())
      return false;
    ScopLoopBounds bounds{iv, {lowerAff}, {upperAff}, {}, {}, parallel};
    isl::pw_aff stepAff = affineValue(step, outside);
    if (!stepAff.is_null() && stepAff.is_cst().is_true()) {
      bounds.step = stepAff.max_multi_val().at(0);
      if (!bounds.step.is_pos().is_true())
        return false;
      // One constraint for each term of a maximum (minimum): no case
      // distinction that would have to be undone.
      if (auto terms = extremumTerms<affine::AffineMaxOp>(lower, frame))
        bounds.lower = *terms;
      if (auto terms = extremumTerms<affine::AffineMinOp>(upper, frame))
        bounds.upper = *terms;
    } else if (!stepAff.is_null()) {
      assumePositive(op, stepAff, frame);
      bounds.symbolicStep = stepAff;
    }
    result.push_back(bounds);
    return true;
  };

  if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    if (!addMaps(loop.getInductionVar(), loop.getLowerBoundMap(),
                 loop.getLowerBoundOperands(), loop.getUpperBoundMap(),
                 loop.getUpperBoundOperands(), loop.getStepAsInt(), false))
      return std::nullopt;
  } else if (auto loop = dyn_cast<affine::AffineParallelOp>(op)) {
    SmallVector<int64_t> steps = loop.getSteps();
    for (auto [d, iv] : llvm::enumerate(loop.getIVs()))
      if (!addMaps(iv, loop.getLowerBoundMap(d), loop.getLowerBoundsOperands(),
                   loop.getUpperBoundMap(d), loop.getUpperBoundsOperands(),
                   steps[d], loop.getNumResults() == 0))
        return std::nullopt;
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (!addValues(loop.getInductionVar(), loop.getLowerBound(),
                   loop.getUpperBound(), loop.getStep(), false))
      return std::nullopt;
  } else if (auto loop = dyn_cast<PolyhedralLoopOpInterface>(op)) {
    SmallVector<OpFoldResult> lowers = loop.getPolyhedralLowerBounds();
    SmallVector<OpFoldResult> uppers = loop.getPolyhedralUpperBounds();
    SmallVector<OpFoldResult> steps = loop.getPolyhedralSteps();
    for (auto [d, iv] : llvm::enumerate(loop.getPolyhedralIvs()))
      if (!addValues(iv, lowers[d], uppers[d], steps[d],
                     loop.isPolyhedralParallel(d)))
        return std::nullopt;
  } else {
    return std::nullopt;
  }
  return result;
}

std::optional<isl::set> ScopBuilder::ifCondition(Operation *op,
                                                 const ScopFrame &frame) {
  auto ifOp = cast<affine::AffineIfOp>(op);
  IntegerSet set = ifOp.getIntegerSet();
  SmallVector<isl::pw_aff> dims, symbols;
  for (Value operand : ifOp.getOperands())
    if (!isAffineValue(operand, frame))
      return std::nullopt;
  for (auto [k, operand] : llvm::enumerate(ifOp.getOperands()))
    (k < set.getNumDims() ? dims : symbols)
        .push_back(affineValue(operand, frame));
  isl::set result = integerSetToSet(set, dims, symbols, frame.space());
  if (result.is_null())
    return std::nullopt;
  return result;
}

/// Dimension `dim` of the loop `op`, whatever is around.
static ScopLoop loopEntry(Operation *op, unsigned dim,
                          const ScopLoopBounds &bound) {
  ScopLoop entry;
  entry.op = op;
  entry.dim = dim;
  entry.iv = bound.iv;
  entry.parallel = bound.parallel;
  entry.exactStep = !bound.step.is_null();
  if (!entry.exactStep && !bound.symbolicStep.is_null()) {
    entry.step = bound.symbolicStep;
    entry.lower = bound.lower.front();
    entry.upper = bound.upper.front();
  }
  return entry;
}

bool ScopBuilder::walkLoop(Operation *op, const ScopFrame &frame,
                           ArrayRef<ScopLoopBounds> bounds, OrderNode &order) {
  modelledDepth[op] = frame.depth();
  ScopFrame inner = frame.extended(loopIvs(op));
  inner.controls.push_back(op);
  OrderNode loop;
  loop.kind = OrderNode::Kind::Loop;
  loop.index = scop->loopList.size();
  loop.count = bounds.size();
  loop.depth = frame.depth();
  for (auto [d, bound] : llvm::enumerate(bounds)) {
    bool exactStep = !bound.step.is_null();
    inner.domain =
        inner.domain.intersect(bound.constraints(inner.dim(frame.depth() + d)));
    inner.exact &= exactStep;
    if (!exactStep)
      inner.firstIterations = inner.firstIterations.intersect(
          inner.dim(frame.depth() + d).eq_set(bound.lower.front()));
    scop->loopList.push_back(loopEntry(op, d, bound));
    scop->loopList.back().depth = frame.depth() + d;
  }
  inner.domain = inner.domain.coalesce();
  Region &body = isa<PolyhedralLoopOpInterface>(op)
                     ? cast<PolyhedralLoopOpInterface>(op).getPolyhedralBody()
                     : op->getRegion(0);
  if (!llvm::hasSingleElement(body))
    return fail(op, "the loop's body has several blocks");
  if (!walkBlock(body.front(), inner, loop.children.emplace_back()))
    return false;
  order.children.push_back(std::move(loop));
  return true;
}

bool ScopBuilder::walkIf(Operation *op, const ScopFrame &frame,
                         const isl::set &condition, OrderNode &order) {
  modelledDepth[op] = frame.depth();
  auto ifOp = cast<affine::AffineIfOp>(op);
  for (Region *region : {&ifOp.getThenRegion(), &ifOp.getElseRegion()}) {
    if (region->empty())
      continue;
    ScopFrame inner = frame;
    inner.controls.push_back(op);
    inner.domain = region == &ifOp.getThenRegion()
                       ? inner.domain.intersect(condition)
                       : inner.domain.subtract(condition);
    inner.domain = inner.domain.coalesce();
    if (!walkBlock(region->front(), inner, order.children.emplace_back()))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Blocks and statements
//===----------------------------------------------------------------------===//

bool ScopBuilder::walkRoot(OrderNode &order) {
  addContextAround(root);
  if (!modelsBody) {
    std::optional<unsigned> run;
    return walkOp(root, outside, order, run);
  }
  if (auto loop = dyn_cast<PolyhedralLoopOpInterface>(root)) {
    if (!llvm::hasSingleElement(loop.getPolyhedralBody()))
      return fail(root, "the loop's body has several blocks");
    if (options.traceOrigins)
      traceOrigins(loop);
    return walkBlock(loop.getPolyhedralBody().front(), outside, order);
  }
  if (root->getNumRegions() != 1)
    return fail(root, "it has not one region");
  Region &body = root->getRegion(0);
  if (body.empty())
    return fail(root, "it has no body");
  if (!llvm::hasSingleElement(body)) {
    // Name the branch, which is what keeps the region from being structured.
    return fail(body.front().getTerminator(),
                "control flow between blocks is not structured");
  }
  return walkBlock(body.front(), outside, order);
}

void ScopBuilder::traceOrigins(PolyhedralLoopOpInterface loop) {
  auto bounds = loopBounds(loop, outside);
  if (!bounds)
    return;
  for (auto [d, bound] : llvm::enumerate(*bounds)) {
    affineValue(bound.iv, outside);
    scop->rootLoopList.push_back(loopEntry(loop, d, bound));
  }
}

bool ScopBuilder::walkBlock(Block &block, const ScopFrame &frame,
                            OrderNode &order) {
  blockFrames[&block] = frame;
  std::optional<unsigned> run;
  for (Operation &op : block)
    if (!walkOp(&op, frame, order, run))
      return false;
  return true;
}

bool ScopBuilder::walkOp(Operation *op, const ScopFrame &frame,
                         OrderNode &order, std::optional<unsigned> &run) {
  if (options.isLeftOut && options.isLeftOut(op))
    return true;
  if (op->hasTrait<OpTrait::IsTerminator>()) {
    // Values yielded to a modelled loop or condition are copied to a cell.
    if (op->getNumOperands() != 0 && modelledDepth.count(op->getParentOp()))
      return addToRun(op, frame, order, run);
    if (op->getNumSuccessors() != 0)
      return fail(op, "control flow between blocks is not structured");
    return true;
  }
  if (isModelledLoop(op)) {
    auto bounds = loopBounds(op, frame.extended(loopIvs(op)));
    if (!bounds)
      return addToRun(op, frame, order, run);
    if (op->getNumResults() != 0) {
      startRun(frame, order, run);
      infos[*run].initialised.push_back(op);
    }
    run.reset();
    return walkLoop(op, frame, *bounds, order);
  }
  if (isa<affine::AffineIfOp>(op)) {
    auto condition = ifCondition(op, frame);
    if (!condition)
      return addToRun(op, frame, order, run);
    run.reset();
    return walkIf(op, frame, *condition, order);
  }
  if (isSkipped(op, frame))
    return true;
  return addToRun(op, frame, order, run);
}

void ScopBuilder::startRun(const ScopFrame &frame, OrderNode &order,
                           std::optional<unsigned> &run) {
  if (run)
    return;
  run = scop->statementList.size();
  startStatement(frame, order, nextRun(), "");
}

void ScopBuilder::startStatement(const ScopFrame &frame, OrderNode &order,
                                 unsigned run, const Twine &suffix) {
  OrderNode leaf;
  leaf.kind = OrderNode::Kind::Statement;
  leaf.index = scop->statementList.size();
  order.children.push_back(std::move(leaf));
  ScopStatement &statement = scop->statementList.emplace_back();
  statement.name = ("S" + Twine(run) + suffix).str();
  statement.ivs = frame.ivs;
  statement.domain = frame.domain.set_tuple_id(statement.name);
  infos.push_back({frame, {}, run});
}

/// What `op` does to memory is known from what its regions do.
static bool hasTransparentRegions(Operation *op) {
  return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
         isa<MemoryEffectOpInterface>(op) || isModelledLoop(op);
}

bool ScopBuilder::addToRun(Operation *op, const ScopFrame &frame,
                           OrderNode &order, std::optional<unsigned> &run) {
  WalkResult result = op->walk([&](Operation *nested) {
    if (nested->getNumRegions() == 0 || hasTransparentRegions(nested))
      return WalkResult::advance();
    fail(nested, "an operation with regions and unknown effects");
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return false;
  auto part = options.parts.find(op);
  if (part == options.parts.end()) {
    startRun(frame, order, run);
  } else {
    unsigned number = run ? infos[*run].run : nextRun();
    run = scop->statementList.size();
    startStatement(frame, order, number, "_" + part->second);
  }
  scop->statementList[*run].ops.push_back(op);
  scop->opToStatement[op] = *run;
  return true;
}

/// `op` makes memory and does nothing else.
static bool onlyAllocates(Operation *op) {
  auto effectOp = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effectOp || op->getNumRegions() != 0)
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  effectOp.getEffects(effects);
  return !effects.empty() &&
         llvm::all_of(effects, [](const MemoryEffects::EffectInstance &effect) {
           return isa<MemoryEffects::Allocate>(effect.getEffect());
         });
}

/// Operations that are part of whatever uses them: constants, index
/// arithmetic, allocations and views.
bool ScopBuilder::isSkipped(Operation *op, const ScopFrame &frame) {
  if (op->hasTrait<OpTrait::ConstantLike>() || onlyAllocates(op))
    return true;
  if (op->getNumRegions() != 0 || op->getNumResults() == 0 ||
      !isMemoryEffectFree(op))
    return false;
  return llvm::all_of(op->getResults(), [&](Value result) {
    if (isa<BaseMemRefType>(result.getType()))
      return true;
    return result.getType().isIntOrIndex() && isAffineValue(result, frame);
  });
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

void ScopBuilder::addAccesses(unsigned s, ArrayRef<Event> events) {
  ScopStatement &statement = scop->statementList[s];
  const ScopFrame &frame = infos[s].frame;
  // A copy reads and writes the same elements.
  isl::map given, inDomain;
  auto add = [&](const Event &event, unsigned a, bool must, isl::map relation) {
    ScopAccess access;
    access.id = scop->accessList.size();
    access.statement = s;
    access.array = a;
    access.kind = event.kind;
    access.must = must;
    access.sure = must || event.sure;
    access.op = event.op;
    if (given.get() != relation.get()) {
      given = relation;
      inDomain = relation.intersect_domain(frame.domain)
                     .set_domain_tuple(statement.name)
                     .coalesce();
    }
    access.relation = inDomain.set_range_tuple(scop->arrayList[a].name);
    statement.accesses.push_back(access.id);
    scop->accessList.push_back(std::move(access));
  };
  for (const Event &event : events) {
    switch (event.extent) {
    case Event::Extent::Relation:
      add(event, event.array, event.must, event.relation);
      break;
    case Event::Extent::Whole: {
      const ScopArray &array = scop->arrayList[event.array];
      // "Any" is "every" when an operation that surely touches the whole
      // array is given all of its elements.
      add(event, event.array, event.must && shapeKnown[event.array],
          wholeRelation(frame, array, array.depth));
      break;
    }
    case Event::Extent::Anything:
      for (auto [a, array] : llvm::enumerate(scop->arrayList))
        if (array.kind == ScopArray::Kind::Other ||
            (array.kind == ScopArray::Kind::MemRef && !isLocal(array.value)))
          add(event, a, false, wholeRelation(frame, array, 0));
      break;
    }
  }
}

void ScopBuilder::finish(const OrderNode &order) {
  if (!options.isLeftOut)
    findScalars();
  SmallVector<SmallVector<Event>> events(infos.size());
  for (unsigned s = 0; s < infos.size(); ++s) {
    collectStatement(s, events[s]);
    if (options.traceIndices)
      traceIndices(s);
  }
  if (!options.isLeftOut)
    markLiveOutScalars();
  if (options.traceIndices)
    addUnusedAllocations();
  // Extents may bring parameters, so they come before the final space.
  for (ScopArray &array : scop->arrayList) {
    bool known = true;
    array.extent = extentOf(array, known);
    shapeKnown.push_back(known);
    if (options.traceIndices) {
      traceLayoutSymbols(array);
      traceAllocation(array);
    }
  }
  for (unsigned s = 0; s < infos.size(); ++s)
    addAccesses(s, events[s]);

  // Everything in one parameter space, in the order of `parameters()`.
  isl::space space = isl::space::params_alloc(ctx, 0);
  for (auto &[id, value] : scop->params)
    space = space.add_param(id);
  finishContext(space);
  for (ScopArray &array : scop->arrayList)
    array.extent = array.extent.align_params(space);
  for (ScopStatement &statement : scop->statementList)
    statement.domain = statement.domain.align_params(space);
  for (ScopAccess &access : scop->accessList)
    access.relation = access.relation.align_params(space);

  scop->scheduleTree = buildSchedule(order);
  if (scop->scheduleTree.is_null())
    scop->scheduleTree = isl::schedule::from_domain(
        isl::set::empty(space).to_union_set().intersect(
            isl::union_set::empty(ctx)));
}

isl::schedule ScopBuilder::buildSchedule(const OrderNode &node) {
  isl::schedule schedule;
  if (node.kind == OrderNode::Kind::Statement) {
    const isl::set &domain = scop->statementList[node.index].domain;
    if (domain.is_empty().is_true())
      return {};
    return isl::schedule::from_domain(domain);
  }
  for (const OrderNode &child : node.children) {
    isl::schedule next = buildSchedule(child);
    if (!next.is_null())
      schedule = schedule.is_null() ? next : schedule.sequence(next);
  }
  if (node.kind == OrderNode::Kind::Sequence || schedule.is_null() ||
      node.count == 0)
    return schedule;

  // One band: member d maps each statement to its dimension depth + d.
  isl::multi_union_pw_aff band;
  for (unsigned d = 0; d < node.count; ++d) {
    isl::union_pw_aff member;
    schedule.get_domain().foreach_set([&](isl::set set) -> isl::stat {
      isl::union_pw_aff dim = isl::aff::var_on_domain(
          isl::local_space(set.get_space()), isl::dim::set, node.depth + d);
      member = member.is_null() ? dim : member.union_add(dim);
      return isl::stat::ok();
    });
    isl::multi_union_pw_aff partial(member);
    band = band.is_null() ? partial : band.flat_range_product(partial);
  }
  schedule = schedule.insert_partial_schedule(band);
  auto bandNode = schedule.get_root().child(0).as<isl::schedule_node_band>();
  for (unsigned d = 0; d < node.count; ++d)
    if (scop->loopList[node.index + d].parallel)
      bandNode = bandNode.member_set_coincident(d, 1);
  return bandNode.get_schedule();
}
