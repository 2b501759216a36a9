//===- PrefetchCopies.cpp - the next step's loads while this one computes -===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load comes earlier by what is between the barrier that it is put behind and
// its old place in the next step. Nothing there writes to global memory, so
// that it loads the same; and what others wrote before the loop is ordered
// before it by that barrier, as it was by one before.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Device/CarriedRegisters.h"
#include "PolyMem/Analysis/Device/NextCopies.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace polymem {
#define GEN_PASS_DEF_PREFETCHCOPIESPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {

/// Moves copies of a loop.
class CopyMover {
public:
  CopyMover(RewriterBase &rewriter, scf::ForOp loop)
      : rewriter(rewriter), loop(loop), loc(loop.getLoc()) {}

  void move(ArrayRef<NextCopy> copies) {
    SmallVector<Value> zeros;
    rewriter.setInsertionPoint(loop);
    for (Type type : placesOf(copies))
      zeros.push_back(arith::ConstantOp::create(
          rewriter, loc, cast<TypedAttr>(rewriter.getZeroAttr(type))));
    auto writeSteps = [&](OpBuilder &, Location,
                          ArrayRef<BlockArgument> carried) {
      // What is in each place behind the copies so far.
      SmallVector<Value> inPlaces(carried.begin(), carried.end());
      for (const NextCopy &copy : copies) {
        SmallVector<Value> before, early;
        for (unsigned place : copy.places) {
          before.push_back(inPlaces[place]);
          early.push_back(carried[place]);
        }
        ValueRange later = writeNext(copy, before);
        for (auto [place, value] : llvm::zip_equal(copy.places, later))
          inPlaces[place] = value;
        useCarried(copy, early);
      }
      return inPlaces;
    };
    // Uses of initial values inside are not those of what is carried.
    (void)loop.replaceWithAdditionalYields(
        rewriter, zeros, /*replaceInitOperandUsesInLoop=*/false, writeSteps);
  }

private:
  using Loader = llvm::function_ref<void(IRMapping &)>;

  /// What `condition` gives: copies of the loads of `copy` with `map`, else
  /// `early`.
  scf::IfOp loadIf(Value condition, const NextCopy &copy, ValueRange early,
                   IRMapping &map, Loader addresses) {
    auto ifOp = scf::IfOp::create(rewriter, loc, early.getTypes(), condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(ifOp.thenBlock());
    addresses(map);
    SmallVector<Value> loaded;
    for (Operation *load : copy.loads)
      loaded.push_back(rewriter.clone(*load, map)->getResult(0));
    scf::YieldOp::create(rewriter, loc, loaded);
    rewriter.setInsertionPointToStart(ifOp.elseBlock());
    scf::YieldOp::create(rewriter, loc, early);
    return ifOp;
  }

  /// The loads of the step behind this one, if there is one and does them, else
  /// `before`; their values. They are behind those of other copies with the
  /// same barrier.
  ValueRange writeNext(const NextCopy &copy, ValueRange before) {
    OpBuilder::InsertionGuard guard(rewriter);
    Operation *&last = lastBehind[copy.barrier];
    rewriter.setInsertionPointAfter(last ? last : copy.barrier);
    Value next = arith::AddIOp::create(rewriter, loc, loop.getInductionVar(),
                                       loop.getStep());
    Value condition =
        arith::CmpIOp::create(rewriter, loc,
                              loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                    : arith::CmpIPredicate::slt,
                              next, loop.getUpperBound());
    IRMapping map;
    map.map(loop.getInductionVar(), next);
    for (Operation *op : copy.forConditions)
      rewriter.clone(*op, map);
    for (CopyCondition part : copy.conditions)
      condition =
          conjoin(condition, map.lookupOrDefault(part.value), part.holds);
    scf::IfOp later =
        loadIf(condition, copy, before, map, [&](IRMapping &addresses) {
          for (Operation *op : copy.forLoads)
            if (!copy.forConditions.contains(op))
              rewriter.clone(*op, addresses);
        });
    last = later;
    return later.getResults();
  }

  /// `a` holds, and then `b` does or does not; it may be anything if `a` does
  /// not.
  Value conjoin(Value a, Value b, bool holds) {
    Value no = arith::ConstantIntOp::create(rewriter, loc, 0, 1);
    if (!holds) {
      Value yes = arith::ConstantIntOp::create(rewriter, loc, 1, 1);
      b = rewriter.createOrFold<arith::XOrIOp>(loc, b, yes);
    }
    return rewriter.createOrFold<arith::SelectOp>(loc, a, b, no);
  }

  /// The first step loads, and others have loaded.
  void useCarried(const NextCopy &copy, ValueRange early) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointAfter(copy.loads.back());
    Value first =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                              loop.getInductionVar(), loop.getLowerBound());
    IRMapping same;
    scf::IfOp loaded = loadIf(first, copy, early, same, [](IRMapping &) {});
    for (auto [load, value] : llvm::zip(copy.loads, loaded.getResults())) {
      rewriter.replaceAllUsesWith(load->getResult(0), value);
      rewriter.eraseOp(load);
    }
  }

  RewriterBase &rewriter;
  scf::ForOp loop;
  Location loc;
  /// By barrier, the last loads written behind it.
  llvm::DenseMap<Operation *, Operation *> lastBehind;
};

struct PrefetchCopiesPass
    : polymem::impl::PrefetchCopiesPassBase<PrefetchCopiesPass> {
  using PrefetchCopiesPassBase::PrefetchCopiesPassBase;

  void runOnOperation() override {
    getOperation()->walk([&](gpu::GPUFuncOp func) {
      // What loops carry as they are given.
      int64_t carried = carriedRegisters(func);
      // Loops are visited behind those inside them.
      SmallVector<scf::ForOp> loops;
      func.walk([&](scf::ForOp loop) { loops.push_back(loop); });
      for (scf::ForOp loop : loops)
        prefetch(loop, carried);
    });
  }

private:
  void prefetch(scf::ForOp loop, int64_t carried) {
    std::vector<NextCopy> copies = findNextCopies(loop);
    if (copies.empty())
      return;
    if (!leavesGlobalMemory(loop)) {
      remarkMissed(loop, getArgument(), "WritesGlobal")
          << "what the next step copies is not loaded early: the loop may "
             "write "
             "to global memory, or does what is not known";
      return;
    }
    int64_t loads = 0;
    for (const NextCopy &copy : copies)
      loads += copy.loads.size();
    // Addresses are computed early, too.
    int64_t all = registersOfEarly(copies), needed = all / 2;
    if (all + carried > registers) {
      remarkMissed(loop, getArgument(), "Registers") << sentence(
          "what the next step copies is not loaded early: its loads take {0} "
          "registers and as many for addresses, what loops carry {1}, of {2} "
          "('registers')",
          named("Needed", needed), named("Carried", carried),
          named("Registers", registers.getValue()));
      return;
    }
    remarkPassed(loop, getArgument(), "Prefetched")
        << sentence("{0} loads are done one step early and take {1} registers",
                    named("Loads", loads), named("Registers", needed));
    ++numLoops;
    numLoads += loads;
    IRRewriter rewriter(&getContext());
    CopyMover(rewriter, loop).move(copies);
  }
};

} // namespace
