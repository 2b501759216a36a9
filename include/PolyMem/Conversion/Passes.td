//===- Passes.td - lowering passes -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_PASSES_TD
#define POLYMEM_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// convert-scratch-to-memref
//===----------------------------------------------------------------------===//

def ConvertScratchToMemRefPass
    : Pass<"convert-scratch-to-memref", "::mlir::func::FuncOp"> {
  let summary = "Lower the scratch dialect to loops and plain memrefs";
  let description = [{
    Runs a staged program anywhere: everything is in the default memory space
    and runs in order.

    - `scratch.tile` becomes `affine.for` loops where its steps are constants
      and its bounds are valid affine operands, `scf.for` loops elsewhere;
      mapped dimensions run one iteration after the other. Affine operations
      inside that depended on the tile being an affine scope are repaired, or
      lowered to `scf`, `arith` and `memref`.
    - `scratch.alloc` becomes an allocation of the physical extents; accesses go
      through the storage mapping. `e mod m` is dropped where the loops around
      prove `0 <= e < m`, and is a mask where it is computed with `arith` and
      `m` is a power of two.
    - `scratch.copy_in` and `scratch.copy_out` become loops that visit each
      element of the union of their sets once. An asynchronous copy is done
      where it is issued; `scratch.wait` disappears.

    A buffer that is used by any other operation (a call, `memref.subview`, ...)
    is an error that names the operation; the function is left as it was.

    ```mlir
    #box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
    #set = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0,
                                      -d0 + s1 - 1 >= 0)>
    scratch.tile (%i) = (%c0) to (%n) step (%c16) {
      %b = scratch.alloc(%n)[%i] : memref<?xf32, #box>
      scratch.copy_in %A to %b over [#set](%i, %n)
          : memref<?xf32> to memref<?xf32, #box>
      affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%i, %n] {
        %x = affine.load %b[%ii] : memref<?xf32, #box>
        ...
      }
    }
    ```
    becomes
    ```mlir
    %b = memref.alloca() : memref<16xf32>
    affine.for %i = 0 to %n step 16 {
      affine.for %e = #id(%i) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%i)[%n] {
        %0 = affine.load %A[%e] : memref<?xf32>
        affine.store %0, %b[%e - %i] : memref<16xf32>
      }
      affine.for %ii = #id(%i) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%i)[%n] {
        %x = affine.load %b[%ii - %i] : memref<16xf32>
        ...
      }
    }
    ```
  }];
  let options = [
    Option<"maxStackBytes", "max-stack-bytes", "uint64_t", "4096",
           "Buffers with constant extents of at most this many bytes are put "
           "on the stack, others on the heap">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "20000000",
           "Budget of isl operations for the loops of one copy (0: unbounded); "
           "beyond it, the copy tests each element of the array for "
           "membership">
  ];
  let statistics = [
    Statistic<"numTiles", "tiles", "Tiles lowered to loops">,
    Statistic<"numBuffers", "buffers", "Buffers lowered to memrefs">,
    Statistic<"numCopies", "copies", "Copies lowered to loops">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // POLYMEM_CONVERSION_PASSES_TD
