//===- Runner.h - run a kernel on random inputs and compare -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of `polymem-run`, for programs that want them one by one:
//
//   Signature signature = *Signature::get(function);
//   emulator::Options options(limitsOf(machine));
//   auto reference = cantFail(execute(f, signature, sizes, seed, 0, options));
//   auto candidate = cantFail(execute(g, signature, sizes, seed, 1, options));
//   std::optional<std::string> difference = compare(reference, candidate, 0);
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_RUNNER_RUNNER_H
#define POLYMEM_RUNNER_RUNNER_H

#include "PolyMem/Runner/GuardedMemory.h"
#include "PolyMem/Runner/HostJit.h"
#include "PolyMem/Runner/Npy.h"
#include "PolyMem/Runner/Signature.h"

namespace polymem::runtime {

/// Given arrays, by number of the argument.
using InputArrays = std::map<unsigned, NpyArray>;

/// Adds to `sizes` what the shapes of `inputs` say: the value of each size that
/// is an extent by itself. Errors: no such argument, another rank.
llvm::Error inferSizes(const Signature &signature, const InputArrays &inputs,
                       SizeBindings &sizes);

/// The actual arguments of one call: guarded arrays and scalars, filled with
/// random values that depend only on the seed and on the argument's number.
/// Floating-point values lie in [-1, 1], integers in `polymem.range` or
/// [-8, 8].
class Arguments {
public:
  /// `run` numbers the runs that will be compared: each has its own poison.
  /// What is in `inputs` is taken from there. An error for missing or unknown
  /// sizes, negative extents, huge arrays, inputs of another type or shape.
  static llvm::Expected<Arguments> create(const Signature &signature,
                                          const SizeBindings &sizes,
                                          uint64_t seed, unsigned run,
                                          const InputArrays &inputs = {});

  /// The slots for HostFunction::call. `addresses`, if given, are where the
  /// arrays are instead, one of each argument.
  std::vector<uint64_t> slots(llvm::ArrayRef<uint64_t> addresses = {});

  /// Argument `number`, which is an array or a scalar. Errors: no such
  /// argument, a type that NumPy does not have.
  llvm::Expected<NpyArray> toNpy(const Signature &signature,
                                 unsigned number) const;

  /// Tells `observer` of the arrays.
  void addRegions(const Signature &signature,
                  emulator::Observer &observer) const;

  /// Which array was written out of bounds, and where.
  std::optional<std::string> firstClobbered() const;

  /// Prints one line per argument: "LABEL number = value" or, for an array,
  /// "LABEL number = [extents] elements...". Enough digits to read back.
  void print(const Signature &signature, llvm::StringRef label,
             llvm::raw_ostream &os) const;

  /// An array argument (`block` set) or a scalar (`bits` set).
  struct Argument {
    std::vector<int64_t> extents;
    std::unique_ptr<GuardedBlock> block;
    uint64_t bits = 0;
  };
  llvm::ArrayRef<Argument> list() const { return arguments; }
  llvm::MutableArrayRef<Argument> list() { return arguments; }

private:
  std::vector<Argument> arguments;
};

/// What a call left behind.
struct Execution {
  const Signature *signature;
  Arguments arguments;
  /// Raw results, each in its own 8-byte slot.
  std::vector<uint64_t> results;

  /// Numbers over the live-out arrays: how many, their elements, and how many
  /// of these differ from those in `inputs`.
  struct Extent {
    size_t arrays = 0, elements = 0, changed = 0;
  };
  Extent extent(const Arguments &inputs) const;

  /// Prints all arguments and results, one per line.
  void print(llvm::raw_ostream &os) const;
};

/// Calls `function` on fresh random arguments. The error tells about bad
/// sizes, failed run-time checks, and damaged guard zones of arrays and of
/// local allocations. `signature` must outlive the result. Kernels run on an
/// emulator with `options`, whose poison is that of the run, or, if they are in
/// PTX, on `device`: arrays and their guard zones are then in its memory during
/// the call.
llvm::Expected<Execution>
execute(const HostFunction &function, const Signature &signature,
        const SizeBindings &sizes, uint64_t seed, unsigned run,
        const emulator::Options &options, const InputArrays &inputs = {},
        CudaDevice *device = nullptr);

/// The first difference between live-out arrays or results, as text, or
/// nothing. With `tolerance` 0 values must agree bit for bit; otherwise
/// floating-point values a, b agree if |a - b| <= tolerance * max(1, |a|, |b|)
/// or both are NaN.
std::optional<std::string> compare(const Execution &reference,
                                   const Execution &candidate,
                                   double tolerance);

} // namespace polymem::runtime

#endif // POLYMEM_RUNNER_RUNNER_H
