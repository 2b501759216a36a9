//===- Cuda.cpp - polymem._core: devices, calls on them, graphs -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polymem-c/Cuda.h"
#include "Bindings.h"
#include "Convert.h"
#include "Program.h"
#include <memory>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace polymem::python;

namespace {
/// An open device.
class Device {
public:
  /// Raises RuntimeError if there is none.
  Device(const std::string &driver, int32_t ordinal) {
    std::string message;
    device = polymemCudaDeviceOpen(refOf(driver), ordinal, append, &message);
    if (!device.ptr)
      throw std::runtime_error(message);
  }
  ~Device() { polymemCudaDeviceClose(device); }
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  PolyMemCudaDevice get() const { return device; }

private:
  PolyMemCudaDevice device{};
};

/// What one call gave a device to do.
class Graph {
public:
  explicit Graph(PolyMemCudaGraph graph) : graph(graph) {}
  ~Graph() { polymemCudaGraphDestroy(graph); }
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;

  /// Raises RuntimeError.
  void launch(uintptr_t stream) const {
    std::string message;
    bool succeeded;
    {
      nb::gil_scoped_release release;
      succeeded = mlirLogicalResultIsSuccess(polymemCudaGraphLaunch(
          // NOLINTNEXTLINE(performance-no-int-to-ptr): a number in Python
          graph, reinterpret_cast<void *>(stream), append, &message));
    }
    if (!succeeded)
      throw std::runtime_error(message);
  }

private:
  PolyMemCudaGraph graph;
};
} // namespace

/// Calls `program` on a device; raises RuntimeError.
static void call(const Program &program, const GivenArguments &given,
                 const Device &device, uintptr_t stream,
                 const std::vector<bool> &onDevice, bool asynchronous) {
  Arguments arguments(given);
  if (static_cast<size_t>(arguments.size()) != onDevice.size())
    throw nb::value_error("on_device: one for each argument");
  // One more, so that there is memory for none.
  auto places = std::make_unique<bool[]>(onDevice.size() + 1);
  std::copy(onDevice.begin(), onDevice.end(), places.get());
  PolyMemCudaCall how{};
  how.device = device.get();
  // NOLINTNEXTLINE(performance-no-int-to-ptr): a number in Python
  how.stream = reinterpret_cast<void *>(stream);
  how.onDevice = places.get();
  how.asynchronous = asynchronous;
  std::string message;
  bool succeeded;
  {
    nb::gil_scoped_release release;
    succeeded = mlirLogicalResultIsSuccess(
        polymemProgramCallCuda(program.get(), arguments.size(),
                               arguments.data(), &how, append, &message));
  }
  if (!succeeded)
    throw std::runtime_error(message);
}

/// Records a call on arrays of the device; raises RuntimeError.
static Graph *capture(const Program &program, const GivenArguments &given,
                      const Device &device) {
  Arguments arguments(given);
  std::string message;
  PolyMemCudaGraph graph =
      polymemCudaGraphCapture(program.get(), arguments.size(), arguments.data(),
                              device.get(), append, &message);
  if (!graph.ptr)
    throw std::runtime_error(message);
  return new Graph(graph);
}

void polymem::python::addCuda(nb::module_ &module) {
  nb::class_<Device>(module, "CudaDevice", "An open device.")
      .def(nb::init<const std::string &, int32_t>(), nb::arg("driver") = "",
           nb::arg("ordinal") = 0)
      .def_prop_ro("name",
                   [](const Device &device) {
                     return textOf(polymemCudaDeviceGetName(device.get()));
                   })
      .def_prop_ro(
          "capability",
          [](const Device &device) {
            return polymemCudaDeviceGetCapability(device.get());
          },
          "The compute capability, 90 for 9.0.");
  nb::class_<Graph>(module, "CudaGraph", "What a call gave a device to do.")
      .def("launch", &Graph::launch, nb::arg("stream") = 0,
           "Does it again, in the order of a stream, and does not wait.");
  module.def("call_cuda", call, nb::arg("program"), nb::arg("arguments"),
             nb::arg("device"), nb::kw_only(), nb::arg("stream") = 0,
             nb::arg("on_device"), nb::arg("asynchronous") = false,
             "Calls a program on a device. `on_device` says of each argument "
             "whether it is an array in the device's memory.");
  module.def("capture", capture, nb::arg("program"), nb::arg("arguments"),
             nb::arg("device"), nb::rv_policy::take_ownership,
             nb::keep_alive<0, 1>(),
             "Records a call on arrays in the device's memory.");
}
