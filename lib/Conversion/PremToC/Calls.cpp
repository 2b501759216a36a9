//===- Calls.cpp - calls of the PREM run-time in C ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPrinter.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace polymem::prem;

static int64_t elementBytes(Value memref) {
  return getElementBytes(cast<MemRefType>(memref.getType()).getElementType());
}

static ArrayRef<int64_t> shapeOf(Value memref) {
  return cast<MemRefType>(memref.getType()).getShape();
}

static std::string constantOf(Usage usage) {
  return "PREM_" + stringifyUsage(usage).upper();
}

std::string CPrinter::printTable(StringRef prefix, ArrayRef<std::string> values,
                                 bool isStatic) {
  std::string name = (prefix + Twine(counter++)).str();
  line() << (isStatic ? "static " : "") << "const int32_t " << name << "["
         << values.size() << "] = {" << llvm::join(values, ", ") << "};\n";
  return name;
}

std::string CPrinter::printPitches(StringRef prefix, ArrayRef<int64_t> shape,
                                   int64_t bytes) {
  if (shape.size() == 1)
    return "NULL";
  std::vector<std::string> values;
  for (int64_t size : shape.drop_front())
    values.push_back(std::to_string(size));
  values.back() = std::to_string(shape.back() * bytes);
  return printTable(prefix, values, /*isStatic=*/true);
}

std::string CPrinter::printSizes(ValueRange sizes, int64_t bytes) {
  std::vector<std::string> values;
  for (Value size : sizes)
    values.push_back(use(size));
  values.back() = use(sizes.back(), bytes);
  return printTable("size", values, /*isStatic=*/false);
}

LogicalResult CPrinter::printSwap(SwapOp op) {
  int64_t bytes = elementBytes(op.getArray());
  ArrayRef<int64_t> shape = op.getShape(), arrayShape = shapeOf(op.getArray());
  std::string to =
      use(op.getId()) + ", &" + element(op.getArray(), op.getOffsets()) + ", ";
  ValueRange sizes = op.getSizes();
  if (shape.size() == 1) {
    line() << "prem_swap_buffer(" << to << use(sizes[0], bytes) << ");\n";
  } else if (shape.size() == 2) {
    line() << "prem_swap2d_buffer(" << to << use(sizes[1], bytes) << ", "
           << use(sizes[0]) << ", " << arrayShape[1] * bytes << ", "
           << shape[1] * bytes << ");\n";
  } else {
    std::string size = printSizes(sizes, bytes);
    std::string spitch = printPitches("spitch", arrayShape, bytes);
    std::string dpitch = printPitches("dpitch", shape, bytes);
    line() << "prem_swapnd_buffer(" << to << shape.size() << ", " << size
           << ", " << spitch << ", " << dpitch << ");\n";
  }
  return success();
}

std::string CPrinter::placeOf(ValueRange indices, ArrayRef<int64_t> shape,
                              int64_t bytes) {
  int64_t stride = bytes, constant = 0;
  std::string text;
  for (auto [index, size] : llvm::reverse(llvm::zip_equal(indices, shape))) {
    APInt number;
    if (matchPattern(index, m_ConstantInt(&number)))
      constant += number.getSExtValue() * stride;
    else
      text =
          "(" + use(index, stride) + ")" + (text.empty() ? "" : " + ") + text;
    stride *= size;
  }
  if (text.empty() || constant != 0)
    text += (text.empty() ? "" : " + ") + std::to_string(constant);
  return text;
}

/// Memory of the scratchpad, as a pointer to bytes.
static std::string scratchpad(Value offset, const std::string &text) {
  std::string place = "(unsigned char *)prem_scratchpad()";
  return matchPattern(offset, m_Zero()) ? place : place + " + " + text;
}

LogicalResult CPrinter::printSwapBoxes(SwapBoxesOp op) {
  int64_t bytes = elementBytes(op.getArray());
  ArrayRef<int64_t> shape = op.getShape();
  size_t rank = shape.size();
  if (op.getUsages().empty()) {
    line() << "prem_swap_boxes(" << use(op.getId()) << ", 0, NULL);\n";
    return success();
  }
  std::string spitch = printPitches("spitch", shapeOf(op.getArray()), bytes);
  std::string dpitch = printPitches("dpitch", shape, bytes);
  std::vector<std::string> boxes;
  for (size_t n = 0; n < op.getUsages().size(); ++n) {
    auto of = [&](ValueRange values) { return values.slice(n * rank, rank); };
    std::string size = printSizes(of(op.getSizes()), bytes);
    std::string place = placeOf(of(op.getPlaces()), shape, bytes);
    boxes.push_back("{&" + element(op.getArray(), of(op.getOffsets())) + ", " +
                    place + ", " +
                    constantOf(static_cast<Usage>(op.getUsages()[n])) + ", " +
                    std::to_string(rank) + ", " + size + ", " + spitch + ", " +
                    dpitch + "}");
  }
  std::string name = "boxes" + std::to_string(counter++);
  line() << "const struct prem_box " << name << "[" << boxes.size() << "] = {";
  ++depth;
  for (const std::string &box : boxes) {
    os << (&box == &boxes.front() ? "\n" : ",\n");
    line() << box;
  }
  --depth;
  os << "};\n";
  line() << "prem_swap_boxes(" << use(op.getId()) << ", " << boxes.size()
         << ", " << name << ");\n";
  return success();
}

LogicalResult CPrinter::printView(ViewOp op) {
  Type type = op.getBuffer().getType();
  FailureOr<std::string> pointer = declare(type, "", op);
  if (failed(pointer))
    return failure();
  line() << *declare(type, define(op.getBuffer(), "b"), op) << " = ("
         << StringRef(*pointer).rtrim() << ")(void *)("
         << scratchpad(op.getOffset(), use(op.getOffset())) << ");\n";
  return success();
}

LogicalResult CPrinter::printPrem(Operation *op) {
  // The last word of the function's name is that of the operation.
  auto plain = [&](StringRef arguments) {
    line() << "prem_" << op->getName().stripDialect() << "(" << arguments
           << ");\n";
    return success();
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<DispatchOp, EndSegmentOp, BarrierOp>(
          [&](auto) { return plain(""); })
      .Case([&](DeallocateOp call) { return plain(use(call.getId())); })
      .Case([&](ThreadIdOp call) {
        line() << "const int32_t " << define(call.getId(), "v")
               << " = prem_thread_id();\n";
        return success();
      })
      .Case([&](AllocateOp call) {
        line() << "const int32_t " << define(call.getId(), "v")
               << " = prem_allocate_buffer("
               << scratchpad(call.getOffset(), use(call.getOffset())) << ", "
               << call.getBytes() << ", " << constantOf(call.getUsage())
               << ");\n";
        return success();
      })
      .Case([&](ViewOp call) { return printView(call); })
      .Case([&](SwapOp call) { return printSwap(call); })
      .Case([&](SwapBoxesOp call) { return printSwapBoxes(call); })
      .Case([&](CountOp call) {
        line() << "PREM_COUNT(PREM_OP_"
               << stringifyOpClass(call.getOperations()).upper() << ", "
               << call.getCount() << "u);\n";
        return success();
      })
      .Case([&](TellAccessOp call) {
        line() << (call.getAccess() == Access::Read ? "PREM_READ(&"
                                                    : "PREM_WRITE(&")
               << element(call.getBuffer(), call.getIndices()) << ", "
               << (call.getArray()
                       ? "&" + element(call.getArray(), call.getCoordinates())
                       : "NULL")
               << ", " << elementBytes(call.getBuffer()) << "u);\n";
        return success();
      })
      .Default([&](Operation *) { return refuse(op); });
}
