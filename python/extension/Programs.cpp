//===- Programs.cpp - polymem._core: programs and their calls -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "Convert.h"
#include "Program.h"
#include "Work.h"
#include <memory>

namespace nb = nanobind;
using namespace polymem::python;

/// Compiles a function of `source`: the outcome's value is a Program.
static Outcome compileProgram(const nb::bytes &source, const std::string &name,
                              const std::string &pipeline, bool checkBounds,
                              bool optimize) {
  Session session;
  std::string text(source.c_str(), source.size());
  PolyMemProgram program{nullptr};
  runInterruptibly(
      [&] {
        MlirModule module = session.parse(text);
        if (mlirModuleIsNull(module))
          return;
        program = polymemProgramCreate(module, refOf(name), refOf(pipeline),
                                       checkBounds, optimize, append,
                                       &session.message);
        mlirModuleDestroy(module);
      },
      [&] { session.interrupt(); });
  if (!program.ptr)
    return outcome(session, nb::none());
  return outcome(session,
                 nb::cast(new Program(program), nb::rv_policy::take_ownership));
}

/// The bytes of a program; raises RuntimeError.
static nb::bytes save(const Program &program) {
  std::string bytes;
  if (mlirLogicalResultIsFailure(
          polymemProgramSave(program.get(), append, &bytes)))
    throw std::runtime_error("the program cannot be saved");
  return nb::bytes(bytes.data(), bytes.size());
}

/// A program that was saved; raises ValueError if it is not for this process.
static Program *load(const nb::bytes &bytes) {
  std::string message;
  PolyMemProgram program = polymemProgramLoad(
      mlirStringRefCreate(bytes.c_str(), bytes.size()), append, &message);
  if (!program.ptr)
    throw nb::value_error(message.c_str());
  return new Program(program);
}

namespace {
/// What a call says.
struct CallTexts {
  std::string message, counts;
};
} // namespace

/// Calls `program`: the counts as JSON, "" if nobody wants them. Raises
/// RuntimeError with the message of an error.
static std::string call(const Program &program, const GivenArguments &given,
                        bool emulate, const std::string &machine, uint64_t seed,
                        bool checked, bool count) {
  Arguments arguments(given);
  CallTexts texts;
  PolyMemEmulation emulation{};
  emulation.machine = refOf(machine);
  emulation.seed = seed;
  emulation.checked = checked;
  emulation.countsUserData = &texts;
  if (count)
    emulation.counts = [](MlirStringRef part, void *data) {
      append(part, &static_cast<CallTexts *>(data)->counts);
    };
  bool succeeded = false;
  auto work = [&] {
    succeeded = mlirLogicalResultIsSuccess(polymemProgramCall(
        program.get(), arguments.size(), arguments.data(),
        emulate ? &emulation : nullptr,
        [](MlirStringRef part, void *data) {
          append(part, &static_cast<CallTexts *>(data)->message);
        },
        &texts));
  };
  if (emulate) {
    emulation.interrupt = polymemInterruptCreate();
    std::shared_ptr<void> end(emulation.interrupt.ptr, [&](void *) {
      polymemInterruptDestroy(emulation.interrupt);
    });
    runInterruptibly(work,
                     [&] { polymemInterruptRequest(emulation.interrupt); });
  } else {
    // Machine code cannot be interrupted: no other thread is needed.
    nb::gil_scoped_release release;
    work();
  }
  if (!succeeded)
    throw std::runtime_error(texts.message);
  return texts.counts;
}

/// Calls `program`, whose segments run on threads of the PREM run-time: the
/// timeline as (JSON, SVG), empty texts unless it is wanted. Raises
/// RuntimeError with the message of an error.
static nb::tuple callPrem(const Program &program, const GivenArguments &given,
                          uint64_t seed, bool timeline) {
  Arguments arguments(given);
  std::string message;
  std::pair<std::string, std::string> texts;
  using Texts = decltype(texts);
  PolyMemPremRun run{};
  run.seed = seed;
  run.userData = &texts;
  if (timeline) {
    run.timeline = [](MlirStringRef part, void *data) {
      append(part, &static_cast<Texts *>(data)->first);
    };
    run.picture = [](MlirStringRef part, void *data) {
      append(part, &static_cast<Texts *>(data)->second);
    };
  }
  bool succeeded = false;
  {
    nb::gil_scoped_release release;
    succeeded = mlirLogicalResultIsSuccess(
        polymemProgramCallPrem(program.get(), arguments.size(),
                               arguments.data(), &run, append, &message));
  }
  if (!succeeded)
    throw std::runtime_error(message);
  return nb::make_tuple(toPython(texts.first), toPython(texts.second));
}

void polymem::python::addPrograms(nb::module_ &module) {
  nb::class_<Program>(module, "Program", "A compiled function.")
      .def_prop_ro(
          "has_launches",
          [](const Program &program) {
            return polymemProgramHasLaunches(program.get());
          },
          "Whether it launches kernels on the emulator.")
      .def_prop_ro(
          "has_cuda_launches",
          [](const Program &program) {
            return polymemProgramHasCudaLaunches(program.get());
          },
          "Whether it launches kernels in PTX.")
      .def("save", save, "The program as bytes for load_program.")
      .def("call", call, nb::arg("arguments"), nb::kw_only(),
           nb::arg("emulate") = false, nb::arg("machine") = "",
           nb::arg("seed") = 0, nb::arg("checked") = true,
           nb::arg("count") = false,
           "Calls it; returns the counts as JSON. A scalar is given by its "
           "bits, an array as (address, bytes of an element, extents, strides "
           "in elements or None).")
      .def("call_prem", callPrem, nb::arg("arguments"), nb::kw_only(),
           nb::arg("seed") = 0, nb::arg("timeline") = false,
           "Calls it, its segments on threads; returns the simulated timeline "
           "as JSON and as a picture (SVG), or empty texts.");
  module.def("compile_program", compileProgram, nb::arg("source"),
             nb::arg("name"), nb::arg("pipeline"), nb::kw_only(),
             nb::arg("check_bounds") = false, nb::arg("optimize") = false,
             "Reads a module and compiles a function of it behind a pipeline. "
             "The value of the outcome is a Program.");
  module.def("load_program", load, nb::arg("bytes"),
             nb::rv_policy::take_ownership,
             "A program that was saved. Raises ValueError for one of another "
             "version or processor, and for bytes that are damaged.");
}
