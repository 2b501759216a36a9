//===- HoistCopies.cpp - copies out of redundant tile loops ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// P1, section 4.2: a sequential tile loop that none of the references of a
// buffer depends on is redundant for it; the buffer is then filled before the
// loop and written back after it.
//
// When is that the same? Let In and Out be the elements copied, W the elements
// of the buffer that the loop's body may store to, all independent of the
// tile's origins. In iteration 2 and later, the buffer holds what iteration
// 1 left there instead of what a new copy_in would bring:
//   - an element of Out was copied out, so both are the same value;
//   - an element of In \ Out must not have been changed: (In \ Out) n W = {};
//   - other elements had no defined value before the body wrote them.
// And between two iterations nobody else may look at the array: no other
// operation of the loop reads an element of Out, or writes one of In u Out.
// A loop that runs zero times copies nothing: unless it surely runs, "it runs"
// becomes a constraint of the sets.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h"
#include "PolyMem/Polyhedral/Scop.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace polymem {
#define GEN_PASS_DEF_SCRATCHHOISTCOPIESPASS
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

static constexpr llvm::StringLiteral kPass = "scratch-hoist-copies";

namespace {
/// Why a buffer stays where it is: the remark's name and text.
struct Refusal {
  StringRef name;
  std::string text;
};

/// One buffer, to be moved out of one tile.
struct Hoist {
  AllocOp alloc;
  TileOp tile;
  Value array;
  SmallVector<CopyInOp> copyIns;
  SmallVector<CopyOutOp> copyOuts;
  /// Operations of the tile's body that compute symbols and sizes and do not
  /// depend on its origins, in order.
  llvm::SetVector<Operation *> invariants;
  /// The loop may run zero times: restrict the sets to "it runs".
  bool mayBeEmpty = true;
};

struct ScratchHoistCopiesPass
    : polymem::impl::ScratchHoistCopiesPassBase<ScratchHoistCopiesPass> {
  using ScratchHoistCopiesPassBase::ScratchHoistCopiesPassBase;
  void runOnOperation() override;

private:
  /// Moves `alloc` out of the tile around it, if it may; true if it did.
  bool hoist(AllocOp alloc);
  bool collectUsers(Hoist &hoist, Refusal &refusal);
  bool isInvariant(Hoist &hoist, Value value);
  bool checkElements(Hoist &hoist, Refusal &refusal);
  bool surelyRuns(Hoist &hoist);
};
} // namespace

/// Collects the copies of the buffer and checks that they and the buffer's
/// symbols have the right shape; no polyhedral work yet.
bool ScratchHoistCopiesPass::collectUsers(Hoist &hoist, Refusal &refusal) {
  Block *body = hoist.alloc->getBlock();
  auto addCopy = [&](auto copy, Value array, auto &list) {
    if (copy->getBlock() != body) {
      refusal = {"CopyInside", "its copies are not in the tile's body itself"};
      return false;
    }
    if (copy.isAsync()) {
      refusal = {"Asynchronous", "its copies are asynchronous"};
      return false;
    }
    if (hoist.array && hoist.array != array) {
      refusal = {"SeveralArrays", "it is copied from or to several arrays"};
      return false;
    }
    hoist.array = array;
    list.push_back(copy);
    return true;
  };
  SmallVector<Operation *> accesses;
  for (Operation *user : hoist.alloc->getUsers()) {
    if (auto copy = dyn_cast<CopyInOp>(user)) {
      if (!addCopy(copy, copy.getSource(), hoist.copyIns))
        return false;
    } else if (auto copy = dyn_cast<CopyOutOp>(user)) {
      if (!addCopy(copy, copy.getTarget(), hoist.copyOuts))
        return false;
    } else if (isa<affine::AffineReadOpInterface,
                   affine::AffineWriteOpInterface>(user)) {
      accesses.push_back(body->findAncestorOpInBlock(*user));
    } else {
      refusal = {"OtherUse",
                 "'" + user->getName().getStringRef().str() + "' uses it"};
      return false;
    }
  }
  if (!hoist.array) {
    refusal = {"NoCopies", "it has no copies"};
    return false;
  }
  // In order: copies in, computation, copies out.
  for (Operation *access : accesses) {
    if (llvm::any_of(
            hoist.copyIns,
            [&](CopyInOp in) { return access->isBeforeInBlock(in); }) ||
        llvm::any_of(hoist.copyOuts, [&](CopyOutOp out) {
          return out->isBeforeInBlock(access);
        })) {
      refusal = {"CopyInside", "its copies are not around all of its uses"};
      return false;
    }
  }
  for (CopyInOp in : hoist.copyIns)
    for (CopyOutOp out : hoist.copyOuts)
      if (out->isBeforeInBlock(in)) {
        refusal = {"CopyInside", "it is copied out before it is copied in"};
        return false;
      }

  auto invariant = [&](ValueRange values) {
    return llvm::all_of(values,
                        [&](Value value) { return isInvariant(hoist, value); });
  };
  bool redundant =
      invariant(hoist.alloc->getOperands()) && isInvariant(hoist, hoist.array);
  for (CopyInOp copy : hoist.copyIns)
    redundant = redundant && invariant(copy.getSymbols());
  for (CopyOutOp copy : hoist.copyOuts)
    redundant = redundant && invariant(copy.getSymbols());
  if (!redundant)
    refusal = {"NotRedundant", "it depends on the tile's origin"};
  return redundant;
}

/// `value` is the same in all iterations of the tile: defined outside, or by
/// operations that can move out, which are added to `hoist.invariants`.
bool ScratchHoistCopiesPass::isInvariant(Hoist &hoist, Value value) {
  if (!hoist.tile->isAncestor(value.getParentRegion()->getParentOp()))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() != 0 || !isPure(op) ||
      !llvm::all_of(op->getOperands(),
                    [&](Value operand) { return isInvariant(hoist, operand); }))
    return false;
  hoist.invariants.insert(op);
  return true;
}

/// `set` for all origins of the tile of `scop`: `{ A[a] : some origin }`.
static isl::set overAllOrigins(isl::set set, const Scop &scop, TileOp tile) {
  set = set.intersect_params(scop.context());
  for (Value origin : tile.getOrigins()) {
    isl::id id = scop.parameterFor(origin);
    int position = id.is_null() ? -1 : set.find_dim_by_id(isl::dim::param, id);
    if (position >= 0)
      set = set.project_out(isl::dim::param, position, 1);
  }
  return set;
}

/// The conditions on elements, see the top of the file.
bool ScratchHoistCopiesPass::checkElements(Hoist &hoist, Refusal &refusal) {
  ScopFailure failure;
  ScopOptions options;
  options.maxIslOperations = maxIslOperations;
  std::unique_ptr<Scop> scop = Scop::build(hoist.tile, failure, options);
  if (!scop) {
    refusal = {"NotModelled", "the tile cannot be modelled: " + failure.reason};
    return false;
  }
  const ScopArray *array = scop->arrayOf(hoist.array);
  const ScopArray *buffer = scop->arrayOf(hoist.alloc.getBuffer());
  if (!array || !buffer || array->kind != ScopArray::Kind::MemRef) {
    refusal = {"NotModelled", "the memory behind its array is not known"};
    return false;
  }
  IslOperationsGuard guard(scop->ctx(), maxIslOperations);

  // All { A[a] }, for any origins; S = the copies of this buffer.
  struct {
    isl::set in, out, reads, writes, stores;
  } sets;
  auto add = [&](isl::set &to, const isl::map &relation) {
    isl::set part =
        overAllOrigins(relation.range(), *scop, hoist.tile).reset_tuple_id();
    to = to.is_null() ? part : to.unite(part);
  };
  const ScopAccess *other = nullptr;
  for (const ScopAccess &access : scop->accesses()) {
    const ScopArray *accessed = &scop->arrays()[access.array];
    bool ownIn = llvm::is_contained(hoist.copyIns, access.op);
    bool ownOut = llvm::is_contained(hoist.copyOuts, access.op);
    if (accessed == buffer) {
      if (access.isWrite() && !ownIn)
        add(sets.stores, access.relation);
    } else if (accessed == array) {
      if (ownIn || ownOut)
        add(ownIn ? sets.in : sets.out, access.relation);
      else
        add(access.isRead() ? sets.reads : sets.writes, access.relation);
      if (!ownIn && !ownOut)
        other = &access;
    }
  }
  auto meet = [](const isl::set &a, const isl::set &b) {
    return !a.is_null() && !b.is_null() && !a.is_disjoint(b).is_true();
  };
  // One operation to name; the check itself is exact.
  auto accessed = [&] {
    return "'" + other->op->getName().getStringRef().str() +
           "' in the tile accesses elements of its array";
  };
  if (meet(sets.writes, sets.in) || meet(sets.writes, sets.out) ||
      meet(sets.reads, sets.out)) {
    refusal = {"ArrayAccessed", accessed()};
    return false;
  }
  isl::set kept = sets.in;
  if (!kept.is_null() && !sets.out.is_null())
    kept = kept.subtract(sets.out);
  if (meet(kept, sets.stores)) {
    refusal = {"BufferChanged", "elements that are stored to are copied in "
                                "again in each iteration, but not copied out"};
    return false;
  }
  if (guard.exceeded()) {
    refusal = {"NotModelled", "budget of isl operations exhausted"};
    return false;
  }
  return true;
}

/// The tile runs at least once whenever it is reached: the parameters for which
/// the statement of a copy has instances include all of the context of the code
/// around, of which the tile is a direct part.
bool ScratchHoistCopiesPass::surelyRuns(Hoist &hoist) {
  bool constant = true;
  for (auto [lower, upper] :
       llvm::zip(hoist.tile.getLowerBounds(), hoist.tile.getUpperBounds())) {
    APInt first, last;
    constant &= matchPattern(lower, m_ConstantInt(&first)) &&
                matchPattern(upper, m_ConstantInt(&last)) && first.slt(last);
  }
  if (constant)
    return true;
  Operation *parent = hoist.tile->getParentOp();
  if (!parent->hasTrait<OpTrait::AffineScope>())
    return false;
  ScopFailure failure;
  ScopOptions options;
  options.maxIslOperations = maxIslOperations;
  std::unique_ptr<Scop> scop = Scop::build(parent, failure, options);
  if (!scop)
    return false;
  IslOperationsGuard guard(scop->ctx(), maxIslOperations);
  Operation *copy = hoist.copyIns.empty()
                        ? hoist.copyOuts.front().getOperation()
                        : hoist.copyIns.front().getOperation();
  const ScopStatement *statement = scop->statementOf(copy);
  return statement &&
         scop->context().is_subset(statement->domain.params()).is_true();
}

/// `copy` with the constraints `upper > lower` of all dimensions of `tile`
/// added to its sets: without iterations nothing is copied.
template <typename CopyTy>
static void restrictToRuns(CopyTy copy, TileOp tile) {
  SmallVector<Value> symbols(copy.getSymbols());
  MLIRContext *context = copy.getContext();
  // Constants go into the constraint, values become symbols.
  auto expression = [&](Value value) {
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant)))
      return getAffineConstantExpr(constant.getSExtValue(), context);
    auto *known = llvm::find(symbols, value);
    if (known == symbols.end()) {
      symbols.push_back(value);
      known = &symbols.back();
    }
    return getAffineSymbolExpr(known - symbols.begin(), context);
  };
  SmallVector<AffineExpr> runs;
  for (auto [lower, upper] :
       llvm::zip(tile.getLowerBounds(), tile.getUpperBounds())) {
    AffineExpr length = expression(upper) - expression(lower) - 1;
    if (auto constant = dyn_cast<AffineConstantExpr>(length);
        !constant || constant.getValue() < 0)
      runs.push_back(length);
  }
  SmallVector<Attribute> sets;
  for (IntegerSet set : copy.getIntegerSets()) {
    SmallVector<AffineExpr> constraints(set.getConstraints());
    SmallVector<bool> equalities(set.getEqFlags());
    for (AffineExpr run : runs) {
      if (llvm::is_contained(constraints, run))
        continue;
      constraints.push_back(run);
      equalities.push_back(false);
    }
    sets.push_back(IntegerSetAttr::get(IntegerSet::get(
        set.getNumDims(), symbols.size(), constraints, equalities)));
  }
  copy.getSymbolsMutable().assign(symbols);
  copy.setSetsAttr(ArrayAttr::get(context, sets));
}

bool ScratchHoistCopiesPass::hoist(AllocOp alloc) {
  Hoist hoist;
  hoist.alloc = alloc;
  hoist.tile = dyn_cast<TileOp>(alloc->getParentOp());
  // A mapped tile is not a loop to move things out of: its iterations run at
  // the same time, each with its own buffer.
  if (!hoist.tile || !hoist.tile.isSequential())
    return false;
  Refusal refusal;
  if (!collectUsers(hoist, refusal) || !checkElements(hoist, refusal)) {
    remarkMissed(alloc, kPass, refusal.name)
        << "the buffer stays in its tile: " + refusal.text;
    return false;
  }
  hoist.mayBeEmpty = !surelyRuns(hoist);

  for (Operation *op : hoist.invariants)
    op->moveBefore(hoist.tile);
  alloc->moveBefore(hoist.tile);
  for (CopyInOp copy : hoist.copyIns)
    copy->moveBefore(hoist.tile);
  Operation *last = hoist.tile;
  for (CopyOutOp copy : hoist.copyOuts) {
    copy->moveAfter(last);
    last = copy;
  }
  if (hoist.mayBeEmpty) {
    for (CopyInOp copy : hoist.copyIns)
      restrictToRuns(copy, hoist.tile);
    for (CopyOutOp copy : hoist.copyOuts)
      restrictToRuns(copy, hoist.tile);
  }
  ++numHoisted;
  remarkPassed(alloc, kPass, "Hoisted")
      << std::string("buffer and copies moved out of a redundant tile loop") +
             (hoist.mayBeEmpty ? "; nothing is copied if the loop is empty"
                               : "");
  return true;
}

void ScratchHoistCopiesPass::runOnOperation() {
  // Buffers of inner tiles first: what leaves a tile may leave the next one.
  SmallVector<AllocOp> allocs;
  getOperation().walk([&](AllocOp alloc) { allocs.push_back(alloc); });
  for (AllocOp alloc : allocs)
    while (hoist(alloc))
      ;
}
