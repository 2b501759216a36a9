//===- ReductionsPass.td - sums as partial results -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_REDUCTIONSPASS_TD
#define POLYMEM_TRANSFORMS_REDUCTIONSPASS_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-split-reductions
//===----------------------------------------------------------------------===//

def SplitReductionsPass
    : Pass<"polymem-split-reductions", "::mlir::func::FuncOp"> {
  let summary = "Compute sums, products, minima and maxima as partial results";
  let description = [{
    A loop is a reduction if its iterations depend on each other only because
    each combines a value into the same memory cells, by additions (or
    subtractions), multiplications, minima, maxima or bit operations whose order
    does not matter: those of integers, `maximumf` and `minimumf` (`maxnumf` and
    `minnumf` may return either of two zeros), and those of floating-point numbers
    that have `fastmath<reassoc>`, or all with `reassociate`. That nothing else in
    the loop touches the cells is shown by the exact dependences.

    Such a loop becomes a loop over partial results, which is parallel, and loops
    that combine them; `polymem-tile` maps these to threads and blocks.

    ```mlir
    affine.for %j = 0 to %n {
      %x = affine.load %A[%j] : memref<?xi32>
      %s = affine.load %S[] : memref<i32>
      %t = arith.addi %s, %x : i32
      affine.store %t, %S[] : memref<i32>
    }
    ```
    becomes, with 256 partial results and `radix=16`,
    ```mlir
    affine.for %p = 0 to 256 {
      %cell = memref.alloca() : memref<i32>
      affine.store %zero, %cell[] : memref<i32>
      affine.for %j = affine_map<(p) -> (p)>(%p) to %n step 256 {
        // adds A[j] to the cell
      } {polymem.no_tile}
      // partial[p] = cell
    }
    affine.for %q = 0 to 16 {
      // next[q] = partial[q] + partial[q + 16] + ... + partial[q + 240]
    }
    // S = S + next[0] + ... + next[15]
    ```

    A reduction is split where one thread would do all the work, for neither a
    loop around it nor one in it is parallel: into `grid-partials` results, or, if
    it is in a sequential loop, into `block-partials`. Of nested reductions of the
    same cells, the outermost and the innermost loop are split. It is also split,
    into `row-partials` results, if one parallel loop is around it and
    neighbouring iterations of that loop read elements far apart, neighbouring
    iterations of the reduction, however, neighbours: of a matrix-vector product,
    each row is the work of several threads then (the loop over the partial
    results gets the attribute `polymem.lanes`). A parallel loop of fewer
    iterations than a warp has threads gets `block-partials` for each, whatever is
    read. Several reductions of a row are split together, and parallel loops beside
    them are dealt out to the same threads: the maximum, the sum and the division
    of
    ```mlir
    affine.for %i = 0 to %m {
      // max = maximumf of A[i, j]
      // sum = sum of exp(A[i, j] - max)
      affine.for %j = 0 to %n {
        // Y[i, j] = exp(A[i, j] - max) / sum
      }
    }
    ```
    are the work of one row's 32 threads, the last one as
    ```mlir
      affine.for %p = 0 to 32 {
        affine.for %j = affine_map<(p) -> (p)>(%p) to %n step 32 {
          // Y[i, j] = exp(A[i, j] - max) / sum
        }
      } {polymem.lanes}
    ```

    A perfect nest of reductions of one cell in parallel loops that is not split,
    such as a sum over a window, is executed in tiles of `tile-size` iterations of
    each loop:
    ```mlir
    affine.for %kt = 0 to %n step 32 {
      affine.for %lt = 0 to %n step 32 {
        affine.for %k = #same(%kt) to min #end(%kt)[%n] {
          affine.for %l = #same(%lt) to min #end(%lt)[%n] {
            // adds A[i + k, j + l] to S[i, j]
          }
        } {polymem.no_tile}
      } {polymem.tile_origins}
    } {polymem.tile_origins}
    ```
    As the loops are written, `polymem-tile` cuts the outer one only, since what it
    carries runs against the inner one; `polymem.tile_origins` asks it to take an
    iteration for a tile.

    Values in `iter_args` are put in memory first (see `polymem-demote-scalars`).
    Split operations that are not the same in any order get `fastmath<reassoc>`,
    and all lose what they say of overflow, infinities and NaN. Loops in tiles, and
    loops of few iterations, are left alone.
  }];
  let options = [
    Option<"reassociate", "reassociate", "bool", "false",
           "Floating-point operations may be reassociated though they do not say so">,
    Option<"gridPartials", "grid-partials", "int64_t", "16384",
           "Partial results of a reduction outside loops, a multiple of block-partials">,
    Option<"blockPartials", "block-partials", "int64_t", "0",
           "Partial results of a reduction in a sequential loop (1: not split, "
           "0: as many as the machine's tiles of one loop have points)">,
    Option<"rowPartials", "row-partials", "int64_t", "32",
           "Partial results of a reduction in a parallel loop (1: not split)">,
    Option<"tileSize", "tile-size", "int64_t", "0",
           "Iterations of a tile along each loop of a nest of reductions in "
           "parallel loops (1: no tiles, 0: as the machine's tiles have along "
           "loops that are not parallel)">,
    Option<"radix", "radix", "int64_t", "16",
           "Results that one thread combines on the way to one">,
    Option<"machine", "machine", "std::string",
           "::polymem::kDefaultMachine.str()",
           "Machine whose tiles partial results are to fill: a name or a JSON file">,
    Option<"strict", "strict", "bool", "false",
           "That no reduction is split is an error, with the reasons">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numSplit", "num-split", "Reductions split">,
    Statistic<"numTiled", "num-tiled", "Nests of reductions tiled">
  ];
}

#endif // POLYMEM_TRANSFORMS_REDUCTIONSPASS_TD
