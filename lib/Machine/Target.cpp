//===- Target.cpp - the machine that IR is for ----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Machine/Target.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;
using namespace polymem;

/// The numbers in `value`; nothing if it is no number and no array of them.
static std::optional<std::vector<int64_t>> numbersIn(Attribute value) {
  SmallVector<Attribute> elements = {value};
  if (auto array = dyn_cast<ArrayAttr>(value))
    elements.assign(array.begin(), array.end());
  else if (auto dense = dyn_cast<DenseI64ArrayAttr>(value))
    return dense.asArrayRef().vec();
  std::vector<int64_t> numbers;
  for (Attribute element : elements) {
    auto number = dyn_cast<IntegerAttr>(element);
    if (!number || number.getValue().getSignificantBits() > 64)
      return std::nullopt;
    numbers.push_back(number.getType().isInteger(1)
                          ? number.getValue().getZExtValue()
                          : number.getValue().getSExtValue());
  }
  return numbers;
}

llvm::Error polymem::applyTargetSpec(Operation *op, Machine &machine) {
  TargetSystemSpecInterface spec;
  for (Operation *around = op; around && !spec; around = around->getParentOp())
    spec = around->getAttrOfType<TargetSystemSpecInterface>(
        DLTIDialect::kTargetSystemDescAttrName);
  if (!spec)
    return llvm::Error::success();
  auto fail = [](const Twine &text) {
    return llvm::createStringError(
        Twine(DLTIDialect::kTargetSystemDescAttrName) + ": polymem." + text);
  };
  std::vector<MachineSetting> settings;
  for (const auto &device : spec.getEntries()) {
    auto entries = dyn_cast<TargetDeviceSpecInterface>(device.getValue());
    if (!entries)
      continue;
    for (DataLayoutEntryInterface entry : entries.getEntries()) {
      auto key = dyn_cast<StringAttr>(entry.getKey());
      StringRef field = key ? key.getValue() : StringRef();
      if (!field.consume_front("polymem."))
        continue;
      auto values = numbersIn(entry.getValue());
      if (!values)
        return fail(field + ": expected an integer, or an array of three");
      settings.push_back({field.str(), std::move(*values)});
    }
  }
  if (llvm::Error wrong = machine.set(settings))
    return fail(llvm::toString(std::move(wrong)));
  return llvm::Error::success();
}

FailureOr<Machine> polymem::targetMachine(Operation *op, StringRef nameOrPath,
                                          StringRef pass) {
  llvm::Expected<Machine> machine = Machine::lookup(nameOrPath);
  llvm::Error wrong =
      machine ? applyTargetSpec(op, *machine) : machine.takeError();
  if (wrong)
    return op->emitError() << pass << ": " << llvm::toString(std::move(wrong));
  return std::move(*machine);
}
