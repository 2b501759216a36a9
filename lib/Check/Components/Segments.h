//===- Segments.h - what segments of a component access ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relations are between tiles, `[p] -> { tile[k] -> tile[k'] }`, or from the
// first numbers of a tile to elements of an array, `[p] -> { [k] -> [a] }`.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CHECK_COMPONENTS_SEGMENTS_H
#define POLYMEM_LIB_CHECK_COMPONENTS_SEGMENTS_H

#include "ComponentLoops.h"
#include "PolyMem/Check/Obligations/Counterexample.h"
#include "PolyMem/Check/Obligations/Finding.h"
#include "PolyMem/Polyhedral/Scop.h"

namespace polymem {

class Segments {
public:
  /// `loops` are those of a copy of `component`, at which is reported.
  Segments(prem::ComponentOp component, const ComponentLoops &loops,
           unsigned long maxIslOperations);

  /// Why nothing can be decided; null: it can.
  const Sentence *failure() const { return failed.empty() ? nullptr : &failed; }
  Finding checkPhases();
  Finding checkTransfers();
  Finding checkCores();

private:
  /// A stream, and its boxes, which are null if there is none.
  struct Stream {
    mutable prem::StreamOp op;
    const StreamCopies *copies;
    isl::map load, store;
    /// `{ [k] -> [cell] }`: the cells of the buffer that are loaded.
    isl::map filled;
  };

  void collect();
  isl::map boxOf(mlir::Operation *access, unsigned depth,
                 bool ofBuffer = false) const;
  const ScopAccess *accessOf(mlir::Operation *op) const;
  /// `{ [k] -> [cell -> a] }`: where elements that are loaded, or stored, are.
  isl::map cellsOf(const Stream &stream, ScopAccess::Kind kind) const;
  /// `{ tile[k] -> [a] }`: the elements that segments read in a buffer of those
  /// that are loaded, or write of those that are stored.
  isl::map elementsOf(const Stream &stream, ScopAccess::Kind kind) const;
  /// `{ tile[k] -> [k'] }`: the first `depth` numbers of each tile.
  isl::map firstNumbers(unsigned depth) const;
  isl::map overTiles(const isl::map &box, unsigned depth) const;
  /// Pairs of groups: of the first `depth` numbers, the same or others.
  isl::map groupsOf(unsigned depth, bool same) const;
  /// `{ [k] -> [k'] }` of the first `depth` numbers: on one core, the later one
  /// behind the earlier one; and those between which there is none.
  isl::map laterOnCore(unsigned depth) const;
  isl::map nextOnCore(unsigned depth) const;
  isl::set tiles(unsigned depth) const;
  std::optional<int64_t> constantCount(unsigned dim) const;

  bool checkBounds(Finding &finding);
  bool checkWrites(Finding &finding);
  bool checkSources(Finding &finding);
  bool checkOrder(const Stream &stream, Finding &finding);
  bool checkOthers(const Stream &stream, Finding &finding);
  bool checkResident(const Stream &stream, Finding &finding);
  bool checkFlags(const Stream &stream, Finding &finding);

  /// Fills in `finding` if there is a pair; whether isl could tell.
  bool isEmpty(const isl::map &found, mlir::Operation *op,
               const llvm::Twine &what, Finding &finding,
               Verdict verdict = Verdict::Violated);
  Finding decide(Obligation obligation,
                 llvm::function_ref<void(Finding &)> check);

  mutable prem::ComponentOp component;
  const ComponentLoops &loops;
  unsigned long maxIslOperations;
  Sentence failed;
  std::unique_ptr<Scop> scop;
  llvm::SmallVector<Stream> streams;
  /// `[p] -> { [k] }`.
  isl::set allTiles;
};

} // namespace polymem

#endif // POLYMEM_LIB_CHECK_COMPONENTS_SEGMENTS_H
