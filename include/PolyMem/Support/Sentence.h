//===- Sentence.h - texts whose numbers have names --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What analyses say to users: a text, and beside it every number in it and what
// it is about, each under a name of its own. A remark (Remarks.h) has these as
// arguments, so that no tool takes texts apart; a diagnostic prints the text.
//
//   sentence("padded by {0} bytes", named("Bytes", bytes))
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_SUPPORT_SENTENCE_H
#define POLYMEM_SUPPORT_SENTENCE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>
#include <tuple>
#include <type_traits>
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

/// A text and the named values in it.
struct Sentence {
  std::string text;
  std::vector<NamedValue> values;

  Sentence() = default;
  /// A text without values.
  Sentence(const llvm::Twine &text) : text(text.str()) {}
  Sentence(llvm::StringRef text) : text(text.str()) {}
  Sentence(const char *text) : text(text) {}
  Sentence(std::string text) : text(std::move(text)) {}
  /// A text that is a value itself.
  Sentence(NamedValue value) : text(value.value), values{std::move(value)} {}

  bool empty() const { return text.empty(); }
  /// Appends text, or another sentence with its values.
  Sentence &operator+=(const Sentence &other) {
    text += other.text;
    values.insert(values.end(), other.values.begin(), other.values.end());
    return *this;
  }
  friend Sentence operator+(Sentence first, const Sentence &second) {
    return std::move(first += second);
  }
};

/// `format` with `values` in the places {0}, {1}, ..., and these as named
/// values: those that are sentences bring their own; others without a name are
/// text only.
template <typename... Values>
Sentence sentence(const char *format, Values &&...values) {
  Sentence result;
  auto textOf = [&](const auto &value) {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, NamedValue>) {
      result.values.push_back(value);
      return value.value;
    } else if constexpr (std::is_same_v<Value, Sentence>) {
      result.values.insert(result.values.end(), value.values.begin(),
                           value.values.end());
      return value.text;
    } else {
      return llvm::formatv("{0}", value).str();
    }
  };
  // Braces keep the order of the values.
  std::tuple<decltype(textOf(values))...> texts{textOf(values)...};
  result.text = std::apply(
      [&](const auto &...all) { return llvm::formatv(format, all...).str(); },
      texts);
  return result;
}

} // namespace polymem

#endif // POLYMEM_SUPPORT_SENTENCE_H
