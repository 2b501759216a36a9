//===- Executions.cpp - values of the loops around an operation -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executions.h"
#include "IndexNumbers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <map>

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// Executions of the loops around that are looked at.
static constexpr int64_t kMostExecutions = int64_t(1) << 20;

std::optional<SmallVector<int64_t>>
polymem::evaluate(AffineMap map, ValueRange operands,
                  const LoopValues &values) {
  return IndexNumbers(values).ofMap(map, operands);
}

namespace {
/// Walks the iterations of loops from the outside in.
struct Walk {
  SmallVector<Operation *> around;
  Operation *innermost;
  int64_t left;
  llvm::function_ref<void(const LoopValues &)> visit;
  LoopValues values;

  bool run(unsigned depth);
  bool runLoop(AffineForOp loop, unsigned depth);
  std::optional<bool> holds(AffineIfOp op, Operation *inside);
};
} // namespace

std::optional<bool> Walk::holds(AffineIfOp op, Operation *inside) {
  std::optional<bool> isThen = IndexNumbers(values).holds(op);
  if (!isThen)
    return std::nullopt;
  return *isThen == op.getThenRegion().isAncestor(inside->getParentRegion());
}

bool Walk::runLoop(AffineForOp loop, unsigned depth) {
  auto lower =
      evaluate(loop.getLowerBoundMap(), loop.getLowerBoundOperands(), values);
  auto upper =
      evaluate(loop.getUpperBoundMap(), loop.getUpperBoundOperands(), values);
  int64_t step = loop.getStepAsInt();
  if (!lower || !upper || step < 1)
    return false;
  int64_t end = *llvm::min_element(*upper);
  for (int64_t i = *llvm::max_element(*lower); i < end; i += step) {
    values[loop.getInductionVar()] = i;
    if (left < 0 || !run(depth + 1))
      return false;
  }
  values.erase(loop.getInductionVar());
  return true;
}

bool Walk::run(unsigned depth) {
  // Iterations count also if what is inside is not executed.
  if (--left < 0)
    return false;
  if (depth == around.size()) {
    visit(values);
    return true;
  }
  Operation *op = around[depth];
  if (auto loop = dyn_cast<AffineForOp>(op))
    return runLoop(loop, depth);
  Operation *inside = depth + 1 < around.size() ? around[depth + 1] : innermost;
  std::optional<bool> holds = this->holds(cast<AffineIfOp>(op), inside);
  return holds && (!*holds || run(depth + 1));
}

bool polymem::forEachExecution(
    Operation *op, ArrayRef<LoopValues> sizes,
    llvm::function_ref<void(const LoopValues &)> visit) {
  Walk walk{{}, op, kMostExecutions, visit, LoopValues()};
  for (Operation *parent = op->getParentOp();
       parent && !isa<FunctionOpInterface>(parent);
       parent = parent->getParentOp()) {
    if (!isa<AffineForOp, AffineIfOp>(parent))
      return false;
    walk.around.push_back(parent);
  }
  std::reverse(walk.around.begin(), walk.around.end());
  return llvm::all_of(sizes, [&](const LoopValues &values) {
    walk.values = values;
    return walk.run(0);
  });
}

std::optional<SmallVector<int64_t>>
polymem::countsOf(prem::ComponentOp component, const LoopValues &values) {
  SmallVector<int64_t> result;
  AffineMap itself =
      AffineMap::getMultiDimIdentityMap(1, component.getContext());
  for (Value count : component.getCounts()) {
    auto tiles = evaluate(itself, count, values);
    if (!tiles)
      return std::nullopt;
    result.push_back(tiles->front());
  }
  return result;
}

std::optional<SmallVector<CutLoop>>
polymem::loopsOfTiles(prem::ComponentOp component, ArrayRef<LoopValues> sizes) {
  SmallVector<CutLoop> loops(component.getRank());
  bool isKnown = true;
  bool isDone =
      forEachExecution(component, sizes, [&](const LoopValues &values) {
        std::optional<SmallVector<int64_t>> counts =
            isKnown ? countsOf(component, values) : std::nullopt;
        isKnown &= counts.has_value();
        for (unsigned d = 0; counts && d < counts->size(); ++d)
          loops[d].loop.trips = std::max(loops[d].loop.trips, (*counts)[d]);
      });
  return isDone && isKnown ? std::optional(loops) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

/// Moves the boxes of `array` to where they are with `values` of the loops
/// around; false: that is not known.
static bool place(makespan::Array &array, prem::StreamOp stream,
                  prem::ComponentOp component, ArrayRef<int64_t> tile,
                  LoopValues values) {
  for (Value number : component.getTileNumbers())
    values[number] = 0;
  SmallVector<Value> operands(stream.getTileNumbers());
  llvm::append_range(operands, stream.getSymbols());
  auto corner = evaluate(*stream.getOrigin(), operands, values);
  if (!corner)
    return false;
  array.anywhere = false;
  for (auto [dim, origin] : llvm::zip(array.dims, *corner)) {
    dim.offset = origin;
    for (auto [coefficient, size] : llvm::zip(dim.coefficients, tile))
      dim.offset += coefficient < 0 ? -coefficient * (size - 1) : 0;
  }
  return true;
}

/// Where the first element of `array` is, modulo `burstBytes`.
static int64_t residueOf(const makespan::Array &array, int64_t burstBytes) {
  int64_t address = 0, stride = array.elementBytes;
  for (const makespan::Dimension &dim : llvm::reverse(array.dims)) {
    address += dim.offset * stride;
    stride *= dim.size;
  }
  return (address % burstBytes + burstBytes) % burstBytes;
}

namespace {
/// The executions of a component, by their kinds.
class VariantsOf {
public:
  VariantsOf(prem::ComponentOp component, const SegmentModel &model,
             int64_t burstBytes, const LoopValues &sizes, bool places)
      : component(component), model(model), burstBytes(burstBytes),
        sizes(sizes), places(places),
        varies(llvm::is_contained(model.countsVary, true)) {}

  /// False: there are too many kinds, or something is not known.
  bool run() {
    bool isDone = forEachExecution(
        component, sizes, [&](const LoopValues &values) { add(values); });
    return isDone && isKnown && variants.size() <= kMostVariants;
  }
  std::map<std::vector<int64_t>, ModelVariant> variants;

private:
  static constexpr size_t kMostVariants = 4096;

  void add(const LoopValues &values) {
    if (!isKnown || variants.size() > kMostVariants)
      return;
    ModelVariant variant{model.component, 0};
    std::vector<int64_t> kind;
    if (varies) {
      auto counts = countsOf(component, values);
      isKnown &= counts.has_value();
      for (unsigned d = 0; counts && d < counts->size(); ++d) {
        // Of the last tile, nothing is known.
        int64_t size = model.plan.tile[d];
        int64_t &trips = variant.component.loops[d].trips;
        trips = std::min(trips, std::max<int64_t>((*counts)[d], 1) * size);
        kind.push_back(trips);
      }
    }
    for (auto [array, stream] :
         llvm::zip(variant.component.arrays, model.streams))
      if (places && array.anywhere && !array.atMost) {
        isKnown &= place(array, stream, component, model.plan.tile, values);
        kind.push_back(residueOf(array, burstBytes));
      }
    auto [entry, isNew] = variants.try_emplace(kind, variant);
    ++entry->second.executions;
  }

  prem::ComponentOp component;
  const SegmentModel &model;
  int64_t burstBytes;
  const LoopValues &sizes;
  bool places, varies;
  bool isKnown = true;
};
} // namespace

std::vector<ModelVariant> polymem::variantsOf(prem::ComponentOp component,
                                              const SegmentModel &model,
                                              int64_t burstBytes,
                                              const LoopValues &sizes) {
  for (bool places : {true, false}) {
    VariantsOf kinds(component, model, burstBytes, sizes, places);
    if (!kinds.run())
      continue;
    std::vector<ModelVariant> result;
    result.reserve(kinds.variants.size());
    for (auto &[kind, variant] : kinds.variants)
      result.push_back(std::move(variant));
    return result;
  }
  return {};
}
