//===- ProgramText.cpp - the text of a random program ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace polymem::fuzz {

Extent Extent::max(const Extent &a, const Extent &b) {
  return {std::max(a.n, b.n), std::max(a.m, b.m), std::max(a.c, b.c)};
}

std::string Extent::text(StringRef nName, StringRef mName) const {
  std::string text;
  auto add = [&](int64_t factor, StringRef name) {
    if (factor == 0)
      return;
    text += text.empty() ? "" : " + ";
    text += name;
    text += factor == 1 ? "" : " * " + std::to_string(factor);
  };
  add(n, nName);
  add(m, mName);
  if (text.empty())
    return std::to_string(c);
  if (c != 0)
    text += (c < 0 ? " - " : " + ") + std::to_string(std::abs(c));
  return text;
}

unsigned ProgramText::addArray(std::string elementType, unsigned rank,
                               bool isTemporary) {
  Array array;
  array.name = (isTemporary ? "%T" : "%A") + std::to_string(arrays.size());
  array.elementType = std::move(elementType);
  // Never empty, whatever the sizes are.
  array.extents.assign(rank, Extent{0, 0, 1});
  array.isTemporary = isTemporary;
  arrays.push_back(std::move(array));
  return arrays.size() - 1;
}

std::string ProgramText::fresh(char letter) {
  return std::string("%") + letter + std::to_string(count++);
}

void ProgramText::line(unsigned indent, const std::string &text) {
  body.append(size_t(2) * indent, ' ');
  body += text + "\n";
}

std::string ProgramText::constant(const std::string &value) {
  for (auto &[known, name] : constants)
    if (known == value)
      return name;
  constants.emplace_back(value, "%k" + std::to_string(constants.size()));
  return constants.back().second;
}

std::string ProgramText::typeOf(const Array &array) const {
  std::string text = "memref<";
  for (const Extent &extent : array.extents) {
    Extent fixed{0, 0,
                 extent.n * kConstantN + extent.m * kConstantM + extent.c};
    bool isStatic = sizeKind == SizeKind::Constant || extent.isConstant();
    text += (isStatic ? std::to_string(fixed.c) : "?") + "x";
  }
  return text + array.elementType + ">";
}

std::string ProgramText::withTypes(const std::string &code) const {
  std::string result;
  StringRef rest = code;
  while (true) {
    auto [before, after] = rest.split("@{");
    result += before;
    if (before.size() == rest.size())
      return result;
    auto [name, behind] = after.split('}');
    for (const Array &array : arrays)
      if (array.name == name)
        result += typeOf(array);
    rest = behind;
  }
}

/// Allocates a temporary and fills it with integers that tell its elements
/// apart.
void ProgramText::writeTemporary(std::string &os, const Array &array) const {
  auto bound = [&](const Extent &extent) {
    return "affine_map<()[N, M] -> (" + extent.text("N", "M") + ")>()[%N, %M]";
  };
  std::string dynamic, indent = "  ", subscripts, dims, number = "0";
  for (auto [i, extent] : enumerate(array.extents)) {
    if (sizeKind == SizeKind::Constant || extent.isConstant())
      continue;
    std::string size = array.name + "size" + std::to_string(i);
    os += "  " + size + " = affine.apply " + bound(extent) + "\n";
    dynamic += (dynamic.empty() ? "" : ", ") + size;
  }
  os += "  " + array.name + " = memref.alloc(" + dynamic + ") : @{" +
        array.name + "}\n";
  for (auto [i, extent] : enumerate(array.extents)) {
    std::string iv = array.name + "i" + std::to_string(i);
    std::string dim = "d" + std::to_string(i);
    os += indent + "affine.for " + iv + " = 0 to " + bound(extent) + " {\n";
    subscripts += (i ? ", " : "") + iv;
    dims += (i ? ", " : "") + dim;
    number += " + " + dim + " * " + std::to_string(2 * i + 1);
    indent += "  ";
  }
  std::string value = array.name + "v";
  const std::string &type = array.elementType;
  bool isFloat = type[0] != 'i';
  std::string integer = isFloat ? "i32" : type;
  os += indent + value + "0 = affine.apply affine_map<(" + dims + ") -> (" +
        number + ")>(" + subscripts + ")\n";
  os += indent + value + "1 = arith.index_cast " + value + "0 : index to " +
        integer + "\n";
  if (isFloat)
    os += indent + value + "2 = arith.sitofp " + value + "1 : i32 to " + type +
          "\n";
  os += indent + "affine.store " + value + (isFloat ? "2" : "1") + ", " +
        array.name + "[" + subscripts + "] : @{" + array.name + "}\n";
  while (indent.size() > 2) {
    indent.resize(indent.size() - 2);
    os += indent + "}\n";
  }
}

std::string ProgramText::finish(bool deallocate) const {
  std::string text = "func.func @f(", setup;
  SmallVector<std::string> arguments;
  for (const Array &array : arrays) {
    if (array.isTemporary)
      continue;
    SmallVector<std::string> shape;
    for (const Extent &extent : array.extents)
      shape.push_back("\"" + extent.text("N", "M") + "\"");
    std::string argument = array.name + ": @{" + array.name + "}";
    if (StringRef(typeOf(array)).contains('?'))
      argument += " {polymem.shape = [" + join(shape, ", ") + "]}";
    arguments.push_back(argument);
  }
  const std::string n = "%N: index {polymem.param = \"N\"}",
                    m = "%M: index {polymem.param = \"M\"}";
  switch (sizeKind) {
  case SizeKind::Argument:
    arguments.append({n, m});
    break;
  case SizeKind::Narrow:
    for (const char *name : {"N", "M"}) {
      arguments.push_back(
          formatv("%{0}32: i32 {{polymem.param = \"{0}\"}", name));
      setup +=
          formatv("  %{0} = arith.index_cast %{0}32 : i32 to index\n", name);
    }
    break;
  case SizeKind::Dimension:
    arguments.append(
        {"%D: memref<?x" + valueType + "> {polymem.shape = [\"N\"]}", m});
    setup += "  %zero = arith.constant 0 : index\n"
             "  %N = memref.dim %D, %zero : memref<?x" +
             valueType + ">\n";
    break;
  case SizeKind::Constant:
    setup += "  %N = arith.constant " + std::to_string(kConstantN) +
             " : index\n  %M = arith.constant " + std::to_string(kConstantM) +
             " : index\n";
    break;
  }
  text += join(arguments, ",\n    ") + ") {\n" + setup;
  for (auto &[value, name] : constants)
    text +=
        "  " + name + " = arith.constant " + value + " : " + valueType + "\n";
  for (const Array &array : arrays)
    if (array.isTemporary)
      writeTemporary(text, array);
  text += body;
  if (deallocate)
    for (const Array &array : arrays)
      if (array.isTemporary)
        text += "  memref.dealloc " + array.name + " : @{" + array.name + "}\n";
  return withTypes(text + "  return\n}\n");
}

} // namespace polymem::fuzz
