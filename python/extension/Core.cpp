//===- Core.cpp - the Python extension polymem._core ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PolyMem's C API for the package's own modules, which check arguments and give
// errors their form. Programs go in and out as text or bytecode.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"

NB_MODULE(_core, module) {
  module.doc() = "PolyMem's C API, for the modules of this package.";
  module.attr("version") = POLYMEM_VERSION;
  module.attr("llvm_version") = POLYMEM_LLVM_VERSION;
  polymem::python::addPipelines(module);
  polymem::python::addFunctions(module);
  polymem::python::addArrays(module);
  polymem::python::addPrograms(module);
  polymem::python::addCuda(module);
}
