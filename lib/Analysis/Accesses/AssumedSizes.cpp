//===- AssumedSizes.cpp - numbers about loops at assumed sizes ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Analysis/Accesses/SymbolContext.h"
#include "PolyMem/Analysis/Accesses/VolumeEstimate.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/SizeExpression.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

FailureOr<llvm::StringMap<int64_t>>
polymem::readSizes(Operation *op, StringRef pass, StringRef option,
                   ArrayRef<std::string> texts, int64_t otherwise) {
  if (otherwise < 1)
    return op->emitError(pass)
           << ": option 'assumed-size' is " << otherwise << "; give 1 or more";
  llvm::StringMap<int64_t> result;
  for (StringRef text : texts) {
    auto [name, value] = text.split('=');
    int64_t number;
    if (name.empty() || value.getAsInteger(10, number) || number < 0)
      return op->emitError(pass)
             << ": option '" << option << "' has '" << text
             << "'; write a size and its value, as in N=1000";
    result[name] = number;
  }
  return result;
}

int64_t polymem::assumedSizeOf(Operation *func, int64_t option) {
  auto assumed = func->getAttrOfType<IntegerAttr>(kAssumedSizeAttr);
  return assumed ? std::max<int64_t>(assumed.getInt(), 1) : option;
}

AssumedSizes::AssumedSizes(Operation *func, llvm::StringMap<int64_t> given,
                           int64_t otherwise)
    : given(std::move(given)), otherwise(otherwise) {
  func->walk([&](PolyhedralLoopOpInterface tile) {
    for (OpFoldResult step : tile.getPolyhedralSteps())
      if (auto value = dyn_cast<Value>(step))
        steps.insert(value);
  });
}

//===----------------------------------------------------------------------===//
// Names and values
//===----------------------------------------------------------------------===//

/// The text of `attr`, a size expression; empty if it is none.
static std::string textOf(Attribute attr) {
  auto text = dyn_cast_or_null<StringAttr>(attr);
  return text ? text.getValue().str() : std::string();
}

/// The function whose argument `value` is, and the argument's number.
static std::pair<FunctionOpInterface, unsigned> asArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return {};
  auto func = dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return {func, argument.getArgNumber()};
}

/// What `size` is cast from, as front ends have sizes of type `i32`.
static Value withoutCasts(Value size) {
  while (Operation *cast = size.getDefiningOp())
    if (Value clamped = clampedSize(size))
      size = clamped;
    else if (isa<arith::IndexCastOp, arith::ExtSIOp>(cast))
      size = cast->getOperand(0);
    else
      break;
  return size;
}

std::string AssumedSizes::nameOf(Value size) {
  size = withoutCasts(size);
  if (auto [func, number] = asArgument(size); func) {
    std::string name = textOf(func.getArgAttr(number, kParamAttr));
    return name.empty() ? "arg" + std::to_string(number) : name;
  }
  auto dim = size.getDefiningOp<memref::DimOp>();
  std::optional<int64_t> index =
      dim ? getConstantIntValue(dim.getIndex()) : std::nullopt;
  if (!index || *index < 0)
    return "";
  return nameOf(dim.getSource(), *index);
}

std::string AssumedSizes::nameOf(Value memref, unsigned dim) {
  auto [func, number] = asArgument(memref);
  if (!func)
    return "";
  auto shape = dyn_cast_or_null<ArrayAttr>(func.getArgAttr(number, kShapeAttr));
  std::string name =
      shape && dim < shape.size() ? textOf(shape[dim]) : std::string();
  if (name.empty())
    name = "arg" + std::to_string(number) + "_dim" + std::to_string(dim);
  return name;
}

bool AssumedSizes::isGiven(Value size) const {
  return given.contains(nameOf(size));
}

std::optional<int64_t> AssumedSizes::givenValue(StringRef name) const {
  if (auto found = given.find(name); found != given.end())
    return found->second;
  // A function of sizes: of those that are not given, what is assumed.
  if (name.empty())
    return std::nullopt;
  llvm::Expected<SizeExpression> expression = SizeExpression::parse(name);
  if (!expression) {
    llvm::consumeError(expression.takeError());
    return std::nullopt;
  }
  SizeBindings bindings;
  std::vector<std::string> parts = expression->names();
  bool any = parts.empty();
  for (const std::string &part : parts) {
    auto found = given.find(part);
    any |= found != given.end();
    bindings[part] = found == given.end() ? otherwise : found->second;
  }
  if (!any)
    return std::nullopt;
  llvm::Expected<int64_t> value = expression->evaluate(bindings);
  if (value)
    return *value;
  llvm::consumeError(value.takeError());
  return std::nullopt;
}

int64_t AssumedSizes::valueOf(Value size) const {
  if (std::optional<int64_t> value = givenValue(nameOf(size)))
    return *value;
  return steps.contains(size) ? VolumeEstimate::kTileSize : otherwise;
}

int64_t AssumedSizes::valueOf(Value memref, unsigned dim) const {
  return givenValue(nameOf(memref, dim)).value_or(otherwise);
}

Sentence AssumedSizes::takeAssumptions() {
  // Extents of several arrays often have one name.
  llvm::SmallSetVector<StringRef, 8> parts;
  std::vector<std::string> texts;
  for (auto &[value, number] : used) {
    std::string name = nameOf(value);
    texts.push_back((name.empty() ? "other sizes" : name) + " = " +
                    std::to_string(number));
  }
  used.clear();
  parts.insert(texts.begin(), texts.end());
  return parts.empty() ? Sentence()
                       : sentence(" (assuming {0})",
                                  named("Assuming", llvm::join(parts, ", ")));
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// `values` and all that they depend on; nothing is said of those of `sizes`.
static SetVector<Value> collectSizes(ValueRange values,
                                     SetVector<Value> &sizes) {
  SetVector<Value> all(values.begin(), values.end());
  for (unsigned v = 0; v < all.size(); ++v) {
    IndexDefinition definition = IndexDefinition::of(all[v]);
    if (definition.kind == IndexDefinition::Kind::Opaque)
      sizes.insert(all[v]);
    all.insert_range(definition.mentioned());
  }
  return all;
}

SmallVector<std::optional<SizeBound>>
AssumedSizes::boundsOf(AffineMap map, ValueRange values,
                       ExtremumFacts extrema) {
  SmallVector<Value> operands(values);
  affine::canonicalizeMapAndOperands(&map, &operands);
  SmallVector<std::optional<SizeBound>> bounds(map.getNumResults());
  SetVector<Value> sizes;
  collectSizes(operands, sizes);
  SetVector<Value> symbols(operands.begin(), operands.end());
  symbols.insert(sizes.begin(), sizes.end());
  SmallVector<isl::id> ids;
  for (unsigned v = 0; v < symbols.size(); ++v)
    ids.emplace_back(context(), "s" + std::to_string(v));
  isl::set known =
      getSymbolFacts(ids, symbols.getArrayRef(), context(), extrema);
  if (known.is_null())
    return bounds;
  isl::id x(context(), "x");
  isl::space space = known.space().add_param(x);
  auto paramOf = [&](Value value) -> isl::pw_aff {
    unsigned v = llvm::find(symbols, value) - symbols.begin();
    return space.param_aff_on_domain(ids[v]);
  };
  SmallVector<isl::pw_aff> dims, syms;
  for (auto [index, operand] : llvm::enumerate(operands))
    (index < map.getNumDims() ? dims : syms).push_back(paramOf(operand));
  for (auto [result, bound] : llvm::zip_equal(map.getResults(), bounds)) {
    isl::pw_aff value = affineExprToPwAff(result, dims, syms, space);
    if (value.is_null())
      continue;
    isl::pw_aff self = space.param_aff_on_domain(x);
    isl::set line = known.intersect(self.eq_set(value));
    if (line.is_null())
      continue;
    bound = SizeBound{line, x, {}};
    for (auto [symbol, id] : llvm::zip_equal(symbols, ids))
      if (sizes.contains(symbol))
        bound->sizes.emplace_back(id, symbol);
  }
  return bounds;
}

std::optional<int64_t>
AssumedSizes::greatest(const SizeBound &bound,
                       function_ref<int64_t(Value)> valueOf) {
  isl::set line = bound.line;
  if (line.is_null())
    return std::nullopt;
  isl::space space = line.space();
  for (const auto &[id, size] : bound.sizes) {
    isl::pw_aff self = space.param_aff_on_domain(id);
    isl::pw_aff value = isl::aff(isl::local_space(space),
                                 isl::val(line.ctx(), (long)valueOf(size)));
    line = line.intersect(self.eq_set(value));
  }
  // Nothing is launched, or executed, for these sizes.
  if (line.is_empty().is_true())
    return 0;
  return greatestValueOf(line, bound.x);
}

std::optional<int64_t> AssumedSizes::mostBetween(const IndexTerms &lower,
                                                 const IndexTerms &upper) {
  auto [map, operands] = differencesOf(upper, lower);
  affine::canonicalizeMapAndOperands(&map, &operands);
  std::optional<int64_t> least;
  auto note = [&](int64_t value) {
    least = least ? std::min(*least, value) : value;
  };
  for (AffineExpr difference : map.getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(difference))
      note(constant.getValue());
  if (map.isConstant())
    return least;
  for (const std::optional<SizeBound> &bound :
       boundsOf(map, operands, ExtremumFacts::Inequalities)) {
    std::optional<int64_t> value =
        bound ? greatest(*bound, [&](Value size) { return valueOf(size); })
              : std::nullopt;
    if (!value || (least && *value >= *least))
      continue;
    note(*value);
    for (const auto &[id, size] : bound->sizes)
      used.insert({size, valueOf(size)});
  }
  return least;
}

//===----------------------------------------------------------------------===//
// Iterations
//===----------------------------------------------------------------------===//

static int64_t stepsBetween(int64_t extent, int64_t step) {
  return llvm::divideCeilSigned(std::max<int64_t>(extent, 0),
                                std::max<int64_t>(step, 1));
}

std::optional<int64_t> AssumedSizes::mostBetween(OpFoldResult lower,
                                                 OpFoldResult upper) {
  return mostBetween(IndexTerms::of(lower), IndexTerms::of(upper));
}

std::optional<int64_t> AssumedSizes::iterations(PolyhedralLoopOpInterface tile,
                                                unsigned dim) {
  std::optional<int64_t> extent =
      mostBetween(tile.getPolyhedralLowerBounds()[dim],
                  tile.getPolyhedralUpperBounds()[dim]);
  if (!extent)
    return std::nullopt;
  OpFoldResult step = tile.getPolyhedralSteps()[dim];
  std::optional<int64_t> constant = getConstantIntValue(step);
  return stepsBetween(*extent,
                      constant ? *constant : valueOf(cast<Value>(step)));
}

std::optional<int64_t> AssumedSizes::iterations(Operation *loop) {
  if (auto tile = dyn_cast<PolyhedralLoopOpInterface>(loop)) {
    int64_t all = 1;
    for (unsigned dim = 0, e = tile.getPolyhedralSteps().size(); dim < e;
         ++dim) {
      std::optional<int64_t> one = iterations(tile, dim);
      if (!one)
        return std::nullopt;
      all = llvm::SaturatingMultiply<uint64_t>(all, *one);
    }
    return all;
  }
  if (auto affineFor = dyn_cast<affine::AffineForOp>(loop)) {
    IndexDefinition iteration =
        IndexDefinition::of(affineFor.getInductionVar());
    std::optional<int64_t> extent =
        mostBetween(iteration.lower, iteration.upper);
    if (!extent)
      return std::nullopt;
    return stepsBetween(*extent, affineFor.getStepAsInt());
  }
  if (auto scfFor = dyn_cast<scf::ForOp>(loop)) {
    std::optional<int64_t> extent =
        mostBetween(OpFoldResult(scfFor.getLowerBound()),
                    OpFoldResult(scfFor.getUpperBound()));
    if (!extent)
      return std::nullopt;
    return stepsBetween(*extent,
                        getConstantIntValue(scfFor.getStep()).value_or(1));
  }
  return std::nullopt;
}

const AssumedSizes::LoopLength &AssumedSizes::lengthOf(Operation *loop) {
  if (auto found = known.find(loop); found != known.end())
    return found->second;
  llvm::MapVector<Value, int64_t> others;
  std::swap(others, used);
  LoopLength length;
  length.iterations = iterations(loop);
  length.sizes = llvm::to_vector(used);
  std::swap(others, used);
  return known.insert({loop, std::move(length)}).first->second;
}

int64_t AssumedSizes::work(Operation *op) {
  constexpr int64_t kMost = int64_t(1) << 60;
  int64_t inside = 0;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      bool accesses = false;
      for (Operation &inner : block)
        if (inner.getNumRegions() == 0)
          accesses |= !isMemoryEffectFree(&inner);
        else
          inside = std::min(kMost, inside + work(&inner));
      inside += accesses;
    }
  if (!isa<LoopLikeOpInterface>(op) || inside == 0)
    return inside;
  const LoopLength &length = lengthOf(op);
  for (const auto &size : length.sizes)
    used.insert(size);
  int64_t times = length.iterations.value_or(otherwise), product;
  if (llvm::MulOverflow(times, inside, product) || product > kMost)
    return kMost;
  return product;
}
