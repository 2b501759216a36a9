//===- PromotionPlan.cpp - what to keep in fast memory --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Promotion/PromotionPlan.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Analysis/Promotion/BufferGroups.h"
#include "PolyMem/Analysis/Promotion/BufferSelection.h"
#include "PolyMem/Analysis/Tiling/Coalescing.h"
#include "PolyMem/Polyhedral/Dependences.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// One buffer
//===----------------------------------------------------------------------===//

std::string BufferPlan::bytesText() const {
  if (bytes)
    return std::to_string(*bytes);
  SmallVector<std::string> factors{
      std::to_string(*box.constantCells() * elementBytes)};
  for (const BufferDim &dim : box.dims)
    if (dim.stored && !dim.constant)
      factors.push_back(dim.extents.size() == 1 ? "(" + extentToText(dim) + ")"
                                                : extentToText(dim));
  return llvm::join(factors, " * ");
}

int64_t BufferPlan::savedBytes() const {
  return numAccesses * accessBytes -
         (copiedIn + copiedOut) * static_cast<int64_t>(elementBytes);
}

/// Each set of a copy is a scan of its own: with more than this, and this many
/// times fewer for all that is accessed, that is copied.
static constexpr size_t kManyCopies = 8;

/// A box is copied in instead of what is needed where it holds at most this
/// part more.
static constexpr int64_t kBoxSurplus = 16;

namespace {
/// Fills in the plans of one block.
class PromotionPlanner {
public:
  PromotionPlanner(const Scop &scop, const PromotionOptions &options)
      : scop(scop), options(options), context(scop.context()),
        depths(scop, context),
        volumes(context, [&](const isl::id &id) { return roleOf(id); }),
        spareThreads(options.around->spareThreads(scop)),
        steps(options.around->hasSteps(scop)) {}

  BufferGroups groups() const {
    return BufferGroups(scop, context, options.partition, *options.around,
                        options.copiesOfBuffers > 1
                            ? options.capacity / options.copiesOfBuffers
                            : 0);
  }
  /// All accesses can be made to a buffer of elements of known size.
  bool canBeServed(BufferPlan &buffer);
  /// A buffer saves accesses, or makes scattered ones neighbours.
  bool isUseful(BufferPlan &buffer);
  /// Whether a buffer is worth it and possible, and its box.
  void planBox(BufferPlan &buffer);
  /// What is copied; `dependences` and `readOutside` as for `computeCopySets`.
  /// False: budget exhausted.
  bool planCopies(BufferPlan &buffer, const Dependences *dependences,
                  const std::optional<isl::set> &readOutside);
  /// Whether `box` is to be copied in rather than `needed`
  /// (DataMovement::Auto).
  bool prefersBox(const BufferPlan &buffer, const CopySets &needed,
                  const CopySets &box) const;
  const VolumeEstimate &estimate() const { return volumes; }
  /// What is moved for `group`. Each set is a scan of its own, and where
  /// iterations are eliminated by rounding, what is needed exactly is dozens of
  /// thin sets, found after long work, while what is accessed is a few.
  DataMovement movementOf(const DataSpaceGroup &group) const {
    // A box of simple sets, too: it is never less than what they hold.
    if (group.simple && options.movement == DataMovement::Box)
      return DataMovement::Box;
    return group.simple || group.isRounded() ? DataMovement::Footprint
                                             : options.movement;
  }

private:
  ParameterRole roleOf(const isl::id &id) const {
    return options.around->roleOf(scop, id);
  }
  /// Counted once for each statement.
  int64_t instancesOf(unsigned statement) {
    auto [known, isNew] = instances.try_emplace(statement);
    if (isNew)
      known->second = volumes.count(scop.statements()[statement].domain);
    return known->second;
  }
  /// How many neighbours in the last dimension follow each other in `elements`,
  /// on the average.
  int64_t averageRun(const isl::set &elements) {
    unsigned rank = elements.tuple_dim().release();
    if (rank == 0)
      return 1;
    isl::multi_aff next = elements.space().identity_multi_aff_on_domain();
    next = next.set_at(rank - 1,
                       next.at(rank - 1).add_constant(isl::val(scop.ctx(), 1)));
    int64_t all = volumes.count(elements);
    int64_t followers =
        volumes.count(elements.intersect(elements.apply(next.as_map())));
    return all / std::max<int64_t>(all - followers, 1);
  }
  void refuse(BufferPlan &buffer, BufferPlan::Decision decision,
              Sentence reason) {
    buffer.decision = decision;
    buffer.reason = std::move(reason);
  }

  const Scop &scop;
  const PromotionOptions &options;
  isl::set context;
  EffectiveDepths depths;
  VolumeEstimate volumes;
  SpareThreads spareThreads;
  bool steps;
  llvm::DenseMap<unsigned, int64_t> instances;
};
} // namespace

bool PromotionPlanner::canBeServed(BufferPlan &buffer) {
  using Decision = BufferPlan::Decision;
  Value memref = scop.arrays()[buffer.group.array].value;
  if (Sentence why = options.around->whyInConstantMemory(memref);
      !why.empty()) {
    refuse(buffer, Decision::ConstantMemory, why);
    return false;
  }
  for (const DataSpace &space : buffer.group.spaces) {
    std::string why = options.around->whyNotRedirectable(scop, *space.access);
    if (!why.empty()) {
      refuse(buffer, Decision::NotRedirectable, why);
      return false;
    }
    buffer.numAccesses += instancesOf(space.access->statement);
  }
  buffer.elementBytes =
      elementBytes(scop.root(), cast<MemRefType>(memref.getType()));
  if (buffer.elementBytes == 0) {
    refuse(buffer, Decision::NoBox, "element type of unknown size");
    return false;
  }
  return true;
}

bool PromotionPlanner::isUseful(BufferPlan &buffer) {
  using Decision = BufferPlan::Decision;
  const DataSpaceGroup &group = buffer.group;
  buffer.benefit = computeReuseBenefit(group, depths, volumes, options.delta);
  buffer.accessBytes = buffer.elementBytes;
  if (!buffer.benefit.beneficial && options.transactionBytes > 0) {
    buffer.scattered = llvm::any_of(group.spaces, [&](const DataSpace &space) {
      return threadAdjacency(scop, *space.access) == Adjacency::Scattered;
    });
    bool read = !group.reads.is_empty().is_true();
    buffer.stepwise = steps && read;
    buffer.scattered &= !buffer.stepwise;
    buffer.spread = !buffer.scattered && !buffer.stepwise &&
                    spareThreads != SpareThreads::Few && read;
  }
  if (buffer.stepwise)
    buffer.accessBytes =
        std::max<int64_t>(options.transactionBytes, buffer.elementBytes);
  if (buffer.scattered || buffer.spread) {
    // What each takes alone, so that it is kept before what saves nothing.
    buffer.accessBytes =
        std::max<int64_t>(options.transactionBytes, buffer.elementBytes);
    // A copy of single elements would not be coalesced either; but where one
    // thread would wait for all of them, many have them under way.
    bool oneThread = buffer.spread && spareThreads == SpareThreads::AllButOne;
    int64_t run = oneThread ? 0 : averageRun(group.elements);
    if (!oneThread && run * buffer.elementBytes < options.transactionBytes &&
        !options.everything) {
      refuse(buffer, Decision::NoReuse,
             sentence("no reuse: {0}; its runs of {1} elements are shorter "
                      "than a transaction of {2} bytes",
                      buffer.benefit.text(), named("RunLength", run),
                      named("TransactionBytes", options.transactionBytes)));
      return false;
    }
  }
  if (!buffer.benefit.beneficial && !buffer.scattered && !buffer.spread &&
      !buffer.stepwise && !options.everything) {
    refuse(buffer, Decision::NoReuse,
           sentence("no reuse: {0} (delta {1})", buffer.benefit.text(),
                    named("Delta", llvm::formatv("{0:f2}", options.delta))));
    return false;
  }
  return true;
}

void PromotionPlanner::planBox(BufferPlan &buffer) {
  using Decision = BufferPlan::Decision;
  if (!canBeServed(buffer) || !isUseful(buffer))
    return;
  const DataSpaceGroup &group = buffer.group;
  Sentence reason;
  std::optional<BufferBox> box = computeBufferBox(
      group.elements, group.hull,
      [&](const isl::id &id) { return roleOf(id) != ParameterRole::Origin; },
      reason, options.allDimensions);
  if (!box) {
    refuse(buffer, Decision::NoBox, reason);
    return;
  }
  buffer.box = std::move(*box);
  if (!options.constantSizes.empty() && !buffer.box.isConstant()) {
    refuse(buffer, Decision::NoBox,
           sentence("{0} need constant extents, but it takes {1} elements",
                    options.constantSizes,
                    named("Extents", buffer.box.extentsText())));
    return;
  }
  std::optional<int64_t> cells = buffer.box.constantCells();
  int64_t bytes;
  if (!cells ||
      llvm::MulOverflow<int64_t>(*cells, buffer.elementBytes, bytes)) {
    // Without a box the plan's table has no sizes to print either.
    std::string extents = buffer.box.extentsText();
    buffer.box = BufferBox();
    refuse(buffer, Decision::NoBox,
           sentence("a buffer of {0} elements has more bytes than can be "
                    "counted",
                    named("Extents", extents)));
    return;
  }
  if (buffer.box.isConstant())
    buffer.bytes = bytes;
  else
    buffer.leastBytes =
        buffer.elementBytes *
        buffer.box.leastCells(group.elements.params().intersect(context));
}

bool PromotionPlanner::prefersBox(const BufferPlan &buffer,
                                  const CopySets &needed,
                                  const CopySets &box) const {
  int64_t least = volumes.count(needed.in), most = volumes.count(box.in);
  return isBox(box.in) && least > 0 && most - least <= least / kBoxSurplus &&
         !(box.inExceedsNeed &&
           options.around->mayChangeMeanwhile(
               scop, scop.arrays()[buffer.group.array].value));
}

bool PromotionPlanner::planCopies(BufferPlan &buffer,
                                  const Dependences *dependences,
                                  const std::optional<isl::set> &readOutside) {
  using Decision = BufferPlan::Decision;
  const DataSpaceGroup &group = buffer.group;
  auto copySets = [&](DataMovement movement) {
    return computeCopySets(group, context, movement, dependences, readOutside);
  };
  std::optional<CopySets> copies = copySets(movementOf(group));
  if (copies && copies->inExceedsNeed &&
      options.around->mayChangeMeanwhile(scop,
                                         scop.arrays()[group.array].value)) {
    buffer.boxRefused = true;
    copies = copySets(DataMovement::Exact);
  }
  if (!copies)
    return false;
  if (options.movement == DataMovement::Auto && !isBox(copies->in))
    if (std::optional<CopySets> box = copySets(DataMovement::Box);
        box && prefersBox(buffer, *copies, *box))
      copies = std::move(box);
  Sentence reason;
  auto formOf = [&](const CopySets &sets) {
    return computeBufferForm(scop, group, buffer.box, sets, reason);
  };
  std::optional<BufferForm> form = formOf(*copies);
  if (form && form->in.sets.size() > kManyCopies &&
      (movementOf(group) == DataMovement::Exact ||
       movementOf(group) == DataMovement::Auto)) {
    std::optional<CopySets> simpler = copySets(DataMovement::Footprint);
    std::optional<BufferForm> simplerForm;
    if (simpler)
      simplerForm = formOf(*simpler);
    if (simplerForm &&
        kManyCopies * simplerForm->in.sets.size() <= form->in.sets.size()) {
      auto moved = [&](const CopySets &sets) {
        return volumes.count(sets.in) + volumes.count(sets.out);
      };
      std::optional<CopySets> box = copySets(DataMovement::Box);
      std::optional<BufferForm> boxForm;
      if (box && moved(*box) < moved(*simpler) &&
          !(box->inExceedsNeed && options.around->mayChangeMeanwhile(
                                      scop, scop.arrays()[group.array].value)))
        boxForm = formOf(*box);
      copies = std::move(boxForm ? box : simpler);
      form = std::move(boxForm ? boxForm : simplerForm);
      buffer.exactRefused = true;
    }
  }
  buffer.copies = std::move(*copies);
  if (!form) {
    refuse(buffer, Decision::NotAffine, reason);
    return true;
  }
  buffer.form = std::move(*form);
  buffer.copiedIn = volumes.count(buffer.copies.in);
  buffer.copiedOut = volumes.count(buffer.copies.out);
  if (group.sharesWritten && buffer.savedBytes() <= 0 && !options.everything)
    refuse(buffer, Decision::NoReuse,
           sentence("no reuse: other references have buffers of their own, and "
                    "for these {0} accesses a buffer would take {1} copies",
                    named("Accesses", buffer.numAccesses),
                    named("Copies", buffer.copiedIn + buffer.copiedOut)));
  return true;
}

//===----------------------------------------------------------------------===//
// The block
//===----------------------------------------------------------------------===//

namespace {
/// The value-based flow through each array of a block, found when it is asked
/// for.
class BlockFlow {
public:
  BlockFlow(const Scop &scop, unsigned long maxIslOperations)
      : scop(scop), maxIslOperations(maxIslOperations) {}

  /// Null: it exceeds the budget. No guard of the context may be active.
  const Dependences *through(unsigned array) {
    auto [known, isNew] = flows.try_emplace(array);
    if (isNew) {
      DependenceOptions options;
      options.maxIslOperations = maxIslOperations;
      options.memoryBased = false;
      options.array = &scop.arrays()[array];
      known->second = Dependences::compute(scop, options);
    }
    return known->second ? &*known->second : nullptr;
  }

private:
  const Scop &scop;
  unsigned long maxIslOperations;
  /// Elements stay where they are while others are added.
  std::map<unsigned, std::optional<Dependences>> flows;
};
} // namespace

std::unique_ptr<PromotionPlan>
PromotionPlan::compute(Operation *root, EnclosingFlow &flow,
                       const PromotionOptions &options, ScopFailure &failure) {
  std::unique_ptr<PromotionPlan> result(new PromotionPlan());
  ScopOptions scopOptions;
  scopOptions.maxIslOperations = options.maxIslOperations;
  scopOptions.context = flow.context();
  result->blockScop = Scop::build(root, failure, scopOptions);
  if (!result->blockScop)
    return nullptr;
  const Scop &scop = *result->blockScop;
  result->capacityBytes = options.capacity;
  result->copiesOfBuffers = options.copiesOfBuffers;
  result->alignment = options.alignment;

  // The budget is for each step; false: it was not enough.
  auto within = [&](llvm::function_ref<bool()> step) {
    IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
    return step() && !guard.exceeded();
  };
  auto exhausted = [&]() -> std::unique_ptr<PromotionPlan> {
    failure.op = root;
    failure.reason =
        sentence("budget of {0} isl operations exhausted",
                 named("MaxIslOperations", options.maxIslOperations));
    return nullptr;
  };
  BlockFlow blockFlow(scop, options.maxIslOperations);
  std::optional<SmallVector<DataSpaceGroup>> groups;
  std::optional<PromotionPlanner> planner;
  std::optional<BufferGroups> grouping;
  auto group = [&] {
    groups = grouping->compute();
    return groups.has_value();
  };
  if (!within([&] {
        planner.emplace(scop, options);
        grouping.emplace(planner->groups());
        return group();
      }))
    return exhausted();
  result->representativeText = planner->estimate().representative();
  for (unsigned array : grouping->arraysInQuestion())
    grouping->setFlow(array, blockFlow.through(array),
                      taggedFalseDependences(scop, scop.arrays()[array],
                                             options.maxIslOperations));
  if (!grouping->arraysInQuestion().empty() && !within(group))
    return exhausted();

  for (DataSpaceGroup &group : *groups) {
    BufferPlan &buffer = result->bufferList.emplace_back();
    buffer.group = std::move(group);
    if (!within([&] {
          planner->planBox(buffer);
          return true;
        }))
      return exhausted();
    if (!buffer.promoted())
      continue;
    unsigned array = buffer.group.array;
    buffer.exactRefused = !buffer.group.simple &&
                          planner->movementOf(buffer.group) != options.movement;
    bool exact = planner->movementOf(buffer.group) != DataMovement::Footprint &&
                 !buffer.group.simple;
    const Dependences *dependences = exact ? blockFlow.through(array) : nullptr;
    if (exact)
      result->exactMovement &= dependences && dependences->valueBasedExact;
    std::optional<isl::set> readOutside;
    if (exact)
      readOutside = flow.readOutside(scop, buffer.group);
    if (!within([&] {
          return planner->planCopies(buffer, dependences, readOutside);
        }))
      return exhausted();
  }
  return result;
}

void PromotionPlan::selectUnderCapacity(ArrayRef<PromotionPlan *> plans) {
  if (plans.empty())
    return;
  int64_t capacity = plans.front()->capacityBytes;
  SmallVector<BufferPlan *> weighed;
  SmallVector<BufferCandidate> candidates;
  for (PromotionPlan *plan : plans)
    for (BufferPlan &buffer : plan->bufferList) {
      if (buffer.promoted() && buffer.leastBytes > capacity) {
        buffer.decision = BufferPlan::Decision::NoCapacity;
        buffer.reason =
            sentence("its {0} bytes are at least {1}, which exceeds the "
                     "capacity of {2} bytes",
                     named("Bytes", buffer.bytesText()),
                     named("LeastBytes", buffer.leastBytes),
                     named("Capacity", capacity));
      }
      if (!buffer.promoted() || !buffer.bytes)
        continue;
      weighed.push_back(&buffer);
      candidates.push_back({plan->bytesTaken(buffer), buffer.savedBytes()});
    }
  BufferSelection selection = selectBuffers(candidates, capacity);
  for (PromotionPlan *plan : plans)
    plan->optimal = selection.optimal;
  for (auto [k, buffer] : llvm::enumerate(weighed)) {
    if (selection.kept[k])
      continue;
    buffer->decision = BufferPlan::Decision::NoCapacity;
    int64_t bytes = candidates[k].bytes;
    buffer->reason =
        plans.front()->copiesOfBuffers == 1
            ? Sentence()
            : sentence("of {0} buffers for it, ",
                       named("Buffers", plans.front()->copiesOfBuffers));
    buffer->reason +=
        bytes > capacity
            ? sentence("{0} bytes exceed the capacity of {1} bytes",
                       named("Bytes", bytes), named("Capacity", capacity))
            : sentence("its {0} bytes save {1} bytes of traffic per tile; the "
                       "buffers kept fill {2} of {3} bytes and save {4}",
                       named("Bytes", bytes),
                       named("SavedBytes",
                             std::max<int64_t>(0, candidates[k].saved)),
                       named("KeptBytes", selection.bytes),
                       named("Capacity", capacity),
                       named("KeptSavedBytes", selection.saved));
  }
  // A launch holds the buffers of all its blocks.
  for (PromotionPlan *plan : plans)
    for (const PromotionPlan *other : plans)
      if (plan != other) {
        plan->othersBytes += other->constantBytes();
        llvm::append_range(plan->othersTerms, other->parametricSizes());
      }
}

void PromotionPlan::refuseGrowing() {
  for (BufferPlan &buffer : bufferList) {
    if (!buffer.growsWithSizes())
      continue;
    buffer.decision = BufferPlan::Decision::GrowsWithSizes;
    buffer.reason = sentence(
        "its {0} bytes grow with sizes, so that no capacity is enough for all; "
        "smaller tiles, or tiles along more loops, make it constant",
        named("Bytes", buffer.bytesText()));
  }
}

int64_t PromotionPlan::bytesTaken(const BufferPlan &buffer) const {
  int64_t bytes;
  if (llvm::MulOverflow<int64_t>(*buffer.bytes, copiesOfBuffers, bytes) ||
      bytes > std::numeric_limits<int64_t>::max() / 2)
    return std::numeric_limits<int64_t>::max() / 2;
  return copiesOfBuffers * int64_t(llvm::alignTo(*buffer.bytes, alignment));
}

int64_t PromotionPlan::constantBytes() const {
  int64_t sum = 0;
  for (const BufferPlan &buffer : bufferList)
    if (buffer.promoted() && buffer.bytes)
      sum += bytesTaken(buffer);
  return sum;
}

SmallVector<std::string> PromotionPlan::parametricSizes() const {
  SmallVector<std::string> terms;
  for (const BufferPlan &buffer : bufferList)
    if (buffer.growsWithSizes())
      terms.push_back(buffer.bytesText());
  return terms;
}

std::string PromotionPlan::capacityCondition() const {
  SmallVector<std::string> terms = parametricSizes();
  if (terms.empty())
    return "";
  llvm::append_range(terms, othersTerms);
  if (int64_t constant = constantBytes() + othersBytes)
    terms.insert(terms.begin(), std::to_string(constant));
  return llvm::join(terms, " + ");
}

void PromotionPlan::print(raw_ostream &os) const {
  struct Row {
    std::string array, extents, bytes, in, out, decision;
  };
  std::vector<Row> rows{{"array", "buffer", "bytes", "in", "out", "decision"}};
  for (const BufferPlan &buffer : bufferList) {
    rows.emplace_back();
    Row &row = rows.back();
    row.array = arrayName(buffer).str();
    row.decision =
        buffer.decision == BufferPlan::Decision::ConstantMemory
            ? "in constant memory: " + buffer.reason.text
        : !buffer.promoted() ? "not promoted: " + buffer.reason.text
        : buffer.benefit.beneficial
            ? "promoted: " + buffer.benefit.text().text
            : "promoted without reuse: " + buffer.benefit.text().text;
    if (buffer.box.dims.empty())
      continue;
    row.extents = buffer.box.extentsText();
    row.bytes = buffer.bytesText();
    row.in = std::to_string(buffer.copiedIn);
    row.out = std::to_string(buffer.copiedOut);
  }
  auto width = [&](std::string Row::*field) {
    size_t most = 0;
    for (const Row &row : rows)
      most = std::max(most, (row.*field).size());
    return most;
  };
  size_t widths[] = {width(&Row::array), width(&Row::extents),
                     width(&Row::bytes), width(&Row::in), width(&Row::out)};
  for (const Row &row : rows) {
    os << "  " << llvm::left_justify(row.array, widths[0]) << "  "
       << llvm::left_justify(row.extents, widths[1]) << "  "
       << llvm::right_justify(row.bytes, widths[2]) << "  "
       << llvm::right_justify(row.in, widths[3]) << "  "
       << llvm::right_justify(row.out, widths[4]) << "  " << row.decision
       << "\n";
  }
  std::string condition = capacityCondition();
  os << "  total: "
     << (condition.empty() ? std::to_string(constantBytes()) : condition)
     << " of " << capacityBytes << " bytes";
  if (!representativeText.empty())
    os << "; elements counted at " << representativeText;
  os << "\n";
}
