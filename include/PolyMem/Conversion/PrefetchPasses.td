//===- PrefetchPasses.td - what later tiles copy ------------*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_PREFETCHPASSES_TD
#define POLYMEM_CONVERSION_PREFETCHPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// scratch-prefetch-tiles
//===----------------------------------------------------------------------===//

def ScratchPrefetchTilesPass
    : Pass<"scratch-prefetch-tiles", "::mlir::func::FuncOp"> {
  let summary = "Prefetch what the tiles behind a tile copy";
  let description = [{
    For a CPU: a copy into a buffer in a sequential `scratch.tile` gets loops in front of it
    that prefetch (`memref.prefetch`) what the tile `lead` steps behind in the last dimension
    copies there, one element per row and cache line: of elements `(i, j)` the elements
    `(i, l (j floordiv l))`, with l elements in a line. They are elements of the same row
    and not behind the one that is copied, so that all are in the array. A tile that
    does not exist prefetches nothing. Where rows do not begin at a multiple of a line,
    the last elements of a row may be in a line more, which is not prefetched.

    ```mlir
    scratch.tile (%i) = (%c0) to (%n) step (%c32) {
      scratch.copy_in %A to %b over [#set](%i, %n) : memref<?xf32> to memref<?xf32, #box>
    ```
    becomes
    ```mlir
    scratch.tile (%i) = (%c0) to (%n) step (%c32) {
      affine.for %q = ... {  // lines of elements i + 32 <= e < min(i + 64, n)
        memref.prefetch %A[%line], read, locality<3>, data : memref<?xf32>
      }
      scratch.copy_in %A to %b over [#set](%i, %n) : memref<?xf32> to memref<?xf32, #box>
    ```

    Prefetches change no values, wherever they are. A copy is left alone, and a remark says
    why, where what the other tile copies cannot be computed from its origin, where its sets are
    not affine or not bounded, or beyond the budget.
  }];
  let options = [
    Option<"lead", "lead", "unsigned", "0",
           "Tiles ahead (0: as many as the tile's `pipeline` says, or one)">,
    Option<"lineBytes", "line-bytes", "unsigned", "64", "Bytes of a cache line">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations",
           "Budget of isl operations for the loops of one copy (0: unbounded); "
           "beyond it, nothing is prefetched">
  ];
  let statistics = [
    Statistic<"numCopies", "copies", "Copies that are prefetched">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

//===----------------------------------------------------------------------===//
// polymem-lower-tokens
//===----------------------------------------------------------------------===//

def LowerTokensPass : Pass<"polymem-lower-tokens", "::mlir::ModuleOp"> {
  let summary = "Make pointers of the tokens that loops carry";
  let description = [{
    Behind upstream's `convert-async-to-llvm`, to which `scf.for` and branches between blocks are
    unknown: what they carry are tokens still, with casts from and to pointers.

    ```mlir
    %t = builtin.unrealized_conversion_cast %p : !llvm.ptr to !async.token
    scf.for %i = %a to %b step %c iter_args(%u = %t) -> (!async.token) {
      %q = builtin.unrealized_conversion_cast %u : !async.token to !llvm.ptr
      ...
    ```
    becomes
    ```mlir
    scf.for %i = %a to %b step %c iter_args(%u = %p) -> (!llvm.ptr) {
      ...
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // POLYMEM_CONVERSION_PREFETCHPASSES_TD
