//===- Machine.cpp - machine descriptions ---------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Machine/Machine.h"
#include "Fields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace polymem;

namespace {

/// A built-in description: the contents of one file of `machines/`.
struct BuiltIn {
  StringLiteral name;
  StringLiteral text;
};

const BuiltIn builtIns[] = {
#include "Machines.inc"
};

} // namespace

/// A path rather than the name of a built-in machine.
static bool isPath(StringRef nameOrPath) {
  return nameOrPath.contains('/') || nameOrPath.ends_with(".json");
}

Expected<Machine> Machine::lookup(StringRef nameOrPath) {
  if (isPath(nameOrPath)) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> file =
        MemoryBuffer::getFile(nameOrPath, /*IsText=*/true);
    if (!file)
      return createStringError("cannot read machine description '" +
                               nameOrPath + "': " + file.getError().message());
    Expected<Machine> machine = parse((*file)->getBuffer());
    if (!machine)
      return createStringError("machine description '" + nameOrPath +
                               "': " + toString(machine.takeError()));
    return machine;
  }
  for (const BuiltIn &builtIn : builtIns)
    if (builtIn.name == nameOrPath)
      return parse(builtIn.text);
  return createStringError("unknown machine '" + nameOrPath + "'; use one of " +
                           llvm::join(names(), ", ") +
                           ", or the path of a JSON description");
}

std::vector<std::string> Machine::names() {
  std::vector<std::string> result;
  for (const BuiltIn &builtIn : builtIns)
    result.push_back(builtIn.name.str());
  return result;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

const Memory *Machine::find(Memory::Space space) const {
  auto found = llvm::find_if(
      memories, [&](const Memory &memory) { return memory.space == space; });
  return found == memories.end() ? nullptr : &*found;
}

const MachineUnit *Machine::find(MachineUnit::Level level) const {
  auto found = llvm::find_if(
      units, [&](const MachineUnit &unit) { return unit.level == level; });
  return found == units.end() ? nullptr : &*found;
}

const Memory &Machine::get(Memory::Space space) const {
  const Memory *memory = find(space);
  assert(memory && "machines of this kind have no such memory");
  return *memory;
}

const MachineUnit &Machine::get(MachineUnit::Level level) const {
  const MachineUnit *unit = find(level);
  assert(unit && "machines of this kind have no such unit");
  return *unit;
}

int64_t Machine::constantBytes() const {
  const Memory *constants = find(Memory::Space::Constant);
  return constants ? constants->bytes : 0;
}

//===----------------------------------------------------------------------===//
// Fields by name
//===----------------------------------------------------------------------===//

/// Calls `visit` with the owner's name (empty: the machine itself) and each of
/// the fields of `machine`.
static void
forEachField(Machine &machine,
             function_ref<void(StringRef, const MachineField &)> visit) {
  const KindRow &row = rowOf(machine.kind);
  if (machine.kind == Machine::Kind::Multicore) {
    for (const MulticoreSection &section : sectionsOf(machine.multicore))
      for (const MachineField &field : section.fields)
        visit(section.name, field);
  } else {
    for (Memory &memory : machine.memories)
      for (const MachineField &field :
           fieldsOf(memory, *findRow(row, memory.space)))
        visit(memory.name, field);
  }
  for (MachineUnit &unit : machine.units)
    for (const MachineField &field : fieldsOf(unit, *findRow(row, unit.level)))
      visit(wordOf(unit.level), field);
  for (const MachineField &field : fieldsOf(machine.tiles))
    visit("tiles", field);
  if (machine.kind == Machine::Kind::GPU)
    for (const MachineField &field : fieldsOf(machine.times))
      visit("times", field);
}

/// "owner.field", as fields are called.
static std::string nameOf(StringRef owner, const MachineField &field) {
  return owner.empty() ? field.name.str() : (owner + "." + field.name).str();
}

/// Sets `field` to `values`. What is wrong with them; empty if nothing is.
static StringRef setField(const MachineField &field, ArrayRef<int64_t> values) {
  if (auto *const *flag = std::get_if<bool *>(&field.value)) {
    if (values.size() != 1 || (values[0] != 0 && values[0] != 1))
      return "expected true or false";
    **flag = values[0] != 0;
    return "";
  }
  if (std::holds_alternative<Multicore::Order *>(field.value))
    return "is a word, which only a description gives";
  bool positive = llvm::all_of(values, [&](int64_t value) {
    return value > 0 || (value == 0 && field.mayBeZero);
  });
  if (auto *const *number = std::get_if<int64_t *>(&field.value)) {
    if (values.size() != 1 || !positive)
      return field.mayBeZero ? "expected zero or a positive integer"
                             : "expected a positive integer";
    **number = values[0];
    return "";
  }
  if (values.size() != 3 || !positive)
    return "expected three positive integers (x, y, z)";
  llvm::copy(values, std::get<std::array<int64_t, 3> *>(field.value)->begin());
  return "";
}

Error Machine::set(ArrayRef<MachineSetting> settings) {
  for (const MachineSetting &setting : settings) {
    std::string wrong;
    SmallVector<std::string> known;
    bool found = false;
    forEachField(*this, [&](StringRef owner, const MachineField &field) {
      known.push_back(nameOf(owner, field));
      if (known.back() != setting.field)
        return;
      found = true;
      wrong = setField(field, setting.values).str();
    });
    if (!found)
      wrong =
          "'" + name + "' has no such field; it has " + llvm::join(known, ", ");
    if (!wrong.empty())
      return createStringError(setting.field + ": " + wrong);
  }
  std::string contradiction = complete(*this);
  return contradiction.empty() ? Error::success()
                               : createStringError(contradiction);
}

void Machine::print(raw_ostream &os) const {
  auto orNone = [](StringRef text) {
    return text.empty() ? StringRef("(none)") : text;
  };
  os << "machine " << name << "\n";
  if (!description.empty())
    os << "  description: " << description << "\n";
  os << "  kind: " << wordOf(kind) << "\n"
     << "  chip: " << orNone(chip) << "\n"
     << "  features: " << orNone(features) << "\n";
  auto printValue = [&](auto *value) {
    using T = std::remove_pointer_t<decltype(value)>;
    if constexpr (std::is_same_v<T, bool>)
      os << (*value ? "true" : "false");
    else if constexpr (std::is_same_v<T, int64_t>)
      os << *value;
    else if constexpr (std::is_same_v<T, Multicore::Order>)
      os << wordOf(*value);
    else
      llvm::interleaveComma(*value, os);
  };
  Machine copy = *this;
  StringRef last;
  forEachField(copy, [&](StringRef owner, const MachineField &field) {
    auto memory = llvm::find_if(
        copy.memories, [&](const Memory &m) { return m.name == owner; });
    if (kind != Kind::Multicore && owner != last &&
        memory != copy.memories.end())
      os << "  " << owner << ".address-space: " << wordOf(memory->space) << "\n"
         << "  " << owner << ".scope: " << wordOf(memory->scope) << "\n";
    last = owner;
    os << "  " << nameOf(owner, field) << ": ";
    std::visit(printValue, field.value);
    os << "\n";
  });
}
