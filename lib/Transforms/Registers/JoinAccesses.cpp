//===- JoinAccesses.cpp - vectors of shared buffers -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of code is read once. Loads of an array are collected until something
// may write it, stores until something may access it; then those that are side
// by side are joined, loads where the first of them is, stores where the last
// one is.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/IndexForm.h"
#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "PolyMem/Analysis/Device/KernelMemory.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace polymem {
#define GEN_PASS_DEF_JOINACCESSESPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {

/// A load or store of one element, number `form` of the array, whose terms are
/// sorted.
struct Access {
  Operation *op;
  Value memref;
  SmallVector<Value> indices;
  IndexForm form;
};

/// How many accesses became how many vectors.
struct Joined {
  int64_t loads = 0, stores = 0, vectors = 0;
};

/// Joins accesses of a block.
class BlockJoiner {
public:
  BlockJoiner(RewriterBase &rewriter, Joined &joined)
      : rewriter(rewriter), joined(joined) {}

  void run(Block &block) {
    // Those in the block, before vectors are among them.
    SmallVector<Operation *> ops;
    for (Operation &op : block)
      ops.push_back(&op);
    for (Operation *op : ops)
      visit(op);
    joinAll();
  }

private:
  void visit(Operation *op) {
    if (std::optional<Access> access = read(op)) {
      if (isa<memref::LoadOp>(op)) {
        join(access->memref, stores);
        loads.push_back(std::move(*access));
        return;
      }
      join(access->memref, loads);
      // Which of two comes last matters where they may be the same.
      if (llvm::any_of(stores, [&](const Access &other) {
            return other.memref == access->memref &&
                   (!hasSameTerms(other.form, access->form) ||
                    other.form.constant == access->form.constant);
          }))
        join(access->memref, stores);
      stores.push_back(std::move(*access));
      return;
    }
    if (accessesShared(op))
      joinAll();
  }

  /// `op`, or one inside, may access shared memory, or waits for threads that
  /// do.
  static bool accessesShared(Operation *op) {
    return op
        ->walk([](Operation *inner) {
          if (isMemoryEffectFree(inner) ||
              inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
            return WalkResult::advance();
          Value memref;
          if (auto load = dyn_cast<memref::LoadOp>(inner))
            memref = load.getMemRef();
          else if (auto store = dyn_cast<memref::StoreOp>(inner))
            memref = store.getMemRef();
          std::optional<KernelMemory> memory =
              memref ? kernelMemoryOf(memref) : std::nullopt;
          return memory && *memory != KernelMemory::Shared
                     ? WalkResult::advance()
                     : WalkResult::interrupt();
        })
        .wasInterrupted();
  }

  static bool hasSameTerms(const IndexForm &a, const IndexForm &b) {
    return a.terms == b.terms;
  }

  /// The buffer begins at a multiple of the widest access: kernels' buffers do
  /// (polymem-annotate-kernels), and what they have at their beginning.
  static bool isAligned(Value memref) {
    auto view = memref.getDefiningOp<memref::ViewOp>();
    if (!view)
      return isa<BlockArgument>(memref);
    std::optional<int64_t> shift = getConstantIntValue(view.getByteShift());
    return view.getSource().getDefiningOp<gpu::DynamicSharedMemoryOp>() &&
           shift && *shift % kWidestAccess == 0;
  }

  static std::optional<Access> read(Operation *op) {
    Access access{op, {}, {}, {}};
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      access.memref = load.getMemRef();
      access.indices = load.getIndices();
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      access.memref = store.getMemRef();
      access.indices = store.getIndices();
    } else {
      return std::nullopt;
    }
    auto type = cast<MemRefType>(access.memref.getType());
    if (kernelMemoryOf(access.memref) != KernelMemory::Shared ||
        !type.hasStaticShape() || type.getRank() == 0 ||
        !type.getLayout().isIdentity() || widestOf(type) == 0 ||
        !isAligned(access.memref))
      return std::nullopt;
    int64_t stride = 1;
    for (unsigned dim = type.getRank(); dim-- > 0;) {
      access.form.add(formOf(access.indices[dim]), stride);
      stride *= type.getDimSize(dim);
    }
    llvm::sort(access.form.terms, [](const auto &a, const auto &b) {
      return a.first.getAsOpaquePointer() < b.first.getAsOpaquePointer();
    });
    return access;
  }

  /// How many elements the widest access has; 0 where vectors may have none.
  static int64_t widestOf(MemRefType type) {
    Type element = type.getElementType();
    if (!element.isIntOrFloat())
      return 0;
    int64_t bits = element.getIntOrFloatBitWidth();
    return bits % 8 == 0 && kWidestAccess * 8 % bits == 0
               ? kWidestAccess * 8 / bits
               : 0;
  }

  void joinAll() {
    while (!loads.empty())
      join(loads.front().memref, loads);
    while (!stores.empty())
      join(stores.front().memref, stores);
  }

  /// Joins what `accesses` has of `memref`, and forgets it.
  void join(Value memref, SmallVector<Access> &accesses) {
    SmallVector<Access> own, others;
    for (Access &access : accesses)
      (access.memref == memref ? own : others).push_back(std::move(access));
    accesses = std::move(others);
    auto type = cast<MemRefType>(memref.getType());
    for (int64_t width = widestOf(type); width > 1 && !own.empty(); width /= 2)
      if (type.getShape().back() % width == 0)
        joinBy(width, own);
  }

  /// Joins those of `own` of which so many as `width` are side by side, from a
  /// multiple of it on.
  void joinBy(int64_t width, SmallVector<Access> &own) {
    SmallVector<bool> done(own.size());
    for (unsigned first = 0; first < own.size(); ++first) {
      if (done[first] || own[first].form.constant % width != 0 ||
          llvm::any_of(own[first].form.terms, [&](const auto &term) {
            return term.second % width != 0;
          }))
        continue;
      // By their places.
      SmallVector<unsigned> group{first};
      for (int64_t place = 1; place < width; ++place)
        for (unsigned other = 0; other < own.size(); ++other)
          if (!done[other] && hasSameTerms(own[other].form, own[first].form) &&
              own[other].form.constant == own[first].form.constant + place) {
            group.push_back(other);
            break;
          }
      if (static_cast<int64_t>(group.size()) < width)
        continue;
      for (unsigned number : group)
        done[number] = true;
      if (isa<memref::LoadOp>(own[first].op))
        joinLoads(own, group);
      else
        joinStores(own, group);
    }
    SmallVector<Access> left;
    for (auto [number, access] : llvm::enumerate(own))
      if (!done[number])
        left.push_back(std::move(access));
    own = std::move(left);
  }

  /// The indices of the first place of `group`, of those of `access`, which is
  /// at place `place`.
  SmallVector<Value> indicesOf(const Access &access, int64_t place) {
    SmallVector<Value> indices(access.indices);
    if (place != 0) {
      Location loc = access.op->getLoc();
      Value distance = arith::ConstantIndexOp::create(rewriter, loc, place);
      indices.back() =
          arith::SubIOp::create(rewriter, loc, indices.back(), distance);
    }
    return indices;
  }

  VectorType typeOf(const Access &access, ArrayRef<unsigned> group) const {
    return VectorType::get(
        {static_cast<int64_t>(group.size())},
        cast<MemRefType>(access.memref.getType()).getElementType());
  }

  static llvm::MaybeAlign alignmentOf(VectorType type) {
    return llvm::Align(type.getNumElements() * type.getElementTypeBitWidth() /
                       8);
  }

  void joinLoads(ArrayRef<Access> own, ArrayRef<unsigned> group) {
    // Accesses are in the order of the block.
    const auto *earliest = llvm::min_element(group);
    const Access &access = own[*earliest];
    rewriter.setInsertionPoint(access.op);
    VectorType type = typeOf(access, group);
    Location loc = access.op->getLoc();
    Value vector =
        vector::LoadOp::create(rewriter, loc, type, access.memref,
                               indicesOf(access, earliest - group.begin()),
                               /*nontemporal=*/false, alignmentOf(type));
    SmallVector<Value> elements;
    for (int64_t place = 0; place < type.getNumElements(); ++place)
      elements.push_back(
          vector::ExtractOp::create(rewriter, loc, vector, place));
    for (auto [number, element] : llvm::zip_equal(group, elements))
      rewriter.replaceOp(own[number].op, element);
    joined.loads += group.size();
    ++joined.vectors;
  }

  void joinStores(ArrayRef<Access> own, ArrayRef<unsigned> group) {
    const auto *last = llvm::max_element(group);
    const Access &access = own[*last];
    rewriter.setInsertionPoint(access.op);
    VectorType type = typeOf(access, group);
    SmallVector<Value> elements;
    for (unsigned number : group)
      elements.push_back(
          cast<memref::StoreOp>(own[number].op).getValueToStore());
    Location loc = access.op->getLoc();
    Value vector =
        vector::FromElementsOp::create(rewriter, loc, type, elements);
    vector::StoreOp::create(rewriter, loc, vector, access.memref,
                            indicesOf(access, last - group.begin()),
                            /*nontemporal=*/false, alignmentOf(type));
    for (unsigned number : group)
      rewriter.eraseOp(own[number].op);
    joined.stores += group.size();
    ++joined.vectors;
  }

  RewriterBase &rewriter;
  Joined &joined;
  SmallVector<Access> loads, stores;
};

struct JoinAccessesPass
    : polymem::impl::JoinAccessesPassBase<JoinAccessesPass> {
  using JoinAccessesPassBase::JoinAccessesPassBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](gpu::LaunchOp launch) {
      SmallVector<Block *> blocks;
      launch.getBody().walk([&](Block *block) { blocks.push_back(block); });
      Joined joined;
      for (Block *block : blocks)
        BlockJoiner(rewriter, joined).run(*block);
      if (joined.vectors == 0)
        return;
      numAccesses += joined.loads + joined.stores;
      numVectors += joined.vectors;
      remarkPassed(launch, getArgument(), "Joined") << sentence(
          "{0} loads and {1} stores of shared memory are {2} of "
          "vectors",
          named("Loads", joined.loads), named("Stores", joined.stores),
          named("Vectors", joined.vectors));
    });
  }
};

} // namespace
