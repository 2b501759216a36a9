//===- Case.h - one differential test ---------------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_FUZZ_CASE_H
#define POLYMEM_FUZZ_CASE_H

#include "PolyMem/Runner/HostJit.h"
#include "PolyMem/Runner/Runner.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace polymem::fuzz {

/// In the message of a failure that only shows where loops that are declared
/// parallel run from their last iteration to the first.
inline constexpr llvm::StringLiteral kBackwards = "parallel loops backwards";

/// The kind of what is no failure: polymem-to-prem refuses the program, and
/// says why.
inline constexpr llvm::StringLiteral kRefused = "refused";

/// What went wrong.
struct Failure {
  /// What a smaller program must show too: "mismatch", "crash: signal 11",
  /// "hang", "error in PASS", "run: ..."; "invalid program" where the original
  /// itself fails.
  std::string kind;
  std::string message;
};

/// How often a pass ran, how often it changed the program, and the processor
/// time taken (which does not depend on what else the machine does).
struct PassCount {
  uint64_t runs = 0, changed = 0;
  double seconds = 0;
};
/// By the name of the pass, without options.
using PassCounts = llvm::StringMap<PassCount>;

/// A program with its reference results, to compare transformed versions with.
class Case {
public:
  /// Keeps compiled programs and pass managers for the next case.
  class Engine {
  public:
    explicit Engine(mlir::MLIRContext &context) : context(context) {}
    runtime::HostJit &jit();
    /// A pass manager that runs `pass`; null with `message` for a bad text.
    mlir::PassManager *passManager(llvm::StringRef pass, std::string &message);
    mlir::MLIRContext &getContext() { return context; }

  private:
    mlir::MLIRContext &context;
    std::unique_ptr<runtime::HostJit> compiler;
    unsigned uses = 0;
    llvm::StringMap<std::unique_ptr<mlir::PassManager>> managers;
  };

  /// `module` has one function, `f`; the arguments for run-time tile sizes are
  /// appended to it. `sizes` may hold more names than the program has.
  Case(Engine &engine, mlir::ModuleOp module, std::vector<SizeBindings> sizes)
      : engine(engine), module(module), sizes(std::move(sizes)) {}

  /// Runs the original. A failure is of kind "invalid program".
  std::optional<Failure> prepare();

  /// Transforms a copy by the passes of `pipeline` (see Pipeline::text), runs
  /// it and compares. `onPass` is told which pass, or "run", comes next.
  std::optional<Failure>
  check(llvm::StringRef pipeline,
        llvm::function_ref<void(llvm::StringRef)> onPass);

  /// A copy of the program, transformed by `passes`; null on failure. (Copies
  /// are remembered: it takes no time to ask for the same again.)
  mlir::OwningOpRef<mlir::ModuleOp>
  transform(llvm::ArrayRef<std::string> passes,
            llvm::function_ref<void(llvm::StringRef)> onPass,
            std::optional<Failure> &failure);

  /// Compiles `copy`, a transformed program, which this changes, runs it at all
  /// sizes and compares.
  std::optional<Failure> run(mlir::ModuleOp copy);

  /// The number of the first argument for a run-time tile size.
  unsigned firstTileSize() const { return firstSize; }
  llvm::ArrayRef<SizeBindings> allSizes() const { return sizes; }

  /// Whether the last check's pipeline changed the program.
  bool wasTransformed() const { return transformed; }
  const PassCounts &passCounts() const { return counts; }

private:
  std::optional<Failure> compile(mlir::ModuleOp copy,
                                 runtime::HostFunction &function,
                                 bool reverseParallel = false);
  std::optional<Failure> runAllSizes(const runtime::HostFunction &function);

  Engine &engine;
  mlir::ModuleOp module;
  std::vector<SizeBindings> sizes;
  unsigned firstSize = 0;
  runtime::Signature signature;
  runtime::HostFunction original;
  std::vector<runtime::Execution> references;
  /// What a list of passes makes of the program: pipelines begin alike.
  llvm::StringMap<mlir::OwningOpRef<mlir::ModuleOp>> prefixes;
  /// Texts of programs that agreed.
  llvm::StringMap<bool> known;
  bool transformed = false;
  PassCounts counts;
};

} // namespace polymem::fuzz

#endif // POLYMEM_FUZZ_CASE_H
