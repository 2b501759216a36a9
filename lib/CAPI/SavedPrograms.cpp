//===- SavedPrograms.cpp - C API: programs as bytes -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A saved program is
//
//   kMagic, kFormat (4 bytes), SHA-256 of what follows (32 bytes),
//   for whom: versions of PolyMem and LLVM, HostTarget,
//   parameters, results, HostFunctionInfo, the object file
//
// with numbers of 8 bytes, the lowest first, and texts behind their lengths.
//
//===----------------------------------------------------------------------===//

#include "Messages.h"
#include "Program.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::capi;
using namespace llvm::support;
using runtime::HostTarget;

static constexpr StringLiteral kMagic = "PolyMem program\n";
/// Changes with the order and meaning of what is saved.
static constexpr uint32_t kFormat = 1;
static constexpr size_t kHashBytes = 32;
static constexpr size_t kHeaderBytes =
    kMagic.size() + sizeof kFormat + kHashBytes;

static std::string hashOf(StringRef bytes) {
  return llvm::toStringRef(
             llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes)))
      .str();
}

namespace {
/// Appends fields to bytes.
class Writer {
public:
  void field(uint64_t value) {
    char bytes[8];
    endian::write64le(bytes, value);
    result.append(bytes, sizeof bytes);
  }
  void field(StringRef text) {
    field(text.size());
    result += text;
  }
  template <typename T> void list(const std::vector<T> &values) {
    field(values.size());
    for (const T &value : values)
      field(value);
  }
  std::string result;
};

/// Takes fields off bytes. What is behind their end is 0 or empty, and
/// `isDamaged`.
class Reader {
public:
  explicit Reader(StringRef bytes) : rest(bytes) {}

  StringRef take(uint64_t size) {
    isDamaged |= size > rest.size();
    StringRef taken = rest.take_front(isDamaged ? 0 : size);
    rest = rest.drop_front(taken.size());
    return taken;
  }
  void field(bool &value) { value = number() != 0; }
  void field(int64_t &value) { value = static_cast<int64_t>(number()); }
  void field(size_t &value) { value = number(); }
  void field(std::string &value) { value = take(number()).str(); }
  template <typename T> void list(std::vector<T> &values) {
    uint64_t size = number();
    // Each value takes bytes: a wrong size soon ends it.
    for (uint64_t i = 0; i < size && !isDamaged; ++i)
      field(values.emplace_back());
  }
  bool isAtEnd() const { return !isDamaged && rest.empty(); }
  bool isDamaged = false;

private:
  uint64_t number() {
    StringRef bytes = take(8);
    return bytes.empty() ? 0 : endian::read64le(bytes.data());
  }
  StringRef rest;
};
} // namespace

/// Visits the fields of `target`, with what they are called, for whom they are.
template <typename Target, typename Visit>
static void visitTarget(Target &target, const Visit &visit) {
  visit("system", target.triple);
  visit("CPU", target.cpu);
  visit("CPU features", target.features);
  visit("run-time interface", target.runtime);
}

/// Gives the fields of a parameter to `archive`, a Writer or a Reader.
template <typename Archive, typename ParameterOf>
static void visitParameter(Archive &archive, ParameterOf &parameter) {
  archive.field(parameter.name);
  archive.field(parameter.isArray);
  archive.field(parameter.elementType);
  archive.field(parameter.elementBytes);
  archive.field(parameter.alignment);
  archive.field(parameter.scalarBits);
  archive.list(parameter.extents);
  archive.field(parameter.isStrided);
  archive.list(parameter.strides);
  archive.field(parameter.offset);
  archive.list(parameter.shape);
}

/// The same for compiled code.
template <typename Archive, typename Object>
static void visitObject(Archive &archive, Object &object) {
  archive.field(object.info.type);
  archive.list(object.info.resultOffsets);
  archive.field(object.info.resultBytes);
  archive.field(object.info.numSlots);
  archive.field(object.info.launches);
  archive.field(object.info.cudaLaunches);
  archive.field(object.code);
}

MlirLogicalResult polymemProgramSave(PolyMemProgram program,
                                     MlirStringCallback callback,
                                     void *userData) {
  const Program &saved = *programOf(program);
  llvm::Expected<HostTarget> target = HostTarget::detect();
  // Of a process that has compiled or loaded a program it is known.
  if (!target) {
    llvm::consumeError(target.takeError());
    return mlirLogicalResultFailure();
  }
  Writer body;
  body.field(StringRef(POLYMEM_VERSION));
  body.field(StringRef(LLVM_VERSION_STRING));
  visitTarget(*target, [&](StringRef, StringRef text) { body.field(text); });
  for (const auto *list : {&saved.parameters, &saved.results}) {
    body.field(list->size());
    for (const Parameter &parameter : *list)
      visitParameter(body, parameter);
  }
  visitObject(body, saved.object);

  char format[sizeof kFormat];
  endian::write32le(format, kFormat);
  std::string bytes = kMagic.str();
  bytes.append(format, sizeof format);
  bytes += hashOf(body.result);
  bytes += body.result;
  give(bytes, callback, userData);
  return mlirLogicalResultSuccess();
}

/// Two lists of CPU features, without what both have.
static std::string differingFeatures(StringRef saved, StringRef here) {
  SmallVector<StringRef> of[2], only[2];
  saved.split(of[0], ',');
  here.split(of[1], ',');
  for (int i : {0, 1})
    llvm::copy_if(of[i], std::back_inserter(only[i]), [&](StringRef feature) {
      return !llvm::is_contained(of[1 - i], feature);
    });
  return "was saved for a CPU with features " + llvm::join(only[0], ",") +
         "; this one has " + llvm::join(only[1], ",");
}

/// Why what `reader` begins with is not for this process; empty if it is.
static std::string reasonAgainstOrigin(Reader &reader) {
  std::string reason;
  auto compare = [&](StringRef what, StringRef here) {
    std::string saved;
    reader.field(saved);
    if (saved == here || !reason.empty())
      return;
    reason = what == "CPU features"
                 ? differingFeatures(saved, here)
                 : ("was saved for " + what + " " + saved + "; this is " + here)
                       .str();
  };
  llvm::Expected<HostTarget> target = HostTarget::detect();
  if (!target)
    return "cannot be loaded: " + llvm::toString(target.takeError());
  compare("PolyMem", POLYMEM_VERSION);
  compare("LLVM", LLVM_VERSION_STRING);
  visitTarget(*target, compare);
  return reason;
}

/// Reads what polymemProgramSave wrote, all but the code loaded; why that is
/// impossible, or nothing.
static std::string read(StringRef bytes, Program &program) {
  if (!bytes.starts_with(kMagic))
    return "is not one that PolyMem saved";
  if (bytes.size() < kHeaderBytes)
    return "is damaged: it ends in its header";
  uint32_t format = endian::read32le(bytes.data() + kMagic.size());
  if (format != kFormat)
    return "was saved in format " + std::to_string(format) +
           "; this PolyMem reads format " + std::to_string(kFormat);
  StringRef body = bytes.drop_front(kHeaderBytes);
  if (hashOf(body) != bytes.slice(kHeaderBytes - kHashBytes, kHeaderBytes))
    return "is damaged: its checksum is wrong";
  Reader reader(body);
  if (std::string reason = reasonAgainstOrigin(reader); !reason.empty())
    return reason;
  for (auto *list : {&program.parameters, &program.results}) {
    size_t size = 0;
    reader.field(size);
    for (size_t i = 0; i < size && !reader.isDamaged; ++i)
      visitParameter(reader, list->emplace_back());
  }
  visitObject(reader, program.object);
  reader.isDamaged |= !program.fitsObject();
  for (const Parameter &parameter : program.parameters)
    reader.isDamaged |= parameter.isStrided ? parameter.strides.size() !=
                                                  parameter.extents.size()
                                            : !parameter.strides.empty();
  return reader.isAtEnd() ? "" : "is damaged: its fields are wrong";
}

PolyMemProgram polymemProgramLoad(MlirStringRef bytes, MlirStringCallback error,
                                  void *userData) {
  auto program = std::make_unique<Program>();
  std::string reason = read(unwrap(bytes), *program);
  if (reason.empty())
    if (llvm::Error wrong = program->load())
      reason = "cannot be loaded: " + llvm::toString(std::move(wrong));
  if (!reason.empty()) {
    (void)fail("the program " + reason, error, userData);
    return PolyMemProgram{nullptr};
  }
  return {program.release()};
}
