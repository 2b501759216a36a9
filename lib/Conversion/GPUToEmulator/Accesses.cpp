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

int64_t KernelConverter::siteOfMove(Operation *read) {
  auto load = dyn_cast_or_null<LLVM::LoadOp>(read);
  auto isStored = [](OpOperand &use) {
    auto store = dyn_cast<LLVM::StoreOp>(use.getOwner());
    return store && isPlain(store.getOrdering()) &&
           &use == &store.getValueMutable();
  };
  if (!load || !isPlain(load.getOrdering()) ||
      !llvm::all_of(load->getUses(), isStored))
    return -1;
  auto [known, isNew] = sitesOfMoves.try_emplace(read, -1);
  if (isNew)
    known->second = addSite(read, "load", load.getAddr());
  return known->second;
}

int64_t KernelConverter::reportAccess(Operation *op, Value pointer, Value bytes,
                                      int64_t alignment, int32_t kind,
                                      int64_t source) {
  if (!options.instrument)
    return -1;
  StringRef names[] = {"load", "store", "atomic"};
  int64_t number = siteOfMove(op);
  if (number >= 0)
    source = number;
  else
    number = addSite(op, names[kind], pointer);
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
                     siteOfMove(store.getValue().getDefiningOp()));
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
