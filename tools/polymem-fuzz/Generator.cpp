//===- Generator.cpp - random affine programs -----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "Expressions.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace polymem::fuzz {

namespace {

/// The statements of a program.
class Generator {
public:
  explicit Generator(uint64_t seed, bool constant = false)
      : random(Random(seed).next()),
        sizeKind(constant ? SizeKind::Constant : anySizeKind()),
        text(sizeKind, anyType()), expressions(random, text) {}

  GeneratedProgram run();

private:
  SizeKind anySizeKind();
  std::string anyType();
  void addArrays();
  std::vector<SizeBindings> sizes();

  /// How a loop is written, and its iterator.
  struct LoopHeader {
    Iterator iv;
    std::string text;
  };
  LoopHeader loopHeader(const Scope &scope);
  Extent anyExtent();

  void nest(const Scope &outer, unsigned depth);
  void statement(Scope &scope);
  void branch(const Scope &scope, unsigned count);
  void affineIf(Scope &scope);
  void affineIfValue(Scope &scope);
  void dataIf(Scope &scope);
  void reduction(Scope &scope);
  void localCell(Scope &scope);
  void parallel(Scope &scope);
  std::string affineCondition(const Scope &scope, Scope &then);
  void close(const Scope &scope) { text.line(scope.indent, "}"); }

  Random random;
  SizeKind sizeKind;
  ProgramText text;
  Expressions expressions;
  /// The deepest loop, and how many statements there are still to be.
  unsigned deepest = 0;
  int budget = 10;
};

SizeKind Generator::anySizeKind() {
  unsigned kind = random.pick(100);
  return kind < 65   ? SizeKind::Argument
         : kind < 85 ? SizeKind::Dimension
                     : SizeKind::Constant;
}

std::string Generator::anyType() {
  static constexpr const char *kTypes[] = {"f32", "f32", "f32", "f64", "f64",
                                           "i32", "i32", "i64", "f16", "bf16"};
  return kTypes[random.pick(10)];
}

void Generator::addArrays() {
  unsigned count = 2 + random.pick(3);
  for (unsigned i = 0; i < count; ++i) {
    unsigned kind = random.pick(100);
    unsigned rank = kind < 30 ? 1 : kind < 80 ? 2 : kind < 96 ? 3 : 4;
    std::string type = text.type();
    // Some data in another precision.
    if (i > 0 && random.chance(10))
      type = text.isFloat() ? (type == "f64" ? "f32" : "f64")
                            : (type == "i64" ? "i32" : "i64");
    text.addArray(type, rank, /*isTemporary=*/i > 0 && random.chance(15));
  }
}

/// Constants are so large that no loop is empty for certain: upstream's
/// canonicalization breaks what is inside such loops.
Extent Generator::anyExtent() {
  unsigned kind = random.pick(20);
  if (kind < 9)
    return {1, 0, 0};
  if (kind < 15)
    return {0, 1, 0};
  if (kind < 18)
    return {0, 0, kind == 15 ? 6 : 4};
  return {1, 0, 2};
}

/// A bound: one of several expressions in the iterator `d` and N, M.
static std::string boundText(ArrayRef<std::string> exprs, StringRef function,
                             const Iterator *iv) {
  std::string map = "affine_map<(" + std::string(iv ? "d" : "") +
                    ")[N, M] -> (" + join(exprs, ", ") + ")>(" +
                    (iv ? iv->name : "") + ")[%N, %M]";
  return exprs.size() > 1 ? (function + " " + map).str() : map;
}

Generator::LoopHeader Generator::loopHeader(const Scope &scope) {
  Iterator iv{text.fresh('i'), 0, anyExtent()};
  const Iterator *other =
      scope.iterators.empty() ? nullptr : &expressions.anyIterator(scope);
  std::string extent = iv.extent.text("N", "M");
  SmallVector<std::string> lower{"0"}, upper{extent};
  std::string step = std::to_string(2 + random.pick(3));
  bool strided = random.chance(18);
  // With other iterators only if they are not negative.
  switch (random.pick(other && other->offset <= 0 ? 18 : 8)) {
  case 0:
    iv.offset = -1 - static_cast<int64_t>(random.pick(2));
    lower = {std::to_string(-iv.offset)};
    // All subscripts with the offset lie below the extent.
    break;
  case 1:
    iv.offset = 1 + random.pick(2);
    lower = {std::to_string(-iv.offset)};
    upper = {extent + " - " + std::to_string(iv.offset)};
    break;
  case 2:
    upper = {extent + " - 1"};
    break;
  case 3:
    upper = {extent, random.chance(50) ? "M + 1" : "5"};
    break;
  case 8:
    lower = {"d"};
    break;
  case 9:
    lower = {"0", "d - 1"};
    break;
  case 10:
    lower = {"d floordiv 2"};
    break;
  case 11:
    upper = {extent, "d + 1"};
    break;
  case 12:
    upper = {extent, "d + 3"};
    break;
  case 13:
    upper = {extent, "d ceildiv 2 + 1"};
    break;
  case 14:
    lower = {"0", "d - 2"};
    upper = {extent, "d + 2"};
    break;
  case 15:
    upper = {extent + " - d"};
    break;
  default:
    break;
  }
  std::string header = iv.name + " = " + boundText(lower, "max", other) +
                       " to " + boundText(upper, "min", other) +
                       (strided ? " step " + step : "");
  return {iv, "affine.for " + header};
}

void Generator::nest(const Scope &outer, unsigned depth) {
  LoopHeader loop = loopHeader(outer);
  text.line(outer.indent, loop.text + " {");
  Scope scope = outer.inner();
  scope.iterators.push_back(loop.iv);
  deepest = std::max<unsigned>(deepest, scope.iterators.size());
  unsigned count = random.chance(70) ? 1 : 2;
  // Long programs find nothing more, but take longer.
  for (unsigned i = 0; i == 0 || (i < count && budget > 0); ++i) {
    if (depth == 1 || (budget > 0 && random.chance(35)))
      statement(scope);
    if (depth > 1)
      nest(scope, depth - 1);
    if (depth > 1 && budget > 0 && random.chance(25))
      statement(scope);
  }
  close(outer);
}

void Generator::statement(Scope &scope) {
  --budget;
  unsigned kind = random.pick(100);
  bool deep = scope.iterators.size() >= 4;
  if (kind < 10)
    return affineIf(scope);
  if (kind < 14)
    return affineIfValue(scope);
  if (kind < 22)
    return dataIf(scope);
  if (kind < 31 && !deep)
    return reduction(scope);
  if (kind < 35 && !scope.target)
    return localCell(scope);
  if (kind < 39 && !scope.target && !deep)
    return parallel(scope);
  expressions.store(scope, expressions.value(scope));
}

/// The statements of a conditional region.
void Generator::branch(const Scope &scope, unsigned count) {
  Scope inner = scope.inner();
  for (unsigned i = 0; i < count; ++i)
    expressions.store(inner, expressions.value(inner));
}

/// An affine condition "affine_set<...>(...)[...]". What it implies for
/// iterators is put into `then`.
std::string Generator::affineCondition(const Scope &scope, Scope &then) {
  std::string dims = "a, b", conditions;
  unsigned first = random.pick(scope.iterators.size());
  const Iterator &a = scope.iterators[first],
                 &b = expressions.anyIterator(scope);
  switch (random.pick(9)) {
  case 0:
    conditions = "a - b - 1 >= 0";
    break;
  case 1:
    conditions = "a mod 2 == 0";
    break;
  case 2:
    conditions = "N - a - 3 >= 0";
    break;
  case 3:
    conditions = "a + b - 4 >= 0";
    break;
  case 4:
    conditions = "a - b == 0";
    break;
  case 5:
    conditions = "a - 1 >= 0, M - b - 2 >= 0";
    break;
  case 6:
    conditions = "a floordiv 2 - b + 1 >= 0";
    break;
  case 7:
    conditions = "N - M >= 0";
    break;
  default: {
    // Inside, a[i - c] is in bounds too.
    int64_t by = 1 + random.pick(2);
    conditions = "a - " + std::to_string(by - a.offset) + " >= 0";
    then.iterators[first].offset -= by;
    break;
  }
  }
  return "affine_set<(" + dims + ")[N, M] : (" + conditions + ")>(" + a.name +
         ", " + b.name + ")[%N, %M]";
}

void Generator::affineIf(Scope &scope) {
  if (scope.iterators.empty())
    return expressions.store(scope, expressions.value(scope));
  Scope then = scope;
  text.line(scope.indent, "affine.if " + affineCondition(scope, then) + " {");
  branch(then, random.chance(75) ? 1 : 2);
  if (random.chance(40)) {
    text.line(scope.indent, "} else {");
    branch(scope, 1);
  }
  close(scope);
}

void Generator::affineIfValue(Scope &scope) {
  if (scope.iterators.empty())
    return expressions.store(scope, expressions.value(scope));
  Scope then = scope;
  std::string result = text.fresh('r');
  text.line(scope.indent, result + " = affine.if " +
                              affineCondition(scope, then) + " -> " +
                              text.type() + " {");
  for (Scope *branch : {&then, &scope}) {
    Scope inner = branch->inner();
    text.line(inner.indent,
              "affine.yield " + expressions.value(inner) + " : " + text.type());
    text.line(scope.indent, branch == &then ? "} else {" : "}");
  }
  expressions.store(scope, expressions.value(scope, result));
}

void Generator::dataIf(Scope &scope) {
  std::string condition = expressions.condition(scope);
  text.line(scope.indent, "scf.if " + condition + " {");
  branch(scope, random.chance(75) ? 1 : 2);
  if (random.chance(35)) {
    text.line(scope.indent, "} else {");
    branch(scope, 1);
  }
  close(scope);
}

void Generator::reduction(Scope &scope) {
  LoopHeader loop = loopHeader(scope);
  std::string init = random.chance(50)
                         ? text.constant(text.isFloat() ? "0.0" : "0")
                         : expressions.load(scope);
  std::string result = text.fresh('r'), carried = text.fresh('c');
  text.line(scope.indent, result + " = " + loop.text + " iter_args(" + carried +
                              " = " + init + ") -> (" + text.type() + ") {");
  Scope inner = scope.inner();
  inner.iterators.push_back(loop.iv);
  deepest = std::max<unsigned>(deepest, inner.iterators.size());
  std::string total = expressions.value(inner, carried);
  if (random.chance(15))
    expressions.store(inner, expressions.value(inner));
  text.line(inner.indent, "affine.yield " + total + " : " + text.type());
  close(scope);
  if (random.chance(25))
    scope.values.push_back(result);
  expressions.store(
      scope, random.chance(70) ? result : expressions.value(scope, result));
}

void Generator::localCell(Scope &scope) {
  std::string cell = text.fresh('m'), type = "memref<" + text.type() + ">";
  text.line(scope.indent, cell + " = memref.alloca() : " + type);
  text.line(scope.indent, "affine.store " + expressions.value(scope) + ", " +
                              cell + "[] : " + type);
  bool maybe = random.chance(30);
  Scope inner = maybe ? scope.inner() : scope;
  if (maybe)
    text.line(scope.indent, "scf.if " + expressions.condition(scope) + " {");
  text.line(inner.indent, "affine.store " + expressions.value(inner) + ", " +
                              cell + "[] : " + type);
  if (maybe)
    close(scope);
  std::string value = text.fresh('v');
  text.line(scope.indent, value + " = affine.load " + cell + "[] : " + type);
  expressions.store(scope, expressions.value(scope, value));
}

/// Parallel loops that store to elements of their own in a new array.
void Generator::parallel(Scope &scope) {
  unsigned count = 1 + random.pick(2);
  SmallVector<std::string> names, lowers, uppers, steps;
  Scope inner = scope.inner();
  Reference target{text.addArray(text.type(), count, /*isTemporary=*/false),
                   ""};
  for (unsigned i = 0; i < count; ++i) {
    Iterator iv{text.fresh('i'), 0, anyExtent()};
    Extent &extent = text.array(target.array).extents[i];
    extent = Extent::max(extent, iv.extent);
    names.push_back(iv.name);
    lowers.push_back(random.chance(80) ? "0" : "1");
    std::string upper = iv.extent.text("symbol(%N)", "symbol(%M)");
    uppers.push_back(random.chance(80) ? upper
                                       : "min(" + upper + ", symbol(%M))");
    steps.push_back(random.chance(80) ? "1" : "2");
    target.subscripts += (i ? ", " : "") + iv.name;
    inner.iterators.push_back(iv);
  }
  deepest = std::max<unsigned>(deepest, inner.iterators.size());
  text.line(scope.indent, "affine.parallel (" + join(names, ", ") + ") = (" +
                              join(lowers, ", ") + ") to (" +
                              join(uppers, ", ") + ") step (" +
                              join(steps, ", ") + ") {");
  inner.target = target;
  if (inner.iterators.size() < 4 && random.chance(40)) {
    LoopHeader loop = loopHeader(inner);
    text.line(inner.indent, loop.text + " {");
    Scope body = inner.inner();
    body.iterators.push_back(loop.iv);
    statement(body);
    close(inner);
  } else {
    statement(inner);
  }
  close(scope);
}

std::vector<SizeBindings> Generator::sizes() {
  // Deep nests run on small arrays.
  static constexpr int64_t kLarge[][2] = {{13, 9}, {7, 11}, {9, 17}, {15, 5}};
  static constexpr int64_t kSmall[][2] = {{7, 5}, {5, 7}, {6, 3}, {3, 6}};
  static constexpr int64_t kEdge[][2] = {{0, 4}, {1, 3}, {4, 0}, {3, 1},
                                         {1, 1}, {0, 0}, {2, 1}, {1, 0}};
  auto bind = [&](const int64_t (&values)[2]) {
    SizeBindings bindings;
    if (sizeKind != SizeKind::Constant) {
      bindings["N"] = values[0];
      bindings["M"] = values[1];
    }
    for (const char *name : kTileSizeNames)
      bindings[name] = random.integer(1, 6);
    return bindings;
  };
  std::vector<SizeBindings> result{
      bind(deepest > 2 ? kSmall[random.pick(4)] : kLarge[random.pick(4)])};
  result.push_back(bind(kEdge[random.pick(8)]));
  if (sizeKind != SizeKind::Constant)
    result.push_back(bind({static_cast<int64_t>(random.pick(9)),
                           static_cast<int64_t>(random.pick(9))}));
  return result;
}

GeneratedProgram Generator::run() {
  addArrays();
  Scope scope;
  // Analyses take much longer on large programs, and most bugs need few
  // statements.
  bool small = random.chance(65);
  unsigned nests = random.chance(small ? 75 : 50) ? 1 : 2 + random.pick(3);
  budget = small ? 1 + random.pick(3) : 2 + nests + random.pick(4);
  for (unsigned i = 0; i < nests && budget > 0; ++i) {
    static constexpr unsigned kDepths[] = {1, 2, 2, 2, 3, 3, 4, 2};
    unsigned depth = kDepths[random.pick(nests > 2 ? 6 : 8)];
    if (random.chance(8))
      parallel(scope);
    else
      nest(scope, depth);
    // Values do not cross nests, but references may be the same.
    scope.values.clear();
  }
  return {text.finish(/*deallocate=*/random.chance(50)), sizes()};
}

} // namespace

GeneratedProgram generate(uint64_t seed) {
  if (seed >= kFirstTriangleSeed)
    return generateTriangle(seed - kFirstTriangleSeed);
  if (seed >= kFirstSumSeed)
    return generateSum(seed - kFirstSumSeed);
  if (seed >= kFirstStencilSeed)
    return generateStencil(seed - kFirstStencilSeed);
  return Generator(seed).run();
}

GeneratedProgram generateConstant(uint64_t number) {
  GeneratedProgram program = Generator(number, /*constant=*/true).run();
  // Nothing but run-time tile sizes differs between them.
  program.sizes.resize(1);
  return program;
}

} // namespace polymem::fuzz
