//===- Passes.td - lowering passes -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of them, by topic.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_PASSES_TD
#define POLYMEM_CONVERSION_PASSES_TD

include "PolyMem/Conversion/AcceptancePasses.td"
include "PolyMem/Conversion/ScratchLoweringPasses.td"
include "PolyMem/Conversion/LaunchWarningPasses.td"
include "PolyMem/Conversion/CooperativePasses.td"
include "PolyMem/Conversion/CopyLoadPasses.td"
include "PolyMem/Conversion/PrefetchPasses.td"
include "PolyMem/Conversion/PTXPasses.td"
include "PolyMem/Conversion/EmulatorPasses.td"
include "PolyMem/Conversion/PremPasses.td"
include "PolyMem/Conversion/SegmentPasses.td"
include "PolyMem/Conversion/MakespanPasses.td"

#endif // POLYMEM_CONVERSION_PASSES_TD
