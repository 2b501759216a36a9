//===- AxesPasses.td - which iterations are neighbouring threads -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_AXESPASSES_TD
#define POLYMEM_TRANSFORMS_AXESPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-choose-axes
//===----------------------------------------------------------------------===//

def ChooseAxesPass : Pass<"polymem-choose-axes", "::mlir::func::FuncOp"> {
  let summary = "Skew loops so that neighbouring threads access neighbours";
  let description = [{
    Behind `polymem-schedule`, whose attributes `scratch.loop` say which loops are
    parallel. `polymem-tile` makes neighbouring threads of neighbouring iterations of
    one parallel loop. Where references that access each element once are scattered
    along each of these, this pass looks for a direction along several loops
    (TR78, Algorithm 1): one parallel loop counts threads, and others move along with it
    by a constant number of iterations. These are skewed, so that they stay where they
    are from one thread to the next. Subsets of the references are tried, those of
    most bytes first.

    The diagonals of a matrix in band storage, times a vector:
    ```mlir
    affine.for %j = 0 to %n {
      affine.for %i = max(0, %j - %k) to min(%n, %j + %k + 1) {
        // y[j] = y[j] + A[i - j + k, j] * x[i]
      }
    } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true, parallel = true>}
    ```
    Along `j`, elements of A are apart; along `j + i`, they are neighbours, as are those
    of y and x:
    ```mlir
    affine.for %j = 0 to %n {
      affine.for %d = max(-%k, -%j) to min(%k + 1, %n - %j) {
        // y[j] = y[j] + A[d + k, j] * x[d + j]
      }
    } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true, parallel = true>}
    ```

    Each element gets its operations in the order that it had: the new order is verified
    like that of `polymem-schedule`, on the exact dependences. With `pipeline`, passes
    that end in launches as for `polymem-choose-sizes`, the function is compiled as it is
    and with each of the best directions, and one is taken if the cost model gives it
    `min-gain` less time; without, the best one is.

    A function without subscripts that add up several loops is left alone at no cost. The remark
    `Axes` lists what is coalesced along which direction, `Skewed` and `NotSkewed` say what
    was taken.
  }];
  let options = [
    Option<"pipeline", "pipeline", "std::string", /*default=*/"\"\"",
           "Passes from the function as it is to launches">,
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine description: a built-in name or a JSON file">,
    ListOption<"assume", "assume", "std::string",
               "Sizes for which times are compared: N=1000,M=20">,
    Option<"assumedSize", "assumed-size", "int64_t", /*default=*/"::polymem::kAssumedSize",
           "What sizes that 'assume' does not name are taken to be">,
    Option<"maxVariants", "max-variants", "unsigned", /*default=*/"6",
           "The most directions to try in a function">,
    Option<"minGain", "min-gain", "double", /*default=*/"::polymem::kVariantGain",
           "The part of the time that a skewed direction has to save">,
    Option<"maxParts", "max-parts", "unsigned", /*default=*/"::polymem::kVariantParts",
           "Parts of iterations and blocks that the cost model looks at for a "
           "variant">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::polymem::scratch::ScratchDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numVariants", "num-variants", "Directions that were tried">,
    Statistic<"numSkewed", "num-skewed", "Nests with skewed loops">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-print-axes
//===----------------------------------------------------------------------===//

def PrintAxesPass : Pass<"polymem-print-axes", "::mlir::ModuleOp"> {
  let summary = "Print along which directions references are coalesced";
  let description = [{
    Prints, for each outermost parallel loop and what is in it, the references of its
    innermost statements with their access matrices, a column for each loop, and for each direction
    that neighbouring threads may go along (see `polymem-choose-axes`), which of
    them access neighbours, one element, or what is scattered; best first, so that the first
    one is what `polymem-tile` takes without tile sizes, unless it is skewed. Which loops are parallel
    is computed from the dependences of the function as it is. The IR is not changed.

    ```mlir
    func.func @tmv(%A: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>,
                   %m: index, %n: index) {
      affine.for %j = 0 to %n {
        affine.for %i = 0 to %m {
          // y[j] = y[j] + A[i, j] * x[i]
        }
      }
      return
    }
    ```

    is printed as

    ```
    axes of @tmv
      loops j (parallel), i
        load A[i, j]: [0 1; 1 0], each element once
        ...
        threads along j: neighbours of A, y, y; one element of x
    ```
  }];
  let options = [
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
}

#endif // POLYMEM_TRANSFORMS_AXESPASSES_TD
