//===- RaisingPasses.td - what other front ends emit -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_RAISINGPASSES_TD
#define POLYMEM_TRANSFORMS_RAISINGPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-raise-to-affine
//===----------------------------------------------------------------------===//

def RaiseToAffinePass
    : Pass<"polymem-raise-to-affine", "::mlir::func::FuncOp"> {
  let summary = "Make affine loops, conditions and accesses of scf and memref";
  let description = [{
    Rewrites `scf.for`, `scf.parallel`, `scf.forall`, counted `scf.while`, `scf.if`,
    `memref.load` and `memref.store` whose bounds, conditions and subscripts are
    affine functions of loop variables and of values that do not change in the
    nest, to `affine.for`, `affine.parallel`, `affine.if`, `affine.load` and
    `affine.store`.

    Index arithmetic is seen through, on `index` and on integers of at most 64
    bits: `arith`, the `index` dialect and `affine.apply`, `affine.min`,
    `affine.max`. An affine expression has no width and rounds down, so an
    operation counts as what it does to integers only where that is so: division
    and remainder that round towards zero, and unsigned operations, where the
    bounds of loops and conditions around show the sign; arithmetic on fewer
    bits than 64 where it says `nsw`, or where bounds show that it does not wrap
    around. As elsewhere in PolyMem, `index` and `i64` are taken not to wrap
    around. A value that cannot be seen through but does not change in the nest
    is moved out of it and becomes a symbol.

    Loops may have integers as variables; a cast is left in the body for other
    uses. `iter_args` and results of conditions stay.

    ```mlir
    scf.for %i = %c0_i32 to %n step %c1_i32 : i32 {
      %p = arith.addi %i, %c1_i32 : i32
      %x = arith.index_cast %p : i32 to index
      %c = arith.cmpi slt, %i, %m : i32
      scf.if %c {
        memref.store %v, %A[%x] : memref<?xf32>
      }
    }
    ```
    becomes
    ```mlir
    %0 = arith.index_cast %n : i32 to index
    %1 = arith.index_cast %m : i32 to index
    affine.for %i = 0 to %0 {
      affine.if affine_set<(d0)[s0] : (-d0 + s0 - 1 >= 0)>(%i)[%1] {
        affine.store %v, %A[%i + 1] : memref<?xf32>
      }
    }
    ```

    What is not affine stays as it is, with a remark at its place that says
    what is in the way. Loops and accesses in it are raised all the same, where
    they do not depend on the variable of a loop that stays. Blocks of branches
    are not looked at as loops.

    With `copies`, `memref.copy` becomes loops as well: on the host it is fast,
    but for a device's arrays it has to be in a kernel.
  }];
  let options = [
    Option<"copies", "copies", "bool", /*default=*/"false",
           "Make loops of memref.copy, too">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numLoops", "num-loops", "Loops raised">,
    Statistic<"numConditions", "num-conditions", "Conditions raised">,
    Statistic<"numAccesses", "num-accesses", "Loads and stores raised">,
    Statistic<"numCopies", "num-copies", "Copies that became loops">,
    Statistic<"numLoopsLeft", "num-loops-left", "Loops that stay">,
    Statistic<"numConditionsLeft", "num-conditions-left",
              "Conditions that stay">,
    Statistic<"numAccessesLeft", "num-accesses-left",
              "Loads and stores that stay">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-clamp-sizes
//===----------------------------------------------------------------------===//

def ClampSizesPass : Pass<"polymem-clamp-sizes", "::mlir::func::FuncOp"> {
  let summary = "Make max(n, 0) of sizes n where that changes nothing";
  let description = [{
    A size that is an extent of an array is known not to be negative, an
    integer that is cast to an index is not. Orders and tiles that are right
    for sizes from 0 on only are not found then. Where all that uses the size
    is an upper bound of an affine loop that is empty for 0 and what is less,
    is in such a loop, or allocates memory, the size becomes `max(n, 0)`, of
    which it is known.

    ```mlir
    %0 = arith.index_cast %n : i32 to index
    affine.for %i = 0 to %0 {
      ...
    }
    ```
    becomes
    ```mlir
    %c0 = arith.constant 0 : index
    %0 = arith.index_cast %n : i32 to index
    %1 = arith.maxsi %0, %c0 : index
    affine.for %i = 0 to %1 {
      ...
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numClamped", "num-clamped", "Sizes that are not negative now">
  ];
}

#endif // POLYMEM_TRANSFORMS_RAISINGPASSES_TD
