//===- Program.h - a compiled function and its arguments --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_PYTHON_PROGRAM_H
#define POLYMEM_PYTHON_PROGRAM_H

#include "polymem-c/Programs.h"
#include <deque>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/variant.h>
#include <optional>
#include <variant>
#include <vector>

namespace polymem::python {

/// A compiled function.
class Program {
public:
  explicit Program(PolyMemProgram program) : program(program) {}
  ~Program() { polymemProgramDestroy(program); }
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  PolyMemProgram get() const { return program; }

private:
  PolyMemProgram program;
};

/// Extents or strides, from Python.
using GivenNumbers = nanobind::typed<nanobind::sequence, int64_t>;
/// An array from Python: its address, the bytes of an element, extents, strides
/// in elements or None.
using GivenArray = nanobind::typed<nanobind::tuple, uintptr_t, intptr_t,
                                   GivenNumbers, std::optional<GivenNumbers>>;
/// Arguments from Python: the bits of a scalar, or an array.
using GivenArguments =
    nanobind::typed<nanobind::sequence, std::variant<uint64_t, GivenArray>>;

/// Arguments of a call, with the memory that they point to.
class Arguments {
public:
  /// Reads each argument.
  explicit Arguments(const GivenArguments &given);

  const PolyMemArgument *data() const { return list.data(); }
  intptr_t size() const { return static_cast<intptr_t>(list.size()); }

private:
  void add(nanobind::handle given);

  std::vector<PolyMemArgument> list;
  std::deque<std::vector<int64_t>> numbers;
};

} // namespace polymem::python

#endif // POLYMEM_PYTHON_PROGRAM_H
