//===- Support.cpp - what convert-gpu-to-emulator can convert -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace polymem::gputoemulator {

static LogicalResult unsupported(Operation *op, const Twine &why = "") {
  InFlightDiagnostic error = op->emitError("cannot be emulated: '");
  error << op->getName() << "'";
  if (why.isTriviallyEmpty())
    error << " is not supported";
  else
    error << " " << why;
  return error;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

std::string hostMathFunction(StringRef name) {
  // As functions of double; those of float end in f.
  static constexpr StringLiteral kPairs[] = {
#define UNARY(name) #name,
#define BINARY(name) UNARY(name)
#define TERNARY(name) UNARY(name)
#include "PolyMem/Emulator/Execution/MathFunctions.def"
  };
  static constexpr StringLiteral kOthers[] = {
      "rsqrt", "rsqrtf", "exp10",  "exp10f", "powi",   "powif",     "abs",
      "llabs", "isnand", "isnanf", "isinfd", "isinff", "isfinited", "finitef"};
  auto isKnown = [](StringRef name) {
    return llvm::is_contained(kOthers, name) ||
           llvm::is_contained(kPairs, name) ||
           (name.consume_back("f") && llvm::is_contained(kPairs, name));
  };
  if (!name.consume_front("__nv_"))
    return "";
  name.consume_front("fast_");
  return isKnown(name) ? ("polymem_emu_" + name).str() : "";
}

static LogicalResult checkCall(LLVM::CallOp call) {
  std::optional<StringRef> callee = call.getCallee();
  if (!callee)
    return unsupported(call, "through a pointer is not supported");
  if (isGridBarrier(call))
    return success();
  auto function = SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
      call, call.getCalleeAttr());
  if (function && !function.isExternal())
    return success();
  if (*callee == "vprintf" || *callee == "__assertfail" ||
      !hostMathFunction(*callee).empty())
    return success();
  return unsupported(call, "of the external function '" + *callee + "'");
}

static LogicalResult checkFunction(LLVM::LLVMFuncOp function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (function.getArgAttr(i, LLVM::LLVMDialect::getByValAttrName()))
      return unsupported(function, "with an argument passed by value in memory "
                                   "is not supported");
  if (function.isVarArg() && !function.isExternal())
    return unsupported(function, "with a variable number of arguments is not "
                                 "supported");
  return success();
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

static LogicalResult checkMma(NVVM::MmaOp op) {
  using NVVM::MMATypes;
  NVVM::MMAShapeAttr shape = op.getShape();
  std::optional<MMATypes> a = op.getMultiplicandAPtxType();
  std::optional<MMATypes> b = op.getMultiplicandBPtxType();
  MMATypes c = op.accumPtxType(), d = op.resultPtxType();
  bool sums = (c == MMATypes::f32 || c == MMATypes::f16) &&
              (d == MMATypes::f32 || d == MMATypes::f16);
  bool single = c == MMATypes::f32 && d == MMATypes::f32;
  auto isShape = [&](int m, int n, int k) {
    return shape.getM() == m && shape.getN() == n && shape.getK() == k;
  };
  bool known = false;
  if (a && a == b && op.getLayoutA() == NVVM::MMALayout::row &&
      op.getLayoutB() == NVVM::MMALayout::col) {
    bool k8or16 = isShape(16, 8, 8) || isShape(16, 8, 16);
    known = (*a == MMATypes::f16 && k8or16 && sums) ||
            (*a == MMATypes::bf16 && k8or16 && single) ||
            (*a == MMATypes::tf32 && (isShape(16, 8, 4) || isShape(16, 8, 8)) &&
             single) ||
            (*a == MMATypes::f64 && isShape(8, 8, 4) && c == MMATypes::f64 &&
             d == MMATypes::f64);
  }
  if (known)
    return success();
  return unsupported(op, "of shape m" + Twine(shape.getM()) + "n" +
                             Twine(shape.getN()) + "k" + Twine(shape.getK()) +
                             (a ? " on " + stringifyMMATypes(*a) : Twine("")) +
                             " is not supported");
}

static LogicalResult checkLdMatrix(NVVM::LdMatrixOp op) {
  if (op.getEltType() == NVVM::LdStMatrixEltType::B16 &&
      op.getShape().getM() == 8 && op.getShape().getN() == 8 &&
      (op.getNum() == 1 || op.getNum() == 2 || op.getNum() == 4))
    return success();
  return unsupported(op, "of these matrices is not supported, only 1, 2 or 4 "
                         "of 8x8 16-bit elements");
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool isEmulatedNVVM(Operation *op) {
  return isa<NVVM::LaneIdOp, NVVM::WarpSizeOp, NVVM::WarpIdOp, NVVM::WarpDimOp,
             NVVM::ThreadIdXOp, NVVM::ThreadIdYOp, NVVM::ThreadIdZOp,
             NVVM::BlockDimXOp, NVVM::BlockDimYOp, NVVM::BlockDimZOp,
             NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp,
             NVVM::GridDimXOp, NVVM::GridDimYOp, NVVM::GridDimZOp,
             NVVM::Barrier0Op, NVVM::BarrierOp, NVVM::BarrierArriveOp,
             NVVM::SyncWarpOp, NVVM::ShflOp, NVVM::VoteSyncOp,
             NVVM::MatchSyncOp, NVVM::ReduxOp, NVVM::ElectSyncOp,
             NVVM::CpAsyncOp, NVVM::CpAsyncCommitGroupOp,
             NVVM::CpAsyncWaitGroupOp, NVVM::MembarOp, NVVM::RcpApproxFtzF32Op,
             NVVM::ConvertFloatToTF32Op, NVVM::NanosleepOp, NVVM::Exit>(op);
}

bool isMove(Operation *op) {
  auto assembly = dyn_cast<LLVM::InlineAsmOp>(op);
  return assembly && !assembly.getHasSideEffects() &&
         llvm::is_contained({"mov.b32 $0, $1;", "mov.b64 $0, $1;"},
                            assembly.getAsmString()) &&
         assembly.getOperandTypes() == assembly.getResultTypes();
}

/// Memory accesses in other forms than plain ones could not be observed.
static bool isUnobservable(Operation *op) {
  if (isMove(op))
    return false;
  return isa<LLVM::MaskedLoadOp, LLVM::MaskedStoreOp, LLVM::masked_gather,
             LLVM::masked_scatter, LLVM::masked_expandload,
             LLVM::masked_compressstore, LLVM::InlineAsmOp, LLVM::InvokeOp,
             LLVM::VaArgOp, LLVM::CallIntrinsicOp>(op);
}

/// Whether a conversion between `pointer` and `integer` loses nothing.
static bool keepsPointer(Type pointer, Type integer) {
  auto type = dyn_cast<LLVM::LLVMPointerType>(pointer);
  auto width = dyn_cast<IntegerType>(integer);
  return type && width &&
         (type.getAddressSpace() == 0 || width.getWidth() >= 64);
}

/// Whether only the last bits of `address` are used, as by who asks how it is
/// aligned.
static bool isOnlyForAlignment(Value address) {
  constexpr uint64_t kMostBits = 12;
  llvm::SetVector<Value> numbers;
  numbers.insert(address);
  for (size_t i = 0; i < numbers.size(); ++i)
    for (OpOperand &use : numbers[i].getUses()) {
      Operation *user = use.getOwner();
      APInt mask;
      if (isa<LLVM::OrOp>(user))
        numbers.insert(user->getResult(0));
      else if (!isa<LLVM::AndOp>(user) ||
               !matchPattern(user->getOperand(1 - use.getOperandNumber()),
                             m_ConstantInt(&mask)) ||
               mask.getActiveBits() > kMostBits)
        return false;
    }
  return true;
}

static LogicalResult checkKernelOperation(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([](LLVM::CallOp call) { return checkCall(call); })
      .Case([](LLVM::LLVMFuncOp function) { return checkFunction(function); })
      .Case([](NVVM::MmaOp mma) { return checkMma(mma); })
      .Case([](NVVM::LdMatrixOp load) { return checkLdMatrix(load); })
      .Case([](NVVM::ConvertFloatToTF32Op convert) {
        return convert.getRelu() ||
                       convert.getSat() != NVVM::SaturationMode::NONE
                   ? unsupported(convert, "with relu or saturation is not "
                                          "supported")
                   : success();
      })
      .Case([](LLVM::PtrToIntOp cast) {
        return keepsPointer(cast.getArg().getType(), cast.getType()) ||
                       isOnlyForAlignment(cast.getRes())
                   ? success()
                   : unsupported(cast, "of a shared address to less than 64 "
                                       "bits is not supported");
      })
      .Case([](LLVM::IntToPtrOp cast) {
        return keepsPointer(cast.getType(), cast.getArg().getType())
                   ? success()
                   : unsupported(cast, "of less than 64 bits to a shared "
                                       "address is not supported");
      })
      .Default([](Operation *op) {
        if (isa_and_nonnull<NVVM::NVVMDialect>(op->getDialect()))
          return isEmulatedNVVM(op) ? success() : unsupported(op);
        if (!isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
          return unsupported(op, "inside a kernel is not supported: lower it "
                                 "to the LLVM and NVVM dialects first "
                                 "(convert-gpu-to-nvvm)");
        return isUnobservable(op) ? unsupported(op) : success();
      });
}

static LogicalResult checkLaunch(gpu::LaunchFuncOp launch) {
  if (launch.hasClusterSize())
    return unsupported(launch, "with clusters is not supported");
  auto kernel = SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
      launch, launch.getKernelAttr());
  if (!kernel)
    return unsupported(launch, "of a kernel that is no llvm.func: lower it "
                               "first (convert-gpu-to-nvvm)");
  if (!launch->getParentOfType<FunctionOpInterface>())
    return unsupported(launch, "outside a function is not supported");
  for (Value operand : launch.getKernelOperands())
    if (!isa<MemRefType, IntegerType, FloatType, IndexType,
             LLVM::LLVMPointerType>(operand.getType()))
      return launch.emitError("cannot be emulated: kernel operand of type ")
             << operand.getType();
  if (!conventionOf(launch, kernel.getNumArguments()))
    return launch.emitError("cannot be emulated: the kernel '")
           << launch.getKernelName().getValue() << "' takes "
           << kernel.getNumArguments()
           << " arguments, which its operands do not give";
  return success();
}

/// The run-time is told of the elements of device memory how large they are.
static bool hasElementsWithoutSize(Operation *op) {
  auto isWithoutSize = [](Type type) {
    auto memref = dyn_cast<BaseMemRefType>(type);
    return memref &&
           !isa<IntegerType, IndexType, FloatType, ComplexType, VectorType>(
               memref.getElementType());
  };
  return llvm::any_of(op->getOperandTypes(), isWithoutSize) ||
         llvm::any_of(op->getResultTypes(), isWithoutSize);
}

static LogicalResult checkHostOperation(Operation *op) {
  for (Value operand : op->getOperands())
    if (isa<gpu::AsyncTokenType>(operand.getType()) &&
        !isa_and_nonnull<gpu::GPUDialect>(op->getDialect()))
      return unsupported(op, "on a token is not supported");
  if (!isa_and_nonnull<gpu::GPUDialect>(op->getDialect()))
    return success();
  if (hasElementsWithoutSize(op))
    return unsupported(op, "on an array whose elements are no numbers is not "
                           "supported");
  if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
    return checkLaunch(launch);
  if (auto alloc = dyn_cast<gpu::AllocOp>(op))
    return alloc.getSymbolOperands().empty()
               ? success()
               : unsupported(op, "with symbols is not supported");
  if (isa<gpu::DeallocOp, gpu::MemcpyOp, gpu::MemsetOp, gpu::WaitOp,
          gpu::HostRegisterOp, gpu::HostUnregisterOp>(op))
    return success();
  if (isa<gpu::LaunchOp>(op))
    return unsupported(op, "must be outlined first (gpu-kernel-outlining)");
  return unsupported(op);
}

LogicalResult checkModule(ModuleOp module) {
  WalkResult walk = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto gpuModule = dyn_cast<gpu::GPUModuleOp>(op)) {
      WalkResult inner = gpuModule.getBody()->walk<WalkOrder::PreOrder>(
          [&](Operation *nested) {
            return failed(checkKernelOperation(nested))
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          });
      return inner.wasInterrupted() ? WalkResult::interrupt()
                                    : WalkResult::skip();
    }
    return failed(checkHostOperation(op)) ? WalkResult::interrupt()
                                          : WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

} // namespace polymem::gputoemulator
