//===- RecurrencesPass.td - tables of reductions -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_RECURRENCESPASS_TD
#define POLYMEM_TRANSFORMS_RECURRENCESPASS_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-tile-recurrences
//===----------------------------------------------------------------------===//

def TileRecurrencesPass
    : Pass<"polymem-tile-recurrences", "::mlir::func::FuncOp"> {
  let summary = "Tile tables whose elements are reductions over others";
  let description = [{
    A recurrence fills a table, element by element, and each element is a
    reduction of elements that were filled before: dynamic programming over
    intervals, such as the best parenthesization of a product or the folding of a
    sequence.

    ```mlir
    affine.for %r = 0 to %n {
      affine.for %j = affine_map<(r)[n] -> (n - r)>(%r)[%n] to %n {
        affine.for %k = affine_map<(r)[n] -> (n - 1 - r)>(%r)[%n] to #same(%j) {
          // T[n-1-r, j] = max(T[n-1-r, j], T[n-1-r, k] + T[k + 1, j])
        }
      }
    }
    ```
    In this order, or along diagonals, a step is as long as the whole reduction,
    and nothing of it is used twice. The order of the reduction, however, does not
    matter, and most of it reads elements that are far from the one it is for. The
    table is cut into tiles of `tile-size` elements along each side, and the
    reduction in three: what reads nothing of its own tile comes first. It is like
    a tile of a matrix product: all elements are parallel, and a strip of
    `strip-size` iterations can be staged. The others follow in order. Tiles of a wave, whose
    numbers have the same sum, do not depend on each other, nor do elements of
    one diagonal in a tile.

    ```mlir
    affine.for %wave = #first to #last {
      scratch.tile (%tile) = (%a) to (%b) step (%c1) mapping [#gpu.block<x>] {
        %u = affine.apply #times_32(%tile)
        %v = affine.apply #times_32(%wave - %tile)
        scratch.tile (%k0) = (%first) to (%end) step (%c64) {
          scratch.tile (%r, %j) = (%u, %v) to (%r1, %j1) step (%c1, %c1)
              mapping [#gpu.thread<y>, #gpu.thread<x>] {
            affine.for %k = %k0 to min #strip(%k0)[%end] {
              // T[n-1-r, j] = max(T[n-1-r, j], T[n-1-r, k] + T[k + 1, j])
            }
          }
        }
      }
      scratch.tile (%tile) = (%a) to (%b) step (%c1) mapping [#gpu.block<x>] {
        affine.for %d = #first_diagonal(%wave) to #last_diagonal(%wave) {
          scratch.tile (%r) = (%r0) to (%r1) step (%c1) mapping [#gpu.thread<x>] {
            affine.if #in_domain(%r, %d) {
              // k from the row's first one to %first, and from %end to j = d - r
            }
          }
        }
      }
    }
    ```
    Waves near the diagonal whose tiles have no such part are loops of their own.

    What is tiled are two outermost loops, one in the other, that write one element
    of a table of two dimensions in each iteration, and in them a loop that is a
    reduction to this element, exact in any order: of integers, `maximumf` or
    `minimumf`. All dependences must run in one direction along each dimension
    of the table, and some along each of them alone: where elements of a row or of
    a column are independent, a loop over them is parallel, as in triangular
    factorizations, and `polymem-schedule` finds it. Statements before the reduction are updates of the same kind, as
    `max` above, or need nothing of their tile, as an initial value; what follows
    it may be anything. Exact dependences say which iterations read nothing of
    their own tile; those between two bounds that hold for a whole tile are taken.
    Everything else is left as it is, with a remark, and so are functions with
    tiles, loops declared parallel, or attributes that say how they are tiled.

    Values in `iter_args` are put in memory first (see `polymem-demote-scalars`).
    Reordered operations lose what they say of overflow, infinities and NaN.
  }];
  let options = [
    Option<"tileSize", "tile-size", "int64_t", "32",
           "Elements along each side of a tile">,
    Option<"stripSize", "strip-size", "int64_t", "64",
           "Iterations of the reduction that are staged at a time">,
    Option<"machine", "machine", "std::string",
           "::polymem::kDefaultMachine.str()",
           "Machine whose tiles of one loop say how many threads a block has: a "
           "name or a JSON file">,
    Option<"strict", "strict", "bool", "false",
           "That no recurrence is tiled is an error, with the reasons">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect",
                           "::polymem::scratch::ScratchDialect"];
  let statistics = [
    Statistic<"numTiled", "recurrences-tiled", "Recurrences tiled">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-reverse-reductions
//===----------------------------------------------------------------------===//

def ReverseReductionsPass
    : Pass<"polymem-reverse-reductions", "::mlir::func::FuncOp"> {
  let summary = "Begin reductions with what is computed first";
  let description = [{
    Back substitution as it is mostly written begins each sum with the term that
    was computed last:

    ```mlir
    affine.for %i = 0 to %n {
      affine.for %j = affine_map<(i)[n] -> (n - i)>(%i)[%n] to %n {
        // x[n-1-i] += A[n-1-i, j] * x[j]
      }
      // x[n-1-i] = x[n-1-i] / A[n-1-i, n-1-i]
    }
    ```
    So nothing can be added before the iteration of `%i` in front is done, and all
    n^2 / 2 additions are one chain. In the opposite order only the last addition of
    each sum waits for it, as in forward substitution, and `polymem-schedule` finds
    tiles by levels:

    ```mlir
    affine.for %i = 0 to %n {
      affine.for %r = 0 to affine_map<(i) -> (i)>(%i) {
        // x[n-1-i] += A[n-1-i, n-1-r] * x[n-1-r]
      }
      // x[n-1-i] = x[n-1-i] / A[n-1-i, n-1-i]
    }
    ```

    What is reversed are loops that carry nothing but reductions whose order does not
    matter (as in `polymem-split-reductions`: integers, `maximumf`, `minimumf`,
    `fastmath<reassoc>`, or all with `reassociate`) if the value-based
    dependences say that no iteration reads what loops around it wrote earlier than
    what a later iteration reads, and some the contrary. The step of such a loop must
    be 1, and its upper bound not the least of several. Floating-point sums may
    have other bits than before; those of integers have not. Reordered operations
    lose what they say of overflow, infinities and NaN, and floating-point ones get
    `fastmath<reassoc>`.
  }];
  let options = [
    Option<"reassociate", "reassociate", "bool", "false",
           "Floating-point operations may be reassociated though they do not say so">,
    Option<"strict", "strict", "bool", "false",
           "That no reduction is reversed is an error, with the reasons">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numReversed", "reductions-reversed", "Reductions reversed">
  ];
}

#endif // POLYMEM_TRANSFORMS_RECURRENCESPASS_TD
