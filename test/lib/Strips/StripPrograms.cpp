//===- StripPrograms.cpp - random tiled programs --------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripPrograms.h"
#include <algorithm>
#include <functional>
#include <map>

using namespace polymem::test;

bool StripAccess::isKnown() const {
  return std::all_of(subscripts.begin(), subscripts.end(),
                     [](const auto &s) { return bool(s); });
}

/// Calls back for all points of a box, in lexicographic order.
static void forPoints(const Vector &lower, const Vector &upper,
                      const std::function<void(const Vector &)> &visit) {
  Vector point = lower;
  for (unsigned d = 0; d < lower.size(); ++d)
    if (lower[d] >= upper[d])
      return;
  while (true) {
    visit(point);
    unsigned d = point.size();
    while (d > 0 && ++point[d - 1] == upper[d - 1]) {
      point[d - 1] = lower[d - 1];
      --d;
    }
    if (d == 0)
      return;
  }
}

static int valueOf(const Vector &subscript, const Vector &iv) {
  int value = subscript.back();
  for (unsigned k = 0; k < iv.size(); ++k)
    value += subscript[k] * iv[k];
  return value;
}

static bool isExecuted(const StripProgram &program,
                       const StripStatement &statement, const Vector &iv) {
  for (unsigned d = 0; d < program.rank; ++d)
    if (iv[d] < statement.lower[d] || iv[d] >= program.n + statement.upper[d])
      return false;
  return !statement.triangular || iv[0] >= iv[1];
}

std::vector<StripInstance>
polymem::test::instancesOf(const StripProgram &program) {
  std::vector<StripInstance> result;
  auto visit = [&](unsigned k, const Vector &iv) {
    const StripStatement &statement = program.statements[k];
    if (!isExecuted(program, statement, iv))
      return;
    Vector time;
    for (unsigned d = 0; d < program.rank; ++d) {
      int value = statement.shift[d];
      for (unsigned j = 0; j < program.rank; ++j)
        value += program.skew[d][j] * iv[j];
      time.push_back(value);
    }
    time.push_back(int(k));
    result.push_back({k, iv, time});
  };
  Vector lower(program.rank, 0), upper(program.rank, program.n + 1);
  unsigned count = program.statements.size();
  if (program.distributed)
    for (unsigned k = 0; k < count; ++k)
      forPoints(lower, upper, [&](const Vector &iv) { visit(k, iv); });
  else
    forPoints(lower, upper, [&](const Vector &iv) {
      for (unsigned k = 0; k < count; ++k)
        visit(k, iv);
    });
  return result;
}

std::vector<Vector> polymem::test::elementsOf(const StripProgram &program,
                                              const StripAccess &access,
                                              const Vector &iv) {
  // A scop knows nothing of an access if it does not know one subscript.
  Vector lower, upper;
  bool known = access.isKnown();
  for (unsigned d = 0; d < program.arrayRank; ++d) {
    int value = known ? valueOf(*access.subscripts[d], iv) : 0;
    lower.push_back(value);
    upper.push_back(known ? value + 1 : program.shape[d]);
  }
  std::vector<Vector> result;
  forPoints(lower, upper,
            [&](const Vector &element) { result.push_back(element); });
  return result;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string joined(const std::vector<std::string> &parts,
                          const std::string &separator = ", ") {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : separator) + part;
  return text;
}

static std::vector<std::string> names(const std::string &prefix,
                                      unsigned count) {
  std::vector<std::string> result;
  for (unsigned k = 0; k < count; ++k)
    result.push_back(prefix + std::to_string(k));
  return result;
}

/// A sum of loops, named with this prefix, and a constant.
static std::string affineText(const Vector &coefficients, int constant,
                              const std::string &prefix) {
  std::string text = std::to_string(constant);
  for (unsigned k = 0; k < coefficients.size(); ++k)
    if (coefficients[k])
      text += " + " + std::to_string(coefficients[k]) + " * " + prefix +
              std::to_string(k);
  return text;
}

namespace {
/// Writes the accesses of statements; each value has a name of its own.
class BodyWriter {
public:
  explicit BodyWriter(const StripProgram &program) : program(program) {}

  std::string write(const StripStatement &statement) {
    std::string text;
    const StripAccess *last = nullptr;
    for (const StripAccess &access : statement.accesses) {
      bool joins = last && last->operation == access.operation;
      if (last && last->conditional && !joins)
        text += "}\n";
      if (access.conditional && !joins) {
        std::string id = next();
        text += "%c" + id + " = affine.load %cond[%i0] : memref<64xi1>\n" +
                "scf.if %c" + id + " {\n";
      }
      text += one(access);
      last = &access;
    }
    return text + (last && last->conditional ? "}\n" : "");
  }

private:
  std::string next() { return std::to_string(number++); }

  std::string one(const StripAccess &access) {
    std::string text;
    std::vector<std::string> subscripts;
    for (const auto &subscript : access.subscripts) {
      std::string id = "%x" + next();
      subscripts.push_back(id);
      if (!subscript) {
        text += id + " = affine.load %any[%i0] : memref<64xindex>\n";
        continue;
      }
      Vector coefficients(subscript->begin(), subscript->end() - 1);
      text += id + " = affine.apply affine_map<(" +
              joined(names("d", program.rank)) + ") -> (" +
              affineText(coefficients, subscript->back(), "d") + ")>(" +
              joined(names("%i", program.rank)) + ")\n";
    }
    std::string kind = access.isKnown() ? "affine." : "memref.";
    std::string place =
        "%A[" + joined(subscripts) + "] : memref<" + shape() + "xf32>\n";
    if (access.isWrite)
      return text + kind + "store %value, " + place;
    return text + "%r" + next() + " = " + kind + "load " + place;
  }

public:
  std::string shape() const {
    std::vector<std::string> parts;
    for (int size : program.shape)
      parts.push_back(std::to_string(size));
    return joined(parts, "x");
  }

private:
  const StripProgram &program;
  unsigned number = 0;
};
} // namespace

std::string StripProgram::text() const {
  BodyWriter writer(*this);
  std::string text = "func.func @f(%A: memref<" + writer.shape() +
                     "xf32>, %n: index, %cond: memref<64xi1>, %any: "
                     "memref<64xindex>, %value: f32) {\n";
  std::string bound = isParametric ? "affine_map<()[s0] -> (s0 + 1)>()[%n]"
                                   : std::to_string(n + 1);
  auto open = [&] {
    for (unsigned d = 0; d < rank; ++d)
      text += "affine.for %i" + std::to_string(d) + " = 0 to " + bound + " {\n";
  };
  auto close = [&] {
    for (unsigned d = 0; d < rank; ++d)
      text += "}\n";
  };
  if (!distributed)
    open();
  for (const StripStatement &statement : statements) {
    if (distributed)
      open();
    std::vector<std::string> conditions;
    for (unsigned d = 0; d < rank; ++d) {
      std::string iv = "d" + std::to_string(d);
      conditions.push_back(iv + " - " + std::to_string(statement.lower[d]) +
                           " >= 0");
      conditions.push_back((isParametric ? "s0" : std::to_string(n)) + " + " +
                           std::to_string(statement.upper[d] - 1) + " - " + iv +
                           " >= 0");
    }
    if (statement.triangular)
      conditions.push_back("d0 - d1 >= 0");
    text += "affine.if affine_set<(" + joined(names("d", rank)) + ")[s0] : (" +
            joined(conditions) + ")>(" + joined(names("%i", rank)) +
            ")[%n] {\n" + writer.write(statement) + "}\n";
    if (distributed)
      close();
  }
  if (!distributed)
    close();
  return text + "return\n}\n";
}

std::string StripProgram::schedule() const {
  std::vector<std::string> maps;
  for (unsigned k = 0; k < statements.size(); ++k) {
    std::vector<std::string> time;
    for (unsigned d = 0; d < rank; ++d)
      time.push_back(affineText(skew[d], statements[k].shift[d], "i"));
    time.push_back(std::to_string(k));
    maps.push_back("S" + std::to_string(k) + "[" + joined(names("i", rank)) +
                   "] -> [" + joined(time) + "]");
  }
  return "{ " + joined(maps, "; ") + " }";
}

//===----------------------------------------------------------------------===//
// Random programs
//===----------------------------------------------------------------------===//

/// Whether no dependence goes back in a tiled dimension, nor in time.
static bool isTileable(const StripProgram &program) {
  struct Access {
    const StripInstance *instance;
    bool isWrite;
  };
  std::vector<StripInstance> instances = instancesOf(program);
  std::map<Vector, std::vector<Access>> accesses;
  for (const StripInstance &instance : instances)
    for (const StripAccess &access :
         program.statements[instance.statement].accesses)
      for (const Vector &element : elementsOf(program, access, instance.iv))
        accesses[element].push_back({&instance, access.isWrite});
  for (const auto &[element, list] : accesses)
    for (unsigned b = 0; b < list.size(); ++b)
      for (unsigned a = 0; a < b; ++a) {
        if (list[a].instance == list[b].instance ||
            (!list[a].isWrite && !list[b].isWrite))
          continue;
        const Vector &first = list[a].instance->time;
        const Vector &second = list[b].instance->time;
        if (!(first < second))
          return false;
        if (!std::equal(first.begin(), first.begin() + program.outer,
                        second.begin()))
          continue;
        for (unsigned d = program.outer; d < program.end(); ++d)
          if (first[d] > second[d])
            return false;
      }
  return true;
}

namespace {
class Generator {
public:
  explicit Generator(std::mt19937 &engine) : engine(engine) {}

  StripProgram program() {
    StripProgram program;
    program.rank = 1 + (1 + pick(5)) / 2;
    program.arrayRank = 1 + pick(program.rank == 3 ? 3 : 2);
    program.n = program.rank == 1 ? 4 + int(pick(8))
                                  : 2 + int(pick(program.rank == 2 ? 4 : 2));
    program.isParametric = pick(2) == 0;
    program.distributed = pick(3) == 0;
    program.readLater = pick(3) == 0;
    program.boxes = pick(4) == 0;
    program.outer = program.rank > 1 && pick(4) == 0 ? 1 : 0;
    unsigned tiled = 1 + pick(program.rank - program.outer);
    if (pick(2) == 0)
      tiled = program.rank - program.outer;
    program.strip = tiled > 1 && pick(3) == 0 ? 2 + pick(tiled - 1) : 1;
    for (unsigned d = 0; d < tiled; ++d)
      program.sizes.push_back(1 + int(pick(4)));
    program.sizesAreNames =
        pick(2) == 0 && program.rank < (program.boxes ? 2 : 3);
    for (unsigned d = 0; d < program.rank; ++d) {
      Vector row(program.rank, 0);
      row[d] = 1;
      for (unsigned j = 0; j < d; ++j)
        row[j] = pick(3) == 0 ? int(pick(3)) : 0;
      program.skew.push_back(row);
    }
    for (unsigned k = 1 + pick(3); k > 0; --k)
      program.statements.push_back(statement(program));
    place(program);
    return program;
  }

private:
  unsigned pick(unsigned count) { return engine() % count; }

  StripStatement statement(const StripProgram &program) {
    StripStatement result;
    for (unsigned d = 0; d < program.rank; ++d) {
      result.lower.push_back(int(pick(2)));
      result.upper.push_back(int(pick(3)) - 1);
      result.shift.push_back(program.distributed || pick(4) == 0 ? int(pick(3))
                                                                 : 0);
    }
    result.triangular = program.rank > 1 && pick(5) == 0;
    unsigned operation = 0;
    for (unsigned count = 1 + pick(3); count > 0; --count) {
      StripAccess access;
      access.isWrite = pick(2) == 0;
      access.conditional = pick(5) == 0;
      for (unsigned d = 0; d < program.arrayRank; ++d)
        access.subscripts.push_back(subscript(program));
      access.operation = operation++;
      result.accesses.push_back(access);
      if (access.conditional && pick(2) == 0) {
        StripAccess more = access;
        more.isWrite = !access.isWrite;
        result.accesses.push_back(more);
      }
    }
    return result;
  }

  std::optional<Vector> subscript(const StripProgram &program) {
    if (pick(12) == 0)
      return std::nullopt;
    Vector result(program.rank + 1, 0);
    if (pick(8) != 0)
      result[pick(program.rank)] = pick(10) == 0 ? 2 : pick(10) == 0 ? -1 : 1;
    if (pick(6) == 0)
      result[pick(program.rank)] += 1;
    result.back() = int(pick(3)) - 1;
    return result;
  }

  /// All subscripts are within the bounds of the array.
  void place(StripProgram &program) {
    std::vector<StripInstance> instances = instancesOf(program);
    for (unsigned d = 0; d < program.arrayRank; ++d) {
      int least = 0, greatest = 0;
      auto visit = [&](const std::function<void(Vector &, const Vector &)> &f) {
        for (const StripInstance &instance : instances)
          for (StripAccess &access :
               program.statements[instance.statement].accesses)
            if (access.subscripts[d])
              f(*access.subscripts[d], instance.iv);
      };
      visit([&](Vector &subscript, const Vector &iv) {
        least = std::min(least, valueOf(subscript, iv));
      });
      for (StripStatement &statement : program.statements)
        for (StripAccess &access : statement.accesses)
          if (access.subscripts[d])
            access.subscripts[d]->back() -= least;
      visit([&](Vector &subscript, const Vector &iv) {
        greatest = std::max(greatest, valueOf(subscript, iv));
      });
      program.shape.push_back(greatest + 1);
    }
  }

  std::mt19937 &engine;
};
} // namespace

StripProgram polymem::test::nextStripProgram(std::mt19937 &engine) {
  while (true) {
    StripProgram program = Generator(engine).program();
    if (!instancesOf(program).empty() && isTileable(program))
      return program;
  }
}
