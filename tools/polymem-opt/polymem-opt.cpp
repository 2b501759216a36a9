//===- polymem-opt.cpp - the pass driver -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ToolRegistration.h"
#include "PolyMem/Pipelines/Pipelines.h"
#include "PolyMem/Polyhedral/Isl.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"

static llvm::cl::opt<bool> printIslOperations(
    "isl-operations",
    llvm::cl::desc("Print the number of isl operations used, on stderr"));

static llvm::cl::opt<bool> printPipelineDefaults(
    "polymem-pipeline-defaults", llvm::cl::Hidden,
    llvm::cl::desc("Print the options of PolyMem's pipelines with their "
                   "defaults, and nothing else"));

/// True iff the command line asks for PTX text on standard output.
static bool printsPTX(llvm::ArrayRef<char *> arguments) {
  for (llvm::StringRef argument : arguments)
    if (argument.ltrim('-').starts_with("polymem-to-ptx"))
      return !argument.contains("emit=module") && !argument.contains("output=");
  return false;
}

int main(int argc, char **argv) {
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  mlir::DialectRegistry registry;
  polymem::registerToolDialects(registry);
  polymem::registerToolPasses();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "PolyMem optimizer driver\n", registry);
  if (printPipelineDefaults) {
    polymem::printPipelineDefaults(llvm::outs());
    return 0;
  }
  // PTX text is the output; the module is written where -o says.
  if (output == "-" && printsPTX(llvm::ArrayRef(argv, argc).drop_front()))
    output = "/dev/null";
  llvm::LogicalResult result =
      mlir::MlirOptMain(argc, argv, input, output, registry);
  if (printIslOperations)
    llvm::errs() << "isl operations: " << polymem::islOperationsUsed() << "\n";
  return mlir::asMainReturnCode(result);
}
