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

// In isl's library, though in none of its headers: counts one operation and
// fails if the count has reached the bound.
extern "C" isl_stat isl_ctx_next_operation(isl_ctx *ctx);

/// The operations counted in `ctx` since the last reset. isl does not tell,
/// but it refuses work once the count has reached the maximum: look for the
/// smallest maximum under which it still allocates. (The search itself costs
/// an operation or two per step.)
static unsigned long countOperations(isl_ctx *ctx, unsigned long maximum) {
  unsigned long low = 0, high = maximum;
  while (low < high) {
    unsigned long middle = low + (high - low) / 2;
    isl_ctx_set_max_operations(ctx, middle + 1);
    if (isl::val(isl::ctx(ctx), 2).is_null())
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

IslContext::IslContext() : ctx(isl_ctx_alloc()) {
  isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
  isl_options_set_schedule_outer_coincidence(ctx, 1);
}

IslContext::~IslContext() { isl_ctx_free(ctx); }

IslOperationsGuard::IslOperationsGuard(isl::ctx context,
                                       unsigned long maxOperations)
    : ctx(context.get()), budget(maxOperations),
      active(isl_ctx_get_max_operations(ctx) == 0) {
  if (!active) {
    budget = isl_ctx_get_max_operations(ctx);
    return;
  }
  isl_ctx_reset_operations(ctx);
  isl_ctx_set_max_operations(ctx, maxOperations);
}

IslOperationsGuard::~IslOperationsGuard() {
  if (!active)
    return;
  budgetsEnded += exceeded();
  totalOperations += countOperations(ctx, isl_ctx_get_max_operations(ctx));
  isl_ctx_set_max_operations(ctx, 0);
  if (isl_ctx_last_error(ctx) == isl_error_quota)
    isl_ctx_reset_error(ctx);
}

unsigned long IslOperationsGuard::spent() const {
  if (exceeded())
    return budget;
  // isl does not tell its count, but whether it is below a bound: search.
  unsigned long probes = 0;
  auto isBelow = [&](unsigned long bound) {
    isl_ctx_set_max_operations(ctx, bound);
    bool below = isl_ctx_next_operation(ctx) == isl_stat_ok;
    probes += below;
    return below;
  };
  // Invariant: low <= count - probes, count - probes < high.
  unsigned long low = 0, high = 1;
  while (!isBelow(high + probes)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    unsigned long middle = low + (high - low) / 2;
    if (isBelow(middle + probes))
      high = middle;
    else
      low = middle;
  }
  isl_ctx_set_max_operations(ctx, budget);
  if (isl_ctx_last_error(ctx) == isl_error_quota)
    isl_ctx_reset_error(ctx);
  return low;
}

bool IslOperationsGuard::exceeded() const {
  // The last error alone does not tell: a failure that follows from the first
  // refusal may have another name. Once the bound is reached, it stays so.
  return isl_ctx_last_error(ctx) == isl_error_quota ||
         isl_ctx_next_operation(ctx) != isl_stat_ok;
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
