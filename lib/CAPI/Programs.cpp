//===- Programs.cpp - C API: compiled functions and their calls -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polymem-c/Programs.h"
#include "Messages.h"
#include "PolyMem/Emulator/Checking/Checker.h"
#include "PolyMem/Emulator/Counting/Counters.h"
#include "PolyMem/Emulator/Execution/ObserverList.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Runner/HostJit.h"
#include "PolyMem/Runner/MachineLimits.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include <sstream>

using namespace mlir;
using namespace polymem;
using namespace polymem::capi;
using runtime::HostFunction;
using runtime::HostJit;

namespace {
/// Machine code and the function in it; ranks of arrays, -1 of scalars.
struct Program {
  std::unique_ptr<HostJit> jit;
  HostFunction function;
  std::vector<int64_t> ranks;
};
} // namespace

static Program *programOf(PolyMemProgram program) {
  return static_cast<Program *>(program.ptr);
}

/// Ranks of the arguments of `function`; nothing if one is neither a ranked
/// memref nor a number of at most 64 bits, and if it returns something.
static std::optional<std::vector<int64_t>> ranksOf(func::FuncOp function) {
  if (function.isExternal() || function.getNumResults() != 0)
    return std::nullopt;
  std::vector<int64_t> ranks;
  for (Type type : function.getArgumentTypes()) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref && !type.isIntOrIndexOrFloat())
      return std::nullopt;
    if (!memref && type.isIntOrFloat() && type.getIntOrFloatBitWidth() > 64)
      return std::nullopt;
    ranks.push_back(memref ? memref.getRank() : -1);
  }
  return ranks;
}

/// What `program` takes, for people.
static std::string wantedText(const Program &program) {
  std::string text;
  for (int64_t rank : program.ranks) {
    text += text.empty() ? "" : ", ";
    text += rank < 0 ? "a scalar" : "an array of rank " + std::to_string(rank);
  }
  return text.empty() ? "nothing" : text;
}

PolyMemProgram polymemProgramCreate(MlirModule module, MlirStringRef name,
                                    MlirStringRef pipeline, bool checkBounds,
                                    bool optimize, MlirStringCallback error,
                                    void *userData) {
  auto refuse = [&](const Twine &text) {
    (void)fail(text.str(), error, userData);
    return PolyMemProgram{nullptr};
  };
  StringRef function = unwrap(name);
  OwningOpRef<ModuleOp> copy(unwrap(module).clone());
  auto program = std::make_unique<Program>();
  auto entry = copy->lookupSymbol<func::FuncOp>(function);
  if (!entry)
    return refuse("no func.func '" + function + "' in the module");
  std::optional<std::vector<int64_t>> ranks = ranksOf(entry);
  if (!ranks)
    return refuse("'" + function +
                  "' has a result, no body, or an argument that is neither a "
                  "number nor a ranked memref");
  program->ranks = std::move(*ranks);
  MlirModule transformed = wrap(*copy);
  if (pipeline.length != 0 &&
      mlirLogicalResultIsFailure(polymemRunPipeline(
          mlirModuleGetOperation(transformed), pipeline, error, userData)))
    return PolyMemProgram{nullptr};

  runtime::HostLoweringOptions lowering;
  lowering.checkBounds = checkBounds;
  if (failed(runtime::lowerToLLVMDialect(*copy, lowering)))
    return refuse("'" + function + "' cannot be lowered to LLVM");
  llvm::Expected<std::unique_ptr<HostJit>> jit = HostJit::create(optimize);
  if (!jit)
    return refuse(llvm::toString(jit.takeError()));
  llvm::Expected<HostFunction> compiled = (*jit)->compile(*copy, function);
  if (!compiled)
    return refuse(llvm::toString(compiled.takeError()));
  if (compiled->hasCudaLaunches())
    return refuse("'" + function + "' launches kernels in PTX");
  program->jit = std::move(*jit);
  program->function = std::move(*compiled);
  return {program.release()};
}

void polymemProgramDestroy(PolyMemProgram program) {
  delete programOf(program);
}

bool polymemProgramHasLaunches(PolyMemProgram program) {
  return programOf(program)->function.hasLaunches();
}

/// Distances of `argument`'s dimensions, in elements.
static SmallVector<int64_t> stridesOf(const PolyMemArgument &argument) {
  if (argument.strides)
    return SmallVector<int64_t>(ArrayRef(argument.strides, argument.rank));
  SmallVector<int64_t> strides(argument.rank, 1);
  for (intptr_t d = argument.rank - 1; d > 0; --d)
    strides[d - 1] = strides[d] * std::max<int64_t>(argument.extents[d], 1);
  return strides;
}

/// `argument` is an array of that rank, or a scalar if it is negative.
static bool fitsRank(const PolyMemArgument &argument, int64_t rank) {
  if (rank < 0)
    return !argument.data && !argument.extents;
  return argument.rank == rank && (argument.extents || rank == 0);
}

/// What is wrong with an argument of that rank, or null.
static const char *reasonAgainst(const PolyMemArgument &argument,
                                 int64_t rank) {
  if (rank < 0)
    return nullptr;
  ArrayRef<int64_t> extents(argument.extents, rank);
  if (llvm::any_of(extents, [](int64_t extent) { return extent < 0; }))
    return "an extent is negative";
  if (!argument.data && !llvm::is_contained(extents, 0))
    return "it has no data";
  return nullptr;
}

/// Appends the slots of `argument`: see HostFunction.
static void addSlots(const PolyMemArgument &argument, int64_t rank,
                     std::vector<uint64_t> &slots) {
  if (rank < 0) {
    slots.push_back(argument.scalar);
    return;
  }
  auto address = reinterpret_cast<uint64_t>(argument.data);
  slots.insert(slots.end(), {address, address, 0});
  slots.insert(slots.end(), argument.extents, argument.extents + rank);
  llvm::append_range(slots, stridesOf(argument));
}

/// The memory of `argument`, number `number`, from its first byte to its last.
static emulator::Region regionOf(const PolyMemArgument &argument,
                                 unsigned number) {
  emulator::Region region;
  region.name = "argument " + std::to_string(number);
  region.elementBytes = argument.elementBytes;
  int64_t first = 0, last = 0;
  SmallVector<int64_t> strides = stridesOf(argument);
  bool isEmpty = false;
  for (auto [extent, stride] :
       llvm::zip_equal(ArrayRef(argument.extents, argument.rank), strides)) {
    isEmpty |= extent <= 0;
    (stride < 0 ? first : last) += stride * (extent - 1);
  }
  region.begin = reinterpret_cast<uintptr_t>(argument.data) +
                 (isEmpty ? 0 : first * argument.elementBytes);
  region.bytes = isEmpty ? 0 : (last - first + 1) * argument.elementBytes;
  if (!argument.strides)
    region.extents.assign(argument.extents, argument.extents + argument.rank);
  return region;
}

namespace {
/// The emulator of one call, and what watches it.
struct EmulatedCall {
  emulator::Options options;
  emulator::ObserverList observers;
  std::optional<emulator::Checker> checker;
  std::optional<emulator::Counters> counters;
};
} // namespace

/// Fills `call` as `emulation` asks.
static llvm::Error prepare(const PolyMemEmulation &emulation,
                           ArrayRef<PolyMemArgument> arguments,
                           ArrayRef<int64_t> ranks, EmulatedCall &call) {
  StringRef name = unwrap(emulation.machine);
  llvm::Expected<Machine> machine =
      Machine::lookup(name.empty() ? StringRef(kDefaultMachine) : name);
  if (!machine)
    return machine.takeError();
  if (machine->kind != Machine::Kind::GPU)
    return llvm::createStringError("machine '" + machine->name +
                                   "' is not a GPU");
  call.options.seed = emulation.seed;
  call.options.limits = runtime::limitsOf(*machine);
  if (emulation.checked)
    call.observers.add(
        call.checker.emplace(emulator::CheckerOptions{call.options.limits}));
  if (emulation.counts)
    call.observers.add(call.counters.emplace(call.options.limits));
  if (call.observers.empty())
    return llvm::Error::success();
  call.options.observer = &call.observers;
  for (auto [number, argument] : llvm::enumerate(arguments))
    if (ranks[number] >= 0)
      call.observers.addRegion(regionOf(argument, number),
                               /*initialised=*/true);
  return llvm::Error::success();
}

MlirLogicalResult polymemProgramCall(PolyMemProgram program,
                                     intptr_t numArguments,
                                     const PolyMemArgument *arguments,
                                     const PolyMemEmulation *emulation,
                                     MlirStringCallback error, void *userData) {
  const Program &called = *programOf(program);
  ArrayRef<PolyMemArgument> list(arguments, numArguments);
  std::vector<uint64_t> slots;
  if (!llvm::equal(list, called.ranks, fitsRank))
    return fail("the arguments do not fit: the function takes " +
                    wantedText(called),
                error, userData);
  for (auto [i, argument] : llvm::enumerate(list)) {
    if (const char *wrong = reasonAgainst(argument, called.ranks[i]))
      return fail("argument " + std::to_string(i) + ": " + wrong, error,
                  userData);
    addSlots(argument, called.ranks[i], slots);
  }

  EmulatedCall call;
  if (emulation)
    if (llvm::Error wrong = prepare(*emulation, list, called.ranks, call))
      return fail(llvm::toString(std::move(wrong)), error, userData);
  llvm::Error failed = called.function.call(slots, /*result=*/nullptr,
                                            /*heap=*/nullptr, call.options);
  bool wrong = static_cast<bool>(failed);
  // Empty where an observer has stopped the call.
  std::string message = llvm::toString(std::move(failed));
  if (call.checker)
    for (const emulator::Report &report : call.checker->reports()) {
      wrong = true;
      message += report.text();
    }
  if (wrong)
    return fail(message, error, userData);
  if (call.counters) {
    std::ostringstream json;
    call.counters->writeJson(json);
    give(json.str(), emulation->counts, emulation->countsUserData);
  }
  return mlirLogicalResultSuccess();
}
