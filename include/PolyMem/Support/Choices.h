//===- Choices.h - options with a few named values ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's parser of such options says of a wrong value that there is none of
// that name, and not which ones there are. An enumeration whose options are to
// say it specialises that parser:
//
//   template <>
//   class llvm::cl::parser<polymem::Colour>
//       : public polymem::ChoiceParser<polymem::Colour> {
//     using ChoiceParser::ChoiceParser;
//   };
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_SUPPORT_CHOICES_H
#define POLYMEM_SUPPORT_CHOICES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include <string>

namespace polymem {

/// "'a'", "'a' or 'b'", "'a', 'b' or 'c'".
inline std::string choicesText(llvm::ArrayRef<llvm::StringRef> names) {
  std::string text;
  for (auto [k, name] : llvm::enumerate(names))
    text += (k == 0                  ? "'"
             : k + 1 == names.size() ? " or '"
                                     : ", '") +
            name.str() + "'";
  return text;
}

/// Reads options of the type `E`, an enumeration, whose values `cl::values`
/// names. Otherwise as `llvm::cl::parser<E>`.
template <typename E>
class ChoiceParser : public llvm::cl::generic_parser_base {
public:
  using parser_data_type = E;

  explicit ChoiceParser(llvm::cl::Option &option)
      : generic_parser_base(option) {}

  unsigned getNumOptions() const override { return Values.size(); }
  llvm::StringRef getOption(unsigned k) const override {
    return Values[k].Name;
  }
  llvm::StringRef getDescription(unsigned k) const override {
    return Values[k].HelpStr;
  }
  const llvm::cl::GenericOptionValue &
  getOptionValue(unsigned k) const override {
    return Values[k].V;
  }

  /// Sets `value` to what `text` names; true, after an error that names the
  /// choices, if that is nothing.
  bool parse(llvm::cl::Option &option, llvm::StringRef, llvm::StringRef text,
             E &value) {
    llvm::SmallVector<llvm::StringRef> names;
    for (const Choice &choice : Values) {
      if (choice.Name == text) {
        value = choice.V.getValue();
        return false;
      }
      if (!choice.Name.empty())
        names.push_back(choice.Name);
    }
    return option.error("there is no '" + text + "'; give " +
                        choicesText(names));
  }

  /// For `cl::values`.
  template <typename T>
  void addLiteralOption(llvm::StringRef name, const T &value,
                        llvm::StringRef help) {
    Values.push_back(Choice(name, static_cast<E>(value), help));
    llvm::cl::AddLiteralOption(Owner, name);
  }

protected:
  struct Choice : GenericOptionInfo {
    Choice(llvm::StringRef name, E value, llvm::StringRef help)
        : GenericOptionInfo(name, help), V(value) {}
    llvm::cl::OptionValue<E> V;
  };
  /// Named as MLIR's options of passes know it, with its members.
  llvm::SmallVector<Choice, 8> Values;
};

} // namespace polymem

#endif // POLYMEM_SUPPORT_CHOICES_H
