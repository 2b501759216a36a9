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
#include <mutex>

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

/// A remark while it is put together. Passes work on several functions at a
/// time, and what MLIR writes to files has no lock: one is made at a time.
class LockedRemark {
public:
  LockedRemark(mlir::remark::detail::InFlightRemark &&made)
      : lock(made ? std::unique_lock(mutex())
                  : std::unique_lock<std::recursive_mutex>()),
        remark(std::move(made)) {}

  /// Appends a text, a sentence or an argument.
  template <typename T> LockedRemark &operator<<(T &&value) {
    remark << std::forward<T>(value);
    return *this;
  }

private:
  static std::recursive_mutex &mutex() {
    static std::recursive_mutex mutex;
    return mutex;
  }

  // The remark is written where its life ends: before that of the lock.
  std::unique_lock<std::recursive_mutex> lock;
  mlir::remark::detail::InFlightRemark remark;
};

/// While one exists, remarks made on this thread are dropped: of passes that
/// try something out.
class RemarksDropped {
public:
  RemarksDropped() { ++count(); }
  ~RemarksDropped() { --count(); }
  RemarksDropped(const RemarksDropped &) = delete;
  RemarksDropped &operator=(const RemarksDropped &) = delete;

  static bool any() { return count() != 0; }

private:
  static unsigned &count() {
    static thread_local unsigned count = 0;
    return count;
  }
};

/// A remark that `make(location, options)` makes, unless remarks are dropped.
template <typename Make>
LockedRemark makeRemark(Make &&make, mlir::Location loc,
                        const mlir::remark::RemarkOpts &options) {
  if (RemarksDropped::any())
    return LockedRemark(mlir::remark::detail::InFlightRemark{});
  return LockedRemark(make(loc, options));
}

/// A transformation was applied.
inline LockedRemark remarkPassed(mlir::Location loc,
                                 mlir::remark::RemarkOpts options) {
  return makeRemark(mlir::remark::passed, loc, options);
}
inline LockedRemark remarkPassed(mlir::Operation *op, llvm::StringRef pass,
                                 llvm::StringRef name) {
  return remarkPassed(op->getLoc(), remarkOptions(op, pass, name));
}

/// A transformation was refused or not worth it; the IR is as it was.
inline LockedRemark remarkMissed(mlir::Operation *op, llvm::StringRef pass,
                                 llvm::StringRef name) {
  return makeRemark(mlir::remark::missed, op->getLoc(),
                    remarkOptions(op, pass, name));
}

/// The pass could not do its work (unmodelled operation, isl budget).
inline LockedRemark remarkFailed(mlir::Operation *op, llvm::StringRef pass,
                                 llvm::StringRef name) {
  return makeRemark(mlir::remark::failed, op->getLoc(),
                    remarkOptions(op, pass, name));
}

/// A fact the user may want to know.
inline LockedRemark remarkAnalysis(mlir::Operation *op, llvm::StringRef pass,
                                   llvm::StringRef name) {
  return makeRemark(mlir::remark::analysis, op->getLoc(),
                    remarkOptions(op, pass, name));
}

} // namespace polymem

#endif // POLYMEM_SUPPORT_REMARKS_H
