//===- ScratchBase.td - the scratch dialect ----------------*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_IR_SCRATCHBASE_TD
#define POLYMEM_DIALECT_SCRATCH_IR_SCRATCHBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpBase.td"

def Scratch_Dialect : Dialect {
  let name = "scratch";
  let cppNamespace = "::polymem::scratch";
  let summary = "Software-managed fast memory: tiles, buffers and copies";
  let description = [{
    The `scratch` dialect models what a compiler decides about memory that is
    managed by hand (a GPU's shared memory, a core's scratchpad, registers):

    - `scratch.tile`, a loop over tile origins: the unit of computation that
      buffers, copies and mappings speak of;
    - `scratch.alloc`, a buffer that looks like the whole array and occupies few
      cells: a memref whose layout is a storage mapping (`#scratch.mapping`);
    - `scratch.copy_in` and `scratch.copy_out`, which move exactly the elements
      of a union of integer sets between an array and a buffer, at once or
      asynchronously (`!scratch.token`, `scratch.wait`).

    Buffers are accessed by plain `affine.load` and `affine.store` in the
    array's own coordinates, so upstream affine passes keep working on them.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect"
  ];
  let hasOperationAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
}

#endif // POLYMEM_DIALECT_SCRATCH_IR_SCRATCHBASE_TD
