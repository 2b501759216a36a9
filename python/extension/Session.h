//===- Session.h - a context and what is said in it -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_PYTHON_SESSION_H
#define POLYMEM_PYTHON_SESSION_H

#include "polymem-c/PolyMem.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace polymem::python {

/// A place in a text; line 0 is no place.
struct Place {
  std::string file;
  int64_t line = 0, column = 0;
};

/// A diagnostic of MLIR.
struct Diagnostic {
  std::string severity, message;
  Place place;
  std::vector<Diagnostic> notes;
};

/// A remark of a pass.
struct Remark {
  std::string kind, pass, name, function, message;
  std::vector<std::pair<std::string, std::string>> arguments;
  Place place;
};

/// A context of its own for one piece of work, with what passes say in it. It
/// knows nothing of Python.
class Session {
public:
  Session();
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  MlirContext context() const { return ctx; }

  /// Reads a module, as text or bytecode. Null after an error, which is a
  /// diagnostic.
  MlirModule parse(const std::string &source) const;

  /// The text of `module`, with locations if `locations`.
  static std::string print(MlirModule module, bool locations);
  /// The bytecode of `module`.
  static std::string bytecode(MlirModule module);

  /// Makes pipelines on the context end soon. For other threads.
  void interrupt() const { polymemInterruptRequest(token); }

  std::vector<Diagnostic> diagnostics;
  std::vector<Remark> remarks;
  /// What was wrong with an argument, from the C API's `error` callbacks.
  std::string message;

private:
  MlirContext ctx;
  PolyMemInterrupt token;
};

/// A callback that appends to the std::string that is its user data.
void append(MlirStringRef text, void *data);

/// A copy of `text`.
inline std::string textOf(MlirStringRef text) {
  return {text.data, text.length};
}

/// `text` for the C API.
inline MlirStringRef refOf(const std::string &text) {
  return mlirStringRefCreate(text.data(), text.size());
}

} // namespace polymem::python

#endif // POLYMEM_PYTHON_SESSION_H
