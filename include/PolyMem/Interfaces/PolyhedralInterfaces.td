//===- PolyhedralInterfaces.td - what Scop asks of an op ---*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The polyhedral layer knows no dialect of ours. An operation that is a loop or
// that moves sets of elements says so through these interfaces.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_INTERFACES_POLYHEDRALINTERFACES_TD
#define POLYMEM_INTERFACES_POLYHEDRALINTERFACES_TD

include "mlir/IR/OpBase.td"

def PolyhedralLoopOpInterface : OpInterface<"PolyhedralLoopOpInterface"> {
  let cppNamespace = "::polymem";
  let description = [{
    A loop nest of one operation with one body region: dimension `d` runs from
    `lower[d]` (included) to `upper[d]` (excluded) in steps of `step[d]`, which
    must be positive. Values are of index type.
  }];
  let methods = [
    InterfaceMethod<"The induction variables, outermost first.",
      "::llvm::SmallVector<::mlir::Value>", "getPolyhedralIvs">,
    InterfaceMethod<"Lower bounds, one per dimension.",
      "::llvm::SmallVector<::mlir::OpFoldResult>", "getPolyhedralLowerBounds">,
    InterfaceMethod<"Upper bounds (excluded), one per dimension.",
      "::llvm::SmallVector<::mlir::OpFoldResult>", "getPolyhedralUpperBounds">,
    InterfaceMethod<"Steps, one per dimension.",
      "::llvm::SmallVector<::mlir::OpFoldResult>", "getPolyhedralSteps">,
    InterfaceMethod<"The body.", "::mlir::Region &", "getPolyhedralBody">,
    InterfaceMethod<"True iff iterations of dimension `dim` are declared "
                    "independent.",
      "bool", "isPolyhedralParallel", (ins "unsigned":$dim)>
  ];
}

def PolyhedralCopyOpInterface : OpInterface<"PolyhedralCopyOpInterface"> {
  let cppNamespace = "::polymem";
  let description = [{
    Copies each element of a union of integer sets from one memref to the same
    coordinates of another. Dimensions of the sets are array coordinates,
    symbols are the operands returned by `getPolyhedralSymbols`.
  }];
  let methods = [
    InterfaceMethod<"The memref that is read.",
      "::mlir::Value", "getPolyhedralSource">,
    InterfaceMethod<"The memref that is written.",
      "::mlir::Value", "getPolyhedralTarget">,
    InterfaceMethod<"The sets, pairwise disjoint.",
      "::llvm::SmallVector<::mlir::IntegerSet>", "getPolyhedralSets">,
    InterfaceMethod<"The values of the sets' symbols.",
      "::mlir::ValueRange", "getPolyhedralSymbols">
  ];
}

#endif // POLYMEM_INTERFACES_POLYHEDRALINTERFACES_TD
