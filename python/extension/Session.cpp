//===- Session.cpp - a context and what is said in it ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

namespace polymem::python {

void append(MlirStringRef text, void *data) {
  static_cast<std::string *>(data)->append(text.data, text.length);
}

/// The first place in a file that `location` names: of an inlined operation
/// where it was written, of a fused one its first part that has one.
static Place placeOf(MlirLocation location) {
  if (mlirLocationIsAFileLineColRange(location)) {
    MlirIdentifier file = mlirLocationFileLineColRangeGetFilename(location);
    return {textOf(mlirIdentifierStr(file)),
            mlirLocationFileLineColRangeGetStartLine(location),
            mlirLocationFileLineColRangeGetStartColumn(location)};
  }
  if (mlirLocationIsAName(location))
    return placeOf(mlirLocationNameGetChildLoc(location));
  if (mlirLocationIsACallSite(location))
    return placeOf(mlirLocationCallSiteGetCallee(location));
  if (!mlirLocationIsAFused(location))
    return {};
  std::vector<MlirLocation> parts(mlirLocationFusedGetNumLocations(location));
  mlirLocationFusedGetLocations(location, parts.data());
  for (MlirLocation part : parts)
    if (Place place = placeOf(part); place.line != 0)
      return place;
  return {};
}

static const char *severityOf(MlirDiagnostic diagnostic) {
  switch (mlirDiagnosticGetSeverity(diagnostic)) {
  case MlirDiagnosticError:
    return "error";
  case MlirDiagnosticWarning:
    return "warning";
  case MlirDiagnosticNote:
    return "note";
  case MlirDiagnosticRemark:
    return "remark";
  }
  return "error";
}

static Diagnostic copyOf(MlirDiagnostic diagnostic) {
  Diagnostic copy;
  copy.severity = severityOf(diagnostic);
  mlirDiagnosticPrint(diagnostic, append, &copy.message);
  copy.place = placeOf(mlirDiagnosticGetLocation(diagnostic));
  for (intptr_t i = 0, n = mlirDiagnosticGetNumNotes(diagnostic); i < n; ++i)
    copy.notes.push_back(copyOf(mlirDiagnosticGetNote(diagnostic, i)));
  return copy;
}

static MlirLogicalResult takeDiagnostic(MlirDiagnostic diagnostic, void *data) {
  static_cast<Session *>(data)->diagnostics.push_back(copyOf(diagnostic));
  return mlirLogicalResultSuccess();
}

static const char *nameOf(PolyMemRemarkKind kind) {
  switch (kind) {
  case PolyMemRemarkPassed:
    return "passed";
  case PolyMemRemarkMissed:
    return "missed";
  case PolyMemRemarkFailure:
    return "failure";
  case PolyMemRemarkAnalysis:
    return "analysis";
  }
  return "analysis";
}

static void takeRemark(const PolyMemRemark *remark, void *data) {
  Remark copy{nameOf(remark->kind),     textOf(remark->pass),
              textOf(remark->name),     textOf(remark->function),
              textOf(remark->message),  {},
              placeOf(remark->location)};
  for (intptr_t i = 0; i < remark->numArguments; ++i)
    copy.arguments.emplace_back(textOf(remark->arguments[i].name),
                                textOf(remark->arguments[i].value));
  static_cast<Session *>(data)->remarks.push_back(std::move(copy));
}

// One function at a time is compiled: threads of a context would have nothing
// to share.
Session::Session()
    : ctx(polymemContextCreate(/*threading=*/false)),
      token(polymemInterruptCreate()) {
  polymemContextSetInterrupt(ctx, token);
  mlirContextAttachDiagnosticHandler(ctx, takeDiagnostic, this,
                                     /*deleteUserData=*/nullptr);
  polymemContextSetRemarkCallback(ctx, takeRemark, this);
}

Session::~Session() {
  mlirContextDestroy(ctx);
  polymemInterruptDestroy(token);
}

MlirModule Session::parse(const std::string &source) const {
  return mlirModuleCreateParse(ctx, refOf(source));
}

std::string Session::print(MlirModule module, bool locations) {
  std::string text;
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  if (locations)
    mlirOpPrintingFlagsEnableDebugInfo(flags, /*enable=*/true,
                                       /*prettyForm=*/false);
  mlirOperationPrintWithFlags(mlirModuleGetOperation(module), flags, append,
                              &text);
  mlirOpPrintingFlagsDestroy(flags);
  return text;
}

std::string Session::bytecode(MlirModule module) {
  std::string bytes;
  mlirOperationWriteBytecode(mlirModuleGetOperation(module), append, &bytes);
  return bytes;
}

} // namespace polymem::python
