//===- FakeCuda.cpp - a CUDA driver for machines without a GPU ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library with the functions of the driver that CudaDevice calls. It tells
// every call on standard error, and is as strict as a driver: device memory
// cannot be touched by the host, copies must stay inside one allocation, a
// module must be PTX, a kernel must be in it, a thread needs a context. (It is
// not told where a thread asks for its context.) Environment variables:
//
//   POLYMEM_FAKE_CUDA_FAIL=NAME=CODE    the function NAME fails
//   POLYMEM_FAKE_CUDA_KERNELS=FILE      launches run on the device emulator:
//     FILE is a library made from the same program by polymem-to-emulator,
//     with the kernels' descriptions (polymem_emu_data_kernel_*) exported
//
//===----------------------------------------------------------------------===//

#include "FakeCudaKernels.h"
#include "PolyMem/Emulator/Execution/Emulator.h"
#include "TestLimits.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

using namespace polymem::emulator;
using namespace polymem::fakecuda;

// Device memory is at addresses. NOLINTBEGIN(performance-no-int-to-ptr)

namespace {

enum : int {
  Success = 0,
  InvalidValue = 1,
  InvalidContext = 201,
  InvalidPTX = 218,
  NotFound = 500
};

struct Allocation {
  int number;
  size_t bytes, mapped;
  /// The host may touch it.
  bool managed = false;
};

/// A stream, which may be recording.
struct Stream {
  int number;
  bool records = false;
  std::vector<std::function<int()>> recorded;
};

/// What a stream has recorded.
struct Graph {
  std::vector<std::function<int()>> steps;
};

/// A driver may be called by several threads at a time.
std::mutex mutex;
using Lock = std::lock_guard<std::mutex>;

/// The contexts of a thread, the current one last.
thread_local std::vector<void *> contexts;

std::map<uint64_t, Allocation> allocations;
int numAllocations = 0;

/// Whether `function` is to fail; tells of the call.
int called(const char *function, const std::string &details = "") {
  std::fprintf(stderr, "%s%s%s\n", function, details.empty() ? "" : " ",
               details.c_str());
  const char *fail = std::getenv("POLYMEM_FAKE_CUDA_FAIL");
  size_t length = std::strlen(function);
  if (fail && std::strncmp(fail, function, length) == 0 && fail[length] == '=')
    return static_cast<int>(std::strtol(fail + length + 1, nullptr, 10));
  std::string name = function;
  bool needsContext =
      name == "cuCtxSynchronize" || name.rfind("cuMem", 0) == 0 ||
      name.rfind("cuStream", 0) == 0 || name.rfind("cuGraph", 0) == 0 ||
      name.rfind("cuModule", 0) == 0 || name.rfind("cuLaunch", 0) == 0;
  return needsContext && contexts.empty() ? InvalidContext : Success;
}

/// The allocation that holds these bytes, or null.
const Allocation *find(uint64_t address, size_t bytes) {
  auto next = allocations.upper_bound(address);
  if (next == allocations.begin())
    return nullptr;
  auto &[begin, allocation] = *std::prev(next);
  return address - begin + bytes <= allocation.bytes ? &allocation : nullptr;
}

/// "memory 2 + 64", or a number.
std::string toText(uint64_t value) {
  const Allocation *allocation = find(value, 1);
  if (!allocation)
    return std::to_string(value);
  uint64_t begin = std::prev(allocations.upper_bound(value))->first;
  std::string text = "memory " + std::to_string(allocation->number);
  return value == begin ? text : text + " + " + std::to_string(value - begin);
}

/// Lets this process touch all device memory while it lives.
struct Unprotected {
  Unprotected() { protect(PROT_READ | PROT_WRITE); }
  ~Unprotected() { protect(PROT_NONE); }
  static void protect(int protection) {
    for (auto &[address, allocation] : allocations)
      if (!allocation.managed)
        mprotect(reinterpret_cast<void *>(address), allocation.mapped,
                 protection);
  }
};

/// " stream 1", or nothing for the default stream.
std::string inStream(const void *stream) {
  return stream
             ? " stream " +
                   std::to_string(static_cast<const Stream *>(stream)->number)
             : "";
}

/// Does `step`, or has `stream` record it.
int doOrRecord(void *stream, std::function<int()> step) {
  auto *recording = static_cast<Stream *>(stream);
  if (!recording || !recording->records)
    return step();
  recording->recorded.push_back(std::move(step));
  return Success;
}

int copy(const char *function, uint64_t to, uint64_t from, size_t bytes,
         bool toDevice, bool fromDevice, const void *stream = nullptr) {
  if (int code =
          called(function, std::to_string(bytes) + " bytes" +
                               (fromDevice ? " from " + toText(from) : "") +
                               (toDevice ? " to " + toText(to) : "") +
                               inStream(stream)))
    return code;
  if ((toDevice && !find(to, bytes)) || (fromDevice && !find(from, bytes)))
    return InvalidValue;
  Unprotected memory;
  std::memcpy(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from),
              bytes);
  return Success;
}

std::string parameterText(const std::string &type, const void *value) {
  uint64_t bits = 0;
  std::memcpy(&bits, value, type.back() == '4' ? 8 : 4);
  if (type[0] != 'f')
    return toText(bits);
  double wide = 0;
  float narrow = 0;
  std::memcpy(&wide, value, type == "f64" ? 8 : 0);
  std::memcpy(&narrow, value, 4);
  return std::to_string(type == "f64" ? wide : narrow);
}

} // namespace

extern "C" {

int cuInit(unsigned /*flags*/) {
  Lock lock(mutex);
  // Keeps the emulator's functions in this library, for the kernels.
  (void)runtimeSymbols();
  return called("cuInit");
}

int cuDeviceGet(int *device, int ordinal) {
  Lock lock(mutex);
  *device = 0;
  return called("cuDeviceGet", std::to_string(ordinal));
}

int cuDevicePrimaryCtxRetain(void **context, int /*device*/) {
  Lock lock(mutex);
  static int fake;
  *context = &fake;
  return called("cuDevicePrimaryCtxRetain");
}

int cuDevicePrimaryCtxRelease_v2(int /*device*/) {
  Lock lock(mutex);
  return called("cuDevicePrimaryCtxRelease",
                std::to_string(allocations.size()) + " allocations left");
}

int cuCtxSetCurrent(void *context) {
  Lock lock(mutex);
  contexts.assign(1, context);
  return called("cuCtxSetCurrent");
}

int cuCtxGetCurrent(void **context) {
  *context = contexts.empty() ? nullptr : contexts.back();
  return Success;
}

int cuCtxPushCurrent_v2(void *context) {
  contexts.push_back(context);
  return Success;
}

int cuCtxPopCurrent_v2(void **context) {
  if (contexts.empty())
    return InvalidContext;
  *context = contexts.back();
  contexts.pop_back();
  return Success;
}

int cuCtxSynchronize() {
  Lock lock(mutex);
  return called("cuCtxSynchronize");
}

int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  Lock lock(mutex);
  if (int code = called("cuMemAlloc", std::to_string(bytes) + " bytes"))
    return code;
  size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  size_t mapped = (bytes + page - 1) / page * page;
  if (bytes == 0)
    return InvalidValue;
  void *memory =
      mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *address = reinterpret_cast<uint64_t>(memory);
  allocations[*address] = {++numAllocations, bytes, mapped, false};
  return Success;
}

int cuMemAllocManaged(uint64_t *address, size_t bytes, unsigned flags) {
  Lock lock(mutex);
  if (int code =
          called("cuMemAllocManaged", std::to_string(bytes) + " bytes, flags " +
                                          std::to_string(flags)))
    return code;
  size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  size_t mapped = (bytes + page - 1) / page * page;
  if (bytes == 0)
    return InvalidValue;
  void *memory = mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *address = reinterpret_cast<uint64_t>(memory);
  allocations[*address] = {++numAllocations, bytes, mapped, true};
  return Success;
}

int cuMemFree_v2(uint64_t address) {
  Lock lock(mutex);
  if (int code = called("cuMemFree", toText(address)))
    return code;
  auto it = allocations.find(address);
  if (it == allocations.end())
    return InvalidValue;
  munmap(reinterpret_cast<void *>(address), it->second.mapped);
  allocations.erase(it);
  return Success;
}

int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) {
  Lock lock(mutex);
  return copy("cuMemcpyHtoD", to, reinterpret_cast<uint64_t>(from), bytes, true,
              false);
}

int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes) {
  Lock lock(mutex);
  return copy("cuMemcpyDtoH", reinterpret_cast<uint64_t>(to), from, bytes,
              false, true);
}

int cuMemcpy(uint64_t to, uint64_t from, size_t bytes) {
  Lock lock(mutex);
  return copy("cuMemcpy", to, from, bytes, find(to, 1), find(from, 1));
}

int cuMemHostRegister_v2(void *memory, size_t bytes, unsigned flags) {
  Lock lock(mutex);
  // It must be memory.
  (void)*static_cast<volatile char *>(memory);
  return called("cuMemHostRegister", std::to_string(bytes) + " bytes, flags " +
                                         std::to_string(flags));
}

int cuMemHostUnregister(void * /*memory*/) {
  Lock lock(mutex);
  return called("cuMemHostUnregister");
}

int cuModuleLoadDataEx(void **module, const void *image, unsigned number,
                       unsigned *options, void **values) {
  Lock lock(mutex);
  auto loaded = std::make_unique<Module>();
  loaded->ptx = static_cast<const char *>(image);
  size_t target = loaded->ptx.find(".target ");
  bool valid =
      loaded->ptx.find(".version ") < target && target != std::string::npos;
  size_t end = loaded->ptx.find_first_of(",\n", target);
  int code = called("cuModuleLoadDataEx",
                    valid ? loaded->ptx.substr(target, end - target) : "");
  if (code == Success && !valid)
    code = InvalidPTX;
  if (code != Success) {
    // The compiler's messages go to a buffer of the caller.
    char *log = nullptr;
    size_t bytes = 0;
    for (unsigned i = 0; i < number; ++i) {
      if (options[i] == 5)
        log = static_cast<char *>(values[i]);
      if (options[i] == 6)
        bytes = reinterpret_cast<size_t>(values[i]);
    }
    std::snprintf(log, bytes, "ptxas application ptx input, line 1; fatal");
    return code;
  }
  *module = loaded.release();
  return Success;
}

int cuModuleUnload(void *module) {
  Lock lock(mutex);
  delete static_cast<Module *>(module);
  return called("cuModuleUnload");
}

int cuModuleGetFunction(void **function, void *module, const char *name) {
  Lock lock(mutex);
  if (int code = called("cuModuleGetFunction", name))
    return code;
  *function = declare(*static_cast<Module *>(module), name);
  return *function ? Success : NotFound;
}

int cuFuncSetAttribute(void *function, int attribute, int value) {
  Lock lock(mutex);
  return called("cuFuncSetAttribute", static_cast<Function *>(function)->name +
                                          " " + std::to_string(attribute) +
                                          " " + std::to_string(value));
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function,
                                                int threads,
                                                size_t sharedBytes) {
  Lock lock(mutex);
  *blocks = 2048 / threads;
  return called("cuOccupancyMaxActiveBlocksPerMultiprocessor",
                static_cast<Function *>(function)->name + " " +
                    std::to_string(threads) + " " +
                    std::to_string(sharedBytes));
}

int cuFuncGetAttribute(int *value, int attribute, void *function) {
  Lock lock(mutex);
  *value = 32;
  return called("cuFuncGetAttribute", static_cast<Function *>(function)->name +
                                          " " + std::to_string(attribute));
}

/// What `call` does, one of the next two functions.
static int launch(const char *call, void *function, unsigned gridX,
                  unsigned gridY, unsigned gridZ, unsigned blockX,
                  unsigned blockY, unsigned blockZ, unsigned sharedBytes,
                  void *stream, void **arguments) {
  Lock lock(mutex);
  auto &launched = *static_cast<Function *>(function);
  auto triple = [](unsigned x, unsigned y, unsigned z) {
    return std::to_string(x) + "," + std::to_string(y) + "," +
           std::to_string(z);
  };
  std::string text = launched.name + " grid " + triple(gridX, gridY, gridZ) +
                     " block " + triple(blockX, blockY, blockZ) + " shared " +
                     std::to_string(sharedBytes) + " parameters";
  // Of the arguments the driver takes copies.
  std::vector<uint64_t> values;
  for (size_t i = 0; i < launched.parameters.size(); ++i) {
    const std::string &type = launched.parameters[i];
    text +=
        (i == 0 ? " " : ", ") + type + " " + parameterText(type, arguments[i]);
    std::memcpy(&values.emplace_back(0), arguments[i],
                type.back() == '4' ? 8 : 4);
  }
  if (int code = called(call, text + inStream(stream)))
    return code;
  const Kernel *kernel = findKernel(launched.name);
  if (!kernel)
    return std::getenv("POLYMEM_FAKE_CUDA_KERNELS") ? NotFound : Success;
  return doOrRecord(stream, [=]() mutable {
    std::vector<void *> pointers;
    pointers.reserve(values.size());
    for (uint64_t &value : values)
      pointers.push_back(&value);
    Unprotected memory;
    Emulator emulator{Options(testLimits())};
    if (emulator.launch(*kernel, {gridX, gridY, gridZ},
                        {blockX, blockY, blockZ}, sharedBytes, pointers.data()))
      return static_cast<int>(Success);
    std::fprintf(stderr, "%s\n", emulator.error().c_str());
    return 719;
  });
}

int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                   unsigned gridZ, unsigned blockX, unsigned blockY,
                   unsigned blockZ, unsigned sharedBytes, void *stream,
                   void **arguments, void ** /*extra*/) {
  return launch("cuLaunchKernel", function, gridX, gridY, gridZ, blockX, blockY,
                blockZ, sharedBytes, stream, arguments);
}

int cuLaunchCooperativeKernel(void *function, unsigned gridX, unsigned gridY,
                              unsigned gridZ, unsigned blockX, unsigned blockY,
                              unsigned blockZ, unsigned sharedBytes,
                              void *stream, void **arguments) {
  return launch("cuLaunchCooperativeKernel", function, gridX, gridY, gridZ,
                blockX, blockY, blockZ, sharedBytes, stream, arguments);
}

int cuDeviceGetName(char *name, int bytes, int /*device*/) {
  Lock lock(mutex);
  std::snprintf(name, bytes, "Stand-in GPU");
  return called("cuDeviceGetName");
}

int cuDeviceGetAttribute(int *value, int attribute, int /*device*/) {
  Lock lock(mutex);
  // The capability, and multiprocessors.
  *value = attribute == 75 ? 9 : attribute == 16 ? 4 : 0;
  return called("cuDeviceGetAttribute", std::to_string(attribute));
}

//===----------------------------------------------------------------------===//
// Streams and graphs
//===----------------------------------------------------------------------===//

int cuStreamCreate(void **stream, unsigned flags) {
  Lock lock(mutex);
  static int number = 0;
  *stream = new Stream{++number, false, {}};
  return called("cuStreamCreate", "flags " + std::to_string(flags));
}

int cuStreamDestroy_v2(void *stream) {
  Lock lock(mutex);
  int code = called("cuStreamDestroy", inStream(stream));
  delete static_cast<Stream *>(stream);
  return code;
}

int cuStreamSynchronize(void *stream) {
  Lock lock(mutex);
  if (int code = called("cuStreamSynchronize", inStream(stream)))
    return code;
  // CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED.
  return stream && static_cast<Stream *>(stream)->records ? 900 : Success;
}

int cuStreamBeginCapture_v2(void *stream, int mode) {
  Lock lock(mutex);
  if (int code = called("cuStreamBeginCapture", "mode " + std::to_string(mode)))
    return code;
  // The default stream cannot.
  if (!stream)
    return 900;
  static_cast<Stream *>(stream)->records = true;
  return Success;
}

int cuStreamEndCapture(void *stream, void **graph) {
  Lock lock(mutex);
  auto *recording = static_cast<Stream *>(stream);
  recording->records = false;
  *graph = new Graph{std::move(recording->recorded)};
  return called("cuStreamEndCapture");
}

int cuGraphInstantiateWithFlags(void **executable, void *graph,
                                unsigned long long /*flags*/) {
  Lock lock(mutex);
  if (int code = called("cuGraphInstantiate"))
    return code;
  *executable = new Graph(*static_cast<Graph *>(graph));
  return Success;
}

int cuGraphLaunch(void *executable, void *stream) {
  Lock lock(mutex);
  auto &graph = *static_cast<Graph *>(executable);
  if (int code = called("cuGraphLaunch", std::to_string(graph.steps.size()) +
                                             " steps" + inStream(stream)))
    return code;
  for (const std::function<int()> &step : graph.steps)
    if (int code = step())
      return code;
  return Success;
}

int cuGraphExecDestroy(void *executable) {
  Lock lock(mutex);
  delete static_cast<Graph *>(executable);
  return called("cuGraphExecDestroy");
}

int cuGraphDestroy(void *graph) {
  Lock lock(mutex);
  delete static_cast<Graph *>(graph);
  return called("cuGraphDestroy");
}

int cuMemcpyAsync(uint64_t to, uint64_t from, size_t bytes, void *stream) {
  Lock lock(mutex);
  return doOrRecord(stream, [=] {
    return copy("cuMemcpyAsync", to, from, bytes, find(to, 1), find(from, 1),
                stream);
  });
}

static int fill(const char *function, uint64_t to, uint32_t value, size_t count,
                size_t elementBytes, void *stream) {
  if (int code = called(function, std::to_string(count) + " of " +
                                      std::to_string(value) + " to " +
                                      toText(to) + inStream(stream)))
    return code;
  return doOrRecord(stream, [=] {
    Unprotected memory;
    for (size_t i = 0; i < count; ++i)
      std::memcpy(reinterpret_cast<char *>(to) + i * elementBytes, &value,
                  elementBytes);
    return static_cast<int>(Success);
  });
}

int cuMemsetD16_v2(uint64_t to, uint16_t value, size_t count) {
  Lock lock(mutex);
  return fill("cuMemsetD16", to, value, count, 2, /*stream=*/nullptr);
}

int cuMemsetD32_v2(uint64_t to, uint32_t value, size_t count) {
  Lock lock(mutex);
  return fill("cuMemsetD32", to, value, count, 4, /*stream=*/nullptr);
}

int cuMemsetD16Async(uint64_t to, uint16_t value, size_t count, void *stream) {
  Lock lock(mutex);
  return fill("cuMemsetD16Async", to, value, count, 2, stream);
}

int cuMemsetD32Async(uint64_t to, uint32_t value, size_t count, void *stream) {
  Lock lock(mutex);
  return fill("cuMemsetD32Async", to, value, count, 4, stream);
}

int cuGetErrorName(int code, const char **name) {
  *name = code == InvalidPTX ? "CUDA_ERROR_INVALID_PTX"
          : code == NotFound ? "CUDA_ERROR_NOT_FOUND"
          : code == 100      ? "CUDA_ERROR_NO_DEVICE"
          : code == 201      ? "CUDA_ERROR_INVALID_CONTEXT"
          : code == 700      ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                             : "CUDA_ERROR_OTHER";
  return Success;
}

int cuGetErrorString(int code, const char **text) {
  *text = code == InvalidPTX ? "a PTX JIT compilation failed"
          : code == NotFound ? "named symbol not found"
          : code == 100      ? "no CUDA-capable device is detected"
          : code == 700      ? "an illegal memory access was encountered"
                             : "something else";
  return Success;
}

} // extern "C"

// NOLINTEND(performance-no-int-to-ptr)
