//===- BufferBox.cpp - the box of cells that holds a set ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Promotion/BufferBox.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace polymem;

bool BufferBox::isConstant() const {
  return all_of(dims, [](const BufferDim &dim) {
    return !dim.stored || dim.constant.has_value();
  });
}

std::optional<int64_t> BufferBox::constantCells() const {
  int64_t product = 1;
  for (const BufferDim &dim : dims)
    if (dim.stored && dim.constant &&
        MulOverflow(product, *dim.constant, product))
      return std::nullopt;
  return product;
}

std::string polymem::affToText(const isl::aff &aff) {
  // isl prints `[p] -> { [] -> [(expression)] }`.
  std::string full = islToString(aff);
  StringRef text = full;
  size_t open = text.rfind("[("), close = text.rfind(")]");
  if (open == StringRef::npos || close == StringRef::npos || close < open)
    return full;
  return text.slice(open + 2, close).str();
}

std::string polymem::extentToText(const BufferDim &dim) {
  if (dim.constant)
    return std::to_string(*dim.constant);
  if (dim.extents.size() == 1)
    return affToText(dim.extents.front());
  return "min(" + join(map_range(dim.extents, affToText), ", ") + ")";
}

int64_t BufferBox::leastCells(const isl::set &params) const {
  constexpr int64_t kMost = int64_t(1) << 40;
  isl::set point = asSetOfParameters(params);
  int64_t cells = 1;
  for (const BufferDim &dim : dims) {
    if (!dim.stored)
      continue;
    int64_t extent = dim.constant.value_or(kMost);
    for (const isl::aff &bound : dim.extents)
      extent = std::min(
          extent, minimumOf(point.apply(isl::map(bound.as_map()))).value_or(0));
    if (extent <= 0)
      return 0;
    if (llvm::MulOverflow(cells, extent, cells) || cells > kMost)
      return kMost;
  }
  return cells;
}

std::string BufferBox::extentsText() const {
  SmallVector<std::string> texts;
  for (const BufferDim &dim : dims)
    if (dim.stored)
      texts.push_back(!dim.constant && dim.extents.size() == 1
                          ? "(" + extentToText(dim) + ")"
                          : extentToText(dim));
  return join(texts, " x ");
}

/// Number of parameters that `aff` mentions.
static unsigned numParameters(const isl::aff &aff) {
  unsigned count = 0;
  isl::space space = aff.domain_space();
  for (int k = 0, e = space.dim(isl::dim::param).release(); k < e; ++k)
    count += aff.involves_param(space.dim_id(isl::dim::param, k)).is_true();
  return count;
}

/// `lhs <= rhs` for all parameters of `params`.
static bool alwaysAtMost(const isl::aff &lhs, const isl::aff &rhs,
                         const isl::set &params) {
  return lhs.gt_set(rhs).params().intersect(params).is_empty().is_true();
}

/// Drops the extents that another one makes superfluous under `params`.
static void keepMinimal(SmallVector<isl::aff> &extents,
                        const isl::set &params) {
  for (size_t k = extents.size(); k-- > 0;) {
    bool superfluous = false;
    for (size_t j = 0; j < extents.size() && !superfluous; ++j)
      superfluous = j != k && alwaysAtMost(extents[j], extents[k], params);
    if (superfluous)
      extents.erase(extents.begin() + k);
  }
}

/// `a` is at least as good as `b`: min(a's extents) <= min(b's) always.
static bool isAtMost(const BufferDim &a, const BufferDim &b,
                     const isl::set &params) {
  return all_of(b.extents, [&](const isl::aff &other) {
    return any_of(a.extents, [&](const isl::aff &extent) {
      return alwaysAtMost(extent, other, params);
    });
  });
}

/// The extent of `line`, a dimension of the elements, counted from `lower`.
static BufferDim measure(const isl::set &line, const isl::aff &lower,
                         function_ref<bool(const isl::id &)> isSize) {
  BufferDim result;
  result.lower = lower;
  isl::set distances = distancesOnLine(line, lower, isSize);
  if (distances.is_null())
    return result;
  // Where elements are left out, the bound may be one that none of them meets:
  // of i + 100 j, 0 <= i < 4 and 0 <= j, isl keeps a >= -96.
  int64_t first = 0;
  if (distances.involves_locals().is_true())
    first = std::max<int64_t>(minimumOf(distances).value_or(0), 0);
  if (first > 0)
    result.lower = lower.add_constant_si(first);
  if (std::optional<int64_t> last = maximumOf(distances)) {
    result.constant = *last + 1 - first;
    return result;
  }
  for (const isl::aff &upper : boundsOfDim(distances, 0).upper)
    result.extents.push_back(upper.add_constant_si(1 - first));
  isl::set params = distances.params();
  keepMinimal(result.extents, params);
  return result;
}

/// The best of all lower bounds of dimension `dim`.
static std::optional<BufferDim>
chooseBounds(const isl::set &elements, unsigned dim,
             function_ref<bool(const isl::id &)> isSize) {
  std::optional<BufferDim> best;
  isl::set line = lineOf(elements, dim), params = line.params();
  for (const isl::aff &lower : boundsOfLine(line).lower) {
    BufferDim candidate = measure(line, lower, isSize);
    if (!candidate.constant && candidate.extents.empty())
      continue;
    auto isBetter = [&] {
      if (!best)
        return true;
      // Constants first: static buffers need them.
      if (candidate.constant.has_value() != best->constant.has_value())
        return candidate.constant.has_value();
      if (candidate.constant) {
        if (*candidate.constant != *best->constant)
          return *candidate.constant < *best->constant;
      } else {
        bool atMost = isAtMost(candidate, *best, params);
        bool atLeast = isAtMost(*best, candidate, params);
        if (atMost != atLeast)
          return atMost;
      }
      // Fewer parameters: fewer loops that the buffer depends on.
      return numParameters(candidate.lower) < numParameters(best->lower);
    };
    if (isBetter())
      best = std::move(candidate);
  }
  return best;
}

/// Marks dimensions that are functions of the others as not stored, the
/// largest first: the columns of dropped dimensions in the equalities of the
/// affine hull must be linearly independent, then the equalities determine them
/// from the rest. One dimension stays.
static void dropDependentDims(const isl::set &elements, BufferBox &box) {
  SmallVector<SmallVector<int64_t>> rows = equalityCoefficients(elements);
  SmallVector<unsigned> order = to_vector(seq<unsigned>(box.dims.size()));
  // Dimensions of constant size 1 first, they cost a rank and hold nothing;
  // then from large to small.
  auto weight = [&](unsigned d) {
    const BufferDim &dim = box.dims[d];
    if (!dim.constant)
      return std::numeric_limits<int64_t>::max() - 1;
    return *dim.constant == 1 ? std::numeric_limits<int64_t>::max()
                              : *dim.constant;
  };
  sort(order, [&](unsigned a, unsigned b) {
    return std::pair(-weight(a), a) < std::pair(-weight(b), b);
  });
  SmallVector<unsigned> dropped;
  for (unsigned d : order) {
    if (dropped.size() + 1 == box.dims.size())
      return;
    SmallVector<unsigned> trial = dropped;
    trial.push_back(d);
    SmallVector<SmallVector<int64_t>> columns;
    for (const SmallVector<int64_t> &row : rows) {
      SmallVector<int64_t> &part = columns.emplace_back();
      for (unsigned c : trial)
        part.push_back(row[c]);
    }
    if (rankOf(columns) != trial.size())
      continue;
    dropped = trial;
    box.dims[d].stored = false;
  }
}

std::optional<BufferBox>
polymem::computeBufferBox(const isl::set &elements, const isl::set &hull,
                          function_ref<bool(const isl::id &)> isSize,
                          Sentence &reason, bool allDims) {
  BufferBox box;
  assert(!elements.is_null() && !hull.is_null() &&
         "data spaces are checked where they are made");
  for (unsigned d = 0, e = elements.tuple_dim().release(); d < e; ++d) {
    std::optional<BufferDim> dim = chooseBounds(hull, d, isSize);
    if (!dim) {
      reason = sentence("dimension {0} has no extent that is independent of "
                        "the tile origins",
                        named("Dimension", d));
      return std::nullopt;
    }
    box.dims.push_back(std::move(*dim));
  }
  if (!allDims)
    dropDependentDims(elements, box);
  return box;
}
