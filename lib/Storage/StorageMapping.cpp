//===- StorageMapping.cpp - modular mappings of elements to cells ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/StorageMapping.h"
#include "llvm/Support/MathExtras.h"
#include "isl/set.h"

using namespace llvm;
using namespace polymem;

bool StorageRow::isConstant() const {
  return modulus.constant() && offset.constant() &&
         all_of(coefficients, [](const Polynomial &coefficient) {
           return coefficient.constant().has_value();
         });
}

bool StorageMapping::isContiguous() const {
  if (rows.empty())
    return true;
  const auto &last = rows.back().coefficients;
  return last.empty() || last.back().constant() == 1;
}

bool polymem::isInRange(const StorageRow &row, const isl::set &elements) {
  if (elements.is_null() || !row.isConstant())
    return false;
  std::string dims, sum = std::to_string(*row.offset.constant());
  for (auto [d, coefficient] : enumerate(row.coefficients)) {
    std::string name = "x" + std::to_string(d);
    dims += (d == 0 ? "" : ", ") + name;
    sum += " + " + std::to_string(*coefficient.constant()) + " * " + name;
  }
  isl::set outside(elements.ctx(),
                   "{ [" + dims + "] : " + sum + " < 0 or " + sum +
                       " >= " + std::to_string(*row.modulus.constant()) + " }");
  return isl::manage(isl_set_reset_tuple_id(elements.copy()))
      .intersect(outside)
      .is_empty()
      .is_true();
}

SmallVector<int64_t, 4>
StorageMapping::cellOf(ArrayRef<int64_t> element,
                       ArrayRef<int64_t> parameters) const {
  SmallVector<int64_t, 4> cell;
  for (const StorageRow &row : rows) {
    Polynomial sum = row.offset;
    for (auto [coefficient, coordinate] : zip_equal(row.coefficients, element))
      sum = sum + coefficient * Polynomial(coordinate);
    // A formula may have other values where the array has no elements.
    int64_t modulus =
        std::max<int64_t>(row.modulus.at(parameters).value_or(1), 1);
    cell.push_back(mod(sum.at(parameters).value_or(0), modulus));
  }
  return cell;
}

Polynomial StorageMapping::size() const {
  Polynomial product(1);
  for (const StorageRow &row : rows)
    product = product * row.modulus;
  return product;
}

/// `text` in parentheses if it is a sum.
static std::string asFactor(const std::string &text) {
  return StringRef(text).contains(' ') ? "(" + text + ")" : text;
}

/// `2*i0 - N*i1 + 2*N`.
static std::string sumText(const StorageRow &row,
                           ArrayRef<std::string> parameters) {
  std::string result;
  for (auto [d, coefficient] : enumerate(row.coefficients)) {
    if (coefficient.isZero())
      continue;
    std::optional<int64_t> constant = coefficient.constant();
    bool negative = constant && *constant < 0;
    Polynomial size = negative ? -coefficient : coefficient;
    if (!result.empty())
      result += negative ? " - " : " + ";
    else if (negative)
      result += "-";
    if (size.constant() != 1)
      result += asFactor(size.text(parameters)) + "*";
    result += "i" + std::to_string(d);
  }
  std::string offset = row.offset.text(parameters);
  if (result.empty() || row.offset.isZero())
    return result.empty() ? offset : result;
  // The sign of its first term connects the two.
  return StringRef(offset).starts_with("-") ? result + " - " + offset.substr(1)
                                            : result + " + " + offset;
}

std::string StorageMapping::text(ArrayRef<std::string> parameters) const {
  std::string result;
  for (const StorageRow &row : rows)
    result += (result.empty() ? "" : ", ") +
              asFactor(sumText(row, parameters)) + " mod " +
              asFactor(row.modulus.text(parameters));
  return result.empty() ? "one cell" : result;
}
