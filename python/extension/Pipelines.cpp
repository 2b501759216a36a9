//===- Pipelines.cpp - polymem._core: pipelines, PTX, machines ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "Convert.h"
#include "Work.h"
#include "polymem-c/PolyMem.h"
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace polymem::python;

static std::string stringOf(const nb::bytes &bytes) {
  return {bytes.c_str(), bytes.size()};
}

/// Reads `source`, runs `pipeline` on it, and prints what comes out.
static Outcome runPipeline(const nb::bytes &source, const std::string &pipeline,
                           bool locations, bool bytecode) {
  Session session;
  std::string text = stringOf(source), printed;
  bool succeeded = false;
  runInterruptibly(
      [&] {
        MlirModule module = session.parse(text);
        if (mlirModuleIsNull(module))
          return;
        succeeded =
            pipeline.empty() || mlirLogicalResultIsSuccess(polymemRunPipeline(
                                    mlirModuleGetOperation(module),
                                    refOf(pipeline), append, &session.message));
        if (succeeded)
          printed = bytecode ? Session::bytecode(module)
                             : Session::print(module, locations);
        mlirModuleDestroy(module);
      },
      [&] { session.interrupt(); });
  if (!succeeded)
    return outcome(session, nb::none());
  if (bytecode)
    return outcome(session, nb::bytes(printed.data(), printed.size()));
  return outcome(session, toPython(printed));
}

namespace {
/// What polymemCompileToPTX gives to its callbacks, which share their data.
struct Compiled {
  std::string ptx, metadata;
  std::string *message;
};
} // namespace

/// Reads `source` and compiles it to PTX: the value is (ptx, metadata).
static Outcome compileToPTX(const nb::bytes &source,
                            const std::string &options) {
  Session session;
  std::string text = stringOf(source);
  Compiled compiled{{}, {}, &session.message};
  bool succeeded = false;
  runInterruptibly(
      [&] {
        MlirModule module = session.parse(text);
        if (mlirModuleIsNull(module))
          return;
        succeeded = mlirLogicalResultIsSuccess(polymemCompileToPTX(
            module, refOf(options),
            [](MlirStringRef part, void *data) {
              append(part, &static_cast<Compiled *>(data)->ptx);
            },
            [](MlirStringRef part, void *data) {
              append(part, &static_cast<Compiled *>(data)->metadata);
            },
            [](MlirStringRef part, void *data) {
              append(part, static_cast<Compiled *>(data)->message);
            },
            &compiled));
        mlirModuleDestroy(module);
      },
      [&] { session.interrupt(); });
  if (!succeeded)
    return outcome(session, nb::none());
  return outcome(session, nb::make_tuple(toPython(compiled.ptx),
                                         toPython(compiled.metadata)));
}

/// Reads `source` and compiles it to C for the PREM run-time: the value is the
/// text.
static Outcome compileToPremC(const nb::bytes &source,
                              const std::string &options) {
  Session session;
  std::string program = stringOf(source);
  std::pair<std::string, std::string *> given{{}, &session.message};
  using Given = decltype(given);
  bool succeeded = false;
  runInterruptibly(
      [&] {
        MlirModule module = session.parse(program);
        if (mlirModuleIsNull(module))
          return;
        succeeded = mlirLogicalResultIsSuccess(polymemCompileToPremC(
            module, refOf(options),
            [](MlirStringRef part, void *data) {
              append(part, &static_cast<Given *>(data)->first);
            },
            [](MlirStringRef part, void *data) {
              append(part, static_cast<Given *>(data)->second);
            },
            &given));
        mlirModuleDestroy(module);
      },
      [&] { session.interrupt(); });
  if (!succeeded)
    return outcome(session, nb::none());
  return outcome(session, toPython(given.first));
}

static std::vector<std::string> machineNames() {
  std::vector<std::string> names;
  polymemForEachMachine(
      [](MlirStringRef name, void *data) {
        static_cast<std::vector<std::string> *>(data)->push_back(textOf(name));
      },
      &names);
  return names;
}

/// The description of a machine; raises ValueError for one that is not there.
static std::string describeMachine(const std::string &name) {
  struct {
    std::string text, message;
  } found;
  using Found = decltype(found);
  if (mlirLogicalResultIsFailure(polymemDescribeMachine(
          refOf(name),
          [](MlirStringRef part, void *data) {
            append(part, &static_cast<Found *>(data)->text);
          },
          [](MlirStringRef part, void *data) {
            append(part, &static_cast<Found *>(data)->message);
          },
          &found)))
    throw nb::value_error(found.message.c_str());
  return found.text;
}

void polymem::python::addPipelines(nb::module_ &module) {
  module.def("run_pipeline", runPipeline, nb::arg("source"),
             nb::arg("pipeline"), nb::kw_only(), nb::arg("locations") = false,
             nb::arg("bytecode") = false,
             "Reads a module and runs a pipeline on it. The value of the "
             "outcome is its text, or bytecode.");
  module.def("compile_to_ptx", compileToPTX, nb::arg("source"),
             nb::arg("options"),
             "Reads a module and compiles it by polymem-to-ptx. The value of "
             "the outcome is the PTX and the launch metadata.");
  module.def("compile_to_prem_c", compileToPremC, nb::arg("source"),
             nb::arg("options"),
             "Reads a module and compiles it by polymem-to-prem. The value of "
             "the outcome is the text in C.");
  module.def("machines", machineNames, "Names of the built-in machines.");
  module.def("describe_machine", describeMachine, nb::arg("name"),
             "The description of a machine, a name or a JSON file.");
}
