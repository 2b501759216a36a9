//===- Check.cpp - proof obligations of a transformation ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Check.h"
#include "Obligations.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace mlir;
using namespace polymem;

StringRef polymem::obligationName(Obligation obligation) {
  switch (obligation) {
  case Obligation::Instances:
    return "instances";
  case Obligation::Expressions:
    return "expressions";
  case Obligation::Dataflow:
    return "dataflow";
  case Obligation::LiveOut:
    return "live-out";
  case Obligation::Parallelism:
    return "parallelism";
  case Obligation::Storage:
    return "storage";
  }
  llvm_unreachable("unknown obligation");
}

/// All obligations undecided for one reason.
static SmallVector<Finding> undecided(Operation *op, const Twine &reason) {
  SmallVector<Finding> findings;
  for (unsigned k = 0; k < kNumObligations; ++k) {
    Finding &finding = findings.emplace_back();
    finding.obligation = static_cast<Obligation>(k);
    finding.verdict = Verdict::Undecided;
    finding.op = op;
    finding.text = reason.str();
  }
  return findings;
}

SmallVector<Finding> polymem::checkTransformation(Operation *original,
                                                  Operation *transformed,
                                                  const CheckOptions &options) {
  auto context = std::make_shared<IslContext>();
  std::string budget = "it needs more than " +
                       std::to_string(options.maxIslOperations) +
                       " isl operations";
  ScopOptions scopOptions;
  scopOptions.maxIslOperations = options.maxIslOperations;
  scopOptions.context = context;
  scopOptions.traceIndices = true;
  ScopFailure scopFailure;
  auto name = [](Operation *op) {
    return "'" + op->getName().getStringRef().str() + "'";
  };
  std::unique_ptr<Scop> scops[2];
  for (auto [n, root] : llvm::enumerate(ArrayRef({original, transformed}))) {
    scops[n] = Scop::build(root, scopFailure, scopOptions);
    if (!scops[n])
      return undecided(transformed,
                       (n == 0 ? "the original's " : "") +
                           name(scopFailure.op) +
                           " cannot be modelled: " + scopFailure.reason);
  }
  isl::set known = scops[0]->context().intersect(scops[1]->context());

  ClosedValues closed;
  ValueFailure failure;
  std::unique_ptr<ValueProgram> programs[2];
  ValueSources sources[2];
  for (unsigned n = 0; n < 2; ++n) {
    IslOperationsGuard guard(context->get(), options.maxIslOperations);
    programs[n] =
        ValueProgram::build(*scops[n], n == 0 ? "o" : "t", known, failure);
    if (programs[n])
      sources[n] = ValueSources::compute(*programs[n], closed, failure);
    if (guard.exceeded())
      return undecided(transformed, budget);
    if (failure.op)
      return undecided(n == 0 ? transformed : failure.op,
                       (n == 0 ? "in the original: " : "") + name(failure.op) +
                           ": " + failure.reason);
  }

  // The markers must name instances of the original one to one.
  for (const ValueOrigin &origin : programs[0]->origins())
    if (!origin.origin.is_injective().is_true())
      return undecided(transformed, "a marker of the original gives several "
                                    "instances one name");
  CheckedPair pair{*programs[0], *programs[1], sources[0], sources[1], closed};
  SmallVector<Finding> findings;
  for (auto check : {checkInstances, checkExpressions, checkDataflow,
                     checkLiveOut, checkParallelism, checkStorage}) {
    IslOperationsGuard guard(context->get(), options.maxIslOperations);
    Finding finding = check(pair);
    if (guard.exceeded() || pair.failed) {
      finding.verdict = Verdict::Undecided;
      finding.op = transformed;
      finding.text = guard.exceeded() ? budget : "isl could not compute it";
      finding.notes.clear();
    }
    pair.failed = false;
    findings.push_back(std::move(finding));
  }
  return findings;
}
