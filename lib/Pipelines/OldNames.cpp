//===- OldNames.cpp - passes under the names that they once had -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Pipelines/Registration.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

/// A pass that was called `old`.
struct Renamed {
  StringRef old;
  std::unique_ptr<Pass> (*create)();
};

static const Renamed kRenamed[] = {
    {"scratch-map-storage", [] { return polymem::createMapStoragePass(); }},
};

void polymem::registerOldPassNames() {
  for (const Renamed &renamed : kRenamed) {
    std::unique_ptr<Pass> pass = renamed.create();
    std::string name = pass->getArgument().str();
    registerPassPipeline(
        renamed.old, "The old name of " + name,
        [&renamed](OpPassManager &manager, StringRef options,
                   function_ref<LogicalResult(const Twine &)> error) {
          std::unique_ptr<Pass> pass = renamed.create();
          llvm::WithColor::warning()
              << "the pass '" << renamed.old << "' is called '"
              << pass->getArgument() << "' now\n";
          if (failed(pass->initializeOptions(options, error)))
            return failure();
          manager.addPass(std::move(pass));
          return success();
        },
        [](function_ref<void(const detail::PassOptions &)>) {});
  }
}
