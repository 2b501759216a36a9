//===- Assumptions.cpp - what a proof takes for granted -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/Traps.h"
#include "PolyMem/Check/Obligations/Obligations.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <set>

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
      if (!hasUpperBound(array.extent, array.depth + d).is_true())
        return true;
    return !access.relation.intersect_params(before.context())
                .range()
                .is_subset(array.extent)
                .is_true();
  });
}

/// `{ A[i, a] }`: the elements of memory that a program allocates, as far as
/// its extents are affine; `isKnown` tells whether all are.
static isl::set allocatedElements(const ScopArray &array, bool &isKnown) {
  isl::space space = array.extent.get_space();
  isl::pw_aff zero(isl::aff::zero_on_domain(space));
  isl::set result = isl::set::universe(space);
  for (auto [d, size] : llvm::enumerate(array.sizes)) {
    isl::pw_aff coordinate = isl::aff::var_on_domain(
        isl::local_space(space), isl::dim::set, array.depth + d);
    isKnown &= !size.is_null();
    result = result.intersect(coordinate.ge_set(zero));
    if (!size.is_null())
      result = result.intersect(coordinate.lt_set(size));
  }
  return result;
}

/// The original accesses memory that it allocates at places that it is not
/// known to have.
static bool mayLeaveOwnMemory(const Scop &before) {
  return llvm::any_of(before.accesses(), [&](const ScopAccess &access) {
    const ScopArray &array = before.arrays()[access.array];
    if (array.kind != ScopArray::Kind::MemRef || array.made.is_null() ||
        isa<memref::DeallocOp>(access.op))
      return false;
    bool isKnown = true;
    isl::set elements = allocatedElements(array, isKnown);
    return !isKnown || !access.relation.intersect_params(before.context())
                            .range()
                            .is_subset(elements)
                            .is_true();
  });
}

/// The original frees memory: it may use it afterwards.
static bool frees(const Scop &before) {
  return llvm::any_of(before.accesses(), [](const ScopAccess &access) {
    return isa<memref::DeallocOp>(access.op);
  });
}

/// "arg2": the integer arguments that extents of memory are computed from, and
/// that make one negative if they are.
static std::set<std::string> findExtentArguments(const Scop &scop) {
  std::set<std::string> result;
  for (const ScopArray &array : scop.arrays()) {
    if (array.made.is_null())
      continue;
    isl::set made = array.made.intersect_params(scop.context());
    isl::pw_aff zero(isl::aff::zero_on_domain(array.extent.get_space()));
    for (const isl::pw_aff &size : allocatedSizes(array))
      for (const auto &[id, value] : scop.parameters())
        // The size of an argument is none.
        if (!size.is_null() && involvesParameter(size, id) &&
            !value.getDefiningOp<memref::DimOp>() &&
            !identityOf(value, scop.root()).empty() &&
            !size.lt_set(zero).intersect(made).is_empty().is_true())
          result.insert(id.get_name());
  }
  return result;
}

/// A buffer has an extent that the program computes in a way that is not
/// affine.
static bool computesExtents(const Scop &scop) {
  return llvm::any_of(scop.arrays(), [&](const ScopArray &array) {
    if (array.made.is_null() || !hasStorageMapping(array))
      return false;
    return dependsOnComputedValue(scop, array) ||
           llvm::any_of(allocatedSizes(array),
                        [](const isl::pw_aff &size) { return size.is_null(); });
  });
}

/// The strides of an array are what a caller says.
static bool bringsStrides(const Scop &scop) {
  return llvm::any_of(scop.arrays(), [](const ScopArray &array) {
    if (outsideName(array).empty())
      return false;
    auto layout = dyn_cast<StridedLayoutAttr>(
        cast<MemRefType>(array.value.getType()).getLayout());
    return layout && llvm::any_of(layout.getStrides(), ShapedType::isDynamic);
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
  if (mayLeaveOwnMemory(before))
    result.push_back("the original accesses memory that it allocates within "
                     "bounds");
  if (frees(before))
    result.push_back("the original uses memory while it is there");
  if (bringsStrides(before) || bringsStrides(after))
    result.push_back("strides that arguments bring keep their elements apart");
  std::set<std::string> extents = findExtentArguments(before);
  extents.merge(findExtentArguments(after));
  for (const std::string &argument : extents)
    result.push_back(argument + " >= 0 where memory gets its size from it");
  if (computesExtents(after))
    result.push_back("extents of buffers that the program computes are not "
                     "negative");
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
