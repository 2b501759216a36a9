//===- HostExpression.h - formulas of what a host has to compute -*- C++
//-*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expressions of launch metadata (docs/launch-metadata.md): integers of 64
// bits, names, and operators over them. They are trees with shared parts, made
// simpler as they are built: the forms that `lower-affine` makes of divisions
// become `floordiv`, `ceildiv` and `mod` again.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_LAUNCHMETADATA_HOSTEXPRESSION_H
#define POLYMEM_LIB_CONVERSION_LAUNCHMETADATA_HOSTEXPRESSION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace polymem {

class ExpressionNode;
/// Null stands for a value that no expression describes.
using HostExpression = std::shared_ptr<const ExpressionNode>;

class ExpressionNode {
public:
  enum class Kind { Integer, Real, Name, Operation };

  Kind kind = Kind::Integer;
  int64_t integer = 0;
  double real = 0;
  /// The name, or the operator as it is in the metadata.
  std::string text;
  std::vector<HostExpression> operands;
  /// Known not to be negative, as far as no operation overflows.
  bool nonNegative = false;
  /// Nodes of the tree that is printed, at most kMaxSize.
  unsigned size = 1;

  /// Nodes on the longest way down.
  unsigned depth = 1;

  static constexpr unsigned kMaxSize = 1U << 20;

  bool isInteger(int64_t value) const {
    return kind == Kind::Integer && integer == value;
  }
  bool is(llvm::StringRef op) const {
    return kind == Kind::Operation && op == text;
  }
};

HostExpression makeInteger(int64_t value);
HostExpression makeName(llvm::StringRef name, bool nonNegative = false);
/// A constant of a type f32 or f64: a number, or ["f32.bits", bits] of what is
/// none.
HostExpression makeReal(double value, llvm::StringRef type, uint64_t bits);

/// `op` of `operands`, made simpler; null if an operand is null. `op` is an
/// operator of the metadata, or `div` and `rem`, which round towards zero.
HostExpression makeOperation(llvm::StringRef op,
                             std::vector<HostExpression> operands);

/// Whether two expressions are the same (false where they are large).
bool isSame(const HostExpression &a, const HostExpression &b);

/// The value of a constant.
std::optional<int64_t> getInteger(const HostExpression &expression);

/// The expression as metadata has it: a number, a name or [operator, operands].
llvm::json::Value toJSON(const HostExpression &expression);

/// The expression for people, as in "(M + 31) floordiv 32".
std::string toText(const HostExpression &expression);

} // namespace polymem

#endif // POLYMEM_LIB_CONVERSION_LAUNCHMETADATA_HOSTEXPRESSION_H
