//===- SizeExpression.h - array extents over named sizes --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The little language of `polymem.shape`, `polymem.param` and `polymem.range`:
// integers, names, `+`, `-`, `*` and parentheses, as in "(H - 1) * S + R".
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_SUPPORT_SIZEEXPRESSION_H
#define POLYMEM_SUPPORT_SIZEEXPRESSION_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace polymem {

/// Values of size names, ordered by name.
using SizeBindings = std::map<std::string, int64_t>;

/// An integer expression over size names.
class SizeExpression {
public:
  /// The constant `value`.
  explicit SizeExpression(int64_t value = 0);

  /// Parses `text`; the error says what was expected and where.
  static llvm::Expected<SizeExpression> parse(llvm::StringRef text);

  /// The value under `bindings`, which bind all of `names()`; an error for an
  /// overflow.
  llvm::Expected<int64_t> evaluate(const SizeBindings &bindings) const;

  /// The names used, in order of occurrence (with repetitions).
  std::vector<std::string> names() const;

  /// The text that was parsed.
  const std::string &text() const { return source; }

private:
  friend class SizeExpressionParser;
  /// One step of the postfix form.
  struct Step {
    enum Kind { Constant, Name, Add, Subtract, Multiply } kind;
    int64_t value = 0;
    std::string name;
  };
  std::vector<Step> steps;
  std::string source;
};

/// Parses "M=17,N=33" into bindings; an error for anything else, for a name
/// given twice and for a value that is not a decimal integer.
llvm::Expected<SizeBindings> parseSizeBindings(llvm::StringRef text);

} // namespace polymem

#endif // POLYMEM_SUPPORT_SIZEEXPRESSION_H
