//===- Machines.cpp - C API: machine descriptions -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Messages.h"
#include "PolyMem/Machine/Machine.h"

using namespace polymem;
using namespace polymem::capi;

void polymemForEachMachine(MlirStringCallback callback, void *userData) {
  for (const std::string &name : Machine::names())
    give(name, callback, userData);
}

MlirLogicalResult polymemDescribeMachine(MlirStringRef nameOrFile,
                                         MlirStringCallback callback,
                                         MlirStringCallback error,
                                         void *userData) {
  llvm::Expected<Machine> machine = Machine::lookup(unwrap(nameOrFile));
  if (!machine)
    return fail(llvm::toString(machine.takeError()), error, userData);
  std::string text;
  llvm::raw_string_ostream os(text);
  machine->print(os);
  give(text, callback, userData);
  return mlirLogicalResultSuccess();
}
