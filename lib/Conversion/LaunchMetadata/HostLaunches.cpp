//===- HostLaunches.cpp - what a launch passes and asks for ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The action `launch` of HostDescription: grid, block, arguments of the kernel,
// and the conditions under which the launch is legal.
//
//===----------------------------------------------------------------------===//

#include "HostDescription.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace polymem {

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

namespace {
/// What is passed for a parameter: a pointer if there is no value.
struct PassedValue {
  llvm::json::Object description;
  HostExpression value;
  bool isIndex;
};
} // namespace

/// What is passed for the parameters that a memref becomes: both pointers, the
/// offset, sizes and strides, or one pointer.
static std::vector<PassedValue> expandArray(const ArrayView &view, bool bare) {
  using llvm::json::Object;
  std::vector<PassedValue> list;
  auto add = [&](StringRef kind, const HostExpression &value) {
    list.push_back(
        {Object{{"kind", kind}, {"array", view.array}}, value, true});
  };
  add("pointer", nullptr);
  if (bare)
    return list;
  add("pointer", nullptr);
  add("offset", view.offset);
  for (auto [kind, values] : {std::pair("size", ArrayRef(view.sizes)),
                              std::pair("stride", ArrayRef(view.strides))})
    for (auto [d, value] : llvm::enumerate(values)) {
      add(kind, value);
      list.back().description["dimension"] = static_cast<int64_t>(d);
    }
  return list;
}

bool HostDescription::addArguments(gpu::LaunchFuncOp launch,
                                   const KernelSignature &kernel,
                                   Object &action,
                                   std::vector<Object> &conditions) {
  // As many as the kernel has: memrefs are descriptors, or bare pointers.
  size_t descriptors = 0, bare = 0;
  for (mlir::Value operand : launch.getKernelOperands()) {
    auto memref = dyn_cast<MemRefType>(operand.getType());
    descriptors += memref ? 3 + 2 * memref.getRank() : 1;
    ++bare;
  }
  size_t number = kernel.parameters.size();
  if (number != descriptors && number != bare) {
    fail(launch, llvm::formatv("the kernel has {0} parameters, its launch {1}",
                               number, descriptors)
                     .str());
    return false;
  }
  std::vector<PassedValue> list;
  // What has to fit in an index of the kernel.
  SmallVector<HostExpression> indices;
  for (mlir::Value operand : launch.getKernelOperands()) {
    if (isa<MemRefType>(operand.getType())) {
      const ArrayView *view = needView(operand, launch);
      if (!view)
        return false;
      uses[view->array].byDevice = true;
      if (number != descriptors && !view->offset->isInteger(0)) {
        fail(launch, "it passes a part of an array as a bare pointer");
        return false;
      }
      for (PassedValue &passed : expandArray(*view, number != descriptors))
        list.push_back(std::move(passed));
      indices.push_back(
          makeOperation("+", {view->offset, view->countElements()}));
      continue;
    }
    if (operand.getType().isIndex())
      indices.push_back(need(operand));
    HostExpression value = need(operand);
    Object argument{{"kind", "scalar"}};
    if (value->kind == ExpressionNode::Kind::Name)
      argument["name"] = value->text;
    list.push_back({std::move(argument), value, operand.getType().isIndex()});
  }
  Array arguments;
  bool narrow = false;
  for (auto [parameter, passed] : llvm::zip_equal(kernel.parameters, list)) {
    auto &[argument, value, isIndex] = passed;
    if (!value == (parameter.type != "pointer")) {
      fail(launch, "a parameter of the kernel is no pointer where its launch "
                   "has one, or the other way round");
      return false;
    }
    if (value)
      put(argument, "value", value);
    narrow |= value && isIndex && parameter.bytes < sizeof(int64_t);
    argument["type"] = parameter.type;
    argument["bytes"] = parameter.bytes;
    arguments.push_back(std::move(argument));
  }
  action["arguments"] = std::move(arguments);
  if (narrow)
    for (const HostExpression &index : indices)
      addCondition(conditions,
                   makeOperation("<=", {index, makeInteger(INT32_MAX)}),
                   "the kernel computes with indices of 32 bits");
  return true;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Adds a condition, unless it always holds.
void HostDescription::addCondition(std::vector<Object> &conditions,
                                   const HostExpression &condition,
                                   StringRef reason) {
  if (getInteger(condition).value_or(0) == 1)
    return;
  Object object{{"reason", reason.str()}};
  put(object, "condition", condition);
  conditions.push_back(std::move(object));
}

/// Whether an expression is known to be one at least.
bool HostDescription::isPositive(const HostExpression &expression) const {
  if (auto constant = getInteger(expression))
    return *constant > 0;
  if (llvm::any_of(facts, [&](const HostExpression &fact) {
        return fact->is(">") && fact->operands[1]->isInteger(0) &&
               isSame(fact->operands[0], expression);
      }))
    return true;
  if (expression->is("min") || expression->is("max") || expression->is("+")) {
    bool a = isPositive(expression->operands[0]),
         b = isPositive(expression->operands[1]);
    if (expression->is("+"))
      return (a && expression->operands[1]->nonNegative) ||
             (b && expression->operands[0]->nonNegative);
    return expression->is("min") ? a && b : a || b;
  }
  return false;
}

void HostDescription::addLaunchConditions(const KernelSignature &kernel,
                                          ArrayRef<HostExpression> grid,
                                          ArrayRef<HostExpression> block,
                                          const HostExpression &sharedBytes,
                                          std::vector<Object> &conditions) {
  auto atMost = [&](const HostExpression &value, int64_t limit) {
    // min(x, c) with c <= limit
    if (value->is("min"))
      if (auto bound = getInteger(value->operands[1]); bound && *bound <= limit)
        return makeInteger(1);
    return makeOperation("<=", {value, makeInteger(limit)});
  };
  auto atLeastOne = [&](const HostExpression &value) {
    return isPositive(value) ? makeInteger(1)
                             : makeOperation(">=", {value, makeInteger(1)});
  };
  for (unsigned axis = 0; axis < 3; ++axis) {
    char name = "xyz"[axis];
    addCondition(
        conditions, atMost(grid[axis], machine.blocks().maxDim[axis]),
        llvm::formatv("the machine has no larger grids along {0}", name).str());
    addCondition(conditions, atLeastOne(grid[axis]), "a grid has blocks");
    addCondition(
        conditions, atMost(block[axis], machine.threads().maxDim[axis]),
        llvm::formatv("the machine has no larger blocks along {0}", name)
            .str());
    addCondition(conditions, atLeastOne(block[axis]), "a block has threads");
  }
  HostExpression threads =
      makeOperation("*", {makeOperation("*", {block[0], block[1]}), block[2]});
  addCondition(conditions, atMost(threads, machine.threads().maxPerBlock),
               "the machine has no larger blocks");
  addCondition(conditions,
               atMost(sharedBytes,
                      machine.scratchpad().bytes - kernel.staticSharedBytes),
               "the machine has no more shared memory for a block");
  addCondition(conditions,
               sharedBytes->nonNegative
                   ? makeInteger(1)
                   : makeOperation(">=", {sharedBytes, makeInteger(0)}),
               "sizes are not negative");
}

//===----------------------------------------------------------------------===//
// The launch
//===----------------------------------------------------------------------===//

void HostDescription::describeLaunch(gpu::LaunchFuncOp launch) {
  if (launch.hasClusterSize())
    return fail(launch, "the launch has clusters of blocks");
  std::string symbol = (launch.getKernelModuleName().getValue() +
                        "::" + launch.getKernelName().getValue())
                           .str();
  auto kernel = kernels.find(symbol);
  if (kernel == kernels.end())
    return fail(launch, "parameters of the kernel are not numbers or pointers");
  auto sizes = [&](gpu::KernelDim3 dim) {
    return SmallVector<HostExpression>{need(dim.x), need(dim.y), need(dim.z)};
  };
  SmallVector<HostExpression> grid = sizes(launch.getGridSizeOperandValues()),
                              block = sizes(launch.getBlockSizeOperandValues());
  HostExpression shared = makeInteger(0);
  if (launch.getDynamicSharedMemorySize())
    shared = need(launch.getDynamicSharedMemorySize());
  // The condition on it says that it does not wrap.
  if (shared->is("i32.from"))
    shared = shared->operands[0];
  Object action{{"kind", "launch"},
                {"kernel", launch.getKernelName().getValue()}};
  if (kernel->second.isCooperative)
    action["cooperative"] = true;
  std::vector<Object> conditions;
  if (!addArguments(launch, kernel->second, action, conditions))
    return;
  putList(action, "grid", grid);
  putList(action, "block", block);
  put(action, "dynamicSharedBytes", shared);
  addLaunchConditions(kernel->second, grid, block, shared, conditions);
  Array list;
  for (Object &condition : conditions)
    list.push_back(std::move(condition));
  action["conditions"] = std::move(list);
  actions->push_back(std::move(action));
}

} // namespace polymem
