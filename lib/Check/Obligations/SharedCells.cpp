//===- SharedCells.cpp - elements that share cells ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mapping whose strides or moduli are values of the program is not affine.
// Then the values are compared as if each element had its own cell, and the
// mapping has to separate the elements whose values are needed at the same
// time.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Obligations/Obligations.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Storage/Arrays/ArrayConflicts.h"
#include "PolyMem/Storage/Mappings/MappingMaps.h"
#include "PolyMem/Storage/Mappings/SampleConflicts.h"
#include "PolyMem/Storage/Mappings/SizeLimit.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/aff.h"
#include "isl/set.h"

using namespace mlir;
using namespace polymem;

namespace {
/// A value of the program in parts of what the parameters may be.
using Pieces = SmallVector<std::pair<isl::set, Polynomial>>;
/// The same of several values.
using Tuples = std::vector<std::pair<isl::set, std::vector<Polynomial>>>;

/// Reads values as polynomials of the parameters of a conflict set.
class PolynomialReader {
public:
  PolynomialReader(const Scop &scop, const ConflictSet &conflicts)
      : scop(scop), conflicts(conflicts),
        context(conflicts.domain().context()) {}

  /// Nothing if it has no such form.
  std::optional<Pieces> read(Value value) const;
  /// The values one after the other.
  std::optional<Tuples> readAll(ValueRange values) const;

private:
  std::optional<Pieces> readMap(AffineMap map, ValueRange operands,
                                bool isMaximum) const;
  std::optional<Polynomial> parameter(Value value) const;
  std::optional<isl::set> condition(Value value) const;
  std::optional<Pieces> larger(const std::optional<Pieces> &left,
                               const std::optional<Pieces> &right,
                               bool isMaximum) const;
  /// The part of `where` in which it is not negative, if that is known.
  std::optional<isl::set> nonNegative(const Polynomial &polynomial,
                                      const isl::set &where) const {
    return ParameterDomain(where, conflicts.domain().quotients().all())
        .whereNonNegative(polynomial);
  }
  std::optional<Pieces>
  combined(Value a, Value b,
           llvm::function_ref<Polynomial(Polynomial, Polynomial)> op) const;

  const Scop &scop;
  const ConflictSet &conflicts;
  isl::set context;
};
} // namespace

std::optional<Polynomial> PolynomialReader::parameter(Value value) const {
  isl::id id = scop.parameterFor(value);
  if (id.is_null())
    return std::nullopt;
  auto name = llvm::find(conflicts.parameters(), id.name());
  if (name == conflicts.parameters().end())
    return std::nullopt;
  return Polynomial::parameter(name - conflicts.parameters().begin());
}

std::optional<Pieces> PolynomialReader::combined(
    Value a, Value b,
    llvm::function_ref<Polynomial(Polynomial, Polynomial)> op) const {
  std::optional<Pieces> left = read(a), right = read(b);
  if (!left || !right)
    return std::nullopt;
  Pieces result;
  for (const auto &[where, x] : *left)
    for (const auto &[there, y] : *right)
      if (isl::set both = where.intersect(there); !both.is_empty().is_true())
        result.emplace_back(both, op(x, y));
  return result;
}

/// The parameters for which an i1 holds: comparisons of polynomials, connected.
std::optional<isl::set> PolynomialReader::condition(Value value) const {
  if (matchPattern(value, m_One()))
    return context;
  if (matchPattern(value, m_Zero()))
    return isl::set::empty(context.get_space());
  Operation *def = value.getDefiningOp();
  if (isa_and_present<arith::AndIOp, arith::OrIOp>(def)) {
    auto a = condition(def->getOperand(0)), b = condition(def->getOperand(1));
    if (!a || !b)
      return std::nullopt;
    return isa<arith::AndIOp>(def) ? a->intersect(*b) : a->unite(*b);
  }
  auto compare = dyn_cast_if_present<arith::CmpIOp>(def);
  if (!compare || (compare.getPredicate() != arith::CmpIPredicate::sge &&
                   compare.getPredicate() != arith::CmpIPredicate::eq))
    return std::nullopt;
  auto a = read(compare.getLhs()), b = read(compare.getRhs());
  if (!a || !b)
    return std::nullopt;
  isl::set result = isl::set::empty(context.get_space());
  for (const auto &[where, x] : *a)
    for (const auto &[there, y] : *b) {
      isl::set both = where.intersect(there);
      if (both.is_empty().is_true())
        continue;
      auto holds = nonNegative(x - y, both);
      if (holds && compare.getPredicate() == arith::CmpIPredicate::eq)
        holds = nonNegative(y - x, *holds);
      if (!holds)
        return std::nullopt;
      result = result.unite(*holds);
    }
  return result;
}

/// The larger or the smaller one of two values.
std::optional<Pieces>
PolynomialReader::larger(const std::optional<Pieces> &left,
                         const std::optional<Pieces> &right,
                         bool isMaximum) const {
  if (!left || !right)
    return std::nullopt;
  Pieces result;
  for (const auto &[where, x] : *left)
    for (const auto &[there, y] : *right) {
      isl::set both = where.intersect(there);
      if (both.is_empty().is_true())
        continue;
      auto isFirst = nonNegative(isMaximum ? x - y : y - x, both);
      if (!isFirst)
        return std::nullopt;
      if (!isFirst->is_empty().is_true())
        result.emplace_back(*isFirst, x);
      if (isl::set part = both.subtract(*isFirst); !part.is_empty().is_true())
        result.emplace_back(part, y);
    }
  return result;
}

std::optional<Pieces> PolynomialReader::read(Value value) const {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return Pieces{{context, Polynomial(constant.getSExtValue())}};
  // What a value is computed from says more than that it is a parameter.
  Operation *def = value.getDefiningOp();
  if (auto least = dyn_cast_if_present<affine::AffineMinOp>(def))
    return readMap(least.getMap(), least.getOperands(), /*isMaximum=*/false);
  if (auto most = dyn_cast_if_present<affine::AffineMaxOp>(def))
    return readMap(most.getMap(), most.getOperands(), /*isMaximum=*/true);
  if (!isa_and_present<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                       arith::SelectOp, arith::MaxSIOp, arith::MinSIOp,
                       arith::FloorDivSIOp>(def)) {
    auto known = parameter(value);
    return known ? std::optional(Pieces{{context, *known}}) : std::nullopt;
  }
  if (isa<arith::AddIOp>(def))
    return combined(
        def->getOperand(0), def->getOperand(1),
        [](const Polynomial &a, const Polynomial &b) { return a + b; });
  if (isa<arith::SubIOp>(def))
    return combined(
        def->getOperand(0), def->getOperand(1),
        [](const Polynomial &a, const Polynomial &b) { return a - b; });
  if (isa<arith::MulIOp>(def))
    return combined(
        def->getOperand(0), def->getOperand(1),
        [](const Polynomial &a, const Polynomial &b) { return a * b; });
  if (auto select = dyn_cast<arith::SelectOp>(def)) {
    auto holds = condition(select.getCondition());
    auto yes = read(select.getTrueValue()), no = read(select.getFalseValue());
    if (!holds || !yes || !no)
      return std::nullopt;
    Pieces result;
    for (const auto &[where, x] : *yes)
      if (isl::set part = where.intersect(*holds); !part.is_empty().is_true())
        result.emplace_back(part, x);
    for (const auto &[where, x] : *no)
      if (isl::set part = where.subtract(*holds); !part.is_empty().is_true())
        result.emplace_back(part, x);
    return result;
  }
  if (auto division = dyn_cast<arith::FloorDivSIOp>(def)) {
    APInt divisor;
    auto dividend = read(division.getLhs());
    if (!dividend || dividend->size() != 1 ||
        !matchPattern(division.getRhs(), m_ConstantInt(&divisor)))
      return std::nullopt;
    Quotients quotients = conflicts.domain().quotients();
    size_t known = quotients.all().size();
    auto value =
        quotients.floorOf(dividend->front().second, divisor.getSExtValue());
    if (!value || quotients.all().size() > known)
      return std::nullopt;
    return Pieces{{context, *value}};
  }
  return larger(read(def->getOperand(0)), read(def->getOperand(1)),
                isa<arith::MaxSIOp>(def));
}

std::optional<Tuples> PolynomialReader::readAll(ValueRange values) const {
  constexpr size_t kMaxParts = 32;
  Tuples parts = {{context, {}}};
  for (Value value : values) {
    auto pieces = read(value);
    if (!pieces)
      return std::nullopt;
    Tuples finer;
    for (const auto &[where, before] : parts)
      for (const auto &[there, next] : *pieces)
        if (isl::set both = where.intersect(there);
            !both.is_empty().is_true()) {
          finer.emplace_back(both, before);
          finer.back().second.push_back(next);
        }
    if (finer.size() > kMaxParts)
      return std::nullopt;
    parts = std::move(finer);
  }
  return parts;
}

/// The largest or the smallest one of the results of `map`.
std::optional<Pieces> PolynomialReader::readMap(AffineMap map,
                                                ValueRange operands,
                                                bool isMaximum) const {
  auto values = readAll(operands);
  if (!values)
    return std::nullopt;
  // Dimensions and symbols are numbered alike.
  MLIRContext *mlirContext = map.getContext();
  SmallVector<AffineExpr> dims, symbols;
  for (unsigned k = 0; k < map.getNumInputs(); ++k)
    (k < map.getNumDims() ? dims : symbols)
        .push_back(getAffineSymbolExpr(k, mlirContext));
  std::optional<Pieces> best;
  for (AffineExpr result : map.getResults()) {
    auto polynomial = toPolynomial(result.replaceDimsAndSymbols(dims, symbols));
    if (!polynomial)
      return std::nullopt;
    Pieces pieces;
    for (const auto &[where, those] : *values)
      pieces.emplace_back(where, polynomial->substituted(those));
    best = best ? larger(best, pieces, isMaximum) : std::optional(pieces);
    if (!best)
      return std::nullopt;
  }
  return best;
}

/// Adds the quotients of parameters that `value` is computed from.
static void collectQuotients(const PolynomialReader &reader, Value value,
                             Quotients &quotients) {
  Operation *def = value.getDefiningOp();
  if (!isa_and_present<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                       arith::SelectOp, arith::MaxSIOp, arith::MinSIOp,
                       arith::FloorDivSIOp, arith::CmpIOp, arith::AndIOp,
                       arith::OrIOp>(def))
    return;
  APInt divisor;
  if (auto division = dyn_cast<arith::FloorDivSIOp>(def);
      division && matchPattern(division.getRhs(), m_ConstantInt(&divisor)))
    if (auto dividend = reader.read(division.getLhs());
        dividend && dividend->size() == 1)
      quotients.floorOf(dividend->front().second, divisor.getSExtValue());
  for (Value operand : def->getOperands())
    collectQuotients(reader, operand, quotients);
}

namespace {
/// A buffer's mapping in a part of what the parameters may be.
struct MappingPart {
  ConflictSet conflicts;
  StorageMapping mapping;
  /// Number of cells of each dimension.
  std::vector<Polynomial> extents;
  /// Number of elements of each dimension.
  ArrayShape shape;

  /// Rows are remainders: they are cells of the buffer if the moduli are not
  /// larger than the extents, or the sums before the remainder are inside.
  bool fits() const {
    const ParameterDomain &domain = conflicts.domain();
    auto sums = rowExtents(mapping, conflicts, shape);
    for (auto [k, row] : llvm::enumerate(mapping.rows))
      if (!domain.isAtLeast(extents[k] - row.modulus, 0) &&
          (!sums || !domain.isAtLeast(extents[k] - (*sums)[k], 0)))
        return false;
    return mapping.rows.size() == extents.size();
  }
};
} // namespace

/// The mapping of `alloc` wherever there are elements; nothing, and why, if it
/// has another form.
static std::optional<std::vector<MappingPart>>
partsOf(const Scop &scop, scratch::AllocOp alloc, const ConflictSet &conflicts,
        std::string &why) {
  std::vector<MappingPart> result;
  auto mapping = toStorageMapping(alloc.getMapping().getMap());
  why = "its mapping has a result that is no remainder of a linear form";
  if (!mapping)
    return std::nullopt;
  std::vector<Polynomial> extents;
  for (AffineExpr extent : alloc.getMapping().getExtents().getResults()) {
    auto size = toPolynomial(extent);
    if (!size)
      return std::nullopt;
    extents.push_back(*size);
  }
  why = "a symbol of its mapping is no polynomial of the sizes";
  PolynomialReader reader(scop, conflicts);
  auto parts = reader.readAll(alloc.getSymbols());
  if (!parts)
    return std::nullopt;
  ArrayShape shape;
  MemRefType type = alloc.getType();
  for (unsigned d = 0; d < type.getRank(); ++d) {
    auto &size = shape.emplace_back();
    if (!type.isDynamicDim(d))
      size = Polynomial(type.getDimSize(d));
    else if (auto value = reader.read(
                 alloc.getDynamicSizes()[type.getDynamicDimIndex(d)]);
             value && value->size() == 1)
      size = value->front().second;
  }
  for (const auto &[where, values] : *parts) {
    MappingPart &part = result.emplace_back(
        MappingPart{conflicts.restrictedTo(where), {}, {}, shape});
    for (const StorageRow &row : mapping->rows) {
      StorageRow &next = part.mapping.rows.emplace_back();
      next.modulus = row.modulus.substituted(values);
      for (const Polynomial &coefficient : row.coefficients)
        next.coefficients.push_back(coefficient.substituted(values));
    }
    for (const Polynomial &extent : extents)
      part.extents.push_back(extent.substituted(values));
  }
  return result;
}

/// "[0, 1]".
static std::string elementText(ArrayRef<int64_t> element) {
  return "[" +
         llvm::join(llvm::map_range(
                        element, [](int64_t c) { return std::to_string(c); }),
                    ", ") +
         "]";
}

/// Two elements that share a cell though both values are needed; empty if none
/// are found.
static std::string counterexample(const MappingPart &part, StringRef array) {
  auto clash = findClash(part.conflicts, part.mapping);
  if (!clash)
    return "";
  std::string where;
  for (auto [name, size] :
       llvm::zip_equal(part.conflicts.parameters(), clash->parameters))
    where += (where.empty() ? " where " : " and ") + name + " = " +
             std::to_string(size);
  return array.str() + elementText(clash->first) + " and " + array.str() +
         elementText(clash->second) +
         " share a cell and are needed at the same time" + where;
}

/// Decides about one buffer.
static void checkBuffer(const Scop &scop, const ScopArray &array,
                        Finding &finding) {
  auto alloc = array.value.getDefiningOp<scratch::AllocOp>();
  auto conclude = [&](Verdict verdict, std::string text) {
    finding.verdict = verdict;
    finding.op = alloc;
    finding.text = std::move(text);
  };
  DependenceOptions options;
  options.memoryBased = false;
  options.array = &array;
  auto flow = Dependences::compute(scop, options);
  if (!flow)
    return conclude(Verdict::Undecided,
                    "its dependences take too many isl operations");
  ConflictSet conflicts =
      computeArrayConflicts(scop, array, *flow, ConflictPrecision::Exact);
  if (conflicts.isNull())
    return conclude(Verdict::Undecided,
                    "its conflicts take too many isl operations");
  Quotients quotients(conflicts.domain().size());
  for (Value symbol : alloc.getSymbols())
    collectQuotients(PolynomialReader(scop, conflicts), symbol, quotients);
  if (!quotients.all().empty())
    conflicts = conflicts.withQuotients(quotients.all());
  if (conflicts.isNull())
    return conclude(Verdict::Undecided,
                    "its sizes take too many isl operations");
  std::string why;
  auto parts = partsOf(scop, alloc, conflicts, why);
  if (!parts)
    return conclude(Verdict::Undecided, why);
  for (const MappingPart &part : *parts) {
    if (proveMapping(part.conflicts, part.mapping) != MappingVerdict::Valid) {
      std::string example = counterexample(part, array.name);
      if (!example.empty())
        return conclude(Verdict::Violated, example);
      return conclude(Verdict::Undecided,
                      "it is not proved that its mapping separates the "
                      "elements that are needed at the same time");
    }
    if (!part.fits())
      return conclude(Verdict::Undecided,
                      "a modulus may be larger than the buffer");
  }
}

Finding polymem::checkSharedCells(const CheckedPair &pair) {
  Finding finding;
  finding.obligation = Obligation::Storage;
  const Scop &scop = pair.after.scop();
  for (unsigned number : pair.after.sharedCells()) {
    checkBuffer(scop, scop.arrays()[number], finding);
    if (finding.verdict != Verdict::Proved)
      return finding;
  }
  return finding;
}
