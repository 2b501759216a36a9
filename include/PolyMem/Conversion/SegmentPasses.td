//===- SegmentPasses.td - segments of tiles -------------------*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_SEGMENTPASSES_TD
#define POLYMEM_CONVERSION_SEGMENTPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// convert-scratch-to-prem
//===----------------------------------------------------------------------===//

def ConvertScratchToPremPass
    : Pass<"convert-scratch-to-prem", "::mlir::func::FuncOp"> {
  let summary = "Make segments of tiles, and DMA requests of their copies";
  let description = [{
    Each outermost `scratch.tile`, with the tiles that are all that is done in
    it, becomes a `prem.component`: a tile is a segment, and each buffer is a
    `prem.stream` with the boxes that it loads and stores. Loops around tiles
    stay; nothing else in the function may access memory.

    - **Boxes.** A segment loads the box around what `scratch.copy_in` moves
      (Gu 2023, 5.3.1), and nothing if all of that is in the buffer from the
      segment before. It stores what `scratch.copy_out` moves, if that is a box, or
      `max-descriptors` of them; else the box around it, if all of it was loaded and no
      other segment stores the rest of it: the paper stores the box always, which
      undoes what others did.
    - **Modes.** An array whose box is the same for all tiles of a core has one
      buffer (`resident`). Others have two (`stream`), unless a segment may access
      what the one before has stored, in another box: then one, which
      is unloaded and loaded while the core waits (`serial`).
    - **Cores.** `#prem.plan` of the outermost tile says into how many groups the
      tiles of each dimension are dealt; without one, the tiles of the first dimension that
      is mapped to `#prem.core` are dealt to all cores. No
      tile may access what a tile in another group stores.
    - **Bodies.** What a tile writes and nobody needs is stored as well, for it is
      in the buffer. `affine.parallel` becomes loops: a core is one thread. Loads and
      stores of main memory that no iteration executes are erased.
    - **Loops around.** A `resident` array whose box is the same each time that the
      loops around a component execute it, and which nothing in them stores, is
      loaded the first time (`kept`).

    What cannot be converted is refused with the reason, and the function is left as
    it was. Buffers have constant sizes, arrays have static shapes.

    ```mlir
    scratch.tile (%i) = (%c0) to (%c950) step (%c100) mapping [#prem.core<0>] {
      %b = scratch.alloc()[%i] : memref<950xf32, #box>
      scratch.copy_in %A to %b over [#set](%i) : ...
      affine.for %ii = %i to min #end()[%i] { ... }
      scratch.copy_out %b to %A over [#set](%i) : ...
    } {prem.plan = #prem.plan<tile = [100], groups = [2]>}
    ```
    becomes
    ```mlir
    prem.component (%k) to (%c10) groups [2] {
      %b = prem.stream rw stream %A origin (d0) -> (d0 * 100)
          load #prem.box<lower = [(d0) -> (d0 * 100)], upper = [(d0) -> (d0 * 100 + 100, 950)]>
          store #prem.box<...> (%k) : memref<950xf32> to memref<100xf32>
      %i = affine.apply affine_map<()[s0] -> (s0 * 100)>()[%k]
      affine.for %ii = %i to min #end()[%i] { ... }
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::polymem::prem::PremDialect"];
  let options = [
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMulticore.str()",
           "Machine whose scratchpads and cores are used: a name or a JSON file">,
    Option<"strict", "strict", "bool", "false",
           "What is refused is an error, and nothing changes">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations",
           "Budget of isl operations per step (0: unbounded)">,
    Option<"warnings", "warnings", "bool", "true",
           "Warn where a budget of isl operations ends, about components that "
           "one of several cores runs, and where cores wait for data (serial)">,
    Option<"maxDescriptors", "max-descriptors", "unsigned", "3",
           "Boxes that a buffer stores in one segment, at most">,
    ListOption<"asPrinted", "as-printed", "std::string",
           "For tests: rules of Gu 2023 as they are printed, unsafe ones: "
           "'write-back' (5.3.1, the box around what is stored is stored), "
           "'cores' (anti-dependences between cores are not looked for), "
           "'reload' (what is in a buffer is loaded again), 'reserve' (buffers "
           "may fill scratchpads)">,
  ];
  let statistics = [
    Statistic<"numComponents", "num-components", "Components made">,
    Statistic<"numStreams", "num-streams", "Buffers of components">,
  ];
}

//===----------------------------------------------------------------------===//
// prem-shape-scalars
//===----------------------------------------------------------------------===//

def PremShapeScalarsPass : Pass<"prem-shape-scalars", "::mlir::ModuleOp"> {
  let summary = "Give arrays of rank 0 a dimension";
  let description = [{
    Tiles and their copies are about elements of arrays that have dimensions. An
    argument `memref<f32>` becomes `memref<1xf32>`, marked `prem.scalar`;
    `prem-expand-components`, which makes a thread of all that the function does,
    gives the function its type again. An array of rank 0 that is allocated gets a
    dimension, too. A function that is called in the module, or in which such an array is used by
    more than loads and stores, is left as it is.

    ```mlir
    func.func @next(%s: memref<f32>) {
      %x = affine.load %s[] : memref<f32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %s[] : memref<f32>
      return
    }
    ```
    becomes
    ```mlir
    func.func @next(%s: memref<1xf32> {prem.scalar}) {
      %x = affine.load %s[0] : memref<1xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %s[0] : memref<1xf32>
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect"];
}

//===----------------------------------------------------------------------===//
// prem-expand-components
//===----------------------------------------------------------------------===//

def PremExpandComponentsPass
    : Pass<"prem-expand-components", "::mlir::ModuleOp"> {
  let summary = "Make thread programs of components";
  let description = [{
    A function with components launches a new function, `NAME_thread`, on as many
    cores as the largest component has; that function has the loops around components, and
    each component as calls of the run-time (Gu 2023, 3.5). The bodies of
    components become functions, `NAME_segment0` and so on, which take
    buffers. Arrays that the function allocates are allocated before the launch.

    In a component, a core counts its segments from 1. Boxes of a `stream` change
    every `c` segments, where `c` is the number of tiles in the dimensions behind the last one
    on which they depend. Box number `x` is requested

    - `x = 1`: in segment 0, dispatched;
    - `x = 2`: in segment `c - 1`;
    - `x > 2`: in segment `c (x - 2)`, the last one that uses box `x - 2`, whose
      buffer it gets,

    into buffer 1 if `x` is odd and else into buffer 2. What is in that buffer
    already is not requested again. A `resident` array is requested in segment 0, a `serial`
    one in the segment before the one that needs it, dispatched.

    ```mlir
    prem.component (%k) to (%c3) groups [1] {
      %b = prem.stream rw stream %A origin #origin load #box store #box (%k)
          : memref<300xi32> to memref<100xi32>
      ...
    }
    ```
    becomes, if it were written out,
    ```mlir
    // segment 0
    %id1 = prem.allocate_buffer rw at %c0 bytes 400
    %id2 = prem.allocate_buffer rw at %c400 bytes 400
    prem.swap %id1, %A[%c0] sizes [%c100] shape [100] : memref<300xi32>
    prem.dispatch
    prem.swap %id2, %A[%c100] sizes [%c100] shape [100] : memref<300xi32>
    prem.end_segment
    func.call @f_segment0(%b1, %c0)     // segment 1
    prem.swap %id1, %A[%c200] sizes [%c100] shape [100] : memref<300xi32>
    prem.end_segment
    func.call @f_segment0(%b2, %c1)     // segment 2
    prem.deallocate_buffer %id2
    prem.end_segment
    func.call @f_segment0(%b1, %c2)     // segment 3
    prem.deallocate_buffer %id1
    prem.end_segment
    prem.barrier
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::scf::SCFDialect",
                           "::polymem::prem::PremDialect"];
  let options = [
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMulticore.str()",
           "Machine whose scratchpads are filled: a name or a JSON file">,
  ];
  let statistics = [
    Statistic<"numComponents", "num-components", "Components expanded">,
  ];
}

#endif // POLYMEM_CONVERSION_SEGMENTPASSES_TD
