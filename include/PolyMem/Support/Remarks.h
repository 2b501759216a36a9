//===- Remarks.h - how passes report what they did --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR remarks in one form: category = the pass's name as users type it
// ("scratch-promote"), name = a fixed identifier of the message
// ("CapacityExceeded"), function = the enclosing function. Shown by every
// MlirOptMain tool with, for example,
// `--remarks-filter='scratch-.*' --remark-format=emitRemark`.
//
// The text is a whole sentence (Sentence.h); every number in it, and what it is
// about, is an argument of the remark as well, under a name of its own:
//
//   remarkPassed(op, kPass, "Padded")
//       << sentence("padded by {0} bytes", named("Bytes", bytes));
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_SUPPORT_REMARKS_H
#define POLYMEM_SUPPORT_REMARKS_H

#include "PolyMem/Support/Sentence.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace polymem {

/// For `remark << sentence`.
inline mlir::remark::detail::Remark &
operator<<(mlir::remark::detail::Remark &remark, const Sentence &sentence) {
  remark.insert(llvm::StringRef(sentence.text));
  for (const NamedValue &value : sentence.values)
    remark.insert({value.name, value.value});
  return remark;
}

/// Options of a remark of pass `pass` called `name` about `op`.
inline mlir::remark::RemarkOpts
remarkOptions(mlir::Operation *op, llvm::StringRef pass, llvm::StringRef name) {
  llvm::StringRef function;
  auto func = llvm::dyn_cast<mlir::FunctionOpInterface>(op);
  if (!func)
    func = op->getParentOfType<mlir::FunctionOpInterface>();
  if (func)
    if (auto symbol = func->getAttrOfType<mlir::StringAttr>(
            mlir::SymbolTable::getSymbolAttrName()))
      function = symbol.getValue();
  return mlir::remark::RemarkOpts::name(name).category(pass).function(function);
}

/// A transformation was applied.
inline mlir::remark::detail::InFlightRemark
remarkPassed(mlir::Operation *op, llvm::StringRef pass, llvm::StringRef name) {
  return mlir::remark::passed(op->getLoc(), remarkOptions(op, pass, name));
}

/// A transformation was refused or not worth it; the IR is as it was.
inline mlir::remark::detail::InFlightRemark
remarkMissed(mlir::Operation *op, llvm::StringRef pass, llvm::StringRef name) {
  return mlir::remark::missed(op->getLoc(), remarkOptions(op, pass, name));
}

/// The pass could not do its work (unmodelled operation, isl budget).
inline mlir::remark::detail::InFlightRemark
remarkFailed(mlir::Operation *op, llvm::StringRef pass, llvm::StringRef name) {
  return mlir::remark::failed(op->getLoc(), remarkOptions(op, pass, name));
}

/// A fact the user may want to know.
inline mlir::remark::detail::InFlightRemark
remarkAnalysis(mlir::Operation *op, llvm::StringRef pass,
               llvm::StringRef name) {
  return mlir::remark::analysis(op->getLoc(), remarkOptions(op, pass, name));
}

} // namespace polymem

#endif // POLYMEM_SUPPORT_REMARKS_H
