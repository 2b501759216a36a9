//===- polymem-opt.cpp - the pass driver -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ToolRegistration.h"
#include "PolyMem/Pipelines/Pipelines.h"
#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"

static llvm::cl::opt<bool> printIslOperations(
    "isl-operations",
    llvm::cl::desc("Print the number of isl operations used, on stderr"));

static llvm::cl::opt<bool> printPipelineDefaults(
    "polymem-pipeline-defaults", llvm::cl::Hidden,
    llvm::cl::desc("Print the options of PolyMem's pipelines with their "
                   "defaults, and nothing else"));

/// The argument that asks for PTX text on standard output, or null.
static char **findPTXPipeline(llvm::MutableArrayRef<char *> arguments) {
  for (char *&argument : arguments) {
    llvm::StringRef text = argument;
    if (text.starts_with("-") &&
        text.ltrim('-').split('=').first == "polymem-to-ptx")
      return text.contains("emit=module") || text.contains("emit=staged") ||
                     text.contains("output=")
                 ? nullptr
                 : &argument;
  }
  return nullptr;
}

/// The file of `-o`; empty if there is none or it is standard output.
static llvm::StringRef findOutput(llvm::ArrayRef<char *> arguments) {
  llvm::StringRef file;
  for (size_t i = 0; i < arguments.size(); ++i) {
    llvm::StringRef text = arguments[i];
    if ((text == "-o" || text == "--o") && i + 1 < arguments.size())
      file = arguments[++i];
    else if (text.consume_front("-o=") || text.consume_front("--o="))
      file = text;
  }
  return file == "-" ? "" : file;
}

/// `pipeline` with what writes PTX to `file`, and launch metadata beside it if
/// the file's name ends in .ptx.
static std::string writeTo(llvm::StringRef pipeline, llvm::StringRef file) {
  auto quoted = [](llvm::StringRef name) {
    return name.contains(' ') ? "\"" + name.str() + "\"" : name.str();
  };
  std::string options = "output=" + quoted(file);
  if (llvm::sys::path::extension(file) == ".ptx" &&
      !pipeline.contains("metadata="))
    options += " metadata=" + quoted(file.drop_back(3).str() + "json");
  bool hasOptions = pipeline.contains('=');
  return (pipeline + (hasOptions ? " " : "=") + options).str();
}

int main(int argc, char **argv) {
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  // PTX text is the output. The module is written nowhere.
  llvm::SmallVector<char *> arguments(argv, argv + argc);
  char **pipeline =
      findPTXPipeline(llvm::MutableArrayRef(arguments).drop_front());
  std::string completed;
  llvm::StringRef file = findOutput(llvm::ArrayRef(arguments).drop_front());
  if (pipeline && !file.empty()) {
    completed = writeTo(*pipeline, file);
    *pipeline = completed.data();
  }
  arguments.push_back(nullptr);

  mlir::DialectRegistry registry;
  polymem::registerToolDialects(registry);
  polymem::registerToolPasses();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, arguments.data(), "PolyMem optimizer driver\n", registry);
  if (printPipelineDefaults) {
    polymem::printPipelineDefaults(llvm::outs());
    return 0;
  }
  if (pipeline)
    output = "/dev/null";
  llvm::LogicalResult result =
      mlir::MlirOptMain(argc, arguments.data(), input, output, registry);
  if (printIslOperations)
    llvm::errs() << "isl operations: " << polymem::islOperationsUsed() << "\n";
  return mlir::asMainReturnCode(result);
}
