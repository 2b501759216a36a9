//===- ValueAccesses.cpp - which cells an operation accesses, and when ----===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "ValueProgramBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace polymem;

/// `{ [S[i] -> A[j, e]] -> [i, e] }`, without the iteration `j` that made `A`.
static isl::map elementInstances(const isl::map &relation, unsigned depth,
                                 StringRef tuple) {
  unsigned outer = relation.dim(isl::dim::in).release();
  isl::map flat = relation.wrap().identity().flatten_range();
  return flat.project_out(isl::dim::out, outer, depth)
      .set_range_tuple(tuple.str());
}

isl::map ValueProgramBuilder::timeOf(const ScopAccess &access) {
  // [0, t, position]: reads at the end of the program come later than all.
  auto constant = [&](int value) {
    isl::set point = isl::set::universe(isl::space(scop.ctx(), 0, 1))
                         .lower_bound_val(isl::dim::set, 0, value)
                         .upper_bound_val(isl::dim::set, 0, value);
    return isl::map::from_domain_and_range(
        isl::set::universe(statement->domain.get_space()), point);
  };
  return constant(0)
      .flat_range_product(statementTime)
      .flat_range_product(constant(access.id));
}

void ValueProgramBuilder::fill(ValueAccess &to, const ScopAccess &access,
                               StringRef tuple) {
  to.tuple = tuple.str();
  to.statement = access.statement;
  to.array = access.array;
  to.op = access.op;
  to.time = timeOf(access).intersect_domain(domain);
  to.elements = access.relation.intersect_domain(domain);
}

/// Completes what `fill` began: names the instances, finds the cells.
static void finish(ValueAccess &to, const isl::map &instances,
                   const isl::map &layout) {
  if (instances.is_null()) {
    to.time = to.time.set_domain_tuple(to.tuple);
    to.elements = to.elements.set_domain_tuple(to.tuple);
  } else {
    isl::map back = instances.reverse();
    to.time = back.apply_range(to.elements.domain_map()).apply_range(to.time);
    to.elements = back.apply_range(to.elements.range_map());
  }
  to.cells = to.elements.apply_range(layout);
}

unsigned ValueProgramBuilder::addRead(const ScopAccess &access) {
  ValueAccess read;
  fill(read, access, prefix + access.tag());
  finish(read, isl::map(), program->layouts[access.array]);
  program->readList.push_back(std::move(read));
  return program->readList.size() - 1;
}

void ValueProgramBuilder::addWrite(const ScopAccess &access, ValueExpr value) {
  ValueWrite write;
  fill(write, access, prefix + access.tag());
  // Freeing memory overwrites each of its elements.
  isl::map instances;
  write.frees = isa<memref::DeallocOp>(access.op);
  if (write.frees)
    instances = elementInstances(
        write.elements, scop.arrays()[access.array].depth, write.tuple);
  finish(write, instances, program->layouts[access.array]);
  const ScopArray &array = scop.arrays()[access.array];
  if (value.kind == ValueExpr::Kind::Origin &&
      array.kind == ScopArray::Kind::MemRef) {
    ValueOrigin &origin = program->originList[value.index];
    origin.stored |= array.liveOut || readArrays.test(access.array);
    origin.storedOutside |= array.depth == 0;
  }
  write.value = std::move(value);
  program->writeList.push_back(std::move(write));
}

/// ", through 'memref.view'": the view through which `op` accesses memory, if
/// there is one.
static std::string viewOf(Operation *op) {
  for (Value operand : op->getOperands()) {
    Operation *def = operand.getDefiningOp();
    if (isa<BaseMemRefType>(operand.getType()) &&
        isa_and_nonnull<ViewLikeOpInterface>(def) && !isa<memref::CastOp>(def))
      return ", through '" + def->getName().getStringRef().str() + "'";
  }
  return "";
}

/// The memref that `memref` is another type of.
static Value withoutCasts(Value memref) {
  while (auto cast = memref.getDefiningOp<memref::CastOp>())
    memref = cast.getSource();
  return memref;
}

bool ValueProgramBuilder::addCopy(Operation *op, const ScopAccess &read,
                                  const ScopAccess &write) {
  const ScopArray &from = scop.arrays()[read.array];
  const ScopArray &to = scop.arrays()[write.array];
  ValueAccess source;
  fill(source, read, prefix + read.tag());
  finish(source, elementInstances(source.elements, from.depth, source.tuple),
         program->layouts[read.array]);
  ValueWrite target;
  fill(target, write, prefix + write.tag());
  finish(target, elementInstances(target.elements, to.depth, target.tuple),
         program->layouts[write.array]);
  // Each element that is written is one that is read.
  if (!source.time.domain()
           .reset_tuple_id()
           .is_equal(target.time.domain().reset_tuple_id())
           .is_true())
    return fail(op, "the memory that it reads and that it writes are not known "
                    "to have the same extents");
  target.value.kind = ValueExpr::Kind::Read;
  target.value.index = program->readList.size();
  program->readList.push_back(std::move(source));
  program->writeList.push_back(std::move(target));
  if (op->getNumResults() != 0)
    program->asyncList.push_back({unsigned(program->readList.size() - 1),
                                  unsigned(program->writeList.size() - 1),
                                  isl::map()});
  return true;
}

void ValueProgramBuilder::addFree(Operation *op, const ScopAccess &access) {
  const ScopArray &array = scop.arrays()[access.array];
  MemoryFree free;
  free.tuple = (prefix + "F" + Twine(access.id)).str();
  free.statement = access.statement;
  free.array = access.array;
  free.op = op;
  // The loops around the allocation are the outermost ones around this.
  unsigned dims = statement->ivs.size();
  free.memory = domain.identity()
                    .project_out(isl::dim::out, array.depth, dims - array.depth)
                    .set_domain_tuple(free.tuple)
                    .set_range_tuple(array.name);
  free.time =
      timeOf(access).intersect_domain(domain).set_domain_tuple(free.tuple);
  program->freeList.push_back(std::move(free));
}

/// The value that `op` stores in `access`'s cell.
Value ValueProgramBuilder::writtenValue(Operation *op,
                                        const ScopAccess &access) {
  const ScopArray &array = scop.arrays()[access.array];
  if (array.kind == ScopArray::Kind::MemRef) {
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      return store.getValueToStore();
    if (auto store = dyn_cast<memref::StoreOp>(op))
      return store.getValueToStore();
    return {};
  }
  // A value carried by a loop, initialised before it or yielded in it.
  if (auto arg = dyn_cast<BlockArgument>(array.value)) {
    auto loop = cast<affine::AffineForOp>(arg.getOwner()->getParentOp());
    unsigned k = arg.getArgNumber() - 1;
    if (op == loop)
      return loop.getInits()[k];
    if (op->getParentOp() == loop && op->hasTrait<OpTrait::IsTerminator>())
      return op->getOperand(k);
    return {};
  }
  auto result = cast<OpResult>(array.value);
  if (result.getOwner() == op)
    return result;
  if (isa<affine::AffineIfOp>(result.getOwner()) &&
      op->getParentOp() == result.getOwner())
    return op->getOperand(result.getResultNumber());
  return {};
}

bool ValueProgramBuilder::addAccesses(Operation *op) {
  // What a wait sees belongs to the copy.
  if (isa<scratch::WaitOp>(op))
    return true;
  const ScopAccess *reads = nullptr, *writes = nullptr;
  for (unsigned id : statement->accesses) {
    const ScopAccess &access = scop.accesses()[id];
    if (access.op != op ||
        scop.arrays()[access.array].kind != ScopArray::Kind::MemRef)
      continue;
    const ScopAccess *&slot = access.isRead() ? reads : writes;
    if (slot)
      return fail(op, "it accesses memory in more than one way");
    if (!access.sure && !isa<memref::DeallocOp>(op))
      return fail(op, "its accesses are not known exactly" + viewOf(op));
    slot = &access;
  }
  if (!reads && !writes)
    return true;
  if (isa<memref::DeallocOp>(op) && writes && !reads) {
    addFree(op, *writes);
    return true;
  }
  if (isa<PolyhedralCopyOpInterface>(op) && reads && writes)
    return addCopy(op, *reads, *writes);
  if (auto copy = dyn_cast<memref::CopyOp>(op); copy && reads && writes) {
    // Elements of a view have other coordinates in what it looks at.
    if (withoutCasts(copy.getSource()) != scop.arrays()[reads->array].value ||
        withoutCasts(copy.getTarget()) != scop.arrays()[writes->array].value)
      return fail(op, "it copies a view");
    return addCopy(op, *reads, *writes);
  }
  if (isa<affine::AffineLoadOp, memref::LoadOp>(op) && reads && !writes) {
    readOf[op->getResult(0)] = addRead(*reads);
    return true;
  }
  // Stores come when their values are known.
  if (isa<affine::AffineStoreOp, memref::StoreOp>(op) && writes && !reads)
    return true;
  return fail(op, "its accesses are not modelled element by element");
}
