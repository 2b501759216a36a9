//===- Corpus.h - programs of others through the passes ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions from files that nobody wrote for PolyMem, and mutated copies, go
// through pipelines. None may crash, hang, make invalid IR, fail without a
// message, or with one that names neither operation nor reason, or leave a nest
// alone without a word. Where a function can be called, results are compared.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_FUZZ_CORPUS_H
#define POLYMEM_FUZZ_CORPUS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include <map>
#include <string>
#include <vector>

namespace polymem::fuzz {

struct CorpusOptions {
  /// A folder with .mlir files, which may hold several modules each, divided by
  /// lines `// -----`.
  std::string folder;
  /// Pass pipelines for functions, or `polymem-to-...`.
  std::vector<std::string> pipelines;
  /// Mutated copies of each function.
  unsigned mutants = 0;
  /// Of the functions those whose number is `shard` modulo `shards`.
  unsigned shard = 0, shards = 1;
  /// Seconds in one pipeline that count as a hang.
  double hangLimit = 60;
  /// Where one program for each kind of failure and pipeline is kept.
  std::string keep = ".";
};

struct CorpusResult {
  /// Modules, and those that this version of MLIR does not take.
  uint64_t modules = 0, notParsed = 0;
  /// Different functions, mutants, those of both that could be called, and
  /// those whose arithmetic is undefined.
  uint64_t functions = 0, mutants = 0, compared = 0, undefined = 0;
  uint64_t runs = 0, changed = 0, refused = 0;
  /// How often, by kind.
  std::map<std::string, uint64_t> failures;
};

/// Runs the corpus, each program in a child process; says each kind of failure
/// of a pipeline at its first occurrence, on standard output.
CorpusResult runCorpus(mlir::MLIRContext &context,
                       const CorpusOptions &options);

/// Changes one thing in `module`, drawn by `seed`: a constant, a constant of an
/// affine map or set, the operands of an operation, or that there is one. False
/// if there was nothing to change. The result may be invalid.
bool mutate(mlir::ModuleOp module, uint64_t seed);

/// A copy of `module` that asserts, with the message `kUndefined`, that integer
/// arithmetic is defined: no division by zero, none whose result is out of
/// range, no shift by as many bits as there are; and, with a message in which
/// `kWrongAccess` is, that accesses are inside of their arrays, also loads that
/// nobody uses. Null if there is none of these.
mlir::OwningOpRef<mlir::ModuleOp> assertDefined(mlir::ModuleOp module);
inline constexpr llvm::StringLiteral kUndefined = "undefined arithmetic";
inline constexpr llvm::StringLiteral kWrongAccess =
    "Runtime op verification failed";

} // namespace polymem::fuzz

#endif // POLYMEM_FUZZ_CORPUS_H
