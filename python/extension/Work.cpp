//===- Work.cpp - long work that Ctrl-C ends ------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Work.h"
#include <chrono>
#include <future>
#include <nanobind/nanobind.h>

namespace nb = nanobind;

/// How long a signal may have to wait.
static constexpr std::chrono::milliseconds kPatience(50);

void polymem::python::runInterruptibly(const std::function<void()> &work,
                                       const std::function<void()> &interrupt) {
  std::future<void> done = std::async(std::launch::async, work);
  while (true) {
    {
      nb::gil_scoped_release release;
      if (done.wait_for(kPatience) == std::future_status::ready)
        return done.get();
    }
    if (PyErr_CheckSignals() == 0)
      continue;
    // The exception waits in Python's state of this thread.
    nb::gil_scoped_release release;
    interrupt();
    done.wait();
    break;
  }
  throw nb::python_error();
}
