//===- SizeExpression.cpp - array extents over named sizes ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Support/SizeExpression.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <optional>

using namespace llvm;

namespace polymem {

/// Recursive descent: sum = product (('+'|'-') product)*,
/// product = atom ('*' atom)*, atom = integer | name | '-' atom | '(' sum ')'.
class SizeExpressionParser {
public:
  explicit SizeExpressionParser(StringRef text) : text(text), rest(text) {
    result.source = text.str();
    result.steps.clear();
  }

  Expected<SizeExpression> run() {
    if (!parseSum() || !atEnd())
      return createStringError("in size expression '" + text + "': expected " +
                               expected + " at '" + rest + "'");
    return std::move(result);
  }

private:
  using Step = SizeExpression::Step;

  bool atEnd() {
    expected = "an operator or the end";
    rest = rest.ltrim();
    return rest.empty();
  }

  bool consume(char c) {
    rest = rest.ltrim();
    return rest.consume_front(StringRef(&c, 1));
  }

  void push(Step::Kind kind, int64_t value = 0, StringRef name = "") {
    result.steps.push_back({kind, value, name.str()});
  }

  bool parseSum() {
    if (!parseProduct())
      return false;
    while (true) {
      Step::Kind kind;
      if (consume('+'))
        kind = Step::Add;
      else if (consume('-'))
        kind = Step::Subtract;
      else
        return true;
      if (!parseProduct())
        return false;
      push(kind);
    }
  }

  bool parseProduct() {
    if (!parseAtom())
      return false;
    while (consume('*')) {
      if (!parseAtom())
        return false;
      push(Step::Multiply);
    }
    return true;
  }

  bool parseAtom() {
    if (consume('(')) {
      if (!parseSum())
        return false;
      expected = "')'";
      return consume(')');
    }
    if (consume('-')) {
      push(Step::Constant, 0);
      if (!parseAtom())
        return false;
      push(Step::Subtract);
      return true;
    }
    rest = rest.ltrim();
    if (StringRef digits = rest.take_while(isDigit); !digits.empty()) {
      int64_t value;
      expected = "a 64-bit integer";
      if (digits.getAsInteger(10, value))
        return false;
      rest = rest.drop_front(digits.size());
      push(Step::Constant, value);
      return true;
    }
    StringRef name =
        rest.take_while([](char c) { return isAlnum(c) || c == '_'; });
    expected = "an integer, a name or '('";
    if (name.empty())
      return false;
    rest = rest.drop_front(name.size());
    push(Step::Name, 0, name);
    return true;
  }

  StringRef text, rest;
  std::string expected;
  SizeExpression result;
};

SizeExpression::SizeExpression(int64_t value)
    : steps{{Step::Constant, value, ""}}, source(std::to_string(value)) {}

Expected<SizeExpression> SizeExpression::parse(StringRef text) {
  return SizeExpressionParser(text).run();
}

Expected<int64_t> SizeExpression::evaluate(const SizeBindings &bindings) const {
  SmallVector<int64_t> stack;
  for (const Step &step : steps) {
    if (step.kind == Step::Constant) {
      stack.push_back(step.value);
      continue;
    }
    if (step.kind == Step::Name) {
      auto it = bindings.find(step.name);
      assert(it != bindings.end() && "the caller knows the names");
      stack.push_back(it->second);
      continue;
    }
    int64_t rhs = stack.pop_back_val();
    int64_t lhs = stack.pop_back_val();
    std::optional<int64_t> value = step.kind == Step::Add ? checkedAdd(lhs, rhs)
                                   : step.kind == Step::Subtract
                                       ? checkedSub(lhs, rhs)
                                       : checkedMul(lhs, rhs);
    if (!value)
      return createStringError("size expression '" + source + "' overflows");
    stack.push_back(*value);
  }
  return stack.back();
}

std::vector<std::string> SizeExpression::names() const {
  std::vector<std::string> names;
  for (const Step &step : steps)
    if (step.kind == Step::Name)
      names.push_back(step.name);
  return names;
}

Expected<SizeBindings> parseSizeBindings(StringRef text) {
  SizeBindings bindings;
  SmallVector<StringRef> items;
  text.split(items, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef item : items) {
    auto [name, digits] = item.split('=');
    int64_t value;
    if (name.trim().empty() || digits.trim().getAsInteger(10, value))
      return createStringError("expected NAME=INTEGER, got '" + item + "'");
    if (!bindings.emplace(name.trim().str(), value).second)
      return createStringError("size '" + name.trim() + "' is given twice");
  }
  return bindings;
}

} // namespace polymem
