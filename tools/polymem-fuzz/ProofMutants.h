//===- ProofMutants.h - the mutants of one program --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_FUZZ_PROOFMUTANTS_H
#define POLYMEM_FUZZ_PROOFMUTANTS_H

#include "ProofCampaign.h"

namespace polymem::fuzz {

/// A program behind one pipeline, with a fault.
struct Mutant {
  /// Of ProofProgram::stages.
  size_t stage = 0;
  /// 0: no fault; the faults that are tried count from 1.
  size_t number = 0;
  /// "none", or as test-polymem-mutate calls it.
  std::string fault;
  size_t site = 0;
};

struct Judgement {
  /// "violated", "undecided", "proved"; "differs": proved, and wrong; "false
  /// alarm": violated without a fault, and right in all runs; "same": the fault
  /// changes nothing in the text; "invalid": it makes invalid IR; "not run":
  /// proved, but it has no executable form.
  std::string verdict;
  /// Why it is undecided, or how it differs.
  std::string text;
};

/// One program, marked and behind each of its pipelines. All that is drawn
/// follows from the seed.
class ProofProgram {
public:
  using OnStep = llvm::function_ref<void(llvm::StringRef)>;

  ProofProgram(Case::Engine &engine, const ProofOptions &options,
               uint64_t seed);

  /// Parses and runs the original; why it is of no use, or nothing.
  std::optional<std::string> prepare();

  /// The passes of each pipeline as far as polymem-check understands what they
  /// make; no two are equal.
  struct Stage {
    std::string pipeline;
    std::vector<std::string> passes;
  };
  llvm::ArrayRef<Stage> stages() const { return stageList; }

  /// The mutants of a stage, the first without a fault; empty if its passes
  /// fail. `onPass` is told of each pass.
  std::vector<Mutant> mutants(size_t stage, OnStep onPass);

  /// Asks polymem-check, and runs what it proves. Of the stage that mutants()
  /// was called for last.
  Judgement judge(const Mutant &mutant);

  /// A file for lit that fails as `mutant` does: the check must refuse it and
  /// the run finds a difference. Of the stage that mutants() was called for
  /// last.
  std::string toFile(const Mutant &mutant, llvm::StringRef message);

private:
  /// The mutant; null with a verdict if there is none.
  mlir::OwningOpRef<mlir::ModuleOp> create(const Mutant &mutant,
                                           std::string &verdict);
  /// Runs what the check has looked at; fills in `result` unless all agree.
  bool runForms(mlir::ModuleOp program, Judgement &result);
  bool runPass(llvm::StringRef pass, mlir::ModuleOp module,
               std::string &errors);

  Case::Engine &engine;
  const ProofOptions &options;
  uint64_t seed;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<Case> testCase;
  std::vector<Stage> stageList;
  mlir::OwningOpRef<mlir::ModuleOp> transformed;
};

} // namespace polymem::fuzz

#endif // POLYMEM_FUZZ_PROOFMUTANTS_H
