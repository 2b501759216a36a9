//===- Messages.h - text for callers of the C API (internal) ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CAPI_MESSAGES_H
#define POLYMEM_LIB_CAPI_MESSAGES_H

#include "mlir/CAPI/Support.h"
#include "polymem-c/PolyMem.h"

namespace polymem::capi {

/// Gives `text` to `callback`, if there is one.
inline void give(llvm::StringRef text, MlirStringCallback callback,
                 void *userData) {
  if (callback)
    callback(wrap(text), userData);
}

/// A failure for the reason `text`.
inline MlirLogicalResult fail(llvm::StringRef text, MlirStringCallback error,
                              void *userData) {
  give(text.rtrim(), error, userData);
  return mlirLogicalResultFailure();
}

} // namespace polymem::capi

#endif // POLYMEM_LIB_CAPI_MESSAGES_H
