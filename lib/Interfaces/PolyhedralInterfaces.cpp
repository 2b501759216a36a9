//===- PolyhedralInterfaces.cpp - what Scop asks of an op -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Interfaces/PolyhedralInterfaces.h"

#include "PolyMem/Interfaces/PolyhedralInterfaces.cpp.inc"
