//===- Bindings.h - the parts of polymem._core ------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_PYTHON_BINDINGS_H
#define POLYMEM_PYTHON_BINDINGS_H

#include <nanobind/nanobind.h>

namespace polymem::python {

/// Adds pipelines and machines.
void addPipelines(nanobind::module_ &module);
/// Adds what is known of a module's functions.
void addFunctions(nanobind::module_ &module);
/// Adds what is known of arrays.
void addArrays(nanobind::module_ &module);
/// Adds devices, calls on them and graphs.
void addCuda(nanobind::module_ &module);
/// Adds programs.
void addPrograms(nanobind::module_ &module);

} // namespace polymem::python

#endif // POLYMEM_PYTHON_BINDINGS_H
