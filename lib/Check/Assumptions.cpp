//===- Assumptions.cpp - what a proof takes for granted -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Obligations.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace polymem;

/// A name for an array from outside, the same in both programs; empty for one
/// that the program makes.
static std::string outsideName(const ScopArray &array) {
  if (array.kind != ScopArray::Kind::MemRef)
    return "";
  if (auto arg = dyn_cast<BlockArgument>(array.value))
    return std::to_string(arg.getArgNumber());
  if (auto global = array.value.getDefiningOp<memref::GetGlobalOp>())
    return "@" + global.getName().str();
  return "";
}

/// Two arrays from outside are accessed, and one of them is written.
static bool mayOverlap(const Scop &before, const Scop &after) {
  llvm::StringMap<bool> written;
  for (const Scop *scop : {&before, &after})
    for (const ScopAccess &access : scop->accesses()) {
      std::string name = outsideName(scop->arrays()[access.array]);
      if (!name.empty())
        written[name] |= access.isWrite();
    }
  return written.size() > 1 &&
         llvm::any_of(written, [](const auto &entry) { return entry.second; });
}

/// The original accesses an array from outside at places that its shape is not
/// known to have.
static bool mayBeOutOfBounds(const Scop &before) {
  return llvm::any_of(before.accesses(), [&](const ScopAccess &access) {
    const ScopArray &array = before.arrays()[access.array];
    if (outsideName(array).empty())
      return false;
    for (unsigned d = 0; d < array.rank; ++d)
      if (isl_set_dim_has_upper_bound(array.extent.get(), isl_dim_set,
                                      array.depth + d) != isl_bool_true)
        return true;
    return !access.relation.intersect_params(before.context())
                .range()
                .is_subset(array.extent)
                .is_true();
  });
}

static bool hasTraps(const Scop &scop) {
  return llvm::any_of(scop.statements(), [](const ScopStatement &statement) {
    return llvm::any_of(statement.ops, mayTrap);
  });
}

/// `{ [p] : ... }` without the tuple: "arg2 > 0".
static std::string conditionText(const isl::set &params) {
  std::string result = islToString(params);
  size_t begin = result.find(" : "), end = result.rfind(" }");
  if (begin == std::string::npos || end == std::string::npos)
    return result;
  return result.substr(begin + 3, end - begin - 3);
}

SmallVector<std::string> polymem::findAssumptions(const Scop &before,
                                                  const Scop &after) {
  SmallVector<std::string> result;
  if (mayOverlap(before, after))
    result.push_back("arrays from outside do not overlap");
  if (mayBeOutOfBounds(before))
    result.push_back("the original accesses its arrays within bounds");
  llvm::StringSet<> steps;
  for (const Scop *scop : {&before, &after})
    for (const ScopAssumption &assumption : scop->assumptions()) {
      isl::pw_aff zero(
          isl::aff::zero_on_domain(assumption.step.domain_space()));
      std::string step = conditionText(assumption.step.gt_set(zero).params());
      if (steps.insert(step).second)
        result.push_back(step + " where it is the step of a loop");
    }
  if (hasTraps(before))
    result.push_back("the original does not divide by zero, nor overflow in a "
                     "division");
  if (!before.parameters().empty() || !after.parameters().empty())
    result.push_back("index arithmetic does not wrap around");
  return result;
}
