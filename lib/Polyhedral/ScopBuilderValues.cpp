//===- ScopBuilderValues.cpp - SSA values as affine functions -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Traces index values back to induction variables and parameters, makes the
// parameters, and gathers what is known of them (the context).
//
// Index arithmetic is taken as arithmetic on integers, as the affine dialect
// does: a program whose index computations wrap around is not modelled.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "ScopBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

isl::pw_aff ScopFrame::dim(unsigned d) const {
  return isl::aff::var_on_domain(isl::local_space(space()), isl::dim::set, d);
}

ScopFrame ScopFrame::extended(ArrayRef<Value> values) const {
  ScopFrame result = *this;
  result.ivs.append(values.begin(), values.end());
  result.domain = domain.add_dims(isl::dim::set, values.size());
  result.firstIterations =
      firstIterations.add_dims(isl::dim::set, values.size());
  return result;
}

//===----------------------------------------------------------------------===//
// Equal values
//===----------------------------------------------------------------------===//

/// `budget` bounds the comparison of shared subexpressions, which would
/// otherwise be compared once per path.
static bool haveSameValue(Value a, Value b, unsigned &budget) {
  if (a == b)
    return true;
  if (budget == 0)
    return false;
  --budget;
  Operation *x = a.getDefiningOp(), *y = b.getDefiningOp();
  if (!x || !y || x->getName() != y->getName() ||
      x->getNumOperands() != y->getNumOperands() || x->getNumRegions() != 0 ||
      a.getType() != b.getType() ||
      cast<OpResult>(a).getResultNumber() !=
          cast<OpResult>(b).getResultNumber())
    return false;
  if (auto dimX = dyn_cast<memref::DimOp>(x)) {
    auto dimY = cast<memref::DimOp>(y);
    // Views with the same object may have other sizes; only casts keep them.
    auto source = [](Value memref) {
      while (auto cast = memref.getDefiningOp<memref::CastOp>())
        memref = cast.getSource();
      return memref;
    };
    return source(dimX.getSource()) == source(dimY.getSource()) &&
           haveSameValue(dimX.getIndex(), dimY.getIndex(), budget);
  }
  if (!isMemoryEffectFree(x) ||
      x->getAttrDictionary() != y->getAttrDictionary())
    return false;
  for (auto [p, q] : llvm::zip(x->getOperands(), y->getOperands()))
    if (!::haveSameValue(p, q, budget))
      return false;
  return true;
}

bool polymem::haveSameValue(Value a, Value b) {
  unsigned budget = 1000;
  return ::haveSameValue(a, b, budget);
}

//===----------------------------------------------------------------------===//
// Tracing
//===----------------------------------------------------------------------===//

/// Deeper expressions are not looked into: the walks are recursive.
static constexpr unsigned kMaxExpressionDepth = 200;

/// One walk over the expression of a value. Without `create` no parameter is
/// made: the result then only tells whether there is an affine form.
struct ScopBuilder::Tracer {
  ScopBuilder &builder;
  const ScopFrame &frame;
  bool create;
  llvm::DenseMap<Value, isl::pw_aff> memo;
  unsigned depth = 0;

  Tracer(ScopBuilder &builder, const ScopFrame &frame, bool create)
      : builder(builder), frame(frame), create(create) {}

  isl::pw_aff trace(Value value);
  isl::pw_aff traceResult(OpResult value);
  isl::pw_aff traceDim(memref::DimOp dim);
  isl::pw_aff traceArithmetic(Operation *op);
  isl::pw_aff leaf(Value value);
  std::optional<SmallVector<isl::pw_aff>> traceMap(AffineMap map,
                                                   ValueRange operands);

  isl::pw_aff constant(const isl::val &value) {
    return isl::aff(isl::local_space(frame.space()), value);
  }
};

static isl::val toVal(isl::ctx ctx, const APInt &value) {
  llvm::SmallString<32> text;
  value.toStringSigned(text);
  return isl::val(ctx, text.str().str());
}

isl::pw_aff ScopBuilder::Tracer::leaf(Value value) {
  if (!value.getType().isIndex() || !builder.isInvariant(value))
    return {};
  if (!create)
    return constant(isl::val(builder.ctx, 0L));
  return builder.paramAff(builder.parameter(value), frame);
}

std::optional<SmallVector<isl::pw_aff>>
ScopBuilder::Tracer::traceMap(AffineMap map, ValueRange operands) {
  SmallVector<isl::pw_aff> dims, symbols, results;
  for (auto [k, operand] : llvm::enumerate(operands)) {
    isl::pw_aff aff = trace(operand);
    if (aff.is_null())
      return std::nullopt;
    (k < map.getNumDims() ? dims : symbols).push_back(aff);
  }
  for (AffineExpr expr : map.getResults()) {
    isl::pw_aff aff = affineExprToPwAff(expr, dims, symbols, frame.space());
    if (aff.is_null())
      return std::nullopt;
    results.push_back(aff);
  }
  return results;
}

isl::pw_aff ScopBuilder::Tracer::trace(Value value) {
  auto known = memo.find(value);
  if (known != memo.end())
    return known->second;
  isl::pw_aff result;
  auto *iv = llvm::find(frame.ivs, value);
  if (iv != frame.ivs.end())
    result = frame.dim(iv - frame.ivs.begin());
  else if (auto opResult = dyn_cast<OpResult>(value);
           opResult && depth < kMaxExpressionDepth) {
    ++depth;
    result = traceResult(opResult);
    --depth;
  }
  if (result.is_null())
    result = leaf(value);
  memo[value] = result;
  return result;
}

/// Arithmetic on this type does not wrap around, or is assumed not to.
static bool isExact(Operation *op, Type type) {
  if (type.isIndex() || type.isInteger(64))
    return true;
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return flags && flags.hasNoSignedWrap();
}

isl::pw_aff ScopBuilder::Tracer::traceDim(memref::DimOp dim) {
  std::optional<int64_t> index = dim.getConstantIndex();
  auto type = dyn_cast<MemRefType>(dim.getSource().getType());
  if (!index || !type || *index < 0 || *index >= type.getRank())
    return {};
  if (!type.isDynamicDim(*index))
    return constant(isl::val(builder.ctx, (long)type.getDimSize(*index)));
  // The size given where the memref is made, if that is in sight.
  Value source = dim.getSource();
  if (auto cast = source.getDefiningOp<memref::CastOp>())
    source = cast.getSource();
  if (auto alloc = source.getDefiningOp())
    if (isa<memref::AllocOp, memref::AllocaOp>(alloc)) {
      auto sourceType = llvm::cast<MemRefType>(source.getType());
      if (!sourceType.isDynamicDim(*index))
        return constant(
            isl::val(builder.ctx, (long)sourceType.getDimSize(*index)));
      return trace(alloc->getOperand(sourceType.getDynamicDimIndex(*index)));
    }
  if (auto view = source.getDefiningOp<memref::SubViewOp>()) {
    unsigned kept = 0;
    llvm::SmallBitVector dropped = view.getDroppedDims();
    for (auto [d, size] : llvm::enumerate(view.getMixedSizes()))
      if (!dropped.test(d) && kept++ == *index)
        if (auto sizeValue = dyn_cast<Value>(size))
          return trace(sizeValue);
  }
  return {};
}

isl::pw_aff ScopBuilder::Tracer::traceArithmetic(Operation *op) {
  if (op->getNumOperands() != 2 ||
      !isa_and_nonnull<arith::ArithDialect>(op->getDialect()) ||
      !isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::MinSIOp,
           arith::MaxSIOp, arith::FloorDivSIOp, arith::CeilDivSIOp,
           arith::DivSIOp, arith::RemSIOp>(op) ||
      !isExact(op, op->getResult(0).getType()))
    return {};
  isl::pw_aff lhs = trace(op->getOperand(0)), rhs = trace(op->getOperand(1));
  if (lhs.is_null() || rhs.is_null())
    return {};
  if (isa<arith::AddIOp>(op))
    return lhs.add(rhs);
  if (isa<arith::SubIOp>(op))
    return lhs.sub(rhs);
  if (isa<arith::MinSIOp>(op))
    return lhs.min(rhs);
  if (isa<arith::MaxSIOp>(op))
    return lhs.max(rhs);
  APInt constantOperand;
  bool rhsConstant =
      matchPattern(op->getOperand(1), m_ConstantInt(&constantOperand));
  if (isa<arith::MulIOp>(op)) {
    if (!rhsConstant &&
        !matchPattern(op->getOperand(0), m_ConstantInt(&constantOperand)))
      return {};
    return lhs.mul(rhs);
  }
  if (!rhsConstant || !constantOperand.isStrictlyPositive())
    return {};
  if (isa<arith::FloorDivSIOp>(op))
    return lhs.div(rhs).floor();
  if (isa<arith::CeilDivSIOp>(op))
    return lhs.div(rhs).ceil();
  if (isa<arith::DivSIOp>(op))
    return lhs.tdiv_q(rhs);
  return lhs.tdiv_r(rhs);
}

/// `value` is not known to come from somewhere else than index arithmetic.
isl::pw_aff ScopBuilder::Tracer::traceResult(OpResult value) {
  Operation *op = value.getDefiningOp();
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return constant(toVal(builder.ctx, number));
  // A parameter, of which the context says that it is not negative.
  if (clampedSize(value) && builder.isInvariant(value))
    return {};

  auto fold = [&](AffineMap map, ValueRange operands, bool least) {
    isl::pw_aff result;
    if (auto affs = traceMap(map, operands))
      for (const isl::pw_aff &aff : *affs)
        result = result.is_null() ? aff
                 : least          ? result.min(aff)
                                  : result.max(aff);
    return result;
  };
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return fold(apply.getAffineMap(), apply.getMapOperands(), true);
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return fold(min.getAffineMap(), min.getOperands(), true);
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return fold(max.getAffineMap(), max.getOperands(), false);
  if (auto dim = dyn_cast<memref::DimOp>(op))
    return traceDim(dim);
  if (auto cast = dyn_cast<arith::IndexCastOp>(op)) {
    // Between index and 64 bits nothing is lost.
    Type from = cast.getIn().getType(), to = cast.getType();
    if ((from.isIndex() && to.isInteger(64)) || to.isIndex())
      return trace(cast.getIn());
    return {};
  }
  return traceArithmetic(op);
}

isl::pw_aff ScopBuilder::affineValue(Value value, const ScopFrame &frame) {
  // First see whether it works, so that no parameter is made in vain.
  if (!isAffineValue(value, frame))
    return {};
  return Tracer(*this, frame, /*create=*/true).trace(value);
}

isl::pw_aff ScopBuilder::affineValue(OpFoldResult value,
                                     const ScopFrame &frame) {
  if (auto v = dyn_cast<Value>(value))
    return affineValue(v, frame);
  auto attr = dyn_cast<IntegerAttr>(cast<Attribute>(value));
  if (!attr)
    return {};
  return isl::aff(isl::local_space(frame.space()), toVal(ctx, attr.getValue()));
}

bool ScopBuilder::isAffineValue(Value value, const ScopFrame &frame) {
  return !Tracer(*this, frame, /*create=*/false).trace(value).is_null();
}

std::optional<SmallVector<isl::pw_aff>>
ScopBuilder::affineResults(AffineMap map, ValueRange operands,
                           const ScopFrame &frame) {
  if (!Tracer(*this, frame, /*create=*/false).traceMap(map, operands))
    return std::nullopt;
  return Tracer(*this, frame, /*create=*/true).traceMap(map, operands);
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

bool ScopBuilder::isAtTopLevel(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent != root;
       parent = parent->getParentOp())
    if (!parent || !isa<affine::AffineIfOp>(parent) ||
        !modelledDepth.count(parent))
      return false;
  return modelsBody ||
         (isa<affine::AffineIfOp>(root) && modelledDepth.count(root));
}

bool ScopBuilder::isInvariant(Value value, unsigned depth) {
  auto found = invariant.find(value);
  if (found != invariant.end())
    return found->second;
  if (depth > kMaxExpressionDepth)
    return false;
  bool result = false;
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    Operation *parent = arg.getOwner()->getParentOp();
    // Region arguments of a root whose body (not itself) is modelled.
    result = parent == root ? modelsBody : !root->isProperAncestor(parent);
  } else {
    Operation *op = value.getDefiningOp();
    result = !root->isProperAncestor(op) || isAtTopLevel(op) ||
             (op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
              llvm::all_of(op->getOperands(),
                           [&](Value v) { return isInvariant(v, depth + 1); }));
  }
  invariant[value] = result;
  return result;
}

/// The enclosing function's argument that `value` is; nullopt if it is none.
static std::optional<unsigned> functionArgument(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  if (!arg || !arg.getOwner()->isEntryBlock() ||
      !isa_and_nonnull<FunctionOpInterface>(arg.getOwner()->getParentOp()))
    return std::nullopt;
  return arg.getArgNumber();
}

std::string ScopBuilder::uniqueName(StringRef wanted) {
  std::string name = wanted.str();
  for (unsigned n = 1; !names.insert(name).second; ++n)
    name = (wanted + "_" + Twine(n)).str();
  return name;
}

std::string ScopBuilder::numbered(StringRef prefix) {
  return uniqueName((prefix + Twine(counters[prefix]++)).str());
}

std::string ScopBuilder::parameterName(Value value) {
  Value source = value;
  if (Value size = clampedSize(value))
    source = size;
  while (auto cast = source.getDefiningOp<arith::IndexCastOp>())
    source = cast.getIn();
  if (auto k = functionArgument(source))
    return uniqueName(("arg" + Twine(*k)).str());
  if (auto dim = value.getDefiningOp<memref::DimOp>()) {
    Value memref = dim.getSource();
    while (auto cast = memref.getDefiningOp<memref::CastOp>())
      memref = cast.getSource();
    auto k = functionArgument(memref);
    if (auto index = dim.getConstantIndex(); k && index)
      return uniqueName(("arg" + Twine(*k) + "_dim" + Twine(*index)).str());
  }
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    Operation *parent = arg.getOwner()->getParentOp();
    if (isa<PolyhedralLoopOpInterface>(parent))
      return numbered("o");
    if (isa<LoopLikeOpInterface>(parent))
      return numbered("i");
  }
  return numbered("p");
}

isl::pw_aff ScopBuilder::paramAff(const isl::id &id, const ScopFrame &frame) {
  return frame.space().add_param(id).param_aff_on_domain(id);
}

isl::id ScopBuilder::parameter(Value value) {
  for (auto &[id, known] : scop->params)
    if (haveSameValue(known, value)) {
      // Of several computations of one value keep the outermost, which
      // dominates the most.
      if (Operation *op = value.getDefiningOp())
        if (Operation *old = known.getDefiningOp();
            op->getParentOp()->isProperAncestor(old->getParentOp()))
          known = value;
      return id;
    }
  isl::id id(ctx, parameterName(value));
  scop->params.push_back({id, value});
  addContextOf(value, id);
  return id;
}

//===----------------------------------------------------------------------===//
// Context
//===----------------------------------------------------------------------===//

isl::set ScopLoopBounds::constraints(const isl::pw_aff &iv) const {
  isl::set result = isl::set::universe(iv.domain_space());
  isl::pw_aff start;
  for (const isl::pw_aff &bound : lower) {
    result = result.intersect(iv.ge_set(bound));
    start = start.is_null() ? bound : start.max(bound);
  }
  for (const isl::pw_aff &bound : upper)
    result = result.intersect(iv.lt_set(bound));
  if (!step.is_null() && !step.is_one().is_true()) {
    isl::pw_aff zero(isl::aff::zero_on_domain(iv.domain_space()));
    result = result.intersect(iv.sub(start).mod(step).eq_set(zero));
  }
  return result;
}

void ScopBuilder::addContextOf(Value value, const isl::id &id) {
  isl::pw_aff self = paramAff(id, outside);
  isl::pw_aff zero(isl::aff::zero_on_domain(outside.space()));
  if (value.getDefiningOp<memref::DimOp>() || clampedSize(value)) {
    known = known.intersect(self.ge_set(zero));
    return;
  }
  auto arg = dyn_cast<BlockArgument>(value);
  if (!arg)
    return;
  // Analyses speak of executions that reach the root, so an enclosing loop's
  // variable is within the loop's bounds.
  if (auto bounds = loopBounds(arg.getOwner()->getParentOp(), outside))
    for (ScopLoopBounds &bound : *bounds)
      if (bound.iv == value)
        known = known.intersect(bound.constraints(self));
}

/// A loop needs a positive step where it is executed, whatever its value.
void ScopBuilder::assumePositive(Operation *loop, const isl::pw_aff &step,
                                 const ScopFrame &frame) {
  for (const ScopAssumption &assumption : assumptions)
    if (assumption.loop == loop &&
        assumption.step.plain_is_equal(step).is_true())
      return;
  isl::pw_aff zero(isl::aff::zero_on_domain(outside.space()));
  isl::set none = step.le_set(zero).params();
  isl::set reached = frame.domain.intersect(frame.firstIterations).params();
  isl::set excluded = none.intersect(reached).coalesce();
  isl::set otherwise = none.subtract(reached).coalesce();
  if (excluded.is_empty().is_true())
    return;
  if (otherwise.is_empty().is_true())
    known = known.intersect(step.gt_set(zero));
  assumptions.push_back({loop, step, excluded, otherwise});
}

void ScopBuilder::finishContext(const isl::space &space) {
  isl::set context = known.params(), defined = context;
  isl::pw_aff zero(isl::aff::zero_on_domain(outside.space()));
  for (ScopAssumption &assumption : assumptions) {
    if (assumption.otherwise.is_empty().is_false()) {
      // Where nothing at all is done with such a step, it may be left out: the
      // context stays convex.
      bool isIdle =
          llvm::all_of(scop->statementList, [&](const auto &statement) {
            return statement.domain.params()
                .is_disjoint(assumption.otherwise)
                .is_true();
          });
      context = isIdle
                    ? context.intersect(assumption.step.gt_set(zero).params())
                    : context.subtract(assumption.excluded);
      defined = defined.subtract(assumption.excluded);
    }
    assumption.excluded = assumption.excluded.align_params(space);
    assumption.otherwise = assumption.otherwise.align_params(space);
  }
  scop->definedSet = defined.align_params(space).coalesce();
  scop->contextSet = context.align_params(space).coalesce();
  scop->assumptionList = std::move(assumptions);
}

void ScopBuilder::addContextAround(Operation *op) {
  for (Operation *around = op; around; around = around->getParentOp()) {
    if (isa<FunctionOpInterface>(around))
      return;
    if (around != op && isa<affine::AffineIfOp>(around)) {
      auto condition = ifCondition(around, outside);
      if (!condition)
        continue;
      auto ifOp = cast<affine::AffineIfOp>(around);
      bool inThen = ifOp.getThenRegion().isAncestor(op->getParentRegion());
      known = inThen ? known.intersect(*condition) : known.subtract(*condition);
    }
  }
}
