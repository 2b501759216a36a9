//===- StorageContractor.h - how single arrays are best stored --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_STORAGE_STORAGECONTRACTOR_H
#define POLYMEM_LIB_TRANSFORMS_STORAGE_STORAGECONTRACTOR_H

#include "PolyMem/Support/Refusals.h"
#include "SharedBuffers.h"

namespace polymem {

/// What passes that contract storage have as options.
struct ContractionOptions {
  unsigned long maxIslOperations;
  /// Percent of the elements.
  unsigned minSaving;
  bool reportTimes;
  /// Percent of the cells more that are accepted for cheaper subscripts.
  unsigned slack;
  /// Constant moduli are rounded up to powers of two where that is valid.
  bool powersOfTwo;
  StorageOptions storage;
};

/// Reads "name=value" texts into `options.assumed`; an error of `func` if one
/// is of another form.
mlir::LogicalResult readAssumed(mlir::Operation *func, llvm::StringRef pass,
                                llvm::ArrayRef<std::string> texts,
                                StorageOptions &options);

/// How many cells a buffer has now, at the assumed sizes.
struct CellCount {
  int64_t number;
  /// It may have more: each element that is written has its own cell.
  bool orMore = false;
};

/// Decides how the arrays of one function are stored. What stays as it is gets
/// a remark that says why.
class StorageContractor {
public:
  StorageContractor(const Scop &scop, llvm::StringRef pass,
                    ContractionOptions options, Refusals &refusals)
      : scop(scop), pass(pass), options(std::move(options)), refusals(refusals),
        dominance(scop.root()) {}

  /// What is known of an allocation, whose elements nothing but statements of
  /// the scop accesses, and of the best mapping by itself; nothing if it has to
  /// stay as it is.
  std::optional<ContractibleArray> analyse(mlir::Operation *alloc);
  /// The mapping of an array that shares its cells with no other; nothing if it
  /// stays. `cells`: it is a buffer that has so many; its mapping is one for
  /// all sizes if that is possible. Without, it has one for each element.
  std::optional<EmittedMapping> decide(const ContractibleArray &local,
                                       std::optional<CellCount> cells = {});

private:
  struct Subscripts;
  Subscripts subscriptsOf(const ContractibleArray &local,
                          const std::vector<StorageCase> &cases) const;
  std::vector<StorageCase> casesOf(const ContractibleArray &local,
                                   const StorageCandidate &candidate,
                                   bool isBuffer) const;
  bool roundUp(const ContractibleArray &local, std::optional<int64_t> before,
               std::vector<StorageCase> &cases,
               llvm::ArrayRef<bool> inRange) const;
  bool savesEnough(int64_t before, int64_t after) const;
  /// A mapping that may be taken.
  struct Choice;
  Choice choose(const ContractibleArray &local, bool isBuffer) const;
  /// False, with a remark, if `choice` has not enough fewer cells than
  /// `before`.
  bool isWorthIt(const ContractibleArray &local, const Choice &choice,
                 std::optional<int64_t> before,
                 llvm::ArrayRef<std::string> sizeNames);
  void remarkContracted(const ContractibleArray &local, const Choice &choice,
                        const Sentence &before, SizeLimit::Kind limit,
                        llvm::ArrayRef<std::string> sizeNames) const;

  const Scop &scop;
  llvm::StringRef pass;
  ContractionOptions options;
  Refusals &refusals;
  mlir::DominanceInfo dominance;
};

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_STORAGE_STORAGECONTRACTOR_H
