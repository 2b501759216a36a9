//===- Triangles.cpp - random triangular and in-place programs ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relatives of factorisations, substitutions, triangular products, closures,
// transpositions and Gauss-Seidel sweeps: nests with triangular and trapezoidal
// bounds that update one or two matrices in place along rows and columns, with
// a vector, a temporary and a scalar that nests share. All iterators lie in
// [0, N); arrays have N + 2 * margin elements in each dimension.
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "Generator.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace polymem::fuzz {

namespace {
class TriangleGenerator {
public:
  /// `substitutes`: its last nest solves a triangular system.
  TriangleGenerator(uint64_t seed, bool substitutes)
      : random(Random(seed).next()), substitutes(substitutes),
        sizeKind(anySizeKind()), text(sizeKind, kTypes[random.pick(5)]),
        margin(random.chance(35) ? 1 : 0) {}

  GeneratedProgram run();

private:
  static constexpr const char *kTypes[] = {"f32", "f32", "f64", "i32", "i64"};

  /// An iterator, and the row or column that it stands for: itself, or the
  /// one as far from the end.
  struct Place {
    std::string iv, place;
  };

  SizeKind anySizeKind() {
    unsigned kind = random.pick(100);
    return kind < 50   ? SizeKind::Argument
           : kind < 75 ? SizeKind::Narrow
           : kind < 90 ? SizeKind::Dimension
                       : SizeKind::Constant;
  }
  unsigned addArray(unsigned rank, bool isTemporary);
  /// What nests may share, there only if it is used.
  unsigned temporary() {
    if (!temporaryNumber)
      temporaryNumber = addArray(1 + random.chance(50), true);
    return *temporaryNumber;
  }
  unsigned scalar() {
    if (!scalarNumber)
      scalarNumber = addArray(0, true);
    return *scalarNumber;
  }
  /// Opens a loop; `carried` is put between its bounds and its body.
  void open(const std::string &result = "", const std::string &carried = "");
  void close() {
    text.line(--indent, "}");
    places.pop_back();
  }
  void nest(unsigned depth);
  void statement();
  void guarded();

  /// A row or column in scope, mostly as it is, sometimes a neighbour.
  std::string subscript();
  /// An element of array `number`, which has at most two dimensions.
  std::string element(unsigned number);
  std::string anyMatrix() { return element(random.pick(numMatrices)); }
  std::string load(const std::string &element);
  void store(const std::string &value, const std::string &element);
  std::string combine(const char *name, const std::string &a,
                      const std::string &b);
  /// add, sub, or what closures do.
  const char *anyUpdate() {
    static constexpr const char *kNames[] = {"sub", "sub", "add", "add", "min"};
    return kNames[random.pick(5)];
  }
  std::string anyFactor();

  void update();
  void scale();
  void swap();
  void move();
  void useScalar();
  void carriedSum();
  void substitution();

  Random random;
  bool substitutes;
  SizeKind sizeKind;
  ProgramText text;
  int64_t margin;
  unsigned indent = 1;
  SmallVector<Place> places;
  unsigned numMatrices = 1, vectorNumber = 0;
  std::optional<unsigned> temporaryNumber, scalarNumber;
  unsigned deepest = 0;
  int budget = 0;
};
} // namespace

unsigned TriangleGenerator::addArray(unsigned rank, bool isTemporary) {
  unsigned number = text.addArray(text.type(), rank, isTemporary);
  for (Extent &extent : text.array(number).extents)
    extent = {1, 0, 2 * margin + (isTemporary ? 1 : 0)};
  return number;
}

void TriangleGenerator::open(const std::string &result,
                             const std::string &carried) {
  std::string iv = text.fresh('i');
  std::string d, e;
  if (!places.empty()) {
    d = places[random.pick(places.size())].iv;
    e = places[random.pick(places.size())].iv;
  }
  SmallVector<std::string> lower{"0"}, upper{"N"};
  switch (random.pick(d.empty() ? 5 : 19)) {
  case 0:
    upper = {"N", "M"};
    break;
  case 1:
    lower = {"1"};
    break;
  case 2:
    upper = {"N - 1"};
    break;
  case 5:
  case 6:
    lower = {"d"};
    break;
  case 7:
  case 8:
    lower = {"d + 1"};
    break;
  case 9:
  case 10:
    upper = {"d"};
    break;
  case 11:
  case 12:
    upper = {"d + 1"};
    break;
  case 13:
    upper = {"N - d"};
    break;
  case 14:
    lower = {"0", "d - 2"};
    upper = {"N", "d + M"};
    break;
  case 15:
    upper = {"d", "e"};
    break;
  case 16:
    lower = {"d", "e"};
    break;
  case 17:
    lower = {"e"};
    upper = {"d + 1"};
    break;
  case 18:
    upper = {"N", "d + M"};
    break;
  default:
    break;
  }
  auto bound = [&](ArrayRef<std::string> exprs, StringRef function) {
    std::string map = "affine_map<(" + std::string(d.empty() ? "" : "d, e") +
                      ")[N, M] -> (" + join(exprs, ", ") + ")>(" +
                      (d.empty() ? "" : d + ", " + e) + ")[%N, %M]";
    return exprs.size() > 1 ? (function + " " + map).str() : map;
  };
  text.line(indent++, result + "affine.for " + iv + " = " +
                          bound(lower, "max") + " to " + bound(upper, "min") +
                          (random.chance(4) ? " step 2" : "") + carried + " {");
  bool fromEnd = random.chance(12);
  places.push_back({iv, fromEnd ? "-" + iv + " + symbol(%N) - 1" : iv});
  deepest = std::max<unsigned>(deepest, places.size());
}

std::string TriangleGenerator::subscript() {
  std::string place = places[random.pick(places.size())].place;
  // Inner loops more often than outer ones.
  if (random.chance(30))
    place = places.back().place;
  int64_t offset =
      margin + (margin && random.chance(25) ? random.integer(-1, 2) : 0);
  return offset == 0 ? place : place + " + " + std::to_string(offset);
}

std::string TriangleGenerator::element(unsigned number) {
  const Array &array = text.array(number);
  SmallVector<std::string> subscripts;
  for (size_t dim = 0; dim < array.extents.size(); ++dim) {
    subscripts.push_back(subscript());
    // The diagonal is for `scale`; elsewhere it is rare.
    if (dim == 1 && subscripts[0] == subscripts[1] && random.chance(80))
      subscripts[1] = subscript();
  }
  return array.name + "[" + join(subscripts, ", ") + "] : @{" + array.name +
         "}";
}

std::string TriangleGenerator::load(const std::string &element) {
  std::string value = text.fresh('v');
  text.line(indent, value + " = affine.load " + element);
  return value;
}

void TriangleGenerator::store(const std::string &value,
                              const std::string &element) {
  text.line(indent, "affine.store " + value + ", " + element);
}

std::string TriangleGenerator::combine(const char *name, const std::string &a,
                                       const std::string &b) {
  std::string result = text.fresh('v'), op = name;
  if (op == "min")
    op += text.isFloat() ? "imumf" : "si";
  else
    op += text.isFloat() ? "f" : "i";
  bool anyOrder = text.isFloat() && op == "addf" && random.chance(30);
  text.line(indent, result + " = arith." + op + " " + a + ", " + b +
                        (anyOrder ? " fastmath<reassoc>" : "") + " : " +
                        text.type());
  return result;
}

std::string TriangleGenerator::anyFactor() {
  unsigned kind = random.pick(10);
  return load(kind < 6   ? anyMatrix()
              : kind < 8 ? element(vectorNumber)
                         : element(temporary()));
}

/// A[i, j] = A[i, j] - A[i, k] * A[k, j], or for a vector.
void TriangleGenerator::update() {
  std::string target = random.chance(70)   ? anyMatrix()
                       : random.chance(70) ? element(vectorNumber)
                                           : element(temporary());
  std::string value = anyFactor();
  if (random.chance(75))
    value = combine(random.chance(85) ? "mul" : "add", value, anyFactor());
  store(combine(anyUpdate(), load(target), value), target);
}

/// A[i, j] = A[i, j] * A[j, j]: what a factorisation divides by.
void TriangleGenerator::scale() {
  std::string target = random.chance(70) ? anyMatrix() : element(vectorNumber);
  std::string place = subscript();
  std::string array = text.array(random.pick(numMatrices)).name;
  std::string by =
      load(array + "[" + place + ", " + place + "] : @{" + array + "}");
  store(combine("mul", load(target), by), target);
}

/// A[i, j] and A[j, i] are exchanged.
void TriangleGenerator::swap() {
  std::string a = subscript(), b = subscript();
  for (unsigned tries = 0; a == b && tries < 4; ++tries)
    b = subscript();
  std::string array = text.array(random.pick(numMatrices)).name;
  std::string type = "] : @{" + array + "}";
  std::string one = array + "[" + a + ", " + b + type,
              other = array + "[" + b + ", " + a + type;
  std::string first = load(one), second = load(other);
  store(second, one);
  store(first, other);
}

/// A copy from one array to another, or within one.
void TriangleGenerator::move() {
  std::string value = anyFactor();
  store(value, random.chance(50)   ? anyMatrix()
               : random.chance(50) ? element(temporary())
                                   : element(vectorNumber));
}

/// The scalar is set, changed or used.
void TriangleGenerator::useScalar() {
  std::string cell = element(scalar());
  switch (random.pick(3)) {
  case 0:
    store(anyFactor(), cell);
    break;
  case 1:
    store(combine("add", load(cell), anyFactor()), cell);
    break;
  default: {
    std::string target = anyMatrix();
    store(combine("mul", load(target), load(cell)), target);
    break;
  }
  }
}

/// A loop that carries a sum, which an element is updated by.
void TriangleGenerator::carriedSum() {
  std::string target = random.chance(60) ? anyMatrix() : element(vectorNumber);
  std::string first = load(target), carried = text.fresh('s'),
              sum = text.fresh('v');
  open(sum + " = ",
       " iter_args(" + carried + " = " + first + ") -> (" + text.type() + ")");
  std::string product = combine("mul", anyFactor(), anyFactor());
  text.line(indent,
            "affine.yield " +
                combine(random.chance(50) ? "sub" : "add", carried, product) +
                " : " + text.type());
  close();
  store(sum, target);
}

/// Rows of a triangle are solved from the first or from the last one on. Each
/// is a sum of products with those before, from the first or from the one that
/// was solved last on; of a vector, or of the columns of a matrix.
void TriangleGenerator::substitution() {
  bool fromEnd = random.chance(50), lastFirst = random.chance(60);
  bool ofMatrix = random.chance(40), columnsInside = random.chance(50);
  // As most write it: `for j = N - i to N`.
  bool shifted = fromEnd && lastFirst && random.chance(50);
  auto place = [&](const std::string &number) {
    std::string result =
        fromEnd ? "-(" + number + ") + symbol(%N) - 1" : number;
    return margin ? result + " + " + std::to_string(margin) : result;
  };
  auto openUpTo = [&](const std::string &bounds) {
    text.line(indent++, "affine.for " + bounds + " {");
  };
  std::string row = text.fresh('i'), column = text.fresh('c'),
              iv = text.fresh('j');
  openUpTo(row + " = 0 to affine_map<()[N] -> (N)>()[%N]");
  auto openColumns = [&] {
    openUpTo(column + " = 0 to affine_map<()[N] -> (N)>()[%N]");
  };
  if (ofMatrix && !columnsInside)
    openColumns();
  if (shifted)
    openUpTo(iv + " = affine_map<(d)[N] -> (N - d)>(" + row +
             ")[%N] to affine_map<()[N] -> (N)>()[%N]");
  else
    openUpTo(iv + " = 0 to affine_map<(d) -> (d)>(" + row + ")");
  if (ofMatrix && columnsInside)
    openColumns();

  std::string solved = shifted     ? iv
                       : lastFirst ? place(row + " - " + iv + " - 1")
                                   : place(iv);
  if (shifted && margin)
    solved += " + " + std::to_string(margin);
  std::string matrix = text.array(0).name,
              vector =
                  text.array(ofMatrix ? numMatrices - 1 : vectorNumber).name;
  auto unknown = [&](const std::string &subscript) {
    std::string columns =
        ofMatrix ? ", " + column + " + " + std::to_string(margin) : "";
    return vector + "[" + subscript + columns + "] : @{" + vector + "}";
  };
  std::string factor =
      load(matrix + "[" + place(row) + ", " + solved + "] : @{" + matrix + "}");
  std::string product = combine("mul", factor, load(unknown(solved)));
  std::string target = unknown(place(row)), sum = text.fresh('v');
  std::string op = random.chance(60) ? "sub" : "add";
  bool anyOrder = text.isFloat() && random.chance(70);
  text.line(indent, sum + " = arith." + op + (text.isFloat() ? "f " : "i ") +
                        load(target) + ", " + product +
                        (anyOrder ? " fastmath<reassoc>" : "") + " : " +
                        text.type());
  store(sum, target);
  auto closeLoop = [&] { text.line(--indent, "}"); };
  closeLoop();
  if (ofMatrix && columnsInside)
    closeLoop();
  // Divided by the diagonal, or as it is.
  if (!ofMatrix && random.chance(50)) {
    std::string diagonal = load(matrix + "[" + place(row) + ", " + place(row) +
                                "] : @{" + matrix + "}");
    store(combine("mul", load(target), diagonal), target);
  }
  if (ofMatrix && !columnsInside)
    closeLoop();
  closeLoop();
}

/// A statement under a condition on two iterators.
void TriangleGenerator::guarded() {
  static constexpr const char *kConditions[] = {
      "a - b >= 0", "b - a - 1 >= 0", "a - b == 0", "N - 1 - a - b >= 0"};
  text.line(indent++, std::string("affine.if affine_set<(a, b)[N] : (") +
                          kConditions[random.pick(4)] + ")>(" +
                          places[random.pick(places.size())].iv + ", " +
                          places[random.pick(places.size())].iv + ")[%N] {");
  random.chance(60) ? update() : scale();
  text.line(--indent, "}");
}

void TriangleGenerator::statement() {
  --budget;
  unsigned kind = random.pick(100);
  if (kind < 50)
    return update();
  if (kind < 66)
    return scale();
  if (kind < 74)
    return swap();
  if (kind < 82)
    return move();
  if (kind < 88)
    return useScalar();
  if (kind < 94 && places.size() < 3)
    return carriedSum();
  guarded();
}

void TriangleGenerator::nest(unsigned depth) {
  open();
  if (depth > 1 && budget > 1 && random.chance(30))
    statement();
  for (unsigned inner = depth > 1 ? 1 + random.chance(15) : 0; inner > 0;
       --inner)
    nest(depth - 1);
  if (depth == 1 || (budget > 0 && random.chance(30)))
    statement();
  if (depth == 1 && budget > 1 && random.chance(10))
    statement();
  close();
}

GeneratedProgram TriangleGenerator::run() {
  numMatrices = 1 + random.chance(50);
  for (unsigned k = 0; k < numMatrices; ++k)
    addArray(2, false);
  vectorNumber = addArray(1, false);
  unsigned nests = random.chance(70) ? 1 : 2 + random.chance(30);
  for (; nests > 0; --nests) {
    static constexpr unsigned kDepths[] = {1, 2, 2, 2, 3, 3, 3};
    budget = 1 + random.pick(4);
    if (substitutes && nests == 1)
      substitution();
    else
      nest(kDepths[random.pick(nests > 1 ? 5 : 7)]);
  }

  std::vector<SizeBindings> sizes;
  static constexpr int64_t kLarge[] = {7, 9, 11, 13};
  for (int64_t n : {deepest > 2 ? random.integer(6, 9) : kLarge[random.pick(4)],
                    random.integer(0, 3), random.integer(2, 6)}) {
    SizeBindings bindings;
    if (sizeKind != SizeKind::Constant) {
      bindings["N"] = n;
      bindings["M"] = random.integer(0, n + 2);
    }
    for (const char *tile : kTileSizeNames)
      bindings[tile] = random.integer(1, 6);
    sizes.push_back(bindings);
    if (sizeKind == SizeKind::Constant)
      break;
  }
  return {text.finish(/*deallocate=*/random.chance(30)), sizes};
}

GeneratedProgram generateTriangle(uint64_t number) {
  // Away from the seeds of other programs. One in twelve has a substitution.
  constexpr uint64_t kPrograms = 12;
  return TriangleGenerator(number + (uint64_t(1) << 42),
                           number % kPrograms == kPrograms - 1)
      .run();
}

} // namespace polymem::fuzz
