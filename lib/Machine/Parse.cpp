//===- Parse.cpp - machine descriptions from JSON -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace polymem;

namespace {
/// Reads the fields of one JSON object, remembers which ones were asked for,
/// and keeps the first error.
class FieldReader {
public:
  FieldReader(const json::Object &object, std::string prefix,
              std::string &error)
      : object(object), prefix(std::move(prefix)), error(error) {}

  void string(StringRef field, std::string &result) {
    if (const json::Value *value = get(field)) {
      if (std::optional<StringRef> text = value->getAsString())
        result = text->str();
      else
        fail(field, "expected a string");
    }
  }

  void optionalString(StringRef field, std::string &result) {
    known.insert(field);
    if (object.get(field))
      string(field, result);
  }

  /// Reads one of some words with `parse`; `expected` names them in an error.
  template <typename T>
  std::optional<T> word(StringRef field,
                        std::optional<T> (*parse)(StringRef word),
                        const Twine &expected) {
    std::string text;
    string(field, text);
    std::optional<T> result = parse(text);
    if (!result)
      fail(field, "expected " + expected);
    return result;
  }

  void number(const MachineField &field) {
    const json::Value *value = get(field.name);
    if (!value)
      return;
    if (field.mayBeZero) {
      std::optional<int64_t> number = value->getAsInteger();
      if (!number || *number < 0)
        return fail(field.name, "expected zero or a positive integer");
      *std::get<int64_t *>(field.value) = *number;
      return;
    }
    std::visit([&](auto *result) { read(field.name, *value, *result); },
               field.value);
  }

  /// Reads the object called `field` with `read` (called with its reader).
  void section(StringRef field, function_ref<void(FieldReader &)> read) {
    const json::Value *value = get(field);
    if (!value)
      return;
    const json::Object *inner = value->getAsObject();
    if (!inner)
      return fail(field, "expected an object");
    FieldReader reader(*inner, prefix + field.str() + ".", error);
    read(reader);
    reader.finish();
  }

  /// Reads the list of objects called `field` with `read`.
  void list(StringRef field, function_ref<void(FieldReader &)> read) {
    const json::Value *value = get(field);
    if (!value)
      return;
    const json::Array *array = value->getAsArray();
    if (!array)
      return fail(field, "expected a list");
    for (auto [index, element] : llvm::enumerate(*array)) {
      std::string name = (field + "[" + Twine(index) + "]").str();
      const json::Object *inner = element.getAsObject();
      if (!inner)
        return fail(name, "expected an object");
      FieldReader reader(*inner, prefix + name + ".", error);
      read(reader);
      reader.finish();
    }
  }

  /// From here on, errors call the object `name`.
  void setName(StringRef name) { prefix = (name + ".").str(); }
  bool has(StringRef field) const { return object.get(field) != nullptr; }
  bool failed() const { return !error.empty(); }

  /// Reports a field that nobody asked for.
  void finish() {
    SmallVector<StringRef> unknown;
    for (const auto &entry : object)
      if (!known.contains(entry.first))
        unknown.push_back(entry.first);
    llvm::sort(unknown);
    if (!unknown.empty())
      fail(unknown.front(), "unknown field");
  }

  void fail(StringRef field, const Twine &reason) {
    if (error.empty())
      error = (prefix + field + ": " + reason).str();
  }

private:
  const json::Value *get(StringRef field) {
    known.insert(field);
    const json::Value *value = object.get(field);
    if (!value)
      fail(field, "missing field");
    return value;
  }

  void read(StringRef field, const json::Value &value, int64_t &result) {
    std::optional<int64_t> number = value.getAsInteger();
    if (!number || *number <= 0)
      return fail(field, "expected a positive integer");
    result = *number;
  }

  void read(StringRef field, const json::Value & /*value*/,
            Multicore::Order &result) {
    if (auto order = word(field, parseOrder, orderWords()))
      result = *order;
  }

  void read(StringRef field, const json::Value &value, bool &result) {
    std::optional<bool> flag = value.getAsBoolean();
    if (!flag)
      return fail(field, "expected true or false");
    result = *flag;
  }

  void read(StringRef field, const json::Value &value,
            std::array<int64_t, 3> &result) {
    const json::Array *array = value.getAsArray();
    if (!array || array->size() != 3)
      return fail(field, "expected three positive integers (x, y, z)");
    for (auto [index, element] : llvm::enumerate(*array))
      read(field, element, result[index]);
  }

  const json::Object &object;
  std::string prefix;
  std::string &error;
  StringSet<> known;
};
} // namespace

static void readMemory(FieldReader &reader, const KindRow &row,
                       Machine &machine) {
  Memory memory;
  reader.string("name", memory.name);
  if (reader.failed())
    return;
  // Fields are called `name.field`.
  if (memory.name.empty() || StringRef(memory.name).contains('.') ||
      parseLevel(memory.name) || memory.name == "tiles" ||
      memory.name == "times" ||
      llvm::any_of(machine.memories, [&](const Memory &other) {
        return other.name == memory.name;
      }))
    return reader.fail("name", "expected a name without dots that no other "
                               "memory and no unit has");
  reader.setName(memory.name);
  auto space = reader.word("address-space", parseSpace, spaceWords());
  auto scope = reader.word("scope", parseScope, scopeWords());
  if (!space || !scope)
    return;
  const MemoryRow *found = findRow(row, *space);
  if (!found)
    return reader.fail("address-space",
                       "a " + wordOf(row.kind) + " has no memory for it");
  if (machine.find(*space))
    return reader.fail("address-space",
                       "'" + machine.find(*space)->name + "' is for it");
  if (found->scope != *scope)
    return reader.fail("scope", "the " + wordOf(*space) + " memory of a " +
                                    wordOf(row.kind) + " is of scope \"" +
                                    wordOf(found->scope) + "\"");
  memory.space = *space;
  memory.scope = *scope;
  for (const MachineField &field : fieldsOf(memory, *found))
    if (!field.isOptional || reader.has(field.name))
      reader.number(field);
  machine.memories.push_back(std::move(memory));
}

static void readUnit(FieldReader &reader, const KindRow &row,
                     Machine &machine) {
  MachineUnit unit;
  auto level = reader.word("name", parseLevel, levelWords());
  if (!level)
    return;
  const UnitRow *found = findRow(row, *level);
  if (!found)
    return reader.fail("name",
                       "nothing is read of this unit of a " + wordOf(row.kind));
  if (machine.find(*level))
    return reader.fail("name", "another unit has it");
  reader.setName(wordOf(*level));
  unit.level = *level;
  for (const MachineField &field : fieldsOf(unit, *found))
    reader.number(field);
  machine.units.push_back(unit);
}

/// Reports memories and units that machines of the kind must have.
static void requireAll(FieldReader &root, const KindRow &row,
                       const Machine &machine) {
  for (const MemoryRow &memory : row.memories)
    if (!memory.isOptional && !machine.find(memory.space))
      root.fail("memories", "a " + wordOf(row.kind) +
                                " needs one with \"address-space\": \"" +
                                wordOf(memory.space) + "\", \"scope\": \"" +
                                wordOf(memory.scope) + "\", and " +
                                llvm::join(memory.fields, ", "));
  for (const UnitRow &unit : row.units)
    if (!unit.isOptional && !machine.find(unit.level))
      root.fail("units", "a " + wordOf(row.kind) +
                             " needs one with \"name\": "
                             "\"" +
                             wordOf(unit.level) + "\", and " +
                             llvm::join(unit.fields, ", "));
}

static void readTiles(FieldReader &root, Machine &machine) {
  root.section("tiles", [&](FieldReader &reader) {
    for (const MachineField &field : fieldsOf(machine.tiles))
      reader.number(field);
  });
}

/// Reads what a multicore has besides its name.
static void readMulticore(FieldReader &root, Machine &machine) {
  for (const MulticoreSection &section : sectionsOf(machine.multicore)) {
    auto readFields = [&](FieldReader &reader) {
      for (const MachineField &field : section.fields)
        reader.number(field);
    };
    if (section.name.empty())
      readFields(root);
    else
      root.section(section.name, readFields);
  }
  readTiles(root, machine);
  root.finish();
}

/// Reads all fields of a description into `machine`.
static void readMachine(FieldReader &root, Machine &machine) {
  root.string("name", machine.name);
  root.optionalString("description", machine.description);
  auto kind = root.word("kind", parseKind, kindWords());
  if (!kind)
    return;
  machine.kind = *kind;
  if (*kind == Machine::Kind::Multicore)
    return readMulticore(root, machine);
  for (StringRef old : {"scratchpad", "registers", "threads", "global-memory"})
    if (root.has(old) && !root.has("memories"))
      root.fail(old, "this is the layout before machines were a list "
                     "'memories' and a list 'units'; copy "
                     "machines/nvidia-h200.json and fill it in again");
  const KindRow &row = rowOf(*kind);
  root.optionalString("chip", machine.chip);
  root.optionalString("features", machine.features);
  root.list("memories",
            [&](FieldReader &reader) { readMemory(reader, row, machine); });
  if (!row.units.empty() || root.has("units"))
    root.list("units",
              [&](FieldReader &reader) { readUnit(reader, row, machine); });
  readTiles(root, machine);
  if (machine.kind == Machine::Kind::GPU)
    root.section("times", [&](FieldReader &reader) {
      for (const MachineField &field : fieldsOf(machine.times))
        if (!field.isOptional || reader.has(field.name))
          reader.number(field);
    });
  root.finish();
  requireAll(root, row, machine);
}

Expected<Machine> Machine::parse(StringRef text) {
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  const json::Object *object = value->getAsObject();
  if (!object)
    return createStringError("expected a JSON object");
  Machine machine;
  std::string error;
  FieldReader reader(*object, "", error);
  readMachine(reader, machine);
  if (error.empty())
    error = complete(machine);
  if (!error.empty())
    return createStringError(error);
  return machine;
}
