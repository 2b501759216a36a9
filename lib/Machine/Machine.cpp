//===- Machine.cpp - machine descriptions ---------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Machine/Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
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

  void boolean(StringRef field, bool &result) {
    if (const json::Value *value = get(field)) {
      if (std::optional<bool> flag = value->getAsBoolean())
        result = *flag;
      else
        fail(field, "expected true or false");
    }
  }

  void positive(StringRef field, int64_t &result) {
    if (const json::Value *value = get(field))
      readPositive(field, *value, result);
  }

  void optionalPositive(StringRef field, int64_t &result) {
    known.insert(field);
    if (object.get(field))
      positive(field, result);
  }

  void positiveTriple(StringRef field, int64_t (&result)[3]) {
    const json::Value *value = get(field);
    if (!value)
      return;
    const json::Array *array = value->getAsArray();
    if (!array || array->size() != 3)
      return fail(field, "expected three positive integers (x, y, z)");
    for (auto [index, element] : llvm::enumerate(*array))
      readPositive(field, element, result[index]);
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

  void readPositive(StringRef field, const json::Value &value,
                    int64_t &result) {
    std::optional<int64_t> number = value.getAsInteger();
    if (!number || *number <= 0)
      return fail(field, "expected a positive integer");
    result = *number;
  }

  const json::Object &object;
  std::string prefix;
  std::string &error;
  StringSet<> known;
};

/// Reads all fields of a description into `machine`.
void readMachine(FieldReader &root, Machine &machine) {
  root.string("name", machine.name);
  root.optionalString("description", machine.description);
  std::string kind;
  root.string("kind", kind);
  if (kind == "cpu")
    machine.kind = Machine::Kind::CPU;
  else if (kind != "gpu")
    root.fail("kind", "expected \"gpu\" or \"cpu\"");
  root.optionalString("chip", machine.chip);
  root.optionalString("features", machine.features);
  root.positive("units", machine.units);
  root.section("scratchpad", [&](FieldReader &reader) {
    reader.positive("bytes-per-block", machine.scratchpadBytes);
    reader.positive("static-bytes-per-block", machine.staticScratchpadBytes);
    reader.positive("bytes-per-unit", machine.scratchpadBytesPerUnit);
    reader.positive("banks", machine.banks);
    reader.positive("bank-bytes", machine.bankBytes);
    if (machine.staticScratchpadBytes > machine.scratchpadBytes)
      reader.fail("static-bytes-per-block", "larger than bytes-per-block");
    if (machine.scratchpadBytes > machine.scratchpadBytesPerUnit)
      reader.fail("bytes-per-block", "larger than bytes-per-unit");
  });
  root.section("registers", [&](FieldReader &reader) {
    reader.positive("per-thread", machine.registersPerThread);
    reader.positive("per-unit", machine.registersPerUnit);
    if (machine.registersPerThread > machine.registersPerUnit)
      reader.fail("per-thread", "larger than per-unit");
  });
  root.section("threads", [&](FieldReader &reader) {
    reader.positive("warp-size", machine.warpSize);
    reader.positive("max-per-block", machine.maxThreadsPerBlock);
    reader.positive("max-per-unit", machine.maxThreadsPerUnit);
    reader.positive("default-per-block", machine.defaultThreadsPerBlock);
    reader.positiveTriple("max-block-dim", machine.maxBlockDim);
    reader.positiveTriple("max-grid-dim", machine.maxGridDim);
    if (machine.maxThreadsPerBlock > machine.maxThreadsPerUnit)
      reader.fail("max-per-block", "larger than max-per-unit");
    if (machine.defaultThreadsPerBlock > machine.maxThreadsPerBlock)
      reader.fail("default-per-block", "larger than max-per-block");
  });
  root.section("global-memory", [&](FieldReader &reader) {
    reader.positive("transaction-bytes", machine.transactionBytes);
    reader.boolean("direct-access", machine.computesFromGlobal);
  });
  root.optionalPositive("constant-memory-bytes", machine.constantBytes);
  root.boolean("async-copies", machine.asyncCopies);
  root.finish();
}

/// A path rather than the name of a built-in machine.
bool isPath(StringRef nameOrPath) {
  return nameOrPath.contains('/') || nameOrPath.ends_with(".json");
}

} // namespace

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
  if (!error.empty())
    return createStringError(error);
  return machine;
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

void Machine::print(raw_ostream &os) const {
  auto triple = [&](const int64_t (&values)[3]) {
    os << values[0] << ", " << values[1] << ", " << values[2] << "\n";
  };
  auto yesNo = [](bool flag) { return flag ? "true" : "false"; };
  os << "machine " << name << "\n";
  if (!description.empty())
    os << "  description: " << description << "\n";
  os << "  kind: " << (kind == Kind::GPU ? "gpu" : "cpu") << "\n"
     << "  chip: " << (chip.empty() ? "(none)" : chip) << "\n"
     << "  features: " << (features.empty() ? "(none)" : features) << "\n"
     << "  units: " << units << "\n"
     << "  scratchpad.bytes-per-block: " << scratchpadBytes << "\n"
     << "  scratchpad.static-bytes-per-block: " << staticScratchpadBytes << "\n"
     << "  scratchpad.bytes-per-unit: " << scratchpadBytesPerUnit << "\n"
     << "  scratchpad.banks: " << banks << "\n"
     << "  scratchpad.bank-bytes: " << bankBytes << "\n"
     << "  registers.per-thread: " << registersPerThread << "\n"
     << "  registers.per-unit: " << registersPerUnit << "\n"
     << "  threads.warp-size: " << warpSize << "\n"
     << "  threads.max-per-block: " << maxThreadsPerBlock << "\n"
     << "  threads.max-per-unit: " << maxThreadsPerUnit << "\n"
     << "  threads.default-per-block: " << defaultThreadsPerBlock << "\n"
     << "  threads.max-block-dim: ";
  triple(maxBlockDim);
  os << "  threads.max-grid-dim: ";
  triple(maxGridDim);
  os << "  global-memory.transaction-bytes: " << transactionBytes << "\n"
     << "  global-memory.direct-access: " << yesNo(computesFromGlobal) << "\n"
     << "  constant-memory-bytes: " << constantBytes << "\n"
     << "  async-copies: " << yesNo(asyncCopies) << "\n";
}
