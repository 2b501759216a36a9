//===- WarpOps.cpp - operations between threads become calls --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include "PolyMem/Emulator/Execution/Interface.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using polymem::emulator::MatrixType;
using polymem::emulator::PredicateKind;
using polymem::emulator::ReduceKind;
using polymem::emulator::ShuffleKind;
using polymem::emulator::VoteKind;

namespace polymem::gputoemulator {

template <typename Kind> static int64_t number(Kind kind) {
  return static_cast<int64_t>(kind);
}

bool KernelConverter::convertSynchronisation(Operation *op) {
  Type i32 = builder.getI32Type();
  auto orZero = [&](Value value) { return value ? value : constant32(0); };
  bool converted =
      llvm::TypeSwitch<Operation *, bool>(op)
          .Case([&](NVVM::Barrier0Op) {
            call(op, "polymem_emu_barrier", Type(),
                 {thread, site(op, "barrier"), constant32(0), constant32(0)});
            return true;
          })
          .Case([&](NVVM::BarrierOp barrier) {
            SmallVector<Value> arguments{thread, site(op, "barrier"),
                                         orZero(barrier.getBarrierId()),
                                         orZero(barrier.getNumberOfThreads())};
            if (!barrier.getReductionOp()) {
              call(op, "polymem_emu_barrier", Type(), arguments);
              return true;
            }
            PredicateKind kind = PredicateKind::Count;
            if (*barrier.getReductionOp() == NVVM::BarrierReduction::AND)
              kind = PredicateKind::And;
            else if (*barrier.getReductionOp() == NVVM::BarrierReduction::OR)
              kind = PredicateKind::Or;
            arguments.push_back(constant32(number(kind)));
            arguments.push_back(barrier.getReductionPredicate());
            Value result =
                call(op, "polymem_emu_barrier_reduce", i32, arguments);
            if (barrier.getRes())
              barrier.getRes().replaceAllUsesWith(result);
            return true;
          })
          .Case([&](NVVM::BarrierArriveOp arrive) {
            call(op, "polymem_emu_barrier_arrive", Type(),
                 {thread, site(op, "barrier"), orZero(arrive.getBarrierId()),
                  arrive.getNumberOfThreads()});
            return true;
          })
          .Case([&](NVVM::SyncWarpOp sync) {
            call(op, "polymem_emu_sync_warp", Type(),
                 {thread, site(op, "barrier"), sync.getMask()});
            return true;
          })
          .Case([&](NVVM::NanosleepOp) {
            call(op, "polymem_emu_yield", Type(), thread);
            return true;
          })
          .Case([&](NVVM::Exit) {
            call(op, "polymem_emu_exit", Type(), thread);
            return true;
          })
          // Threads of a block see each other's accesses in order already.
          .Case<NVVM::MembarOp>([](auto) { return true; })
          .Default(false);
  if (converted)
    op->erase();
  return converted;
}

/// `value` as an integer of the same width.
static Value asInteger(OpBuilder &builder, Location loc, Value value) {
  if (isa<IntegerType>(value.getType()))
    return value;
  return LLVM::BitcastOp::create(
      builder, loc,
      builder.getIntegerType(value.getType().getIntOrFloatBitWidth()), value);
}

/// The lower 32 bits of `value`, as `type`.
static Value lowerHalf(OpBuilder &builder, Location loc, Value value,
                       Type type) {
  Value word =
      value.getType().isInteger(32)
          ? value
          : LLVM::TruncOp::create(builder, loc, builder.getI32Type(), value)
                .getResult();
  return type.isInteger(32)
             ? word
             : LLVM::BitcastOp::create(builder, loc, type, word).getResult();
}

/// Bit 32 of `value`.
static Value upperBit(OpBuilder &builder, Location loc, Value value) {
  Value shift = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                         builder.getI64IntegerAttr(32));
  Value upper = LLVM::LShrOp::create(builder, loc, value, shift);
  return LLVM::TruncOp::create(builder, loc, builder.getI1Type(), upper);
}

/// {lower half, bit 32} for a struct type, the lower half for others.
static Value unpack(OpBuilder &builder, Location loc, Value value, Type type) {
  auto structType = dyn_cast<LLVM::LLVMStructType>(type);
  if (!structType)
    return lowerHalf(builder, loc, value, type);
  Value result = LLVM::PoisonOp::create(builder, loc, type);
  result = LLVM::InsertValueOp::create(
      builder, loc, result,
      lowerHalf(builder, loc, value, structType.getBody()[0]),
      ArrayRef<int64_t>(0));
  return LLVM::InsertValueOp::create(builder, loc, result,
                                     upperBit(builder, loc, value),
                                     ArrayRef<int64_t>(1));
}

/// As unpack; remembers which lane the value came from.
Value KernelConverter::unpackShuffle(Value packed, Type type) {
  Location loc = packed.getLoc();
  Value result = unpack(builder, loc, packed, type);
  if (!options.instrument)
    return result;
  Value value = isa<LLVM::LLVMStructType>(type)
                    ? insertedField(result, ArrayRef<int64_t>{0})
                    : result;
  Value shift = constant64(emulator::kAbsentShift);
  shuffled[value] = LLVM::LShrOp::create(builder, loc, packed, shift);
  return result;
}

static ShuffleKind shuffleKind(NVVM::ShflKind kind) {
  switch (kind) {
  case NVVM::ShflKind::bfly:
    return ShuffleKind::Xor;
  case NVVM::ShflKind::up:
    return ShuffleKind::Up;
  case NVVM::ShflKind::down:
    return ShuffleKind::Down;
  case NVVM::ShflKind::idx:
    return ShuffleKind::Index;
  }
  llvm_unreachable("all kinds are handled");
}

static VoteKind voteKind(NVVM::VoteSyncKind kind) {
  switch (kind) {
  case NVVM::VoteSyncKind::any:
    return VoteKind::Any;
  case NVVM::VoteSyncKind::all:
    return VoteKind::All;
  case NVVM::VoteSyncKind::ballot:
    return VoteKind::Ballot;
  case NVVM::VoteSyncKind::uni:
    return VoteKind::Uniform;
  }
  llvm_unreachable("all kinds are handled");
}

static int64_t reduceKind(NVVM::ReduxOp op) {
  int64_t flags = (op.getAbs() ? emulator::kReduceAbs : 0) |
                  (op.getNan() ? emulator::kReduceNaN : 0);
  auto with = [&](ReduceKind kind) { return number(kind) | flags; };
  switch (op.getKind()) {
  case NVVM::ReduxKind::ADD:
    return with(ReduceKind::Add);
  case NVVM::ReduxKind::AND:
    return with(ReduceKind::And);
  case NVVM::ReduxKind::OR:
    return with(ReduceKind::Or);
  case NVVM::ReduxKind::XOR:
    return with(ReduceKind::Xor);
  case NVVM::ReduxKind::MIN:
    return with(ReduceKind::SignedMin);
  case NVVM::ReduxKind::MAX:
    return with(ReduceKind::SignedMax);
  case NVVM::ReduxKind::UMIN:
    return with(ReduceKind::UnsignedMin);
  case NVVM::ReduxKind::UMAX:
    return with(ReduceKind::UnsignedMax);
  case NVVM::ReduxKind::FMIN:
    return with(ReduceKind::FloatMin);
  case NVVM::ReduxKind::FMAX:
    return with(ReduceKind::FloatMax);
  default:
    llvm_unreachable("the verifier knows no others");
  }
}

bool KernelConverter::convertWarpOperation(Operation *op) {
  Location loc = op->getLoc();
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Value result =
      llvm::TypeSwitch<Operation *, Value>(op)
          .Case([&](NVVM::ShflOp shuffle) {
            Value packed =
                call(op, "polymem_emu_shuffle", i64,
                     {thread, site(op, "shuffle"), shuffle.getThreadMask(),
                      asInteger(builder, loc, shuffle.getVal()),
                      shuffle.getOffset(), shuffle.getMaskAndClamp(),
                      constant32(number(shuffleKind(shuffle.getKind())))});
            return unpackShuffle(packed, shuffle.getType());
          })
          .Case([&](NVVM::VoteSyncOp vote) -> Value {
            Value predicate =
                LLVM::ZExtOp::create(builder, loc, i32, vote.getPred());
            Value word =
                call(op, "polymem_emu_vote", i32,
                     {thread, site(op, "vote"), vote.getMask(), predicate,
                      constant32(number(voteKind(vote.getKind())))});
            if (vote.getType().isInteger(32))
              return word;
            return LLVM::TruncOp::create(builder, loc, vote.getType(), word);
          })
          .Case([&](NVVM::MatchSyncOp match) {
            Value value = match.getVal();
            if (!value.getType().isInteger(64))
              value = LLVM::ZExtOp::create(builder, loc, i64, value);
            bool all = match.getKind() == NVVM::MatchSyncKind::all;
            Value packed =
                call(op, "polymem_emu_match", i64,
                     {thread, site(op, "match"), match.getThreadMask(), value,
                      constant32(all)});
            return unpack(builder, loc, packed, match.getType());
          })
          .Case([&](NVVM::ReduxOp reduce) {
            Value word =
                call(op, "polymem_emu_reduce", i32,
                     {thread, site(op, "reduce"), reduce.getMaskAndClamp(),
                      asInteger(builder, loc, reduce.getVal()),
                      constant32(reduceKind(reduce))});
            return lowerHalf(builder, loc, word, reduce.getType());
          })
          .Case([&](NVVM::ElectSyncOp elect) -> Value {
            Value mask =
                elect.getMembermask() ? elect.getMembermask() : constant32(-1);
            Value word = call(op, "polymem_emu_elect", i32,
                              {thread, site(op, "elect"), mask});
            return LLVM::TruncOp::create(builder, loc, elect.getType(), word);
          })
          .Case([&](NVVM::RcpApproxFtzF32Op reciprocal) -> Value {
            Type type = reciprocal.getType();
            Value one = LLVM::ConstantOp::create(
                builder, loc, type, builder.getFloatAttr(type, 1.0));
            return LLVM::FDivOp::create(builder, loc, one, reciprocal.getArg());
          })
          .Case([&](NVVM::ConvertFloatToTF32Op convert) -> Value {
            // Ties away from zero: half a unit of the 10-bit fraction is
            // added, and the rest is cut off.
            Value bits = asInteger(builder, loc, convert.getSrc());
            if (convert.getRnd() == NVVM::FPRoundingMode::RNA ||
                convert.getRnd() == NVVM::FPRoundingMode::NONE)
              bits =
                  LLVM::AddOp::create(builder, loc, bits, constant32(0x1000));
            return LLVM::AndOp::create(builder, loc, bits,
                                       constant32(~int64_t(0x1fff)));
          })
          .Default(Value());
  if (!result)
    return false;
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Asynchronous copies and matrices
//===----------------------------------------------------------------------===//

bool KernelConverter::convertAsyncCopy(Operation *op) {
  bool converted =
      llvm::TypeSwitch<Operation *, bool>(op)
          .Case([&](NVVM::CpAsyncOp copy) {
            Value bytes = constant32(copy.getSize());
            Value sourceBytes = copy.getCpSize() ? copy.getCpSize() : bytes;
            call(op, "polymem_emu_cp_async", Type(),
                 {thread, site(op, "cp.async", copy.getDst()), copy.getDst(),
                  copy.getSrc(), bytes, sourceBytes});
            return true;
          })
          .Case([&](NVVM::CpAsyncCommitGroupOp) {
            call(op, "polymem_emu_cp_async_commit", Type(),
                 {thread, site(op, "cp.async.commit")});
            return true;
          })
          .Case([&](NVVM::CpAsyncWaitGroupOp wait) {
            call(op, "polymem_emu_cp_async_wait", Type(),
                 {thread, site(op, "cp.async.wait"), constant32(wait.getN())});
            return true;
          })
          .Default(false);
  if (converted)
    op->erase();
  return converted;
}

static MatrixType matrixType(NVVM::MMATypes type) {
  switch (type) {
  case NVVM::MMATypes::f16:
    return MatrixType::F16;
  case NVVM::MMATypes::bf16:
    return MatrixType::BF16;
  case NVVM::MMATypes::tf32:
    return MatrixType::TF32;
  case NVVM::MMATypes::f64:
    return MatrixType::F64;
  default:
    return MatrixType::F32;
  }
}

bool KernelConverter::convertMatrixOperation(Operation *op) {
  Location loc = op->getLoc();
  Type i32 = builder.getI32Type();
  auto loadFields = [&](Type type, Value memory, int64_t stride) -> Value {
    auto fields = dyn_cast<LLVM::LLVMStructType>(type);
    if (!fields)
      return LLVM::LoadOp::create(builder, loc, type, memory);
    Value result = LLVM::PoisonOp::create(builder, loc, type);
    for (auto [i, field] : llvm::enumerate(fields.getBody())) {
      auto position = static_cast<int64_t>(i);
      Value value = LLVM::LoadOp::create(
          builder, loc, field, element(op, memory, position * stride));
      result = LLVM::InsertValueOp::create(builder, loc, result, value,
                                           ArrayRef<int64_t>(position));
    }
    return result;
  };
  auto storeAll = [&](OperandRange values, int64_t stride) {
    Value memory =
        scratch(op, i32, static_cast<int64_t>(values.size()) * stride / 4);
    for (auto [i, value] : llvm::enumerate(values))
      LLVM::StoreOp::create(
          builder, loc, value,
          element(op, memory, static_cast<int64_t>(i) * stride));
    return memory;
  };

  Value result;
  if (auto load = dyn_cast<NVVM::LdMatrixOp>(op)) {
    Value memory = scratch(op, i32, load.getNum());
    bool transposed = load.getLayout() == NVVM::MMALayout::col;
    call(op, "polymem_emu_ldmatrix", Type(),
         {thread, site(op, "ldmatrix", load.getPtr()), load.getPtr(),
          constant32(load.getNum()), constant32(transposed), memory});
    result = loadFields(load.getType(), memory, 4);
  } else if (auto mma = dyn_cast<NVVM::MmaOp>(op)) {
    NVVM::MMATypes factor = *mma.getMultiplicandAPtxType();
    int64_t stride = factor == NVVM::MMATypes::f64 ? 8 : 4;
    Value a = storeAll(mma.getOperandA(), stride);
    Value b = storeAll(mma.getOperandB(), stride);
    Value c = storeAll(mma.getOperandC(), stride);
    constexpr int64_t kMaxRegisters = 4;
    Value d = scratch(op, i32, kMaxRegisters);
    NVVM::MMAShapeAttr shape = mma.getShape();
    call(op, "polymem_emu_mma", Type(),
         {thread, site(op, "mma"), constant32(shape.getM()),
          constant32(shape.getN()), constant32(shape.getK()),
          constant32(number(matrixType(factor))),
          constant32(number(matrixType(mma.accumPtxType()))),
          constant32(number(matrixType(mma.resultPtxType()))), a, b, c, d});
    result = loadFields(mma.getType(), d, stride);
  } else {
    return false;
  }
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
  return true;
}

} // namespace polymem::gputoemulator
