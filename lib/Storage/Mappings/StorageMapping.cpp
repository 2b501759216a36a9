//===- StorageMapping.cpp - modular mappings of elements to cells ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Mappings/StorageMapping.h"
#include "PolyMem/Polyhedral/Isl/IslForms.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "llvm/Support/MathExtras.h"

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
  SmallVector<int64_t> factors;
  for (const Polynomial &coefficient : row.coefficients)
    factors.push_back(*coefficient.constant());
  IslForms forms(spaceOfDims(elements.ctx(), factors.size()));
  isl::pw_aff sum = forms.sum(factors, *row.offset.constant());
  isl::set outside =
      sum.lt_set(forms.constant(0))
          .unite(sum.ge_set(forms.constant(*row.modulus.constant())));
  return elements.reset_tuple_id().intersect(outside).is_empty().is_true();
}

SizedMapping StorageMapping::at(ArrayRef<int64_t> parameters) const {
  SizedMapping result;
  for (const StorageRow &row : rows) {
    auto &sized = result.rows.emplace_back();
    for (const Polynomial &coefficient : row.coefficients)
      sized.coefficients.push_back(coefficient.at(parameters).value_or(0));
    sized.offset = row.offset.at(parameters).value_or(0);
    sized.modulus =
        std::max<int64_t>(row.modulus.at(parameters).value_or(1), 1);
  }
  return result;
}

/// `sum_k coefficients[k] * x[k] + offset`; nothing if it does not fit.
static std::optional<int64_t> sumOf(ArrayRef<int64_t> coefficients,
                                    ArrayRef<int64_t> x, int64_t offset) {
  int64_t sum = offset;
  for (auto [coefficient, coordinate] : zip_equal(coefficients, x)) {
    int64_t product;
    if (MulOverflow(coefficient, coordinate, product) ||
        AddOverflow(sum, product, sum))
      return std::nullopt;
  }
  return sum;
}

SmallVector<int64_t, 4> SizedMapping::cellOf(ArrayRef<int64_t> element) const {
  SmallVector<int64_t, 4> cell;
  for (const Row &row : rows)
    cell.push_back(mod(sumOf(row.coefficients, element, row.offset).value_or(0),
                       row.modulus));
  return cell;
}

bool SizedMapping::isZero(ArrayRef<int64_t> difference) const {
  return llvm::all_of(rows, [&](const Row &row) {
    return sumOf(row.coefficients, difference, 0).value_or(0) % row.modulus ==
           0;
  });
}

bool StorageMapping::sharesCell(ArrayRef<int64_t> parameters,
                                ArrayRef<int64_t> difference) const {
  return llvm::all_of(rows, [&](const StorageRow &row) {
    SmallVector<int64_t> values;
    for (const Polynomial &coefficient : row.coefficients)
      if (auto value = coefficient.at(parameters))
        values.push_back(*value);
    auto modulus = row.modulus.at(parameters);
    if (values.size() != row.coefficients.size() || !modulus || *modulus < 1)
      return false;
    auto sum = sumOf(values, difference, 0);
    return sum && *sum % *modulus == 0;
  });
}

Polynomial StorageMapping::size() const {
  Polynomial product(1);
  for (const StorageRow &row : rows)
    product = product * row.modulus;
  return product;
}

bool StorageMapping::isValid() const {
  return size().isValid() && llvm::all_of(rows, [](const StorageRow &row) {
           return row.offset.isValid() &&
                  llvm::all_of(row.coefficients,
                               [](const Polynomial &c) { return c.isValid(); });
         });
}

/// `text` in parentheses if it is a sum, outside of other parentheses.
static std::string asFactor(const std::string &text) {
  int depth = 0;
  bool isSum = false;
  for (char c : text) {
    depth += (c == '(') - (c == ')');
    isSum |= c == ' ' && depth == 0;
  }
  return isSum ? "(" + text + ")" : text;
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
