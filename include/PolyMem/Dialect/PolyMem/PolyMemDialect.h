//===- PolyMemDialect.h - whose attributes polymem.* are --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dialect without operations. MLIR loads it when it reads the first attribute
// `polymem.*`, and asks it about each one whenever it verifies.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_POLYMEM_POLYMEMDIALECT_H
#define POLYMEM_DIALECT_POLYMEM_POLYMEMDIALECT_H

#include "PolyMem/Support/Interrupt.h"
#include "mlir/IR/Dialect.h"
#include <memory>

namespace polymem {

/// Owns the attributes of Support/Attributes.h. One that is not among them, or
/// stands where nobody reads it, is an error.
class PolyMemDialect : public mlir::Dialect {
public:
  explicit PolyMemDialect(mlir::MLIRContext *context);
  static llvm::StringRef getDialectNamespace() { return "polymem"; }

  /// An attribute of an operation.
  mlir::LogicalResult
  verifyOperationAttribute(mlir::Operation *op,
                           mlir::NamedAttribute attribute) override;
  /// An attribute of an argument, of a function for instance.
  mlir::LogicalResult
  verifyRegionArgAttribute(mlir::Operation *op, unsigned region,
                           unsigned argument,
                           mlir::NamedAttribute attribute) override;
  /// An attribute of a result of a function: there is none.
  mlir::LogicalResult
  verifyRegionResultAttribute(mlir::Operation *op, unsigned region,
                              unsigned result,
                              mlir::NamedAttribute attribute) override;

  /// What ends pipelines on the context early: see Interruption.h.
  std::shared_ptr<const InterruptFlag> interrupt;
};

} // namespace polymem

MLIR_DECLARE_EXPLICIT_TYPE_ID(polymem::PolyMemDialect)

#endif // POLYMEM_DIALECT_POLYMEM_POLYMEMDIALECT_H
