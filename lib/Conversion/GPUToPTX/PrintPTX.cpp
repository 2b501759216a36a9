//===- PrintPTX.cpp - the PTX text of compiled kernels --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/ToolOutputFile.h"

namespace polymem {
#define GEN_PASS_DEF_PRINTPTXPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {

struct PrintPTXPass : polymem::impl::PrintPTXPassBase<PrintPTXPass> {
  using PrintPTXPassBase::PrintPTXPassBase;
  explicit PrintPTXPass(raw_ostream &os) : stream(&os) {}

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (stream)
      return print(*stream);
    std::string message;
    std::unique_ptr<llvm::ToolOutputFile> file =
        openOutputFile(output, &message);
    if (!file) {
      getOperation()->emitError() << message;
      return signalPassFailure();
    }
    print(file->os());
    file->keep();
  }

private:
  void print(raw_ostream &os) {
    bool found = false;
    getOperation()->walk([&](gpu::BinaryOp binary) {
      for (Attribute attr : binary.getObjects()) {
        auto object = dyn_cast<gpu::ObjectAttr>(attr);
        if (!object || object.getFormat() != gpu::CompilationTarget::Assembly)
          continue;
        found = true;
        // The text of a PTX file ends with a zero byte in some versions.
        os << object.getObject().getValue().rtrim('\0');
      }
    });
    if (!found)
      getOperation()->emitWarning(
          "no kernel: nothing was mapped to the GPU, or the kernels are not "
          "compiled by gpu-module-to-binary{format=isa}");
  }

  /// Where to, if not to the file.
  raw_ostream *stream = nullptr;
};

} // namespace

std::unique_ptr<Pass> polymem::createPrintPTXPass(raw_ostream &os) {
  return std::make_unique<PrintPTXPass>(os);
}
