//===- HoistPlan.cpp - buffers that outlive a loop's iterations -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Promotion/HoistPlan.h"
#include "PolyMem/Analysis/Accesses/BufferCells.h"
#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "PolyMem/Polyhedral/Scop.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace polymem;

/// `set`, a set or one of parameters only, for all iterations of the loop that
/// `scop` is the body of: `{ A[a] : some iv }`.
static isl::set overAllIterations(isl::set set, const Scop &scop) {
  set = set.intersect_params(scop.context());
  auto loop = cast<PolyhedralLoopOpInterface>(scop.root());
  for (Value iv : loop.getPolyhedralIvs()) {
    isl::id id = scop.parameterFor(iv);
    int position = id.is_null() ? -1 : set.find_dim_by_id(isl::dim::param, id);
    if (position >= 0)
      set = set.project_out(isl::dim::param, position, 1);
  }
  return set;
}

LoopBufferSets polymem::collectSets(const Scop &scop, const LoopBuffer &buffer,
                                    const ScopArray *array,
                                    const ScopArray *cells) {
  LoopBufferSets sets;
  auto add = [&](isl::set &to, const isl::map &relation) {
    isl::set part = overAllIterations(relation.range(), scop).reset_tuple_id();
    to = to.is_null() ? part : to.unite(part);
    sets.areUnknown |= to.is_null();
  };
  for (const ScopAccess &access : scop.accesses()) {
    const ScopArray *accessed = &scop.arrays()[access.array];
    bool copiesIn = llvm::is_contained(buffer.copyIns, access.op);
    bool copiesOut = llvm::is_contained(buffer.copyOuts, access.op);
    if (accessed == cells && access.isWrite() && !copiesIn)
      add(sets.stored, access.relation);
    if (accessed != array)
      continue;
    if (copiesIn || copiesOut) {
      add(copiesIn ? sets.copiedIn : sets.copiedOut, access.relation);
      continue;
    }
    add(access.isRead() ? sets.othersRead : sets.othersWrite, access.relation);
    sets.other = access.op;
  }
  return sets;
}

static constexpr llvm::StringLiteral kNoBudget =
    "budget of isl operations exhausted";

static bool meet(const isl::set &a, const isl::set &b) {
  return !a.is_null() && !b.is_null() && !a.is_disjoint(b).is_true();
}

bool LoopBufferSets::mayInterfere() const {
  return areUnknown || meet(othersWrite, copiedIn) ||
         meet(othersWrite, copiedOut) || meet(othersRead, copiedOut);
}

Sentence LoopBufferSets::interference() const {
  if (areUnknown || !other)
    return "isl gave up what is accessed in the tile";
  return "'" + other->getName().getStringRef().str() +
         "' in the tile accesses elements of its array";
}

/// The loop runs at least once whenever it is reached: the parameters for which
/// the statement of a copy has instances include all of the context of the code
/// around, of which the loop is a direct part.
static bool surelyRuns(const LoopBuffer &buffer,
                       unsigned long maxIslOperations) {
  auto loop = cast<PolyhedralLoopOpInterface>(buffer.loop);
  bool constant = true;
  for (auto [lower, upper] : llvm::zip(loop.getPolyhedralLowerBounds(),
                                       loop.getPolyhedralUpperBounds())) {
    std::optional<int64_t> first = getConstantIntValue(lower);
    std::optional<int64_t> last = getConstantIntValue(upper);
    constant &= first && last && *first < *last;
  }
  if (constant)
    return true;
  Operation *parent = buffer.loop->getParentOp();
  if (!parent->hasTrait<OpTrait::AffineScope>())
    return false;
  ScopFailure failure;
  ScopOptions options;
  options.maxIslOperations = maxIslOperations;
  std::unique_ptr<Scop> scop = Scop::build(parent, failure, options);
  if (!scop)
    return false;
  IslOperationsGuard guard(scop->ctx(), maxIslOperations);
  const ScopStatement *statement =
      scop->statementOf(buffer.copyIns.empty() ? buffer.copyOuts.front()
                                               : buffer.copyIns.front());
  return statement &&
         scop->context().is_subset(statement->domain.params()).is_true();
}

std::optional<LoopBufferModel>
polymem::modelLoopBuffer(const LoopBuffer &buffer,
                         unsigned long maxIslOperations, Sentence &reason,
                         bool withLayouts) {
  ScopFailure failure;
  ScopOptions options;
  options.maxIslOperations = maxIslOperations;
  options.traceIndices = options.traceOrigins = withLayouts;
  LoopBufferModel model;
  model.scop = Scop::build(buffer.loop, failure, options);
  if (!model.scop) {
    reason = "the tile cannot be modelled: " + failure.reason;
    return std::nullopt;
  }
  model.array = model.scop->arrayOf(buffer.array);
  model.cells = model.scop->arrayOf(buffer.buffer);
  if (model.array && model.cells &&
      model.array->kind == ScopArray::Kind::MemRef)
    return model;
  reason = "the memory behind its array is not known";
  return std::nullopt;
}

/// The sets in isl notation, for `HoistPlan::print`.
static void noteSets(const LoopBufferSets &sets, HoistPlan &plan) {
  auto toText = [](const isl::set &set) {
    return set.is_null() ? std::string() : islToString(set.coalesce());
  };
  plan.copiedIn = toText(sets.copiedIn);
  plan.copiedOut = toText(sets.copiedOut);
  plan.stored = toText(sets.stored);
  plan.othersRead = toText(sets.othersRead);
  plan.othersWrite = toText(sets.othersWrite);
}

static HoistPlan refuse(HoistPlan plan, StringRef obstacle,
                        const Sentence &reason) {
  plan.obstacle = obstacle;
  plan.reason = reason;
  return plan;
}

HoistPlan polymem::planHoist(const LoopBuffer &buffer,
                             unsigned long maxIslOperations) {
  HoistPlan plan;
  Sentence reason;
  std::optional<LoopBufferModel> model =
      modelLoopBuffer(buffer, maxIslOperations, reason);
  if (!model)
    return refuse(plan, "NotModelled", reason);
  const Scop *scop = model->scop.get();
  {
    IslOperationsGuard guard(scop->ctx(), maxIslOperations);
    LoopBufferSets sets =
        collectSets(*scop, buffer, model->array, model->cells);
    isl::set kept = sets.copiedIn;
    if (!kept.is_null() && !sets.copiedOut.is_null())
      kept = kept.subtract(sets.copiedOut);
    bool accessed = sets.mayInterfere();
    bool changed = meet(kept, sets.stored);
    // First of all: without budget the answers above are none.
    if (guard.exceeded())
      return refuse(plan, "NotModelled", kNoBudget);
    noteSets(sets, plan);
    if (accessed)
      return refuse(plan, "ArrayAccessed", sets.interference());
    if (changed)
      return refuse(plan, "BufferChanged",
                    "elements that are stored to are copied in again in each "
                    "iteration, but not copied out");
  }
  plan.mayBeEmpty = !surelyRuns(buffer, maxIslOperations);
  return plan;
}

/// Each iteration copies out what it stores to, of `copied` elements.
static bool copiesOutWhatIsStored(const LoopBufferModel &model,
                                  const LoopBuffer &buffer,
                                  const isl::set &copied) {
  isl::set stored = isl::set::empty(copied.space()), out = stored;
  for (const ScopAccess &access : model.scop->accesses()) {
    const ScopArray *accessed = &model.scop->arrays()[access.array];
    isl::set part = access.relation.range().reset_tuple_id();
    if (accessed == model.cells && access.isWrite() &&
        !llvm::is_contained(buffer.copyIns, access.op))
      stored = stored.unite(part);
    if (accessed == model.array &&
        llvm::is_contained(buffer.copyOuts, access.op))
      out = out.unite(part);
  }
  return stored.intersect(copied)
      .intersect_params(model.scop->context())
      .is_subset(out)
      .is_true();
}

/// `[p] -> { [i] -> [j] }` for origins `i` of `loops`, the dimensions of one
/// loop: `j = i` where steps are constants; else all `j` that are no farther in
/// front of `i` than that one of them is an iteration's: the steps are `s`, the
/// first iteration is no later, and the model has all origins between the
/// bounds (`ScopLoop::exactStep`). Null if a step is not affine.
static isl::map originsUpTo(ArrayRef<ScopLoop> loops, const isl::set &origins) {
  unsigned dims = loops.size();
  isl::set pairs = flatProduct(origins, origins);
  isl::local_space space(pairs.get_space());
  for (auto [d, loop] : llvm::enumerate(loops)) {
    isl::pw_aff later = isl::aff::var_on_domain(space, isl::dim::set, d),
                sooner =
                    isl::aff::var_on_domain(space, isl::dim::set, dims + d);
    if (loop.exactStep) {
      pairs = pairs.intersect(sooner.eq_set(later));
      continue;
    }
    if (loop.step.is_null())
      return {};
    pairs = pairs.intersect(sooner.le_set(later))
                .intersect(
                    later.sub(sooner).lt_set(liftedTo(loop.step, 0, 2 * dims)));
  }
  isl::map same = pairs.identity();
  return same.project_out(isl::dim::out, dims, dims)
      .reverse()
      .apply_range(same.project_out(isl::dim::out, 0, dims));
}

/// Some iteration has each of `elements`, which origins have
/// (`overAllIterations`): all origins up to one of them have it, so that one of
/// these is an iteration's. Nothing is to be shown where steps are constants.
static bool someIterationHas(const isl::set &elements, const Scop &scop) {
  ArrayRef<ScopLoop> loops = scop.rootLoops();
  if (loops.empty())
    return false;
  if (llvm::all_of(loops, [](const ScopLoop &loop) { return loop.exactStep; }))
    return true;
  isl::id_list ids(scop.ctx(), int(loops.size()));
  for (const ScopLoop &loop : loops)
    ids = ids.add(scop.parameterFor(loop.iv));
  isl::multi_id tuple(spaceOfDims(scop.ctx(), loops.size()), ids);
  isl::set context = scop.context();
  // What else is not the same in all iterations.
  for (auto [id, value] : scop.parameters()) {
    if (llvm::is_contained(
            cast<PolyhedralLoopOpInterface>(scop.root()).getPolyhedralIvs(),
            value) ||
        !scop.root()->isAncestor(value.getParentRegion()->getParentOp()))
      continue;
    int position = elements.find_dim_by_id(isl::dim::param, id);
    if (position >= 0 &&
        !elements.involves_dims(isl::dim::param, position, 1).is_false())
      return false;
    context = context.project_out_param(id);
  }
  isl::set origins = context.unbind_params(tuple);
  isl::map has =
      elements.intersect_params(context).unbind_params_insert_domain(tuple);
  isl::map all = isl::map::from_domain_and_range(origins, has.range());
  isl::map upTo = originsUpTo(loops, origins);
  if (upTo.is_null())
    return false;
  isl::set sure = all.subtract(upTo.apply_range(all.subtract(has))).range();
  return has.range().is_subset(sure).is_true();
}

/// `elements`, of all iterations, in as few constraints as say the same where
/// the loop runs, for which the parameters are `known`.
static isl::set simplified(isl::set elements, const isl::set &known) {
  isl::set hull(elements.remove_divs().simple_hull());
  if (hull.intersect_params(known).is_subset(elements).is_true())
    elements = hull;
  return elements.gist_params(known).coalesce();
}

/// What the copy of `access` copies in all iterations; nullopt if that has no
/// form in front of the loop.
static std::optional<WideCopy> widen(const ScopAccess &access,
                                     const Scop &scop) {
  // More than a few are no gain.
  constexpr size_t kMostSets = 4;
  if (!access.must || !access.sure)
    return std::nullopt;
  WideCopy copy{access.op, {}, {}};
  isl::set known = overAllIterations(scop.context(), scop);
  isl::set elements = withoutUnusedParameters(simplified(
      overAllIterations(access.relation.range(), scop).coalesce(), known));
  SmallVector<isl::id> ids;
  for (auto [id, value] : scop.parameters()) {
    if (elements.is_null() ||
        elements.find_dim_by_id(isl::dim::param, id) < 0 ||
        scop.root()->isAncestor(value.getParentRegion()->getParentOp()))
      continue;
    ids.push_back(id);
    copy.symbols.push_back(value);
  }
  FailureOr<SmallVector<IntegerSet>> sets =
      setToIntegerSets(elements, ids, scop.root()->getContext());
  if (failed(sets) || sets->empty() || sets->size() > kMostSets)
    return std::nullopt;
  copy.sets = std::move(*sets);
  return copy;
}

HoistPlan polymem::planWideHoist(const LoopBuffer &buffer,
                                 unsigned long maxIslOperations) {
  HoistPlan plan;
  Sentence reason;
  std::optional<LoopBufferModel> model =
      modelLoopBuffer(buffer, maxIslOperations, reason, /*withLayouts=*/true);
  if (!model)
    return refuse(plan, "NotModelled", reason);
  const Scop *scop = model->scop.get();
  IslOperationsGuard guard(scop->ctx(), maxIslOperations);
  LoopBufferSets sets = collectSets(*scop, buffer, model->array, model->cells);
  bool accessed = sets.mayInterfere();
  isl::set copied, all;
  for (const isl::set &part : {sets.copiedIn, sets.copiedOut})
    if (!part.is_null())
      copied = copied.is_null() ? part : copied.unite(part);
  all = sets.stored.is_null() ? copied : copied.unite(sets.stored);
  BufferCells cells = bufferCells(*model->cells);
  bool haveCells = !cells.elements.is_null() && cells.turns.empty() &&
                   all.is_subset(cells.elements.reset_tuple_id()).is_true();
  bool agree = copiesOutWhatIsStored(*model, buffer, copied);
  bool areSaid = true, areCopied = true;
  for (const ScopAccess &access : scop->accesses())
    if (&scop->arrays()[access.array] == model->array &&
        (llvm::is_contained(buffer.copyIns, access.op) ||
         llvm::is_contained(buffer.copyOuts, access.op))) {
      areCopied &= someIterationHas(access.relation.range(), *scop);
      std::optional<WideCopy> copy = widen(access, *scop);
      areSaid &= copy.has_value();
      if (copy)
        plan.wide.push_back(std::move(*copy));
    }
  if (guard.exceeded())
    return refuse(plan, "NotModelled", kNoBudget);
  noteSets(sets, plan);
  if (accessed)
    return refuse(plan, "ArrayAccessed", sets.interference());
  if (!haveCells)
    return refuse(plan, "NoCells",
                  "what it copies differs from iteration to iteration, and it "
                  "has no cell for each element of all");
  if (!agree)
    return refuse(plan, "BufferChanged",
                  "what it copies differs from iteration to iteration, and an "
                  "iteration stores to what it does not copy out");
  if (!areCopied)
    return refuse(plan, "StepsUnknown",
                  "what it copies differs from iteration to iteration, and "
                  "which elements are copied depends on the number that the "
                  "step of the tile is at run time");
  if (!areSaid)
    return refuse(
        plan, "NoForm",
        "what it copies differs from iteration to iteration, and what "
        "all copy has no form in front of the tile");
  plan.mayBeEmpty = !surelyRuns(buffer, maxIslOperations);
  return plan;
}

void HoistPlan::print(raw_ostream &os) const {
  auto line = [&](StringRef what, const std::string &set) {
    if (!set.empty())
      os << "  " << what << ": " << set << "\n";
  };
  line("copied in", copiedIn);
  line("copied out", copiedOut);
  line("stored", stored);
  line("read by others", othersRead);
  line("written by others", othersWrite);
  if (!mayHoist())
    os << "  stays: " << reason.text << "\n";
  else
    os << "  leaves the loop"
       << (mayBeEmpty ? ", which may be empty" : ", which runs") << "\n";
}
