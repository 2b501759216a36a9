//===- Stencils.cpp - random time loops of stencils -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nests in a time loop that write arrays from neighbours in these arrays.
// Places run over [kMargin, extent - kMargin), so that all accesses are in
// bounds.
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "Generator.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace polymem::fuzz {

namespace {
constexpr int64_t kMargin = 2;

class StencilGenerator {
public:
  explicit StencilGenerator(uint64_t seed)
      : random(Random(seed).next()),
        sizeKind(random.chance(20) ? SizeKind::Constant : SizeKind::Argument),
        text(sizeKind, types[random.pick(4)]) {}

  GeneratedProgram run();

private:
  static constexpr const char *types[] = {"f32", "f64", "i32", "i64"};

  void nest(unsigned phase);
  /// Loads a neighbour of the place `ivs`, for a nest that writes `target`.
  std::string load(unsigned indent, ArrayRef<std::string> ivs, bool sameStep,
                   unsigned target);
  std::string subscript(const std::string &iv, int64_t offset) const {
    return iv + (offset < 0 ? " - " : " + ") + std::to_string(std::abs(offset));
  }
  std::string extent(unsigned dim) const { return dim % 2 ? "M" : "N"; }

  Random random;
  SizeKind sizeKind;
  ProgramText text;
  unsigned rank = 1;
  /// Arrays have a first dimension for the time.
  bool timeIsDimension = false;
  int64_t steps = 0;
  std::string time;
};
} // namespace

std::string StencilGenerator::load(unsigned indent, ArrayRef<std::string> ivs,
                                   bool sameStep, unsigned target) {
  static constexpr int64_t kReach[] = {1, 1, 1, 1, 0, 2};
  unsigned source = random.pick(text.numArrays());
  // A nest that reads what it writes is no stencil.
  if (source == target && !timeIsDimension && random.chance(96))
    source = (source + 1) % text.numArrays();
  Array &array = text.array(source);
  SmallVector<std::string> subscripts;
  if (timeIsDimension)
    subscripts.push_back(subscript(time, sameStep ? 1 : 0));
  int64_t reach = kReach[random.pick(6)];
  for (const std::string &iv : ivs)
    subscripts.push_back(subscript(
        iv, random.chance(75) ? random.integer(-reach, reach + 1) : 0));
  std::string value = text.fresh('v');
  text.line(indent, value + " = affine.load " + array.name + "[" +
                        join(subscripts, ", ") + "] : @{" + array.name + "}");
  return value;
}

void StencilGenerator::nest(unsigned phase) {
  // Arrays in turn, mostly.
  unsigned target = random.chance(85) ? phase % text.numArrays()
                                      : random.pick(text.numArrays());
  const std::string name = text.array(target).name;
  unsigned indent = 2;
  SmallVector<std::string> ivs;
  // A boundary that is set, sometimes: the first dimension has no loop.
  bool boundary = rank > 1 && random.chance(10);
  for (unsigned dim = 0; dim < rank; ++dim) {
    if (boundary && dim == 0)
      continue;
    std::string iv = text.fresh('i');
    std::string lower = std::to_string(kMargin);
    if (random.chance(6))
      lower = "affine_map<(t) -> (t + " + lower + ")>(" + time + ")";
    text.line(indent++, "affine.for " + iv + " = " + lower +
                            " to affine_map<()[N, M] -> (" + extent(dim) +
                            " + " + std::to_string(kMargin) + ")>()[%N, %M]" +
                            (random.chance(6) ? " step 2" : "") + " {");
    ivs.push_back(iv);
  }
  bool guarded = random.chance(10);
  if (guarded)
    text.line(indent++, "affine.if affine_set<(t, i) : (i - t >= 0)>(" + time +
                            ", " + ivs.back() + ") {");
  SmallVector<std::string> place(ivs);
  if (boundary) {
    std::string first = text.fresh('c');
    text.line(indent, first + " = arith.constant " + std::to_string(kMargin) +
                          " : index");
    place.insert(place.begin(), first);
  }
  bool sameStep = phase > 0 && random.chance(60);
  std::string value = load(indent, place, sameStep, target);
  for (unsigned k = random.pick(4); k > 0; --k) {
    static constexpr const char *kOperations[] = {"add", "mul", "sub"};
    std::string other = load(indent, place, sameStep, target);
    std::string result = text.fresh('v');
    text.line(indent, result + " = arith." + kOperations[random.pick(3)] +
                          (text.isFloat() ? "f " : "i ") + value + ", " +
                          other + " : " + text.type());
    value = result;
  }
  SmallVector<std::string> subscripts(place);
  if (timeIsDimension)
    subscripts.insert(subscripts.begin(), subscript(time, 1));
  text.line(indent, "affine.store " + value + ", " + name + "[" +
                        join(subscripts, ", ") + "] : @{" + name + "}");
  while (indent > 2)
    text.line(--indent, "}");
}

GeneratedProgram StencilGenerator::run() {
  static constexpr unsigned kRanks[] = {1, 1, 1, 2, 2, 3};
  rank = kRanks[random.pick(6)];
  timeIsDimension = random.chance(15);
  steps = random.integer(1, rank == 1 ? 14 : rank == 2 ? 8 : 5);
  unsigned numArrays = random.chance(20) ? 1 : 2 + random.pick(2);
  for (unsigned k = 0; k < numArrays; ++k) {
    unsigned number = text.addArray(text.type(), rank + timeIsDimension, false);
    SmallVector<Extent> extents;
    if (timeIsDimension)
      extents.push_back({0, 0, steps + 2});
    for (unsigned dim = 0; dim < rank; ++dim)
      extents.push_back({dim % 2 ? 0 : 1, dim % 2 ? 1 : 0, 2 * kMargin + 1});
    for (auto [own, extent] : zip_equal(text.array(number).extents, extents))
      own = extent;
  }
  time = text.fresh('t');
  bool strided = !timeIsDimension && random.chance(10);
  text.line(1, "affine.for " + time + " = 0 to " + std::to_string(steps) +
                   (strided ? " step 3 {" : " {"));
  for (unsigned phase = 0, e = 1 + random.pick(3); phase < e; ++phase)
    nest(phase);
  text.line(1, "}");

  std::vector<SizeBindings> sizes;
  for (auto [n, m] : {std::pair<int64_t, int64_t>{rank == 1 ? 41 : 13, 9},
                      {random.pick(20), random.pick(12)},
                      {random.pick(3), random.pick(3)}}) {
    SizeBindings bindings;
    if (sizeKind != SizeKind::Constant) {
      bindings["N"] = rank == 3 ? n / 2 : n;
      bindings["M"] = m;
    }
    for (const char *tile : kTileSizeNames)
      bindings[tile] = random.integer(1, 6);
    sizes.push_back(bindings);
    if (sizeKind == SizeKind::Constant)
      break;
  }
  return {text.finish(/*deallocate=*/false), sizes};
}

GeneratedProgram generateStencil(uint64_t number) {
  // Away from the seeds of other programs.
  return StencilGenerator(number + (uint64_t(1) << 40)).run();
}

} // namespace polymem::fuzz
