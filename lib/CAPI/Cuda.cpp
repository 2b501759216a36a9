//===- Cuda.cpp - C API: programs on a CUDA device ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polymem-c/Cuda.h"
#include "HostCopies.h"
#include "Messages.h"
#include "Program.h"
#include <cstdlib>

using namespace mlir;
using namespace polymem;
using namespace polymem::capi;
using runtime::CudaCall;
using runtime::CudaDevice;
using runtime::CudaStatus;

namespace {
/// A device, which graphs share.
struct Device {
  std::shared_ptr<CudaDevice> cuda;
  runtime::CudaDeviceInfo info;
};

/// A recorded call.
struct Graph {
  std::shared_ptr<CudaDevice> cuda;
  void *graph = nullptr;
};
} // namespace

static Device *deviceOf(PolyMemCudaDevice device) {
  return static_cast<Device *>(device.ptr);
}

static Graph *graphOf(PolyMemCudaGraph graph) {
  return static_cast<Graph *>(graph.ptr);
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

PolyMemCudaDevice polymemCudaDeviceOpen(MlirStringRef driver, int32_t ordinal,
                                        MlirStringCallback error,
                                        void *userData) {
  std::string library = unwrap(driver).str();
  const char *variable = std::getenv("POLYMEM_CUDA_DRIVER");
  if (library.empty() && variable)
    library = variable;
  auto device = std::make_unique<Device>();
  std::unique_ptr<CudaDevice> cuda;
  CudaStatus status = CudaDevice::open(library, ordinal, cuda);
  if (!status)
    status = cuda->describe(device->info);
  if (status) {
    (void)fail(status.message(), error, userData);
    return {nullptr};
  }
  device->cuda = std::move(cuda);
  return {device.release()};
}

void polymemCudaDeviceClose(PolyMemCudaDevice device) {
  delete deviceOf(device);
}

MlirStringRef polymemCudaDeviceGetName(PolyMemCudaDevice device) {
  return wrap(StringRef(deviceOf(device)->info.name));
}

int32_t polymemCudaDeviceGetCapability(PolyMemCudaDevice device) {
  const runtime::CudaDeviceInfo &info = deviceOf(device)->info;
  return 10 * info.major + info.minor;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The addresses of the arrays among `arguments` that are `onDevice`.
static std::vector<std::pair<uint64_t, uint64_t>>
memoryOf(ArrayRef<PolyMemArgument> arguments, const bool *onDevice,
         ArrayRef<Parameter> parameters) {
  std::vector<std::pair<uint64_t, uint64_t>> memory;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    if (!parameters[i].isArray || !onDevice || !onDevice[i])
      continue;
    std::optional<Span> span = spanOf(argument);
    auto data = reinterpret_cast<uint64_t>(argument.data);
    if (!span->isEmpty)
      memory.emplace_back(data + span->first * argument.elementBytes,
                          data + (span->last + 1) * argument.elementBytes);
  }
  return memory;
}

/// Calls `program` on arguments that reasonAgainstArguments() has nothing
/// against, `onDevice` or not.
static std::string call(Program &program,
                        const std::shared_ptr<CudaDevice> &device,
                        ArrayRef<PolyMemArgument> given, const bool *onDevice,
                        CudaCall cuda, uint64_t *results) {
  SmallVector<PolyMemArgument> arguments(given);
  auto memory = memoryOf(arguments, onDevice, program.parameters);
  cuda.arrays = memory;
  program.keepLoaded(device);
  HostCopies copies(*device, cuda.stream);
  if (CudaStatus error = copies.copyIn(arguments, onDevice, program.parameters))
    return error.message();
  cuda.waits |= !copies.empty();
  std::vector<uint64_t> slots;
  for (auto [argument, parameter] : llvm::zip(arguments, program.parameters))
    addSlots(argument, parameter, slots);
  std::vector<char> buffer(program.function.resultSize());
  if (llvm::Error wrong = program.function.call(
          slots, buffer.data(), /*heap=*/nullptr, /*options=*/nullptr, cuda))
    return llvm::toString(std::move(wrong));
  program.getResults(buffer, results);
  return copies.copyOut().message();
}

/// Why `program` and `arguments` are not for a device; empty if they are.
static std::string reasonAgainstCall(const Program &program,
                                     ArrayRef<PolyMemArgument> arguments) {
  if (!program.function.hasCudaLaunches())
    return program.function.hasLaunches()
               ? "the program's kernels are for the emulator; compile it with "
                 "polymem-to-ptx{emit=module}"
               : "the program has no kernels; compile it with "
                 "polymem-to-ptx{emit=module}";
  return reasonAgainstArguments(program, arguments);
}

MlirLogicalResult polymemProgramCallCuda(PolyMemProgram program,
                                         intptr_t numArguments,
                                         const PolyMemArgument *arguments,
                                         const PolyMemCudaCall *how,
                                         MlirStringCallback error,
                                         void *userData) {
  Program &called = *programOf(program);
  ArrayRef<PolyMemArgument> list(arguments, numArguments);
  std::string wrong = reasonAgainstCall(called, list);
  if (wrong.empty()) {
    const std::shared_ptr<CudaDevice> &device = deviceOf(how->device)->cuda;
    CudaCall cuda(device.get());
    cuda.stream = how->stream;
    cuda.waits = !how->asynchronous;
    wrong = call(called, device, list, how->onDevice, cuda, how->results);
  }
  return wrong.empty() ? mlirLogicalResultSuccess()
                       : fail(wrong, error, userData);
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// Records a call as `graph`; why that is impossible, or nothing.
static std::string record(Program &program, ArrayRef<PolyMemArgument> arguments,
                          Graph &graph) {
  CudaDevice &device = *graph.cuda;
  CudaCall cuda(&device);
  cuda.waits = false;
  cuda.isRecording = true;
  if (CudaStatus error = device.createStream(cuda.stream))
    return error.message();
  CudaStatus status = device.beginCapture(cuda.stream);
  std::string wrong = status.message();
  if (!status) {
    SmallVector<bool> onDevice(arguments.size(), true);
    wrong = call(program, graph.cuda, arguments, onDevice.data(), cuda,
                 /*results=*/nullptr);
    // In any case: the stream must not be left recording.
    CudaStatus ended = device.endCapture(cuda.stream, graph.graph);
    if (wrong.empty())
      wrong = ended.message();
  }
  CudaStatus destroyed = device.destroyStream(cuda.stream);
  return wrong.empty() ? destroyed.message() : wrong;
}

PolyMemCudaGraph polymemCudaGraphCapture(PolyMemProgram program,
                                         intptr_t numArguments,
                                         const PolyMemArgument *arguments,
                                         PolyMemCudaDevice device,
                                         MlirStringCallback error,
                                         void *userData) {
  Program &called = *programOf(program);
  ArrayRef<PolyMemArgument> list(arguments, numArguments);
  auto graph = std::make_unique<Graph>();
  graph->cuda = deviceOf(device)->cuda;
  std::string wrong = reasonAgainstCall(called, list);
  if (wrong.empty())
    wrong = record(called, list, *graph);
  if (wrong.empty())
    return {graph.release()};
  if (graph->graph)
    (void)graph->cuda->destroyGraph(graph->graph);
  (void)fail(wrong, error, userData);
  return {nullptr};
}

MlirLogicalResult polymemCudaGraphLaunch(PolyMemCudaGraph graph, void *stream,
                                         MlirStringCallback error,
                                         void *userData) {
  Graph &launched = *graphOf(graph);
  CudaStatus status = launched.cuda->launchGraph(launched.graph, stream);
  return status ? fail(status.message(), error, userData)
                : mlirLogicalResultSuccess();
}

void polymemCudaGraphDestroy(PolyMemCudaGraph graph) {
  std::unique_ptr<Graph> destroyed(graphOf(graph));
  // What fails here has failed before.
  (void)destroyed->cuda->destroyGraph(destroyed->graph);
}
