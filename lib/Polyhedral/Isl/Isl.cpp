//===- Isl.cpp - isl contexts and bounded isl work ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "isl/ctx.h"
#include "isl/options.h"
#include <atomic>
#include <limits>

using namespace polymem;

//===----------------------------------------------------------------------===//
// Contexts and budgets
//===----------------------------------------------------------------------===//

static std::atomic<unsigned long> totalOperations{0};

unsigned long polymem::islOperationsUsed() { return totalOperations; }

/// A function is one thread's work, so its pass need not look at others'.
static thread_local unsigned long budgetsEnded = 0;

unsigned long polymem::islBudgetsEnded() { return budgetsEnded; }

void polymem::forgetEndedBudgets(unsigned long count) { budgetsEnded = count; }

/// The latest counter on this thread. They are few, and the one that is looked
/// for is the latest but where one analysis asks another.
static thread_local IslOperationCounter *latestCounter = nullptr;

IslOperationCounter::IslOperationCounter(isl_ctx *ctx)
    : ctx(ctx), earlier(latestCounter) {
  latestCounter = this;
}

IslOperationCounter::~IslOperationCounter() {
  IslOperationCounter **link = &latestCounter;
  while (*link != this)
    link = &(*link)->earlier;
  *link = earlier;
}

IslOperationCounter *IslOperationCounter::find(isl_ctx *ctx) {
  IslOperationCounter *counter = latestCounter;
  while (counter && counter->ctx != ctx)
    counter = counter->earlier;
  return counter;
}

void IslOperationCounter::note(isl_ctx *ctx) {
  if (IslOperationCounter *counter = find(ctx))
    ++counter->count;
}

IslContext::IslContext() : ctx(isl_ctx_alloc()) {
  isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
  isl_options_set_schedule_outer_coincidence(ctx, 1);
}

IslContext::~IslContext() { isl_ctx_free(ctx); }

IslOperationsGuard::IslOperationsGuard(isl::ctx context,
                                       unsigned long maxOperations)
    : ctx(context.get()), budget(isl_ctx_get_max_operations(ctx)) {
  if (budget != 0)
    return;
  budget = maxOperations;
  counter.emplace(ctx);
  isl_ctx_reset_operations(ctx);
  isl_ctx_set_max_operations(ctx, maxOperations);
}

IslOperationsGuard::~IslOperationsGuard() {
  if (!counter)
    return;
  budgetsEnded += exceeded();
  totalOperations += counter->operations();
  isl_ctx_set_max_operations(ctx, 0);
  if (isl_ctx_last_error(ctx) == isl_error_quota)
    isl_ctx_reset_error(ctx);
}

/// The operations counted for the guards of `ctx`.
static unsigned long operationsIn(isl_ctx *ctx) {
  const IslOperationCounter *counter = IslOperationCounter::of(ctx);
  return counter ? counter->operations() : 0;
}

unsigned long IslOperationsGuard::spent() const {
  return exceeded() ? budget : operationsIn(ctx);
}

bool IslOperationsGuard::exceeded() const {
  // The last error alone does not tell: a failure that follows from the first
  // refusal may have another name. Once the bound is reached, it stays so. (The
  // bound may be less than the budget: see IslRepairs.cpp.)
  unsigned long bound = isl_ctx_get_max_operations(ctx);
  return isl_ctx_last_error(ctx) == isl_error_quota ||
         (bound != 0 && operationsIn(ctx) >= bound);
}

std::optional<int64_t> polymem::islToInt64(const isl::val &value) {
  if (value.is_null() || !value.is_int().is_true())
    return std::nullopt;
  if (isl_val_cmp_si(value.get(), std::numeric_limits<long>::max()) > 0 ||
      isl_val_cmp_si(value.get(), std::numeric_limits<long>::min()) < 0)
    return std::nullopt;
  return value.get_num_si();
}

IslFixedBox polymem::fixedBoxHull(const isl::set &set) {
  IslFixedBox result;
  isl::fixed_box box = set.simple_fixed_box_hull();
  if (box.is_null() || !box.is_valid().is_true())
    return result;
  result.offset = box.offset();
  isl::multi_val size = box.size();
  int dims = set.tuple_dim().release();
  for (int d = 0; d < dims; ++d) {
    isl::val v = size.at(d);
    if (!v.is_int().is_true())
      return result;
    result.sizes.push_back(v.get_num_si());
  }
  result.valid = true;
  return result;
}
