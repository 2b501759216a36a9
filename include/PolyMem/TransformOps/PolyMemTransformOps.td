//===- PolyMemTransformOps.td - steps for transform scripts -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMOPS_POLYMEMTRANSFORMOPS_TD
#define POLYMEM_TRANSFORMOPS_POLYMEMTRANSFORMOPS_TD

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Attributes. They mirror the options of passes, which have the defaults.
//===----------------------------------------------------------------------===//

/// A string that is one of `values`, a C++ list, which `text` names.
class OneOf<string values, string text>
    : ConfinedAttr<StrAttr, [AttrConstraint<
          CPred<"::llvm::is_contained<::llvm::StringRef, ::llvm::StringRef>({"
                # values # "}, ::llvm::cast<::mlir::StringAttr>($_self).getValue())">,
          text>]>;

def MappingName : OneOf<[{"none", "gpu"}], "none or gpu">;
def TimeTileShapeName : OneOf<[{"auto", "diamonds", "overlapped"}],
                              "auto, diamonds or overlapped">;
def DomainSplitsName : OneOf<[{"auto", "never"}], "auto or never">;
def FusionName : OneOf<[{"auto", "none", "smart", "max"}],
                       "auto, none, smart or max">;
def MemorySpaceName : OneOf<[{"workgroup", "private", "default"}],
                            "workgroup, private or default">;
def PartitionName
    : OneOf<[{"boxes", "components", "hull"}], "boxes, components or hull">;
def MovementName : OneOf<[{"auto", "exact", "box", "footprint"}],
                         "auto, exact, box or footprint">;
def ReuseMovementName : OneOf<[{"auto", "exact", "box", "vector"}],
                              "auto, exact, box or vector">;
def FitName : OneOf<[{"always", "global", "launch"}],
                    "always, global or launch">;

def Flag : OptionalAttr<BoolAttr>;
def Name : OptionalAttr<StrAttr>;
def Count : OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>;
def PositiveCount : OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>;
def Bytes : OptionalAttr<ConfinedAttr<I64Attr, [IntMinValue<-1>]>>;

/// Numbers of threads, blocks or elements.
class Counts<int least>
    : OptionalAttr<TypedArrayAttrBase<ConfinedAttr<I64Attr, [IntMinValue<least>]>,
                                      "array of numbers, at least " # least>>;

//===----------------------------------------------------------------------===//
// Base classes
//===----------------------------------------------------------------------===//

class PolyMemTransformOp<string mnemonic, list<Trait> traits>
    : Op<Transform_Dialect, "polymem." # mnemonic,
         traits # [DeclareOpInterfaceMethods<TransformOpInterface>]> {
  let cppNamespace = "::polymem::transform_ops";
}

/// Replaces the bodies of functions.
class FunctionStepOp<string mnemonic>
    : PolyMemTransformOp<mnemonic, [FunctionalStyleTransformOpTrait,
                                    MemoryEffectsOpInterface]> {
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat =
      "$target attr-dict `:` functional-type(operands, results)";
}

/// Changes payload so that handles to it stay valid.
class InPlaceStepOp<string mnemonic>
    : PolyMemTransformOp<mnemonic,
                         [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]>;

//===----------------------------------------------------------------------===//
// transform.polymem.schedule
//===----------------------------------------------------------------------===//

def ScheduleOp : FunctionStepOp<"schedule"> {
  let summary = "Reorders functions for locality and parallelism";
  let description = [{
    Does what `polymem-schedule` does, with the attributes for its options, to
    each function of `target`. `order` is the order to use, a schedule tree in
    isl's notation, instead of what isl finds.

    ```mlir
    %ordered = transform.polymem.schedule %f {fusion = "max"}
      : (!transform.any_op) -> !transform.any_op
    // Interchanges the loops of A[i, j] = f(A[i - 1, j]).
    %given = transform.polymem.schedule %g {order =
        "{ domain: \"[arg1, arg2] -> { S0[i, j] : 1 <= i < arg1 and 0 <= j < arg2 }\", child: { schedule: \"[{ S0[i, j] -> [j] }, { S0[i, j] -> [i] } ]\" } }"}
      : (!transform.any_op) -> !transform.any_op
    ```

    The target is consumed; the result is a handle to the same functions.

    **Refusals.** A silenceable failure if a function has no body, cannot be
    modelled, scheduled or generated again, says itself in which order it is
    executed (see the pass), or does not allow the order that is given: the
    message names the dependence. All functions are as they were.
  }];
  let arguments = (ins
    TransformHandleTypeInterface:$target, Flag:$reorder_parallel,
    OptionalAttr<FusionName>:$fusion, Flag:$outer_parallel, Flag:$separate,
    OptionalAttr<DomainSplitsName>:$split, Name:$order, Name:$load_schedule, Name:$save_schedule, Count:$max_isl_operations);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// transform.polymem.expand_arrays
//===----------------------------------------------------------------------===//

def ExpandArraysOp : FunctionStepOp<"expand_arrays"> {
  let summary = "Gives values that share memory elements of their own";
  let description = [{
    Does what `polymem-expand-arrays` does, with the attributes for its options, to
    each function of `target`.

    ```mlir
    %expanded = transform.polymem.expand_arrays %f {max_bytes = 1048576}
      : (!transform.any_op) -> !transform.any_op
    %ordered = transform.polymem.schedule %expanded
      : (!transform.any_op) -> !transform.any_op
    ```

    The target is consumed; the result is a handle to the same functions.

    **Refusals.** A silenceable failure if a function has no body, or if no array
    of it is expanded or renamed: because nothing would be gained, or for a reason
    that the message names. All functions are as they were.
  }];
  let arguments = (ins
    TransformHandleTypeInterface:$target, Count:$max_bytes,
    OptionalAttr<FusionName>:$fusion, Flag:$always, Count:$max_isl_operations);
}

//===----------------------------------------------------------------------===//
// transform.polymem.time_tile
//===----------------------------------------------------------------------===//

def TimeTileOp : FunctionStepOp<"time_tile"> {
  let summary = "Tiles the time loops of stencils";
  let description = [{
    Does what `polymem-time-tile` does, with the attributes for its options, to
    each function of `target`.

    ```mlir
    %tiled = transform.polymem.time_tile %f {sizes = [256], mapping = "gpu"}
      : (!transform.any_op) -> !transform.any_op
    ```

    The target is consumed; the result is a handle to the same functions.

    **Refusals.** A silenceable failure if no loop of some function is tiled in
    time, with the reason for each. All functions are as they were. A loop that is
    left alone while another one is tiled is a remark of the pass.
  }];
  let arguments = (ins
    TransformHandleTypeInterface:$target, Counts<0>:$sizes, Count:$steps,
    OptionalAttr<TimeTileShapeName>:$shape, Name:$machine,
    Count:$max_dimensions, OptionalAttr<MappingName>:$mapping,
    Count:$max_isl_operations);
}

//===----------------------------------------------------------------------===//
// transform.polymem.split_reductions
//===----------------------------------------------------------------------===//

def SplitReductionsOp : FunctionStepOp<"split_reductions"> {
  let summary = "Computes sums and the like as partial results";
  let description = [{
    Does what `polymem-split-reductions` does, with the attributes for its
    options, to each function of `target`.

    ```mlir
    %split = transform.polymem.split_reductions %f {reassociate = true}
      : (!transform.any_op) -> !transform.any_op
    ```

    The target is consumed; the result is a handle to the same functions.

    **Refusals.** A silenceable failure if no reduction of some function is split,
    with the reasons (such as: floating-point operations that may not be
    reassociated). All functions are as they were.
  }];
  let arguments = (ins
    TransformHandleTypeInterface:$target, Flag:$reassociate,
    PositiveCount:$grid_partials, PositiveCount:$block_partials,
    PositiveCount:$row_partials, PositiveCount:$radix, Name:$machine,
    Count:$max_isl_operations);
}

//===----------------------------------------------------------------------===//
// transform.polymem.map_sequential
//===----------------------------------------------------------------------===//

def MapSequentialOp : FunctionStepOp<"map_sequential"> {
  let summary = "Gives what tiling left on the host to launches of one block";
  let description = [{
    Does what `polymem-map-sequential` does, with the attribute for its option,
    to each function of `target`, whose tiles must be no launches yet.

    ```mlir
    %whole = transform.polymem.map_sequential %f
      : (!transform.any_op) -> !transform.any_op
    ```

    The target is consumed; the result is a handle to the same functions.

    **Refusals.** A silenceable failure if there is work on the host and all of
    it must stay there, with the reasons. All functions are as they were.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, Name:$machine,
                       Flag:$merge_loops);
}

//===----------------------------------------------------------------------===//
// transform.polymem.tile
//===----------------------------------------------------------------------===//

def TileOp : PolyMemTransformOp<"tile", [FunctionalStyleTransformOpTrait,
                                         MemoryEffectsOpInterface]> {
  let summary = "Tiles loop nests";
  let description = [{
    Does what `polymem-tile` does, with the attributes for its options, to each
    nest of `target`: an outermost affine loop, or all of these in a function.
    A size is a number of iterations, 0 (not tiled) or `"argN"`: the function's
    N-th argument.

    ```mlir
    %tiles, %blocks = transform.polymem.tile %nest {sizes = [32, 32, "arg3"], mapping = "gpu"}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```

    The target is consumed, a function too: `transform.get_parent_op %tiles`
    finds it. `tiles` are the outermost `scratch.tile` operations made, which
    `transform.polymem.map` takes; `blocks` are the innermost ones that are not
    tiles of threads, which `transform.polymem.promote` takes. Both may hold the
    same operations.

    **Refusals.** A silenceable failure if a loop with a size cannot be tiled, or a
    nest that the handle names, or no nest of a function; the message is at the
    loop and names the dependence. All payload is as it was. Nests of a function
    for which no sizes are given may be left alone while others are tiled: this is
    a remark of the pass.
  }];
  let arguments = (ins
    TransformHandleTypeInterface:$target, OptionalAttr<ArrayAttr>:$sizes,
    OptionalAttr<ArrayAttr>:$block_sizes,
    OptionalAttr<ArrayAttr>:$thread_sizes, OptionalAttr<MappingName>:$mapping,
    Name:$machine, Count:$max_isl_operations);
  let results = (outs TransformHandleTypeInterface:$tiles,
                      TransformHandleTypeInterface:$blocks);
  let assemblyFormat =
      "$target attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// transform.polymem.promote
//===----------------------------------------------------------------------===//

def PromoteOp : InPlaceStepOp<"promote"> {
  let summary = "Keeps the data of tiles in buffers of fast memory";
  let description = [{
    Does what `scratch-promote` does, with the attributes for its options, to
    each block of `target`: a `scratch.tile`, of whichever level, or an outermost
    affine loop; of a function, its innermost tiles. All blocks of a function are
    planned together: those in one outermost tile share its fast memory.

    ```mlir
    %buffers = transform.polymem.promote %blocks {machine = "nvidia-h200", movement = "box"}
      : (!transform.any_op) -> !transform.any_op
    ```

    What threads do beside inner tiles is no block here; the pass makes tiles of it
    where that is worth it.

    The target is only read: its operations stay, with more inside them. Where
    buffers grow with sizes, there may be a second version beside the outermost
    tile (`fit`). The result are the `scratch.alloc` operations of the buffers
    made, in both.

    **Refusals.** A silenceable failure if a block that the handle names gets no
    buffer, or no block of a function does, or, with `promote_all`, if anything
    stays in global memory; the message has the reason for each array, with the
    numbers. All payload is as it was. What else stays in global memory is a
    remark of the pass.
  }];
  let arguments = (ins
    TransformHandleTypeInterface:$target, Name:$machine, Bytes:$capacity,
    OptionalAttr<MemorySpaceName>:$memory_space,
    OptionalAttr<PartitionName>:$partition,
    OptionalAttr<MovementName>:$movement, OptionalAttr<FitName>:$fit,
    OptionalAttr<F64Attr>:$delta, Flag:$promote_all, Flag:$coalesce, Flag:$constant_memory,
    Flag:$runtime_check, Count:$max_isl_operations);
  let results = (outs TransformHandleTypeInterface:$buffers);
  let assemblyFormat =
      "$target attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// transform.polymem.hoist_copies
//===----------------------------------------------------------------------===//

def HoistCopiesOp : InPlaceStepOp<"hoist_copies"> {
  let summary = "Moves buffers and copies out of redundant tile loops";
  let description = [{
    Does what `scratch-hoist-copies` does to the buffers in each tile or function
    of `target`.

    ```mlir
    transform.polymem.hoist_copies %tiles : !transform.any_op
    ```

    The target is only read: operations move, but stay.

    **Refusals.** A silenceable failure if no buffer of the target moves, with the
    reason for each. A buffer that stays while another one moves is a remark of
    the pass.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Count:$max_isl_operations);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

//===----------------------------------------------------------------------===//
// transform.polymem.reuse
//===----------------------------------------------------------------------===//

def ReuseOp : InPlaceStepOp<"reuse"> {
  let summary = "Keeps in buffers what the next tiles need of them";
  let description = [{
    Does what `scratch-reuse` does, with the attributes for its options, to the buffers
    in each tile or function of `target`.

    ```mlir
    transform.polymem.reuse %tiles {strip = 1} : !transform.any_op
    ```

    The target is only read: operations move, but stay. A tile of which the last
    dimensions are a strip keeps the others, around a new one.

    **Refusals.** A silenceable failure if no buffer of the target is handed on, with the
    reason for each. A buffer that stays while another one moves is a remark of
    the pass.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Name:$machine, PositiveCount:$strip,
                       OptionalAttr<ReuseMovementName>:$movement,
                       Count:$max_isl_operations);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

//===----------------------------------------------------------------------===//
// transform.polymem.pad
//===----------------------------------------------------------------------===//

def PadOp : InPlaceStepOp<"pad"> {
  let summary = "Pads buffers in shared memory against bank conflicts";
  let description = [{
    Does what `scratch-pad` does, with the attributes for its options, to the
    buffers in each tile or function of `target`. A tile must be one that becomes
    a launch, or be around such tiles.

    ```mlir
    transform.polymem.pad %tiles {machine = "nvidia-h200"} : !transform.any_op
    ```

    The target is only read: buffers get other types.

    **Refusals.** A silenceable failure if no buffer of the target is padded
    although one has conflicts that do not fit, or that are not known, with the
    reason for each. Buffers without conflicts are fine as they are.
  }];
  let arguments = (ins
    TransformHandleTypeInterface:$target, Name:$machine, Bytes:$capacity,
    Counts<1>:$block_size, PositiveCount:$assumed_trips);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

//===----------------------------------------------------------------------===//
// transform.polymem.complete_tiles
//===----------------------------------------------------------------------===//

def CompleteTilesOp : FunctionStepOp<"complete_tiles"> {
  let summary = "Lets tiles at the border execute all iterations";
  let description = [{
    Does what `polymem-complete-tiles` does, with the attributes for its options,
    to each function of `target`, whose tiles must be no launches yet. Sizes for
    which iterations are counted are all `assumed_size`.

    ```mlir
    %whole = transform.polymem.complete_tiles %f {block_size = [16, 16], max_more = 0.25}
      : (!transform.any_op) -> !transform.any_op
    ```

    The target is consumed; the result is a handle to the same functions.

    **Refusals.** A silenceable failure if no tile of some function is completed,
    with the reason for each (such as: somebody would see it). All functions are as
    they were.
  }];
  let arguments = (ins
    TransformHandleTypeInterface:$target, Name:$machine, Counts<1>:$block_size,
    PositiveCount:$assumed_size, OptionalAttr<F64Attr>:$max_more,
    Count:$max_isl_operations);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// transform.polymem.register_tile
//===----------------------------------------------------------------------===//

def RegisterTileOp : FunctionStepOp<"register_tile"> {
  let summary = "Runs several iterations of a thread together";
  let description = [{
    Does what `polymem-register-tile` does, with the attributes for its options,
    to each function of `target`, whose tiles must be no launches yet.

    ```mlir
    %jammed = transform.polymem.register_tile %f {block_size = [16, 16], sizes = [0, 4]}
      : (!transform.any_op) -> !transform.any_op
    ```

    The target is consumed; the result is a handle to the same functions.

    **Refusals.** A silenceable failure if no tile of some function is jammed, with
    the reason for each (such as: no load that iterations could share). All
    functions are as they were.
  }];
  let arguments = (ins
    TransformHandleTypeInterface:$target, Name:$machine, Counts<1>:$block_size,
    Counts<0>:$sizes, PositiveCount:$max_copies, PositiveCount:$max_operations);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// transform.polymem.hoist_accumulators
//===----------------------------------------------------------------------===//

def HoistAccumulatorsOp : FunctionStepOp<"hoist_accumulators"> {
  let summary = "Keeps what loops accumulate in registers";
  let description = [{
    Does what `polymem-hoist-accumulators` does to each function of `target`.

    ```mlir
    %carried = transform.polymem.hoist_accumulators %f
      : (!transform.any_op) -> !transform.any_op
    ```

    The target is consumed; the result is a handle to the same functions.

    **Refusals.** A silenceable failure if no loop of some function carries a cell
    by it, with the reason for each cell. All functions are as they were.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
}

//===----------------------------------------------------------------------===//
// transform.polymem.scale_copies
//===----------------------------------------------------------------------===//

def ScaleCopiesOp : FunctionStepOp<"scale_copies"> {
  let summary = "Multiplies while buffers are filled";
  let description = [{
    Does what `polymem-scale-copies` does to each function of `target`.

    ```mlir
    %scaled = transform.polymem.scale_copies %f
      : (!transform.any_op) -> !transform.any_op
    ```

    The target is consumed; the result is a handle to the same functions.

    **Refusals.** A silenceable failure if no buffer of some function gets products,
    with the reason for each that has some. All functions are as they were.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
}

//===----------------------------------------------------------------------===//
// transform.polymem.map
//===----------------------------------------------------------------------===//

def MapOp : PolyMemTransformOp<"map", [FunctionalStyleTransformOpTrait,
                                       MemoryEffectsOpInterface]> {
  let summary = "Maps tiles to GPU launches";
  let description = [{
    Does what `convert-scratch-to-gpu` does, with the attributes for its options,
    to each outermost `scratch.tile` of `target`, or to all of a function.
    `host_register` and `device_copies`, which are about all launches, need a
    function.

    ```mlir
    %launches = transform.polymem.map %tiles {machine = "nvidia-h200", block_size = [32, 8]}
      : (!transform.any_op) -> !transform.any_op
    ```

    The target is consumed, a function too: `transform.get_parent_op %launches`
    finds it. The result are the `gpu.launch` operations made. Allocations of
    arrays that only launches use become allocations in device memory, and
    handles to them must not be used any more.

    **Refusals.** A silenceable failure if a tile cannot be mapped, or there is
    none, at what is in the way. All payload is as it was.
  }];
  let arguments = (ins
    TransformHandleTypeInterface:$target, Name:$machine, Counts<1>:$block_size,
    Counts<1>:$max_grid, Flag:$thread_locality, Name:$kernel_module,
    Count:$full_tile_loops, Flag:$host_register, Flag:$device_copies,
    Flag:$constant_memory, Count:$max_isl_operations);
  let results = (outs TransformHandleTypeInterface:$launches);
  let assemblyFormat =
      "$target attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

#endif // POLYMEM_TRANSFORMOPS_POLYMEMTRANSFORMOPS_TD
