//===- InspectionPasses.td - printers and the checker -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_INSPECTIONPASSES_TD
#define POLYMEM_TRANSFORMS_INSPECTIONPASSES_TD

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

    Numbers that an attribute `dlti.target_system_spec` gives take the place of
    those of the machine that is named, as in all passes; they are called as they
    are printed here, with "polymem." before it ("polymem.shared.bytes").

    ```
    $ polymem-opt empty.mlir --polymem-print-machine="machine=nvidia-h200"
    machine nvidia-h200
      kind: gpu
      chip: sm_90
      ...
      shared.bytes: 232448
      ...
      core.count: 132
      ...
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string", [{""}],
           "Built-in machine or path of a JSON description (empty: all)">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-print-cost
//===----------------------------------------------------------------------===//

def PrintCostPass : Pass<"polymem-print-cost", "::mlir::ModuleOp"> {
  let summary = "Print what launches do, and what bounds them";
  let description = [{
    Prints, for each `gpu.launch` of a function, what all its executions do if sizes have the values that `assume` and `assumed-size` give:
    launches, blocks, sectors of global memory, wavefronts of shared memory,
    instructions, and the time that the cost model thinks the machine needs, with
    what it needs it for. Nothing is executed, and sizes may be large. A remark
    (`Bound`) says the same.

    Counts are those of the emulator (`polymem-run --count`) where conditions and
    lengths of loops do not depend on data, but for integers, which are index
    arithmetic as it is before the last simplifications. Else all branches count, and
    a loop of unknown length has `assumed-size` iterations; a line says so.

    Times have the machine's fields `times`. They are there to compare variants,
    not to be believed.

    `polymem-to-ptx{emit=cost}` runs the pass at the right place. The IR is not
    changed.

    ```mlir
    func.func @double(%A: memref<?xf32> {polymem.shape = ["N"]}, %blocks: index {polymem.param = "B"}) {
      %c1 = arith.constant 1 : index
      %c256 = arith.constant 256 : index
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1)
                 threads(%tx, %ty, %tz) in (%nx = %c256, %ny = %c1, %nz = %c1) {
        %0 = arith.muli %bx, %c256 : index
        %i = arith.addi %0, %tx : index
        %a = memref.load %A[%i] : memref<?xf32>
        %b = arith.addf %a, %a : f32
        memref.store %b, %A[%i] : memref<?xf32>
        gpu.terminator
      }
      return
    }
    ```

    with `assume=N=25600,B=100` prints

    ```
    cost of @double on nvidia-h200: 4.6 us (B = 100, N = 25600)
      launch 1: 4.6 us, latency; 1 launch, 100 blocks of 256 threads
        global: 3200 sectors loaded, 3200 stored, 1.00 times the least
        ...
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine description: a built-in name or a JSON file">,
    ListOption<"assume", "assume", "std::string",
               "Sizes for which is counted: N=1000,M=20">,
    Option<"assumedSize", "assumed-size", "int64_t", /*default=*/"::polymem::kAssumedSize",
           "What sizes that 'assume' does not name are taken to be">,
    Option<"json", "json", "bool", /*default=*/"false",
           "JSON instead of text: an object with a list 'functions'">,
    Option<"output", "output", "std::string", /*default=*/"\"-\"",
           "File to write ('-': standard error)">,
    Option<"cooperative", "cooperative", "bool", /*default=*/"true",
           "Take off what polymem-cooperative-launches saves where it takes a "
           "loop by the model">,
    Option<"maxParts", "max-parts", "unsigned", /*default=*/"100000",
           "Parts of iterations and blocks to look at; with more, some stand "
           "for others">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-print-array-storage
//===----------------------------------------------------------------------===//

def PrintArrayStoragePass
    : Pass<"polymem-print-array-storage", "::mlir::func::FuncOp"> {
  let summary = "Print the cells that temporary arrays need in a given order";
  let description = [{
    Prints on standard error, for each array that a function allocates outside of
    loops, the smallest mapping found to cells, and a lower bound if one is known for all
    sizes. The order of execution need not be the one in which the function is
    written (Isoard 2016, section 3.3), so it tells what another order would save or cost:

    * `program`, the default: the order of the loops, which
      `polymem-contract-arrays` uses. Iterations of a parallel loop have none.
    * `lock-step`: all iterations of a parallel loop execute an operation
      of a statement before any executes the next one, as lanes of a vector do.
      So all reads of an array assignment come before its writes (`FORALL`).
    * a relation in isl's notation, with the names of `polymem-print-scop`: which
      instances of statements have surely ended before which others begin,
      `{ S0[i] -> S1[j] : i < j }`. With less order more elements conflict.

    An order that reverses a dependence of the program is refused with a remark
    (`OtherOrder`).

    ```mlir
    affine.for %i = 1 to %n {
      affine.parallel (%j) = (1) to (symbol(%n)) {
        %0 = affine.load %A[%i - 1, %j - 1] : memref<?x?xf32>
        %1 = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %A[%i, %j] : memref<?x?xf32>
      }
    }
    ```

    needs two rows of `A`, and in lock step one.
  }];
  let options = [
    Option<"orderText", "order", "std::string", "\"program\"",
           "'program', 'lock-step', or what is before what, as { S0[i] -> S1[j] : i < j }">,
    ListOption<"assume", "assume", "std::string",
               "Parameters for which cells are counted: arg1=100">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-print-tile-storage
//===----------------------------------------------------------------------===//

def PrintTileStoragePass
    : Pass<"polymem-print-tile-storage", "::mlir::func::FuncOp"> {
  let summary = "Print the cells that strips of tiles need in fast memory";
  let description = [{
    Prints on standard error, for each array of a function, how many cells a local
    buffer needs if the function is executed tile after tile, with tile sizes
    that are parameters. A *strip* are the tiles that follow each other along the last
    tiled dimension, or the last `strip` ones. A tile loads what the strip reads from outside and has not
    yet loaded, computes, and stores what no later tile of the strip writes:
    values stay in the buffer from one tile to the next (Isoard 2016, chapters
    2, 3 and 5). Elements that are kept at the same time must not share a cell;
    the mapping is the best one of successive modulo, exact, with a case for each part
    of the parameters' values. It is valid for all strips and wherever the first
    tile begins.

    `sizes` has a name or a number for each tiled dimension. The order is that
    of the loops, where all statements are in the same ones, or `schedule`, in
    isl's notation, with the names of `polymem-print-scop`. Tiled dimensions
    follow `outer` others, loops around the tiles, whose values are the parameters
    `o0`, `o1`, ... An order or dimensions that dependences forbid are refused
    with a remark (`NotTileable`).

    The points of a tile are executed in this order, but for dimensions that are
    `parallel`, as those of threads: of two points the order is not known if such a
    dimension is the first one in which they differ. Without `schedule`, parallel loops
    (`affine.parallel`, a mapped `scratch.tile`) are such dimensions by themselves.
    Dependences between points without an order are refused (`NotTileable`).

    Tiles of a strip may overlap: with another `order`, the loads of tile T + `stages` - 1 may be
    executed with the computation of tile T, and the stores of tile T with that of tile
    T + `store-lag`. An element then needs its cell for longer, and the moduli grow: only as
    much as the order asks for, for each array (section 5.3). In all orders a
    tile loads before it computes, computes before it stores, and computations follow each other.
    What else is sure, with N for `stages` and c for `store-lag`:

    | order | tile T loads after | | tile T computes after |
    |---|---|---|---|
    | `sequential` | tile T - 1 has computed | tile T - 1 has stored | tile T - 1 has stored |
    | `double`, `duplex` (figure 5.3a) | T - N has computed | T - N has stored | T - c - 1 has stored |
    | `barrier` (figure 5.3b) | T - N has computed | T - N - c has stored | T - c - 1 has stored |

    With `print-sets` it prints instead what each tile loads and stores, as
    relations from the origin of the tile, its first point in the tiled dimensions, to elements.
    They hold for all origins, and so for tiles that begin anywhere; those of
    one tiling are those at its origins.

    ```mlir
    func.func @stencil(%A: memref<?xf32>, %n: index, %steps: index) {
      affine.for %t = 0 to %steps {
        affine.for %i = 1 to %n {
          %0 = affine.load %A[%i - 1] : memref<?xf32>
          %1 = affine.load %A[%i] : memref<?xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %A[%i] : memref<?xf32>
        }
      }
      return
    }
    ```

    with `sizes=s1,s2 schedule="{ S0[t, i] -> [t, t + i] }"` prints

    ```
    tiles @stencil
      arg0: i0 mod (s2 + s1), s2 + s1 cells, where ...
    ```
  }];
  let options = [
    ListOption<"sizes", "sizes", "std::string",
               "Sizes of tiles: numbers, or names of parameters, new ones or "
               "those of the function">,
    Option<"outer", "outer", "unsigned", "0",
           "Number of dimensions before the first tiled one">,
    Option<"strip", "strip", "unsigned", "1",
           "Number of tiled dimensions, the last ones, along which tiles are a strip">,
    ListOption<"parallel", "parallel", "unsigned",
               "Dimensions of the order, from 0, in which points of a tile are "
               "executed in any order">,
    Option<"orderName", "order", "std::string", "\"sequential\"",
           "Order of the tiles of a strip: 'sequential', 'double', 'duplex' or 'barrier'; other "
           "than the first for strips of one dimension only">,
    Option<"stages", "stages", "unsigned", "2",
           "Tiles in flight in an order that is not sequential: loads are this many tiles "
           "ahead, less one">,
    Option<"storeLag", "store-lag", "unsigned", "1",
           "Tiles by which stores are behind computation in an order that is not "
           "sequential: 0 or 1">,
    Option<"printSets", "print-sets", "bool", "false",
           "Print what each tile loads and stores instead of cells">,
    Option<"readLater", "read-later", "bool", "false",
           "With print-sets: store only what is read behind the strip before it is "
           "surely written, or is observable and not written behind it">,
    Option<"boxes", "boxes", "bool", "false",
           "With print-sets: take what a tile reads, and what it writes, for the box "
           "around it, or around a hull of it where that would take too long. Tiles without "
           "instances may then load and store">,
    Option<"scheduleText", "schedule", "std::string", "\"\"",
           "The order, as { S0[i] -> [t]; ... }; default: that of the loops">,
    Option<"contextText", "context", "std::string", "\"\"",
           "What is known of parameters and sizes, as "
           "[s1, arg1] -> { : s1 >= 2 and arg1 >= s1 }">,
    ListOption<"assume", "assume", "std::string",
               "Parameters for which cells are counted: arg1=100,s1=8">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-print-scop
//===----------------------------------------------------------------------===//

def PrintScopPass : Pass<"polymem-print-scop"> {
  let summary = "Print the polyhedral view of each function";
  let description = [{
    Prints on standard error, in isl notation, what the polyhedral passes see of
    a function (or, with `root`, of each operation of that name in it):

    - the context, what is known of the parameters, and which SSA value each
      parameter stands for;
    - the arrays with their elements: memrefs and, as `val...`, SSA values that
      cross statements;
    - the statements with their domains, and their accesses in program order:
      *must* accesses happen as printed, *may* accesses may touch any of the
      elements printed;
    - the schedule tree, the order in which the statements run.

    With `dependences`, also the flow, anti and output dependences, the
    value-based flow (the write a read takes its value from), the reads that see
    values from before the scop, and the elements live in and live out.

    ```mlir
    func.func @copy(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
      affine.for %i = 0 to %n {
        %x = affine.load %A[%i] : memref<?xf32>
        affine.store %x, %B[%i] : memref<?xf32>
      }
      return
    }
    ```

    prints

    ```
    scop @copy
      context: [arg2] -> {  :  }
      parameter arg2: argument 2 of func.func
      array arg0: memref memref<?xf32>, live-out
        [arg2] -> { arg0[i0] : i0 >= 0 }
      array arg1: memref memref<?xf32>, live-out
        [arg2] -> { arg1[i0] : i0 >= 0 }
      S0: [arg2] -> { S0[i0] : 0 <= i0 < arg2 }
        R0 must-read [arg2] -> { S0[i0] -> arg0[i0] : 0 <= i0 < arg2 }
        W1 must-write [arg2] -> { S0[i0] -> arg1[i0] : 0 <= i0 < arg2 }
      schedule:
        domain: "[arg2] -> { S0[i0] : 0 <= i0 < arg2 }"
        child:
          schedule: "[arg2] -> [{ S0[i0] -> [(i0)] } ]"
    ```

    The IR is not changed. A function that cannot be modelled gets a remark
    (`NotModelled`) that names the operation that stands in the way; dependences
    that exceed the budget of isl operations get the remark `NoDependences`.
  }];
  let options = [
    Option<"dependences", "dependences", "bool", "false",
           "Also print dependences, live-in and live-out">,
    Option<"rootName", "root", "std::string", "\"\"",
           "Model each operation of this name (scratch.tile, affine.for, ...) "
           "instead of the function">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">,
    Option<"maxDependenceOperations", "max-dependence-operations",
           "unsigned long", "0",
           "Budget of isl operations per step of the dependences (0: "
           "max-isl-operations)">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-mark-origin
//===----------------------------------------------------------------------===//

def MarkOriginPass : Pass<"polymem-mark-origin", "::mlir::func::FuncOp"> {
  let summary = "Name what each statement computes, for polymem-check";
  let description = [{
    Puts a `scratch.origin` behind each computation whose value is stored,
    yielded, returned or used in another block, with the induction variables
    around it, and keeps a copy of the function so marked in its attribute
    `polymem.origin`. Passes that follow carry the markers along; `polymem-check`
    compares what they made with the copy. Values that are only moved (loaded
    and stored) and constants need no marker.

    ```mlir
    affine.for %i = 0 to %n {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %A[%i] : memref<?xf32>
    }
    ```
    becomes
    ```mlir
    affine.for %i = 0 to %n {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %A[%i] : memref<?xf32>
    }
    ```

    A function that has the attribute already is left as it is, with a remark.
  }];
  let dependentDialects = ["::polymem::scratch::ScratchDialect"];
  let statistics = [
    Statistic<"numMarkers", "num-markers", "Values that were marked">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-check
//===----------------------------------------------------------------------===//

def CheckPass : Pass<"polymem-check"> {
  let summary = "Prove that a function computes what its original did";
  let description = [{
    Compares a function with the copy that `polymem-mark-origin` kept, for all
    values of the parameters, and decides each of these obligations:

    - `instances`: each stored instance of the original is executed once;
    - `expressions`: marked values are computed by the same operators;
    - `dataflow`: their operands come from the same instances, or are the same
      elements' initial values, through any number of buffers and copies;
    - `live-out`: arrays from outside hold the same values in the end;
    - `parallelism`: iterations of loops declared parallel do not touch each
      other's memory;
    - `storage`: a buffer's cell holds the element that is read from it; elements
      that are accessed exist;
    - `asynchrony`: what an asynchronous copy moves is touched only after a
      `scratch.wait` for it;
    - `bands`, where loops have an attribute `scratch.loop`: those marked parallel
      are, and bands marked permutable have no dependence that runs against one
      of their loops;
    - `capacity`, with `machine`: buffers that live at the same time fit.

    Of functions with `prem.component`s, which have constant sizes, it decides
    `phases` (segments access what their boxes say), `transfers` (each read sees its
    last writer in the order of the engine), `cores` (none needs what another one
    stores) and `capacity`. With an original, it compares that with what their
    segments do one after the other.

    A violated obligation is an error with a counterexample: the least
    parameters, the instance, the element, what it gets and what it should get,
    and where both programs say so. Both are run there, on values that are not
    interpreted: which array differs in the end is said, and where none does the
    obligation is *refused*, which is an error, too. What cannot be decided is a
    remark with the reason, or, with `strict`, an error; so is a function that
    says it has an origin but was compared with none (otherwise a warning).
    Afterwards the markers and the copy are removed.

    Instead of a text the attribute may hold a symbol, `polymem.origin = @before`:
    the function is then compared with that one, which has markers with the same
    names. (The pass must then run on the module.)

    ```
    polymem-opt gemm.mlir --pass-pipeline='builtin.module(func.func(
        polymem-mark-origin,polymem-tile{sizes=32,32,16},scratch-promote,polymem-check))'
    ```
  }];
  let options = [
    Option<"strict", "strict", "bool", "false",
           "What cannot be decided is an error, and so is an origin that nothing "
           "was compared with">,
    Option<"print", "print", "bool", "false",
           "Print the verdict of each obligation on standard error">,
    Option<"machine", "machine", "std::string", [{""}],
           "Machine whose fast memory holds the buffers: a built-in name or a "
           "JSON file (empty: capacity is not checked)">,
    Option<"keepMarkers", "keep-markers", "bool", "false",
           "Leave markers and copy in place, for a later check">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per obligation (0: unbounded)">
  ];
  let dependentDialects = ["::polymem::scratch::ScratchDialect"];
  let statistics = [
    Statistic<"numProved", "num-proved", "Obligations proved">,
    Statistic<"numViolated", "num-violated", "Obligations violated">,
    Statistic<"numRefused", "num-refused",
              "Obligations that do not hold, with the same values all the same">,
    Statistic<"numUndecided", "num-undecided", "Obligations not decided">
  ];
}

#endif // POLYMEM_TRANSFORMS_INSPECTIONPASSES_TD
