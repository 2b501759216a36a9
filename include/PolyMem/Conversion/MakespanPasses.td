//===- MakespanPasses.td - plans of PREM segments -------------*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_MAKESPANPASSES_TD
#define POLYMEM_CONVERSION_MAKESPANPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-prem-optimize
//===----------------------------------------------------------------------===//

def PremOptimizePass
    : Pass<"polymem-prem-optimize", "::mlir::func::FuncOp"> {
  let summary = "Choose tile sizes and groups with the least makespan";
  let description = [{
    Gives loops a `prem.plan` that `polymem-to-prem` obeys: the tile sizes, the
    groups of cores and the modes of arrays with which a nest takes the least time
    on `machine`, by a model of its segments and transfers (Gu 2023, 4.2;
    PolyMem/Analysis/Makespan/Model.h).

    - **Components** (Gu 2023, Algorithm 2). A loop becomes the outermost one of a
      component with the perfect nest that begins there, or it stays, and the loops
      inside become components, each as often as it is executed. Both are tried at every
      loop, and the better one is taken; the paper compares them only where a loop has
      several children, so that a time loop swallows the parallel one in it.
    - **Times.** The function is compiled with small tiles, and the operations of each
      block of a segment are counted and priced (`op-cycles` of the machine):
      `W + sum_j O_j prod_(k <= j) K_k` for tiles of `K` iterations. This is
      a time for that cost model; it is no bound for hardware. Or `samples` has
      measured times; then the model is above all of them, and says of how many.
    - **Search.** Over all sizes and groups, best first; what is left out has a
      proved bound that is no better than what was found. It ends after
      `max-nodes` sets of plans; the remark has the bound and the gap.
    - **Loops around.** Where an array is depends on them, and with that the bursts of its
      lines: the makespan of one execution has the most that there can be. The sum of all
      executions, by which components are compared, has those of each.
      What a core reads of an array that nobody stores meanwhile is loaded once (`kept`).
    - **Check.** The function is compiled with the plan that was chosen; a plan whose
      segments are not what the model takes them for is refused.

    ```mlir
    affine.for %i = 0 to 60 {
      affine.for %j = 0 to 400 {
        // y[i] += A[i, j] * x[j]
      }
    }
    ```
    gets the attribute
    ```mlir
    {prem.plan = #prem.plan<tile = [15, 200], groups = [4, 1], modes = {...}>}
    ```
    - **Triangles.** Where tiles have boxes of other sizes than tiles of one size that
      move alike, each counts as the whole buffer, row by row, and of loops whose number
      of iterations depends on others, there are as many as there are at most. So the
      search compares upper bounds. What the chosen plan takes is then added up tile by
      tile, and `cycles` is exact, unless more than 2^24 operations, iterations and boxes
      would have to be looked at: then it is an upper bound (`exact` in reports), and the
      simulation is not above it.
    - **Sizes.** Numbers of iterations that depend on arguments are those of `assume`, as
      in `assume=N=1000,M=8..20`: names are those of `polymem.param`, or `arg1`.
      Plans are made for the greatest values; with ranges, all values in them are looked at,
      and the plan's `cycles` are the most that one of them takes.

    ```mlir
    func.func @sum(%n: index {polymem.param = "N"}, %x: memref<1000xf32>) {
      affine.for %i = 0 to %n {
        // x[i] += x[i]
      }
    }
    ```
    gets with `assume=N=1000`
    ```mlir
    {prem.plan = #prem.plan<tile = [63], groups = [8]>}
    ```
    Nests whose loops have numbers of iterations that are not known, or that have a plan,
    are left as they are, with a remark.
  }];
  let options = [
    Option<"machine", "machine", "std::string", /*default=*/"::polymem::kDefaultMulticore.str()",
           "Machine: a name or a JSON file; its kind is 'multicore'">,
    Option<"cores", "cores", "int64_t", "0",
           "Cores to plan for, at most; 0: all of the machine's">,
    Option<"samples", "samples", "std::string", "\"\"",
           "JSON file with measured times of segments, instead of priced "
           "operations: a list of {\"tile\": [...], \"cycles\": ...}">,
    ListOption<"assume", "assume", "std::string",
               "Sizes that plans are made for, and for which they are timed: "
               "N=1000,M=8..20">,
    Option<"search", "search", "::polymem::PlanSearch",
           "::polymem::PlanSearch::Best", "Which plan is chosen",
           "::polymem::planSearches()">,
    Option<"maxNodes", "max-nodes", "int64_t", "300000",
           "Sets of plans that are looked at for a nest">,
    Option<"printPlan", "print-plan", "bool", "false",
           "Print what was chosen, and what the makespan is made of">,
    Option<"report", "report", "std::string", "\"\"",
           "JSON file for the same, and for what nests without a plan take">,
    Option<"dryRun", "dry-run", "bool", "false",
           "Say what would be chosen, and change nothing">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations",
           "Budget of isl operations per step (0: unbounded)">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::polymem::prem::PremDialect",
                           "::polymem::scratch::ScratchDialect"];
  let statistics = [
    Statistic<"numPlanned", "nests-planned", "Nests that got a plan">
  ];
}

#endif // POLYMEM_CONVERSION_MAKESPANPASSES_TD
