//===- Functions.cpp - polymem._core: functions of a module ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "Convert.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

namespace nb = nanobind;
using namespace polymem::python;

static std::string textOf(MlirAttribute attribute) {
  std::string text;
  if (!mlirAttributeIsNull(attribute))
    mlirAttributePrint(attribute, append, &text);
  return text;
}

static std::string textOf(MlirType type) {
  std::string text;
  mlirTypePrint(type, append, &text);
  return text;
}

static bool isNamed(MlirOperation op, const char *name) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                            mlirStringRefCreateFromCString(name));
}

/// Whether the array `value` may be written: there is a use of it that is
/// neither a load nor its size.
static bool mayBeWritten(MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (!isNamed(op, "affine.load") && !isNamed(op, "memref.load") &&
        !isNamed(op, "memref.dim"))
      return true;
  }
  return false;
}

/// The name that a location gives to an argument, or "".
static std::string nameOf(MlirValue argument) {
  MlirLocation location = mlirValueGetLocation(argument);
  if (!mlirLocationIsAName(location))
    return "";
  return textOf(mlirIdentifierStr(mlirLocationNameGetName(location)));
}

/// A function's parameters: (name, type, written, attributes).
static nb::list parametersOf(MlirOperation function) {
  nb::list parameters;
  MlirBlock entry =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirAttribute attributes = mlirOperationGetAttributeByName(
      function, mlirStringRefCreateFromCString("arg_attrs"));
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(entry); i < n; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    MlirAttribute own = mlirAttributeIsNull(attributes)
                            ? mlirAttributeGetNull()
                            : mlirArrayAttrGetElement(attributes, i);
    nb::dict named;
    intptr_t count =
        mlirAttributeIsNull(own) ? 0 : mlirDictionaryAttrGetNumElements(own);
    for (intptr_t k = 0; k < count; ++k) {
      MlirNamedAttribute entry = mlirDictionaryAttrGetElement(own, k);
      named[toPython(textOf(mlirIdentifierStr(entry.name)))] =
          toPython(textOf(entry.attribute));
    }
    parameters.append(
        nb::make_tuple(toPython(nameOf(argument)),
                       toPython(textOf(mlirValueGetType(argument))),
                       mayBeWritten(argument), named));
  }
  return parameters;
}

/// The functions of `source` with a body: the value is a list of (name,
/// parameters, number of results).
static Outcome functionsOf(const nb::bytes &source) {
  Session session;
  MlirModule module = session.parse({source.c_str(), source.size()});
  if (mlirModuleIsNull(module))
    return outcome(session, nb::none());
  nb::list functions;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!isNamed(op, "func.func") ||
        mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))))
      continue;
    MlirStringRef name = mlirStringAttrGetValue(mlirOperationGetAttributeByName(
        op, mlirStringRefCreateFromCString("sym_name")));
    MlirType type = mlirTypeAttrGetValue(mlirOperationGetAttributeByName(
        op, mlirStringRefCreateFromCString("function_type")));
    functions.append(nb::make_tuple(toPython(textOf(name)), parametersOf(op),
                                    mlirFunctionTypeGetNumResults(type)));
  }
  mlirModuleDestroy(module);
  return outcome(session, functions);
}

void polymem::python::addFunctions(nb::module_ &module) {
  module.def("functions_of", functionsOf, nb::arg("source"),
             "Reads a module. The value of the outcome is a list of (name, "
             "[(parameter's name, type, whether it may be written, {attribute: "
             "text})], number of results) of its functions.");
}
