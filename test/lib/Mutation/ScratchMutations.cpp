//===- ScratchMutations.cpp - faults in loops, buffers and copies ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutations.h"
#include "PolyMem/Analysis/Accesses/Traps.h"
#include "PolyMem/Check/Values/ValueProgram.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Polyhedral/Scop.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;
using namespace polymem::test;

using Sites = SmallVector<FaultSite>;

/// A site that erases each operation of type `OpTy` (whose results are not
/// used, or are tokens).
template <typename OpTy> static Sites dropEach(Operation *root) {
  Sites sites;
  root->walk([&](OpTy op) {
    sites.push_back({op, "dropped", [op]() mutable {
                       // A copy that is gone has nothing to wait for.
                       for (Operation *user :
                            llvm::make_early_inc_range(op->getUsers()))
                         user->erase();
                       op->erase();
                     }});
  });
  return sites;
}

//===----------------------------------------------------------------------===//
// Copy sets
//===----------------------------------------------------------------------===//

/// `set` with constraint `index` changed by `change`; a null expression removes
/// the constraint.
static IntegerSet
changeConstraint(IntegerSet set, unsigned index,
                 llvm::function_ref<AffineExpr(AffineExpr)> change) {
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> equalities;
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    AffineExpr expr = set.getConstraint(i);
    if (i == index)
      expr = change(expr);
    if (!expr)
      continue;
    constraints.push_back(expr);
    equalities.push_back(set.isEq(i));
  }
  if (constraints.empty()) {
    constraints.push_back(getAffineConstantExpr(0, set.getContext()));
    equalities.push_back(true);
  }
  return IntegerSet::get(set.getNumDims(), set.getNumSymbols(), constraints,
                         equalities);
}

/// One site per inequality on elements of the copies of type `CopyTy`.
template <typename CopyTy>
static Sites changeFaces(Operation *root, const char *what,
                         AffineExpr (*change)(AffineExpr)) {
  Sites sites;
  root->walk([&](CopyTy copy) {
    for (auto [s, set] : llvm::enumerate(copy.getIntegerSets()))
      for (unsigned c = 0; c < set.getNumConstraints(); ++c) {
        if (set.isEq(c) || set.getConstraint(c).isSymbolicOrConstant())
          continue;
        std::string text = what;
        llvm::raw_string_ostream(text)
            << " " << set.getConstraint(c) << " >= 0";
        sites.push_back(
            {copy, text, [copy, s = s, c, change]() mutable {
               SmallVector<Attribute> sets(copy.getSets().getValue());
               IntegerSet old = cast<IntegerSetAttr>(sets[s]).getValue();
               sets[s] = IntegerSetAttr::get(changeConstraint(old, c, change));
               copy.setSetsAttr(ArrayAttr::get(copy.getContext(), sets));
             }});
      }
  });
  return sites;
}

static AffineExpr lessByOne(AffineExpr expr) { return expr - 1; }
static AffineExpr moreByOne(AffineExpr expr) { return expr + 1; }
static AffineExpr removed(AffineExpr /*expr*/) { return {}; }

static Sites dropFaceIn(Operation *root) {
  return changeFaces<CopyInOp>(root, "one face less at", lessByOne);
}
static Sites dropFaceOut(Operation *root) {
  return changeFaces<CopyOutOp>(root, "one face less at", lessByOne);
}
static Sites clobberFace(Operation *root) {
  return changeFaces<CopyOutOp>(root, "one face more at", moreByOne);
}
static Sites unclampHalo(Operation *root) {
  return changeFaces<CopyInOp>(root, "without", removed);
}

//===----------------------------------------------------------------------===//
// Storage mappings
//===----------------------------------------------------------------------===//

static void setMapping(AllocOp alloc, MappingAttr mapping) {
  MemRefType type = alloc.getType();
  alloc.getBuffer().setType(MemRefType::get(
      type.getShape(), type.getElementType(), mapping, type.getMemorySpace()));
}

/// `expr` with the moduli that are `modulus` made one smaller.
static AffineExpr shrinkModuli(AffineExpr expr, AffineExpr modulus) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  AffineExpr lhs = shrinkModuli(binary.getLHS(), modulus);
  AffineExpr rhs = shrinkModuli(binary.getRHS(), modulus);
  if (expr.getKind() == AffineExprKind::Mod && rhs == modulus)
    rhs = rhs - 1;
  return getAffineBinaryOpExpr(expr.getKind(), lhs, rhs);
}

/// A modulus one smaller than it has to be, with as many cells.
static Sites shrinkModulus(Operation *root) {
  Sites sites;
  root->walk([&](AllocOp alloc) {
    MappingAttr mapping = alloc.getMapping();
    llvm::SmallSetVector<AffineExpr, 4> moduli;
    mapping.getMap().walkExprs([&](AffineExpr expr) {
      auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
      if (!binary || expr.getKind() != AffineExprKind::Mod)
        return;
      auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
      if (!constant || constant.getValue() > 1)
        moduli.insert(binary.getRHS());
    });
    for (AffineExpr modulus : moduli)
      sites.push_back({alloc, llvm::formatv("modulus {0}", modulus).str(),
                       [alloc, mapping, modulus] {
                         AffineMap map = mapping.getMap();
                         SmallVector<AffineExpr> cells;
                         for (AffineExpr cell : map.getResults())
                           cells.push_back(shrinkModuli(cell, modulus));
                         setMapping(alloc,
                                    MappingAttr::get(
                                        mapping.getContext(),
                                        AffineMap::get(map.getNumDims(),
                                                       map.getNumSymbols(),
                                                       cells, map.getContext()),
                                        mapping.getExtents()));
                       }});
  });
  return sites;
}

/// An extent one smaller: the last cell of a row is the first of the next.
static Sites shrinkExtent(Operation *root) {
  Sites sites;
  root->walk([&](AllocOp alloc) {
    MappingAttr mapping = alloc.getMapping();
    for (unsigned d = 1; d < mapping.getNumPhysicalDims(); ++d) {
      auto constant =
          dyn_cast<AffineConstantExpr>(mapping.getExtents().getResult(d));
      if (constant && constant.getValue() <= 1)
        continue;
      sites.push_back(
          {alloc, "extent " + std::to_string(d), [alloc, mapping, d] {
             AffineMap extents = mapping.getExtents();
             SmallVector<AffineExpr> results(extents.getResults());
             results[d] = results[d] - 1;
             setMapping(alloc,
                        MappingAttr::get(mapping.getContext(), mapping.getMap(),
                                         AffineMap::get(extents.getNumDims(),
                                                        extents.getNumSymbols(),
                                                        results,
                                                        extents.getContext())));
           }});
    }
  });
  return sites;
}

//===----------------------------------------------------------------------===//
// Accesses and loops
//===----------------------------------------------------------------------===//

/// `map` with result `index` one larger.
static AffineMap shiftResult(AffineMap map, unsigned index) {
  SmallVector<AffineExpr> results(map.getResults());
  results[index] = results[index] + 1;
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                        map.getContext());
}

static Sites shiftSubscript(Operation *root) {
  Sites sites;
  auto add = [&](auto access) {
    for (unsigned d = 0; d < access.getAffineMap().getNumResults(); ++d)
      sites.push_back(
          {access, "subscript " + std::to_string(d), [access, d]() mutable {
             access.setMap(shiftResult(access.getAffineMap(), d));
           }});
  };
  root->walk([&](Operation *op) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      add(load);
    else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      add(store);
  });
  return sites;
}

/// The clamp of a partial tile (each bound of a minimum) one too small.
static Sites shortPartialTile(Operation *root) {
  Sites sites;
  root->walk([&](affine::AffineForOp loop) {
    AffineMap upper = loop.getUpperBoundMap();
    if (upper.getNumResults() < 2)
      return;
    for (unsigned r = 0; r < upper.getNumResults(); ++r)
      sites.push_back({loop, "bound " + std::to_string(r), [loop, r]() mutable {
                         AffineMap map = loop.getUpperBoundMap();
                         SmallVector<AffineExpr> results(map.getResults());
                         results[r] = results[r] - 1;
                         loop.setUpperBoundMap(AffineMap::get(
                             map.getNumDims(), map.getNumSymbols(), results,
                             map.getContext()));
                       }});
  });
  return sites;
}

/// The dependences of the function around `op`.
static std::optional<Dependences> dependencesAround(std::unique_ptr<Scop> &scop,
                                                    Operation *root) {
  ScopFailure failure;
  scop = Scop::build(root, failure);
  if (!scop)
    return std::nullopt;
  return Dependences::compute(*scop);
}

/// Some dependence `{ S[i] -> T[j] }` has i_k = j_k for the dimensions before
/// `iv`, i < j at `iv`, and (if `inner` is given) i > j at `inner`.
static bool hasDependence(const Scop &scop, const Dependences &dependences,
                          Value iv, Value inner) {
  bool found = false;
  dependences.all().foreach_map([&](isl::map map) -> isl::stat {
    const ScopStatement *source =
        scop.statementNamed(map.get_tuple_id(isl::dim::in).get_name());
    const ScopStatement *target =
        scop.statementNamed(map.get_tuple_id(isl::dim::out).get_name());
    if (!source || !target)
      return isl::stat::ok();
    auto position = [](const ScopStatement *statement, Value value) {
      return unsigned(llvm::find(statement->ivs, value) -
                      statement->ivs.begin());
    };
    unsigned p = position(source, iv);
    if (p >= source->ivs.size() || position(target, iv) != p)
      return isl::stat::ok();
    for (unsigned d = 0; d < p; ++d)
      map = map.equate(isl::dim::in, d, isl::dim::out, d);
    map = isl::manage(
        isl_map_order_lt(map.release(), isl_dim_in, p, isl_dim_out, p));
    if (inner) {
      unsigned q = position(source, inner);
      if (q >= source->ivs.size() || position(target, inner) != q)
        return isl::stat::ok();
      map = isl::manage(
          isl_map_order_gt(map.release(), isl_dim_in, q, isl_dim_out, q));
    }
    found |= !map.is_empty().is_true();
    return isl::stat::ok();
  });
  return found;
}

/// Perfectly nested loops whose interchange some dependence forbids.
static Sites swapLoops(Operation *root) {
  Sites sites;
  std::unique_ptr<Scop> scop;
  std::optional<Dependences> dependences = dependencesAround(scop, root);
  if (!dependences)
    return sites;
  root->walk<WalkOrder::PreOrder>([&](affine::AffineForOp outer) {
    Block &body = *outer.getBody();
    auto inner = dyn_cast<affine::AffineForOp>(body.front());
    if (!inner || !llvm::hasNItems(body, 2) || outer.getNumIterOperands() ||
        inner.getNumIterOperands() ||
        llvm::is_contained(inner->getOperands(), outer.getInductionVar()) ||
        !hasDependence(*scop, *dependences, outer.getInductionVar(),
                       inner.getInductionVar()))
      return;
    sites.push_back({outer, "interchanged with the loop in it", [outer, inner] {
                       affine::interchangeLoops(outer, inner);
                     }});
  });
  // Destroyed in the order isl wants.
  dependences.reset();
  return sites;
}

/// Sequential tile loops that carry a dependence, declared parallel: what a
/// pass would do that overlooks the dependence.
static Sites ignoreDependence(Operation *root) {
  Sites sites;
  std::unique_ptr<Scop> scop;
  std::optional<Dependences> dependences = dependencesAround(scop, root);
  if (!dependences)
    return sites;
  root->walk<WalkOrder::PreOrder>([&](TileOp tile) {
    for (unsigned d = 0; d < tile.getRank(); ++d) {
      if (tile.getMappingOf(d) ||
          !hasDependence(*scop, *dependences, tile.getOrigins()[d], {}))
        continue;
      sites.push_back(
          {tile, "dimension " + std::to_string(d), [tile, d]() mutable {
             MLIRContext *context = tile.getContext();
             SmallVector<Attribute> mapping(tile.getRank(),
                                            UnitAttr::get(context));
             for (unsigned e = 0; e < tile.getRank(); ++e)
               if (Attribute old = tile.getMappingOf(e))
                 mapping[e] = old;
             mapping[d] = gpu::GPUThreadMappingAttr::get(
                 context, gpu::MappingId::LinearDim9);
             tile.setMappingAttr(ArrayAttr::get(context, mapping));
           }});
    }
  });
  dependences.reset();
  return sites;
}

//===----------------------------------------------------------------------===//
// Conditions and arithmetic
//===----------------------------------------------------------------------===//

/// What is executed under a condition is executed without it.
static Sites dropCondition(Operation *root) {
  Sites sites;
  root->walk([&](affine::AffineIfOp condition) {
    if (condition.hasElse() || condition->getNumResults() != 0)
      return;
    std::string text = "without ";
    llvm::raw_string_ostream os(text);
    condition.getIntegerSet().print(os);
    sites.push_back({condition, text, [condition]() mutable {
                       Block *body = condition.getThenBlock();
                       body->getTerminator()->erase();
                       condition->getBlock()->getOperations().splice(
                           Block::iterator(condition), body->getOperations());
                       condition->erase();
                     }});
  });
  return sites;
}

/// The order of the operands makes no difference. (That of `maxnumf` does, for
/// zeros, though it is said to commute.)
static bool commutes(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return compare.getPredicate() == arith::CmpIPredicate::eq ||
           compare.getPredicate() == arith::CmpIPredicate::ne;
  return op->hasTrait<OpTrait::IsCommutative>() &&
         !isa<arith::MaxNumFOp, arith::MinNumFOp>(op);
}

/// Operands in another order where that makes a difference.
static Sites swapOperands(Operation *root) {
  Sites sites;
  root->walk([&](Operation *op) {
    if (op->getNumOperands() != 2 || op->getNumResults() != 1 || commutes(op) ||
        !isa_and_nonnull<arith::ArithDialect>(op->getDialect()) ||
        op->getOperand(0) == op->getOperand(1) ||
        op->getOperand(0).getType() != op->getOperand(1).getType() ||
        op->getResult(0).getType().isIndex())
      return;
    sites.push_back({op, "operands exchanged", [op] {
                       op->setOperands({op->getOperand(1), op->getOperand(0)});
                     }});
  });
  return sites;
}

/// A division before the loop or condition in which it is executed.
static Sites hoistDivision(Operation *root) {
  Sites sites;
  root->walk([&](Operation *op) {
    Operation *around = op->getParentOp();
    if (!isa_and_nonnull<arith::ArithDialect>(op->getDialect()) ||
        !mayTrap(op) || around == root ||
        llvm::any_of(op->getOperands(), [&](Value operand) {
          return around->isAncestor(operand.getParentBlock()->getParentOp());
        }))
      return;
    sites.push_back({op, "hoisted", [op, around] { op->moveBefore(around); }});
  });
  return sites;
}

ArrayRef<Fault> polymem::test::getScratchFaults() {
  static const Fault faults[] = {
      {"drop-copy-in", "a buffer is not filled", dropEach<CopyInOp>, true},
      {"drop-copy-out", "a buffer is not written back", dropEach<CopyOutOp>,
       true},
      {"drop-wait", "an asynchronous copy is not waited for", dropEach<WaitOp>,
       true},
      {"drop-face-in", "one face of a set is not copied in", dropFaceIn, true},
      {"drop-face-out", "one face of a set is not copied out", dropFaceOut,
       true},
      {"clobber-face", "one face too many is copied out", clobberFace, true},
      {"unclamp-halo", "a set to be copied in is not clamped", unclampHalo,
       true},
      {"shrink-modulus", "a modulus is too small", shrinkModulus, false},
      {"shrink-extent", "rows of a buffer overlap", shrinkExtent, false},
      {"shift-subscript", "a subscript is one too large", shiftSubscript, true},
      {"short-partial-tile", "a partial tile is one too short",
       shortPartialTile, true},
      {"swap-loops", "loops are interchanged against a dependence", swapLoops,
       true},
      {"drop-condition", "a condition is not asked", dropCondition, true},
      {"swap-operands", "operands are exchanged", swapOperands, false},
      {"hoist-division", "a division is executed where it may be by zero",
       hoistDivision, false},
      {"ignore-dependence", "a loop that carries a dependence is parallel",
       ignoreDependence, false},
  };
  return faults;
}
