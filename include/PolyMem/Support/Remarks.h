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
// The text is a whole sentence; every number in it, and what it is about, is an
// argument of the remark as well, under a name of its own:
//
//   remarkPassed(op, kPass, "Padded")
//       << sentence("padded by {0} bytes", named("Bytes", bytes));
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_SUPPORT_REMARKS_H
#define POLYMEM_SUPPORT_REMARKS_H

#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>
#include <utility>
#include <vector>

namespace polymem {

/// A value in a sentence with the name under which a remark has it as argument.
/// It is formatted as text: a list or an expression where it is no number.
struct NamedValue {
  std::string name, value;
};
template <typename T> NamedValue named(llvm::StringRef name, const T &value) {
  return {name.str(), llvm::formatv("{0}", value).str()};
}

/// The text of a remark and its arguments.
struct Sentence {
  std::string text;
  std::vector<NamedValue> values;

  Sentence() = default;
  /// A text without arguments.
  Sentence(const llvm::Twine &text) : text(text.str()) {}
  Sentence(const char *text) : text(text) {}
  Sentence(std::string text) : text(std::move(text)) {}

  bool empty() const { return text.empty(); }
  /// Appends text, or another sentence with its arguments.
  Sentence &operator+=(const Sentence &other) {
    text += other.text;
    values.insert(values.end(), other.values.begin(), other.values.end());
    return *this;
  }
  friend Sentence operator+(Sentence first, const Sentence &second) {
    return std::move(first += second);
  }
};

/// `format` with `values` in the places {0}, {1}, ..., and these as arguments.
/// A value without a name is text only.
template <typename... Values>
Sentence sentence(const char *format, Values &&...values) {
  Sentence result;
  auto textOf = [&](const auto &value) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, NamedValue>) {
      result.values.push_back(value);
      return value.value;
    } else {
      return llvm::formatv("{0}", value).str();
    }
  };
  // Braces keep the order of the arguments.
  std::tuple<decltype(textOf(values))...> texts{textOf(values)...};
  result.text = std::apply(
      [&](const auto &...all) { return llvm::formatv(format, all...).str(); },
      texts);
  return result;
}

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
