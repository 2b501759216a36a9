//===- Emulation.h - parts of convert-gpu-to-emulator -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass checks a whole module (Support.cpp), lays out the workgroup memory
// (SharedLayout.cpp), rewrites kernels (Kernels.cpp, WarpOps.cpp, Accesses.cpp)
// and the host's operations (Host.cpp), and writes the tables that the
// run-time reads (Tables.cpp). Nothing after the check can fail.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_GPUTOEMULATOR_EMULATION_H
#define POLYMEM_LIB_CONVERSION_GPUTOEMULATOR_EMULATION_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir {
class CFGLoop;
} // namespace mlir

namespace polymem::gputoemulator {

/// Emits an error, naming the operation, for the first operation of `module`
/// that cannot be emulated.
mlir::LogicalResult checkModule(mlir::ModuleOp module);

/// The function of the run-time that computes what the libdevice function
/// `name` does, or an empty string.
std::string hostMathFunction(llvm::StringRef name);

/// The value, as far as it is seen, that `pointer` is an offset from; null if a
/// part of it is not seen.
mlir::Value rootOf(mlir::Value pointer);

/// The value that field `position` of `aggregate` was given, if it is seen.
mlir::Value insertedField(mlir::Value aggregate,
                          llvm::ArrayRef<int64_t> position);

/// Whether threads wait for each other in `op` and must all have come by the
/// same way.
bool isSynchronisation(mlir::Operation *op);

/// Whether `op` calls the function that polymem-lower-grid-barriers makes: the
/// run-time does what the function does on a device.
bool isGridBarrier(mlir::Operation *op);

/// `op` is inline PTX that moves its operand, as polymem-hide-inductions makes
/// it.
bool isMove(mlir::Operation *op);

/// A workgroup buffer.
struct SharedBuffer {
  mlir::LLVM::GlobalOp global;
  int64_t number = 0;
  int64_t bytes = 0, elementBytes = 1;
  llvm::SmallVector<int64_t> extents;
};

/// The workgroup memory of a gpu.module: its buffers, numbered, then the
/// dynamic shared memory. Where they lie is up to the run-time.
class SharedLayout {
public:
  explicit SharedLayout(mlir::gpu::GPUModuleOp module);

  /// The number of global `name`; nothing if it is not workgroup memory.
  std::optional<int64_t> numberOf(llvm::StringRef name) const;
  int64_t dynamicNumber() const { return buffers.size(); }
  /// The buffers that `function` uses, itself or through calls.
  llvm::SmallVector<SharedBuffer> usedBy(mlir::LLVM::LLVMFuncOp function) const;
  /// Bytes that `buffers` take on a device.
  static int64_t deviceBytes(llvm::ArrayRef<SharedBuffer> buffers);

private:
  llvm::SmallVector<SharedBuffer> buffers;
  llvm::SmallVector<mlir::LLVM::GlobalOp> dynamic;
};

/// A global variable of the kernels' module that is not workgroup memory.
struct GlobalVariable {
  /// What it was called, and its symbol now.
  std::string name, symbol;
  int64_t bytes = 0, elementBytes = 1;
  bool isConstant = false;
};

/// What the run-time is told of a kernel.
struct KernelFacts {
  mlir::LLVM::LLVMFuncOp function;
  std::string name;
  unsigned numArguments = 0;
  llvm::SmallVector<SharedBuffer> buffers;
  /// The block size that it is compiled for at most; 0: any.
  int64_t maxThreads = 0;
  /// Whether some threads of a block may meet without the others.
  bool partialSynchronisation = false;
  /// Whether blocks wait for each other.
  bool gridSynchronisation = false;
};

/// Constant data of the module: what run-time and observers read.
class Tables {
public:
  explicit Tables(mlir::ModuleOp module);

  /// Numbers a place of the program; `buffer` is the workgroup buffer whose
  /// address it computes from, or empty, and `alloca` the site of the alloca,
  /// or -1.
  int64_t addSite(mlir::Location location, llvm::StringRef operation,
                  llvm::StringRef buffer = "", int64_t alloca = -1);
  /// Adds the description of a kernel with entry `entry`; returns its symbol.
  std::string addKernel(const KernelFacts &kernel, llvm::StringRef entry,
                        int64_t dynamicNumber,
                        llvm::ArrayRef<GlobalVariable> globals);
  /// Writes the sites; to be called when all are known.
  void finish();

private:
  /// A constant string, ended by a zero byte; returns its symbol.
  std::string addString(llvm::StringRef text);
  /// The tables of buffers and of globals; return their symbols.
  std::string addBuffers(llvm::ArrayRef<SharedBuffer> buffers);
  std::string addGlobals(llvm::ArrayRef<GlobalVariable> globals);
  mlir::Value integer(mlir::OpBuilder &builder, int64_t value);
  mlir::Value address(mlir::OpBuilder &builder, llvm::StringRef symbol);
  /// A constant of type `type` that `build` computes.
  void addGlobal(llvm::StringRef name, mlir::Type type,
                 llvm::function_ref<mlir::Value(mlir::OpBuilder &)> build);
  std::string uniqueName(llvm::StringRef hint);

  mlir::ModuleOp module;
  mlir::OpBuilder builder;
  mlir::LLVM::GlobalOp siteTable;
  llvm::StringMap<std::string> strings;
  /// Symbols of location, operation and buffer (empty: none), and the site of
  /// the alloca, or -1.
  struct Site {
    std::string location, operation, buffer;
    int64_t alloca;
  };
  llvm::SmallVector<Site> sites;
  unsigned numGlobals = 0;
};

/// Builds calls of the run-time and of C functions, declaring them.
class Calls {
public:
  explicit Calls(mlir::ModuleOp module) : module(module) {}

  /// Calls `name`; `result` may be null.
  mlir::LLVM::CallOp create(mlir::OpBuilder &builder, mlir::Location loc,
                            llvm::StringRef name, mlir::Type result,
                            mlir::ValueRange arguments);

private:
  mlir::ModuleOp module;
};

/// What a launch must know of a kernel.
struct KernelInfo {
  /// Symbol of its description.
  std::string descriptor;
  unsigned numArguments = 0;
};

struct KernelOptions {
  bool instrument = true;
  bool countInstructions = false;
};

/// Turns the functions of a gpu.module into functions of the module around it.
class KernelConverter {
public:
  KernelConverter(mlir::gpu::GPUModuleOp gpuModule, KernelOptions options,
                  mlir::SymbolTable &symbols, Tables &tables, Calls &calls);

  /// Moves everything out of the gpu.module, which is left empty.
  void run();

  /// The kernels by name, after run().
  const llvm::StringMap<KernelInfo> &kernels() const { return infos; }

private:
  void convertFunction(mlir::LLVM::LLVMFuncOp function);
  llvm::SmallVector<GlobalVariable> moveOut();
  void convertOperation(mlir::Operation *op);
  bool convertRegister(mlir::Operation *op);
  bool convertSynchronisation(mlir::Operation *op);
  bool convertWarpOperation(mlir::Operation *op);
  mlir::Value unpackShuffle(mlir::Value packed, mlir::Type type);
  bool convertMatrixOperation(mlir::Operation *op);
  bool convertAsyncCopy(mlir::Operation *op);
  void convertCall(mlir::LLVM::CallOp call);
  void convertAlloca(mlir::LLVM::AllocaOp alloca);
  void convertAddressOf(mlir::LLVM::AddressOfOp address);
  void instrumentAccess(mlir::Operation *op);
  /// Reports an access, and from which read its value comes, or -1; returns the
  /// number of its site.
  int64_t reportAccess(mlir::Operation *op, mlir::Value pointer,
                       mlir::Value bytes, int64_t alignment, int32_t kind,
                       int64_t source = -1);
  /// The site of a read of `value`, if that is only stored again, as it is: the
  /// same for all that may be stored by one store. -1 for other values.
  int64_t siteOfMove(mlir::Value value);
  void countInstructions(mlir::LLVM::LLVMFuncOp function);
  /// Finds the functions in which threads synchronise.
  void findSynchronising();
  /// Before each of `operations` that synchronises, tells the run-time by which
  /// way the thread has come.
  void trackPaths(llvm::ArrayRef<mlir::Operation *> operations);
  /// Tells the run-time in which iterations of loops the thread is, before
  /// those of `operations` that access memory.
  void trackIterations(llvm::ArrayRef<mlir::Operation *> operations);
  /// Counts the iterations of `loop`, for `op` in it; returns the counter.
  mlir::Value countIterations(mlir::CFGLoop *loop, mlir::Operation *op);
  /// Reports uses of what shuffles returned from absent lanes.
  void instrumentUses();
  std::string createEntry(mlir::LLVM::LLVMFuncOp function);

  // Builders at the operation in work.
  mlir::Value constant32(int64_t value);
  mlir::Value constant64(int64_t value);
  /// Number of the site of `op`, as a value.
  mlir::Value site(mlir::Operation *op, llvm::StringRef operation,
                   mlir::Value pointer = {});
  /// Numbers the place of an access at `pointer`.
  int64_t addSite(mlir::Operation *op, llvm::StringRef operation,
                  mlir::Value pointer);
  /// The workgroup buffer whose address `pointer` is computed from, if that is
  /// seen; empty for dynamic shared memory and all else.
  llvm::StringRef bufferBehind(mlir::Value pointer) const;
  /// Memory of `count` elements of `type`, one for all executions of `op`.
  mlir::Value scratch(mlir::Operation *op, mlir::Type type, int64_t count);
  mlir::Value call(mlir::Operation *op, llvm::StringRef name, mlir::Type result,
                   mlir::ValueRange arguments);
  mlir::Value element(mlir::Operation *op, mlir::Value base, int64_t bytes);

  mlir::gpu::GPUModuleOp gpuModule;
  KernelOptions options;
  mlir::SymbolTable &symbols;
  Tables &tables;
  Calls &calls;
  SharedLayout layout;
  mlir::OpBuilder builder;
  /// The function in work, and its first argument: the thread.
  mlir::LLVM::LLVMFuncOp function;
  mlir::Value thread;
  llvm::StringMap<KernelInfo> infos;
  llvm::DenseMap<mlir::Value, int64_t> sitesOfMoves;
  /// Of the reads that moves are named by.
  llvm::DenseMap<mlir::Operation *, int64_t> sitesOfReads;
  /// Functions that synchronise, themselves or in what they call.
  llvm::SmallPtrSet<mlir::Operation *, 4> synchronising;
  /// The values of shuffles, each with its flag: not 0 if its lane is absent.
  llvm::MapVector<mlir::Value, mlir::Value> shuffled;
  /// The sites of allocas, by the values that are their addresses.
  llvm::DenseMap<mlir::Value, int64_t> allocaSites;
  /// Names of workgroup buffers by the values that are their addresses.
  llvm::DenseMap<mlir::Value, std::string> bufferAddresses;
};

/// Replaces launches by calls of the run-time, and GPU memory operations by
/// those of the host.
void convertHost(mlir::ModuleOp module, Calls &calls,
                 llvm::function_ref<KernelInfo(mlir::SymbolRefAttr)> lookup);

/// The operands of a launch as the kernel takes them: a memref is expanded
/// like a function argument, or is one pointer.
enum class MemRefConvention { Expanded, BarePointer };

/// How `launch` passes memrefs to a kernel of `numArguments` arguments;
/// nothing if the numbers do not agree.
std::optional<MemRefConvention> conventionOf(mlir::gpu::LaunchFuncOp launch,
                                             unsigned numArguments);

} // namespace polymem::gputoemulator

#endif // POLYMEM_LIB_CONVERSION_GPUTOEMULATOR_EMULATION_H
