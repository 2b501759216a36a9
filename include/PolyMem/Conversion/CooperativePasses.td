//===- CooperativePasses.td - loops of launches as one -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_COOPERATIVEPASSES_TD
#define POLYMEM_CONVERSION_COOPERATIVEPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-cooperative-launches
//===----------------------------------------------------------------------===//

def CooperativeLaunchesPass
    : Pass<"polymem-cooperative-launches", "::mlir::func::FuncOp"> {
  let summary = "Make one launch of a loop of launches";
  let description = [{
    A loop of the host that only computes sizes and launches kernels moves into a
    launch of its own, outermost loops first. All threads execute it. The blocks of
    the new launch, as many as the largest grid has but no more than the machine
    holds at a time, share the blocks of each grid, and then wait for each other
    (`scratch.grid_barrier`): what a kernel wrote is there before the next one
    begins, as it is between launches. Where no launch has more than a block, the new
    one has one, too, and a barrier of the block does.

    With `mode=auto`, a loop is taken if it takes less time by `min-gain` in the cost
    model then: a barrier instead of a launch, but fewer threads on a core where
    another part of the loop needs more registers or shared memory. Sizes are those
    of `assume`. A remark says what was compared.

    A loop stays, with a remark, where the host does more than compute between
    launches, where sizes of blocks or of their shared memory are not constant, or
    where threads meet in blocks of different sizes that are no multiples of a warp.
    Machines whose description has no `grid-barrier-nanoseconds` have no such launches.

    Workgroup buffers of one type in several launches are one. Where one launch has
    dynamic shared memory, or there are too many buffers, all lie in dynamic shared
    memory, above each other.

    ```mlir
    scf.for %t = %c0 to %n step %c1 {
      gpu.launch blocks(%bx, ...) in (%gx = %blocks, ...) threads(%tx, ...) in (%nx = %c256, ...) {
        // first(%t, %bx, %tx)
      }
      gpu.launch blocks(%bx, ...) in (%gx = %others, ...) threads(%tx, ...) in (%nx = %c256, ...) {
        // second(%t, %bx, %tx)
      }
    }
    // becomes
    %counter = gpu.alloc () : memref<1xi32>
    gpu.memset %counter, %c0_i32 : memref<1xi32>, i32
    gpu.launch blocks(%b, ...) in (%g = %most, ...) threads(%tx, ...) in (%nx = %c256, ...) {
      scf.for %t = %c0 to %n step %c1 {
        scf.for %bx = %b to %blocks step %g {
          // first(%t, %bx, %tx)
        }
        scratch.grid_barrier %counter : memref<1xi32>
        scf.for %bx = %b to %others step %g {
          // second(%t, %bx, %tx)
        }
        scratch.grid_barrier %counter : memref<1xi32>
      }
    }
    gpu.dealloc %counter : memref<1xi32>
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine description: a built-in name or a JSON file">,
    Option<"mode", "mode", "::polymem::CooperativeMode",
           "::polymem::CooperativeMode::Auto", "Which loops are taken",
           [{::polymem::cooperativeModes()}]>,
    ListOption<"assume", "assume", "std::string",
               "Sizes for which loops are judged: N=1000,M=20">,
    Option<"assumedSize", "assumed-size", "int64_t", /*default=*/"::polymem::kAssumedSize",
           "What sizes that 'assume' does not name are taken to be">,
    Option<"minGain", "min-gain", "double", /*default=*/"::polymem::kCooperativeGain",
           "Part of the time that must be saved, with mode=auto">,
    Option<"maxParts", "max-parts", "unsigned", /*default=*/"500",
           "Parts of launches that the cost model looks at">
  ];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect",
                           "::polymem::scratch::ScratchDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops that are a launch now">,
    Statistic<"numParts", "parts", "Launches in them">
  ];
}

#endif // POLYMEM_CONVERSION_COOPERATIVEPASSES_TD
