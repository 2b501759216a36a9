//===- PolyMemDialect.cpp - whose attributes polymem.* are ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/PolyMem/PolyMemDialect.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace polymem;

MLIR_DEFINE_EXPLICIT_TYPE_ID(polymem::PolyMemDialect)

namespace {
/// LLVM IR has nothing for the attributes, and need not warn about it.
struct NoTranslation : LLVMTranslationDialectInterface {
  using LLVMTranslationDialectInterface::LLVMTranslationDialectInterface;
};
} // namespace

PolyMemDialect::PolyMemDialect(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<PolyMemDialect>()) {
  addInterfaces<NoTranslation>();
}

static StringRef describe(KnownAttribute::Place place) {
  return place == KnownAttribute::Place::Argument ? "arguments of functions"
                                                  : "operations";
}

/// The known attribute whose name takes the fewest changes to get to; among
/// equals one that may stand at `place`.
static const KnownAttribute &
nearestTo(StringRef name, std::optional<KnownAttribute::Place> place) {
  auto distance = [&](const KnownAttribute &known) {
    return 2 * name.edit_distance(known.name) + (known.place != place);
  };
  const KnownAttribute *best = nullptr;
  for (const KnownAttribute &known : kKnownAttributes)
    if (known.forUsers && (!best || distance(known) < distance(*best)))
      best = &known;
  return *best;
}

/// An error at `loc` unless `attribute` is known and may stand at `place`
/// (nullopt: nothing may).
static LogicalResult verify(Location loc, NamedAttribute attribute,
                            std::optional<KnownAttribute::Place> place) {
  StringRef name = attribute.getName();
  const auto *known =
      llvm::find_if(kKnownAttributes, [&](const KnownAttribute &candidate) {
        return candidate.name == name;
      });
  if (known == std::end(kKnownAttributes)) {
    const KnownAttribute &nearest = nearestTo(name, place);
    return emitError(loc) << "unknown attribute '" << name
                          << "'; did you mean '" << nearest.name << "' ("
                          << nearest.meaning << ", on "
                          << describe(nearest.place) << ")?";
  }
  if (place && known->place == *place)
    return success();
  return emitError(loc) << "attribute '" << name << "' (" << known->meaning
                        << ") is for " << describe(known->place)
                        << "; nobody reads it here";
}

LogicalResult
PolyMemDialect::verifyOperationAttribute(Operation *op,
                                         NamedAttribute attribute) {
  return verify(op->getLoc(), attribute, KnownAttribute::Place::Operation);
}

LogicalResult
PolyMemDialect::verifyRegionArgAttribute(Operation *op, unsigned region,
                                         unsigned argument,
                                         NamedAttribute attribute) {
  // A declaration has no block.
  Region &body = op->getRegion(region);
  Location loc = body.empty() || argument >= body.getNumArguments()
                     ? op->getLoc()
                     : body.getArgument(argument).getLoc();
  return verify(loc, attribute, KnownAttribute::Place::Argument);
}

LogicalResult
PolyMemDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned,
                                            NamedAttribute attribute) {
  return verify(op->getLoc(), attribute, std::nullopt);
}
