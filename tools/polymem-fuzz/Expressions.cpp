//===- Expressions.cpp - random subscripts and values ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace polymem::fuzz {

/// iv + offset, which lies in [0, extent).
static std::string fromZero(const Iterator &iv) {
  if (iv.offset == 0)
    return iv.name;
  return "(" + iv.name + (iv.offset < 0 ? " - " : " + ") +
         std::to_string(std::abs(iv.offset)) + ")";
}

/// extent - 1, as part of a subscript.
static std::string lastOf(const Extent &extent) {
  return (extent + -1).text("symbol(%N)", "symbol(%M)");
}

static std::string plus(const std::string &expr, int64_t constant) {
  return constant == 0 ? expr : expr + " + " + std::to_string(constant);
}

std::string Expressions::subscript(const Scope &scope, Extent &extent) {
  auto need = [&](const Extent &least) { extent = Extent::max(extent, least); };
  unsigned kind = random.pick(24);
  // Analyses of quotients and remainders take long: not in all programs.
  if (kind >= 8 && kind <= 11 && !hasDivisions)
    kind = 23;
  int64_t shift = random.chance(50) ? 0 : random.pick(3);
  if (scope.iterators.empty() || kind == 0) {
    need({0, 0, shift + 1});
    return std::to_string(shift);
  }
  const Iterator &iv = anyIterator(scope), &other = anyIterator(scope);
  std::string i = fromZero(iv), j = fromZero(other);
  int64_t modulus = 2 + random.pick(3);
  std::string m = std::to_string(modulus);
  switch (kind) {
  case 1:
    need({1, 0, 1});
    return "symbol(%N)";
  case 2:
  case 3:
    need(iv.extent);
    return lastOf(iv.extent) + " - " + i;
  case 4:
    need(iv.extent * 2 + shift);
    return plus(i + " * 2", shift);
  case 5:
  case 6:
    need(iv.extent + other.extent + shift);
    return plus(i + " + " + j, shift);
  case 7:
    need(iv.extent + other.extent);
    return i + " - " + j + " + " + lastOf(other.extent);
  case 8:
    need(iv.extent + shift);
    return plus(i + " floordiv " + m, shift);
  case 9:
    need(iv.extent + (shift + 1));
    return plus(i + " ceildiv " + m, shift);
  case 10:
    need({0, 0, modulus});
    return "(" + plus(i, shift) + ") mod " + m;
  case 11:
    need(iv.extent + 2);
    return i + " floordiv " + m + " + " + j + " mod 2";
  default:
    need(iv.extent + shift);
    return plus(i, shift);
  }
}

Reference Expressions::reference(Scope &scope, bool forStore) {
  if (scope.target && (forStore || random.chance(25)))
    return *scope.target;
  if (!scope.references.empty() && random.chance(forStore ? 35 : 25)) {
    const Reference &again =
        scope.references[random.pick(scope.references.size())];
    if (!scope.target || again.array != scope.target->array)
      return again;
  }
  // Inside parallel loops the target's array, the last one, is left out.
  unsigned number = random.pick(text.numArrays() - (scope.target ? 1 : 0));
  Reference reference{number, ""};
  for (auto [i, extent] : enumerate(text.array(number).extents))
    reference.subscripts += (i ? ", " : "") + subscript(scope, extent);
  scope.references.push_back(reference);
  return reference;
}

std::string Expressions::operation(const Scope &scope, const std::string &name,
                                   ArrayRef<std::string> operands) {
  std::string result = text.fresh('v');
  text.line(scope.indent, result + " = " + name + " " + join(operands, ", ") +
                              " : " + text.type());
  return result;
}

/// Bits of a type of this name.
static unsigned widthOf(StringRef type) {
  unsigned width = 0;
  type.drop_while([](char c) { return !isDigit(c); }).getAsInteger(10, width);
  return width;
}

std::string Expressions::convert(const Scope &scope, const std::string &value,
                                 const std::string &from,
                                 const std::string &to) {
  if (from == to)
    return value;
  bool wider = widthOf(to) > widthOf(from);
  std::string cast = text.isFloat() ? (wider ? "arith.extf" : "arith.truncf")
                                    : (wider ? "arith.extsi" : "arith.trunci");
  std::string result = text.fresh('v');
  text.line(scope.indent,
            result + " = " + cast + " " + value + " : " + from + " to " + to);
  return result;
}

std::string Expressions::load(Scope &scope) {
  // A value that several statements share.
  if (!scope.values.empty() && random.chance(20))
    return scope.values[random.pick(scope.values.size())];
  Reference from = reference(scope);
  const Array &array = text.array(from.array);
  std::string value = text.fresh('v');
  text.line(scope.indent, value + " = affine.load " + array.name + "[" +
                              from.subscripts + "] : @{" + array.name + "}");
  value = convert(scope, value, array.elementType, text.type());
  scope.values.push_back(value);
  return value;
}

void Expressions::store(Scope &scope, std::string value) {
  store(scope, std::move(value), reference(scope, /*forStore=*/true));
}

void Expressions::store(Scope &scope, std::string value,
                        const Reference &target) {
  const Array &array = text.array(target.array);
  value = convert(scope, value, text.type(), array.elementType);
  text.line(scope.indent, "affine.store " + value + ", " + array.name + "[" +
                              target.subscripts + "] : @{" + array.name + "}");
}

std::string Expressions::indexValue(const Scope &scope) {
  std::string index = scope.iterators.empty() || random.chance(15)
                          ? "%N"
                          : anyIterator(scope).name;
  std::string integer = text.isFloat() ? "i32" : text.type();
  std::string value = text.fresh('v');
  text.line(scope.indent,
            value + " = arith.index_cast " + index + " : index to " + integer);
  if (!text.isFloat())
    return value;
  std::string real = text.fresh('v');
  text.line(scope.indent,
            real + " = arith.sitofp " + value + " : i32 to " + text.type());
  return real;
}

std::string Expressions::condition(Scope &scope) {
  static constexpr const char *kFloat[] = {"ogt", "olt", "uge", "une"};
  static constexpr const char *kInteger[] = {"sgt", "slt", "sge", "ne"};
  std::string a = load(scope);
  std::string b = random.chance(50)
                      ? load(scope)
                      : text.constant(text.isFloat() ? "0.125" : "1");
  std::string result = text.fresh('c');
  unsigned predicate = random.pick(4);
  text.line(scope.indent,
            result + " = arith." +
                (text.isFloat() ? std::string("cmpf ") + kFloat[predicate]
                                : std::string("cmpi ") + kInteger[predicate]) +
                ", " + a + ", " + b + " : " + text.type());
  return result;
}

std::string Expressions::combine(Scope &scope, const std::string &a,
                                 const std::string &b) {
  static constexpr const char *kFloat[] = {
      "arith.addf", "arith.subf",     "arith.mulf",     "arith.addf",
      "arith.mulf", "arith.maximumf", "arith.minimumf", "arith.divf"};
  static constexpr const char *kInteger[] = {
      "arith.addi", "arith.subi",  "arith.muli",  "arith.addi",
      "arith.xori", "arith.maxsi", "arith.minsi", "arith.andi"};
  if (random.chance(8)) {
    std::string chosen = condition(scope), result = text.fresh('v');
    text.line(scope.indent, result + " = arith.select " + chosen + ", " + a +
                                ", " + b + " : " + text.type());
    return result;
  }
  unsigned kind = random.pick(8);
  if (!text.isFloat())
    return operation(scope, kInteger[kind], {a, b});
  if (random.chance(8))
    return operation(scope, "math.fma", {a, b, load(scope)});
  return operation(scope, kFloat[kind], {a, b});
}

std::string Expressions::value(Scope &scope, const std::string &first) {
  std::string result =
      first.empty() ? load(scope) : combine(scope, first, load(scope));
  for (unsigned n = random.pick(3); n > 0; --n)
    result = combine(scope, result, load(scope));
  if (random.chance(20)) {
    // Only sums: other operations with constants that loops of one iteration
    // leave might be folded.
    std::string index = indexValue(scope);
    result = operation(scope, text.isFloat() ? "arith.addf" : "arith.muli",
                       {result, index});
  }
  if (random.chance(15))
    result = operation(scope, text.isFloat() ? "arith.mulf" : "arith.addi",
                       {result, text.constant(text.isFloat() ? "0.5" : "3")});
  if (text.isFloat() && random.chance(8))
    result = operation(scope, random.chance(50) ? "math.absf" : "math.sqrt",
                       {result});
  scope.values.push_back(result);
  return result;
}

} // namespace polymem::fuzz
