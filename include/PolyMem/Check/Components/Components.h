//===- Components.h - what must hold for components to run ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That cores which load ahead and store behind, one beside the other, do as the
// tiles of a `prem.component` do one after the other. This is decided from what
// the dialect says of its operations (Gu 2023, 3.5), not from the analysis by
// which the components were made. Pure: nothing is changed and nothing printed.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CHECK_COMPONENTS_COMPONENTS_H
#define POLYMEM_CHECK_COMPONENTS_COMPONENTS_H

#include "PolyMem/Check/Obligations/Finding.h"
#include "PolyMem/Polyhedral/Isl/Isl.h"

namespace polymem {

struct Machine;

struct ComponentCheckOptions {
  /// Budget of isl operations of each component (0: no bound).
  unsigned long maxIslOperations = kDefaultIslOperations;
  /// A multicore; null: capacity is not checked.
  const Machine *machine = nullptr;
};

/// Whether `func` has components.
bool hasComponents(mlir::Operation *func);

/// Puts loops in place of the components of `func`, which do the same if
/// nothing runs beside anything else: a loop for each dimension of tiles, and
/// of each buffer memory and loops that copy boxes in and out. False, and
/// `func` is of no use, if a number of tiles is no affine value.
bool makeSequential(mlir::Operation *func);

/// Decides, for all components of `func` together and all values of what they
/// use from outside:
///
///  - `phases`: segments access their buffers only, in bounds, and write none
///    that is read-only; what they read, and what is stored, was loaded or
///    written before; what they write is stored; boxes lie in array and buffer.
///  - `transfers`: nothing is loaded before what is stored to it is in main
///    memory. With two buffers, the next box is loaded before this one is
///    stored. What is resident has one box on a core; boxes are empty, or come
///    back, where streams say so. Of two buffers of an array, none stores what
///    the other one transfers, but for elements that segments do not change,
///    or do not read in the other one, if that one is not stored.
///  - `cores`: no core accesses what another one stores.
///  - `capacity`, with a machine: there are so many cores, and buffers, two of
///    each stream, fit beside what is reserved.
///
/// A violation has the tiles, and the array, in words.
llvm::SmallVector<Finding>
checkComponents(mlir::Operation *func, const ComponentCheckOptions &options);

} // namespace polymem

#endif // POLYMEM_CHECK_COMPONENTS_COMPONENTS_H
