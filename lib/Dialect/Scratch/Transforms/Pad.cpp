//===- Pad.cpp - padding against bank conflicts ---------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Baskaran et al., TR78, 2007, section 6: for each launch, finds what its warps
// access in each buffer, decides on all paddings, then changes the types.
//
//===----------------------------------------------------------------------===//

#include "BankReferences.h"
#include "PolyMem/Analysis/Accesses/ScratchpadBudget.h"
#include "PolyMem/Dialect/Scratch/Transforms/Transforms.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "PolyMem/Machine/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

namespace polymem {
#define GEN_PASS_DEF_SCRATCHPADPASS
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

static constexpr llvm::StringLiteral kPass = "scratch-pad";

namespace {
/// A buffer whose references are known.
struct PaddedBuffer {
  AllocOp alloc;
  int64_t elementBytes;
  SmallVector<BankReference> references;
  /// The first is how it is; `chosen` is how it will be.
  SmallVector<BankLayout> layouts;
  unsigned chosen = 0;
  /// Instead of a padding that does not fit.
  std::optional<BankRotation> rotation;

  /// The wavefronts of what was decided.
  double wavefronts() const {
    return rotation ? rotation->wavefronts : layouts[chosen].wavefronts;
  }
  /// The extents with which rows begin in the banks that was decided on.
  SmallVector<int64_t> bankExtents() const {
    SmallVector<int64_t> extents = layouts[chosen].extents;
    if (rotation)
      extents.back() += rotation->cells;
    return extents;
  }
};

/// The buffers of a launch in workgroup memory.
struct PaddingPlan {
  BankContext context;
  std::vector<PaddedBuffer> buffers;
  int64_t capacity = 0;
  /// Bytes of all buffers before padding, those not in `buffers` as well.
  int64_t bytes = 0;
};

class Padder {
public:
  Padder(const ScratchPadPassOptions &options, Refusals &refusals)
      : options(options), refusals(refusals) {}

  LogicalResult readOptions(Operation *root);
  PaddingPlan plan(TileOp root);
  static void choose(PaddingPlan &plan);
  static void alignPadded(PaddingPlan &plan);
  void report(const PaddingPlan &plan, const PaddedBuffer &buffer);
  void apply(const PaddedBuffer &buffer);

  PaddingCounts counts;

private:
  const ScratchPadPassOptions &options;
  Refusals &refusals;
  Machine machine;
  /// Threads per axis, if given.
  SmallVector<int64_t> threads;
};

struct ScratchPadPass : polymem::impl::ScratchPadPassBase<ScratchPadPass> {
  using ScratchPadPassBase::ScratchPadPassBase;
  void runOnOperation() override;
};
} // namespace

static bool isInWorkgroupMemory(AllocOp alloc) {
  auto space = dyn_cast_if_present<gpu::AddressSpaceAttr>(
      alloc.getType().getMemorySpace());
  return space && space.getValue() == gpu::AddressSpace::Workgroup;
}

static std::string extentsText(ArrayRef<int64_t> extents) {
  return llvm::join(
      llvm::map_range(extents, [](int64_t e) { return std::to_string(e); }),
      "x");
}

/// `sum / count` with two digits, or none if it is whole.
static std::string ratioText(int64_t sum, int64_t count) {
  if (count == 0)
    return "0";
  if (sum % count == 0)
    return std::to_string(sum / count);
  return llvm::formatv("{0:f2}", static_cast<double>(sum) / count).str();
}

/// "load 1 (was 32), copy_in 1": wavefronts per request.
static std::string referencesText(const PaddingPlan &plan,
                                  const PaddedBuffer &buffer) {
  SmallVector<std::string> texts;
  for (const BankReference &reference : buffer.references) {
    auto perRequest = [&](ArrayRef<int64_t> extents) {
      return ratioText(countWavefronts(plan.context.geometry, reference,
                                       extents, buffer.elementBytes),
                       reference.numRequests());
    };
    std::string before = perRequest(buffer.layouts.front().extents);
    std::string after = perRequest(buffer.bankExtents());
    texts.push_back(reference.name + " " + after +
                    (before == after ? "" : " (was " + before + ")"));
  }
  return llvm::join(texts, ", ");
}

static std::string wavefrontsText(double wavefronts) {
  return llvm::formatv("{0:f0}", wavefronts).str();
}

LogicalResult Padder::readOptions(Operation *root) {
  FailureOr<Machine> target = targetMachine(root, options.machine, kPass);
  if (failed(target) || failed(requireGPU(root, *target, kPass)))
    return failure();
  machine = std::move(*target);
  auto sizes = readBlockSize(root, machine, options.blockSize);
  if (failed(sizes))
    return failure();
  threads = std::move(*sizes);
  if (options.capacity < -1)
    return root->emitError()
           << kPass << ": capacity is a number of bytes and "
           << "cannot be " << options.capacity << "; give -1 for the machine's";
  if (options.assumedTrips < 1)
    return root->emitError() << kPass << ": assumed-trips cannot be "
                             << options.assumedTrips << "; give 1 or more";
  return success();
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

PaddingPlan Padder::plan(TileOp root) {
  PaddingPlan plan;
  BankContext &context = plan.context;
  context.root = root;
  context.distribution = Distribution(chooseBlockSize(root, machine, threads));
  const Memory &shared = machine.scratchpad();
  context.geometry = {shared.banks, shared.bankBytes, machine.warps().threads};
  context.assumedTrips = options.assumedTrips;
  plan.capacity = ScratchpadBudget(machine, workgroupSpace(root.getContext()),
                                   options.capacity)
                      .capacity();

  SmallVector<AllocOp> allocs;
  root.walk([&](AllocOp alloc) {
    if (isInWorkgroupMemory(alloc))
      allocs.push_back(alloc);
  });
  AllocOp unsized;
  for (AllocOp alloc : allocs) {
    std::optional<SmallVector<int64_t>> extents =
        alloc.getMapping().getStaticExtents();
    int64_t bytes = getElementBytes(alloc);
    bool counted = extents.has_value() && bytes > 0;
    for (int64_t extent : extents.value_or(SmallVector<int64_t>()))
      counted &= !llvm::MulOverflow(bytes, extent, bytes);
    counted = counted && !llvm::AddOverflow(plan.bytes,
                                            static_cast<int64_t>(llvm::alignTo(
                                                bytes, bufferAlignment)),
                                            plan.bytes);
    if (!counted && !unsized)
      unsized = alloc;
  }
  for (AllocOp alloc : allocs) {
    MappingAttr mapping = alloc.getMapping();
    if (!mapping.getStaticExtents()) {
      refusals.missed(alloc, "ParametricExtents",
                      "not padded: its extents are not constants, so it is not "
                      "known in which banks its rows begin");
      continue;
    }
    if (unsized) {
      refusals.missed(
          alloc, "UnknownCapacity",
          sentence("not padded: another buffer of the launch has no constant "
                   "size, so it is not known what is left of {0} bytes",
                   named("Capacity", plan.capacity)));
      continue;
    }
    PaddedBuffer buffer;
    buffer.alloc = alloc;
    buffer.elementBytes = getElementBytes(alloc);
    Sentence reason;
    Operation *where = nullptr;
    auto references = collectBankReferences(alloc, buffer.elementBytes, context,
                                            reason, where);
    if (!references) {
      refusals.missed(where, "UnknownReference",
                      "the buffer that this refers to is not padded: " +
                          reason);
      continue;
    }
    buffer.references = std::move(*references);
    buffer.layouts =
        enumeratePaddings(context.geometry, buffer.references,
                          *mapping.getStaticExtents(), buffer.elementBytes);
    plan.buffers.push_back(std::move(buffer));
  }
  return plan;
}

void Padder::choose(PaddingPlan &plan) {
  int64_t own = 0;
  SmallVector<SmallVector<BankLayout>> layouts;
  for (const PaddedBuffer &buffer : plan.buffers) {
    own += llvm::alignTo(buffer.layouts.front().bytes, bufferAlignment);
    layouts.push_back(buffer.layouts);
  }
  // What buffers that cannot be padded take is not there.
  int64_t left = plan.capacity - (plan.bytes - own);
  for (auto [buffer, index] : llvm::zip_equal(
           plan.buffers, selectPaddings(layouts, bufferAlignment, left)))
    buffer.chosen = index;
  for (PaddedBuffer &buffer : plan.buffers) {
    // No rotation is better than the best padding.
    if (buffer.chosen + 1 == buffer.layouts.size())
      continue;
    std::optional<BankRotation> rotation =
        findRotation(plan.context.geometry, buffer.references,
                     buffer.layouts.front().extents, buffer.elementBytes);
    if (!rotation ||
        !savesWavefronts(buffer.wavefronts(), rotation->wavefronts))
      continue;
    buffer.chosen = 0;
    buffer.rotation = rotation;
  }
  alignPadded(plan);
}

/// Padded rows begin at multiples of the widest access, where that is free but
/// for bytes that nobody else wants.
void Padder::alignPadded(PaddingPlan &plan) {
  auto size = [](const BankLayout &layout) {
    return static_cast<int64_t>(llvm::alignTo(layout.bytes, bufferAlignment));
  };
  int64_t left = plan.capacity - plan.bytes;
  for (const PaddedBuffer &buffer : plan.buffers)
    left -= size(buffer.layouts[buffer.chosen]) - size(buffer.layouts.front());
  for (PaddedBuffer &buffer : plan.buffers) {
    BankLayout &layout = buffer.layouts[buffer.chosen];
    std::optional<BankLayout> aligned =
        alignRows(plan.context.geometry, buffer.references, layout,
                  buffer.layouts.front().extents.back(), buffer.elementBytes);
    if (!aligned || size(*aligned) - size(layout) > left)
      continue;
    left -= size(*aligned) - size(layout);
    layout = std::move(*aligned);
  }
}

//===----------------------------------------------------------------------===//
// Reports and rewriting
//===----------------------------------------------------------------------===//

void Padder::report(const PaddingPlan &plan, const PaddedBuffer &buffer) {
  const BankLayout &before = buffer.layouts.front();
  const BankLayout &after = buffer.layouts[buffer.chosen];
  const BankLayout &best = buffer.layouts.back();
  NamedValue cells = named("Extents", extentsText(before.extents));
  NamedValue references = named("PerRequest", referencesText(plan, buffer));
  NamedValue unpadded =
      named("UnpaddedWavefronts", wavefrontsText(before.wavefronts));
  if (buffer.rotation)
    remarkPassed(buffer.alloc, kPass, "Rotated")
        << sentence("{0} cells, row i rotated by {1} i: {2} wavefronts while "
                    "the buffer lives instead of {3}; per request: {4}",
                    cells, named("Cells", buffer.rotation->cells),
                    named("Wavefronts", wavefrontsText(buffer.wavefronts())),
                    unpadded, references);
  else if (buffer.chosen != 0)
    remarkPassed(buffer.alloc, kPass, "Padded")
        << sentence("{0} cells padded to {1}, {2} bytes more: {3} wavefronts "
                    "while the buffer lives instead of {4}; per request: {5}",
                    cells, named("PaddedTo", extentsText(after.extents)),
                    named("Bytes", after.bytes - before.bytes),
                    named("Wavefronts", wavefrontsText(after.wavefronts)),
                    unpadded, references);
  else if (buffer.layouts.size() == 1)
    remarkAnalysis(buffer.alloc, kPass, "NothingToGain") << sentence(
        "{0} cells not padded: no padding saves more than a hundredth "
        "of the {1} wavefronts while the buffer lives; per "
        "request: {2}",
        cells, unpadded, references);
  if (best.wavefronts < buffer.wavefronts())
    refusals.missed(
        buffer.alloc, "NoCapacity",
        sentence("{0} cells not padded to {1}, which would take {2} wavefronts "
                 "instead of {3}: {4} bytes more are too many; the launch's "
                 "buffers fill {5} of {6} bytes without padding",
                 cells, named("PaddedTo", extentsText(best.extents)),
                 named("PaddedWavefronts", wavefrontsText(best.wavefronts)),
                 named("Wavefronts", wavefrontsText(buffer.wavefronts())),
                 named("Bytes", best.bytes - before.bytes),
                 named("Filled", plan.bytes),
                 named("Capacity", plan.capacity)));
}

void Padder::apply(const PaddedBuffer &buffer) {
  if (buffer.chosen == 0 && !buffer.rotation)
    return;
  AllocOp alloc = buffer.alloc;
  MLIRContext *context = alloc.getContext();
  MappingAttr mapping = alloc.getMapping();
  SmallVector<AffineExpr> cells(mapping.getMap().getResults());
  const BankLayout &layout = buffer.layouts[buffer.chosen];
  SmallVector<AffineExpr> extents;
  for (int64_t extent : layout.extents)
    extents.push_back(getAffineConstantExpr(extent, context));
  if (buffer.rotation)
    cells[1] =
        (cells[1] + cells[0] * buffer.rotation->cells) % layout.extents[1];
  MemRefType type = alloc.getType();
  auto changed = MappingAttr::get(
      context,
      AffineMap::get(mapping.getMap().getNumDims(), mapping.getNumSymbols(),
                     cells, context),
      AffineMap::get(0, mapping.getNumSymbols(), extents, context));
  // Its users, all known, have no result of the buffer's type.
  alloc.getBuffer().setType(MemRefType::get(
      type.getShape(), type.getElementType(), changed, type.getMemorySpace()));
  ++(buffer.rotation ? counts.rotated : counts.padded);
  counts.bytes += layout.bytes - buffer.layouts.front().bytes;
}

FailureOr<PaddingCounts>
polymem::padBuffers(Operation *root, const ScratchPadPassOptions &options,
                    Refusals &refusals) {
  Padder padder(options, refusals);
  if (failed(padder.readOptions(root)))
    return failure();
  std::vector<PaddingPlan> plans;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto tile = dyn_cast<TileOp>(op);
    if (!tile || isHostTile(tile))
      return isa<gpu::LaunchOp>(op) ? WalkResult::skip()
                                    : WalkResult::advance();
    plans.push_back(padder.plan(tile));
    return WalkResult::skip();
  });
  for (PaddingPlan &plan : plans)
    Padder::choose(plan);
  for (const PaddingPlan &plan : plans)
    for (const PaddedBuffer &buffer : plan.buffers)
      padder.report(plan, buffer);
  for (const PaddingPlan &plan : plans)
    for (const PaddedBuffer &buffer : plan.buffers)
      padder.apply(buffer);
  return padder.counts;
}

void ScratchPadPass::runOnOperation() {
  func::FuncOp func = getOperation();
  if (func.isExternal())
    return;
  ScratchPadPassOptions options;
  options.machine = machine;
  options.capacity = capacity;
  options.blockSize.assign(blockSize.begin(), blockSize.end());
  options.assumedTrips = assumedTrips;
  Refusals refusals(getArgument(), strict);
  FailureOr<PaddingCounts> counts = padBuffers(func, options, refusals);
  if (failed(counts))
    return signalPassFailure();
  numPadded += counts->padded;
  numRotated += counts->rotated;
  numBytes += counts->bytes;
  if (counts->changed() == 0 && !refusals.empty() &&
      failed(refusals.nothingDone(func, "")))
    signalPassFailure();
}
