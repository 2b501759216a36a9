//===- GPUToEmulator.cpp - kernels for the device emulator ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include "PolyMem/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace polymem {
#define GEN_PASS_DEF_CONVERTGPUTOEMULATORPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {

struct ConvertGPUToEmulatorPass
    : polymem::impl::ConvertGPUToEmulatorPassBase<ConvertGPUToEmulatorPass> {
  using ConvertGPUToEmulatorPassBase::ConvertGPUToEmulatorPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(gputoemulator::checkModule(module)))
      return signalPassFailure();
    SmallVector<gpu::GPUModuleOp> gpuModules(module.getOps<gpu::GPUModuleOp>());
    if (gpuModules.empty())
      return;
    SymbolTable symbols(module);
    gputoemulator::Tables tables(module);
    gputoemulator::Calls calls(module);
    gputoemulator::KernelOptions options;
    options.instrument = instrument;
    options.countInstructions = countInstructions;

    llvm::StringMap<gputoemulator::KernelInfo> kernels;
    for (gpu::GPUModuleOp gpuModule : gpuModules) {
      gputoemulator::KernelConverter converter(gpuModule, options, symbols,
                                               tables, calls);
      converter.run();
      for (auto &[name, info] : converter.kernels())
        kernels[(gpuModule.getName() + "::" + name).str()] = info;
    }
    tables.finish();
    gputoemulator::convertHost(module, calls, [&](SymbolRefAttr name) {
      return kernels.lookup((name.getRootReference().getValue() +
                             "::" + name.getLeafReference().getValue())
                                .str());
    });
    for (gpu::GPUModuleOp gpuModule : gpuModules)
      gpuModule.erase();
    module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }
};

} // namespace
