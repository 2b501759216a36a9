//===- Program.h - a compiled function of the C API (internal) --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CAPI_PROGRAM_H
#define POLYMEM_LIB_CAPI_PROGRAM_H

#include "PolyMem/Runner/HostJit.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "polymem-c/Programs.h"
#include <mutex>

namespace polymem::capi {

/// What a function takes as one argument. Nothing in it needs a context.
struct Parameter {
  /// What the source calls it; may be empty.
  std::string name;
  bool isArray = false;
  /// Of the scalar, or of the array's elements; text of MLIR.
  std::string elementType;
  /// From one element to the next, and what their addresses are multiples of.
  int64_t elementBytes = 0, alignment = 1;
  /// Bits of a scalar.
  int64_t scalarBits = 0;
  /// Of an array, each static or ShapedType::kDynamic.
  std::vector<int64_t> extents;
  /// The layout gives `strides`, of which each is static or kDynamic; otherwise
  /// elements are in row-major order without gaps.
  bool isStrided = false;
  std::vector<int64_t> strides;
  /// Elements between the aligned pointer and the first one.
  int64_t offset = 0;
  /// `polymem.shape`, one for each dimension; empty if it is not there.
  std::vector<std::string> shape;
  /// `shape`, for C; see setViews.
  std::vector<MlirStringRef> shapeViews;

  int64_t rank() const { return static_cast<int64_t>(extents.size()); }
  /// Slots that it takes: see runtime::HostFunction.
  size_t numSlots() const { return isArray ? 3 + 2 * extents.size() : 1; }
  /// Fills `shapeViews` when the parameter is where it stays.
  void setViews();
};

/// A compiled function.
struct Program {
  Program() = default;
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;
  ~Program();

  std::vector<Parameter> parameters;
  /// Scalars.
  std::vector<Parameter> results;
  runtime::HostObject object;
  std::unique_ptr<runtime::HostJit> jit;
  runtime::HostFunction function;

  /// Slots of all parameters.
  size_t numSlots() const;
  /// Whether `object` takes these parameters, and gives these results.
  bool fitsObject() const;
  /// Loads `object`, which takes as many, with `jit` if that is there.
  llvm::Error load();

  /// The values of results in the buffer of a call, as bits; `values` may be
  /// null.
  void getResults(llvm::ArrayRef<char> buffer, uint64_t *values) const;

  /// Its kernels are about to be on `device`: they are taken off it in the end.
  void keepLoaded(const std::shared_ptr<runtime::CudaDevice> &device);

private:
  std::mutex mutex;
  std::vector<std::weak_ptr<runtime::CudaDevice>> devices;
};

inline Program *programOf(PolyMemProgram program) {
  return static_cast<Program *>(program.ptr);
}

/// The parameters of `function`; nothing if one is neither a ranked memref with
/// strides, of numbers or vectors or complex numbers, nor a number of at most
/// 64 bits.
std::optional<std::vector<Parameter>> parametersOf(mlir::func::FuncOp function);

/// Its results; nothing if one is not a number of at most 64 bits.
std::optional<std::vector<Parameter>> resultsOf(mlir::func::FuncOp function);

/// Which elements an array has, as distances from the one whose indices are 0.
struct Span {
  int64_t first = 0, last = 0;
  bool isEmpty = false;
};

/// The span of an array argument; nothing if a number of bytes overflows.
std::optional<Span> spanOf(const PolyMemArgument &argument);

/// Why `arguments` are not for `program`; empty if they are.
std::string reasonAgainstArguments(const Program &program,
                                   llvm::ArrayRef<PolyMemArgument> arguments);

/// Appends the slots of `argument`, which is for `parameter`.
void addSlots(const PolyMemArgument &argument, const Parameter &parameter,
              std::vector<uint64_t> &slots);

} // namespace polymem::capi

#endif // POLYMEM_LIB_CAPI_PROGRAM_H
