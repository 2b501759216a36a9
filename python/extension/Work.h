//===- Work.h - long work that Ctrl-C ends ----------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_PYTHON_WORK_H
#define POLYMEM_PYTHON_WORK_H

#include <functional>

namespace polymem::python {

/// Does `work`, which must not use Python and not throw, on another thread with
/// the GIL released. A signal whose handler raises, as Ctrl-C does, calls
/// `interrupt`, which is to make the work end soon; when it has ended, what the
/// handler raised is thrown. (Handlers run on the main thread only: from other
/// threads the work is done to its end.)
void runInterruptibly(const std::function<void()> &work,
                      const std::function<void()> &interrupt);

} // namespace polymem::python

#endif // POLYMEM_PYTHON_WORK_H
