//===- Runner.cpp - run a kernel on random inputs and compare -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Runner/Runner.h"
#include "DeviceArrays.h"
#include "PolyMem/Emulator/Execution/ObserverList.h"
#include "PolyMem/Support/Random.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

using namespace llvm;

namespace polymem::runtime {

using mlir::FloatType;
using mlir::Type;

/// Guard zones hold this many slices of the outermost dimension, so that a
/// partial tile that runs over the end stays inside, within these bounds.
static constexpr int64_t kGuardSlices = 64;
static constexpr int64_t kMinGuardBytes = 4096;
static constexpr int64_t kMaxGuardBytes = 4 << 20;
/// Larger arrays are a mistake in the sizes.
static constexpr int64_t kMaxArrayBytes = int64_t(1) << 36;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

namespace {
/// Range of random integers, [lower, upper).
struct IntegerRange {
  int64_t lower = -8, upper = 9;
};
} // namespace

/// The bits of special values, and of others, of a floating-point type.
static uint64_t anyBits(FloatType type, Random &random) {
  const fltSemantics &semantics = type.getFloatSemantics();
  auto bitsOf = [](const APFloat &value) {
    return value.bitcastToAPInt().getZExtValue();
  };
  bool isNegative = random.chance(50);
  switch (random.pick(16)) {
  case 0:
    return bitsOf(APFloat::getQNaN(semantics, isNegative));
  case 1:
    return bitsOf(APFloat::getInf(semantics, isNegative));
  case 2:
  case 3:
    return bitsOf(APFloat::getZero(semantics, isNegative));
  case 4: {
    // A denormal number; of narrow types the largest normal one: the host keeps
    // those in wider registers, and that may change denormal ones.
    if (type.getWidth() < 32)
      return bitsOf(APFloat::getLargest(semantics, isNegative));
    uint64_t fraction = random.next() | 1;
    return bitsOf(APFloat::getZero(semantics, isNegative)) |
           (fraction &
            maskTrailingOnes<uint64_t>(type.getFPMantissaWidth() - 1));
  }
  case 5:
    return bitsOf(APFloat::getLargest(semantics, isNegative));
  case 6:
    return bitsOf(APFloat::getSmallestNormalized(semantics, isNegative));
  default:
    break;
  }
  APFloat value(random.real());
  bool losesInfo;
  value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return bitsOf(value);
}

/// The bits of an integer from the whole range of `width` bits.
static uint64_t anyInteger(unsigned width, Random &random) {
  uint64_t sign = uint64_t(1) << (width - 1);
  uint64_t special[] = {0, 1, ~uint64_t(0), sign, sign - 1};
  uint64_t bits = random.next();
  return random.chance(25) ? special[bits % std::size(special)] : bits;
}

/// Bit pattern of a random value of `type`.
static uint64_t randomBits(const ArgumentSpec &spec, Random &random,
                           IntegerRange range) {
  Type type = spec.elementType;
  if (spec.anyBits) {
    if (auto floating = dyn_cast<FloatType>(type))
      return anyBits(floating, random);
    if (!type.isInteger(1))
      return anyInteger(scalarSize(type) * 8, random);
  }
  if (auto floating = dyn_cast<FloatType>(type)) {
    APFloat value(random.real());
    bool losesInfo;
    value.convert(floating.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return value.bitcastToAPInt().getZExtValue();
  }
  if (type.isInteger(1))
    return random.next() & 1;
  return static_cast<uint64_t>(random.integer(range.lower, range.upper));
}

static uint64_t loadBits(Type type, const char *address) {
  uint64_t bits = 0;
  std::memcpy(&bits, address, scalarSize(type));
  return bits;
}

static double toDouble(FloatType type, uint64_t bits) {
  APFloat value(type.getFloatSemantics(), APInt(type.getWidth(), bits));
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

static void printScalar(raw_ostream &os, Type type, uint64_t bits) {
  if (auto floating = dyn_cast<FloatType>(type)) {
    double value = toDouble(floating, bits);
    if (std::isnan(value))
      os << "nan(0x" << utohexstr(bits, /*LowerCase=*/true) << ")";
    else
      os << format(floating.getWidth() > 32 ? "%.17g" : "%.9g", value);
    return;
  }
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  os << APInt(64, bits).trunc(width).sextOrTrunc(64).getSExtValue();
}

static bool agree(Type type, uint64_t a, uint64_t b, double tolerance) {
  if (a == b)
    return true;
  auto floating = dyn_cast<FloatType>(type);
  if (!floating || tolerance <= 0)
    return false;
  double x = toDouble(floating, a), y = toDouble(floating, b);
  if (std::isnan(x) || std::isnan(y))
    return std::isnan(x) && std::isnan(y);
  if (x == y) // infinities of one sign
    return true;
  return std::fabs(x - y) <=
         tolerance * std::max({1.0, std::fabs(x), std::fabs(y)});
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static Error checkNames(const Signature &signature, const SizeBindings &sizes) {
  std::set<std::string> known = signature.sizeNames();
  SmallVector<std::string> missing;
  for (const std::string &name : known)
    if (!sizes.count(name))
      missing.push_back(name);
  if (!missing.empty())
    return createStringError("no value for size " + join(missing, ", ") +
                             "; give --sizes=" + join(missing, "=..,") + "=..");
  for (auto &[name, value] : sizes)
    if (!known.count(name))
      return createStringError("size '" + name +
                               "' is not one of this function's sizes (" +
                               join(known, ", ") + ")");
  return Error::success();
}

static Expected<IntegerRange> rangeOf(const ArgumentSpec &spec,
                                      const SizeBindings &sizes) {
  IntegerRange range;
  if (!spec.range)
    return range;
  auto lower = spec.range->first.evaluate(sizes);
  if (!lower)
    return lower.takeError();
  auto upper = spec.range->second.evaluate(sizes);
  if (!upper)
    return upper.takeError();
  range = {*lower, *upper};
  // An empty array needs no value.
  if (range.upper <= range.lower)
    range.upper = range.lower + 1;
  return range;
}

/// The number of elements of an array of these extents.
static int64_t countElements(ArrayRef<int64_t> extents) {
  int64_t count = 1;
  for (int64_t extent : extents)
    count *= extent;
  return count;
}

/// Evaluates the extents; their product times the element size fits.
static Expected<std::vector<int64_t>> extentsOf(const ArgumentSpec &spec,
                                                const SizeBindings &sizes) {
  std::vector<int64_t> extents;
  std::optional<int64_t> bytes = scalarSize(spec.elementType);
  for (const SizeExpression &expression : spec.shape) {
    auto extent = expression.evaluate(sizes);
    if (!extent)
      return extent.takeError();
    if (*extent < 0)
      return createStringError("argument " + Twine(spec.number) + ": extent '" +
                               expression.text() + "' is " + Twine(*extent));
    extents.push_back(*extent);
    // Counted without empty dimensions: strides must not overflow either.
    if (bytes)
      bytes = checkedMul(*bytes, std::max<int64_t>(*extent, 1));
  }
  if (!bytes || *bytes > kMaxArrayBytes)
    return createStringError("argument " + Twine(spec.number) +
                             ": the array is too large");
  return extents;
}

static size_t guardBytes(ArrayRef<int64_t> extents, size_t elementSize) {
  int64_t slice = extents.empty() ? 1 : countElements(extents.drop_front());
  return std::clamp<int64_t>(slice * elementSize * kGuardSlices, kMinGuardBytes,
                             kMaxGuardBytes);
}

/// Puts what was read from a file into `argument`, which has its extents.
static Error useInput(const ArgumentSpec &spec, const NpyArray &input,
                      Arguments::Argument &argument) {
  auto shape = [](ArrayRef<int64_t> extents) {
    std::string text;
    raw_string_ostream os(text);
    os << "[";
    interleave(extents, os, "x");
    os << "]";
    return text;
  };
  std::string place = "input " + std::to_string(spec.number) + ": ";
  std::string expected = npyTypeName(spec.elementType);
  if (input.type != expected)
    return createStringError(place + "has elements '" + input.type +
                             "', the argument " +
                             (expected.empty() ? "a type that NumPy has not"
                                               : "'" + expected + "'"));
  if (input.shape != argument.extents)
    return createStringError(place + "has shape " + shape(input.shape) +
                             ", the argument " + shape(argument.extents));
  char *to = argument.block ? argument.block->data()
                            : reinterpret_cast<char *>(&argument.bits);
  if (!argument.block)
    argument.bits = 0;
  std::memcpy(to, input.data.data(), input.data.size());
  return Error::success();
}

Error inferSizes(const Signature &signature, const InputArrays &inputs,
                 SizeBindings &sizes) {
  for (auto &[number, input] : inputs) {
    if (number >= signature.arguments.size())
      return createStringError("input " + Twine(number) + ": there are only " +
                               Twine(signature.arguments.size()) +
                               " arguments");
    const ArgumentSpec &spec = signature.arguments[number];
    if (spec.shape.size() != input.shape.size())
      return createStringError(
          "input " + Twine(number) + ": has " + Twine(input.shape.size()) +
          " dimensions, the argument " + Twine(spec.shape.size()));
    std::set<std::string> names = signature.sizeNames();
    for (auto [expression, extent] : zip_equal(spec.shape, input.shape))
      if (names.count(expression.text()))
        sizes.emplace(expression.text(), extent);
  }
  return Error::success();
}

Expected<Arguments> Arguments::create(const Signature &signature,
                                      const SizeBindings &sizes, uint64_t seed,
                                      unsigned run, const InputArrays &inputs) {
  if (Error error = checkNames(signature, sizes))
    return std::move(error);
  Arguments result;
  for (const ArgumentSpec &spec : signature.arguments) {
    Random random(seed, spec.number);
    auto range = rangeOf(spec, sizes);
    if (!range)
      return range.takeError();
    Argument argument;
    if (!spec.isArray) {
      argument.bits = randomBits(spec, random, *range);
      if (spec.value) {
        auto value = spec.value->evaluate(sizes);
        if (!value)
          return value.takeError();
        argument.bits = *value;
      }
      if (auto input = inputs.find(spec.number); input != inputs.end())
        if (Error error = useInput(spec, input->second, argument))
          return std::move(error);
      result.arguments.push_back(std::move(argument));
      continue;
    }
    auto extents = extentsOf(spec, sizes);
    if (!extents)
      return extents.takeError();
    argument.extents = std::move(*extents);
    size_t size = scalarSize(spec.elementType);
    size_t count = countElements(argument.extents);
    argument.block = std::make_unique<GuardedBlock>(
        count * size, guardBytes(argument.extents, size), poisonOfRun(run));
    for (size_t i = 0; i < count; ++i) {
      uint64_t bits = randomBits(spec, random, *range);
      std::memcpy(argument.block->data() + i * size, &bits, size);
    }
    if (auto input = inputs.find(spec.number); input != inputs.end())
      if (Error error = useInput(spec, input->second, argument))
        return std::move(error);
    result.arguments.push_back(std::move(argument));
  }
  return result;
}

std::vector<uint64_t> Arguments::slots(ArrayRef<uint64_t> addresses) {
  std::vector<uint64_t> slots;
  for (auto [i, argument] : enumerate(arguments)) {
    if (!argument.block) {
      slots.push_back(argument.bits);
      continue;
    }
    auto address = addresses.empty()
                       ? reinterpret_cast<uint64_t>(argument.block->data())
                       : addresses[i];
    slots.insert(slots.end(), {address, address, /*offset=*/0});
    slots.insert(slots.end(), argument.extents.begin(), argument.extents.end());
    size_t strides = slots.size(), rank = argument.extents.size();
    slots.resize(strides + rank);
    uint64_t stride = 1;
    for (size_t i = rank; i-- > 0;) {
      slots[strides + i] = stride;
      stride *= argument.extents[i];
    }
  }
  return slots;
}

Expected<NpyArray> Arguments::toNpy(const Signature &signature,
                                    unsigned number) const {
  if (number >= arguments.size())
    return createStringError("output " + Twine(number) + ": there are only " +
                             Twine(arguments.size()) + " arguments");
  const ArgumentSpec &spec = signature.arguments[number];
  const Argument &argument = arguments[number];
  NpyArray array;
  array.type = npyTypeName(spec.elementType);
  if (array.type.empty())
    return createStringError("output " + Twine(number) +
                             ": NumPy has no such type");
  array.shape = argument.extents;
  const char *data = argument.block
                         ? argument.block->data()
                         : reinterpret_cast<const char *>(&argument.bits);
  array.data.assign(data,
                    data + (argument.block ? argument.block->size()
                                           : scalarSize(spec.elementType)));
  return array;
}

void Arguments::addRegions(const Signature &signature,
                           emulator::Observer &observer) const {
  for (auto [spec, argument] : zip_equal(signature.arguments, arguments)) {
    if (!argument.block)
      continue;
    emulator::Region region;
    region.name = "argument " + std::to_string(spec.number);
    region.begin = reinterpret_cast<uintptr_t>(argument.block->data());
    region.bytes = argument.block->size();
    region.elementBytes = scalarSize(spec.elementType);
    region.extents = argument.extents;
    observer.addRegion(region, /*initialised=*/true);
  }
}

std::optional<std::string> Arguments::firstClobbered() const {
  for (auto [i, argument] : enumerate(arguments)) {
    if (!argument.block)
      continue;
    if (auto distance = argument.block->firstClobberedByte())
      return "out-of-bounds write to argument " + std::to_string(i) + " (" +
             std::to_string(argument.block->size()) + " bytes), at byte " +
             std::to_string(*distance);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

namespace {
/// Before each launch, tells of what the host's code has written, which nobody
/// watches.
class HostWrites : public emulator::Observer {
public:
  explicit HostWrites(GuardedHeap &heap) : heap(heap) {}
  bool beginLaunch(const emulator::LaunchInfo &) override {
    heap.reportWrites();
    return true;
  }

private:
  GuardedHeap &heap;
};
} // namespace

Expected<Execution> execute(const HostFunction &function,
                            const Signature &signature,
                            const SizeBindings &sizes, uint64_t seed,
                            unsigned run, const emulator::Options &options,
                            const InputArrays &inputs, CudaDevice *device) {
  auto arguments = Arguments::create(signature, sizes, seed, run, inputs);
  if (!arguments)
    return arguments.takeError();
  Execution execution{&signature, std::move(*arguments), {}};
  GuardedHeap heap(poisonOfRun(run), options.observer);
  if (options.observer)
    execution.arguments.addRegions(signature, *options.observer);
  std::vector<char> buffer(function.resultSize());
  DeviceArrays onDevice(device);
  if (device)
    if (Error error = onDevice.copyIn(execution.arguments))
      return std::move(error);
  std::vector<uint64_t> slots = execution.arguments.slots(onDevice.addresses());
  emulator::Options runOptions = options;
  runOptions.poison = poisonOfRun(run);
  HostWrites hostWrites(heap);
  emulator::ObserverList observers;
  if (options.observer) {
    observers.add(hostWrites);
    observers.add(*options.observer);
    runOptions.observer = &observers;
  }
  if (Error error =
          function.call(slots, buffer.data(), &heap, &runOptions, device))
    return std::move(error);
  if (Error error = onDevice.copyOut(execution.arguments))
    return std::move(error);
  if (auto clobbered = execution.arguments.firstClobbered())
    return createStringError(*clobbered);
  if (auto error = heap.firstError())
    return createStringError(*error);
  for (auto [type, offset] :
       zip_equal(signature.results, function.resultOffsets()))
    execution.results.push_back(loadBits(type, buffer.data() + offset));
  return execution;
}

Execution::Extent Execution::extent(const Arguments &inputs) const {
  Extent extent;
  for (auto [spec, after, before] :
       zip_equal(signature->arguments, arguments.list(), inputs.list())) {
    if (!spec.isArray || !spec.isLiveOut)
      continue;
    ++extent.arrays;
    size_t size = scalarSize(spec.elementType);
    for (size_t i = 0; i < after.block->size(); i += size) {
      ++extent.elements;
      extent.changed += std::memcmp(after.block->data() + i,
                                    before.block->data() + i, size) != 0;
    }
  }
  return extent;
}

void Arguments::print(const Signature &signature, StringRef label,
                      raw_ostream &os) const {
  for (auto [spec, argument] : zip_equal(signature.arguments, arguments)) {
    os << "  " << label << " " << spec.number << " = ";
    if (!argument.block) {
      printScalar(os, spec.elementType, argument.bits);
      os << "\n";
      continue;
    }
    os << "[";
    interleave(argument.extents, os, "x");
    os << "]";
    size_t size = scalarSize(spec.elementType);
    for (size_t i = 0; i < argument.block->size(); i += size) {
      os << " ";
      printScalar(os, spec.elementType,
                  loadBits(spec.elementType, argument.block->data() + i));
    }
    os << "\n";
  }
}

void Execution::print(raw_ostream &os) const {
  arguments.print(*signature, "argument", os);
  for (auto [i, bits] : enumerate(results)) {
    os << "  result " << i << " = ";
    printScalar(os, signature->results[i], bits);
    os << "\n";
  }
}

/// Text of a difference at `place`.
static std::string describe(const Twine &place, Type type, uint64_t expected,
                            uint64_t got) {
  std::string text;
  raw_string_ostream os(text);
  os << place << ": expected ";
  printScalar(os, type, expected);
  os << ", got ";
  printScalar(os, type, got);
  return text;
}

/// "[i][j]" of the element with this linear number.
static std::string coordinates(ArrayRef<int64_t> extents, size_t linear) {
  std::string text;
  for (int64_t extent : reverse(extents)) {
    text = "[" + std::to_string(linear % extent) + "]" + text;
    linear /= extent;
  }
  return text;
}

std::optional<std::string> compare(const Execution &reference,
                                   const Execution &candidate,
                                   double tolerance) {
  for (auto [spec, expected, got] :
       zip_equal(reference.signature->arguments, reference.arguments.list(),
                 candidate.arguments.list())) {
    if (!spec.isArray || !spec.isLiveOut)
      continue;
    size_t size = scalarSize(spec.elementType);
    for (size_t i = 0, e = expected.block->size(); i < e; i += size) {
      uint64_t a = loadBits(spec.elementType, expected.block->data() + i);
      uint64_t b = loadBits(spec.elementType, got.block->data() + i);
      if (!agree(spec.elementType, a, b, tolerance))
        return describe("argument " + Twine(spec.number) + " at " +
                            coordinates(expected.extents, i / size),
                        spec.elementType, a, b);
    }
  }
  for (auto [i, type] : enumerate(reference.signature->results)) {
    uint64_t a = reference.results[i], b = candidate.results[i];
    if (!agree(type, a, b, tolerance))
      return describe("result " + Twine(i), type, a, b);
  }
  return std::nullopt;
}

} // namespace polymem::runtime
