//===- LaunchWarningPasses.td - what a mapping is bad at -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_LAUNCHWARNINGPASSES_TD
#define POLYMEM_CONVERSION_LAUNCHWARNINGPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-warn-launches
//===----------------------------------------------------------------------===//

def WarnLaunchesPass
    : Pass<"polymem-warn-launches", "::mlir::func::FuncOp"> {
  let summary = "Warn about launches that are hopeless";
  let description = [{
    Looks at tiles right before `convert-scratch-to-gpu`, and warns, in one line
    each at the loop, of

    - a nest that runs on one thread (`OneThread`), unless it has no more
      iterations than a warp has threads;
    - a launch that has fewer blocks than the machine has parallel units, though
      it has enough iterations for a block of the default size on each
      (`FewBlocks`);
    - buffers that grow with sizes, and the largest sizes for which a block of the
      machine has room for them (`Capacity`): larger problems are refused, or
      launched without them where `scratch-promote` has made a version for that;
    - accesses of the host to arguments, which are in the device's memory
      (`HostAccess`);
    - a function with loops, tensors or operations of linalg of which no kernel is
      made, with upstream's pass to run first (`NoKernel`).

    The names are those of remarks of the same text. Nothing is changed.

    Numbers are upper bounds at assumed sizes: those of `assume`, by the names
    that `polymem.param` and `polymem.shape` give them (else `arg1` for an argument,
    `arg0_dim1` for an extent), and `assumed-size` for all others. With `assume`,
    the largest sizes are those of the others.

    ```mlir
    affine.for %i = 1 to %N {      // warning: this nest runs on one thread, ...
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %A[%i] : memref<?xf32>
    }
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine description: a built-in name or a JSON file">,
    ListOption<"assume", "assume", "std::string",
               "Sizes for which launches are judged: N=1000,M=20">,
    Option<"assumedSize", "assumed-size", "int64_t", /*default=*/"::polymem::kAssumedSize",
           "What sizes that 'assume' does not name are taken to be">,
    Option<"hostArrays", "host-arrays", "bool", /*default=*/"false",
           "Arguments are host memory that the device can access: the host may "
           "use them">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kPipelineIslOperations", "Budget of isl operations for a function (0: unbounded)">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-require-kernels
//===----------------------------------------------------------------------===//

def RequireKernelsPass
    : Pass<"polymem-require-kernels", "::mlir::ModuleOp"> {
  let summary = "An error if there is no launch";
  let description = [{
    Fails for a module that launches nothing, so that a program of which no kernel
    was made is not taken for a compiled one. `polymem-warn-launches` says why
    there is none. The IR is not changed.

    ```mlir
    func.func @f() {   // error: no function of this module has a kernel
      return
    }
    ```
  }];
}

#endif // POLYMEM_CONVERSION_LAUNCHWARNINGPASSES_TD
