//===- LaunchPlan.cpp - what becomes of a tile on a GPU -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchPlan.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Analysis/Accesses/ScratchpadBudget.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// The operations inside `root` that compute `value`, in order. Fails if it
/// depends on a tile origin, a loop or memory.
static LogicalResult collectHostSlice(Value value, Operation *root,
                                      SetVector<Operation *> &slice) {
  Region *region = value.getParentRegion();
  if (!root->isAncestor(region->getParentOp()))
    return success();
  Operation *op = value.getDefiningOp();
  if (!op || !isPure(op) || op->getNumRegions() != 0)
    return failure();
  if (slice.contains(op))
    return success();
  for (Value operand : op->getOperands())
    if (failed(collectHostSlice(operand, root, slice)))
      return failure();
  slice.insert(op);
  return success();
}

/// Where `alloc` lives, and its size; a diagnostic if it can live nowhere.
static FailureOr<PlacedBuffer> planBuffer(AllocOp alloc, TileOp root) {
  PlacedBuffer plan;
  plan.alloc = alloc;
  MemRefType type = alloc.getType();
  if (Operation *user = findUnsupportedUse(alloc.getBuffer())) {
    InFlightDiagnostic diag =
        alloc.emitOpError("has a use that cannot be redirected to its cells");
    diag.attachNote(user->getLoc()) << "used here";
    return failure();
  }
  auto space =
      dyn_cast_if_present<gpu::AddressSpaceAttr>(type.getMemorySpace());
  if (!space || space.getValue() == gpu::AddressSpace::Global)
    return alloc.emitOpError("in a launch needs memory space "
                             "#gpu.address_space<workgroup> or <private>");
  bool inThread = enclosingThreadTile(alloc) != nullptr;
  if (space.getValue() == gpu::AddressSpace::Workgroup && inThread)
    return alloc.emitOpError("in workgroup memory inside a tile mapped to "
                             "threads would be one buffer for all of them");
  if (space.getValue() == gpu::AddressSpace::Private && !inThread)
    return alloc.emitOpError("in private memory outside any tile mapped to "
                             "threads would be one buffer per thread");

  if (getElementBytes(alloc) == 0)
    return alloc.emitOpError("has elements of a type without a known size, ")
           << alloc.getType().getElementType();

  MappingAttr mapping = alloc.getMapping();
  std::optional<SmallVector<int64_t>> extents = mapping.getStaticExtents();
  if (extents) {
    int64_t cells = 1;
    for (int64_t extent : *extents)
      if (llvm::MulOverflow(cells, std::max<int64_t>(extent, 0), cells))
        return alloc.emitOpError("has more cells than can be counted");
    int64_t bytes;
    if (llvm::MulOverflow(cells, getElementBytes(alloc), bytes))
      return alloc.emitOpError("has more bytes than can be counted");
    plan.bytes = bytes;
  }
  if (space.getValue() == gpu::AddressSpace::Private) {
    plan.place = PlacedBuffer::Place::Private;
    if (!extents)
      return alloc.emitOpError("in private memory needs constant extents");
    return plan;
  }
  if (int64_t alignment = elementAlignment(alloc, alloc.getType());
      alignment > bufferAlignment)
    return alloc.emitOpError("has elements of ")
           << alloc.getType().getElementType() << ", which are aligned to "
           << alignment << " bytes, and buffers in shared memory to "
           << bufferAlignment << "; use vectors of at most that many bytes";
  if (extents)
    return plan;
  plan.place = PlacedBuffer::Place::Dynamic;
  SetVector<Operation *> slice;
  for (unsigned index = 0; index < alloc.getSymbols().size(); ++index) {
    bool used =
        llvm::any_of(mapping.getExtents().getResults(), [&](AffineExpr extent) {
          return extent.isFunctionOfSymbol(index);
        });
    if (used &&
        failed(collectHostSlice(alloc.getSymbols()[index], root, slice))) {
      return alloc.emitOpError("has an extent that depends on symbol ")
             << index
             << ", which is not known before the launch; dynamic shared memory "
                "is sized by the host";
    }
  }
  plan.extentSlice = slice.takeVector();
  return plan;
}

static LogicalResult planBuffers(LaunchPlan &plan, const Machine &machine) {
  bool parametric = false;
  LogicalResult status = success();
  plan.root.walk([&](AllocOp alloc) {
    FailureOr<PlacedBuffer> buffer = planBuffer(alloc, plan.root);
    if (failed(buffer)) {
      status = failure();
      return;
    }
    if (buffer->place == PlacedBuffer::Place::Dynamic)
      parametric = true;
    else if (buffer->place == PlacedBuffer::Place::Static)
      plan.workgroupBytes += llvm::alignTo(*buffer->bytes, bufferAlignment);
    plan.buffers.push_back(std::move(*buffer));
  });
  if (failed(status))
    return failure();
  ScratchpadBudget budget(machine, workgroupSpace(plan.root.getContext()));
  if (plan.workgroupBytes > budget.capacity()) {
    InFlightDiagnostic diag = plan.root.emitOpError("needs ")
                              << plan.workgroupBytes
                              << " bytes of workgroup memory, but '"
                              << machine.name << "' has " << budget.capacity()
                              << " bytes for a block; use smaller tiles";
    for (const PlacedBuffer &buffer : plan.buffers)
      if (buffer.place == PlacedBuffer::Place::Static)
        diag.attachNote(AllocOp(buffer.alloc).getLoc())
            << "a buffer of " << *buffer.bytes << " bytes";
    return failure();
  }
  plan.dynamicMemory = parametric || !budget.isStatic(plan.workgroupBytes);
  if (plan.dynamicMemory)
    for (PlacedBuffer &buffer : plan.buffers)
      if (buffer.place == PlacedBuffer::Place::Static)
        buffer.place = PlacedBuffer::Place::Dynamic;
  return success();
}

//===----------------------------------------------------------------------===//
// Grid and block
//===----------------------------------------------------------------------===//

/// The threads of a block and the most blocks of a grid.
static Distribution chooseSizes(TileOp root, const Machine &machine,
                                const LaunchOptions &options) {
  AxisSizes blocks;
  llvm::copy(machine.blocks().maxDim, blocks.begin());
  for (auto [limit, given] : llvm::zip(blocks, options.maxGrid))
    limit = std::min(limit, given);
  return Distribution(chooseBlockSize(root, machine, options.blockSize),
                      blocks);
}

static void planGrid(LaunchPlan &plan, bool mayFold) {
  plan.grid = plan.distribution.ofGrid(plan.root);
  if (mayFold)
    plan.fold = findGridFold(plan.root, plan.grid);
  for (auto [strided, axis] : llvm::zip_equal(plan.strided, plan.grid)) {
    if (axis.dims.empty())
      continue;
    std::optional<int64_t> total = 1;
    for (unsigned dim : axis.dims) {
      std::optional<int64_t> count = constantTripCount(plan.root, dim);
      int64_t product;
      if (total && count && !llvm::MulOverflow(*total, *count, product))
        total = product;
      else
        total = std::nullopt;
    }
    strided = !total || axis.deal.rounds(*total) > 1;
  }
  // Two rows of tiles become one of blocks.
  if (plan.fold) {
    unsigned axis = plan.fold->columnAxis;
    std::optional<int64_t> count =
        constantTripCount(plan.root, plan.fold->column);
    int64_t twice;
    plan.strided[axis] = !count ||
                         llvm::MulOverflow<int64_t>(*count, 2, twice) ||
                         plan.grid[axis].deal.rounds(twice) > 1;
  }
}

FailureOr<LaunchPlan> gpulaunch::planLaunch(TileOp root, const Machine &machine,
                                            const LaunchOptions &options) {
  LaunchPlan plan;
  plan.root = root;
  plan.vectors = options.vectors;
  if (failed(checkLaunch(root)))
    return failure();
  plan.distribution = chooseSizes(root, machine, options);
  planGrid(plan, options.foldGrid);
  if (failed(planBuffers(plan, machine)))
    return failure();
  if (options.asyncCopies)
    planAsyncCopies(plan);
  if (plan.distribution.numThreads() > 1)
    planBarriers(plan, options);
  return plan;
}
