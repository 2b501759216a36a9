//===- PlaceConstants.cpp - constant arrays of kernels --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Device/ConstantMemory.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

namespace polymem {
#define GEN_PASS_DEF_PLACECONSTANTSPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

static constexpr llvm::StringLiteral kPass = "polymem-place-constants";

namespace {
/// A global of a module of kernels, and the operations that get it.
struct KernelConstant {
  memref::GlobalOp global;
  SmallVector<memref::GetGlobalOp> getters;
  int64_t bytes = 0;
};

struct PlaceConstantsPass
    : polymem::impl::PlaceConstantsPassBase<PlaceConstantsPass> {
  using PlaceConstantsPassBase::PlaceConstantsPassBase;
  void runOnOperation() override;

private:
  void place(const KernelConstant &constant);
};
} // namespace

/// Bytes of what is in constant memory already.
static int64_t takenBytes(gpu::GPUModuleOp module) {
  DataLayout layout(cast<DataLayoutOpInterface>(module.getOperation()));
  int64_t taken = 0;
  auto add = [&](uint64_t bytes) {
    taken +=
        static_cast<int64_t>(llvm::alignTo(bytes, kConstantArrayAlignment));
  };
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (global.getAddrSpace() == kConstantMemorySpace)
      add(layout.getTypeSize(global.getType()));
  for (auto global : module.getOps<memref::GlobalOp>()) {
    MemRefType type = global.getType();
    auto space = dyn_cast_or_null<IntegerAttr>(type.getMemorySpace());
    if (space && space.getInt() == kConstantMemorySpace)
      add(type.getNumElements() *
          layout.getTypeSize(type.getElementType()).getFixedValue());
  }
  return taken;
}

/// Why `constant`, which kernels were to find in constant memory, has to stay;
/// empty if it has not. Fills in its size.
static Sentence whyNotPlaced(KernelConstant &constant) {
  if (!constant.global.getConstant())
    return "it is not constant";
  Sentence reason;
  constant.bytes = bytesInConstantMemory(constant.global, reason).value_or(0);
  if (!reason.empty())
    return reason;
  for (memref::GetGlobalOp getter : constant.getters) {
    if (!isInConstantMemory(getter))
      return "other code gets it as well";
    for (Operation *user : getter->getUsers())
      if (!isa<memref::LoadOp>(user))
        return "'" + user->getName().getStringRef().str() +
               "' uses it, which is no load of an element";
  }
  return "";
}

void PlaceConstantsPass::place(const KernelConstant &constant) {
  memref::GlobalOp global = constant.global;
  MemRefType type = global.getType();
  auto placed = MemRefType::get(
      type.getShape(), type.getElementType(), type.getLayout(),
      Builder(&getContext()).getI64IntegerAttr(kConstantMemorySpace));
  global.setType(placed);
  for (memref::GetGlobalOp getter : constant.getters) {
    getter.getResult().setType(placed);
    getter->removeAttr(kConstantMemoryAttr);
  }
  ++numPlaced;
  numBytes += constant.bytes;
}

/// LLVM takes a global variable without an alignment to have the preferred one,
/// and vectorises loads; but NVPTX declares the variable with the alignment of
/// an element.
static void align(memref::GlobalOp global) {
  if (global.getAlignment().value_or(1) < uint64_t(kConstantArrayAlignment))
    global.setAlignment(kConstantArrayAlignment);
}

void PlaceConstantsPass::runOnOperation() {
  gpu::GPUModuleOp module = getOperation();
  FailureOr<Machine> target = targetMachine(module, machine, kPass);
  if (failed(target))
    return signalPassFailure();
  llvm::MapVector<StringAttr, KernelConstant> constants;
  for (auto global : module.getOps<memref::GlobalOp>()) {
    align(global);
    constants[global.getSymNameAttr()].global = global;
  }
  module.walk([&](memref::GetGlobalOp getter) {
    auto found = constants.find(getter.getNameAttr().getAttr());
    if (found != constants.end())
      found->second.getters.push_back(getter);
  });

  SmallVector<KernelConstant *> wanted;
  SmallVector<ConstantCandidate> candidates;
  for (auto &[name, constant] : constants) {
    if (llvm::none_of(constant.getters, isInConstantMemory))
      continue;
    Sentence reason = whyNotPlaced(constant);
    if (!reason.empty()) {
      remarkMissed(constant.global, kPass, "GlobalMemory")
          << sentence("{0} stays in global memory: {1}",
                      named("Array", name.getValue()), reason);
      continue;
    }
    wanted.push_back(&constant);
    candidates.push_back(
        ConstantCandidate::of(constant.global, constant.bytes));
  }
  int64_t capacity =
      std::max<int64_t>(0, target->constantBytes() - takenBytes(module));
  SmallVector<bool> kept = fitSmallestFirst(candidates, capacity);
  for (auto [constant, keep] : llvm::zip_equal(wanted, kept)) {
    std::string name = constant->global.getSymName().str();
    if (!keep) {
      remarkMissed(constant->global, kPass, "GlobalMemory")
          << sentence("{0} stays in global memory: its {1} bytes, after those "
                      "of smaller arrays of this module, exceed the {2} bytes "
                      "of constant memory that are left",
                      named("Array", name), named("Bytes", constant->bytes),
                      named("Capacity", capacity));
      continue;
    }
    remarkPassed(constant->global, kPass, "ConstantMemory")
        << sentence("{0} is in constant memory: {1} bytes",
                    named("Array", name), named("Bytes", constant->bytes));
    place(*constant);
  }
}
