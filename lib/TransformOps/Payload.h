//===- Payload.h - what operations of scripts share -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMOPS_PAYLOAD_H
#define POLYMEM_LIB_TRANSFORMOPS_PAYLOAD_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/TransformOps/PolyMemTransformOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"

namespace polymem::transform_ops {

/// Sets an option of a pass to what an attribute says, if it is there.
template <typename T, typename U>
void setOption(T &option, const std::optional<U> &value) {
  if (value)
    option = T(*value);
}

/// The same for a list of numbers.
inline void setOption(llvm::SmallVector<int64_t> &option,
                      std::optional<mlir::ArrayAttr> value) {
  if (value)
    for (mlir::Attribute element : *value)
      option.push_back(llvm::cast<mlir::IntegerAttr>(element).getInt());
}

/// While it lives, errors of this thread are kept instead of being printed: the
/// refusals of a step that `op` of a script asks for.
class ErrorCollector {
public:
  explicit ErrorCollector(mlir::Operation *op);

  /// What was kept as a failure that a script may silence, or, if nothing was,
  /// one that only says that the step failed.
  mlir::DiagnosedSilenceableFailure takeFailure();

private:
  mlir::Operation *op;
  llvm::SmallVector<mlir::Diagnostic> errors;
  mlir::ScopedDiagnosticHandler handler;
};

/// A failure of the script if there is no machine `name`.
mlir::DiagnosedSilenceableFailure checkMachine(mlir::Operation *op,
                                               llvm::StringRef name);

/// The failure of `op` because of `payload`, for the reason `text`.
mlir::DiagnosedSilenceableFailure
refuse(mlir::Operation *op, mlir::Operation *payload, const llvm::Twine &text);

/// `payload` as a function with a body; else fills `failure`.
mlir::func::FuncOp asFunction(mlir::Operation *op, mlir::Operation *payload,
                              mlir::DiagnosedSilenceableFailure &failure);

/// `payload`, an affine loop, is an outermost one, in a function and no tile;
/// else fills `failure`.
bool isOutermostLoop(mlir::Operation *op, mlir::Operation *payload,
                     mlir::DiagnosedSilenceableFailure &failure);

/// The outermost operation of type `OpTy` around `op`; null if there is none.
template <typename OpTy> OpTy outermostParent(mlir::Operation *op) {
  OpTy result;
  while ((op = op->getParentOp()))
    if (auto parent = llvm::dyn_cast<OpTy>(op))
      result = parent;
  return result;
}

} // namespace polymem::transform_ops

#endif // POLYMEM_LIB_TRANSFORMOPS_PAYLOAD_H
