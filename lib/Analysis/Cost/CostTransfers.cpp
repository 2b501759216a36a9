//===- CostTransfers.cpp - what accesses to memory move -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CachedArrays.h"
#include "CostWalker.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace polymem;
using namespace polymem::cost;

int64_t cost::bytesOf(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * bytesOf(vector.getElementType());
  if (type.isIndex())
    return 8;
  return type.isIntOrFloat()
             ? int64_t(llvm::divideCeil(type.getIntOrFloatBitWidth(), 8))
             : 0;
}

bool cost::isShared(Value memref) {
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(
      cast<MemRefType>(memref.getType()).getMemorySpace());
  return space && space.getValue() == gpu::AddressSpace::Workgroup;
}

SmallVector<double>
CostWalker::remainders(ArrayRef<std::pair<unsigned, int64_t>> terms,
                       int64_t modulus) const {
  SmallVector<double> result(modulus, 0);
  result[0] = weight();
  for (auto [variable, factor] : terms) {
    int64_t step = llvm::mod(factor, modulus);
    if (step == 0)
      continue;
    const Interval &interval = box[variable];
    int64_t size = interval.last - interval.first + 1;
    SmallVector<double> next(modulus, 0);
    // Values of the variable that are alike.
    int64_t period = modulus / std::gcd(step, modulus);
    for (int64_t v = 0; v < std::min(period, size); ++v) {
      int64_t share = (size - v + period - 1) / period;
      int64_t shift =
          llvm::mod(step * llvm::mod(interval.first + v, modulus), modulus);
      for (int64_t r = 0; r < modulus; ++r)
        next[(r + shift) % modulus] += result[r] * double(share) / double(size);
    }
    result = std::move(next);
  }
  return result;
}

void CostWalker::countRequests(TransferCost &cost,
                               const std::optional<Form> &address,
                               int64_t bytes, bool isShared) {
  double times = weight();
  cost.requests += times * active->warps;
  cost.bytes += times * active->threads * double(bytes);
  if (!address) {
    // Each thread has a sector, or a wavefront, of its own.
    cost.transfers += times * active->threads;
    cost.minimum += times * active->warps;
    return;
  }
  WarpTransfers::Kind kind =
      isShared ? WarpTransfers::Kind::Wavefronts : WarpTransfers::Kind::Sectors;
  int64_t period = transfers.modulus(kind);
  int64_t first = llvm::mod(address->constant, period);
  for (auto [shift, number] :
       llvm::enumerate(remainders(address->terms, period))) {
    if (number == 0)
      continue;
    WarpTransfers::Moved moved = transfers.get(
        active, address->lanes, (first + int64_t(shift)) % period, bytes, kind);
    cost.transfers += number * moved.transfers;
    cost.minimum += number * moved.minimum;
  }
}

void CostWalker::countJoined(const Form &address, int64_t bytes, double alone) {
  // They begin at multiples of what they are wide, so that banks only move.
  double together = weight() * transfers
                                   .get(active, address.lanes, /*first=*/0,
                                        kUnrolledRounds * bytes,
                                        WarpTransfers::Kind::MergedWavefronts)
                                   .transfers;
  counts->savedWavefronts += alone - together / kUnrolledRounds;
}

std::optional<AccessOperands> CostWalker::readAccess(Operation *op) {
  AccessOperands result;
  std::optional<AffineMap> map;
  auto fill = [&](Value memref, ValueRange indices, Type type, bool isStore) {
    result.memref = memref;
    result.indices = indices;
    result.type = type;
    result.isStore = isStore;
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](memref::LoadOp load) {
        fill(load.getMemref(), load.getIndices(), load.getType(), false);
      })
      .Case([&](memref::StoreOp store) {
        fill(store.getMemref(), store.getIndices(),
             store.getValueToStore().getType(), true);
      })
      .Case([&](affine::AffineLoadOp load) {
        fill(load.getMemRef(), load.getMapOperands(), load.getType(), false);
        map = load.getAffineMap();
      })
      .Case([&](affine::AffineStoreOp store) {
        fill(store.getMemRef(), store.getMapOperands(),
             store.getValueToStore().getType(), true);
        map = store.getAffineMap();
      })
      .Case([&](vector::LoadOp load) {
        fill(load.getBase(), load.getIndices(), load.getType(), false);
      })
      .Case([&](vector::StoreOp store) {
        fill(store.getBase(), store.getIndices(),
             store.getValueToStore().getType(), true);
      });
  if (!result.memref)
    return std::nullopt;
  result.forms = formsOf(result.indices);
  if (!map || !result.forms)
    return result;
  SmallVector<Form> subscripts;
  for (AffineExpr expr : map->getResults()) {
    FormArithmetic::Result value =
        arithmetic.evaluate(expr, *result.forms, map->getNumDims());
    if (!value) {
      result.forms.reset();
      return result;
    }
    subscripts.push_back(std::move(*value));
  }
  result.forms = std::move(subscripts);
  return result;
}

std::optional<Form> CostWalker::addressOf(const AccessOperands &access) {
  std::optional<ElementLayout> layout = layoutOf(access.memref);
  if (!layout || !access.forms)
    return std::nullopt;
  FormArithmetic::Result sum = layout->offset;
  for (auto [index, stride] : llvm::zip_equal(*access.forms, layout->strides)) {
    FormArithmetic::Result product = arithmetic.multiply(index, stride);
    sum = sum && product ? arithmetic.add(*sum, *product)
                         : FormArithmetic::Result();
  }
  int64_t elementBytes =
      bytesOf(cast<MemRefType>(access.memref.getType()).getElementType());
  return sum ? arithmetic.multiply(*sum, Form::of(elementBytes)) : sum;
}

bool CostWalker::countAccess(const AccessOperands &access, bool isJoined) {
  Value array = underlyingMemory(access.memref);
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(
      cast<MemRefType>(access.memref.getType()).getMemorySpace());
  if (array.getDefiningOp<memref::AllocaOp>() ||
      (space && space.getValue() == gpu::AddressSpace::Private))
    return true;
  std::optional<Form> address = addressOf(access);
  if (wantsCut())
    return false;
  if (!address)
    noteInexact("an address is not known: each thread is taken to need a "
                "transfer of its own");
  bool shared = isShared(access.memref);
  Operation *op = access.memref.getDefiningOp();
  bool constant = op && op->hasAttr(kConstantMemoryAttr);
  if (!shared && !constant)
    arrays.insert(array);
  TransferCost &cost =
      constant ? counts->constantLoads
      : shared ? (access.isStore ? counts->sharedStores : counts->sharedLoads)
               : (access.isStore ? counts->globalStores : counts->globalLoads);
  int64_t bytes = std::max<int64_t>(bytesOf(access.type), 1);
  double before = cost.transfers;
  countRequests(cost, address, bytes, shared);
  if (isJoined && address)
    countJoined(*address, bytes, cost.transfers - before);
  return true;
}
