//===- Statements.cpp - functions and loops in C ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPrinter.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace polymem::prem;

/// Whether a name of MLIR is one of C, and not one of its words.
static bool isIdentifier(StringRef name) {
  static constexpr StringLiteral words[] = {
      "auto",     "break",    "case",     "char",   "const",   "continue",
      "default",  "do",       "double",   "else",   "enum",    "extern",
      "float",    "for",      "goto",     "if",     "inline",  "int",
      "long",     "register", "restrict", "return", "short",   "signed",
      "sizeof",   "static",   "struct",   "switch", "typedef", "union",
      "unsigned", "void",     "volatile", "while",  "bool",    "true",
      "false",    "main"};
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; }) &&
         !llvm::is_contained(words, name);
}

/// The name of a variable that no result is.
static std::string loopVariable(unsigned number) {
  return "i" + std::to_string(number);
}

LogicalResult CPrinter::printFunction(func::FuncOp function, bool isStatic) {
  if (!isIdentifier(function.getSymName()))
    return refuse(function, "has the name '" + function.getSymName() +
                                "', which is none in C");
  if (!function.getBody().hasOneBlock())
    return refuse(function, "has several blocks");
  if (function.getNumResults() > 1)
    return refuse(function, "has several results");
  std::string result = "void";
  if (function.getNumResults() == 1) {
    FailureOr<std::string> type =
        typeName(function.getResultTypes().front(), function);
    if (failed(type))
      return failure();
    result = *type;
  }
  names.clear();
  counter = 0;
  std::string parameters, unused;
  for (BlockArgument argument : function.getArguments()) {
    FailureOr<std::string> text =
        declare(argument.getType(), define(argument, "a"), function);
    if (failed(text))
      return failure();
    parameters += (parameters.empty() ? "" : ", ") + *text;
    if (argument.use_empty())
      unused += "  (void)" + use(argument) + ";\n";
  }
  if (parameters.empty())
    parameters = "void";
  std::string head =
      result + " " + function.getSymName().str() + "(" + parameters + ")";
  os << "\n"
     << (isStatic ? "static " : head + ";\n") << head << " {\n"
     << unused;
  depth = 1;
  if (failed(printBlock(function.front())))
    return failure();
  os << "}\n";
  return success();
}

LogicalResult CPrinter::printBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(printOperation(op)))
      return failure();
  auto end = dyn_cast<func::ReturnOp>(block.getTerminator());
  if (end && end.getNumOperands() == 1)
    line() << "return " << use(end.getOperand(0)) << ";\n";
  return success();
}

LogicalResult CPrinter::declareResults(Operation *op, ValueRange inits) {
  for (Value result : op->getResults()) {
    FailureOr<std::string> text =
        declare(result.getType(), define(result, "v"), op);
    if (failed(text))
      return failure();
    line() << *text;
    if (!inits.empty())
      os << " = " << use(inits[cast<OpResult>(result).getResultNumber()]);
    os << ";\n";
  }
  return success();
}

LogicalResult CPrinter::printYield(Operation *terminator, ValueRange targets) {
  // One assignment may change what the next one reads.
  std::vector<std::string> values;
  for (auto [value, target] :
       llvm::zip_equal(terminator->getOperands(), targets)) {
    values.push_back(use(value));
    if (targets.size() < 2)
      continue;
    std::string copy = "w" + std::to_string(counter++);
    FailureOr<std::string> text = declare(value.getType(), copy, terminator);
    if (failed(text))
      return failure();
    line() << *text << " = " << values.back() << ";\n";
    values.back() = copy;
  }
  for (auto [value, target] : llvm::zip_equal(values, targets))
    line() << use(target) << " = " << value << ";\n";
  return success();
}

LogicalResult CPrinter::printFor(Operation *op) {
  std::string first, last, step, type = "int32_t";
  Value variable;
  if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    variable = loop.getInductionVar();
    first = affineBound(loop.getLowerBoundMap(), loop.getLowerBoundOperands(),
                        /*isMinimum=*/false);
    last = affineBound(loop.getUpperBoundMap(), loop.getUpperBoundOperands(),
                       /*isMinimum=*/true);
    step = std::to_string(loop.getStepAsInt());
  } else {
    auto scfLoop = cast<scf::ForOp>(op);
    if (scfLoop.getUnsignedCmp())
      return refuse(op, "compares without signs");
    variable = scfLoop.getInductionVar();
    FailureOr<std::string> name = typeName(variable.getType(), op);
    if (failed(name))
      return failure();
    type = *name;
    first = use(scfLoop.getLowerBound());
    last = use(scfLoop.getUpperBound());
    step = use(scfLoop.getStep());
  }
  auto loop = cast<LoopLikeOpInterface>(op);
  if (failed(declareResults(op, loop.getInits())))
    return failure();
  for (auto [argument, result] :
       llvm::zip_equal(loop.getRegionIterArgs(), op->getResults()))
    names[argument] = use(result);
  std::string i = names[variable] = loopVariable(counter++);
  // A bound that is computed is computed once.
  bool isName =
      llvm::all_of(last, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (!isName) {
    std::string end = "n" + std::to_string(counter++);
    line() << "const " << type << " " << end << " = " << last << ";\n";
    last = end;
  }
  line() << "for (" << type << " " << i << " = " << first << "; " << i << " < "
         << last << "; " << i << " += " << step << ") {";
  if (std::optional<int64_t> most = trips.most(op))
    os << " /* at most " << *most << " iterations */\n";
  else
    os << " /* iterations: not known */\n";
  ++depth;
  Block &body = op->getRegion(0).front();
  if (failed(printBlock(body)) ||
      failed(printYield(body.getTerminator(), op->getResults())))
    return failure();
  --depth;
  line() << "}\n";
  return success();
}

LogicalResult CPrinter::printIf(Operation *op) {
  if (failed(declareResults(op, {})))
    return failure();
  auto affineIf = dyn_cast<affine::AffineIfOp>(op);
  line() << "if ("
         << (affineIf ? affineCondition(affineIf)
                      : use(cast<scf::IfOp>(op).getCondition()))
         << ") {\n";
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    if (region.getRegionNumber() == 1)
      line() << "} else {\n";
    ++depth;
    if (failed(printBlock(region.front())) ||
        failed(printYield(region.front().getTerminator(), op->getResults())))
      return failure();
    --depth;
  }
  line() << "}\n";
  return success();
}

LogicalResult CPrinter::printCall(func::CallOp call) {
  std::string left;
  if (call.getNumResults() == 1) {
    FailureOr<std::string> text = defineConstant(call.getResult(0), call);
    if (failed(text))
      return failure();
    left = *text + " = ";
  }
  line() << left << call.getCallee() << "(";
  llvm::interleaveComma(call.getOperands(), os,
                        [&](Value operand) { os << use(operand); });
  os << ");\n";
  return success();
}

LogicalResult CPrinter::printAlloca(memref::AllocaOp op) {
  FailureOr<std::string> pointer = declare(op.getType(), "", op);
  if (failed(pointer))
    return failure();
  line() << *typeName(op.getType().getElementType(), op) << " "
         << define(op.getResult(), "v");
  if (op.getType().getRank() == 0)
    os << "[1]";
  for (int64_t size : op.getType().getShape())
    os << "[" << size << "]";
  os << ";\n";
  return success();
}

LogicalResult CPrinter::printOperation(Operation &op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    FailureOr<std::string> text = literal(constant.getValue(), &op);
    if (succeeded(text))
      names[constant.getResult()] = *text;
    return text;
  }
  if (isa<affine::AffineForOp, scf::ForOp, affine::AffineIfOp, scf::IfOp>(op)) {
    bool isLoop = isa<affine::AffineForOp, scf::ForOp>(op);
    if (failed(isLoop ? printFor(&op) : printIf(&op)))
      return failure();
    for (Value result : op.getResults())
      if (result.use_empty())
        line() << "(void)" << use(result) << ";\n";
    return success();
  }
  if (auto call = dyn_cast<func::CallOp>(op))
    return printCall(call);
  if (auto alloca = dyn_cast<memref::AllocaOp>(op))
    return printAlloca(alloca);
  if (isa_and_nonnull<PremDialect>(op.getDialect()))
    return printPrem(&op);
  if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
    line() << element(store.getMemRef(), affineIndices(store.getAffineMap(),
                                                       store.getMapOperands()))
           << " = " << use(store.getValueToStore()) << ";\n";
    return success();
  }
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    line() << element(store.getMemRef(), store.getIndices()) << " = "
           << use(store.getValueToStore()) << ";\n";
    return success();
  }
  if (op.getNumRegions() != 0 || op.getNumResults() != 1)
    return refuse(&op);
  if (op.getNumOperands() == 0)
    return refuse(&op);
  FailureOr<std::string> text = expression(&op);
  if (failed(text))
    return failure();
  bool isArray = isa<MemRefType>(op.getResult(0).getType());
  FailureOr<std::string> left = isArray
                                    ? declare(op.getResult(0).getType(),
                                              define(op.getResult(0), "v"), &op)
                                    : defineConstant(op.getResult(0), &op);
  if (failed(left))
    return failure();
  line() << *left << " = " << *text << ";\n";
  return success();
}
