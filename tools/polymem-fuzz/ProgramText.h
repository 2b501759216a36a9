//===- ProgramText.h - the text of a random program -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the generator writes into: lines, fresh names, and arrays whose extents
// are known only when the last access has been written.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_FUZZ_PROGRAMTEXT_H
#define POLYMEM_FUZZ_PROGRAMTEXT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace polymem::fuzz {

/// n * N + m * M + c, with coefficients >= 0 except for c.
struct Extent {
  int64_t n = 0, m = 0, c = 0;

  Extent operator+(const Extent &other) const {
    return {n + other.n, m + other.m, c + other.c};
  }
  Extent operator+(int64_t constant) const { return {n, m, c + constant}; }
  Extent operator*(int64_t factor) const {
    return {n * factor, m * factor, c * factor};
  }
  /// At least as large as both, for all sizes >= 0.
  static Extent max(const Extent &a, const Extent &b);
  bool isConstant() const { return n == 0 && m == 0; }
  /// The sum, with the sizes under these names.
  std::string text(llvm::StringRef nName, llvm::StringRef mName) const;
};

/// An array of the program.
struct Array {
  std::string name;
  std::string elementType;
  std::vector<Extent> extents;
  /// Made by memref.alloc instead of being an argument.
  bool isTemporary = false;
};

/// How the sizes N and M are given to the function.
enum class SizeKind {
  Argument,  ///< index arguments
  Narrow,    ///< i32 arguments, cast to index
  Dimension, ///< N is the extent of an argument
  Constant,  ///< constants in the program; all arrays have static types
};

/// The text of a function `f`. In lines, `@{name}` stands for an array's type.
class ProgramText {
public:
  static constexpr int64_t kConstantN = 7, kConstantM = 5;

  ProgramText(SizeKind sizeKind, std::string valueType)
      : sizeKind(sizeKind), valueType(std::move(valueType)) {}

  unsigned addArray(std::string elementType, unsigned rank, bool isTemporary);
  Array &array(unsigned number) { return arrays[number]; }
  unsigned numArrays() const { return arrays.size(); }

  /// The name of a new value or iterator.
  std::string fresh(char letter);
  /// Adds a line of code.
  void line(unsigned indent, const std::string &text);
  /// Declares a constant of the value type; its name.
  std::string constant(const std::string &value);

  bool isFloat() const { return valueType[0] != 'i'; }
  const std::string &type() const { return valueType; }

  /// The module.
  std::string finish(bool deallocate) const;

private:
  std::string typeOf(const Array &array) const;
  std::string withTypes(const std::string &code) const;
  void writeTemporary(std::string &os, const Array &array) const;

  SizeKind sizeKind;
  std::string valueType;
  std::vector<Array> arrays;
  std::vector<std::pair<std::string, std::string>> constants;
  std::string body;
  unsigned count = 0;
};

} // namespace polymem::fuzz

#endif // POLYMEM_FUZZ_PROGRAMTEXT_H
