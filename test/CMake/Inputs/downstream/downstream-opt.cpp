// A compiler of somebody else's that uses PolyMem as a library: a pass
// made by its C++ function, a pipeline string, and a direct use of
// the polyhedral layer.
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Pipelines/Registration.h"
#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

/// The operations guard of the installed library works in this binary's isl.
static bool checkIsl() {
  polymem::IslContext context;
  isl::set triangle(context.get(), "[n] -> { [i, j] : 0 <= i <= j < n }");
  return triangle.lexmin()
      .is_equal(isl::set(context.get(), "[n] -> { [0, 0] : n > 0 }"))
      .is_true();
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  if (!checkIsl()) {
    llvm::errs() << "isl does not work\n";
    return 1;
  }
  llvm::Expected<polymem::Machine> machine =
      polymem::Machine::lookup("nvidia-gtx8800");
  if (!machine) {
    llvm::errs() << llvm::toString(machine.takeError()) << "\n";
    return 1;
  }
  llvm::outs() << "// scratchpad of " << machine->name << ": "
               << machine->scratchpad().bytes << "\n";

  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  polymem::registerAllDialects(registry);
  polymem::registerAllPasses();
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(argv[1], ParserConfig(&context));
  if (!module)
    return 1;
  // A pass made by its C++ function, with its options as a struct.
  polymem::PrintMachinePassOptions options;
  options.machine = "cpu";
  PassManager first(&context);
  first.addPass(polymem::createPrintMachinePass(options));
  if (failed(first.run(*module)))
    return 1;

  // A pipeline string, parsed on its own so that a wrong one is an error.
  FailureOr<OpPassManager> pipeline = parsePassPipeline(argv[2]);
  if (failed(pipeline))
    return 1;
  PassManager second(&context);
  static_cast<OpPassManager &>(second) = std::move(*pipeline);
  if (failed(second.run(*module)))
    return 1;
  module->print(llvm::outs());
  llvm::outs() << "\n";
  return 0;
}
