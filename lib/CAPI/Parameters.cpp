//===- Parameters.cpp - C API: what programs take -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Support/SourceNames.h"
#include "Program.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;
using namespace polymem;
using namespace polymem::capi;

//===----------------------------------------------------------------------===//
// Of a function
//===----------------------------------------------------------------------===//

namespace {
/// Bytes from one value of a type in memory to the next, and what their
/// addresses are multiples of.
struct Placement {
  int64_t bytes, alignment;
};
} // namespace

/// How compiled code for this host places `type`; nothing for types that it
/// does not keep in memory.
static std::optional<Placement> placementOf(Type type) {
  if (type.isIntOrIndexOrFloat()) {
    int64_t bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    int64_t bytes = llvm::divideCeil(std::max<int64_t>(bits, 1), 8);
    int64_t alignment = std::min<int64_t>(llvm::PowerOf2Ceil(bytes), 16);
    return Placement{static_cast<int64_t>(llvm::alignTo(bytes, alignment)),
                     alignment};
  }
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<Placement> part = placementOf(complex.getElementType());
    return part ? std::optional(Placement{2 * part->bytes, part->alignment})
                : std::nullopt;
  }
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || vector.isScalable() ||
      !vector.getElementType().isIntOrIndexOrFloat())
    return std::nullopt;
  // The last dimension is a vector of LLVM, whose elements have no gaps; the
  // others are arrays of it. Without dimensions it is a vector of one.
  Type element = vector.getElementType();
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  ArrayRef<int64_t> shape = vector.getShape();
  int64_t row = llvm::PowerOf2Ceil(
      llvm::divideCeil(bits * (shape.empty() ? 1 : shape.back()), 8));
  int64_t rows = shape.empty() ? 1 : llvm::product_of(shape.drop_back());
  return Placement{row * rows, row};
}

/// Sets the element's type; false for types that have no place in memory.
static bool setElement(Type type, Parameter &result) {
  std::optional<Placement> placement = placementOf(type);
  if (!placement)
    return false;
  llvm::raw_string_ostream(result.elementType) << type;
  result.elementBytes = placement->bytes;
  result.alignment = placement->alignment;
  return true;
}

/// Sets the bits of a number; false for other types, and for more than 64.
static bool setScalar(Type type, Parameter &result) {
  if (!type.isIntOrIndexOrFloat())
    return false;
  result.scalarBits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return result.scalarBits <= 64;
}

/// Sets the layout of memref `type`; false if it has no strides.
static bool setLayout(MemRefType type, Parameter &result) {
  result.extents = type.getShape().vec();
  if (type.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  result.isStrided = true;
  result.strides.assign(strides.begin(), strides.end());
  result.offset = ShapedType::isDynamic(offset) ? 0 : offset;
  return true;
}

/// The texts of `polymem.shape`; nothing if they are not one per dimension.
static std::vector<std::string> shapeOf(Attribute attribute, int64_t rank) {
  std::vector<std::string> texts;
  auto array = dyn_cast_or_null<ArrayAttr>(attribute);
  if (!array || static_cast<int64_t>(array.size()) != rank)
    return {};
  for (Attribute element : array) {
    auto text = dyn_cast<StringAttr>(element);
    if (!text)
      return {};
    texts.push_back(text.str());
  }
  return texts;
}

std::optional<std::vector<Parameter>>
capi::parametersOf(func::FuncOp function) {
  if (function.isExternal())
    return std::nullopt;
  std::vector<Parameter> parameters;
  for (BlockArgument argument : function.getArguments()) {
    Parameter &parameter = parameters.emplace_back();
    parameter.name = sourceNameOf(argument).str();
    auto memref = dyn_cast<MemRefType>(argument.getType());
    parameter.isArray = static_cast<bool>(memref);
    Type element = memref ? memref.getElementType() : argument.getType();
    if (!setElement(element, parameter))
      return std::nullopt;
    if (memref) {
      if (!setLayout(memref, parameter))
        return std::nullopt;
      parameter.shape =
          shapeOf(function.getArgAttr(argument.getArgNumber(), "polymem.shape"),
                  parameter.rank());
      continue;
    }
    if (!setScalar(element, parameter))
      return std::nullopt;
  }
  return parameters;
}

std::optional<std::vector<Parameter>> capi::resultsOf(func::FuncOp function) {
  std::vector<Parameter> results;
  for (Type type : function.getResultTypes())
    if (Parameter &result = results.emplace_back();
        !setElement(type, result) || !setScalar(type, result))
      return std::nullopt;
  return results;
}

//===----------------------------------------------------------------------===//
// Of a program
//===----------------------------------------------------------------------===//

void Parameter::setViews() {
  shapeViews.clear();
  for (const std::string &text : shape)
    shapeViews.push_back(wrap(StringRef(text)));
}

size_t Program::numSlots() const {
  size_t sum = 0;
  for (const Parameter &parameter : parameters)
    sum += parameter.numSlots();
  return sum;
}

bool Program::fitsObject() const {
  return object.info.numSlots == numSlots() &&
         object.info.resultOffsets.size() == results.size();
}

void Program::getResults(ArrayRef<char> buffer, uint64_t *values) const {
  if (!values)
    return;
  for (auto [i, result] : llvm::enumerate(results)) {
    uint64_t bits = 0;
    std::memcpy(&bits, buffer.data() + object.info.resultOffsets[i],
                result.elementBytes);
    values[i] = bits & llvm::maskTrailingOnes<uint64_t>(result.scalarBits);
  }
}

intptr_t polymemProgramNumParameters(PolyMemProgram program) {
  return static_cast<intptr_t>(programOf(program)->parameters.size());
}

/// `from`, for C.
static PolyMemParameter viewOf(const Parameter &from) {
  return {wrap(StringRef(from.name)),
          from.isArray,
          wrap(StringRef(from.elementType)),
          static_cast<intptr_t>(from.elementBytes),
          static_cast<intptr_t>(from.alignment),
          static_cast<intptr_t>(from.rank()),
          from.extents.empty() ? nullptr : from.extents.data(),
          from.isStrided,
          from.strides.empty() ? nullptr : from.strides.data(),
          from.shapeViews.empty() ? nullptr : from.shapeViews.data()};
}

void polymemProgramGetParameter(PolyMemProgram program, intptr_t number,
                                PolyMemParameter *parameter) {
  *parameter = viewOf(programOf(program)->parameters[number]);
}

intptr_t polymemProgramNumResults(PolyMemProgram program) {
  return static_cast<intptr_t>(programOf(program)->results.size());
}

void polymemProgramGetResult(PolyMemProgram program, intptr_t number,
                             PolyMemParameter *result) {
  *result = viewOf(programOf(program)->results[number]);
}

//===----------------------------------------------------------------------===//
// Of a call
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> extentsOf(const PolyMemArgument &argument) {
  return ArrayRef(argument.extents, argument.rank);
}

/// Distances of `argument`'s dimensions, in elements, which fit 64 bits.
static SmallVector<int64_t> stridesOf(const PolyMemArgument &argument) {
  if (argument.strides)
    return SmallVector<int64_t>(ArrayRef(argument.strides, argument.rank));
  return computeStrides(extentsOf(argument));
}

/// The bytes of an array without gaps; nothing if they overflow.
static std::optional<int64_t> bytesWithoutGaps(const PolyMemArgument &array) {
  int64_t bytes = array.elementBytes;
  for (int64_t extent : extentsOf(array))
    if (llvm::MulOverflow(bytes, std::max<int64_t>(extent, 1), bytes))
      return std::nullopt;
  return bytes;
}

std::optional<Span> capi::spanOf(const PolyMemArgument &argument) {
  Span span;
  span.isEmpty = llvm::is_contained(extentsOf(argument), 0);
  if (!bytesWithoutGaps(argument))
    return std::nullopt;
  if (span.isEmpty)
    return span;
  for (auto [extent, stride] :
       llvm::zip_equal(extentsOf(argument), stridesOf(argument))) {
    int64_t &end = stride < 0 ? span.first : span.last;
    int64_t distance = 0;
    if (llvm::MulOverflow(stride, extent - 1, distance) ||
        llvm::AddOverflow(end, distance, end))
      return std::nullopt;
  }
  int64_t elements = 0, bytes = 0;
  if (llvm::SubOverflow(span.last, span.first, elements) ||
      llvm::AddOverflow(elements, int64_t(1), elements) ||
      llvm::MulOverflow(elements, int64_t(argument.elementBytes), bytes))
    return std::nullopt;
  return span;
}

/// `NAME WRONG in dimension D; the function takes WANTED`.
static std::string inDimension(StringRef name, int64_t wrong, int64_t dimension,
                               int64_t wanted) {
  return (name + " " + Twine(wrong) + " in dimension " + Twine(dimension) +
          "; the function takes " + Twine(wanted))
      .str();
}

/// Why the strides that `argument` gives are not those of `parameter`. Where
/// there is one element at most they are free.
static std::string reasonAgainstStrides(const PolyMemArgument &argument,
                                        const Parameter &parameter) {
  SmallVector<int64_t> rowMajor = computeStrides(extentsOf(argument));
  SmallVector<int64_t> given = stridesOf(argument);
  for (int64_t d = 0; d < argument.rank; ++d) {
    int64_t wanted = parameter.isStrided ? parameter.strides[d] : rowMajor[d];
    if (argument.extents[d] > 1 && !ShapedType::isDynamic(wanted) &&
        given[d] != wanted)
      return inDimension("stride", given[d], d, wanted) +
             (parameter.isStrided ? "" : ", row-major order without gaps");
  }
  return "";
}

/// Why `argument` is not for `parameter`; empty if it is.
static std::string reasonAgainst(const PolyMemArgument &argument,
                                 const Parameter &parameter) {
  if (!parameter.isArray)
    return "";
  if (argument.elementBytes != parameter.elementBytes)
    return (Twine("elements of ") + Twine(argument.elementBytes) +
            " bytes; the function takes " + parameter.elementType + ", of " +
            Twine(parameter.elementBytes) + " bytes")
        .str();
  for (int64_t d = 0; d < argument.rank; ++d) {
    int64_t extent = argument.extents[d], wanted = parameter.extents[d];
    if (extent < 0)
      return ("extent " + Twine(extent) + " in dimension " + Twine(d) +
              " is negative")
          .str();
    if (!ShapedType::isDynamic(wanted) && extent != wanted)
      return inDimension("extent", extent, d, wanted);
  }
  std::optional<Span> span = spanOf(argument);
  if (!span)
    return "its size in bytes does not fit 64 bits";
  if (span->isEmpty)
    return "";
  if (!argument.data)
    return "it has no data";
  if (auto address = reinterpret_cast<uintptr_t>(argument.data);
      address % parameter.alignment != 0)
    return ("its data are at an address that is not a multiple of " +
            Twine(parameter.alignment) + ", the alignment of " +
            parameter.elementType)
        .str();
  return reasonAgainstStrides(argument, parameter);
}

/// What `program` takes, for people.
static std::string wantedText(const Program &program) {
  std::string text;
  for (const Parameter &parameter : program.parameters) {
    text += text.empty() ? "" : ", ";
    text += parameter.isArray
                ? "an array of rank " + std::to_string(parameter.rank())
                : "a scalar";
  }
  return text.empty() ? "nothing" : text;
}

/// `argument` is an array of the rank of `parameter`, or a scalar, as it is.
static bool fitsRank(const PolyMemArgument &argument,
                     const Parameter &parameter) {
  if (!parameter.isArray)
    return !argument.data && !argument.extents;
  int64_t rank = parameter.rank();
  return argument.rank == rank && (argument.extents || rank == 0);
}

std::string capi::reasonAgainstArguments(const Program &program,
                                         ArrayRef<PolyMemArgument> arguments) {
  if (!llvm::equal(arguments, program.parameters, fitsRank))
    return "the arguments do not fit: the function takes " +
           wantedText(program);
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (std::string wrong = reasonAgainst(argument, program.parameters[i]);
        !wrong.empty())
      return "argument " + std::to_string(i) + ": " + wrong;
  return "";
}

void capi::addSlots(const PolyMemArgument &argument, const Parameter &parameter,
                    std::vector<uint64_t> &slots) {
  if (!parameter.isArray) {
    slots.push_back(argument.scalar &
                    llvm::maskTrailingOnes<uint64_t>(parameter.scalarBits));
    return;
  }
  uint64_t address = reinterpret_cast<uint64_t>(argument.data) -
                     parameter.offset * parameter.elementBytes;
  slots.insert(slots.end(),
               {address, address, static_cast<uint64_t>(parameter.offset)});
  llvm::append_range(slots, extentsOf(argument));
  // Compiled code takes them to be as the layout has them.
  SmallVector<int64_t> strides = parameter.isStrided
                                     ? stridesOf(argument)
                                     : computeStrides(extentsOf(argument));
  for (auto [stride, wanted] : llvm::zip(strides, parameter.strides))
    if (!ShapedType::isDynamic(wanted))
      stride = wanted;
  llvm::append_range(slots, strides);
}
