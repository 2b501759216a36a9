//===- ValueSources.cpp - where the values that are read come from --------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Values/ValueSources.h"
#include "LastWrites.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Closed expressions
//===----------------------------------------------------------------------===//

bool ClosedValues::isClosed(const ValueExpr &expr) {
  using Kind = ValueExpr::Kind;
  return expr.kind != Kind::Read && expr.kind != Kind::Origin &&
         expr.kind != Kind::Unknown && expr.kind != Kind::Undefined &&
         llvm::all_of(expr.operands, isClosed);
}

/// What is the same for equal expressions, up to the values of `indices`: the
/// operators with their attributes and types, which MLIR has once each, and the
/// number of operands.
static void describe(const ValueExpr &expr, std::vector<const void *> &key,
                     SmallVectorImpl<isl::pw_aff> &indices) {
  auto number = [&](size_t value) {
    key.push_back(reinterpret_cast<const void *>(value));
  };
  number(static_cast<size_t>(expr.kind));
  number(expr.index);
  // -1 is 255 or 65535 where it has no sign.
  key.push_back(expr.type.getAsOpaquePointer());
  if (expr.kind == ValueExpr::Kind::Index)
    indices.push_back(expr.aff);
  if (expr.kind != ValueExpr::Kind::Operation)
    return;
  key.push_back(expr.op->getName().getAsOpaquePointer());
  key.push_back(expr.op->getAttrDictionary().getAsOpaquePointer());
  key.push_back(expr.op->getResult(expr.index).getType().getAsOpaquePointer());
  number(expr.operands.size());
  for (const ValueExpr &operand : expr.operands)
    describe(operand, key, indices);
}

isl::map ClosedValues::valueOf(const ValueExpr &expr, const isl::set &domain) {
  std::vector<const void *> key;
  SmallVector<isl::pw_aff> indices;
  describe(expr, key, indices);
  unsigned number =
      numbers.try_emplace(std::move(key), numbers.size()).first->second;
  isl::map result = isl::map::from_domain_and_range(
      domain, isl::set::universe(isl::space(domain.ctx(), 0, 0)));
  for (const isl::pw_aff &aff : indices)
    result = result.flat_range_product(
        aff.as_map().set_domain_tuple(domain.get_tuple_id()));
  return result.set_range_tuple("closed_" + std::to_string(number));
}

//===----------------------------------------------------------------------===//
// Last writers
//===----------------------------------------------------------------------===//

/// The last writes of all reads of `program` and, after its end, of all of the
/// arrays from outside.
static LastWrites lastWritesOf(const ValueProgram &program) {
  isl::ctx ctx = program.scop().ctx();
  SmallVector<FlowAccess> reads, writes;
  int timeDims = 1;
  for (const ValueAccess &read : program.reads()) {
    reads.push_back(
        {read.cells, read.time, program.originDims(read.statement)});
    timeDims = read.time.dim(isl::dim::out).release();
  }
  for (const ValueWrite &write : program.writes()) {
    writes.push_back(
        {write.cells, write.time, program.originDims(write.statement)});
    timeDims = write.time.dim(isl::dim::out).release();
  }
  // The end comes at time [1, 0, ...].
  isl::set end = isl::set::universe(isl::space(ctx, 0, timeDims));
  for (int d = 0; d < timeDims; ++d)
    end = end.fix_si(isl::dim::set, d, d == 0 ? 1 : 0);
  for (auto [a, array] : llvm::enumerate(program.scop().arrays())) {
    if (program.outsideName(a).empty())
      continue;
    isl::map cells =
        isl::set::universe(array.extent.get_space())
            .intersect_params(program.context())
            .identity()
            .set_domain_tuple(("end_" + program.outsideName(a)).str());
    reads.push_back(
        {cells, isl::map::from_domain_and_range(cells.domain(), end), {}});
  }
  return computeLastWrites(reads, writes, ctx);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static isl::set undefinedValue(isl::ctx ctx) {
  return isl::set::universe(isl::space(ctx, 0, 0)).set_tuple_id("undefined");
}

/// What reads without a writer see: `{ R[y] -> init_arg1[a] }`, undefined for
/// memory made inside.
static isl::union_map initialValues(const ValueProgram &program,
                                    const isl::union_map &unwritten) {
  isl::ctx ctx = program.scop().ctx();
  isl::union_map result = isl::union_map::empty(ctx);
  unwritten.foreach_map([&](isl::map map) -> isl::stat {
    std::string cell = map.get_tuple_id(isl::dim::out).get_name();
    for (auto [a, array] : llvm::enumerate(program.scop().arrays()))
      if (array.name == cell && !program.outsideName(a).empty()) {
        result = result.unite(
            map.set_range_tuple(("init_" + program.outsideName(a)).str()));
        return isl::stat::ok();
      }
    result = result.unite(
        isl::map::from_domain_and_range(map.domain(), undefinedValue(ctx)));
    return isl::stat::ok();
  });
  return result;
}

/// More copies of copies than that are taken to have no end.
static constexpr unsigned kMaxCopies = 32;

ValueSources ValueSources::compute(const ValueProgram &program,
                                   ClosedValues &closed,
                                   ValueFailure &failure) {
  ValueSources result;
  isl::ctx ctx = program.scop().ctx();
  // { W[y] -> V[v] } for values, { W[y] -> R[y] } for copies.
  isl::union_map written = isl::union_map::empty(ctx);
  isl::union_map copied = isl::union_map::empty(ctx);
  for (const ValueWrite &write : program.writes()) {
    isl::set domain = write.cells.domain();
    switch (write.value.kind) {
    case ValueExpr::Kind::Read: {
      isl::map same = domain.identity().set_range_tuple(
          program.reads()[write.value.index].tuple);
      copied = copied.unite(same);
      break;
    }
    case ValueExpr::Kind::Undefined:
      written = written.unite(
          isl::map::from_domain_and_range(domain, undefinedValue(ctx)));
      break;
    case ValueExpr::Kind::Origin:
      written = written.unite(program.origins()[write.value.index]
                                  .origin.set_domain_tuple(write.tuple)
                                  .intersect_domain(domain));
      break;
    default:
      if (!ClosedValues::isClosed(write.value)) {
        failure.op = write.op;
        failure.reason = "the value it writes is computed without a marker";
        return {};
      }
      written = written.unite(closed.valueOf(write.value, domain));
    }
  }

  LastWrites last = lastWritesOf(program);
  if (last.pairs.is_null() || last.none.is_null())
    return {};
  result.lastWrites = last.pairs;
  isl::union_map initial = initialValues(program, last.none);
  // One step: { R[y] -> V[v] } or { R[y] -> R'[y'] } where a copy was read.
  isl::union_map direct =
      result.lastWrites.apply_range(written).unite(initial).coalesce();
  isl::union_map through = result.lastWrites.apply_range(copied).coalesce();
  result.values = direct;
  isl::union_map pending = through;
  for (unsigned n = 0; pending.is_empty().is_false(); ++n) {
    if (n == kMaxCopies) {
      failure.op = program.scop().root();
      failure.reason = sentence("values that are copied more than {0} times",
                                named("Copies", kMaxCopies));
      return {};
    }
    result.values = result.values.unite(pending.apply_range(direct));
    pending = pending.apply_range(through).coalesce();
  }
  result.values = result.values.coalesce();
  return result;
}

isl::union_map polymem::valuesOf(const ValueProgram &program,
                                 const ValueSources &sources,
                                 ClosedValues &closed, const ValueExpr &expr,
                                 const isl::set &domain) {
  switch (expr.kind) {
  case ValueExpr::Kind::Read: {
    isl::map toRead =
        domain.identity().set_range_tuple(program.reads()[expr.index].tuple);
    return isl::union_map(toRead).apply_range(sources.values);
  }
  case ValueExpr::Kind::Origin:
    return program.origins()[expr.index]
        .origin.set_domain_tuple(domain.get_tuple_id())
        .intersect_domain(domain);
  default:
    if (!ClosedValues::isClosed(expr))
      return {};
    return closed.valueOf(expr, domain);
  }
}
