//===- ConstantMemory.cpp - arrays that all threads read alike ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Device/ConstantMemory.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// The array
//===----------------------------------------------------------------------===//

bool polymem::isInConstantMemory(memref::GetGlobalOp getter) {
  return getter->hasAttr(kConstantMemoryAttr);
}

std::optional<int64_t> polymem::bytesInConstantMemory(memref::GlobalOp global,
                                                      Sentence &reason) {
  MemRefType type = global.getType();
  if (global.isExternal() || global.isUninitialized()) {
    reason = "it has no initial value here";
    return std::nullopt;
  }
  if (type.getMemorySpace() || !type.getLayout().isIdentity()) {
    reason = "it has a layout or a memory space";
    return std::nullopt;
  }
  Type element = type.getElementType();
  unsigned bits =
      element.isSignlessInteger() ||
              isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(element)
          ? element.getIntOrFloatBitWidth()
          : 0;
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
    reason =
        sentence("its elements are of type {0}, not numbers of {1} bits",
                 named("Element", element), named("Widths", "8, 16, 32 or 64"));
    return std::nullopt;
  }
  int64_t bytes = bits / 8;
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow<int64_t>(bytes, extent, bytes)) {
      reason = "it has more bytes than can be counted";
      return std::nullopt;
    }
  if (bytes == 0) {
    reason = "it has no elements";
    return std::nullopt;
  }
  return bytes;
}

ConstantCandidate ConstantCandidate::of(memref::GlobalOp global,
                                        int64_t bytes) {
  return {global.getSymName(), bytes,
          static_cast<int64_t>(global.getAlignment().value_or(1))};
}

SmallVector<bool> polymem::fitSmallestFirst(ArrayRef<ConstantCandidate> arrays,
                                            int64_t capacity) {
  // With sizes that are multiples of all alignments there are no gaps, in any
  // order.
  int64_t alignment = kConstantArrayAlignment;
  for (const ConstantCandidate &array : arrays)
    alignment = std::max(alignment, array.alignment);
  SmallVector<unsigned> order = llvm::to_vector(
      llvm::seq<unsigned>(0, static_cast<unsigned>(arrays.size())));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::make_pair(arrays[a].bytes, arrays[a].name) <
           std::make_pair(arrays[b].bytes, arrays[b].name);
  });
  SmallVector<bool> kept(arrays.size(), false);
  for (unsigned index : order) {
    int64_t bytes = arrays[index].bytes;
    if (bytes > capacity)
      break;
    capacity -= static_cast<int64_t>(llvm::alignTo(bytes, alignment));
    kept[index] = true;
  }
  return kept;
}

/// Whether `name` is one that gpu-kernel-outlining gives to kernels, `f_kernel`
/// or `f_kernel_1` with a symbol `f`: the global could not lie beside it.
static bool isNameOfKernel(StringRef name, Operation *from) {
  auto endsLikeKernel = [&](StringRef text) {
    return text.consume_back("_kernel") &&
           SymbolTable::lookupNearestSymbolFrom(
               from, StringAttr::get(from->getContext(), text));
  };
  if (endsLikeKernel(name))
    return true;
  StringRef stem = name.rtrim("0123456789");
  return stem.size() != name.size() && stem.consume_back("_") &&
         endsLikeKernel(stem);
}

//===----------------------------------------------------------------------===//
// What depends on the thread
//===----------------------------------------------------------------------===//

/// Whether results of `op` are functions of its operands, without memory.
static bool isFunctionOfOperands(Operation *op) {
  if (isa<memref::DimOp, gpu::BlockIdOp, gpu::BlockDimOp, gpu::GridDimOp>(op))
    return true;
  return isa<affine::AffineDialect, arith::ArithDialect, index::IndexDialect>(
             op->getDialect()) &&
         op->getNumRegions() == 0 && isPure(op);
}

/// The values that `argument` follows from, if it is that of a loop whose
/// iterations a thread executes one after the other, or of blocks.
static std::optional<SmallVector<Value>> sourcesOf(BlockArgument argument) {
  Operation *op = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  if (auto tile = dyn_cast<scratch::TileOp>(op)) {
    if (isa_and_nonnull<gpu::GPUThreadMappingAttr>(tile.getMappingOf(number)))
      return std::nullopt;
    return SmallVector<Value>{tile.getLowerBounds()[number],
                              tile.getSteps()[number]};
  }
  if (auto launch = dyn_cast<gpu::LaunchOp>(op)) {
    gpu::KernelDim3 ids = launch.getThreadIds();
    if (llvm::is_contained({ids.x, ids.y, ids.z}, Value(argument)) ||
        number >= launch.getNumConfigRegionAttributes())
      return std::nullopt;
    return SmallVector<Value>();
  }
  if (auto loop = dyn_cast<affine::AffineForOp>(op);
      loop && argument == loop.getInductionVar())
    return llvm::to_vector<6>(loop.getLowerBoundOperands());
  if (auto loop = dyn_cast<scf::ForOp>(op);
      loop && argument == loop.getInductionVar())
    return SmallVector<Value>{loop.getLowerBound(), loop.getStep()};
  return std::nullopt;
}

bool polymem::isSameForThreads(Value value, Operation *launch) {
  // Loops do not occur among values without iteration arguments.
  SmallVector<Value> work{value};
  llvm::SmallPtrSet<Value, 16> seen;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (!seen.insert(next).second ||
        !launch->isAncestor(next.getParentRegion()->getParentOp()))
      continue;
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      std::optional<SmallVector<Value>> sources = sourcesOf(argument);
      if (!sources)
        return false;
      llvm::append_range(work, *sources);
      continue;
    }
    Operation *op = next.getDefiningOp();
    if (!isFunctionOfOperands(op))
      return false;
    llvm::append_range(work, op->getOperands());
  }
  return true;
}

/// Why the use of a constant array by `op` in `launch` speaks against constant
/// memory; empty if it does not.
static std::string whyNotRead(Operation *op, Operation *launch) {
  SmallVector<Value> subscripts;
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    llvm::append_range(subscripts, load.getMapOperands());
  else if (auto load = dyn_cast<memref::LoadOp>(op))
    llvm::append_range(subscripts, load.getIndices());
  else
    return "'" + op->getName().getStringRef().str() +
           "' uses it, which is no load of an element";
  if (llvm::all_of(subscripts, [&](Value subscript) {
        return isSameForThreads(subscript, launch);
      }))
    return "";
  return "subscripts depend on the thread, and constant memory serves one "
         "element of a warp at a time";
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

namespace {
/// Uses of a global by operations in launches.
struct Uses {
  memref::GlobalOp global;
  SmallVector<std::pair<Operation *, Operation *>> inLaunches;
  /// The host makes a view, which launches may use.
  bool viewed = false;
};
} // namespace

SmallVector<ConstantArray>
polymem::planConstantMemory(func::FuncOp func, ArrayRef<Operation *> launches,
                            int64_t capacity) {
  auto launchAround = [&](Operation *op) -> Operation * {
    for (; op && op != func; op = op->getParentOp())
      if (llvm::is_contained(launches, op))
        return op;
    return nullptr;
  };
  llvm::MapVector<StringAttr, Uses> arrays;
  func.walk([&](memref::GetGlobalOp getter) {
    if (isInConstantMemory(getter))
      return;
    auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
        getter, getter.getNameAttr());
    if (!global || !global.getConstant())
      return;
    Uses &uses = arrays[global.getSymNameAttr()];
    uses.global = global;
    for (Operation *user : getter->getUsers()) {
      if (Operation *launch = launchAround(user))
        uses.inLaunches.push_back({user, launch});
      else
        uses.viewed |=
            llvm::any_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
    }
  });

  SmallVector<ConstantArray> result;
  for (auto &[name, uses] : arrays) {
    if (uses.inLaunches.empty())
      continue;
    ConstantArray &array = result.emplace_back();
    array.global = uses.global;
    array.bytes = bytesInConstantMemory(uses.global, array.reason).value_or(0);
    if (array.fits() && isNameOfKernel(name.getValue(), func))
      array.reason = "a kernel may be called like it";
    if (array.fits() && uses.viewed)
      array.reason = "there is a view of it";
    for (auto [user, launch] : uses.inLaunches)
      if (array.fits())
        array.reason = whyNotRead(user, launch);
  }

  SmallVector<ConstantArray *> wanted;
  SmallVector<ConstantCandidate> candidates;
  for (ConstantArray &array : result)
    if (array.fits()) {
      wanted.push_back(&array);
      candidates.push_back(ConstantCandidate::of(array.global, array.bytes));
    }
  SmallVector<bool> kept = fitSmallestFirst(candidates, capacity);
  for (auto [array, keep] : llvm::zip_equal(wanted, kept))
    if (!keep)
      array->reason =
          sentence("its {0} bytes, after those of smaller arrays, exceed the "
                   "{1} bytes of constant memory",
                   named("Bytes", array->bytes), named("Capacity", capacity));
  return result;
}
