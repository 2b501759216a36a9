//===- Fields.cpp - which fields descriptions of machines have ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fields.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace polymem;

using Space = Memory::Space;
using Scope = Memory::Scope;
using Level = MachineUnit::Level;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

const KindRow &polymem::rowOf(Machine::Kind kind) {
  static const KindRow gpu = {
      Machine::Kind::GPU,
      {{Space::Global,
        Scope::Grid,
        /*isOptional=*/false,
        {"transaction-bytes", "direct-access", "cached-bytes"}},
       {Space::Constant, Scope::Grid, /*isOptional=*/true, {"bytes"}},
       {Space::Workgroup,
        Scope::Block,
        /*isOptional=*/false,
        {"bytes", "static-bytes", "bytes-per-core", "banks", "bank-bytes",
         "accesses-per-global-access"}},
       {Space::Private,
        Scope::Thread,
        /*isOptional=*/false,
        {"bytes", "bytes-per-core"}}},
      {{Level::Core, /*isOptional=*/false, {"count", "max-threads"}},
       {Level::Block, /*isOptional=*/false, {"max-dim"}},
       {Level::Warp, /*isOptional=*/false, {"threads"}},
       {Level::Thread,
        /*isOptional=*/false,
        {"max-per-block", "default-per-block", "max-dim"}}}};
  static const KindRow cpu = {
      Machine::Kind::CPU,
      {{Space::Global,
        Scope::Grid,
        /*isOptional=*/false,
        {"transaction-bytes", "direct-access"}},
       {Space::Workgroup,
        Scope::Core,
        /*isOptional=*/false,
        {"bytes", "accesses-per-global-access"}},
       {Space::Private, Scope::Core, /*isOptional=*/false, {"bytes"}}},
      {}};
  // All that it has is in sections of its own.
  static const KindRow multicore = {Machine::Kind::Multicore, {}, {}};
  switch (kind) {
  case Machine::Kind::GPU:
    return gpu;
  case Machine::Kind::CPU:
    return cpu;
  case Machine::Kind::Multicore:
    return multicore;
  }
  llvm_unreachable("all kinds have a row");
}

const MemoryRow *polymem::findRow(const KindRow &row, Space space) {
  auto found = llvm::find_if(row.memories, [&](const MemoryRow &memory) {
    return memory.space == space;
  });
  return found == row.memories.end() ? nullptr : &*found;
}

const UnitRow *polymem::findRow(const KindRow &row, Level level) {
  auto found = llvm::find_if(
      row.units, [&](const UnitRow &unit) { return unit.level == level; });
  return found == row.units.end() ? nullptr : &*found;
}

/// Those of `all` that `names` has, in its order.
static SmallVector<MachineField> select(ArrayRef<MachineField> all,
                                        ArrayRef<StringLiteral> names) {
  SmallVector<MachineField> result;
  for (StringRef name : names)
    result.push_back(*llvm::find_if(
        all, [&](const MachineField &field) { return field.name == name; }));
  return result;
}

SmallVector<MachineField> polymem::fieldsOf(Memory &memory,
                                            const MemoryRow &row) {
  return select(
      {{"bytes", &memory.bytes},
       {"static-bytes", &memory.staticBytes},
       {"bytes-per-core", &memory.bytesPerCore},
       {"banks", &memory.banks},
       {"bank-bytes", &memory.bankBytes},
       {"transaction-bytes", &memory.transactionBytes},
       {"accesses-per-global-access", &memory.accessesPerGlobalAccess},
       {"direct-access", &memory.directAccess},
       {"cached-bytes", &memory.cachedBytes, /*isOptional=*/true}},
      row.fields);
}

SmallVector<MachineField> polymem::fieldsOf(MachineUnit &unit,
                                            const UnitRow &row) {
  return select({{"count", &unit.count},
                 {"threads", &unit.threads},
                 {"max-threads", &unit.maxThreads},
                 {"max-per-block", &unit.maxPerBlock},
                 {"default-per-block", &unit.defaultPerBlock},
                 {"max-dim", &unit.maxDim}},
                row.fields);
}

SmallVector<MachineField> polymem::fieldsOf(TileSizes &tiles) {
  return {{"linear", &tiles.linear},
          {"parallel", &tiles.parallel},
          {"sequential", &tiles.sequential}};
}

SmallVector<MachineField> polymem::fieldsOf(MachineTimes &times) {
  return {{"clock-mhz", &times.clockMHz},
          {"instructions-per-cycle", &times.instructionsPerCycle},
          {"core-bytes-per-cycle", &times.coreBytesPerCycle},
          {"cache-bytes-per-cycle", &times.cacheBytesPerCycle},
          {"memory-bytes-per-cycle", &times.memoryBytesPerCycle},
          {"global-latency", &times.globalLatency},
          {"shared-latency", &times.sharedLatency},
          {"compute-latency", &times.computeLatency},
          {"special-latency", &times.specialLatency},
          {"barrier-latency", &times.barrierLatency},
          {"launch-nanoseconds", &times.launchNanoseconds},
          {"grid-barrier-nanoseconds", &times.gridBarrierNanoseconds,
           /*isOptional=*/true}};
}

SmallVector<MulticoreSection> polymem::sectionsOf(Multicore &multicore) {
  MachineField reserved = {"reserved-bytes", &multicore.reservedBytes};
  reserved.mayBeZero = true;
  auto &api = multicore.api;
  auto &ops = multicore.ops;
  return {
      {"", {{"cores", &multicore.cores}, {"clock-mhz", &multicore.clockMHz}}},
      {"scratchpad",
       {{"bytes-per-core", &multicore.scratchpadBytes},
        reserved,
        {"alignment", &multicore.scratchpadAlignment}}},
      {"dma",
       {{"line-ns", &multicore.lineNanoseconds},
        {"burst-bytes", &multicore.burstBytes},
        {"burst-ns", &multicore.burstNanoseconds},
        {"max-dimensions", &multicore.maxDimensions},
        {"alignment", &multicore.dmaAlignment},
        {"order", &multicore.order}}},
      {"api-ns",
       {{"allocate-buffer", &api.allocateBuffer},
        {"allocate", &api.allocate},
        {"allocate2d", &api.allocate2d},
        {"deallocate", &api.deallocate},
        {"deallocate-buffer", &api.deallocateBuffer},
        {"dispatch", &api.dispatch},
        {"end-segment", &api.endSegment},
        {"swap-buffer", &api.swapBuffer},
        {"swap2d-buffer", &api.swap2dBuffer},
        {"swapnd-buffer", &api.swapndBuffer},
        {"barrier", &api.barrier},
        {"dma-interrupt", &api.dmaInterrupt}}},
      {"op-cycles",
       {{"load", &ops.load},
        {"store", &ops.store},
        {"int", &ops.integer},
        {"int-mul", &ops.integerMul},
        {"int-div", &ops.integerDiv},
        {"float", &ops.floating},
        {"float-mul", &ops.floatingMul},
        {"float-div", &ops.floatingDiv},
        {"special", &ops.special},
        {"branch", &ops.branch}}}};
}

/// Gives a multicore the memories that passes ask machines for. A core computes
/// from its scratchpad only, and no pass is to count on its registers.
static void setMemories(Machine &machine) {
  const Multicore &multicore = machine.multicore;
  Memory global, scratchpad, registers;
  global.name = "main";
  global.transactionBytes = multicore.burstBytes;
  global.directAccess = false;
  scratchpad.name = "scratchpad";
  scratchpad.space = Space::Workgroup;
  scratchpad.scope = registers.scope = Scope::Core;
  scratchpad.bytes = multicore.scratchpadBytes - multicore.reservedBytes;
  // All that segments read is there: there is nothing to compare it with.
  scratchpad.accessesPerGlobalAccess = 1;
  registers.name = "registers";
  registers.space = Space::Private;
  machine.memories = {global, scratchpad, registers};
}

std::string polymem::complete(Machine &machine) {
  if (machine.kind == Machine::Kind::Multicore) {
    if (machine.multicore.reservedBytes >= machine.multicore.scratchpadBytes)
      return "scratchpad.reserved-bytes: leaves nothing of bytes-per-core";
    setMemories(machine);
  }
  // What belongs to a core is all that the core has.
  for (Memory &memory : machine.memories)
    if (memory.scope == Scope::Core)
      memory.bytesPerCore = memory.bytes;
  std::string result;
  auto atMost = [&](StringRef owner, StringRef field, int64_t value,
                    StringRef limitField, int64_t limit) {
    if (result.empty() && value > limit)
      result = (owner + "." + field + ": larger than " + limitField).str();
  };
  if (machine.kind != Machine::Kind::GPU)
    return result;
  const Memory &shared = machine.scratchpad();
  atMost(shared.name, "static-bytes", shared.staticBytes, "bytes",
         shared.bytes);
  atMost(shared.name, "bytes", shared.bytes, "bytes-per-core",
         shared.bytesPerCore);
  const MachineUnit &threads = machine.threads();
  atMost("thread", "default-per-block", threads.defaultPerBlock,
         "max-per-block", threads.maxPerBlock);
  return result;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct Word {
  T value;
  StringLiteral text;
};
} // namespace

static constexpr Word<Machine::Kind> kinds[] = {
    {Machine::Kind::GPU, "gpu"},
    {Machine::Kind::CPU, "cpu"},
    {Machine::Kind::Multicore, "multicore"}};
static constexpr Word<Multicore::Order> orders[] = {
    {Multicore::Order::SegmentCore, "segment-core"}};
static constexpr Word<Space> spaces[] = {{Space::Global, "global"},
                                         {Space::Constant, "constant"},
                                         {Space::Workgroup, "workgroup"},
                                         {Space::Private, "private"}};
static constexpr Word<Scope> scopes[] = {{Scope::Grid, "grid"},
                                         {Scope::Block, "block"},
                                         {Scope::Thread, "thread"},
                                         {Scope::Core, "core"}};
static constexpr Word<Level> levels[] = {{Level::Core, "core"},
                                         {Level::Block, "block"},
                                         {Level::Warp, "warp"},
                                         {Level::Thread, "thread"}};

template <typename T>
static StringRef textOf(ArrayRef<Word<T>> words, T value) {
  return llvm::find_if(words,
                       [&](const Word<T> &word) { return word.value == value; })
      ->text;
}

template <typename T>
static std::optional<T> valueOf(ArrayRef<Word<T>> words, StringRef text) {
  for (const Word<T> &word : words)
    if (word.text == text)
      return word.value;
  return std::nullopt;
}

template <typename T> static std::string listOf(ArrayRef<Word<T>> words) {
  std::string result;
  for (auto [number, word] : llvm::enumerate(words)) {
    if (number != 0)
      result += number + 1 == words.size() ? " or " : ", ";
    result += ("\"" + word.text + "\"").str();
  }
  return result;
}

StringRef polymem::wordOf(Machine::Kind kind) {
  return textOf(ArrayRef(kinds), kind);
}
StringRef polymem::wordOf(Multicore::Order order) {
  return textOf(ArrayRef(orders), order);
}
StringRef polymem::wordOf(Space space) {
  return textOf(ArrayRef(spaces), space);
}
StringRef polymem::wordOf(Scope scope) {
  return textOf(ArrayRef(scopes), scope);
}
StringRef polymem::wordOf(Level level) {
  return textOf(ArrayRef(levels), level);
}
std::optional<Machine::Kind> polymem::parseKind(StringRef word) {
  return valueOf(ArrayRef(kinds), word);
}
std::optional<Space> polymem::parseSpace(StringRef word) {
  return valueOf(ArrayRef(spaces), word);
}
std::optional<Scope> polymem::parseScope(StringRef word) {
  return valueOf(ArrayRef(scopes), word);
}
std::optional<Level> polymem::parseLevel(StringRef word) {
  return valueOf(ArrayRef(levels), word);
}
std::optional<Multicore::Order> polymem::parseOrder(StringRef word) {
  return valueOf(ArrayRef(orders), word);
}
std::string polymem::kindWords() { return listOf(ArrayRef(kinds)); }
std::string polymem::spaceWords() { return listOf(ArrayRef(spaces)); }
std::string polymem::scopeWords() { return listOf(ArrayRef(scopes)); }
std::string polymem::levelWords() { return listOf(ArrayRef(levels)); }
std::string polymem::orderWords() { return listOf(ArrayRef(orders)); }
