//===- Passes.td - passes on affine IR -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_PASSES_TD
#define POLYMEM_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-print-machine
//===----------------------------------------------------------------------===//

def PrintMachinePass : Pass<"polymem-print-machine"> {
  let summary = "Print what is known of a machine";
  let description = [{
    Prints a machine description on standard error: the built-in one or the JSON
    file that `machine` names, or all built-in ones. Fails, naming the field,
    when the description is wrong. The IR is not changed.

    ```
    $ polymem-opt empty.mlir --polymem-print-machine="machine=nvidia-h200"
    machine nvidia-h200
      kind: gpu
      chip: sm_90
      ...
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string", [{""}],
           "Built-in machine or path of a JSON description (empty: all)">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-print-scop
//===----------------------------------------------------------------------===//

def PrintScopPass : Pass<"polymem-print-scop", "::mlir::func::FuncOp"> {
  let summary = "Print the polyhedral view of each function";
  let description = [{
    Prints, in isl notation and on standard error: the context and parameters,
    the arrays, the statements with their domains and must/may reads and writes,
    and the schedule tree; with `dependences`, also the dependences and the
    live-in and live-out elements. The IR is not changed. A function that cannot
    be modelled gets a remark that names the operation.

    ```mlir
    func.func @copy(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
      affine.for %i = 0 to %n {
        %x = affine.load %A[%i] : memref<?xf32>
        affine.store %x, %B[%i] : memref<?xf32>
      }
      return
    }
    // S0: [p0] -> { S0[i0] : 0 <= i0 < p0 }
    //   R0 must-read  { S0[i0] -> arg0[i0] } ...
    ```
  }];
  let options = [
    Option<"dependences", "dependences", "bool", "false",
           "Also print dependences, live-in and live-out">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "20000000", "Budget of isl operations per step (0: unbounded)">
  ];
}

#endif // POLYMEM_TRANSFORMS_PASSES_TD
