//===- Equivalence.h - faults that change nothing ---------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TEST_LIB_MUTATION_EQUIVALENCE_H
#define POLYMEM_TEST_LIB_MUTATION_EQUIVALENCE_H

#include "PolyMem/Polyhedral/Scop.h"
#include "mlir/IR/IRMapping.h"

namespace polymem::test {

/// Why the program `after`, a changed copy of `before` in the same isl context,
/// means the same for all sizes; empty if that is not known. Both were built
/// with `ScopOptions::traceIndices`; `copied` maps the values of `before`.
///
/// - "same accesses": domains, accesses and order are equal.
/// - "never read": one copy into a buffer copies other elements, but nobody
///   reads those elements of the buffer; additional ones are inside array and
///   buffer, have cells of their own, and nothing in the same kernel writes the
///   array.
std::string whyEquivalent(const Scop &before, const Scop &after,
                          const mlir::IRMapping &copied);

} // namespace polymem::test

#endif // POLYMEM_TEST_LIB_MUTATION_EQUIVALENCE_H
