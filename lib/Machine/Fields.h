//===- Fields.h - which fields descriptions of machines have ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_MACHINE_FIELDS_H
#define POLYMEM_LIB_MACHINE_FIELDS_H

#include "PolyMem/Machine/Machine.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <variant>

namespace polymem {

/// A field of a description, and where its value is.
struct MachineField {
  llvm::StringLiteral name;
  std::variant<int64_t *, bool *, std::array<int64_t, 3> *, Multicore::Order *>
      value;
  /// Descriptions without it are complete: it is zero.
  bool isOptional = false;
  /// A number that may be zero; others are positive.
  bool mayBeZero = false;
};

/// A memory that machines of a kind have, and the fields that are read of it.
struct MemoryRow {
  Memory::Space space;
  Memory::Scope scope;
  /// Machines without it are complete.
  bool isOptional;
  std::vector<llvm::StringLiteral> fields;
};

/// A unit that machines of a kind have, and the fields that are read of it.
struct UnitRow {
  MachineUnit::Level level;
  /// Machines without it are complete.
  bool isOptional;
  std::vector<llvm::StringLiteral> fields;
};

/// What machines of a kind have.
struct KindRow {
  Machine::Kind kind;
  std::vector<MemoryRow> memories;
  std::vector<UnitRow> units;
};

/// The table's row for `kind`.
const KindRow &rowOf(Machine::Kind kind);
/// The part of `row` for a memory or a unit; null: it has none.
const MemoryRow *findRow(const KindRow &row, Memory::Space space);
const UnitRow *findRow(const KindRow &row, MachineUnit::Level level);

/// Those of all fields of `memory` or `unit` that `row` names, in its order;
/// all of `tiles` and `times`.
llvm::SmallVector<MachineField> fieldsOf(Memory &memory, const MemoryRow &row);
llvm::SmallVector<MachineField> fieldsOf(MachineUnit &unit, const UnitRow &row);
llvm::SmallVector<MachineField> fieldsOf(TileSizes &tiles);
llvm::SmallVector<MachineField> fieldsOf(MachineTimes &times);

/// Fields of a multicore that are in one object of its description.
struct MulticoreSection {
  /// Empty: of the description itself.
  llvm::StringLiteral name;
  llvm::SmallVector<MachineField> fields;
};
/// All of `multicore`.
llvm::SmallVector<MulticoreSection> sectionsOf(Multicore &multicore);

/// The words that descriptions use.
llvm::StringRef wordOf(Machine::Kind kind);
llvm::StringRef wordOf(Memory::Space space);
llvm::StringRef wordOf(Memory::Scope scope);
llvm::StringRef wordOf(MachineUnit::Level level);
llvm::StringRef wordOf(Multicore::Order order);
/// What a word means; nothing for another word.
std::optional<Machine::Kind> parseKind(llvm::StringRef word);
std::optional<Memory::Space> parseSpace(llvm::StringRef word);
std::optional<Memory::Scope> parseScope(llvm::StringRef word);
std::optional<MachineUnit::Level> parseLevel(llvm::StringRef word);
std::optional<Multicore::Order> parseOrder(llvm::StringRef word);
/// All words, for messages: "\"gpu\", \"cpu\" or \"multicore\"".
std::string kindWords();
std::string spaceWords();
std::string scopeWords();
std::string levelWords();
std::string orderWords();

/// Sets what follows from fields that have been read. Returns which two of them
/// contradict each other, "shared.bytes: larger than bytes-per-core"; empty if
/// none do.
std::string complete(Machine &machine);

} // namespace polymem

#endif // POLYMEM_LIB_MACHINE_FIELDS_H
