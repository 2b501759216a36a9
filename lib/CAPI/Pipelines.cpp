//===- Pipelines.cpp - C API: pipelines and what they make ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Pipelines/Pipelines.h"
#include "Messages.h"
#include "PolyMem/Dialect/PolyMem/Interruption.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace polymem::capi;

/// Reads `text` for `op`: with an anchor, or the passes of an operation like
/// it.
static FailureOr<OpPassManager> parse(StringRef text, StringRef op,
                                      raw_ostream &errors) {
  size_t parenthesis = text.find('(');
  if (parenthesis != StringRef::npos && text.trim().ends_with(")") &&
      text.substr(0, parenthesis).trim() == op)
    return parsePassPipeline(text, errors);
  OpPassManager manager(op);
  if (failed(parsePassPipeline(text, manager, errors)))
    return failure();
  return manager;
}

MlirLogicalResult polymemRunPipeline(MlirOperation op, MlirStringRef pipeline,
                                     MlirStringCallback error, void *userData) {
  Operation *root = unwrap(op);
  StringRef name = root->getName().getStringRef();
  std::string message;
  llvm::raw_string_ostream errors(message);
  FailureOr<OpPassManager> parsed = parse(unwrap(pipeline), name, errors);
  if (failed(parsed))
    return fail(message, error, userData);
  PassManager manager(root->getContext(), name);
  static_cast<OpPassManager &>(manager) = std::move(*parsed);
  return wrap(polymem::runInterruptibly(manager, root));
}

MlirLogicalResult polymemCompileToPTX(MlirModule module, MlirStringRef options,
                                      MlirStringCallback ptx,
                                      MlirStringCallback metadata,
                                      MlirStringCallback error,
                                      void *userData) {
  polymem::ToPTXOptions read;
  std::string message;
  llvm::raw_string_ostream errors(message);
  if (failed(read.parseFromString(unwrap(options), errors)))
    return fail(message, error, userData);
  bool cost = read.emit == polymem::PTXForm::Cost;
  if ((read.emit != polymem::PTXForm::Text && !cost) ||
      !read.metadata.empty() || read.output != "-")
    return fail("options 'emit', except for emit=cost, 'output' and 'metadata' "
                "are not for polymemCompileToPTX, whose callbacks get text and "
                "metadata",
                error, userData);
  std::string text, launches;
  llvm::raw_string_ostream toText(text), toLaunches(launches);
  read.outputStream = &toText;
  if (metadata)
    read.metadataStream = &toLaunches;
  OwningOpRef<ModuleOp> copy(unwrap(module).clone());
  PassManager manager(copy->getContext(), ModuleOp::getOperationName());
  if (llvm::Error wrong = polymem::buildToPTX(manager, read))
    return fail(llvm::toString(std::move(wrong)), error, userData);
  if (failed(polymem::runInterruptibly(manager, *copy)))
    return wrap(failure());
  give(text, ptx, userData);
  give(launches, metadata, userData);
  return wrap(success());
}

MlirLogicalResult polymemCompileToPremC(MlirModule module,
                                        MlirStringRef options,
                                        MlirStringCallback text,
                                        MlirStringCallback error,
                                        void *userData) {
  polymem::ToPremOptions read;
  std::string message;
  llvm::raw_string_ostream errors(message);
  if (failed(read.parseFromString(unwrap(options), errors)))
    return fail(message, error, userData);
  if (read.emit != polymem::PremForm::C || read.output != "-")
    return fail("options 'emit' and 'output' are not for "
                "polymemCompileToPremC, whose callback gets the text",
                error, userData);
  std::string printed;
  llvm::raw_string_ostream toPrinted(printed);
  read.outputStream = &toPrinted;
  OwningOpRef<ModuleOp> copy(unwrap(module).clone());
  PassManager manager(copy->getContext(), ModuleOp::getOperationName());
  if (llvm::Error wrong = polymem::buildToPrem(manager, read))
    return fail(llvm::toString(std::move(wrong)), error, userData);
  if (failed(polymem::runInterruptibly(manager, *copy)))
    return wrap(failure());
  give(printed, text, userData);
  return wrap(success());
}
