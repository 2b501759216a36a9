//===- IndexOperations.cpp - integer operations by kind -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexOperations.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::raising;

unsigned raising::widthOf(Type type) {
  if (type.isIndex())
    return IndexType::kInternalStorageBitWidth;
  auto integer = dyn_cast<IntegerType>(type);
  return integer ? integer.getWidth() : 0;
}

std::optional<IndexOperation> raising::indexOperationOf(Operation *op) {
  using Kind = IndexOperation;
  if (op->getNumResults() != 1 ||
      !op->getResult(0).getType().isSignlessIntOrIndex())
    return std::nullopt;
  return TypeSwitch<Operation *, std::optional<Kind>>(op)
      .Case<arith::AddIOp, index::AddOp>([](auto) { return Kind::Add; })
      .Case<arith::SubIOp, index::SubOp>([](auto) { return Kind::Sub; })
      .Case<arith::MulIOp, index::MulOp>([](auto) { return Kind::Mul; })
      .Case<arith::DivSIOp, index::DivSOp>([](auto) { return Kind::DivS; })
      .Case<arith::FloorDivSIOp, index::FloorDivSOp>(
          [](auto) { return Kind::FloorDivS; })
      .Case<arith::CeilDivSIOp, index::CeilDivSOp>(
          [](auto) { return Kind::CeilDivS; })
      .Case<arith::DivUIOp, index::DivUOp>([](auto) { return Kind::DivU; })
      .Case<arith::CeilDivUIOp, index::CeilDivUOp>(
          [](auto) { return Kind::CeilDivU; })
      .Case<arith::RemSIOp, index::RemSOp>([](auto) { return Kind::RemS; })
      .Case<arith::RemUIOp, index::RemUOp>([](auto) { return Kind::RemU; })
      .Case<arith::MinSIOp, index::MinSOp>([](auto) { return Kind::MinS; })
      .Case<arith::MaxSIOp, index::MaxSOp>([](auto) { return Kind::MaxS; })
      .Case<arith::MinUIOp, index::MinUOp>([](auto) { return Kind::MinU; })
      .Case<arith::MaxUIOp, index::MaxUOp>([](auto) { return Kind::MaxU; })
      .Case<arith::ShLIOp, index::ShlOp>([](auto) { return Kind::ShL; })
      .Case<arith::ShRSIOp, index::ShrSOp>([](auto) { return Kind::ShRS; })
      .Case<arith::ShRUIOp, index::ShrUOp>([](auto) { return Kind::ShRU; })
      .Case<arith::AndIOp, index::AndOp>([](auto) { return Kind::And; })
      .Case<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp,
            index::CastSOp>([](auto) { return Kind::CastS; })
      .Case<arith::IndexCastUIOp, arith::ExtUIOp, index::CastUOp>(
          [](auto) { return Kind::CastU; })
      .Default([](Operation *) { return std::nullopt; });
}

/// The predicate of arith of the same name.
static arith::CmpIPredicate toArith(index::IndexCmpPredicate predicate) {
  return *arith::symbolizeCmpIPredicate(
      index::stringifyIndexCmpPredicate(predicate));
}

std::optional<Comparison> raising::comparisonOf(Value value) {
  if (auto cmp = value.getDefiningOp<arith::CmpIOp>())
    if (cmp.getLhs().getType().isSignlessIntOrIndex())
      return Comparison{cmp.getPredicate(), cmp.getLhs(), cmp.getRhs()};
  if (auto cmp = value.getDefiningOp<index::CmpOp>())
    return Comparison{toArith(cmp.getPred()), cmp.getLhs(), cmp.getRhs()};
  return std::nullopt;
}
