//===- IndexForm.cpp - an index value as a sum ----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/IndexForm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace polymem;

/// Longer chains of additions and multiplications are not looked through.
static constexpr unsigned kMostOperations = 64;

/// a + factor * b, modulo 2^64.
static int64_t addModulo(int64_t a, int64_t factor, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) +
                              static_cast<uint64_t>(factor) *
                                  static_cast<uint64_t>(b));
}

void IndexForm::add(const IndexForm &other, int64_t factor) {
  constant = addModulo(constant, factor, other.constant);
  for (auto [value, own] : other.terms) {
    auto *known = terms.begin();
    while (known != terms.end() && known->first != value)
      ++known;
    if (known == terms.end())
      known = &terms.emplace_back(value, 0);
    known->second = addModulo(known->second, factor, own);
    if (known->second == 0)
      terms.erase(known);
  }
}

bool IndexForm::operator==(const IndexForm &other) const {
  IndexForm difference = *this;
  difference.add(other, -1);
  return difference.constant == 0 && difference.terms.empty();
}

/// The form of `value`, looking through `depth` operations at most. `known` has
/// those of operands met before: each is looked at once.
static IndexForm sumOf(Value value, unsigned depth,
                       llvm::SmallDenseMap<Value, IndexForm> &known) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return {*constant, {}};
  if (auto found = known.find(value); found != known.end())
    return found->second;
  IndexForm form{0, {{value, 1}}};
  Operation *op = value.getDefiningOp();
  if (op && depth > 0 && isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op)) {
    IndexForm a = sumOf(op->getOperand(0), depth - 1, known),
              b = sumOf(op->getOperand(1), depth - 1, known);
    if (isa<arith::MulIOp>(op) && !b.terms.empty())
      std::swap(a, b);
    if (!isa<arith::MulIOp>(op)) {
      form = a;
      form.add(b, isa<arith::AddIOp>(op) ? 1 : -1);
    } else if (b.terms.empty()) {
      form = {};
      form.add(a, b.constant);
    }
  }
  known[value] = form;
  return form;
}

IndexForm polymem::formOf(Value value) {
  llvm::SmallDenseMap<Value, IndexForm> known;
  return sumOf(value, kMostOperations, known);
}
