//===- ProofMutants.cpp - the mutants of one program ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProofMutants.h"
#include "Generator.h"
#include "Mutation/Mutations.h"
#include "PolyMem/Support/Random.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>

using namespace llvm;
using mlir::ModuleOp;
using mlir::OwningOpRef;

namespace polymem::fuzz {

/// At so many sizes each program is run.
static constexpr size_t kNumSizes = 4;
static constexpr const char *kCheck = "polymem-check{strict}";
/// What is proved runs in these forms.
static constexpr const char *kForms[] = {
    "convert-scratch-to-memref{max-stack-bytes=0}",
    "convert-scratch-to-memref{reverse-mapped max-stack-bytes=0}"};

/// Behind such a pass polymem-check cannot look at the program.
static bool endsCheckedPart(StringRef pass) {
  return pass.starts_with("convert-") || pass == "lower-affine" ||
         pass.starts_with("expand-");
}

/// Sets of sizes beside those of `sizes`, larger ones.
static void addSizes(std::vector<SizeBindings> &sizes) {
  for (size_t i = 0, n = sizes.size(); n != 0 && sizes.size() < kNumSizes;
       ++i) {
    SizeBindings larger = sizes[i % n];
    for (auto &[name, value] : larger)
      if (!is_contained(kTileSizeNames, name))
        value = 2 * value + 3 + static_cast<int64_t>(i);
    sizes.push_back(std::move(larger));
  }
}

ProofProgram::ProofProgram(Case::Engine &engine, const ProofOptions &options,
                           uint64_t seed)
    : engine(engine), options(options), seed(seed) {}

std::optional<std::string> ProofProgram::prepare() {
  GeneratedProgram program = generate(seed);
  module =
      mlir::parseSourceString<ModuleOp>(program.text, &engine.getContext());
  if (!module)
    return "does not parse";
  addSizes(program.sizes);
  testCase = std::make_unique<Case>(engine, *module, program.sizes);
  if (auto failure = testCase->prepare())
    return failure->message;
  std::set<std::string> known;
  for (const Pipeline &pipeline : selectPipelines(options.campaign, seed)) {
    Stage stage{pipeline.name, {"polymem-mark-origin"}};
    for (std::string &pass :
         splitPasses(withArguments(pipeline.text, testCase->firstTileSize()))) {
      if (endsCheckedPart(pass))
        break;
      stage.passes.push_back(std::move(pass));
    }
    if (stage.passes.size() > 1 && known.insert(join(stage.passes, ",")).second)
      stageList.push_back(std::move(stage));
  }
  return std::nullopt;
}

std::vector<Mutant> ProofProgram::mutants(size_t stage, OnStep onPass) {
  std::optional<Failure> failure;
  transformed = testCase->transform(stageList[stage].passes, onPass, failure);
  if (!transformed)
    return {};
  std::vector<Mutant> result{{stage, 0, "none", 0}};
  // Kinds of faults first: else those of which there are most would be all.
  std::vector<std::pair<std::string, std::vector<size_t>>> left;
  for (const test::Fault &fault : test::getScratchFaults()) {
    size_t sites = fault.collect(*transformed).size();
    if (sites == 0)
      continue;
    left.emplace_back(fault.name.str(), std::vector<size_t>(sites));
    std::iota(left.back().second.begin(), left.back().second.end(), 0);
  }
  size_t wanted = (options.mutants * (stage + 1)) / stageList.size() -
                  (options.mutants * stage) / stageList.size();
  Random random(seed, /*stream=*/100 + stage);
  while (result.size() <= wanted && !left.empty()) {
    size_t kind = random.pick(left.size());
    std::vector<size_t> &sites = left[kind].second;
    size_t place = random.pick(sites.size());
    result.push_back({stage, result.size(), left[kind].first, sites[place]});
    sites.erase(sites.begin() + static_cast<int64_t>(place));
    if (sites.empty())
      left.erase(left.begin() + static_cast<int64_t>(kind));
  }
  return result;
}

OwningOpRef<ModuleOp> ProofProgram::create(const Mutant &mutant,
                                           std::string &verdict) {
  OwningOpRef<ModuleOp> copy(transformed->clone());
  if (mutant.number == 0)
    return copy;
  mlir::OperationFingerPrint before(*copy);
  for (const test::Fault &fault : test::getScratchFaults())
    if (fault.name == mutant.fault)
      fault.collect(*copy)[mutant.site].apply();
  mlir::ScopedDiagnosticHandler silence(
      &engine.getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
  if (failed(mlir::verify(*copy)))
    verdict = "invalid";
  else if (before == mlir::OperationFingerPrint(*copy))
    verdict = "same";
  return verdict.empty() ? std::move(copy) : nullptr;
}

bool ProofProgram::runPass(StringRef pass, ModuleOp module,
                           std::string &errors) {
  mlir::ScopedDiagnosticHandler handler(
      &engine.getContext(), [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
          errors += diagnostic.str() + "\n";
        return mlir::success();
      });
  mlir::PassManager *manager = engine.passManager(pass, errors);
  return manager && succeeded(manager->run(module));
}

/// What the strict check's error means: something violated, or not decided.
static std::string verdictOf(StringRef errors) {
  bool isOpen = errors.contains("not decided") && !errors.contains("violated");
  return isOpen ? "undecided" : "violated";
}

Judgement ProofProgram::judge(const Mutant &mutant) {
  Judgement result;
  OwningOpRef<ModuleOp> program = create(mutant, result.verdict);
  if (!program)
    return result;
  if (runPass(kCheck, *program, result.text)) {
    result.verdict = "proved";
    runForms(*program, result);
    return result;
  }
  result.verdict = verdictOf(result.text);
  if (mutant.number != 0 || result.verdict != "violated")
    return result;
  // The pipeline's mistake, or the check's?
  program = OwningOpRef<ModuleOp>(transformed->clone());
  (void)runPass("polymem-check", *program, result.text);
  Judgement ofRun;
  if (runForms(*program, ofRun))
    result.verdict = "false alarm";
  return result;
}

bool ProofProgram::runForms(ModuleOp program, Judgement &result) {
  for (const char *form : kForms) {
    OwningOpRef<ModuleOp> copy(program.clone());
    if (!runPass(form, *copy, result.text)) {
      result.verdict = "not run";
      return false;
    }
    if (auto failure = testCase->run(*copy)) {
      // What has no executable form is no false proof.
      bool isRun = !StringRef(failure->kind).starts_with("lowering") &&
                   !StringRef(failure->kind).starts_with("error in");
      result.verdict = isRun ? "differs" : "not run";
      result.text = failure->kind + ": " + failure->message;
      return false;
    }
  }
  return true;
}

std::string ProofProgram::toFile(const Mutant &mutant, StringRef message) {
  std::string verdict, errors;
  OwningOpRef<ModuleOp> program = create(mutant, verdict);
  if (!program)
    return "";
  OwningOpRef<ModuleOp> both(program->clone());
  (void)runPass("polymem-check", *both, errors);
  (void)runPass(kForms[0], *both, errors);
  auto function = module->lookupSymbol<mlir::func::FuncOp>("f");
  mlir::func::FuncOp original = function.clone();
  original.setSymName("original");
  both->push_back(original);

  std::string text =
      ("// Seed " + Twine(seed) + ", " + stageList[mutant.stage].pipeline +
       ", " + mutant.fault + " " + Twine(mutant.site) + ".\n")
          .str();
  SmallVector<StringRef> lines;
  message.trim().split(lines, '\n');
  for (StringRef line : lines)
    text += ("// " + line + "\n").str();
  text += "\n// RUN: split-file %s %t\n"
          "// RUN: not polymem-opt %t/check.mlir "
          "--pass-pipeline='builtin.module(func.func(polymem-check{strict}))'\n"
          "// RUN: not polymem-run %t/run.mlir --compare --uninterpreted "
          "--check-bounds --entry=original --against=f";
  for (const SizeBindings &bindings : testCase->allSizes()) {
    SmallVector<std::string> values;
    for (auto &[name, value] : bindings)
      values.push_back(name + "=" + std::to_string(value));
    if (!values.empty())
      text += " \\\n// RUN:   --sizes=" + join(values, ",");
  }
  raw_string_ostream os(text);
  os << "\n\n//--- check.mlir\n\n";
  (*program)->print(os, mlir::OpPrintingFlags().useLocalScope());
  os << "\n//--- run.mlir\n\n";
  (*both)->print(os, mlir::OpPrintingFlags().useLocalScope());
  os << "\n";
  return text;
}

} // namespace polymem::fuzz
