//===- Npy.cpp - read and write arrays as NumPy does ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Runner/Npy.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace polymem::runtime {

static constexpr StringLiteral kMagic("\x93NUMPY");
/// The header ends at a multiple of this.
static constexpr size_t kHeaderAlignment = 64;

std::string npyTypeName(mlir::Type type) {
  if (type.isInteger(1))
    return "|b1";
  if (type.isInteger(8))
    return "|i1";
  if (type.isIndex())
    return "<i8";
  if (type.isF16() || type.isF32() || type.isF64() || type.isInteger(16) ||
      type.isInteger(32) || type.isInteger(64))
    return (mlir::isa<mlir::FloatType>(type) ? "<f" : "<i") +
           std::to_string(type.getIntOrFloatBitWidth() / 8);
  return "";
}

namespace {
/// Reads a header: a Python dictionary of three entries in any order.
class HeaderReader {
public:
  HeaderReader(StringRef text, NpyArray &array) : text(text), array(array) {}

  /// What is wrong, or an empty string.
  std::string read() {
    if (!consume("{"))
      return "the header is no dictionary";
    while (!consume("}")) {
      std::string key;
      if (!readString(key) || !consume(":"))
        return "the header is malformed";
      std::string problem = readEntry(key);
      if (!problem.empty())
        return problem;
      consume(",");
    }
    return array.type.empty() || !hasShape ? "the header is incomplete" : "";
  }

private:
  bool consume(StringRef token) {
    text = text.ltrim();
    return text.consume_front(token);
  }

  bool readString(std::string &value) {
    text = text.ltrim();
    if (text.empty() || (text.front() != '\'' && text.front() != '"'))
      return false;
    char quote = text.front();
    size_t end = text.find(quote, 1);
    if (end == StringRef::npos)
      return false;
    value = text.slice(1, end).str();
    text = text.drop_front(end + 1);
    return true;
  }

  std::string readEntry(StringRef key) {
    if (key == "descr") {
      if (!readString(array.type))
        return "records are not supported";
      if (StringRef(array.type).starts_with(">"))
        return "big-endian data are not supported";
      return "";
    }
    if (key == "fortran_order")
      return consume("False")  ? ""
             : consume("True") ? "the array is in Fortran order; save it with "
                                 "numpy.ascontiguousarray"
                               : "the header is malformed";
    if (key != "shape" || !consume("("))
      return "the header is malformed";
    hasShape = true;
    while (!consume(")")) {
      int64_t extent;
      text = text.ltrim();
      if (text.consumeInteger(10, extent) || extent < 0)
        return "the shape is malformed";
      array.shape.push_back(extent);
      consume(",");
    }
    return "";
  }

  StringRef text;
  NpyArray &array;
  bool hasShape = false;
};
} // namespace

/// Bytes of an element, or nothing for types that are not supported.
static std::optional<int64_t> elementBytes(StringRef type) {
  if (is_contained({"|b1", "|i1", "|u1"}, type))
    return 1;
  if (is_contained({"<f2", "<i2", "<u2"}, type))
    return 2;
  if (is_contained({"<f4", "<i4", "<u4"}, type))
    return 4;
  if (is_contained({"<f8", "<i8", "<u8"}, type))
    return 8;
  return std::nullopt;
}

Expected<NpyArray> readNpy(StringRef path) {
  auto fail = [&](const Twine &why) {
    return createStringError("'" + path + "': " + why);
  };
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return fail(file.getError().message());
  StringRef bytes = (*file)->getBuffer();
  if (!bytes.consume_front(kMagic) || bytes.size() < 6)
    return fail("not a .npy file");
  char version = bytes[0];
  bytes = bytes.drop_front(2);
  size_t length = support::endian::read16le(bytes.data());
  size_t lengthBytes = 2;
  if (version >= 2) {
    length = support::endian::read32le(bytes.data());
    lengthBytes = 4;
  }
  if (version < 1 || version > 3 || bytes.size() < lengthBytes + length)
    return fail("the .npy header is cut off or of an unknown version");
  NpyArray array;
  std::string problem =
      HeaderReader(bytes.substr(lengthBytes, length), array).read();
  if (!problem.empty())
    return fail(problem);
  std::optional<int64_t> size = elementBytes(array.type);
  if (!size)
    return fail("elements of type '" + array.type + "' are not supported");
  for (int64_t extent : array.shape)
    if (size)
      size = checkedMul(*size, extent);
  bytes = bytes.drop_front(lengthBytes + length);
  if (!size || static_cast<int64_t>(bytes.size()) != *size)
    return fail("has " + Twine(bytes.size()) +
                " bytes of data, but its shape "
                "needs " +
                (size ? Twine(*size).str() : "far more"));
  array.data.assign(bytes.begin(), bytes.end());
  return array;
}

Error writeNpy(StringRef path, const NpyArray &array) {
  std::string shape;
  for (int64_t extent : array.shape)
    shape += std::to_string(extent) + ", ";
  if (array.shape.size() > 1)
    shape.resize(shape.size() - 2);
  std::string header = "{'descr': '" + array.type +
                       "', 'fortran_order': False, 'shape': (" +
                       StringRef(shape).rtrim().str() + "), }";
  size_t prefix = kMagic.size() + 4;
  size_t total = alignTo(prefix + header.size() + 1, kHeaderAlignment);
  header.resize(total - prefix - 1, ' ');
  header += '\n';
  std::error_code code;
  raw_fd_ostream file(path, code);
  if (!code) {
    file << kMagic << '\1' << '\0';
    char length[2];
    support::endian::write16le(length, static_cast<uint16_t>(header.size()));
    file.write(length, sizeof(length));
    file << header;
    file.write(array.data.data(), array.data.size());
    file.close();
    code = file.error();
    file.clear_error();
  }
  if (code)
    return createStringError("'" + path + "': " + code.message());
  return Error::success();
}

} // namespace polymem::runtime
