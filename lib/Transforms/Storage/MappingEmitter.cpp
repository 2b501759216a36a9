//===- MappingEmitter.cpp - storage mappings in the IR --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappingEmitter.h"
#include "PolyMem/Dialect/Scratch/IR/BufferBuilder.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Storage/Mappings/MappingMaps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace polymem;

namespace {
/// The parts of one mapping while it is written.
class Emitter {
public:
  Emitter(OpBuilder &builder, Location loc, const EmittedMapping &mapping)
      : builder(builder), loc(loc), mapping(mapping),
        parameters(mapping.parameters), cases(mapping.cases) {}

  std::pair<scratch::MappingAttr, SmallVector<Value>> emit();

private:
  Value valueOf(AffineExpr expr) {
    return scratch::expandToArith(builder, loc,
                                  AffineMap::get(0, parameters.size(), expr),
                                  parameters)
        .front();
  }
  Value conditionOf(const isl::set &context);
  Value holds(IntegerSet set);
  AffineExpr symbolFor(ArrayRef<Polynomial> values, bool isModulus);
  AffineExpr extentOf(size_t row, AffineExpr modulus);
  void addQuotients();
  void addPlain();
  Value selected(ArrayRef<Value> conditions, ArrayRef<Polynomial> values);

  OpBuilder &builder;
  Location loc;
  const EmittedMapping &mapping;
  /// With quotients.
  SmallVector<Value> parameters;
  /// With one that has a cell for each element, the first one, where cells are
  /// not to be more than these.
  std::vector<StorageCase> cases;
  /// For each case but the last one.
  SmallVector<Value> conditions;
  /// What symbol k is in each of the cases, and whether it is a modulus.
  std::vector<std::pair<std::vector<Polynomial>, bool>> symbolValues;
  SmallVector<Value> symbols;
};
} // namespace

FailureOr<SmallVector<IntegerSet>>
polymem::integerSetsOf(const isl::set &context, unsigned numParameters,
                       MLIRContext *mlirContext) {
  isl::set point = asSetOfParameters(context);
  SmallVector<isl::id> ids;
  for (unsigned k = 0; k < numParameters; ++k)
    ids.push_back(point.dim_id(isl::dim::param, k));
  return setToIntegerSets(point, ids, mlirContext);
}

Value Emitter::holds(IntegerSet set) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value all;
  for (unsigned k = 0; k < set.getNumConstraints(); ++k) {
    Value one = arith::CmpIOp::create(builder, loc,
                                      set.isEq(k) ? arith::CmpIPredicate::eq
                                                  : arith::CmpIPredicate::sge,
                                      valueOf(set.getConstraint(k)), zero);
    all = all ? arith::AndIOp::create(builder, loc, all, one).getResult() : one;
  }
  return all ? all : arith::ConstantIntOp::create(builder, loc, 1, 1);
}

/// Whether the parameters are in `context`, of which EmittedMapping says that
/// it can be written.
Value Emitter::conditionOf(const isl::set &context) {
  auto sets = integerSetsOf(context, parameters.size(), builder.getContext());
  assert(succeeded(sets) && "a condition that cannot be written");
  Value any;
  for (IntegerSet set : *sets) {
    Value one = holds(set);
    any = any ? arith::OrIOp::create(builder, loc, any, one).getResult() : one;
  }
  return any ? any : arith::ConstantIntOp::create(builder, loc, 0, 1);
}

/// `values[k]` where conditions[k] holds, and the last one elsewhere.
Value Emitter::selected(ArrayRef<Value> conditions,
                        ArrayRef<Polynomial> values) {
  MLIRContext *context = builder.getContext();
  Value result = valueOf(toAffineExpr(values.back(), context));
  for (auto [condition, value] :
       llvm::reverse(llvm::zip_equal(conditions, values.drop_back())))
    result = arith::SelectOp::create(
        builder, loc, condition, valueOf(toAffineExpr(value, context)), result);
  return result;
}

/// A constant or a symbol: `values[k]` in case k. Where the array has no
/// elements formulas of moduli mean nothing, but they have to be positive.
AffineExpr Emitter::symbolFor(ArrayRef<Polynomial> values, bool isModulus) {
  MLIRContext *context = builder.getContext();
  bool same = llvm::all_of(
      values, [&](const Polynomial &v) { return v == values.front(); });
  if (same && values.front().constant())
    return getAffineConstantExpr(*values.front().constant(), context);
  std::pair key(std::vector<Polynomial>(values), isModulus);
  auto known = llvm::find(symbolValues, key);
  unsigned number = known - symbolValues.begin();
  if (known == symbolValues.end()) {
    symbolValues.push_back(key);
    Value result =
        same ? selected({}, values.back()) : selected(conditions, values);
    if (isModulus)
      result = arith::MaxSIOp::create(
          builder, loc, result,
          arith::ConstantIndexOp::create(builder, loc, 1));
    symbols.push_back(result);
  }
  return getAffineSymbolExpr(number, context);
}

void Emitter::addQuotients() {
  MLIRContext *context = builder.getContext();
  for (const Quotient &quotient : mapping.quotients)
    parameters.push_back(arith::FloorDivSIOp::create(
        builder, loc, valueOf(toAffineExpr(quotient.dividend, context)),
        arith::ConstantIndexOp::create(builder, loc, quotient.divisor)));
}

/// The number of cells decides whether each element has its own one.
void Emitter::addPlain() {
  if (mapping.limit.kind != SizeLimit::Kind::Layout)
    return;
  std::vector<Polynomial> sizes;
  sizes.reserve(cases.size());
  for (const StorageCase &part : cases)
    sizes.push_back(part.mapping.size());
  Value cells = selected(conditions, sizes);
  Value elements = selected({}, mapping.limit.plain.size());
  Value isPlain = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                        cells, elements);
  conditions.insert(conditions.begin(), isPlain);
  cases.insert(cases.begin(), {isl::set(), mapping.limit.plain});
}

/// The extent for a row: its modulus, or less if subscripts do not reach it.
AffineExpr Emitter::extentOf(size_t row, AffineExpr modulus) {
  MLIRContext *context = builder.getContext();
  if (mapping.limit.kind != SizeLimit::Kind::Extents)
    return modulus;
  Value most = valueOf(toAffineExpr(mapping.limit.extents[row], context));
  Value size =
      scratch::expandToArith(
          builder, loc, AffineMap::get(0, symbols.size(), modulus), symbols)
          .front();
  Value extent = arith::MaxSIOp::create(
      builder, loc, arith::MinSIOp::create(builder, loc, size, most),
      arith::ConstantIndexOp::create(builder, loc, 1));
  symbolValues.push_back({{}, false});
  symbols.push_back(extent);
  return getAffineSymbolExpr(symbols.size() - 1, context);
}

std::pair<scratch::MappingAttr, SmallVector<Value>> Emitter::emit() {
  MLIRContext *context = builder.getContext();
  addQuotients();
  for (const StorageCase &part : ArrayRef(cases).drop_back())
    conditions.push_back(conditionOf(part.context));
  addPlain();
  size_t rows = 0;
  for (const StorageCase &part : cases)
    rows = std::max(rows, part.mapping.rows.size());
  // Cases with fewer rows have a single cell in the others.
  StorageRow singleCell{std::vector<Polynomial>(mapping.rank), Polynomial(1)};
  SmallVector<AffineExpr> cells, extents;
  for (size_t r = 0; r < rows; ++r) {
    SmallVector<const StorageRow *> perCase;
    for (const StorageCase &part : cases)
      perCase.push_back(r < part.mapping.rows.size() ? &part.mapping.rows[r]
                                                     : &singleCell);
    // Modulo 1 all strides are equal: then those of another case, which need no
    // selection.
    auto relevant = llvm::find_if(perCase, [](const StorageRow *row) {
      return row->modulus.constant() != 1;
    });
    const StorageRow *other =
        relevant == perCase.end() ? &singleCell : *relevant;
    AffineExpr sum = getAffineConstantExpr(0, context);
    for (unsigned d = 0; d < mapping.rank; ++d) {
      SmallVector<Polynomial> strides;
      for (const StorageRow *row : perCase)
        strides.push_back(
            (row->modulus.constant() == 1 ? other : row)->coefficients[d]);
      sum = sum + getAffineDimExpr(d, context) *
                      symbolFor(strides, /*isModulus=*/false);
    }
    SmallVector<Polynomial> moduli;
    for (const StorageRow *row : perCase)
      moduli.push_back(row->modulus);
    AffineExpr modulus = symbolFor(moduli, /*isModulus=*/true);
    bool fits = r < mapping.inRange.size() && mapping.inRange[r];
    cells.push_back(fits ? sum : sum % modulus);
    extents.push_back(extentOf(r, modulus));
  }
  auto attribute = scratch::MappingAttr::get(
      context, AffineMap::get(mapping.rank, symbols.size(), cells, context),
      AffineMap::get(0, symbols.size(), extents, context));
  return {attribute, symbols};
}

scratch::AllocOp EmittedMapping::allocate(OpBuilder &builder, Location loc,
                                          MemRefType array,
                                          ValueRange sizes) const {
  auto [mapping, symbols] = Emitter(builder, loc, *this).emit();
  return BufferBuilder(array.getMemorySpace())
      .createShared(builder, loc, array, sizes, mapping, symbols);
}
