//===- Reducer.cpp - smaller programs that fail the same ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"
#include "Child.h"
#include "Generator.h"
#include "Mutations.h"
#include "PipelineList.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace polymem::fuzz {

std::optional<Failure> runCase(const FailingProgram &program,
                               double hangLimit) {
  std::optional<Failure> failure;
  std::string pass = "original", errors;
  mlir::MLIRContext &context = *(*program.module)->getContext();
  std::string problem = runInChild(
      hangLimit,
      [&](Child::Send send) {
        Case::Engine engine(context);
        mlir::OwningOpRef<mlir::ModuleOp> module(
            mlir::cast<mlir::ModuleOp>((*program.module)->clone()));
        Case testCase(engine, *module, program.sizes);
        std::optional<Failure> found = testCase.prepare();
        if (!found && !program.pipeline.empty())
          found = testCase.check(program.pipeline,
                                 [&](StringRef pass) { send({"pass", pass}); });
        if (found)
          send({"failure", found->kind, found->message});
      },
      [&](Child::Message message) {
        if (message[0] == "pass")
          pass = message[1].str();
        else
          failure = Failure{message[1].str(), message[2].str()};
      },
      &errors);
  if (problem.empty())
    return failure;
  // As the campaign words it.
  if (pass == "original")
    return Failure{"invalid program", problem};
  return Failure{problem + " in " + pass, errors};
}

namespace {
/// One reduction.
class Reducer {
public:
  Reducer(FailingProgram &program, double hangLimit, double timeLimit)
      : program(program), hangLimit(hangLimit), timeLimit(timeLimit),
        start(std::chrono::steady_clock::now()) {}

  void run();

private:
  bool timeIsUp() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
               .count() > timeLimit;
  }
  /// Takes the smaller program if it fails the same.
  bool accept(FailingProgram &&smaller);
  FailingProgram copy() const {
    return {mlir::OwningOpRef<mlir::ModuleOp>(
                mlir::cast<mlir::ModuleOp>((*program.module)->clone())),
            program.sizes, program.pipeline, program.failure};
  }
  bool reducePipeline();
  bool tryPipeline(ArrayRef<std::string> passes);
  bool reduceSizes();
  bool reduceIR();

  FailingProgram &program;
  double hangLimit, timeLimit;
  std::chrono::steady_clock::time_point start;
};
} // namespace

bool Reducer::accept(FailingProgram &&smaller) {
  std::optional<Failure> failure = runCase(smaller, hangLimit);
  if (!failure || failure->kind != program.failure.kind)
    return false;
  program = std::move(smaller);
  program.failure = std::move(*failure);
  return true;
}

bool Reducer::tryPipeline(ArrayRef<std::string> passes) {
  FailingProgram smaller = copy();
  smaller.pipeline = join(passes, ",");
  return accept(std::move(smaller));
}

/// Leaves out passes, then options.
bool Reducer::reducePipeline() {
  bool changed = false;
  for (size_t i = 0; !timeIsUp();) {
    std::vector<std::string> passes = splitPasses(program.pipeline);
    if (i >= passes.size() || passes.size() == 1)
      break;
    passes.erase(passes.begin() + i);
    bool smaller = tryPipeline(passes);
    changed |= smaller;
    i += !smaller;
  }
  for (size_t i = 0; i < splitPasses(program.pipeline).size(); ++i) {
    for (size_t j = 0; !timeIsUp();) {
      std::vector<std::string> passes = splitPasses(program.pipeline);
      auto [name, rest] = StringRef(passes[i]).split('{');
      SmallVector<StringRef> options;
      rest.drop_back(!rest.empty()).split(options, ' ', -1, false);
      if (j >= options.size())
        break;
      options.erase(options.begin() + j);
      passes[i] = options.empty()
                      ? name.str()
                      : (name + "{" + join(options, " ") + "}").str();
      bool smaller = tryPipeline(passes);
      changed |= smaller;
      j += !smaller;
    }
  }
  return changed;
}

/// Leaves out sets of sizes, then makes sizes smaller.
bool Reducer::reduceSizes() {
  bool changed = false;
  for (size_t i = 0;
       program.sizes.size() > 1 && i < program.sizes.size() && !timeIsUp();) {
    FailingProgram smaller = copy();
    smaller.sizes.erase(smaller.sizes.begin() + i);
    bool accepted = accept(std::move(smaller));
    changed |= accepted;
    i += !accepted;
  }
  for (size_t i = 0; i < program.sizes.size(); ++i) {
    SizeBindings bindings = program.sizes[i];
    for (auto &[name, value] : bindings)
      for (int64_t less = StringRef(name).starts_with("T") ? 1 : 0;
           less < value && !timeIsUp(); ++less) {
        FailingProgram smaller = copy();
        smaller.sizes[i][name] = less;
        if (accept(std::move(smaller))) {
          changed = true;
          break;
        }
      }
  }
  return changed;
}

bool Reducer::reduceIR() {
  bool changed = false;
  for (Mutation mutation : allMutations()) {
    for (unsigned i = 0; !timeIsUp();) {
      FailingProgram smaller = copy();
      if (!mutation(*smaller.module, i))
        break;
      eraseDeadOperations(*smaller.module);
      bool accepted = succeeded(mlir::verify(*smaller.module)) &&
                      accept(std::move(smaller));
      changed |= accepted;
      // What was at this number has gone.
      i += !accepted;
    }
  }
  return changed;
}

void Reducer::run() {
  // Diagnostics of programs that turn out not to be valid.
  mlir::ScopedDiagnosticHandler silence(
      (*program.module)->getContext(),
      [](mlir::Diagnostic &) { return mlir::success(); });
  bool changed = true;
  while (changed && !timeIsUp()) {
    changed = reducePipeline();
    changed |= reduceSizes();
    changed |= reduceIR();
  }
}

void reduce(FailingProgram &program, double hangLimit, double timeLimit) {
  Reducer(program, hangLimit, timeLimit).run();
}

std::string toFile(const FailingProgram &program) {
  mlir::ModuleOp module = *program.module;
  auto function = module.lookupSymbol<mlir::func::FuncOp>("f");
  std::string pipeline =
      withArguments(program.pipeline, function.getNumArguments());
  bool hasTileSizes = pipeline != program.pipeline;
  std::string text = "// RUN: polymem-run %s --compare --uninterpreted "
                     "--check-bounds";
  std::set<std::string> names;
  if (mlir::FailureOr<runtime::Signature> signature =
          runtime::Signature::get(function);
      succeeded(signature))
    names = signature->sizeNames();
  if (hasTileSizes) {
    names.insert(std::begin(kTileSizeNames), std::end(kTileSizeNames));
    text += " \\\n// RUN:   --add-params=" +
            join(std::begin(kTileSizeNames), std::end(kTileSizeNames), ",");
  }
  for (const SizeBindings &bindings : program.sizes) {
    SmallVector<std::string> values;
    for (auto &[name, value] : bindings)
      if (names.count(name))
        values.push_back(name + "=" + std::to_string(value));
    if (!values.empty())
      text += " \\\n// RUN:   --sizes=" + join(values, ",");
  }
  // As Case does it: on functions, unless it is a pipeline for modules.
  if (!StringRef(pipeline).contains("polymem-to-"))
    pipeline = "builtin.module(func.func(" + pipeline + "))";
  text += " \\\n// RUN:   --pipeline='" + pipeline + "'\n\n";
  raw_string_ostream os(text);
  module.print(os);
  return text;
}

} // namespace polymem::fuzz
