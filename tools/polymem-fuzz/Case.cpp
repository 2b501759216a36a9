//===- Case.cpp - one differential test -----------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Case.h"
#include "Generator.h"
#include "PipelineList.h"
#include "PolyMem/Emulator/Checking/Checker.h"
#include "PolyMem/Runner/MachineLimits.h"
#include "PolyMem/Runner/PremRuns.h"
#include "TestPasses.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include <ctime>

using namespace llvm;
using namespace polymem::runtime;
using mlir::ModuleOp;

namespace polymem::fuzz {

//===----------------------------------------------------------------------===//
// Engine
//===----------------------------------------------------------------------===//

HostJit &Case::Engine::jit() {
  // Machine code is never freed: begin anew now and then.
  constexpr unsigned kMaxUses = 500;
  if (!compiler || ++uses > kMaxUses) {
    compiler = cantFail(HostJit::create());
    uses = 0;
  }
  return *compiler;
}

mlir::PassManager *Case::Engine::passManager(StringRef pass,
                                             std::string &message) {
  std::unique_ptr<mlir::PassManager> &manager = managers[pass];
  if (manager)
    return manager.get();
  // Pipelines and this test are for modules, all else is for functions too.
  bool onModule =
      pass.starts_with("polymem-to-") || pass == "test-polymem-uninterpreted";
  std::string text = onModule
                         ? ("builtin.module(" + pass + ")").str()
                         : ("builtin.module(func.func(" + pass + "))").str();
  raw_string_ostream os(message);
  mlir::FailureOr<mlir::OpPassManager> passes =
      mlir::parsePassPipeline(text, os);
  if (mlir::failed(passes))
    return nullptr;
  manager = std::make_unique<mlir::PassManager>(&context);
  static_cast<mlir::OpPassManager &>(*manager) = std::move(*passes);
  return manager.get();
}

//===----------------------------------------------------------------------===//
// Case
//===----------------------------------------------------------------------===//

namespace {
/// Keeps errors instead of printing; swallows remarks and warnings.
class ErrorText : mlir::ScopedDiagnosticHandler {
public:
  explicit ErrorText(mlir::MLIRContext &context)
      : ScopedDiagnosticHandler(&context) {
    setHandler([this](mlir::Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
        text += diagnostic.str() + "\n";
      return mlir::success();
    });
  }
  std::string text;
};
} // namespace

static std::string textOf(ModuleOp module) {
  std::string text;
  raw_string_ostream os(text);
  module->print(os, mlir::OpPrintingFlags().useLocalScope());
  return text;
}

/// The kind of an error: its first words, without numbers.
static std::string kindOf(StringRef stage, StringRef message) {
  std::string kind = (stage + ": ").str();
  for (char c : message.take_until([](char c) { return c == '\n'; }))
    if (!isDigit(c))
      kind += c;
  return StringRef(kind).take_front(50).str();
}

std::optional<Failure> Case::compile(ModuleOp copy, HostFunction &function,
                                     bool reverseParallel) {
  ErrorText errors(engine.getContext());
  std::string message;
  mlir::PassManager *hash =
      engine.passManager("test-polymem-uninterpreted", message);
  if (!hash || failed(hash->run(copy)))
    return Failure{"error in test-polymem-uninterpreted",
                   errors.text + message};
  HostLoweringOptions options;
  options.checkBounds = true;
  options.reverseParallel = reverseParallel;
  options.guardStack = true;
  if (failed(lowerToLLVMDialect(copy, options)))
    return Failure{kindOf("lowering", errors.text), errors.text};
  auto compiled = engine.jit().compile(copy, signature.name);
  if (!compiled)
    return Failure{"compilation", toString(compiled.takeError())};
  function = *compiled;
  return std::nullopt;
}

/// Of the machine that passes plan for if told nothing.
static emulator::Limits limitsOfRuns() {
  return limitsOf(cantFail(Machine::lookup(kDefaultMachine)));
}

std::optional<Failure> Case::prepare() {
  ErrorText errors(engine.getContext());
  auto invalid = [&](const Twine &message) {
    return Failure{"invalid program", message.str() + errors.text};
  };
  auto function = module.lookupSymbol<mlir::func::FuncOp>("f");
  if (!function)
    return invalid("no function f");
  firstSize = function.getNumArguments();
  SmallVector<std::string> tileSizes(std::begin(kTileSizeNames),
                                     std::end(kTileSizeNames));
  if (failed(appendParameters(function, tileSizes)))
    return invalid("no tile sizes");
  mlir::FailureOr<Signature> read = Signature::get(function);
  if (failed(read))
    return invalid("");
  signature = std::move(*read);
  signature.allowAnyBits(function);
  // A smaller program may have lost some of its sizes.
  std::set<std::string> names = signature.sizeNames();
  for (SizeBindings &bindings : sizes)
    for (auto it = bindings.begin(); it != bindings.end();)
      it = names.count(it->first) ? std::next(it) : bindings.erase(it);

  known[textOf(module)] = true;
  mlir::OwningOpRef<ModuleOp> copy(module.clone());
  if (auto failure = compile(*copy, original))
    return invalid(failure->message);
  emulator::Options options(limitsOfRuns());
  for (const SizeBindings &bindings : sizes) {
    auto execution = execute(original, signature, bindings, /*seed=*/1,
                             /*run=*/0, options);
    if (!execution)
      return invalid(toString(execution.takeError()));
    // With other poison: a program that reads what nobody wrote has no result.
    auto again =
        execute(original, signature, bindings, /*seed=*/1, /*run=*/2, options);
    if (!again)
      return invalid(toString(again.takeError()));
    if (auto difference = compare(*execution, *again, /*tolerance=*/0))
      return invalid("undefined: " + *difference);
    references.push_back(std::move(*execution));
  }
  return std::nullopt;
}

mlir::OwningOpRef<ModuleOp>
Case::transform(ArrayRef<std::string> passes,
                function_ref<void(StringRef)> onPass,
                std::optional<Failure> &failure) {
  if (passes.empty())
    return mlir::OwningOpRef<ModuleOp>(module.clone());
  std::string prefix = join(passes, ",");
  if (auto it = prefixes.find(prefix); it != prefixes.end())
    return mlir::OwningOpRef<ModuleOp>(it->second.get().clone());
  mlir::OwningOpRef<ModuleOp> copy =
      transform(passes.drop_back(), onPass, failure);
  if (!copy)
    return copy;
  ErrorText errors(engine.getContext());
  StringRef name = StringRef(passes.back()).take_until([](char c) {
    return c == '{' || c == '(';
  });
  onPass(name);
  std::string message;
  mlir::PassManager *manager = engine.passManager(passes.back(), message);
  if (!manager) {
    failure = Failure{"bad pipeline", message};
    return nullptr;
  }
  mlir::OperationFingerPrint before(*copy);
  std::clock_t start = std::clock();
  if (mlir::failed(manager->run(*copy))) {
    if (name == "polymem-to-prem" && !errors.text.empty()) {
      failure = Failure{kRefused.str(), kindOf("refused", errors.text)};
      return nullptr;
    }
    failure = Failure{("error in " + name).str(), errors.text};
    return nullptr;
  }
  PassCount &count = counts[name];
  ++count.runs;
  count.seconds += double(std::clock() - start) / CLOCKS_PER_SEC;
  count.changed += before != mlir::OperationFingerPrint(*copy);
  prefixes[prefix] = mlir::OwningOpRef<ModuleOp>(copy->clone());
  return copy;
}

static std::string toText(const SizeBindings &bindings) {
  std::string text;
  for (auto &[name, value] : bindings)
    text += name + "=" + std::to_string(value) + " ";
  return text;
}

std::optional<Failure> Case::check(StringRef pipeline,
                                   function_ref<void(StringRef)> onPass) {
  transformed = false;
  std::optional<Failure> failure;
  mlir::OwningOpRef<ModuleOp> copy = transform(
      splitPasses(withArguments(pipeline.str(), firstSize)), onPass, failure);
  if (!copy)
    return failure;
  std::string text = textOf(*copy);
  // The original is the first text that is known.
  auto [it, isNew] = known.try_emplace(text, false);
  transformed = !it->second;
  if (!isNew)
    return std::nullopt;

  onPass("run");
  return run(*copy);
}

std::optional<Failure> Case::run(ModuleOp copy) {
  mlir::OwningOpRef<ModuleOp> backwards;
  if (hasParallelLoops(copy))
    backwards = copy.clone();
  HostFunction function;
  if (auto failure = compile(copy, function))
    return failure;
  if (auto failure = runAllSizes(function))
    return failure;
  if (!backwards)
    return std::nullopt;
  // Loops declared parallel, from their last iteration to the first.
  HostFunction reversed;
  if (auto failure = compile(*backwards, reversed, /*reverseParallel=*/true))
    return failure;
  std::optional<Failure> failure = runAllSizes(reversed);
  if (failure)
    failure->message += (" (" + kBackwards + ")").str();
  return failure;
}

std::optional<Failure> Case::runAllSizes(const HostFunction &function) {
  if (function.type() != original.type())
    return Failure{"type", "the function's type has changed"};
  emulator::Limits limits = limitsOfRuns();
  // But for buffers of run-time extents: whether those fit is a condition on
  // the sizes, which scratch-promote reports and random sizes need not meet.
  limits.sharedBytes = int64_t(64) << 20;
  uint64_t order = 0;
  for (auto [bindings, reference] : zip_equal(sizes, references)) {
    // Kernels run with all checks, in another order of threads for each size.
    emulator::Options options(limits);
    options.seed = ++order;
    emulator::Checker checker{emulator::CheckerOptions(limits)};
    if (function.hasLaunches())
      options.observer = &checker;
    PremRuns segments;
    segments.seed = order;
    PremScope scope(segments);
    auto execution = execute(function, signature, bindings, /*seed=*/1,
                             /*run=*/1, options);
    std::string message;
    if (!execution)
      message = toString(execution.takeError());
    if (!checker.reports().empty()) {
      const emulator::Report &report = checker.reports().front();
      return Failure{std::string("kernel: ") + toString(report.kind),
                     toText(bindings) + report.text()};
    }
    if (!message.empty())
      return Failure{kindOf("run", message), toText(bindings) + message};
    if (auto difference = compare(reference, *execution, /*tolerance=*/0))
      return Failure{"mismatch", toText(bindings) + *difference};
  }
  return std::nullopt;
}

} // namespace polymem::fuzz
