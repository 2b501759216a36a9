//===- HostJit.h - compile a function for this machine and call it *- C++ -*-=//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_RUNNER_HOSTJIT_H
#define POLYMEM_RUNNER_HOSTJIT_H

#include "PolyMem/Emulator/Execution/Emulator.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Runner/GuardedMemory.h"
#include "PolyMem/Runtime/Cuda/CudaDevice.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class TargetMachine;
namespace orc {
class JITTargetMachineBuilder;
class LLJIT;
} // namespace orc
} // namespace llvm

namespace polymem::runtime {

/// How to lower a program for the host.
struct HostLoweringOptions {
  /// Check every index of every load, store and view against the memref it is
  /// applied to (upstream's generate-runtime-verification); a failing check
  /// ends the call with its message.
  bool checkBounds = false;
  /// Memory that the host's code has on its stack is taken from the heap of the
  /// call, whose blocks are guarded.
  bool guardStack = false;
  /// Kernels report their accesses, and their arithmetic, to the emulator's
  /// observer (convert-gpu-to-emulator).
  bool instrument = true;
  /// Loops declared parallel run from their last iteration to the first.
  bool reverseParallel = false;
  bool countInstructions = false;
  /// If not empty, kernels are not for the emulator but compiled to PTX for
  /// this chip ("sm_90") with these features ("+ptx80"), for a CudaDevice.
  std::string chip, features;
  /// The machine whose constant memory kernels may use.
  std::string machine = kDefaultMachine.str();
  /// The machine for which `prem.launch` is simulated.
  std::string multicore = kDefaultMulticore.str();
};

/// Lowers `module` to the LLVM dialect with a fixed list of upstream passes.
/// Accepts affine, scf, cf, linalg on memrefs, memref, arith, math, index,
/// vector and func, gpu, nvgpu and nvvm (kernels run on the device emulator,
/// see Emulator/Emulator.h, or on a CUDA device), launches of prem (threads and
/// segments run on the PREM run-time, see PremRuns.h), and modules that are
/// already (partly) in the LLVM dialect, kernels in PTX included. Emits
/// diagnostics on failure.
mlir::LogicalResult lowerToLLVMDialect(mlir::ModuleOp module,
                                       const HostLoweringOptions &options);

/// Whether loops inside `root` are declared parallel, and have no results:
/// HostLoweringOptions::reverseParallel makes a difference.
bool hasParallelLoops(mlir::Operation *root);

/// What is known of a compiled function besides its code.
struct HostFunctionInfo {
  /// The LLVM type of the lowered function, as text.
  std::string type;
  /// Byte offsets of the results inside the result buffer, and its size.
  std::vector<size_t> resultOffsets;
  size_t resultBytes = 0;
  /// Slots of 8 bytes that its arguments take.
  size_t numSlots = 0;
  /// Whether it contains launches of kernels on the emulator, and on a CUDA
  /// device.
  bool launches = false, cudaLaunches = false;
};

/// A compiled function that can be kept in a file.
struct HostObject {
  HostFunctionInfo info;
  /// A relocatable object file for a host like this one (HostTarget), with the
  /// function, its kernels and their tables.
  std::string code;
};

/// For which hosts an object is good.
struct HostTarget {
  std::string triple, cpu;
  /// What the CPU has and lacks, "-avx512f,+sse2,...", in order.
  std::string features;
  /// Changes with what compiled functions call, and with the layout of what
  /// they hand over.
  std::string runtime;

  /// This process's.
  static llvm::Expected<HostTarget> detect();
};

/// On what device a call's kernels in PTX run.
struct CudaCall {
  CudaCall(CudaDevice *device = nullptr) : device(device) {}
  /// Null: they are an error.
  CudaDevice *device;
  /// Where all happens in order; null for the default stream.
  void *stream = nullptr;
  /// The call returns when the device is done, and tells errors of kernels.
  bool waits = true;
  /// The stream records what goes to it (CudaDevice::beginCapture).
  bool isRecording = false;
  /// Addresses of device memory, where arrays begin and end: a host instruction
  /// that touches them is an error.
  llvm::ArrayRef<std::pair<uint64_t, uint64_t>> arrays;
};

/// A compiled function. Arguments are passed as 8-byte slots holding the
/// parameters of the lowered function in order: scalars as they are, a rank-n
/// memref as allocated pointer, aligned pointer, offset, n sizes, n strides.
class HostFunction {
public:
  /// Calls the function. What it takes from `malloc` comes from `heap`, or, if
  /// that is null, from the process's own; an error is a failed run-time check
  /// or `assert` of the program, with its message. `result` receives the
  /// returned value (several: as a C struct); may be null if there is none.
  /// Launches run on an emulator with `options`, which may be null for a
  /// function without any; what it finds is an error, too, with an empty
  /// message if an observer stopped it. Launches of kernels in PTX run as
  /// `cuda` says.
  llvm::Error call(llvm::ArrayRef<uint64_t> slots, void *result,
                   GuardedHeap *heap, const emulator::Options *options,
                   const CudaCall &cuda = {}) const;

  /// Whether it contains launches of kernels on the emulator.
  bool hasLaunches() const { return info.launches; }
  /// Whether it contains launches of kernels on a CUDA device.
  bool hasCudaLaunches() const { return info.cudaLaunches; }

  /// The LLVM type of the lowered function, as text.
  const std::string &type() const { return info.type; }
  /// Byte offsets of the results inside the result buffer, and its size.
  llvm::ArrayRef<size_t> resultOffsets() const { return info.resultOffsets; }
  size_t resultSize() const { return info.resultBytes; }
  /// Takes its kernels off a device on which it was called, and that lives
  /// longer. No call may be in progress.
  void unload(CudaDevice &device) const;

  /// How many slots its arguments take.
  size_t numSlots() const { return info.numSlots; }

private:
  friend class HostJit;
  using Entry = void (*)(const uint64_t *slots, void *result);
  Entry entry = nullptr;
  void (*destructors)() = nullptr;
  HostFunctionInfo info;
};

/// Owns the machine code of any number of modules.
class HostJit {
public:
  /// A JIT for the machine this process runs on. `optimize`: for programs that
  /// run longer than they compile.
  static llvm::Expected<std::unique_ptr<HostJit>> create(bool optimize = false);
  ~HostJit();

  /// Compiles `module` (LLVM dialect) and returns its function `name`.
  llvm::Expected<HostFunction> compile(mlir::ModuleOp module,
                                       llvm::StringRef name);

  /// The same in two steps. An interrupt of this thread's work
  /// (Support/Interrupt.h) makes the first one fail early. An object of another
  /// process is for load() if its HostTarget was that of this one.
  llvm::Expected<HostObject> compileToObject(mlir::ModuleOp module,
                                             llvm::StringRef name);
  llvm::Expected<HostFunction> load(const HostObject &object);

private:
  HostJit(std::unique_ptr<llvm::orc::LLJIT> jit,
          std::unique_ptr<llvm::TargetMachine> target, bool optimize);
  /// What all JITs generate code for, but for the level of optimization.
  static llvm::Expected<llvm::orc::JITTargetMachineBuilder> hostBuilder();
  friend struct HostTarget;

  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::unique_ptr<llvm::TargetMachine> target;
  bool optimize;
  unsigned numModules = 0;
};

} // namespace polymem::runtime

#endif // POLYMEM_RUNNER_HOSTJIT_H
