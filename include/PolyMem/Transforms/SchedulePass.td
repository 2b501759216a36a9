//===- SchedulePass.td - orders of loops -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_SCHEDULEPASS_TD
#define POLYMEM_TRANSFORMS_SCHEDULEPASS_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-schedule
//===----------------------------------------------------------------------===//

def SchedulePass : Pass<"polymem-schedule", "::mlir::func::FuncOp"> {
  let summary = "Reorder each function for locality and parallelism";
  let description = [{
    Computes the dependences of the whole function, lets isl's scheduler find an
    order that respects them, with bands of permutable loops in which dependences
    are short, and generates the function again in that order: loops are
    interchanged, shifted, skewed, distributed and fused. The order is verified
    against the dependences before anything changes. Floating-point operations
    are computed from the same operands as before: results are the same to the
    last bit.

    Values that cross statements are put in memory first (see
    `polymem-demote-scalars`). Arrays made in the function, these scalars among
    them, do not tie iterations together only because they share memory: their
    values may come in any order as long as no value is overwritten before its
    last read (live-range reordering). A temporary in stack memory of constant
    size that an iteration does not share with others is then allocated in it
    (see `polymem-privatize`).

    Each loop gets the attribute `scratch.loop`, which says to which band it
    belongs and what the dependences of the new function show: whether the band
    is permutable, whether the loop is parallel. Loops that were declared
    parallel (`affine.parallel`) are taken to carry no dependence; they come out
    as `affine.for`, marked parallel only if that can be shown.

    The outermost loops with a statement that only the host can execute, a call
    for instance, stay as they are, in their place, so that no loop that may
    become a launch gets it; a remark names the operation (`HostOperation`).

    `fusion` says which statements may share loops. With `auto`, what shares outermost
    loops with a statement that has fewer parallel loops than its own dependences allow
    is also ordered with only those together that depend on each other cyclically. That is
    taken if a statement has more parallel loops then and none has fewer; statements that
    gain nothing share loops again. `outer-parallel=false` looks
    for bands as deep as possible instead of for a parallel outermost loop.

    The operations of a loop body between two inner loops are one statement. Where
    such a statement has several stores, and a loop around it is not parallel, it
    is separated into parts, each with some of the stores and what they need, if
    then more loops, or loops further out, are parallel for some part and no statement
    loses by it (`separate=false` turns this off). Loads and cheap operations that several
    parts need are repeated. Two matrix-vector products in one nest become two
    nests, each with a parallel outer loop:
    ```mlir
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %m {
        // s[j] = s[j] + r[i] * A[i, j];  q[i] = q[i] + A[i, j] * p[j]
      }
    }
    ```
    becomes
    ```mlir
    affine.for %j = 0 to %m {
      affine.for %i = 0 to %n {
        // s[j] = s[j] + r[i] * A[i, j]
      } {scratch.loop = #scratch.loop<band = 0, member = 1, permutable = true>}
    } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true, parallel = true>}
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %m {
        // q[i] = q[i] + A[i, j] * p[j]
      } {scratch.loop = #scratch.loop<band = 1, member = 1, permutable = true>}
    } {scratch.loop = #scratch.loop<band = 1, member = 0, permutable = true, parallel = true>}
    ```

    In-place factorisations and triangular solves have one permutable band whose outermost
    loop is sequential, and launches in each of its iterations. With `level-tile=T` such a band is cut
    into tiles of T iterations in each loop, and the tiles of one outer tile are executed by levels:
    each level is a nest of its own, with tiles that need those of earlier levels only. That is done where the
    last tiles are parallel in all loops but the innermost one, and there are at most four levels. Where there
    is no such band, tiles are of the outermost loop and of the elements of an array that all statements
    in it write or read, each statement one of them in an iteration.
    Each element gets its operations in the order that it had:
    ```mlir
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %i {
        // x[i] = x[i] - L[i, j] * x[j]
      }
      // x[i] = x[i] / L[i, i]
    }
    ```
    becomes, for T = 32,
    ```mlir
    affine.for %t = 0 to %n step 32 {
      affine.for %j = %t to min(%n, %t + 32) {
        // x[j] = x[j] / L[j, j]
        affine.for %i = %j + 1 to min(%n, %t + 32) {
          // x[i] = x[i] - L[i, j] * x[j]
        }
      }
      affine.for %i = %t + 32 to %n {
        affine.for %j = %t to %t + 32 {
          // x[i] = x[i] - L[i, j] * x[j]
        }
      } {scratch.loop = #scratch.loop<band = 3, member = 0, permutable = true, parallel = true>}
    }
    ```

    Loops are interchanged where that makes the outer one parallel:
    ```mlir
    affine.for %i = 1 to %n {
      affine.for %j = 0 to %m {
        // A[i, j] = f(A[i - 1, j])
      }
    }
    ```
    becomes
    ```mlir
    affine.for %j = 0 to %m {
      affine.for %i = 1 to %n {
        // A[i, j] = f(A[i - 1, j])
      } {scratch.loop = #scratch.loop<band = 0, member = 1, permutable = true>}
    } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true, parallel = true>}
    ```

    A dependence may hold on a face only, that is where an equation between loops
    and sizes holds, as it does here where `j = k` and where `i = k`:
    ```mlir
    affine.for %k = 0 to %n {
      affine.for %i = 0 to %n {
        affine.for %j = 0 to %n {
          // A[i, j] = min(A[i, j], A[i, k] + A[k, j])
        }
      }
    }
    ```
    Where no loop of the whole statement is parallel, or a sequential one is
    around a parallel one, its instances are split into those below, on and above
    such faces (up to three for each statement, and 27 parts), and the parts are
    scheduled as statements of their own. The order is used if then loops further
    out are parallel for some part, and no part and no other statement loses by it
    (`split=never` turns this off):
    ```mlir
    affine.for %k = 0 to %n {
      affine.for %i = 0 to %k {
        affine.for %j = 0 to %k {
          // A[i, j] = min(A[i, j], A[i, k] + A[k, j])
        } {scratch.loop = #scratch.loop<band = 1, member = 1, permutable = true, parallel = true>}
      } {scratch.loop = #scratch.loop<band = 1, member = 0, permutable = true, parallel = true>}
      affine.for %i = 0 to %k {
        // A[i, k] = min(A[i, k], A[i, k] + A[k, k])
      } {scratch.loop = #scratch.loop<band = 2, member = 0, permutable = true, parallel = true>}
      // Seven more: i < k < j; i = k and j < k, j = k, j > k; i > k likewise.
    } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true>}
    ```
    The same holds where a dependence changes its direction at a face
    (`A[i, j] = f(A[j, i])` at `i = j`).

    `save-schedule=DIR` writes the order of each function to `DIR/<function>.yaml`,
    a schedule tree in isl's notation; `load-schedule=DIR` takes the order of a
    function from such a file, edited by hand or made by another tool, where there
    is one in the folder. It may have bands, sequences, sets and filters, must place every
    instance of every statement, and is verified like isl's own: an order that
    does not respect a dependence is an error that names it. `order` is such an order
    itself, for a pipeline on one function. Statements are those
    that `polymem-demote-scalars,polymem-hoist-allocas,polymem-print-scop` shows;
    `S1_0` and `S1_1_2` are the parts of `S1` with its first store, and with its
    second and third one.

    A function that cannot be modelled, scheduled within the budget, or generated
    is left as it is, with a remark (with `strict`: an error) that says why. So is
    one that holds tiles or buffers already, loops with an attribute for
    `polymem-tile`, or, with `reorder-parallel=false`, loops that were declared
    parallel.
  }];
  let options = [
    Option<"reorderParallel", "reorder-parallel", "bool", "true",
           "Also functions with loops declared parallel (affine.parallel)">,
    Option<"fusion", "fusion", "::polymem::Fusion", "::polymem::Fusion::Auto",
           "Which statements share loops", [{::polymem::fusions()}]>,
    Option<"outerParallel", "outer-parallel", "bool", "true",
           "Make the outermost loops of bands parallel where possible">,
    Option<"separate", "separate", "bool", "true",
           "Separate the stores of a statement where more loops get parallel">,
    Option<"levelTile", "level-tile", "int64_t", "0",
           "Iterations in the tiles that bands with a sequential outermost loop "
           "are cut into, to be executed by levels (0: none)">,
    Option<"flatLevelTile", "flat-level-tile", "int64_t", "0",
           "The same for bands of two loops (0: as level-tile)">,
    Option<"split", "split", "::polymem::DomainSplits",
           "::polymem::DomainSplits::Auto",
           "Split statements at faces where dependences hold or turn",
           [{::polymem::domainSplits()}]>,
    Option<"order", "order", "std::string", "",
           "The order to use, as in a file of load-schedule">,
    Option<"loadSchedule", "load-schedule", "std::string", "",
           "Directory with the orders to use, <function>.yaml for each function">,
    Option<"saveSchedule", "save-schedule", "std::string", "",
           "Directory to write the orders to, as <function>.yaml">,
    Option<"strict", "strict", "bool", "false",
           "A function that is not scheduled is an error">,
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
    Statistic<"numScheduled", "num-scheduled", "Functions scheduled">,
    Statistic<"numSeparated", "num-separated",
              "Statements separated into parts">,
    Statistic<"numLeveled", "num-leveled",
              "Bands whose tiles are executed by levels">,
    Statistic<"numSplit", "num-split", "Statements split at faces">,
    Statistic<"numParts", "num-parts", "Parts of statements split at faces">,
    Statistic<"numBands", "num-bands", "Bands of loops">,
    Statistic<"numParallel", "num-parallel", "Parallel loops in bands">
  ];
}

#endif // POLYMEM_TRANSFORMS_SCHEDULEPASS_TD
