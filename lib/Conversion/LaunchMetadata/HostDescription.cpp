//===- HostDescription.cpp - what a host does around launches -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostDescription.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace polymem {

/// Larger expressions are cut, and their parts get names.
static constexpr unsigned kMaxNodes = 24;
/// Deeper ones are not built.
static constexpr unsigned kMaxDepth = 100;
/// Constant arrays of more bytes are not written down.
static constexpr int64_t kMaxConstantBytes = 1 << 20;

HostDescription::HostDescription(func::FuncOp function, const Machine &machine,
                                 const KernelTable &kernels, Array &constants)
    : function(function), machine(machine), kernels(kernels),
      constants(constants), values(function) {}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

void HostDescription::fail(Operation *op, StringRef reason) {
  for (const HostFailure &failure : failures)
    if (failure.op == op)
      return;
  failures.push_back({op, reason.str()});
}

HostExpression HostDescription::need(mlir::Value value) {
  if (HostExpression expression = values.expressionOf(value))
    return expression;
  HostFailure failure = values.whyNot(value);
  fail(failure.op, failure.reason);
  return makeInteger(0);
}

const ArrayView *HostDescription::needView(mlir::Value memref,
                                           Operation *user) {
  if (const ArrayView *view = values.viewOf(memref))
    return view;
  HostFailure failure = values.whyNot(memref);
  fail(failure.op ? failure.op : user, failure.reason);
  return nullptr;
}

/// An expression of moderate size that is the same here: parts of it get names
/// by actions, or have them.
HostExpression HostDescription::place(const HostExpression &expression) {
  if (expression->size <= kMaxNodes && expression->depth <= kMaxDepth)
    return expression;
  for (const Placed &block : placed) {
    auto it = block.find(expression.get());
    if (it != block.end())
      return it->second.second;
  }
  std::vector<HostExpression> operands;
  for (const HostExpression &operand : expression->operands)
    operands.push_back(place(operand));
  HostExpression result = makeOperation(expression->text, std::move(operands));
  if (result->size > kMaxNodes) {
    std::string name = values.makeUnique("v");
    actions->push_back(Object{{"kind", "let"},
                              {"name", name},
                              {"value", toJSON(result)},
                              {"valueText", toText(result)}});
    result = makeName(name, expression->nonNegative);
  }
  placed.back()[expression.get()] = {expression, result};
  return result;
}

void HostDescription::put(Object &object, StringRef key,
                          const HostExpression &expression) {
  HostExpression moderate = place(expression);
  object[key] = toJSON(moderate);
  if (moderate->kind == ExpressionNode::Kind::Operation)
    object[(key + "Text").str()] = toText(moderate);
}

void HostDescription::putList(Object &object, StringRef key,
                              ArrayRef<HostExpression> list) {
  Array formulas, texts;
  bool any = false;
  for (const HostExpression &expression : list) {
    HostExpression moderate = place(expression);
    formulas.push_back(toJSON(moderate));
    texts.push_back(toText(moderate));
    any |= moderate->kind == ExpressionNode::Kind::Operation;
  }
  object[key] = std::move(formulas);
  if (any)
    object[(key + "Text").str()] = std::move(texts);
}

HostExpression HostDescription::bytesOf(const ArrayView &view, Operation *op) {
  int64_t bytes = elementBytes(function, MemRefType::get({1}, view.element));
  if (bytes == 0)
    fail(op, "the size of its elements is not known");
  return makeOperation("*", {view.countElements(), makeInteger(bytes)});
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

HostDescription::Array HostDescription::describeBlock(Block &block) {
  Array result;
  Array *outer = std::exchange(actions, &result);
  placed.emplace_back();
  for (Operation &op : block.without_terminator())
    describeOperation(&op);
  if (auto done = dyn_cast<func::ReturnOp>(block.getTerminator()))
    for (mlir::Value value : done.getOperands()) {
      std::string type = getScalarTypeName(value.getType());
      if (type.empty()) {
        fail(done, "it returns what is no number");
        continue;
      }
      Object action{{"kind", "result"}, {"type", type}};
      put(action, "value", need(value));
      result.push_back(std::move(action));
    }
  placed.pop_back();
  actions = outer;
  return result;
}

void HostDescription::describeLoop(scf::ForOp loop) {
  if (loop.getNumResults() > 0)
    return fail(loop, "a loop has results");
  if (loop.getUnsignedCmp())
    return fail(loop, "a loop counts unsigned numbers");
  HostExpression lower = need(loop.getLowerBound()),
                 step = need(loop.getStep());
  Object action{{"kind", "loop"}};
  put(action, "lower", lower);
  put(action, "upper", need(loop.getUpperBound()));
  put(action, "step", step);
  std::string name = values.makeUnique("i");
  action["variable"] = name;
  values.define(loop.getInductionVar(), makeName(name, lower->nonNegative));
  action["body"] = describeBlock(*loop.getBody());
  actions->push_back(std::move(action));
}

/// Adds what is true where a condition is.
static void addFacts(const HostExpression &condition,
                     std::vector<HostExpression> &facts) {
  if (condition->is("and")) {
    addFacts(condition->operands[0], facts);
    addFacts(condition->operands[1], facts);
    return;
  }
  facts.push_back(condition);
}

void HostDescription::describeIf(scf::IfOp branch) {
  if (branch.getNumResults() > 0)
    return fail(branch, "a condition has results");
  HostExpression condition = need(branch.getCondition());
  Object action{{"kind", "if"}};
  put(action, "condition", condition);
  size_t known = facts.size();
  addFacts(condition, facts);
  action["then"] = describeBlock(*branch.thenBlock());
  facts.resize(known);
  action["else"] =
      branch.elseBlock() ? describeBlock(*branch.elseBlock()) : Array();
  actions->push_back(std::move(action));
}

void HostDescription::describeOperation(Operation *op) {
  if (values.visit(op)) {
    // Deep expressions get names at once, and no walk over one is deep.
    for (mlir::Value result : op->getResults())
      if (HostExpression e = values.expressionOf(result);
          e && e->depth > kMaxDepth)
        values.define(result, place(e));
    return;
  }
  llvm::TypeSwitch<Operation *>(op)
      .Case<gpu::WaitOp>([](auto) { /* All happens in order. */ })
      .Case<scf::ForOp>([&](auto loop) { describeLoop(loop); })
      .Case<scf::IfOp>([&](auto branch) { describeIf(branch); })
      .Case<gpu::AllocOp>([&](auto alloc) { describeAlloc(alloc); })
      .Case<gpu::DeallocOp>([&](gpu::DeallocOp free) {
        if (const ArrayView *view = needView(free.getMemref(), free))
          actions->push_back(Object{{"kind", "free"}, {"array", view->array}});
      })
      .Case<gpu::MemcpyOp>([&](auto copy) { describeCopy(copy); })
      .Case<gpu::MemsetOp>([&](auto fill) { describeFill(fill); })
      .Case<gpu::HostRegisterOp, gpu::HostUnregisterOp>(
          [&](auto registration) { describeRegistration(registration); })
      .Case<memref::LoadOp>([&](auto load) { describeLoad(load); })
      .Case<memref::GetGlobalOp>([&](auto get) { describeConstant(get); })
      .Case<cf::AssertOp>([&](cf::AssertOp check) {
        Object action{{"kind", "assert"}, {"message", check.getMsg()}};
        put(action, "condition", need(check.getArg()));
        actions->push_back(std::move(action));
      })
      .Case<gpu::LaunchFuncOp>([&](auto launch) { describeLaunch(launch); })
      .Default([&](Operation *op) { fail(op, "the host does this itself"); });
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void HostDescription::describeAlloc(gpu::AllocOp alloc) {
  auto type = cast<MemRefType>(alloc.getMemref().getType());
  if (alloc.getHostShared() || !type.getLayout().isIdentity())
    return fail(alloc, "it allocates memory that the host shares, or with a "
                       "layout");
  SmallVector<HostExpression> sizes;
  for (mlir::Value size : alloc.getDynamicSizes())
    sizes.push_back(need(size));
  std::string name = values.makeUnique("t");
  ArrayView view = *values.makeWholeView(name, type, sizes);
  Object action{{"kind", "allocate"},
                {"array", name},
                {"element", llvm::formatv("{0}", view.element).str()}};
  putList(action, "sizes", view.sizes);
  put(action, "bytes", bytesOf(view, alloc));
  actions->push_back(std::move(action));
  values.define(alloc.getMemref(), std::move(view));
}

void HostDescription::describeCopy(gpu::MemcpyOp copy) {
  const ArrayView *to = needView(copy.getDst(), copy),
                  *from = needView(copy.getSrc(), copy);
  if (!to || !from)
    return;
  for (mlir::Value array : {copy.getDst(), copy.getSrc()})
    if (!cast<MemRefType>(array.getType()).getLayout().isIdentity())
      return fail(copy, "it copies a part of an array");
  uses[to->array].byHost = uses[from->array].byHost = true;
  Object action{{"kind", "copy"}, {"to", to->array}, {"from", from->array}};
  put(action, "bytes", bytesOf(*from, copy));
  actions->push_back(std::move(action));
}

void HostDescription::describeFill(gpu::MemsetOp fill) {
  const ArrayView *view = needView(fill.getDst(), fill);
  if (!view)
    return;
  if (!cast<MemRefType>(fill.getDst().getType()).getLayout().isIdentity())
    return fail(fill, "it fills a part of an array");
  uses[view->array].byDevice = true;
  Object action{{"kind", "fill"},
                {"array", view->array},
                {"type", getScalarTypeName(fill.getValue().getType())}};
  put(action, "value", need(fill.getValue()));
  put(action, "bytes", bytesOf(*view, fill));
  actions->push_back(std::move(action));
}

/// Registration of host memory with the device: those who give memory of the
/// device need none.
void HostDescription::describeRegistration(Operation *op) {
  auto cast = op->getOperand(0).getDefiningOp<memref::CastOp>();
  const ArrayView *view =
      needView(cast ? cast.getSource() : op->getOperand(0), op);
  if (view)
    actions->push_back(Object{
        {"kind", isa<gpu::HostRegisterOp>(op) ? "register" : "unregister"},
        {"array", view->array}});
}

/// The host reads an element.
void HostDescription::describeLoad(Operation *op) {
  auto load = cast<memref::LoadOp>(op);
  const ArrayView *view = needView(load.getMemRef(), load);
  std::string type = getScalarTypeName(load.getType());
  if (!view)
    return values.fail(load.getResult(), values.whyNot(load.getMemRef()));
  if (type.empty())
    return fail(load, "it reads what is no number");
  HostExpression element = view->offset;
  for (auto [index, stride] : llvm::zip(load.getIndices(), view->strides))
    element = makeOperation(
        "+", {element, makeOperation("*", {need(index), stride})});
  std::string name = values.makeUnique("e");
  Object action{
      {"kind", "read"}, {"name", name}, {"array", view->array}, {"type", type}};
  put(action, "element", element);
  actions->push_back(std::move(action));
  values.define(load.getResult(), makeName(name));
}

/// A constant array of the host, which is copied to the device.
void HostDescription::describeConstant(Operation *op) {
  auto get = cast<memref::GetGlobalOp>(op);
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      get, get.getNameAttr());
  MemRefType type = get.getType();
  auto failed = [&](StringRef reason) {
    values.fail(get.getResult(), {get, reason.str()});
  };
  if (!global || !global.getConstant() || !global.getInitialValue())
    return failed("it is memory of the host with values that change");
  auto data = dyn_cast<DenseElementsAttr>(*global.getInitialValue());
  unsigned bytes = elementBytes(function, type);
  if (!data || bytes == 0 || !type.getLayout().isIdentity() ||
      type.getNumElements() * bytes > kMaxConstantBytes ||
      data.getElementType().getIntOrFloatBitWidth() != bytes * 8)
    return failed("it is a constant array that is not written down");
  std::string name = values.makeUnique(get.getName());
  std::string content;
  ArrayRef<char> raw = data.getRawData();
  for (int64_t i = 0, e = data.isSplat() ? type.getNumElements() : 1; i < e;
       ++i)
    content += llvm::toHex(StringRef(raw.data(), raw.size()), true);
  constants.push_back(
      Object{{"name", name},
             {"function", function.getSymName()},
             {"element", llvm::formatv("{0}", type.getElementType()).str()},
             {"sizes", Array(type.getShape())},
             {"data", content}});
  values.define(get.getResult(), *values.makeWholeView(name, type, {}));
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

HostDescription::Object HostDescription::describeArgument(unsigned number) {
  BlockArgument argument = function.getArgument(number);
  std::string name = values.argumentName(number).str();
  auto memref = dyn_cast<MemRefType>(argument.getType());
  const ArrayView *view = values.viewOf(argument);
  if (!memref || !view) {
    bool number = values.expressionOf(argument) != nullptr;
    return Object{{"kind", number ? "scalar" : "unsupported"},
                  {"name", name},
                  {"type", llvm::formatv("{0}", argument.getType()).str()}};
  }
  Object object{{"kind", "array"},
                {"name", name},
                {"element", llvm::formatv("{0}", view->element).str()},
                {"elementBytes", elementBytes(function, memref)},
                {"rank", memref.getRank()}};
  auto formulas = [](ArrayRef<HostExpression> list) {
    Array array;
    for (const HostExpression &expression : list)
      array.push_back(toJSON(expression));
    return array;
  };
  object["sizes"] = formulas(view->sizes);
  object["strides"] = formulas(view->strides);
  object["offset"] = toJSON(view->offset);
  Use use = uses.lookup(name);
  object["memory"] = use.byDevice ? "device" : use.byHost ? "host" : "any";
  if (auto shape =
          function.getArgAttrOfType<ArrayAttr>(number, "polymem.shape")) {
    Array texts;
    for (Attribute extent : shape) {
      auto text = dyn_cast<StringAttr>(extent);
      texts.push_back(text ? text.str() : llvm::formatv("{0}", extent).str());
    }
    object["shape"] = std::move(texts);
  }
  return object;
}

HostDescription::Object HostDescription::describe() {
  Array host;
  if (function.getBody().hasOneBlock())
    host = describeBlock(function.getBody().front());
  else
    fail(function, "its host code has several basic blocks");
  Array arguments;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    if (HostFailure failure = values.whyNot(function.getArgument(i));
        !values.expressionOf(function.getArgument(i)) &&
        !values.viewOf(function.getArgument(i)))
      fail(function, failure.reason);
    arguments.push_back(describeArgument(i));
  }
  Object object{{"name", function.getSymName()},
                {"arguments", std::move(arguments)}};
  if (failures.empty()) {
    object["host"] = std::move(host);
    return object;
  }
  object["host"] = "unsupported";
  Array reasons;
  for (const HostFailure &failure : failures) {
    Object reason{{"operation", failure.op->getName().getStringRef()},
                  {"reason", failure.reason}};
    if (auto loc = failure.op->getLoc()->findInstanceOf<FileLineColLoc>())
      reason["location"] =
          llvm::formatv("{0}:{1}:{2}", loc.getFilename().getValue(),
                        loc.getLine(), loc.getColumn())
              .str();
    reasons.push_back(std::move(reason));
  }
  object["unsupported"] = std::move(reasons);
  return object;
}

} // namespace polymem
