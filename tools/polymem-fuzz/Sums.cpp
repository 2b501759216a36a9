//===- Sums.cpp - random reductions ---------------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops that combine elements of arrays into cells: alone, in a sequential or a
// parallel loop, nested; in memory or in iter_args; with other work beside,
// some of which makes the loop no reduction.
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "Generator.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace polymem::fuzz {

namespace {
class SumGenerator {
public:
  explicit SumGenerator(uint64_t seed)
      : random(Random(seed).next()),
        text(random.chance(15)   ? SizeKind::Constant
             : random.chance(20) ? SizeKind::Dimension
                                 : SizeKind::Argument,
             types[random.pick(4)]) {}

  GeneratedProgram run();

private:
  static constexpr const char *types[] = {"f32", "f64", "i32", "i64"};

  std::string operation(const char *name, const std::string &a,
                        const std::string &b, bool anyOrder);
  /// Loads an element of one of the arrays that are only read.
  std::string element();
  /// The cell that is accumulated in, in the outer loop.
  std::string cell() const { return "%A0[" + row + "]"; }
  void open(char letter);
  void close() { text.line(--indent, "}"); }
  void accumulateInMemory();
  void accumulateInValue();
  void sum();
  /// Something beside the accumulation.
  void other();
  /// A loop beside it that writes a row of its own with the result.
  void useInRow();

  Random random;
  ProgramText text;
  unsigned indent = 1;
  SmallVector<std::string> ivs;
  /// The subscript of the cell.
  std::string row = "0";
  /// The kind of all accumulations into the cell.
  const char *kind = "add";
};
} // namespace

std::string SumGenerator::operation(const char *name, const std::string &a,
                                    const std::string &b, bool anyOrder) {
  std::string result = text.fresh('v');
  std::string op = name;
  if (op == "max" || op == "min")
    op += text.isFloat() ? "imumf" : "si";
  else
    op += text.isFloat() ? "f" : "i";
  bool isExact = StringRef(name) == "max" || StringRef(name) == "min";
  std::string flags =
      !anyOrder ? ""
      : text.isFloat()
          ? isExact && random.chance(50) ? "" : " fastmath<reassoc>"
      : random.chance(5) ? " overflow<none>"
                         : "";
  if (op.back() == 'i' && (op == "maxsi" || op == "minsi"))
    flags.clear();
  text.line(indent, result + " = arith." + op + " " + a + ", " + b + flags +
                        " : " + text.type());
  return result;
}

std::string SumGenerator::element() {
  unsigned number = 1 + random.pick(2);
  SmallVector<std::string> subscripts;
  // The outer loop, and the innermost ones, in some order.
  SmallVector<std::string> candidates(ivs);
  while (candidates.size() < 3)
    candidates.push_back("0");
  for (unsigned d = 0; d < 2; ++d)
    subscripts.push_back(
        random.chance(80)
            ? candidates[(d + candidates.size() - 2) % candidates.size()]
            : candidates[random.pick(candidates.size())]);
  if (number == 2)
    subscripts.pop_back();
  std::string value = text.fresh('v'), name = "%A" + std::to_string(number);
  text.line(indent, value + " = affine.load " + name + "[" +
                        join(subscripts, ", ") + "] : @{" + name + "}");
  return value;
}

void SumGenerator::open(char letter) {
  std::string iv = text.fresh(letter), lower = "0";
  if (!ivs.empty() && random.chance(20))
    lower = "affine_map<(d) -> (d)>(" + ivs.back() + ")";
  else if (random.chance(10))
    lower = "max affine_map<()[M] -> (M - 4, 1)>()[%M]";
  std::string step = random.chance(12) ? " step 3" : "";
  text.line(indent++, "affine.for " + iv + " = " + lower +
                          (random.chance(50) ? " to %N" : " to %M") + step +
                          " {");
  ivs.push_back(iv);
}

void SumGenerator::other() {
  std::string value = text.fresh('v');
  switch (random.pick(4)) {
  case 0: // parallel work
    text.line(indent,
              value + " = affine.load %A3[" + ivs.back() + "] : @{%A3}");
    text.line(indent, "affine.store " +
                          operation("mul", value, value, /*anyOrder=*/false) +
                          ", %A3[" + ivs.back() + "] : @{%A3}");
    break;
  case 1: // the sum so far
    text.line(indent, value + " = affine.load " + cell() + " : @{%A0}");
    text.line(indent,
              "affine.store " + value + ", %A3[" + ivs.back() + "] : @{%A3}");
    break;
  case 2: // another cell, or the same
    text.line(indent, value + " = affine.load %A0[1] : @{%A0}");
    text.line(indent, "affine.store " +
                          operation(kind, value, element(), /*anyOrder=*/true) +
                          ", %A0[1] : @{%A0}");
    break;
  case 3: // a recurrence
    text.line(indent,
              value + " = affine.load %A3[" + ivs.back() + " + 1] : @{%A3}");
    text.line(indent,
              "affine.store " + value + ", %A3[" + ivs.back() + "] : @{%A3}");
    break;
  }
}

void SumGenerator::accumulateInMemory() {
  for (unsigned count = 1 + random.chance(15); count > 0; --count) {
    bool guarded = random.chance(15);
    if (guarded) {
      std::string condition = text.fresh('c'), value = element();
      text.line(indent, condition + " = arith.cmp" +
                            (text.isFloat() ? "f olt" : "i slt") +
                            (", " + value) + ", " +
                            text.constant(text.isFloat() ? "1.5" : "9") +
                            " : " + text.type());
      text.line(indent++, "scf.if " + condition + " {");
    }
    std::string old = text.fresh('v'), value = element();
    if (random.chance(40))
      value = operation("mul", value, element(), /*anyOrder=*/false);
    text.line(indent, old + " = affine.load " + cell() + " : @{%A0}");
    bool anyOrder = random.chance(95);
    const char *name = kind;
    if (StringRef(kind) == "add" && random.chance(30))
      name = "sub";
    bool left = StringRef(name) == "sub" || random.chance(60);
    std::string next =
        operation(name, left ? old : value, left ? value : old, anyOrder);
    if (random.chance(15))
      next = operation(kind, element(), next, anyOrder);
    text.line(indent, "affine.store " + next + ", " + cell() + " : @{%A0}");
    if (guarded)
      close();
  }
}

/// A loop that carries the sum, stored behind it.
void SumGenerator::accumulateInValue() {
  std::string first = text.fresh('v'), carried = text.fresh('s'),
              sum = text.fresh('v'), iv = text.fresh('j');
  text.line(indent, first + " = affine.load " + cell() + " : @{%A0}");
  text.line(indent++, sum + " = affine.for " + iv + " = 0 to %N iter_args(" +
                          carried + " = " + first + ") -> (" + text.type() +
                          ") {");
  ivs.push_back(iv);
  std::string next = operation(kind, carried, element(), random.chance(95));
  text.line(indent, "affine.yield " + next + " : " + text.type());
  ivs.pop_back();
  close();
  text.line(indent, "affine.store " + sum + ", " + cell() + " : @{%A0}");
}

void SumGenerator::sum() {
  if (random.chance(20)) {
    accumulateInValue();
    return;
  }
  unsigned depth = 1 + random.chance(35);
  for (unsigned k = 0; k < depth; ++k)
    open('j');
  accumulateInMemory();
  if (random.chance(20))
    other();
  for (unsigned k = 0; k < depth; ++k) {
    ivs.pop_back();
    close();
  }
}

void SumGenerator::useInRow() {
  open('k');
  std::string sum = text.fresh('v');
  text.line(indent, sum + " = affine.load " + cell() + " : @{%A0}");
  text.line(indent, "affine.store " +
                        operation("mul", element(), sum, /*anyOrder=*/false) +
                        ", %A4[" + ivs.front() + ", " + ivs.back() +
                        "] : @{%A4}");
  ivs.pop_back();
  close();
}

GeneratedProgram SumGenerator::run() {
  static constexpr const char *kKinds[] = {"add", "add", "add",
                                           "mul", "max", "min"};
  // Cells, two arrays that are read, two for other work.
  constexpr unsigned kRanks[] = {1, 2, 1, 1, 2};
  for (unsigned rank : kRanks) {
    unsigned number = text.addArray(text.type(), rank, false);
    for (Extent &extent : text.array(number).extents)
      extent = {1, 1, 3};
  }
  for (unsigned nests = 1 + random.chance(30); nests > 0; --nests) {
    kind = kKinds[random.pick(6)];
    row = "0";
    bool inLoop = random.chance(55);
    if (inLoop) {
      open('i');
      // In a parallel loop, each iteration has a cell of its own.
      row = random.chance(70)   ? ivs.back()
            : random.chance(50) ? ivs.back() + " + 1"
                                : "0";
    }
    if (random.chance(30))
      text.line(indent, "affine.store " +
                            text.constant(text.isFloat() ? "0.0" : "0") + ", " +
                            cell() + " : @{%A0}");
    bool used = inLoop && random.chance(25);
    for (unsigned sums = 1 + random.chance(30); sums > 0; --sums) {
      sum();
      if (used && random.chance(60))
        useInRow();
    }
    if (inLoop) {
      if (random.chance(30))
        other();
      ivs.pop_back();
      close();
    }
  }
  std::vector<SizeBindings> sizes;
  for (auto [n, m] : {std::pair<int64_t, int64_t>{31, 18},
                      {random.pick(40), random.pick(30)},
                      {random.pick(3), random.pick(3)}}) {
    SizeBindings bindings{{"N", n}, {"M", m}};
    for (const char *tile : kTileSizeNames)
      bindings[tile] = random.integer(1, 6);
    sizes.push_back(bindings);
  }
  return {text.finish(/*deallocate=*/false), sizes};
}

GeneratedProgram generateSum(uint64_t number) {
  // Away from the seeds of other programs.
  return SumGenerator(number + (uint64_t(1) << 41)).run();
}

} // namespace polymem::fuzz
