//===- HostDescription.h - what a host does around launches -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_LAUNCHMETADATA_HOSTDESCRIPTION_H
#define POLYMEM_LIB_CONVERSION_LAUNCHMETADATA_HOSTDESCRIPTION_H

#include "HostValues.h"
#include "PolyMem/Machine/Machine.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace polymem {

/// What a launch has to know of a kernel.
struct KernelSignature {
  struct Parameter {
    /// "pointer", or as getScalarTypeName() calls it.
    std::string type;
    unsigned bytes = 0;
  };
  llvm::SmallVector<Parameter> parameters;
  int64_t staticSharedBytes = 0;
  /// Its blocks wait for each other.
  bool isCooperative = false;
};

/// Kernels by module and name.
using KernelTable = llvm::StringMap<KernelSignature>;

/// Describes a function with launches as launch metadata does (see
/// docs/launch-metadata.md): its arguments and, as a tree of actions, what it
/// does. Where that cannot be described, the tree is replaced by "unsupported".
class HostDescription {
public:
  /// `constants` gets the arrays of the host that are copied to the device.
  HostDescription(mlir::func::FuncOp function, const Machine &machine,
                  const KernelTable &kernels, llvm::json::Array &constants);

  /// The description.
  llvm::json::Object describe();

  /// What cannot be described; empty if all is.
  llvm::ArrayRef<HostFailure> getFailures() const { return failures; }

private:
  using Object = llvm::json::Object;
  using Array = llvm::json::Array;

  // Actions.
  Array describeBlock(mlir::Block &block);
  void describeOperation(mlir::Operation *op);
  void describeLoop(mlir::scf::ForOp loop);
  void describeIf(mlir::scf::IfOp branch);
  void describeAlloc(mlir::gpu::AllocOp alloc);
  void describeCopy(mlir::gpu::MemcpyOp copy);
  void describeFill(mlir::gpu::MemsetOp fill);
  void describeRegistration(mlir::Operation *op);
  void describeLoad(mlir::Operation *op);
  void describeConstant(mlir::Operation *op);
  void describeLaunch(mlir::gpu::LaunchFuncOp launch);
  bool addArguments(mlir::gpu::LaunchFuncOp launch,
                    const KernelSignature &kernel, Object &action,
                    std::vector<Object> &conditions);
  void addLaunchConditions(const KernelSignature &kernel,
                           llvm::ArrayRef<HostExpression> grid,
                           llvm::ArrayRef<HostExpression> block,
                           const HostExpression &sharedBytes,
                           std::vector<Object> &conditions);
  Object describeArgument(unsigned number);

  // Formulas.
  HostExpression need(mlir::Value value);
  const ArrayView *needView(mlir::Value memref, mlir::Operation *user);
  HostExpression place(const HostExpression &expression);
  void put(Object &object, llvm::StringRef key,
           const HostExpression &expression);
  void putList(Object &object, llvm::StringRef key,
               llvm::ArrayRef<HostExpression> list);
  void addCondition(std::vector<Object> &conditions,
                    const HostExpression &condition, llvm::StringRef reason);
  bool isPositive(const HostExpression &expression) const;
  HostExpression bytesOf(const ArrayView &view, mlir::Operation *op);
  void fail(mlir::Operation *op, llvm::StringRef reason);

  mlir::func::FuncOp function;
  const Machine &machine;
  const KernelTable &kernels;
  Array &constants;
  HostValues values;
  std::vector<HostFailure> failures;
  /// What is true where the walk is.
  std::vector<HostExpression> facts;
  /// The actions of the block where the walk is.
  Array *actions = nullptr;
  /// Expressions that have got names, by block; the first of a pair keeps the
  /// key alive.
  using Placed = llvm::DenseMap<const ExpressionNode *,
                                std::pair<HostExpression, HostExpression>>;
  std::vector<Placed> placed;
  /// How arrays are used.
  struct Use {
    bool byDevice = false, byHost = false;
  };
  llvm::StringMap<Use> uses;
};

} // namespace polymem

#endif // POLYMEM_LIB_CONVERSION_LAUNCHMETADATA_HOSTDESCRIPTION_H
