//===- Accesses.cpp - report what a kernel does to memory -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include "PolyMem/Emulator/Execution/Interface.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace polymem::gputoemulator {

Value insertedField(Value aggregate, ArrayRef<int64_t> position) {
  while (auto insert = aggregate.getDefiningOp<LLVM::InsertValueOp>()) {
    if (insert.getPosition() == position)
      return insert.getValue();
    aggregate = insert.getContainer();
  }
  return Value();
}

Value rootOf(Value pointer) {
  while (Operation *op = pointer ? pointer.getDefiningOp() : nullptr) {
    if (isa<LLVM::GEPOp, LLVM::BitcastOp, LLVM::AddrSpaceCastOp>(op))
      pointer = op->getOperand(0);
    else if (auto extract = dyn_cast<LLVM::ExtractValueOp>(op))
      pointer = insertedField(extract.getContainer(), extract.getPosition());
    else
      break;
  }
  return pointer;
}

StringRef KernelConverter::bufferBehind(Value pointer) const {
  auto known = bufferAddresses.find(rootOf(pointer));
  return known == bufferAddresses.end() ? StringRef() : known->second;
}

/// Whether the access is one of those that LLVM splits at will.
static bool isPlain(LLVM::AtomicOrdering ordering) {
  return ordering == LLVM::AtomicOrdering::not_atomic;
}

namespace {
/// What is read and stored again as it is, on the way through arguments of
/// blocks also: values that loops and conditions hand on.
class MovedValues {
public:
  explicit MovedValues(Value value) { isMoved = add(value) && follow(); }

  /// Nothing else is done with any of `values`.
  bool isMoved;
  llvm::SetVector<Value> values;
  SmallVector<Operation *> reads;

private:
  bool add(Value value);
  bool addIncoming(BlockArgument argument);
  bool addUses(Value value);
  bool follow() {
    for (size_t next = 0; next < values.size(); ++next)
      if (!addUses(values[next]))
        return false;
    return true;
  }
};
} // namespace

bool MovedValues::add(Value value) {
  if (matchPattern(value, m_Constant()) ||
      value.getDefiningOp<LLVM::ZeroOp>() ||
      value.getDefiningOp<LLVM::PoisonOp>() ||
      value.getDefiningOp<LLVM::UndefOp>() || !values.insert(value))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return addIncoming(argument);
  auto load = value.getDefiningOp<LLVM::LoadOp>();
  if (load)
    reads.push_back(load);
  return load && isPlain(load.getOrdering());
}

bool MovedValues::addIncoming(BlockArgument argument) {
  Block *block = argument.getOwner();
  if (block->isEntryBlock())
    return false;
  for (auto it = block->pred_begin(), end = block->pred_end(); it != end;
       ++it) {
    auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
    if (!branch)
      return false;
    Value from = branch.getSuccessorOperands(
        it.getSuccessorIndex())[argument.getArgNumber()];
    if (!from || !add(from))
      return false;
  }
  return true;
}

bool MovedValues::addUses(Value value) {
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    if (auto store = dyn_cast<LLVM::StoreOp>(use.getOwner()))
      return isPlain(store.getOrdering()) && &use == &store.getValueMutable();
    auto branch = dyn_cast<BranchOpInterface>(use.getOwner());
    std::optional<BlockArgument> to;
    if (branch)
      to = branch.getSuccessorBlockArgument(use.getOperandNumber());
    return to && add(*to);
  });
}

int64_t KernelConverter::siteOfMove(Value value) {
  if (auto known = sitesOfMoves.find(value); known != sitesOfMoves.end())
    return known->second;
  // What is stored is often computed, or an argument of the kernel.
  if (!isa<BlockArgument>(value) && !value.getDefiningOp<LLVM::LoadOp>())
    return -1;
  MovedValues moved(value);
  int64_t site = -1;
  if (moved.isMoved && !moved.reads.empty()) {
    auto first = cast<LLVM::LoadOp>(moved.reads.front());
    site = addSite(first, "load", first.getAddr());
    sitesOfReads[first] = site;
  }
  for (Value each : moved.values)
    sitesOfMoves[each] = site;
  return site;
}

int64_t KernelConverter::reportAccess(Operation *op, Value pointer, Value bytes,
                                      int64_t alignment, int32_t kind,
                                      int64_t source) {
  if (!options.instrument)
    return -1;
  StringRef names[] = {"load", "store", "atomic"};
  if (isa<LLVM::LoadOp>(op))
    source = siteOfMove(op->getResult(0));
  auto known = sitesOfReads.find(op);
  int64_t number = known != sitesOfReads.end()
                       ? known->second
                       : addSite(op, names[kind], pointer);
  call(op, "polymem_emu_access", Type(),
       {thread, pointer, bytes, constant32(alignment), constant32(kind),
        constant32(number), constant32(source)});
  return number;
}

void KernelConverter::instrumentAccess(Operation *op) {
  builder.setInsertionPoint(op);
  DataLayout layout = DataLayout::closest(op);
  auto sizeOf = [&](Type type) {
    return constant32(static_cast<int64_t>(layout.getTypeSize(type)));
  };
  auto alignmentOf = [&](Type type, std::optional<uint64_t> given) {
    return static_cast<int64_t>(
        given.value_or(layout.getTypeABIAlignment(type)));
  };
  auto length = [&](Value value) -> Value {
    if (value.getType().isInteger(32))
      return value;
    return LLVM::TruncOp::create(builder, op->getLoc(), builder.getI32Type(),
                                 value);
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](LLVM::LoadOp load) {
        Type type = load.getType();
        bool plain = isPlain(load.getOrdering());
        reportAccess(op, load.getAddr(), sizeOf(type),
                     alignmentOf(type, load.getAlignment()),
                     plain ? emulator::kAccessRead : emulator::kAccessAtomic);
        // A misaligned access is an error to report, not a fault of the host.
        if (plain)
          load.setAlignment(1);
      })
      .Case([&](LLVM::StoreOp store) {
        Type type = store.getValue().getType();
        bool plain = isPlain(store.getOrdering());
        reportAccess(op, store.getAddr(), sizeOf(type),
                     alignmentOf(type, store.getAlignment()),
                     plain ? emulator::kAccessWrite : emulator::kAccessAtomic,
                     siteOfMove(store.getValue()));
        if (plain)
          store.setAlignment(1);
      })
      .Case<LLVM::AtomicRMWOp, LLVM::AtomicCmpXchgOp>([&](auto atomic) {
        // Other threads may be waiting for what this one does, or it for them.
        call(op, "polymem_emu_yield", Type(), thread);
        Type type = atomic.getVal().getType();
        reportAccess(op, atomic.getPtr(), sizeOf(type), alignmentOf(type, {}),
                     emulator::kAccessAtomic);
      })
      .Case<LLVM::MemcpyOp, LLVM::MemmoveOp>([&](auto copy) {
        Value bytes = length(copy.getLen());
        reportAccess(op, copy.getSrc(), bytes, 1, emulator::kAccessRead);
        reportAccess(op, copy.getDst(), bytes, 1, emulator::kAccessWrite);
      })
      .Case([&](LLVM::MemcpyInlineOp copy) {
        Value bytes = constant32(copy.getLen().getSExtValue());
        reportAccess(op, copy.getSrc(), bytes, 1, emulator::kAccessRead);
        reportAccess(op, copy.getDst(), bytes, 1, emulator::kAccessWrite);
      })
      .Case([&](LLVM::MemsetOp set) {
        reportAccess(op, set.getDst(), length(set.getLen()), 1,
                     emulator::kAccessWrite);
      });
}

//===----------------------------------------------------------------------===//
// Instructions by class
//===----------------------------------------------------------------------===//

namespace {
enum class InstructionClass { None, Float, Integer, Special };
} // namespace

static InstructionClass classify(Operation *op) {
  if (auto call = dyn_cast<LLVM::CallOp>(op)) {
    StringRef callee = call.getCallee().value_or("");
    if (hostMathFunction(callee).empty())
      return InstructionClass::None;
    // What is one instruction on a device.
    callee.consume_front("__nv_");
    callee.consume_back("f");
    return llvm::is_contained({"fabs", "fma", "fmax", "fmin", "ceil", "floor",
                               "trunc", "rint", "copysign"},
                              callee)
               ? InstructionClass::Float
               : InstructionClass::Special;
  }
  if (isa<LLVM::SqrtOp, LLVM::ExpOp, LLVM::Exp2Op, LLVM::LogOp, LLVM::Log2Op,
          LLVM::Log10Op, LLVM::SinOp, LLVM::CosOp, LLVM::PowOp,
          NVVM::RcpApproxFtzF32Op>(op))
    return InstructionClass::Special;
  if (isa<LLVM::FAddOp, LLVM::FSubOp, LLVM::FMulOp, LLVM::FDivOp, LLVM::FRemOp,
          LLVM::FNegOp, LLVM::FCmpOp, LLVM::FMAOp, LLVM::FMulAddOp,
          LLVM::FAbsOp, LLVM::MaxNumOp, LLVM::MinNumOp, LLVM::MaximumOp,
          LLVM::MinimumOp, LLVM::FPExtOp, LLVM::FPTruncOp, LLVM::SIToFPOp,
          LLVM::UIToFPOp, LLVM::FPToSIOp, LLVM::FPToUIOp>(op))
    return InstructionClass::Float;
  if (isa<LLVM::AddOp, LLVM::SubOp, LLVM::MulOp, LLVM::SDivOp, LLVM::UDivOp,
          LLVM::SRemOp, LLVM::URemOp, LLVM::AndOp, LLVM::OrOp, LLVM::XOrOp,
          LLVM::ShlOp, LLVM::LShrOp, LLVM::AShrOp, LLVM::ICmpOp, LLVM::SMaxOp,
          LLVM::SMinOp, LLVM::UMaxOp, LLVM::UMinOp, LLVM::AbsOp>(op))
    return InstructionClass::Integer;
  return InstructionClass::None;
}

void KernelConverter::countInstructions(LLVM::LLVMFuncOp function) {
  for (Block &block : function.getBody()) {
    int64_t counts[4] = {};
    for (Operation &op : block)
      ++counts[static_cast<int>(classify(&op))];
    auto count = [&](InstructionClass name) {
      return counts[static_cast<int>(name)];
    };
    Operation *last = block.getTerminator();
    builder.setInsertionPoint(last);
    if (count(InstructionClass::Float) + count(InstructionClass::Integer) +
            count(InstructionClass::Special) !=
        0)
      call(last, "polymem_emu_instructions", Type(),
           {thread, site(last, "block"),
            constant32(count(InstructionClass::Float)),
            constant32(count(InstructionClass::Integer)),
            constant32(count(InstructionClass::Special))});
  }
}

} // namespace polymem::gputoemulator
