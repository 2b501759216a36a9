//===- Registration.h - everything PolyMem, registered at once -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_PIPELINES_REGISTRATION_H
#define POLYMEM_PIPELINES_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace polymem {

/// Registers PolyMem's dialects, and the upstream dialects and interface
/// implementations (LLVM translation, GPU targets) its pipelines need.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers PolyMem's passes and pipelines with the global pass registry.
void registerAllPasses();

/// Registers passes under the names that they once had: a pipeline with one
/// works, and a warning says the new name.
void registerOldPassNames();

} // namespace polymem

#endif // POLYMEM_PIPELINES_REGISTRATION_H
