//===- CopyVectors.cpp - several elements at once -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyVectors.h"
#include "PolyMem/Analysis/Promotion/BankConflicts.h"
#include "PolyMem/Conversion/MemorySpaces.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

/// What a thread loads or stores at once, at most and at least.
static constexpr int64_t kMostBytes = kWidestAccess, kLeastBytes = 4;

//===----------------------------------------------------------------------===//
// Buffers by positions
//===----------------------------------------------------------------------===//

/// It divides symbols only.
static bool isSum(AffineExpr expr) {
  bool result = true;
  expr.walk([&](AffineExpr part) {
    result &= part.isSymbolicOrConstant() ||
              (part.getKind() != AffineExprKind::Mod &&
               part.getKind() != AffineExprKind::FloorDiv &&
               part.getKind() != AffineExprKind::CeilDiv);
  });
  return result;
}

namespace {
/// Numbers that divide index values, whatever sizes are.
class KnownDivisors {
public:
  /// Of `expr`, a function of `operands`, dimensions before symbols.
  int64_t of(AffineExpr expr, unsigned numDims, ValueRange operands,
             unsigned depth = 0);

private:
  int64_t of(Value value, unsigned depth);
  int64_t of(const IndexTerms &terms, unsigned depth);

  DenseMap<Value, int64_t> known;
};
} // namespace

/// What is further from the value than this is not looked at.
static constexpr unsigned kMaxDepth = 32;

int64_t KnownDivisors::of(AffineExpr expr, unsigned numDims,
                          ValueRange operands, unsigned depth) {
  if (depth > kMaxDepth)
    return 1;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    // Powers of two are what is asked for. The least number has no opposite.
    return static_cast<int64_t>(
        std::gcd(llvm::AbsoluteValue(constant.getValue()), uint64_t(kMostBytes)
                                                               << kMaxDepth));
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return of(operands[dim.getPosition()], depth + 1);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return of(operands[numDims + symbol.getPosition()], depth + 1);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t left = of(binary.getLHS(), numDims, operands, depth + 1);
  int64_t right = of(binary.getRHS(), numDims, operands, depth + 1);
  int64_t product;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
  case AffineExprKind::Mod:
    return std::gcd(left, right);
  case AffineExprKind::Mul:
    return llvm::MulOverflow(left, right, product) ? left : product;
  default:
    return 1;
  }
}

int64_t KnownDivisors::of(const IndexTerms &terms, unsigned depth) {
  int64_t divisor = terms.map.getNumResults() == 0 ? 1 : 0;
  for (AffineExpr expr : terms.map.getResults())
    divisor = std::gcd(
        divisor, of(expr, terms.map.getNumDims(), terms.operands, depth + 1));
  return divisor;
}

int64_t KnownDivisors::of(Value value, unsigned depth) {
  auto [it, inserted] = known.try_emplace(value, 1);
  if (!inserted)
    return it->second;
  IndexDefinition definition = IndexDefinition::of(value);
  int64_t divisor = 1;
  switch (definition.kind) {
  case IndexDefinition::Kind::Opaque:
    break;
  case IndexDefinition::Kind::Equal:
  case IndexDefinition::Kind::Minimum:
  case IndexDefinition::Kind::Maximum:
    divisor = of(definition.terms, depth);
    break;
  case IndexDefinition::Kind::Iteration:
    if (definition.step)
      divisor = std::gcd(of(definition.lower, depth),
                         of(IndexTerms::of(definition.step), depth));
    break;
  }
  return known[value] = divisor;
}

/// `expr` of positions, the remainder of a sum of one of them and of symbols,
/// with a remainder of symbols only, where the positions of `hull` do not wrap
/// around; null if they may.
static AffineExpr withoutWrap(AffineExpr expr, const Hull &hull,
                              ValueRange symbols) {
  if (expr.getKind() != AffineExprKind::Mod)
    return {};
  auto remainder = cast<AffineBinaryOpExpr>(expr);
  auto modulus = dyn_cast<AffineConstantExpr>(remainder.getRHS());
  AffineExpr sum = remainder.getLHS(), base = sum, position;
  MLIRContext *context = expr.getContext();
  unsigned dims = hull.dims.size();
  std::optional<int64_t> extent;
  for (unsigned dim = 0; dim < dims; ++dim) {
    if (!sum.isFunctionOfDim(dim))
      continue;
    if (position || hull.dims[dim].value || !hull.dims[dim].extent)
      return {};
    extent = hull.dims[dim].extent;
    position = getAffineDimExpr(dim, context);
    base = sum.replace(position, getAffineConstantExpr(0, context));
  }
  if (!modulus || !position ||
      simplifyAffineExpr(sum - position - base, dims, symbols.size()) != 0)
    return {};
  // The first position is at a multiple of this, of which the modulus is one.
  base = simplifyAffineExpr(base, dims, symbols.size());
  SmallVector<Value> noDims(dims), operands(noDims);
  llvm::append_range(operands, symbols);
  int64_t unit =
      std::gcd(KnownDivisors().of(base, dims, operands), modulus.getValue());
  if (unit < *extent)
    return {};
  return (base.floorDiv(unit) % (modulus.getValue() / unit)) * unit + position;
}

bool gpulaunch::hasRemainders(const PhysicalBuffer &buffer) {
  return !llvm::all_of(buffer.mapping.getMap().getResults(), isSum);
}

SmallVector<AffineExpr> gpulaunch::cornersOf(const Hull &hull,
                                             MLIRContext *context) {
  SmallVector<AffineExpr> corners;
  for (const CoordinateRange &range : hull.dims)
    corners.push_back(!range.value && range.extent
                          ? range.lower.front()
                          : getAffineConstantExpr(0, context));
  return corners;
}

std::optional<PhysicalBuffer>
gpulaunch::shiftBuffer(const PhysicalBuffer &buffer,
                       ArrayRef<AffineExpr> byPosition, ValueRange symbols,
                       const Hull &hull) {
  MLIRContext *context = buffer.mapping.getContext();
  AffineMap map = buffer.mapping.getMap();
  SmallVector<Value> operands(symbols);
  SmallVector<AffineExpr> newSymbols;
  for (Value symbol : buffer.symbols) {
    auto known = llvm::find(operands, symbol);
    newSymbols.push_back(
        getAffineSymbolExpr(known - operands.begin(), context));
    if (known == operands.end())
      operands.push_back(symbol);
  }
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults()) {
    AffineExpr shifted = expr.replaceDimsAndSymbols(byPosition, newSymbols);
    if (AffineExpr straight = withoutWrap(shifted, hull, operands)) {
      results.push_back(straight);
      continue;
    }
    // Rows of a window that slides: one remainder for each.
    bool isRow = expr != map.getResults().back();
    if (!isSum(expr) && !isRow)
      return std::nullopt;
    results.push_back(
        isSum(expr)
            ? simplifyAffineExpr(shifted, byPosition.size(), operands.size())
            : shifted);
  }
  PhysicalBuffer result = buffer;
  result.symbols = operands;
  result.mapping = MappingAttr::get(
      context,
      AffineMap::get(byPosition.size(), operands.size(), results, context),
      buffer.mapping.getExtents().replaceDimsAndSymbols({}, newSymbols, 0,
                                                        operands.size()));
  return result;
}

//===----------------------------------------------------------------------===//
// The array's side
//===----------------------------------------------------------------------===//

/// The distances of rows, in elements: what must be multiples of a vector,
/// constants or, for strides that are not known, nothing. In an array without a
/// layout, the distances of all rows are multiples of the length of one.
static std::optional<SmallVector<std::optional<int64_t>>>
rowDistances(MemRefType type) {
  SmallVector<std::optional<int64_t>> result;
  if (type.getRank() < 2)
    return result;
  if (type.getLayout().isIdentity()) {
    int64_t length = type.getShape().back();
    result.push_back(ShapedType::isDynamic(length)
                         ? std::nullopt
                         : std::optional<int64_t>(length));
    return result;
  }
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  for (int64_t stride : ArrayRef(strides).drop_back())
    result.push_back(ShapedType::isDynamic(stride)
                         ? std::nullopt
                         : std::optional<int64_t>(stride));
  return result;
}

bool gpulaunch::hasUnitStride(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         !strides.empty() && strides.back() == 1;
}

//===----------------------------------------------------------------------===//
// Widths
//===----------------------------------------------------------------------===//

namespace {
/// Chooses the width of the vectors of one copy.
class VectorSearch {
public:
  VectorSearch(const CopyPlan &plan, MemRefType array,
               const PhysicalBuffer &buffer, const Distribution &distribution)
      : plan(plan), array(array), map(buffer.mapping.getMap()),
        extents(buffer.mapping.getExtents()), distribution(distribution),
        elementBytes(array.getElementTypeBitWidth() / 8),
        leastBytes(hasRemainders(buffer) ? kMostBytes : kLeastBytes) {}

  VectorChoice run() const;

private:
  /// Why the copy has no rows that lie side by side in both places.
  Sentence whyNoRows() const;
  /// Why vectors of `width` elements are not aligned, whatever the addresses.
  Sentence whyNotAligned(int64_t width) const;
  /// Where in its row of cells the first element of the box's row is.
  AffineExpr firstCell() const {
    AffineExpr position = getAffineDimExpr(plan.fastest(), array.getContext());
    return simplifyAffineExpr(map.getResults().back() - position,
                              map.getNumDims(), map.getNumSymbols());
  }

  const CopyPlan &plan;
  MemRefType array;
  AffineMap map, extents;
  const Distribution &distribution;
  int64_t elementBytes;
  /// Of a vector. Two versions of copies with a remainder for each row take
  /// registers that narrow vectors are not worth.
  int64_t leastBytes;
};
} // namespace

Sentence VectorSearch::whyNoRows() const {
  if (plan.scan.order.empty() || map.getNumResults() == 0)
    return "it has no rows";
  unsigned fastest = plan.fastest();
  const Hull &hull = plan.scan.hull;
  if (!hull.dims[fastest].extent || hull.dims[fastest].value)
    return "its rows have no constant length";
  if (!plan.inside)
    return "no test tells whether all of its box is to be copied";
  bool straight = llvm::all_of(hull.dims, [&](const CoordinateRange &range) {
    return !range.value || !range.value.isFunctionOfDim(fastest);
  });
  for (AffineExpr expr : map.getResults().drop_back())
    straight &= !expr.isFunctionOfDim(fastest);
  if (!straight || firstCell().isFunctionOfDim(fastest) ||
      !hasUnitStride(array))
    return "elements of a row do not lie side by side in both places";
  return {};
}

Sentence VectorSearch::whyNotAligned(int64_t width) const {
  auto isNot = [&](const char *what, const auto &number) {
    return sentence("{0}, {1}, is no multiple of {2}", what,
                    named("Number", number), named("Width", width));
  };
  int64_t length = *plan.scan.hull.dims[plan.fastest()].extent;
  if (length % width != 0)
    return isNot("the length of its rows", length);
  auto rows = rowDistances(array);
  if (!rows)
    return "the array's layout is not known";
  for (std::optional<int64_t> distance : *rows)
    if (distance && *distance % width != 0)
      return isNot("the distance of the array's rows", *distance);
  if (map.getNumResults() > 1 &&
      !extents.getResults().back().isMultipleOf(width))
    return isNot("the distance of the buffer's rows",
                 extents.getResults().back());
  if (!firstCell().isMultipleOf(width))
    return isNot("the first cell of a row in the buffer", firstCell());
  return {};
}

VectorChoice VectorSearch::run() const {
  VectorChoice choice;
  choice.whyNot = whyNoRows();
  if (!choice.whyNot.empty())
    return choice;
  double scalarRounds = assumedRounds(plan);
  for (int64_t bytes = kMostBytes; bytes >= leastBytes; bytes /= 2) {
    int64_t width = bytes / elementBytes;
    if (width < 2)
      break;
    choice.whyNot = whyNotAligned(width);
    if (!choice.whyNot.empty())
      continue;
    CopyPlan vectors = planWholeBox(plan, width, distribution);
    double rounds = assumedRounds(vectors);
    if (rounds >= scalarRounds) {
      choice.whyNot = sentence(
          "a thread would have {0} rounds with vectors of {1} and {2} "
          "without",
          named("Rounds", static_cast<int64_t>(rounds)), named("Width", width),
          named("ScalarRounds", static_cast<int64_t>(scalarRounds)));
      continue;
    }
    choice.vectors.emplace();
    choice.vectors->plan = std::move(vectors);
    choice.vectors->type = VectorType::get(width, array.getElementType());
    choice.vectors->bytes = bytes;
    return choice;
  }
  return choice;
}

VectorChoice
gpulaunch::chooseVectors(const CopyPlan &plan, MemRefType array,
                         MemRefType buffer,
                         const std::optional<PhysicalBuffer> &shifted,
                         const Distribution &distribution) {
  auto isShared = [](MemRefType type) {
    auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
    return space && space.getValue() == gpu::AddressSpace::Workgroup;
  };
  if (!array || !buffer || !isGlobalMemorySpace(array.getMemorySpace()) ||
      !isShared(buffer))
    return {std::nullopt, "it is not between global and shared memory"};
  Type element = array.getElementType();
  unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  if (!llvm::is_contained({8U, 16U, 32U, 64U}, bits))
    return {std::nullopt, "its elements are not of 1, 2, 4 or 8 bytes"};
  if (!shifted)
    return {std::nullopt,
            "the rows of the buffer's storage mapping have remainders or "
            "quotients"};
  return VectorSearch(plan, array, *shifted, distribution).run();
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

namespace {
/// Emits the test of one copy.
class AlignmentTest {
public:
  AlignmentTest(OpBuilder &builder, Location loc, const VectorPlan &plan)
      : builder(builder), loc(loc), plan(plan),
        elementBytes(plan.bytes / plan.plan.width) {}

  /// The byte of the array from which its rows are counted, and, in
  /// `distances`, what of their distances is not known.
  Value emitStart(Value array, SmallVectorImpl<Value> &distances);
  Value bytesOf(Value elements) {
    return fold<arith::MulIOp>(elements, constant(elementBytes));
  }
  /// Whether `bytes` is a multiple of the vector.
  Value isMultiple(Value bytes) {
    return builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::eq,
        fold<arith::AndIOp>(bytes, constant(plan.bytes - 1)), constant(0));
  }
  Value addressOf(Value memref) {
    return memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  }
  template <typename OpTy> Value fold(Value a, Value b) {
    return builder.createOrFold<OpTy>(loc, a, b);
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  OpBuilder &builder;
  Location loc;
  const VectorPlan &plan;
  int64_t elementBytes;
};
} // namespace

Value AlignmentTest::emitStart(Value array, SmallVectorImpl<Value> &distances) {
  auto type = cast<MemRefType>(array.getType());
  auto [strides, offset] = type.getStridesAndOffset();
  Value start = addressOf(array);
  if (type.getLayout().isIdentity()) {
    // The distances of other rows are multiples of the length of one.
    if (type.getRank() > 1 && ShapedType::isDynamic(type.getShape().back()))
      distances.push_back(
          builder.createOrFold<memref::DimOp>(loc, array, type.getRank() - 1));
    return start;
  }
  if (offset != 0 && !ShapedType::isDynamic(offset))
    start = fold<arith::AddIOp>(start, constant(offset * elementBytes));
  if (!ShapedType::isDynamic(offset) &&
      llvm::none_of(strides, ShapedType::isDynamic))
    return start;
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, array);
  if (ShapedType::isDynamic(offset))
    start = fold<arith::AddIOp>(start, bytesOf(metadata.getOffset()));
  for (auto [stride, value] : llvm::zip_equal(strides, metadata.getStrides()))
    if (ShapedType::isDynamic(stride))
      distances.push_back(value);
  return start;
}

Value gpulaunch::emitAndThen(OpBuilder &builder, Location loc, Value first,
                             llvm::function_ref<Value()> second) {
  OpBuilder::InsertionGuard guard(builder);
  auto ifOp = scf::IfOp::create(builder, loc, builder.getI1Type(), first,
                                /*withElseRegion=*/true);
  builder.setInsertionPointToStart(&ifOp.getThenRegion().front());
  scf::YieldOp::create(builder, loc, second());
  builder.setInsertionPointToStart(&ifOp.getElseRegion().front());
  Value no = arith::ConstantIntOp::create(builder, loc, 0, 1);
  scf::YieldOp::create(builder, loc, no);
  return ifOp.getResult(0);
}

Value gpulaunch::emitAlignmentTest(OpBuilder &builder,
                                   PolyhedralCopyOpInterface copy,
                                   const VectorPlan &plan,
                                   const CopySides &sides, Value thread,
                                   Value corner) {
  const auto &[source, target] = sides;
  AlignmentTest test(builder, copy.getLoc(), plan);
  Value array = source.buffer ? target.memref : source.memref;
  Value cells = source.buffer ? source.memref : target.memref;
  ValueRange symbols = copy.getPolyhedralSymbols();
  AffineExpr first =
      plan.plan.scan.hull.dims[plan.plan.fastest()].lower.front();
  bool cornerFits =
      KnownDivisors().of(first, /*numDims=*/0, symbols) % plan.plan.width == 0;
  Value start, same;
  {
    // Of arrays from outside, that is asked once.
    OpBuilder::InsertionGuard guard(builder);
    Region *kernel = thread.getParentRegion();
    if (!kernel->isAncestor(array.getParentRegion())) {
      builder.setInsertionPointAfterValue(thread);
      Operation *view = cells.getDefiningOp();
      if (view && view->getBlock() == builder.getInsertionBlock() &&
          !view->isBeforeInBlock(&*builder.getInsertionPoint()))
        builder.setInsertionPointAfter(view);
    }
    SmallVector<Value> distances;
    start = test.emitStart(array, distances);
    // That of shared memory is a constant to back ends, mostly.
    Value bits = test.addressOf(cells);
    for (Value distance : distances)
      bits = test.fold<arith::OrIOp>(bits, test.bytesOf(distance));
    if (cornerFits)
      bits = test.fold<arith::OrIOp>(bits, start);
    same = test.isMultiple(bits);
  }
  if (cornerFits)
    return same;
  return emitAndThen(builder, copy.getLoc(), same, [&] {
    return test.isMultiple(
        test.fold<arith::AddIOp>(start, test.bytesOf(corner)));
  });
}

//===----------------------------------------------------------------------===//
// Copies that compute
//===----------------------------------------------------------------------===//

bool gpulaunch::computesOfVectors(Operation *copy) {
  auto copyIn = dyn_cast<scratch::CopyInOp>(copy);
  return !copyIn || !copyIn.isComputing() ||
         llvm::all_of(copyIn.getComputation().front().without_terminator(),
                      [](Operation &op) {
                        return op.hasTrait<OpTrait::ConstantLike>() ||
                               (op.getNumResults() == 1 &&
                                OpTrait::hasElementwiseMappableTraits(&op));
                      });
}

Value gpulaunch::emitCopiedVector(OpBuilder &builder, Operation *copy,
                                  Value elements) {
  auto copyIn = dyn_cast<scratch::CopyInOp>(copy);
  if (!copyIn || !copyIn.isComputing())
    return elements;
  ArrayRef<int64_t> shape = cast<VectorType>(elements.getType()).getShape();
  Block &block = copyIn.getComputation().front();
  DenseMap<Value, Value> vectors{{block.getArgument(0), elements}};
  // Values from outside are the same for all elements.
  auto vectorOf = [&](Value value) -> Value {
    Value &known = vectors[value];
    if (!known)
      known = vector::BroadcastOp::create(
          builder, copy->getLoc(), VectorType::get(shape, value.getType()),
          value);
    return known;
  };
  IRMapping constants;
  for (Operation &op : block.without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>()) {
      Value scalar = builder.clone(op, constants)->getResult(0);
      vectors[op.getResult(0)] = vectorOf(scalar);
      continue;
    }
    OperationState state(op.getLoc(), op.getName());
    for (Value operand : op.getOperands())
      state.operands.push_back(vectorOf(operand));
    state.addTypes(VectorType::get(shape, op.getResult(0).getType()));
    state.addAttributes(op.getAttrs());
    vectors[op.getResult(0)] = builder.create(state)->getResult(0);
  }
  return vectorOf(block.getTerminator()->getOperand(0));
}
