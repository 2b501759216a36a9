//===- PolyhedralInterfaces.h - what Scop asks of an op ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_INTERFACES_POLYHEDRALINTERFACES_H
#define POLYMEM_INTERFACES_POLYHEDRALINTERFACES_H

#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/OpDefinition.h"

#include "PolyMem/Interfaces/PolyhedralInterfaces.h.inc"

#endif // POLYMEM_INTERFACES_POLYHEDRALINTERFACES_H
