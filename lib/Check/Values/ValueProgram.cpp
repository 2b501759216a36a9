//===- ValueProgram.cpp - what a program reads, computes, writes ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Values/ValueProgram.h"
#include "Layouts.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;

namespace polymem {

class ValueProgramBuilder {
public:
  ValueProgramBuilder(const Scop &scop, StringRef prefix,
                      const isl::set &context, ValueFailure &failure)
      : scop(scop), prefix(prefix.str()), context(context), failure(failure),
        program(new ValueProgram()) {
    program->theScop = &scop;
    program->knownParameters = this->context;
  }
  std::unique_ptr<ValueProgram> run();

private:
  bool fail(Operation *op, const Twine &reason) {
    failure.op = op;
    failure.reason = reason.str();
    return false;
  }
  bool addArray(const ScopArray &array);
  bool addStatement(const ScopStatement &statement);
  bool findOrigins();
  bool findTime();
  bool addAccesses(Operation *op);
  bool addCopy(Operation *op, const ScopAccess &read, const ScopAccess &write);
  bool addWaits(AsyncCopy &copy);
  void addFree(Operation *op, const ScopAccess &access);
  bool addOrigin(scratch::OriginOp op);
  void addTraps(const ScopStatement &s);
  unsigned addRead(const ScopAccess &access);
  void addWrite(const ScopAccess &access, ValueExpr value);
  void fill(ValueAccess &to, const ScopAccess &access, StringRef tuple);
  isl::map timeOf(const ScopAccess &access);
  Value writtenValue(Operation *op, const ScopAccess &access);
  ValueExpr expr(Value value);
  ValueExpr scalar(Value value);

  const Scop &scop;
  std::string prefix;
  isl::set context;
  ValueFailure &failure;
  std::unique_ptr<ValueProgram> program;
  // Of the statement at hand.
  const ScopStatement *statement = nullptr;
  isl::map statementTime;
  /// Its instances, in `context`.
  isl::set domain;
  llvm::DenseMap<Value, unsigned> readOf, originOf;
  unsigned budget = 0;
};

} // namespace polymem

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
  for (const ScopStatement &s : scop.statements())
    if (!addStatement(s))
      return nullptr;
  for (AsyncCopy &copy : program->asyncList)
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
// Accesses
//===----------------------------------------------------------------------===//

/// `{ [S[i] -> A[j, e]] -> [i, e] }`, without the iteration `j` that made `A`.
static isl::map elementInstances(const isl::map &relation, unsigned depth,
                                 StringRef tuple) {
  unsigned outer = relation.dim(isl::dim::in).release();
  isl::map flat =
      isl::manage(isl_map_flatten_range(relation.wrap().identity().release()));
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
  if (value.kind == ValueExpr::Kind::Undefined)
    instances = elementInstances(
        write.elements, scop.arrays()[access.array].depth, write.tuple);
  finish(write, instances, program->layouts[access.array]);
  const ScopArray &array = scop.arrays()[access.array];
  if (value.kind == ValueExpr::Kind::Origin &&
      array.kind == ScopArray::Kind::MemRef) {
    ValueOrigin &origin = program->originList[value.index];
    origin.stored = true;
    origin.storedOutside |= array.depth == 0;
  }
  write.value = std::move(value);
  program->writeList.push_back(std::move(write));
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

bool ValueProgramBuilder::addWaits(AsyncCopy &copy) {
  const ValueWrite &write = program->writeList[copy.write];
  const ScopStatement &issued = scop.statements()[write.statement];
  copy.waited = isl::map::empty(write.time.get_space());
  for (Operation *user : write.op->getUsers()) {
    const ScopStatement *waiting = scop.statementOf(user);
    if (!isa<scratch::WaitOp>(user) || !waiting || waiting->ivs != issued.ivs)
      return fail(user, "it does not wait for a copy of the same iteration");
    for (unsigned id : waiting->accesses) {
      if (scop.accesses()[id].op != user)
        continue;
      statement = waiting;
      if (!findTime())
        return false;
      // { S[i] -> [t] } to { W[i, e] -> [t] }.
      isl::map time =
          timeOf(scop.accesses()[id]).intersect_domain(waiting->domain);
      unsigned outer = issued.ivs.size();
      unsigned dims = write.time.dim(isl::dim::in).release();
      time = isl::manage(isl_map_add_dims(
                             isl_map_reset_tuple_id(time.release(), isl_dim_in),
                             isl_dim_in, dims - outer))
                 .set_domain_tuple(write.tuple)
                 .intersect_domain(write.time.domain());
      copy.waited = copy.waited.unite(time).lexmin();
      break;
    }
  }
  return true;
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
      return fail(op, "its accesses are not known exactly");
    slot = &access;
  }
  if (!reads && !writes)
    return true;
  if (isa<memref::DeallocOp>(op) && writes && !reads) {
    addFree(op, *writes);
    return true;
  }
  if (isa<PolyhedralCopyOpInterface>(op) && reads && writes) {
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

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Larger trees (shared subexpressions count once per path) are not compared.
static constexpr unsigned kMaxExpressionSize = 10000;

bool ValueProgramBuilder::addOrigin(scratch::OriginOp op) {
  ValueOrigin origin;
  unsigned number = program->originList.size();
  origin.tuple = prefix + "N" + std::to_string(number);
  origin.statement = statement - scop.statements().data();
  origin.op = op;
  isl::map map = isl::map::from_domain_and_range(
      domain, isl::set::universe(isl::space(scop.ctx(), 0, 0)));
  for (Value index : op.getInstance()) {
    auto found = statement->indices.find(index);
    if (found == statement->indices.end())
      return fail(op, "the marker's operands are not affine");
    map = map.flat_range_product(found->second.as_map());
  }
  origin.origin = map.set_domain_tuple(origin.tuple)
                      .set_range_tuple(("value_" + op.getStatement()).str());
  origin.value = expr(op.getValue());
  program->originList.push_back(std::move(origin));
  originOf[op.getResult()] = number;
  return true;
}

/// What a value of another statement, or one carried by a loop, reads.
ValueExpr ValueProgramBuilder::scalar(Value value) {
  ValueExpr result;
  if (auto opResult = dyn_cast<OpResult>(value))
    if (auto loop = dyn_cast<affine::AffineForOp>(opResult.getOwner()))
      value = loop.getRegionIterArgs()[opResult.getResultNumber()];
  auto found = readOf.find(value);
  if (found == readOf.end())
    return result;
  result.kind = ValueExpr::Kind::Read;
  result.index = found->second;
  return result;
}

ValueExpr ValueProgramBuilder::expr(Value value) {
  using Kind = ValueExpr::Kind;
  ValueExpr result;
  if (budget == 0)
    return result;
  --budget;
  if (auto found = originOf.find(value); found != originOf.end()) {
    result.kind = Kind::Origin;
    result.index = found->second;
    return result;
  }
  if (auto found = readOf.find(value); found != readOf.end()) {
    result.kind = Kind::Read;
    result.index = found->second;
    return result;
  }
  if (auto found = statement->indices.find(value);
      found != statement->indices.end()) {
    result.kind = Kind::Index;
    result.type = value.getType();
    result.aff = found->second;
    return result;
  }
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    if (arg.getOwner()->getParentOp() != scop.root())
      return scalar(value);
    result.kind = Kind::Outside;
    result.index = arg.getArgNumber();
    return result;
  }
  Operation *op = value.getDefiningOp();
  const ScopStatement *owner = scop.statementOf(op);
  if ((owner && owner != statement) || op->getNumRegions() != 0)
    return scalar(value);
  if (!isMemoryEffectFree(op) || isa<BaseMemRefType>(value.getType()))
    return result;
  result.kind = Kind::Operation;
  result.op = op;
  result.index = cast<OpResult>(value).getResultNumber();
  for (Value operand : op->getOperands())
    result.operands.push_back(expr(operand));
  return result;
}

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
        return isl::manage(
            isl_pw_aff_add_dims(aff.copy(), isl_dim_in,
                                dims - isl_pw_aff_dim(aff.get(), isl_dim_in)));
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

static bool computes(const ValueExpr &expr, Operation *op) {
  return (expr.kind == ValueExpr::Kind::Operation && expr.op == op) ||
         llvm::any_of(expr.operands, [&](const ValueExpr &operand) {
           return computes(operand, op);
         });
}

void ValueProgramBuilder::addTraps(const ScopStatement &s) {
  unsigned number = &s - scop.statements().data();
  for (Operation *op : s.ops) {
    if (!mayTrap(op))
      continue;
    ValueTrap &trap = program->trapList.emplace_back();
    trap.op = op;
    trap.domain = domain;
    budget = kMaxExpressionSize;
    trap.value = expr(op->getResult(0));
    trap.named = llvm::any_of(program->originList, [&](const auto &origin) {
      return origin.statement == number && computes(origin.value, op);
    });
  }
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
        !readOf.count(array.value))
      readOf[array.value] = addRead(access);
  }
  for (Operation *op : s.ops) {
    if (op->getNumRegions() != 0)
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
          isa<PolyhedralCopyOpInterface, scratch::WaitOp>(op))
        continue;
      Value value = writtenValue(op, access);
      budget = kMaxExpressionSize;
      ValueExpr written = value ? expr(value) : ValueExpr();
      if (isa<memref::DeallocOp>(op))
        written.kind = ValueExpr::Kind::Undefined;
      if (hasUnknown(written))
        return fail(op, "the value it writes is not modelled");
      addWrite(access, std::move(written));
    }
  }
  // Loops behind the statement whose carried values it initialises.
  for (unsigned id : s.accesses) {
    const ScopAccess &access = scop.accesses()[id];
    if (!access.isWrite() || llvm::is_contained(s.ops, access.op))
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
