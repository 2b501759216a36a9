//===- Convert.h - what a session says, for Python --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_PYTHON_CONVERT_H
#define POLYMEM_PYTHON_CONVERT_H

#include "Session.h"
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

namespace polymem::python {

/// `text` as Python's: what is no UTF-8 is replaced.
inline nanobind::object toPython(const std::string &text) {
  return nanobind::steal(
      PyUnicode_DecodeUTF8(text.data(), text.size(), "replace"));
}

/// (file, line, column), or None.
inline nanobind::object toPython(const Place &place) {
  if (place.line == 0)
    return nanobind::none();
  return nanobind::make_tuple(toPython(place.file), place.line, place.column);
}

/// (severity, message, place, notes).
inline nanobind::object toPython(const Diagnostic &diagnostic) {
  nanobind::list notes;
  for (const Diagnostic &note : diagnostic.notes)
    notes.append(toPython(note));
  return nanobind::make_tuple(toPython(diagnostic.severity),
                              toPython(diagnostic.message),
                              toPython(diagnostic.place), notes);
}

/// (kind, pass, name, function, message, arguments, place).
inline nanobind::object toPython(const Remark &remark) {
  nanobind::list arguments;
  for (const auto &[name, value] : remark.arguments)
    arguments.append(nanobind::make_tuple(toPython(name), toPython(value)));
  return nanobind::make_tuple(toPython(remark.kind), toPython(remark.pass),
                              toPython(remark.name), toPython(remark.function),
                              toPython(remark.message), arguments,
                              toPython(remark.place));
}

/// A dictionary with strings as keys.
using Outcome = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;

/// What every piece of work gives: {"value": ..., "message": text,
/// "diagnostics": [...], "remarks": [...]}; the value is None after an error.
inline Outcome outcome(const Session &session, const nanobind::object &value) {
  nanobind::list diagnostics, remarks;
  for (const Diagnostic &diagnostic : session.diagnostics)
    diagnostics.append(toPython(diagnostic));
  for (const Remark &remark : session.remarks)
    remarks.append(toPython(remark));
  nanobind::dict result;
  result["value"] = value;
  result["message"] = toPython(session.message);
  result["diagnostics"] = diagnostics;
  result["remarks"] = remarks;
  return nanobind::borrow<Outcome>(result);
}

} // namespace polymem::python

#endif // POLYMEM_PYTHON_CONVERT_H
