//===- TestDistribution.cpp - who runs what, said and done ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two passes whose results compute the same if what convert-scratch-to-gpu
// emits agrees with the isl relations of DistributionRelation.h:
//
// - `test-polymem-thread-numbers`, after the conversion: what threads store is
//   the number of the thread that does it.
// - `test-polymem-expected-threads`, instead of the conversion: tiles mapped to
//   threads, and copies, become a store for each iteration and each element, of
//   the one thread that the relation has for it.
//
// With `copies-in`, both look at what copies into buffers store; otherwise at
// what is stored outside them.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/DistributionRelation.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "TestPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/Pass.h"
#include <map>

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

namespace {

struct TestThreadNumbers
    : PassWrapper<TestThreadNumbers, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestThreadNumbers)
  TestThreadNumbers() = default;
  TestThreadNumbers(const TestThreadNumbers &other) : PassWrapper(other) {}
  StringRef getArgument() const final { return "test-polymem-thread-numbers"; }
  StringRef getDescription() const final {
    return "Threads store their numbers";
  }

  void runOnOperation() override {
    getOperation().walk([&](gpu::LaunchOp launch) {
      OpBuilder builder = OpBuilder::atBlockBegin(&launch.getBody().front());
      Location loc = launch.getLoc();
      gpu::KernelDim3 ids = launch.getThreadIds();
      gpu::KernelDim3 sizes = launch.getBlockSizeOperandValues();
      auto madd = [&](Value a, Value b, Value c) -> Value {
        Value product = arith::MulIOp::create(builder, loc, b, c);
        return arith::AddIOp::create(builder, loc, a, product);
      };
      Value number = madd(ids.x, madd(ids.y, ids.z, sizes.y), sizes.x);
      launch.walk([&](memref::StoreOp store) {
        bool isBuffer = store.getMemRefType().getMemorySpace() != nullptr;
        if (isBuffer != copiesIn)
          return;
        builder.setInsertionPoint(store);
        store.getValueMutable().assign(arith::IndexCastOp::create(
            builder, loc, store.getMemRefType().getElementType(), number));
      });
    });
  }

  Option<bool> copiesIn{*this, "copies-in", llvm::cl::init(false)};
};

/// Threads by iteration or element.
using ThreadTable = std::map<std::vector<int64_t>, int64_t>;

struct TestExpectedThreads
    : PassWrapper<TestExpectedThreads, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestExpectedThreads)
  TestExpectedThreads() = default;
  TestExpectedThreads(const TestExpectedThreads &other) : PassWrapper(other) {}
  StringRef getArgument() const final {
    return "test-polymem-expected-threads";
  }
  StringRef getDescription() const final {
    return "Store the numbers of the threads that are expected to do it";
  }

  void runOnOperation() override {
    AxisSizes sizes = {1, 1, 1};
    llvm::copy(blockSize, sizes.begin());
    Distribution distribution(sizes);
    SmallVector<Operation *> work;
    getOperation().walk([&](Operation *op) {
      auto tile = dyn_cast<TileOp>(op);
      if ((tile && tile.isMappedToThreads()) ||
          (copiesIn ? isa<CopyInOp>(op) : isa<CopyOutOp>(op)))
        work.push_back(op);
    });
    for (Operation *op : work) {
      auto tile = dyn_cast<TileOp>(op);
      if (tile ? failed(expandTile(tile, distribution))
               : failed(expandCopy(cast<PolyhedralCopyOpInterface>(op),
                                   distribution)))
        return signalPassFailure();
      op->erase();
    }
  }

private:
  /// The pairs of `threads`, `{ [i] -> [t] }`; a diagnostic at `op` if one has
  /// two threads.
  FailureOr<ThreadTable> enumerate(Operation *op, const isl::map &threads,
                                   unsigned rank) {
    ThreadTable table;
    if (threads.is_null())
      return op->emitError("the threads are not known");
    isl::set pairs = threads.wrap();
    bool single = true;
    pairs.foreach_point([&](const isl::point &point) {
      std::vector<int64_t> values;
      for (unsigned dim = 0; dim <= rank; ++dim)
        values.push_back(
            *islToInt64(point.get_coordinate_val(isl::dim::set, dim)));
      int64_t thread = values.back();
      values.pop_back();
      single &= table.try_emplace(values, thread).first->second == thread;
      return isl::stat::ok();
    });
    if (!single)
      return op->emitError("two threads for one iteration");
    return table;
  }

  Value threadConstant(OpBuilder &builder, Location loc, Type type,
                       int64_t thread) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, thread));
  }

  LogicalResult expandTile(TileOp tile, const Distribution &distribution) {
    IslContext context;
    isl::map threads = threadsOfIterations(distribution, tile, context);
    std::string box = "{ [";
    std::string bounds = "] : 1 = 1";
    int64_t total = 1;
    for (unsigned dim = 0; dim < tile.getRank(); ++dim) {
      std::optional<int64_t> count = constantTripCount(tile, dim);
      if (!count)
        return tile.emitError("bounds are not constant");
      std::string name = "i" + std::to_string(dim);
      box += (dim ? ", " : "") + name;
      bounds += " and 0 <= " + name + " < " + std::to_string(*count);
      total *= *count;
    }
    auto table = enumerate(
        tile, threads.intersect_domain(isl::set(context, box + bounds + " }")),
        tile.getRank());
    if (failed(table))
      return failure();
    if (int64_t(table->size()) != total)
      return tile.emitError("an iteration without a thread");
    OpBuilder builder(tile);
    for (auto &[iteration, thread] : *table) {
      IRMapping map;
      for (auto [dim, number] : llvm::enumerate(iteration))
        map.map(tile.getOrigins()[dim],
                arith::ConstantIndexOp::create(
                    builder, tile.getLoc(),
                    *getConstantIntValue(tile.getLowerBounds()[dim]) +
                        number * *getConstantIntValue(tile.getSteps()[dim])));
      for (Operation &op : tile.getBody().front().without_terminator()) {
        Operation *copy = builder.clone(op, map);
        auto store = dyn_cast<memref::StoreOp>(copy);
        if (!store || copiesIn)
          continue;
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPoint(store);
        store.getValueMutable().assign(
            threadConstant(builder, store.getLoc(),
                           store.getMemRefType().getElementType(), thread));
      }
    }
    return success();
  }

  LogicalResult expandCopy(PolyhedralCopyOpInterface copy,
                           const Distribution &distribution) {
    IslContext context;
    SmallVector<isl::id> symbols;
    std::string params, values = "1 = 1";
    for (auto [number, symbol] : llvm::enumerate(copy.getPolyhedralSymbols())) {
      std::optional<int64_t> value = getConstantIntValue(symbol);
      if (!value)
        return copy->emitError("symbols are not constant");
      std::string name = "s" + std::to_string(number);
      symbols.push_back(isl::id(context, name));
      params += (number ? ", " : "") + name;
      values += " and " + name + " = " + std::to_string(*value);
    }
    isl::set known(context, "[" + params + "] -> { : " + values + " }");
    OpBuilder builder(copy);
    Location loc = copy.getLoc();
    Value target = copy.getPolyhedralTarget();
    Type type = cast<MemRefType>(target.getType()).getElementType();
    for (IntegerSet set : copy.getPolyhedralSets()) {
      isl::map threads =
          threadsOfElements(distribution, copy, set, symbols, context);
      if (!threads.is_null())
        threads = threads.intersect_params(known).project_out_all_params();
      auto table = enumerate(copy, threads, set.getNumDims());
      if (failed(table))
        return failure();
      for (auto &[element, thread] : *table) {
        SmallVector<Value> indices;
        for (int64_t index : element)
          indices.push_back(
              arith::ConstantIndexOp::create(builder, loc, index));
        memref::StoreOp::create(builder, loc,
                                threadConstant(builder, loc, type, thread),
                                target, indices);
      }
    }
    return success();
  }

  Option<bool> copiesIn{*this, "copies-in", llvm::cl::init(false)};
  ListOption<int64_t> blockSize{*this, "block-size"};
};

} // namespace

void polymem::test::registerTestDistribution() {
  PassRegistration<TestThreadNumbers>();
  PassRegistration<TestExpectedThreads>();
}
