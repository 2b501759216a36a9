//===- HostThreads.h - what other threads do of a program -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What code calls that has been lowered from the async dialect, as MLIR's own
// run-time: tasks are done one by one in the order in which they are started,
// by one thread.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_RUNTIME_ASYNC_HOSTTHREADS_H
#define POLYMEM_RUNTIME_ASYNC_HOSTTHREADS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace polymem::runtime {

/// Calls `define(name, address)` for the functions of the async run-time.
void defineThreadSymbols(
    llvm::function_ref<void(llvm::StringRef, void *)> define);

/// Waits until all tasks that this thread has started have ended: none is in
/// the program's code any more.
void finishThreads();

} // namespace polymem::runtime

#endif // POLYMEM_RUNTIME_ASYNC_HOSTTHREADS_H
