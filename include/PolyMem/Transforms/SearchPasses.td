//===- SearchPasses.td - passes that try others ------------*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_SEARCHPASSES_TD
#define POLYMEM_TRANSFORMS_SEARCHPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-choose-passes
//===----------------------------------------------------------------------===//

def ChoosePassesPass : Pass<"polymem-choose-passes", "::mlir::func::FuncOp"> {
  let summary = "Run those of several passes whose launches take the least time";
  let description = [{
    For whom a decision is worth compile time: runs each of `alternatives` on the function,
    then `pipeline`, which must end in launches (`convert-scratch-to-gpu`), asks the
    cost model (`polymem-print-cost`) for the time of all launches at assumed sizes, and puts the
    function back as it was. In the end it runs the first alternative than which no other one takes
    less time by `min-gain`. If some have asynchronous copies, the time for which cores wait, of which the model
    otherwise says nothing, is added to all. Alternatives that make the
    same function as an earlier one are not compiled further, and none if all do; one that fails, or of which a
    block needs more shared memory than there is, is out. The remark `Chosen` has all times;
    `Same` says that there was nothing to compare.

    ```sh
    polymem-opt f.mlir --pass-pipeline="builtin.module(func.func(polymem-choose-passes{
      alternatives='polymem-schedule | polymem-schedule{fusion=max}'
      pipeline='polymem-tile{mapping=gpu},scratch-promote,convert-scratch-to-gpu'}))"
    ```
    Two products with one factor in common, whose statements `polymem-schedule` keeps in nests
    of their own by default:
    ```mlir
    affine.for %i = 0 to %n {        // before
      affine.for %j = 0 to %n { ... }
    }
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n { ... }
    }

    affine.for %i = 0 to %n {        // after, if that is better
      affine.for %j = 0 to %n { ... }
    }
    ```
  }];
  let options = [
    Option<"alternatives", "alternatives", "std::string", /*default=*/"\"\"",
           "Passes, and others after a '|' each: one of them is run">,
    Option<"pipeline", "pipeline", "std::string", /*default=*/"\"\"",
           "Passes from what an alternative makes to launches">,
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine description: a built-in name or a JSON file">,
    ListOption<"assume", "assume", "std::string",
               "Sizes for which times are compared: N=1000,M=20">,
    Option<"assumedSize", "assumed-size", "int64_t", /*default=*/"::polymem::kAssumedSize",
           "What sizes that 'assume' does not name are taken to be">,
    Option<"onlyKnown", "only-known", "bool", /*default=*/"false",
           "Run the first alternative on functions of which a loop's length depends on something else than "
           "constants and the sizes of 'assume'">,
    Option<"minGain", "min-gain", "double", /*default=*/"0.02",
           "The part of the time that an alternative has to save to be taken instead of an earlier one">,
    Option<"maxParts", "max-parts", "unsigned", /*default=*/"::polymem::kVariantParts",
           "Parts of iterations and blocks that the cost model looks at for an "
           "alternative">
  ];
  let statistics = [
    Statistic<"numTried", "num-tried", "Alternatives that were compiled to launches">,
    Statistic<"numChosen", "num-chosen",
              "Functions for which another alternative than the first was run">
  ];
}

#endif // POLYMEM_TRANSFORMS_SEARCHPASSES_TD
