//===- Samples.cpp - measured times of segments ---------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace polymem;
using llvm::SmallVector;

/// Times are multiples of one part in so many of a cycle.
static constexpr int64_t kScale = 1000;
static constexpr double kMostCycles = 1e12;

static llvm::Error wrong(size_t number, const llvm::Twine &what) {
  return llvm::createStringError("sample " + llvm::Twine(number) + ": " + what);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static llvm::Error readSample(const llvm::json::Value &value, size_t number,
                              TimeSample &sample) {
  const llvm::json::Object *object = value.getAsObject();
  const llvm::json::Array *tile = object ? object->getArray("tile") : nullptr;
  const llvm::json::Value *cycles = object ? object->get("cycles") : nullptr;
  if (!tile || !cycles || tile->empty())
    return wrong(number, "expected {\"tile\": [...], \"cycles\": ...}");
  for (const llvm::json::Value &size : *tile) {
    std::optional<int64_t> iterations = size.getAsInteger();
    if (!iterations || *iterations < 1 || *iterations > int64_t(1) << 31)
      return wrong(number, "a tile size is no positive integer");
    sample.tile.push_back(*iterations);
  }
  std::optional<double> time = cycles->getAsNumber();
  if (!time || !std::isfinite(*time))
    return wrong(number, "the cycles are no number");
  if (*time < 0)
    return wrong(number, "the cycles are negative");
  if (*time > kMostCycles)
    return wrong(number, "the cycles are too many");
  sample.cycles = *time;
  return llvm::Error::success();
}

llvm::Expected<TimeSamples> polymem::readSamples(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError("cannot read '" + path + "'");
  // JSON has no such numbers, but programs write them.
  llvm::StringRef text = (*buffer)->getBuffer();
  for (llvm::StringRef word : {"NaN", "nan", "Infinity", "inf"})
    if (text.contains(word))
      return llvm::createStringError("'" + path + "': " + word + " is no time");
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value)
    return value.takeError();
  const llvm::json::Array *list = value->getAsArray();
  if (!list || list->empty())
    return llvm::createStringError("'" + path +
                                   "': expected a list of samples");
  TimeSamples samples;
  for (auto [number, entry] : llvm::enumerate(*list)) {
    if (llvm::Error error = readSample(entry, number, samples.emplace_back()))
      return std::move(error);
    if (samples.back().tile.size() != samples.front().tile.size())
      return wrong(number, "it has another number of tile sizes than the "
                           "first one");
  }
  return samples;
}

//===----------------------------------------------------------------------===//
// Least squares
//===----------------------------------------------------------------------===//

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

static double product(const Vector &a, const Vector &b) {
  double sum = 0;
  for (auto [x, y] : llvm::zip(a, b))
    sum += x * y;
  return sum;
}

/// The inverse of a symmetric positive definite matrix; empty: it is none.
static Matrix inverseOf(Matrix matrix) {
  size_t n = matrix.size();
  Matrix inverse(n, Vector(n, 0));
  for (size_t i = 0; i < n; ++i)
    inverse[i][i] = 1;
  for (size_t i = 0; i < n; ++i) {
    // With columns of length 1, this is what is left of column i.
    if (matrix[i][i] < 1e-12)
      return {};
    double pivot = matrix[i][i];
    for (size_t j = 0; j < n; ++j) {
      matrix[i][j] /= pivot;
      inverse[i][j] /= pivot;
    }
    for (size_t k = 0; k < n; ++k) {
      double factor = matrix[k][i];
      if (k == i || factor == 0)
        continue;
      for (size_t j = 0; j < n; ++j) {
        matrix[k][j] -= factor * matrix[i][j];
        inverse[k][j] -= factor * inverse[i][j];
      }
    }
  }
  return inverse;
}

static Vector times(const Matrix &matrix, const Vector &vector) {
  Vector result;
  for (const Vector &row : matrix)
    result.push_back(product(row, vector));
  return result;
}

/// The x >= 0 with rows x >= values that has the least |rows x - values|^2, by
/// ascent along the multipliers of one constraint after another (Hildreth);
/// empty: rows do not determine it.
static Vector fitAbove(const Matrix &rows, const Vector &values) {
  size_t n = rows.front().size();
  Matrix square(n, Vector(n, 0)), constraints = rows;
  Vector right(n, 0), limits = values;
  for (auto [row, value] : llvm::zip(rows, values))
    for (size_t i = 0; i < n; ++i) {
      right[i] += row[i] * value;
      for (size_t j = 0; j < n; ++j)
        square[i][j] += row[i] * row[j];
    }
  Matrix inverse = inverseOf(square);
  if (inverse.empty())
    return {};
  for (size_t i = 0; i < n; ++i) {
    constraints.emplace_back(n, 0)[i] = 1;
    limits.push_back(0);
  }
  Vector x = times(inverse, right), multipliers(constraints.size(), 0);
  constexpr unsigned kSweeps = 2000;
  for (unsigned sweep = 0; sweep < kSweeps; ++sweep)
    for (size_t c = 0; c < constraints.size(); ++c) {
      Vector direction = times(inverse, constraints[c]);
      double step = (limits[c] - product(constraints[c], x)) /
                    product(constraints[c], direction);
      step = std::max(step, -multipliers[c]);
      multipliers[c] += step;
      for (size_t i = 0; i < n; ++i)
        x[i] += step * direction[i];
    }
  return x;
}

llvm::Error polymem::fitSamples(const TimeSamples &samples,
                                makespan::Component &component) {
  size_t loops = component.loops.size(), n = loops + 1;
  if (samples.front().tile.size() != loops)
    return llvm::createStringError(
        "the samples have " + llvm::Twine(samples.front().tile.size()) +
        " tile sizes, the nest has " + llvm::Twine(loops) + " loops");
  // Of loops with one iteration, products are those of the loops around.
  SmallVector<size_t> used = {0};
  for (size_t j = 0; j < loops; ++j)
    if (component.loops[j].trips > 1)
      used.push_back(j + 1);
  if (samples.size() < used.size())
    return llvm::createStringError(llvm::Twine(samples.size()) +
                                   " samples are too few for " +
                                   llvm::Twine(used.size()) + " unknown times");
  Matrix rows;
  Vector values, lengths(used.size(), 0);
  for (const TimeSample &sample : samples) {
    Vector products(n, 1);
    for (size_t j = 0; j < loops; ++j)
      products[j + 1] = products[j] * double(sample.tile[j]);
    Vector &row = rows.emplace_back();
    for (auto [i, column] : llvm::enumerate(used)) {
      row.push_back(products[column]);
      lengths[i] += products[column] * products[column];
    }
    values.push_back(sample.cycles);
  }
  for (Vector &row : rows)
    for (auto [number, length] : llvm::zip(row, lengths))
      number /= std::sqrt(length);
  Vector fitted = fitAbove(rows, values);
  if (fitted.empty())
    return llvm::createStringError(
        "the samples do not tell the times of different loops apart: tile "
        "sizes have to differ in each of them");
  component.timeScale = kScale;
  component.segmentTime = 0;
  component.loopTimes.assign(loops, 0);
  for (auto [i, column] : llvm::enumerate(used)) {
    double time = std::max(fitted[i], 0.0) / std::sqrt(lengths[i]);
    int64_t parts = int64_t(std::ceil(time * kScale));
    (column == 0 ? component.segmentTime : component.loopTimes[column - 1]) =
        parts;
  }
  // What rounding has left below a sample, or above all, is made good.
  int64_t missing = -component.segmentTime;
  for (const TimeSample &sample : samples) {
    double estimate = double(component.segmentTime), product = 1;
    for (size_t j = 0; j < loops; ++j) {
      product *= double(sample.tile[j]);
      estimate += double(component.loopTimes[j]) * product;
    }
    missing = std::max(missing,
                       int64_t(std::ceil(sample.cycles * kScale - estimate)));
  }
  component.segmentTime += missing;
  return llvm::Error::success();
}
