//===- DeviceTransfers.cpp - arrays to move to a device and back ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Device/DeviceTransfers.h"
#include "PolyMem/Analysis/Accesses/DataSpaces.h"
#include "PolyMem/Polyhedral/Dependences.h"

using namespace mlir;
using namespace polymem;

std::string ArrayTransfer::text() const {
  if (!in && !out)
    return "not copied";
  return std::string("copied ") + (in ? "in" : "") +
         (in && out ? " and " : "") + (out ? "out" : "");
}

/// Fills in `transfer` from the model of the function.
static void refine(ArrayTransfer &transfer, const Scop &scop,
                   const isl::union_set &liveIn) {
  const ScopArray *array = scop.arrayOf(transfer.array);
  // No statement knows it by that name.
  if (!array || array->kind != ScopArray::Kind::MemRef || array->depth != 0)
    return;
  isl::set extent = array->extent.intersect_params(scop.context());
  isl::set written = isl::set::empty(extent.space());
  bool mayWrite = false;
  for (const ScopAccess &access : scop.accesses()) {
    if (&scop.arrays()[access.array] != array || !access.isWrite())
      continue;
    mayWrite = true;
    if (isCertain(scop, access))
      written = written.unite(access.relation.range());
  }
  bool out = mayWrite && array->liveOut;
  isl::boolean writtenFirst =
      liveIn.intersect(extent.to_union_set()).is_empty();
  isl::boolean overwritten = extent.is_subset(written);
  transfer.written = mayWrite;
  transfer.out = out;
  transfer.in = !writtenFirst.is_true() || (out && !overwritten.is_true());
}

SmallVector<ArrayTransfer>
polymem::computeTransfers(Operation *func, ArrayRef<Value> arrays,
                          unsigned long maxIslOperations) {
  SmallVector<ArrayTransfer> transfers;
  for (Value array : arrays)
    transfers.push_back({array});
  ScopFailure failure;
  ScopOptions options;
  options.maxIslOperations = maxIslOperations;
  std::unique_ptr<Scop> scop = Scop::build(func, failure, options);
  if (!scop)
    return transfers;
  DependenceOptions dependenceOptions;
  dependenceOptions.maxIslOperations = maxIslOperations;
  dependenceOptions.memoryBased = false;
  std::optional<Dependences> dependences =
      Dependences::compute(*scop, dependenceOptions);
  if (!dependences)
    return transfers;
  SmallVector<ArrayTransfer> refined(transfers);
  IslOperationsGuard guard(scop->ctx(), maxIslOperations);
  isl::union_set liveIn = dependences->liveIn();
  for (ArrayTransfer &transfer : refined)
    refine(transfer, *scop, liveIn);
  return guard.exceeded() ? transfers : refined;
}
