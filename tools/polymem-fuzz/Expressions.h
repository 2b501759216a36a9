//===- Expressions.h - random subscripts and values -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_FUZZ_EXPRESSIONS_H
#define POLYMEM_FUZZ_EXPRESSIONS_H

#include "PolyMem/Support/Random.h"
#include "ProgramText.h"
#include "llvm/ADT/ArrayRef.h"

namespace polymem::fuzz {

/// An iterator: -offset <= iv < extent - offset.
struct Iterator {
  std::string name;
  int64_t offset;
  Extent extent;
};

/// An element of an array: array[subscripts].
struct Reference {
  unsigned array;
  std::string subscripts;
};

/// What can be used at one place of the program.
struct Scope {
  unsigned indent = 1;
  std::vector<Iterator> iterators;
  /// Values of the value type.
  std::vector<std::string> values;
  /// References made before, to be made again.
  std::vector<Reference> references;
  /// Inside parallel loops: the only element that is stored to, its array
  /// being accessed nowhere else.
  std::optional<Reference> target;

  /// The scope of a region in this one.
  Scope inner() const {
    Scope scope = *this;
    ++scope.indent;
    return scope;
  }
};

/// Writes loads, stores and computations.
class Expressions {
public:
  Expressions(Random &random, ProgramText &text)
      : random(random), text(text), hasDivisions(random.chance(30)) {}

  /// A subscript in [0, extent), as affine expression over SSA names. Makes
  /// `extent` large enough.
  std::string subscript(const Scope &scope, Extent &extent);
  /// An element to be read; `forStore`: to be written.
  Reference reference(Scope &scope, bool forStore = false);
  /// Loads an element as a value of the value type.
  std::string load(Scope &scope);
  void store(Scope &scope, std::string value);
  void store(Scope &scope, std::string value, const Reference &target);
  /// A computation on `first` (if not empty) and a few loaded values.
  std::string value(Scope &scope, const std::string &first = "");
  /// An i1: a comparison of data.
  std::string condition(Scope &scope);
  /// The iterator or size as a value of the value type.
  std::string indexValue(const Scope &scope);

  const Iterator &anyIterator(const Scope &scope) {
    return scope.iterators[random.pick(scope.iterators.size())];
  }

private:
  std::string combine(Scope &scope, const std::string &a, const std::string &b);
  std::string operation(const Scope &scope, const std::string &name,
                        llvm::ArrayRef<std::string> operands);
  std::string convert(const Scope &scope, const std::string &value,
                      const std::string &from, const std::string &to);

  Random &random;
  ProgramText &text;
  /// Whether subscripts may have floordiv, ceildiv and mod.
  bool hasDivisions;
};

} // namespace polymem::fuzz

#endif // POLYMEM_FUZZ_EXPRESSIONS_H
