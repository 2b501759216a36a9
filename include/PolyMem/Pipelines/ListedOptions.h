//===- ListedOptions.h - options that say what they are ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's options can be parsed and printed, but not listed with their
// types: bindings for other languages need that to make classes of them.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_PIPELINES_LISTEDOPTIONS_H
#define POLYMEM_PIPELINES_LISTEDOPTIONS_H

#include "mlir/Pass/PassOptions.h"
#include "llvm/ADT/StringExtras.h"
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace polymem {

/// What an option of a pipeline is.
struct OptionInfo {
  enum class Kind { Bool, Signed, Unsigned, Float, String, Choice };
  std::string name, description;
  Kind kind = Kind::String;
  bool isList = false;
  /// As users type it; of a list with commas. Empty: nothing.
  std::string defaultText;
  /// Names of the choices, and what they mean.
  std::vector<std::pair<std::string, std::string>> choices;
};

/// In the place of mlir::PassPipelineOptions: its options can be listed.
template <typename Derived>
class ListedOptions : public mlir::PassPipelineOptions<Derived> {
  using Base = mlir::PassPipelineOptions<Derived>;

public:
  /// An option with one value, declared as upstream's.
  template <typename T> class Option : public Base::template Option<T> {
  public:
    template <typename... Args>
    Option(ListedOptions &parent, llvm::StringRef name, Args &&...args)
        : Base::template Option<T>(parent, name, std::forward<Args>(args)...) {
      parent.listed.push_back(describe(*this));
    }
    using Base::template Option<T>::operator=;

  private:
    static OptionInfo describe(Option &option) {
      OptionInfo info = describeElement<T>(option, option.getParser());
      info.defaultText = textOf(option.getParser(), option.getValue());
      return info;
    }
  };

  /// A list of values.
  template <typename T> class ListOption : public Base::template ListOption<T> {
  public:
    template <typename... Args>
    ListOption(ListedOptions &parent, llvm::StringRef name, Args &&...args)
        : Base::template ListOption<T>(parent, name,
                                       std::forward<Args>(args)...) {
      parent.listed.push_back(describe(*this));
    }
    using Base::template ListOption<T>::operator=;

  private:
    static OptionInfo describe(ListOption &option) {
      OptionInfo info = describeElement<T>(option, option.getParser());
      info.isList = true;
      llvm::ListSeparator comma(",");
      for (const T &value : option)
        info.defaultText +=
            llvm::StringRef(comma).str() + textOf(option.getParser(), value);
      return info;
    }
  };

  /// All options, in the order of their declarations, with the values that they
  /// were declared with.
  const std::vector<OptionInfo> &list() const { return listed; }

private:
  template <typename Parser>
  static constexpr bool isChoice =
      std::is_base_of_v<llvm::cl::generic_parser_base, Parser>;

  /// All of an option but its default; `T` is the type of one value.
  template <typename T, typename Parser>
  static OptionInfo describeElement(const llvm::cl::Option &option,
                                    const Parser &parser) {
    OptionInfo info;
    info.name = option.ArgStr.str();
    info.description = option.HelpStr.str();
    if constexpr (isChoice<Parser>) {
      info.kind = OptionInfo::Kind::Choice;
      for (unsigned k = 0; k < parser.getNumOptions(); ++k)
        info.choices.emplace_back(parser.getOption(k).str(),
                                  parser.getDescription(k).str());
    } else if constexpr (std::is_same_v<T, bool>) {
      info.kind = OptionInfo::Kind::Bool;
    } else if constexpr (std::is_floating_point_v<T>) {
      info.kind = OptionInfo::Kind::Float;
    } else if constexpr (std::is_integral_v<T>) {
      info.kind = std::is_signed_v<T> ? OptionInfo::Kind::Signed
                                      : OptionInfo::Kind::Unsigned;
    } else {
      static_assert(std::is_same_v<T, std::string>, "no kind for this type");
    }
    return info;
  }

  template <typename Parser, typename T>
  static std::string textOf(Parser &parser, const T &value) {
    if constexpr (isChoice<Parser>) {
      return parser.findArgStrForValue(value).value_or("").str();
    } else if constexpr (std::is_same_v<T, std::string>) {
      return value;
    } else {
      std::string text;
      llvm::raw_string_ostream os(text);
      mlir::detail::pass_options::printOptionValue<Parser>(os, value);
      return text;
    }
  }

  std::vector<OptionInfo> listed;
};

} // namespace polymem

#endif // POLYMEM_PIPELINES_LISTEDOPTIONS_H
