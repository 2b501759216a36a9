//===- ValueProgram.cpp - what a program reads, computes, writes ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "ValueProgramBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace polymem;

std::unique_ptr<ValueProgram> ValueProgram::build(const Scop &scop,
                                                  StringRef prefix,
                                                  const isl::set &context,
                                                  ValueFailure &failure) {
  return ValueProgramBuilder(scop, prefix, context, failure).run();
}

std::unique_ptr<ValueProgram> ValueProgramBuilder::run() {
  for (const ScopArray &array : scop.arrays())
    if (!addArray(array))
      return nullptr;
  if (!findComputedBuffers())
    return nullptr;
  for (const ScopStatement &s : scop.statements())
    if (!addStatement(s))
      return nullptr;
  for (CopyInFlight &copy : program->asyncList)
    if (!addWaits(copy))
      return nullptr;
  return std::move(program);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

bool ValueProgramBuilder::addArray(const ScopArray &array) {
  std::string &name = program->outsideNames.emplace_back();
  isl::space space = array.extent.get_space();
  isl::map layout = isl::map::identity(space.map_from_set());
  isl::set inside = isl::set::universe(space);
  if (array.kind == ScopArray::Kind::Other)
    return fail(scop.root(), "operations that access memory they do not name");
  if (array.kind == ScopArray::Kind::MemRef) {
    Operation *def = array.value.getDefiningOp();
    if (auto arg = dyn_cast<BlockArgument>(array.value))
      name = ("arg" + Twine(arg.getArgNumber())).str();
    else if (auto global = dyn_cast<memref::GetGlobalOp>(def))
      name = ("global_" + global.getName()).str();
    else if (array.liveOut)
      return fail(def, "memory made here is known outside");
    auto type = cast<MemRefType>(array.value.getType());
    if (auto mapping = dyn_cast<scratch::MappingAttr>(type.getLayout())) {
      if (!def || array.layoutSymbols.size() != mapping.getNumSymbols())
        return fail(def ? def : scop.root(),
                    "a buffer whose storage mapping is not in sight");
      // Strides and moduli of run-time size: see checkSharedCells.
      auto alloc = dyn_cast<scratch::AllocOp>(def);
      if (alloc && alloc.getSharedCells() &&
          !llvm::all_of(mapping.getMap().getResults(),
                        [](AffineExpr cell) { return cell.isPureAffine(); })) {
        program->sharedList.push_back(program->layouts.size());
        program->layouts.push_back(layout);
        program->inside.push_back(inside);
        return true;
      }
      SmallVector<isl::pw_aff> dims, symbols;
      for (const isl::pw_aff &symbol : array.layoutSymbols) {
        if (symbol.is_null())
          return fail(def, "a symbol of the storage mapping is not affine");
        symbols.push_back(symbol);
      }
      for (unsigned d = 0; d < array.rank; ++d)
        dims.push_back(isl::aff::var_on_domain(isl::local_space(space),
                                               isl::dim::set, array.depth + d));
      isl::map cell = isl::map::from_domain_and_range(
          isl::set::universe(space),
          isl::set::universe(isl::space(scop.ctx(), 0, 0)));
      for (unsigned d = 0; d < array.depth; ++d)
        cell = cell.flat_range_product(
            isl::pw_aff(isl::aff::var_on_domain(isl::local_space(space),
                                                isl::dim::set, d))
                .as_map());
      isl::pw_aff zero(isl::aff::zero_on_domain(space));
      for (auto [result, size] :
           llvm::zip_equal(mapping.getMap().getResults(),
                           mapping.getExtents().getResults())) {
        isl::pw_aff aff = affineExprToPwAff(result, dims, symbols, space);
        isl::pw_aff extent = affineExprToPwAff(size, {}, symbols, space);
        if (aff.is_null() || extent.is_null())
          return fail(def, "the storage mapping is not affine");
        cell = cell.flat_range_product(aff.as_map());
        inside =
            inside.intersect(aff.ge_set(zero)).intersect(aff.lt_set(extent));
      }
      layout = cell.set_range_tuple("cell_" + array.name);
    } else if (!keepsElementsApart(array, context)) {
      return fail(def ? def : scop.root(),
                  "elements of '" + array.name +
                      "' may share cells: its layout is not known to keep them "
                      "apart");
    }
  }
  program->layouts.push_back(layout);
  program->inside.push_back(inside);
  return true;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

bool ValueProgramBuilder::findOrigins() {
  SmallVector<OriginDim> &origins = program->originDimList.emplace_back();
  domain = statement->domain.intersect_params(context);
  unsigned dims = statement->ivs.size();
  for (unsigned d = 0; d < dims; ++d)
    for (auto [l, loop] : llvm::enumerate(scop.loops())) {
      if (loop.iv != statement->ivs[d] || loop.exactStep)
        continue;
      if (loop.step.is_null())
        return fail(loop.op, "a step that is not affine");
      auto lift = [&](const isl::pw_aff &aff) {
        return liftedTo(aff, 0, dims);
      };
      isl::pw_aff lower = lift(loop.lower);
      isl::space space = lower.domain_space();
      isl::pw_aff zero(isl::aff::zero_on_domain(space));
      isl::pw_aff distance =
          isl::pw_aff(isl::aff::var_on_domain(isl::local_space(space),
                                              isl::dim::set, d))
              .sub(lower);
      // The step is positive where there are tiles, and only there.
      isl::pw_aff none(isl::aff::zero_on_domain(loop.step.domain_space()));
      domain =
          domain.intersect_params(loop.step.gt_set(none).params().align_params(
              domain.get_space().params()));
      isl::pw_aff known = loop.step.intersect_params(domain.params());
      isl::val least = known.min_multi_val().at(0);
      isl::set executed;
      if (domain.is_empty().is_true())
        return true;
      if (least.eq(known.max_multi_val().at(0)).is_true()) {
        executed = distance.mod(least).eq_set(zero);
      } else {
        origins.push_back({d, unsigned(l), lower, lift(loop.upper), loop.step});
        // Of all that is known of the origins, what is affine.
        executed =
            distance.eq_set(zero).unite(distance.ge_set(lift(loop.step)));
      }
      domain = domain.intersect(executed.set_tuple_id(statement->name));
    }
  return true;
}

static bool hasUnknown(const ValueExpr &expr) {
  return expr.kind == ValueExpr::Kind::Unknown ||
         llvm::any_of(expr.operands, hasUnknown);
}

bool ValueProgramBuilder::findTime() {
  isl::union_map times = scop.scheduleMap().intersect_domain(statement->domain);
  statementTime = isl::map();
  times.foreach_map([&](isl::map map) -> isl::stat {
    statementTime = map;
    return isl::stat::ok();
  });
  if (statementTime.is_null())
    return fail(statement->ops.empty() ? scop.root() : statement->ops.front(),
                "the statement has no place in the order");
  return true;
}

/// Tokens are no values: what is waited for is known from uses (`addWaits`).
static bool isToken(const ScopArray &array) {
  return array.value && isa<scratch::TokenType>(array.value.getType());
}

bool ValueProgramBuilder::addStatement(const ScopStatement &s) {
  statement = &s;
  readOf.clear();
  originOf.clear();
  if (!findOrigins())
    return false;
  if (domain.is_empty().is_true())
    return true;
  if (!findTime())
    return false;

  // Scalars first: they are read before they are written.
  for (unsigned id : s.accesses) {
    const ScopAccess &access = scop.accesses()[id];
    const ScopArray &array = scop.arrays()[access.array];
    if (array.kind == ScopArray::Kind::Scalar && access.isRead() &&
        !isToken(array) && !readOf.count(array.value))
      readOf[array.value] = addRead(access);
  }
  for (Operation *op : s.ops) {
    if (op->getNumRegions() != 0 && !isa<PolyhedralCopyOpInterface>(op))
      return fail(op, "an operation with regions in a statement");
    if (!addAccesses(op))
      return false;
    budget = kMaxExpressionSize;
    if (auto origin = dyn_cast<scratch::OriginOp>(op)) {
      if (!addOrigin(origin))
        return false;
      if (hasUnknown(program->originList.back().value))
        return fail(op, "the value is not modelled");
    }
    for (unsigned id : s.accesses) {
      const ScopAccess &access = scop.accesses()[id];
      if (access.op != op || !access.isWrite() ||
          isToken(scop.arrays()[access.array]) ||
          isa<PolyhedralCopyOpInterface, memref::CopyOp, scratch::WaitOp>(op))
        continue;
      Value value = writtenValue(op, access);
      budget = kMaxExpressionSize;
      ValueExpr written = value ? expr(value) : ValueExpr();
      // Where a buffer holds what is computed of elements, nothing else that is
      // stored is the value of one.
      auto store = dyn_cast<affine::AffineStoreOp>(op);
      if (isa<memref::DeallocOp>(op) ||
          (store && computed.contains(store.getMemRef()))) {
        written = ValueExpr();
        written.kind = ValueExpr::Kind::Undefined;
      }
      if (hasUnknown(written))
        return fail(op, "the value it writes is not modelled");
      addWrite(access, std::move(written));
    }
  }
  // Loops behind the statement whose carried values it initialises.
  for (unsigned id : s.accesses) {
    const ScopAccess &access = scop.accesses()[id];
    if (!access.isWrite() || llvm::is_contained(s.ops, access.op) ||
        isToken(scop.arrays()[access.array]))
      continue;
    Value value = writtenValue(access.op, access);
    budget = kMaxExpressionSize;
    ValueExpr written = value ? expr(value) : ValueExpr();
    if (hasUnknown(written))
      return fail(access.op, "the value it writes is not modelled");
    addWrite(access, std::move(written));
  }
  addTraps(s);
  return true;
}
