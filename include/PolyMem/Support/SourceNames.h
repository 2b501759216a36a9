//===- SourceNames.h - what the source calls a value ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's text has no names of values once it is read. Front ends say them in
// locations: `loc("A")`.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_SUPPORT_SOURCENAMES_H
#define POLYMEM_SUPPORT_SOURCENAMES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace polymem {

/// Letters, digits and `_`, no digit first.
inline bool isIdentifier(llvm::StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// What the source calls `value`, if the IR says so: the name of a global, or a
/// NameLoc, of any characters; else empty.
inline llvm::StringRef sourceNameOf(mlir::Value value) {
  if (auto global = value.getDefiningOp<mlir::memref::GetGlobalOp>())
    return global.getName();
  if (auto loc = value.getLoc()->findInstanceOf<mlir::NameLoc>())
    return loc.getName().getValue();
  return {};
}

} // namespace polymem

#endif // POLYMEM_SUPPORT_SOURCENAMES_H
