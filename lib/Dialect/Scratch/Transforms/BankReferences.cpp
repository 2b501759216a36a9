//===- BankReferences.cpp - how warps refer to a buffer -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankReferences.h"
#include "LaneValues.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

/// Requests of one reference that are looked at; further ones, in later rounds
/// of a copy or of a tile mapped to threads, are taken to be alike.
static constexpr int64_t kMaxRequests = 256;

//===----------------------------------------------------------------------===//
// How often
//===----------------------------------------------------------------------===//

/// An upper bound of the iterations of `loop` if one is constant.
static std::optional<int64_t> constantTripBound(affine::AffineForOp loop) {
  AffineMap map;
  SmallVector<Value> operands;
  // Upstream divides by it.
  if (loop.getStepAsInt() == 0)
    return std::nullopt;
  affine::getTripCountMapAndOperands(loop, &map, &operands);
  std::optional<int64_t> best;
  if (!map)
    return best;
  for (AffineExpr expr : map.getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      best = best ? std::min(*best, constant.getValue()) : constant.getValue();
  return best;
}

/// How often loops around `op` execute it in one execution of the block that
/// `alloc` is in. Dimensions mapped to threads do not count.
static double executionsOf(Operation *op, AllocOp alloc,
                           const BankContext &context) {
  double executions = 1;
  auto times = [&](std::optional<int64_t> trips) {
    executions *= static_cast<double>(
        std::max<int64_t>(trips.value_or(context.assumedTrips), 0));
  };
  for (Operation *parent = op->getParentOp(); parent != alloc->getParentOp();
       parent = parent->getParentOp()) {
    if (auto loop = dyn_cast<affine::AffineForOp>(parent)) {
      times(constantTripBound(loop));
    } else if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      auto lower = getConstantIntValue(loop.getLowerBound());
      auto upper = getConstantIntValue(loop.getUpperBound());
      auto step = getConstantIntValue(loop.getStep());
      if (lower && upper && step && *step > 0 && *upper >= *lower)
        times(llvm::divideCeil(*upper - *lower, *step));
      else
        times(std::nullopt);
    } else if (auto tile = dyn_cast<TileOp>(parent)) {
      for (unsigned dim = 0; dim < tile.getRank(); ++dim)
        if (!isMappedTo(tile.getMappingOf(dim), Unit::Thread))
          times(gpulaunch::constantTripBound(tile, dim));
    }
  }
  return executions;
}

//===----------------------------------------------------------------------===//
// Which cells
//===----------------------------------------------------------------------===//

namespace {
class ReferenceCollector {
public:
  ReferenceCollector(AllocOp alloc, int64_t elementBytes,
                     const BankContext &context)
      : alloc(alloc), elementBytes(elementBytes), context(context),
        numThreads(context.distribution.numThreads()),
        warpSize(std::min(context.geometry.warpSize, numThreads)) {}

  bool visit(Operation *op) {
    return TypeSwitch<Operation *, bool>(op)
        .Case<affine::AffineLoadOp, affine::AffineStoreOp>([&](auto access) {
          return addAccess(access, access.getAffineMap(),
                           access.getMapOperands(), nameOf(op));
        })
        .Case<memref::LoadOp, memref::StoreOp>([&](auto access) {
          return addAccess(access,
                           AffineMap::getMultiDimIdentityMap(
                               access.getIndices().size(), op->getContext()),
                           access.getIndices(), nameOf(op));
        })
        .Case<CopyInOp, CopyOutOp>([&](auto copy) {
          return addCopy(cast<PolyhedralCopyOpInterface>(copy.getOperation()));
        })
        .Case<memref::DimOp>([](auto) { return true; })
        .Default([&](Operation *) {
          return fail("'" + op->getName().getStringRef().str() + "' uses it");
        });
  }

  SmallVector<BankReference> references;
  Sentence reason;

private:
  bool fail(Sentence text) {
    reason = std::move(text);
    return false;
  }

  static std::string nameOf(Operation *op) {
    return op->getName().stripDialect().str();
  }

  BankReference start(Operation *op, std::string name) {
    BankReference reference;
    reference.op = op;
    reference.name = std::move(name);
    reference.executions = executionsOf(op, alloc, context);
    reference.offsetMultiples.assign(alloc.getMapping().getNumPhysicalDims(),
                                     0);
    return reference;
  }

  /// How many of `rounds` are looked at; `reference` stands for all of them.
  int64_t visitedRounds(std::optional<int64_t> rounds,
                        BankReference &reference) {
    int64_t most = std::max<int64_t>(
        kMaxRequests / llvm::divideCeil(numThreads, warpSize), 1);
    int64_t visited = rounds ? std::min(*rounds, most) : 1;
    reference.executions *=
        static_cast<double>(rounds.value_or(context.assumedTrips)) /
        static_cast<double>(visited);
    return visited;
  }

  /// The layout of `mapping` with windows that do not slide: coordinates modulo
  /// the extent without the remainder. Only requests in which the window wraps
  /// around have other banks than by that.
  static AffineMap unwrapped(scratch::MappingAttr mapping) {
    AffineMap map = mapping.getMap();
    SmallVector<AffineExpr> results;
    for (auto [cell, extent] :
         llvm::zip_equal(map.getResults(), mapping.getExtents().getResults())) {
      auto remainder = dyn_cast<AffineBinaryOpExpr>(cell);
      bool slides = remainder && remainder.getKind() == AffineExprKind::Mod &&
                    remainder.getRHS() == extent;
      results.push_back(slides ? remainder.getLHS() : cell);
    }
    return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                          map.getContext());
  }

  /// The request of lanes for the elements at `coordinates` is added.
  bool addRequest(BankReference &reference, LaneValues &lanes,
                  ArrayRef<LaneValue> coordinates) {
    auto symbols = lanes.get(alloc.getSymbols());
    if (!symbols)
      return fail(lanes.reason());
    SmallVector<LaneValue> operands(coordinates);
    llvm::append_range(operands, *symbols);
    auto cells = lanes.get(alloc.getMapping().getMap(), operands);
    if (!cells)
      cells = lanes.get(unwrapped(alloc.getMapping()), operands);
    if (!cells)
      return fail(lanes.reason());
    WarpCells request;
    for (unsigned lane = 0; lane < lanes.numLanes(); ++lane) {
      if (!lanes.isActive(lane))
        continue;
      request.lanes.push_back(lane);
      for (const LaneValue &cell : *cells)
        request.cells.push_back(cell.offsets[lane]);
    }
    for (auto [multiple, cell] :
         llvm::zip_equal(reference.offsetMultiples, *cells))
      multiple = std::gcd(multiple, cell.sharedMultiple());
    reference.add(std::move(request), context.geometry, elementBytes);
    return true;
  }

  bool addAccess(Operation *op, AffineMap map, ValueRange operands,
                 std::string name) {
    SmallVector<ThreadTile> threadTiles;
    for (TileOp tile = enclosingThreadTile(op); tile;
         tile = enclosingThreadTile(tile))
      threadTiles.insert(threadTiles.begin(),
                         {tile, context.distribution.ofThreads(tile)});
    BankReference reference = start(op, std::move(name));
    int64_t rounds = 1;
    for (int64_t round = 0; round < rounds; ++round)
      for (int64_t first = 0; first < numThreads; first += warpSize) {
        LaneValues lanes(context.root, context.distribution, first, warpSize);
        if (!lanes.enterThreadTiles(threadTiles, round))
          return fail(lanes.reason());
        if (round == 0 && first == 0)
          rounds = visitedRounds(lanes.rounds(), reference);
        if (!lanes.anyActive())
          continue;
        auto values = lanes.get(operands);
        auto coordinates = values ? lanes.get(map, *values) : std::nullopt;
        if (!coordinates)
          return fail(lanes.reason());
        if (!addRequest(reference, lanes, *coordinates))
          return false;
      }
    references.push_back(std::move(reference));
    return true;
  }

  bool addCopy(PolyhedralCopyOpInterface copy) {
    if (enclosingThreadTile(copy))
      return fail("single threads copy it");
    for (IntegerSet set : copy.getPolyhedralSets())
      if (!set.isEmptyIntegerSet() && !addCopiedSet(copy, set))
        return false;
    return true;
  }

  /// The threads scan a box, whose rows follow each other.
  bool addCopiedSet(PolyhedralCopyOpInterface copy, IntegerSet set) {
    CopyScan box = scanCopy(copy, set);
    for (auto [dim, range] : llvm::enumerate(box.hull.dims)) {
      if (range.extent == 0)
        return true;
      if (!range.extent && dim > 0)
        return fail("the rows that are copied have no constant length");
    }
    CopyDeal deal = context.distribution.ofCopy(box);
    BankReference reference = start(copy, nameOf(copy));
    int64_t visited = visitedRounds(deal.totalRounds(), reference);
    for (int64_t round = 0; round < visited; ++round)
      for (int64_t first = 0; first < numThreads; first += warpSize) {
        LaneValues lanes(context.root, context.distribution, first, warpSize);
        SmallVector<LaneOffsets> offsets =
            offsetsOf(box, deal, lanes, first, round);
        if (!lanes.anyActive())
          continue;
        auto coordinates = scan(lanes, copy, box, std::move(offsets));
        if (!coordinates)
          return fail(lanes.reason());
        if (!addRequest(reference, lanes, *coordinates))
          return false;
      }
    references.push_back(std::move(reference));
    return true;
  }

  /// By dimension of the box, where the lanes, which follow thread `first`, are
  /// in round `round` of all; those outside the box become inactive.
  SmallVector<LaneOffsets> offsetsOf(const CopyScan &box, const CopyDeal &deal,
                                     LaneValues &lanes, int64_t first,
                                     int64_t round) {
    unsigned rank = deal.threads.size();
    SmallVector<int64_t> steps(rank);
    delinearize(
        box.order, round,
        [&](int64_t number, unsigned dim) {
          int64_t rounds = *deal.rounds[dim];
          return std::pair(number % rounds, number / rounds);
        },
        [&](unsigned dim, int64_t step) { steps[dim] = step; });
    SmallVector<LaneOffsets> offsets(rank);
    for (int64_t lane = 0; lane < warpSize; ++lane) {
      SmallVector<int64_t> own(rank, 0);
      delinearize(
          deal.digits, first + lane,
          [&](int64_t number, unsigned dim) {
            int64_t threads = deal.threads[dim];
            return std::pair(number % threads, number / threads);
          },
          [&](unsigned dim, int64_t digit) { own[dim] = digit; });
      bool active = first + lane < deal.workers();
      for (unsigned dim = 0; dim < rank; ++dim) {
        own[dim] += deal.threads[dim] * steps[dim];
        std::optional<int64_t> extent = box.hull.dims[dim].extent;
        active &= !extent || own[dim] < *extent;
        offsets[dim].push_back(own[dim]);
      }
      if (!active)
        lanes.deactivate(lane);
    }
    return offsets;
  }

  /// The elements at `offsets` from the corner of the box.
  std::optional<SmallVector<LaneValue>> scan(LaneValues &lanes,
                                             PolyhedralCopyOpInterface copy,
                                             const CopyScan &box,
                                             SmallVector<LaneOffsets> offsets) {
    const Hull &hull = box.hull;
    auto symbols = lanes.get(copy.getPolyhedralSymbols());
    if (!symbols)
      return std::nullopt;
    SmallVector<LaneValue> coordinates(hull.dims.size());
    for (unsigned dim : box.order) {
      LaneValue value = lanes.known(std::move(offsets[dim]));
      // Without a constant extent, the first coordinate is some maximum.
      if (hull.dims[dim].value) {
        coordinates[dim] = std::move(value);
        continue;
      }
      if (hull.dims[dim].extent) {
        auto begin = lanes.get(hull.dims[dim].lower[0], *symbols, 0);
        if (!begin)
          return std::nullopt;
        for (auto [target, offset] :
             llvm::zip_equal(begin->offsets, value.offsets))
          target += offset;
        value = std::move(*begin);
      } else {
        value.other = 1;
      }
      coordinates[dim] = std::move(value);
    }
    SmallVector<LaneValue> operands(coordinates);
    llvm::append_range(operands, *symbols);
    for (auto [dim, range] : llvm::enumerate(hull.dims)) {
      if (!range.value)
        continue;
      auto value = lanes.get(range.value, operands, coordinates.size());
      if (!value)
        return std::nullopt;
      coordinates[dim] = std::move(*value);
    }
    return coordinates;
  }

  AllocOp alloc;
  int64_t elementBytes;
  const BankContext &context;
  int64_t numThreads;
  /// Lanes of a warp that may be active.
  int64_t warpSize;
};
} // namespace

std::optional<SmallVector<BankReference>>
polymem::scratch::collectBankReferences(AllocOp alloc, int64_t elementBytes,
                                        const BankContext &context,
                                        Sentence &reason, Operation *&where) {
  ReferenceCollector collector(alloc, elementBytes, context);
  // In the order of the program.
  SmallVector<Operation *> users;
  context.root->walk([&](Operation *op) {
    if (llvm::is_contained(op->getOperands(), alloc.getBuffer()))
      users.push_back(op);
  });
  for (Operation *user : users)
    if (!collector.visit(user)) {
      reason = std::move(collector.reason);
      where = user;
      return std::nullopt;
    }
  return std::move(collector.references);
}
