//===- Replay.cpp - runs both programs at one size ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A proof that fails names an instance that is not computed as the original
// does. Whether any array holds another value then is seen by running both
// programs. That needs no code: their reads, writes and expressions are at hand
// with times, and for fixed parameters there are finitely many.
//
//===----------------------------------------------------------------------===//

#include "Replay.h"
#include "PolyMem/Check/Obligations/Counterexample.h"
#include "PolyMem/Check/Obligations/Obligations.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace mlir;
using namespace polymem;

/// More accesses of one program are not run.
static constexpr size_t kMaxSteps = 20000;

using Coordinates = std::vector<int64_t>;

namespace {
/// A value that is not interpreted.
struct Number {
  uint64_t bits = 0;
  /// It depends on what nobody has written: it may be anything.
  bool undefined = false;
  /// It is poison if one of these promises is not kept: flags of operations,
  /// with their operands.
  std::set<uint64_t> promises{};
};

/// An access of one instance.
struct Step {
  Coordinates time, instance, cell;
  /// Index in `reads()` or `writes()`.
  unsigned access;
  bool isWrite;
  /// Values of the indices in the expression that is written.
  Coordinates indices;
};

/// Operators, attributes and types in the order in which they are met.
using Numbering = llvm::DenseMap<const void *, uint64_t>;

class Machine {
public:
  Machine(const ValueProgram &program, const isl::set &parameters,
          Numbering &numbering)
      : program(program), parameters(parameters), numbering(numbering) {}

  /// False where the program is too large, or not modelled.
  bool run();
  /// What was written to an array from outside.
  const std::map<Coordinates, Number> &contents(StringRef array) const;
  /// What an element of it holds in the end.
  Number finally(StringRef array, Type type, const Coordinates &cell) const;

private:
  bool enumerate(const ValueAccess &access, unsigned number,
                 const ValueExpr *value);
  Number load(unsigned array, const Coordinates &cell);
  Number evaluate(const ValueExpr &expr, const Step &at, unsigned &nextIndex);
  uint64_t apply(const ValueExpr &expr, ArrayRef<uint64_t> operands);
  uint64_t mixObject(uint64_t seed, const void *object);

  const ValueProgram &program;
  isl::set parameters;
  Numbering &numbering;
  std::vector<Step> steps;
  /// By array and cell.
  std::map<unsigned, std::map<Coordinates, Number>> memory;
  /// By read and instance.
  std::map<std::pair<unsigned, Coordinates>, Number> seen;
  bool failed = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// The indices in `expr`, also in the values that markers in it name, in the
/// order in which they are evaluated.
static void collectIndices(const ValueProgram &program, const ValueExpr &expr,
                           SmallVectorImpl<isl::pw_aff> &indices) {
  if (expr.kind == ValueExpr::Kind::Index)
    indices.push_back(expr.aff);
  if (expr.kind == ValueExpr::Kind::Origin)
    collectIndices(program, program.origins()[expr.index].value, indices);
  for (const ValueExpr &operand : expr.operands)
    collectIndices(program, operand, indices);
}

/// Calls `callback` with the coordinates of each point of `set`, which has no
/// parameters that are not fixed; false if there are too many.
template <typename Callback>
static bool forEachPoint(const isl::set &set, size_t most, Callback callback) {
  if (set.is_null() || !set.is_bounded().is_true())
    return false;
  int dims = set.dim(isl::dim::set).release();
  size_t count = 0;
  isl::stat done = set.foreach_point([&](isl::point point) -> isl::stat {
    if (++count > most)
      return isl::stat::error();
    Coordinates coordinates;
    for (int d = 0; d < dims; ++d) {
      auto value = islToInt64(point.coordinate_val(isl::dim::set, d));
      if (!value)
        return isl::stat::error();
      coordinates.push_back(*value);
    }
    callback(coordinates);
    return isl::stat::ok();
  });
  return done.is_ok();
}

bool Machine::enumerate(const ValueAccess &access, unsigned number,
                        const ValueExpr *value) {
  // { [y, t, c, indices] }
  isl::map time = access.time.intersect_params(parameters);
  isl::map all =
      time.flat_range_product(withoutTupleName(access.cells, isl::dim::out));
  if (value) {
    SmallVector<isl::pw_aff> indices;
    collectIndices(program, *value, indices);
    // Freed memory and copies have other instances, and no indices.
    for (const isl::pw_aff &aff : indices)
      all = all.flat_range_product(aff.as_map().set_domain_tuple(
          access.time.get_tuple_id(isl::dim::in)));
  }
  size_t instance = all.dim(isl::dim::in).release();
  size_t times = time.dim(isl::dim::out).release();
  size_t cell = access.cells.dim(isl::dim::out).release();
  isl::set points = all.wrap().flatten().reset_tuple_id();
  return forEachPoint(points, kMaxSteps - std::min(steps.size(), kMaxSteps),
                      [&](const Coordinates &point) {
                        Step &step = steps.emplace_back();
                        const auto *at = point.data();
                        step.instance.assign(at, at + instance);
                        at += instance;
                        step.time.assign(at, at + times);
                        at += times;
                        step.cell.assign(at, at + cell);
                        step.indices.assign(at + cell,
                                            point.data() + point.size());
                        step.access = number;
                        step.isWrite = value != nullptr;
                      });
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static uint64_t mix(uint64_t seed, uint64_t value) {
  uint64_t hash = (seed ^ value) + 0x9e3779b97f4a7c15ull + (seed << 6);
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9ull;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebull;
  return hash ^ (hash >> 31);
}

uint64_t Machine::mixObject(uint64_t seed, const void *object) {
  return mix(seed,
             numbering.try_emplace(object, numbering.size() + 1).first->second);
}

/// The `bits` that an integer of this type has.
static uint64_t truncated(uint64_t bits, Type type) {
  auto integer = dyn_cast_if_present<IntegerType>(type);
  unsigned width = integer ? integer.getWidth() : 64;
  return width >= 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

static int64_t asSigned(uint64_t bits, Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  unsigned width = integer ? std::min(integer.getWidth(), 64u) : 64;
  return width == 0 ? 0 : llvm::SignExtend64(bits, width);
}

static Number initialValue(StringRef array, Type type,
                           const Coordinates &cell) {
  if (array.empty())
    return {0, /*undefined=*/true, {}};
  uint64_t bits = 1;
  for (char c : array)
    bits = mix(bits, c);
  for (int64_t coordinate : cell)
    bits = mix(bits, coordinate);
  return {truncated(bits, type), false, {}};
}

static Type elementType(const ScopArray &array) {
  auto type = dyn_cast<MemRefType>(array.value.getType());
  return type ? type.getElementType() : Type();
}

Number Machine::load(unsigned array, const Coordinates &cell) {
  auto found = memory[array].find(cell);
  return found != memory[array].end()
             ? found->second
             : initialValue(program.outsideName(array),
                            elementType(program.scop().arrays()[array]), cell);
}

const std::map<Coordinates, Number> &Machine::contents(StringRef array) const {
  static const std::map<Coordinates, Number> nothing;
  for (const auto &[a, cells] : memory)
    if (program.outsideName(a) == array)
      return cells;
  return nothing;
}

Number Machine::finally(StringRef array, Type type,
                        const Coordinates &cell) const {
  const std::map<Coordinates, Number> &cells = contents(array);
  auto found = cells.find(cell);
  return found != cells.end() ? found->second : initialValue(array, type, cell);
}

/// It says that sums (products) may be added up in any order.
static bool isReassociable(Operation *op) {
  auto flags = dyn_cast<arith::ArithFastMathInterface>(op);
  return flags && bitEnumContainsAll(flags.getFastMathFlagsAttr().getValue(),
                                     arith::FastMathFlags::reassoc);
}

/// Arithmetic of integers, and the laws of floating-point numbers; nullopt for
/// what is not interpreted.
static std::optional<uint64_t> interpret(Operation *op,
                                         ArrayRef<uint64_t> operands) {
  // Zero is neutral in sums.
  if (op->hasTrait<OpTrait::ConstantLike>() &&
      (matchPattern(op, m_AnyZeroFloat()) || matchPattern(op, m_Zero())))
    return 0;
  if (operands.size() != 2)
    return std::nullopt;
  uint64_t a = operands[0], b = operands[1];
  Type type = op->getResult(0).getType();
  auto less = [&] { return asSigned(a, type) < asSigned(b, type); };
  return llvm::TypeSwitch<Operation *, std::optional<uint64_t>>(op)
      .Case([&](arith::AddIOp) { return truncated(a + b, type); })
      .Case([&](arith::SubIOp) { return truncated(a - b, type); })
      .Case([&](arith::MulIOp) { return truncated(a * b, type); })
      .Case([&](arith::AndIOp) { return a & b; })
      .Case([&](arith::OrIOp) { return a | b; })
      .Case([&](arith::XOrIOp) { return a ^ b; })
      .Case([&](arith::MaxSIOp) { return less() ? b : a; })
      .Case([&](arith::MinSIOp) { return less() ? a : b; })
      .Case<arith::MaxUIOp, arith::MaximumFOp>(
          [&](auto) { return std::max(a, b); })
      .Case<arith::MinUIOp, arith::MinimumFOp>(
          [&](auto) { return std::min(a, b); })
      .Case([&](arith::AddFOp) -> std::optional<uint64_t> {
        return isReassociable(op) ? std::optional(a + b) : std::nullopt;
      })
      .Case([&](arith::MulFOp) -> std::optional<uint64_t> {
        return isReassociable(op) ? std::optional((a | 1) * (b | 1))
                                  : std::nullopt;
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// The promises of an operation on integers not to overflow; null if it makes
/// none.
static Attribute overflowFlags(Operation *op) {
  auto flagged = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (!flagged ||
      flagged.getOverflowAttr().getValue() == arith::IntegerOverflowFlags::none)
    return {};
  return flagged.getOverflowAttr();
}

uint64_t Machine::apply(const ValueExpr &expr, ArrayRef<uint64_t> operands) {
  Operation *op = expr.op;
  if (auto known = interpret(op, operands))
    return *known;
  SmallVector<uint64_t> values(operands);
  if (isCommutative(expr))
    llvm::sort(values);
  Type type = op->getResult(expr.index).getType();
  uint64_t bits = mixObject(2, op->getName().getAsOpaquePointer());
  bits = mixObject(bits, op->getAttrDictionary().getAsOpaquePointer());
  bits = mixObject(bits, type.getAsOpaquePointer());
  bits = mix(bits, expr.index);
  for (uint64_t value : values)
    bits = mix(bits, value);
  return truncated(bits, type);
}

Number Machine::evaluate(const ValueExpr &expr, const Step &at,
                         unsigned &nextIndex) {
  switch (expr.kind) {
  case ValueExpr::Kind::Read: {
    auto found = seen.find({expr.index, at.instance});
    if (found != seen.end())
      return found->second;
    failed = true;
    return {};
  }
  case ValueExpr::Kind::Origin:
    return evaluate(program.origins()[expr.index].value, at, nextIndex);
  case ValueExpr::Kind::Index:
    return {truncated(at.indices[nextIndex++], expr.type), false, {}};
  case ValueExpr::Kind::Outside:
    return {mix(4, expr.index), false, {}};
  case ValueExpr::Kind::Undefined:
    return {0, /*undefined=*/true, {}};
  case ValueExpr::Kind::Unknown:
    failed = true;
    return {};
  case ValueExpr::Kind::Operation:
    break;
  }
  Number result;
  SmallVector<uint64_t> operands;
  for (const ValueExpr &operand : expr.operands) {
    Number value = evaluate(operand, at, nextIndex);
    operands.push_back(value.bits);
    result.undefined |= value.undefined;
    result.promises.insert(value.promises.begin(), value.promises.end());
  }
  result.bits = apply(expr, operands);
  if (Attribute flags = overflowFlags(expr.op)) {
    if (isCommutative(expr))
      llvm::sort(operands);
    uint64_t promise = mixObject(3, flags.getAsOpaquePointer());
    promise = mixObject(promise, expr.op->getName().getAsOpaquePointer());
    for (uint64_t operand : operands)
      promise = mix(promise, operand);
    result.promises.insert(promise);
  }
  return result;
}

bool Machine::run() {
  for (auto [n, read] : llvm::enumerate(program.reads()))
    if (!enumerate(read, n, nullptr))
      return false;
  for (auto [n, write] : llvm::enumerate(program.writes()))
    if (!enumerate(write, n, &write.value))
      return false;
  // Elements of one copy have one time.
  llvm::sort(steps, [](const Step &a, const Step &b) {
    return std::tie(a.time, a.instance) < std::tie(b.time, b.instance);
  });
  for (const Step &step : steps) {
    if (!step.isWrite) {
      seen[{step.access, step.instance}] =
          load(program.reads()[step.access].array, step.cell);
      continue;
    }
    const ValueWrite &write = program.writes()[step.access];
    unsigned nextIndex = 0;
    memory[write.array][step.cell] = evaluate(write.value, step, nextIndex);
  }
  return !failed;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// Adds the arrays that can be seen afterwards, with the types of elements.
static void addVisibleArrays(const ValueProgram &program,
                             std::map<std::string, Type> &arrays) {
  for (auto [a, array] : llvm::enumerate(program.scop().arrays()))
    if (array.liveOut && !program.outsideName(a).empty())
      arrays.emplace(program.outsideName(a).str(), elementType(array));
}

/// The first element of `array` with different values; nullopt if there is
/// none.
static std::optional<Coordinates> findDifference(const Machine &before,
                                                 const Machine &after,
                                                 StringRef array, Type type) {
  std::set<Coordinates> written;
  for (const Machine *machine : {&before, &after})
    for (const auto &[cell, value] : machine->contents(array))
      written.insert(cell);
  for (const Coordinates &cell : written) {
    Number then = before.finally(array, type, cell);
    Number now = after.finally(array, type, cell);
    if (!then.undefined && (now.undefined || then.bits != now.bits ||
                            !llvm::includes(then.promises, now.promises)))
      return cell;
  }
  return std::nullopt;
}

/// `point`, which fixes all parameters, with each of them `more` larger.
static isl::set enlarged(const isl::set &point, int more) {
  isl::set result = isl::set::universe(point.get_space());
  isl::point at = point.sample_point();
  int count = point.dim(isl::dim::param).release();
  for (int p = 0; p < count; ++p)
    result = fixedAt(result, isl::dim::param, p,
                     at.coordinate_val(isl::dim::param, p)
                         .add(isl::val(point.ctx(), static_cast<long>(more))));
  return result;
}

/// "arg0 = 1, arg1 = 2".
static std::string describeParameters(const isl::set &point) {
  std::string text;
  isl::point at = point.sample_point();
  int count = point.dim(isl::dim::param).release();
  for (int p = 0; p < count; ++p)
    text += (p == 0 ? "" : ", ") +
            point.get_dim_id(isl::dim::param, p).get_name() + " = " +
            islToString(at.coordinate_val(isl::dim::param, p));
  return text;
}

Replay polymem::replay(const ValueProgram &before, const ValueProgram &after,
                       const isl::set &where) {
  Replay result;
  isl::set known = before.context().intersect(after.context());
  isl::set least = withLeastParameters(where.intersect(known));
  if (least.is_null())
    return result;
  least = least.params();
  std::map<std::string, Type> arrays;
  addVisibleArrays(before, arrays);
  addVisibleArrays(after, arrays);
  Numbering numbering;
  for (int more : {0, 1, 2, 4}) {
    isl::set point = enlarged(least, more);
    if (!point.is_subset(known).is_true())
      continue;
    Machine then(before, point, numbering), now(after, point, numbering);
    if (!then.run() || !now.run())
      break;
    result.outcome = Replay::Outcome::Same;
    for (const auto &[name, type] : arrays)
      if (auto cell = findDifference(then, now, name, type)) {
        TuplePoint element;
        for (int64_t coordinate : *cell)
          element.coordinates.push_back(std::to_string(coordinate));
        std::string size = describeParameters(point);
        result.outcome = Replay::Outcome::Differs;
        result.text = (size.empty() ? "" : "with " + size + " ") +
                      element.describe(name) + " differs in the end";
        return result;
      }
  }
  return result;
}
