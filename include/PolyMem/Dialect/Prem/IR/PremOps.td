//===- PremOps.td - operations of the prem dialect ----------*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_PREM_IR_PREMOPS_TD
#define POLYMEM_DIALECT_PREM_IR_PREMOPS_TD

include "PolyMem/Dialect/Prem/IR/PremBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Prem_Op<string mnemonic, list<Trait> traits = []>
    : Op<Prem_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

def Prem_ComponentOp : Prem_Op<"component", [
    AffineScope, AutomaticAllocationScope, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"::polymem::prem::YieldOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "Tiles that cores run as segments";
  let description = [{
    Runs its body, a segment, once for each tile: for all tile numbers `k` with
    `0 <= k[j] < counts[j]`. With `M = counts[j]`, `R = groups[j]` and
    `Z = ceil(M / R)`, group `g` of dimension `j` has the numbers from `g Z` to
    `min(M, (g + 1) Z) - 1`; a core is in one group of each dimension, the last
    dimension's changing fastest from core to core (Gu 2023, 3.4). A core runs
    its tiles in lexicographic order. Nothing is said of the order of tiles on
    different cores: no element that one of them writes may be accessed by
    another one.

    The body begins with a `prem.stream` for each buffer, and accesses memory
    through these buffers only. When the component has ended, on all cores, all
    stores to main memory are done.

    ```mlir
    #tile = #prem.box<lower = [(d0) -> (d0 * 100)],
                      upper = [(d0) -> (d0 * 100 + 100, 950)]>
    func.func @scale(%A: memref<950xf32>) {
      %m = arith.constant 10 : index
      prem.component (%k) to (%m) groups [2] {
        %b = prem.stream rw stream %A origin (d0) -> (d0 * 100)
            load #tile store #tile (%k) : memref<950xf32> to memref<100xf32>
        affine.for %i = 0 to min affine_map<()[s0] -> (100, 950 - s0 * 100)>()[%k] {
          %x = affine.load %b[%i] : memref<100xf32>
          %y = arith.addf %x, %x : f32
          affine.store %y, %b[%i] : memref<100xf32>
        }
      }
      return
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$counts, DenseI64ArrayAttr:$groups);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$counts,
                                 "::llvm::ArrayRef<int64_t>":$groups)>];
  let extraClassDeclaration = [{
    unsigned getRank() { return getGroups().size(); }
    /// The tile's numbers, one a dimension.
    ::mlir::Block::BlockArgListType getTileNumbers() {
      return getBody().front().getArguments();
    }
    /// How many cores run it: the product of the groups.
    int64_t getNumCores();
  }];
}

def Prem_YieldOp : Prem_Op<"yield",
    [Pure, Terminator, HasParent<"::polymem::prem::ComponentOp">]> {
  let summary = "Ends a segment of a component";
  let description = [{
    The terminator of `prem.component`; not printed, put there by the parser.

    ```mlir
    func.func @nothing(%n: index) {
      prem.component (%k) to (%n) groups [1] {
        prem.yield
      }
      return
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Prem_StreamOp : Prem_Op<"stream", [AttrSizedOperandSegments,
    HasParent<"::polymem::prem::ComponentOp">]> {
  let summary = "A part of an array, in a buffer of a scratchpad";
  let description = [{
    The buffer that a segment works on instead of `array`: element `a` is its
    element `a - origin`. Before a segment, the box `load` of the array is in
    it; after it, the box `store` of the array is what the segment has left in
    the buffer. `usage` is `ro` without `store`, `wo` without `load`, and `rw`
    with both. Without an array it is memory of the segment's own, whose content
    is undefined before. The operands in parentheses are the component's tile
    numbers, which are the dimensions of `origin` and of the boxes, those in
    brackets are the symbols.

    - `stream`: two buffers. While segments use one of them, the engine unloads
      the other one and loads what is needed next (Gu 2023, 3.5). What the
      segments of a box load or store, those of the next box must not store,
      unless it is the same box.
    - `resident`: one buffer, whose boxes are the same for all tiles of a core.
    - `serial`: one buffer, which is unloaded and loaded between two segments,
      while the core waits.

    With `and`, several boxes are stored. They have no element in common.

    Where a box may be empty, `mayBeEmpty` has to say so. `mayRepeat` has to where a
    box of a core may be the one before the last, which the same of two buffers
    held: what is there is not asked for again. A box that comes back later is loaded
    again, and needs no flag.

    A `resident` array that is `kept` is loaded only the first time that the loops
    around the component execute it: they may not store it, the box must be the
    same each time, and so must be the tiles.

    ```mlir
    #row = #prem.box<lower = [(d0)[s0] -> (s0), (d0)[s0] -> (d0 * 8)],
                     upper = [(d0)[s0] -> (s0 + 1), (d0)[s0] -> (d0 * 8 + 8)]>
    func.func @sum(%A: memref<9x80xf32>, %B: memref<80xf32>, %row: index) {
      %m = arith.constant 10 : index
      prem.component (%k) to (%m) groups [1] {
        %a = prem.stream ro stream %A origin (d0)[s0] -> (s0, d0 * 8) load #row (%k) [%row]
            : memref<9x80xf32> to memref<1x8xf32>
        %tmp = prem.stream rw resident : memref<8xf32>
      }
      return
    }
    ```
  }];
  let arguments = (ins Prem_UsageAttr:$usage, Prem_ModeAttr:$mode,
                       Optional<AnyMemRef>:$array,
                       OptionalAttr<AffineMapAttr>:$origin,
                       OptionalAttr<Prem_BoxAttr>:$load,
                       OptionalAttr<Prem_BoxAttr>:$store,
                       OptionalAttr<ArrayAttr>:$moreStores,
                       Variadic<Index>:$tileNumbers, Variadic<Index>:$symbols,
                       UnitAttr:$mayBeEmpty, UnitAttr:$mayRepeat,
                       UnitAttr:$kept);
  let results = (outs AnyStaticShapeMemRef:$buffer);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Origin and boxes depend on the first so many tile numbers only: segments
    /// that are equal in these use the same box.
    unsigned getRunDepth();
    /// The boxes that are stored: `store`, and those that follow it.
    ::llvm::SmallVector<BoxAttr> getStores();
    /// All boxes: `load`, then those that are stored.
    ::llvm::SmallVector<BoxAttr> getBoxes();
  }];
}

//===----------------------------------------------------------------------===//
// Calls of the run-time
//===----------------------------------------------------------------------===//

def Prem_LaunchOp : Prem_Op<"launch",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Run a thread's program on each core";
  let description = [{
    Runs the function `callee` in a thread on each of `cores` cores, and waits
    for their ends.

    ```mlir
    func.func @thread(%A: memref<8xf32>) {
      prem.barrier
      return
    }
    func.func @main(%A: memref<8xf32>) {
      prem.launch @thread(%A) cores 4 : memref<8xf32>
      return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$args,
                       ConfinedAttr<I64Attr, [IntPositive]>:$cores);
  let assemblyFormat =
      "$callee `(` $args `)` `cores` $cores attr-dict (`:` type($args)^)?";
}

def Prem_ThreadIdOp : Prem_Op<"thread_id", [Pure]> {
  let summary = "The number of this thread, which is that of its core";
  let description = [{
    `prem_thread_id`.

    ```mlir
    func.func @thread() -> index {
      %core = prem.thread_id
      return %core : index
    }
    ```
  }];
  let results = (outs Index:$id);
  let assemblyFormat = "attr-dict";
}

def Prem_ViewOp : Prem_Op<"view", [Pure]> {
  let summary = "Memory of this core's scratchpad";
  let description = [{
    The memory of the core's scratchpad from byte `offset` on, counted from the
    first one that is free for buffers (`prem_scratchpad`).

    ```mlir
    func.func @thread(%offset: index) {
      %b = prem.view %offset : memref<4x8xf32>
      return
    }
    ```
  }];
  let arguments = (ins Index:$offset);
  let results = (outs AnyStaticShapeMemRef:$buffer);
  let assemblyFormat = "$offset attr-dict `:` type($buffer)";
}

def Prem_AllocateOp : Prem_Op<"allocate_buffer"> {
  let summary = "Make a buffer known to the run-time";
  let description = [{
    `prem_allocate_buffer`: a buffer of `bytes` bytes at byte `offset` of the
    scratchpad. Yields its number.

    ```mlir
    func.func @thread(%offset: index) {
      %id = prem.allocate_buffer ro at %offset bytes 128
      prem.deallocate_buffer %id
      return
    }
    ```
  }];
  let arguments = (ins Prem_UsageAttr:$usage, Index:$offset,
                       ConfinedAttr<I64Attr, [IntPositive]>:$bytes);
  let results = (outs I32:$id);
  let assemblyFormat = "custom<Usage>($usage) `at` $offset `bytes` $bytes attr-dict";
}

def Prem_DeallocateOp : Prem_Op<"deallocate_buffer"> {
  let summary = "Request to unload a buffer, and to give it back";
  let description = [{
    `prem_deallocate_buffer`.

    ```mlir
    func.func @thread(%id: i32) {
      prem.deallocate_buffer %id
      return
    }
    ```
  }];
  let arguments = (ins I32:$id);
  let assemblyFormat = "$id attr-dict";
}

def Prem_SwapOp : Prem_Op<"swap", [AttrSizedOperandSegments]> {
  let summary = "Request to unload a buffer, and to load another box into it";
  let description = [{
    Binds buffer `id` to the box of `array` that begins at `offsets` and has
    `sizes` elements in each dimension; each size is positive. In the buffer,
    which has the shape `shape` and the array's element type, the box begins at
    element 0. `prem_swap_buffer`, `prem_swap2d_buffer` or
    `prem_swapnd_buffer`, by the array's rank.

    ```mlir
    func.func @thread(%id: i32, %A: memref<64x80xf32>, %i: index, %n: index) {
      %c8 = arith.constant 8 : index
      prem.swap %id, %A[%i, %i] sizes [%n, %c8] shape [16, 8] : memref<64x80xf32>
      return
    }
    ```
  }];
  let arguments = (ins I32:$id, AnyMemRef:$array, Variadic<Index>:$offsets,
                       Variadic<Index>:$sizes, DenseI64ArrayAttr:$shape);
  let assemblyFormat = [{
    $id `,` $array `[` $offsets `]` `sizes` `[` $sizes `]` `shape` $shape
    attr-dict `:` type($array)
  }];
  let hasVerifier = 1;
}

def Prem_SwapBoxesOp : Prem_Op<"swap_boxes", [AttrSizedOperandSegments]> {
  let summary = "Request to unload a buffer, and to bind it to several boxes";
  let description = [{
    As `prem.swap`, for boxes that are loaded or stored separately
    (`prem_swap_boxes`): box `n` begins at `offsets` of the array and at `places`
    of the buffer, rank values each, has `sizes` elements, and is loaded, stored,
    or both (`usages`). A box with a size that is not positive is none. Without
    boxes the buffer is unloaded only.

    ```mlir
    func.func @thread(%id: i32, %A: memref<80xf32>, %i: index, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      prem.swap_boxes %id, %A[%i, %i] places [%c0, %c1] sizes [%c8, %n] usages [1, 2] shape [8]
          : memref<80xf32>
      return
    }
    ```
  }];
  let arguments = (ins I32:$id, AnyMemRef:$array, Variadic<Index>:$offsets,
                       Variadic<Index>:$places, Variadic<Index>:$sizes,
                       DenseI32ArrayAttr:$usages, DenseI64ArrayAttr:$shape);
  let assemblyFormat = [{
    $id `,` $array `[` $offsets `]` `places` `[` $places `]` `sizes` `[` $sizes `]`
    `usages` $usages `shape` $shape attr-dict `:` type($array)
  }];
  let hasVerifier = 1;
}

class Prem_Call<string mnemonic, string sum, string text>
    : Prem_Op<mnemonic> {
  let summary = sum;
  let description = text # [{

    ```mlir
    func.func @thread() {
      prem.}] # mnemonic # [{
      return
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Prem_DispatchOp : Prem_Call<"dispatch",
    "What was requested so far is served before the next segment begins",
    "`prem_dispatch`.">;
def Prem_EndSegmentOp : Prem_Call<"end_segment", "End a segment",
    "`prem_end_segment`: returns when the next segment may begin.">;
def Prem_BarrierOp : Prem_Call<"barrier",
    "Wait for all threads and all requests",
    "`prem_barrier`: ends a component.">;

//===----------------------------------------------------------------------===//
// What segments tell
//===----------------------------------------------------------------------===//

def Prem_TellAccessOp : Prem_Op<"tell_access", [AttrSizedOperandSegments]> {
  let summary = "Tell the checker of an access";
  let description = [{
    The segment is about to read or write the element `indices` of `buffer`,
    which is the element `coordinates` of `array` in the original program;
    without an array, it is none. `prem_read` and `prem_write`, which are there
    on the host only. Put there by `prem-tell-accesses`.

    ```mlir
    func.func @segment(%b: memref<8xf32>, %A: memref<80xf32>, %i: index, %j: index) {
      prem.tell_access read %b[%i] of %A[%j] : memref<8xf32>, memref<80xf32>
      prem.tell_access write %b[%i] : memref<8xf32>
      return
    }
    ```
  }];
  let arguments = (ins Prem_AccessAttr:$access, AnyStaticShapeMemRef:$buffer,
                       Variadic<Index>:$indices, Optional<AnyMemRef>:$array,
                       Variadic<Index>:$coordinates);
  let assemblyFormat = [{
    custom<Access>($access) $buffer `[` $indices `]` (`of` $array^ `[` $coordinates `]`)?
    attr-dict `:` type($buffer) (`,` type($array)^)?
  }];
  let hasVerifier = 1;
}

def Prem_CountOp : Prem_Op<"count"> {
  let summary = "Tell how many operations of a class are executed";
  let description = [{
    The block executes `count` operations of a class that machines have a time
    for: `prem_count`, which is there on the host only.

    ```mlir
    func.func @segment() {
      prem.count load, 2
      prem.count float_mul, 1
      return
    }
    ```
  }];
  let arguments = (ins Prem_OpClassAttr:$operations,
                       ConfinedAttr<I64Attr, [IntPositive]>:$count);
  let assemblyFormat = "custom<OpClass>($operations) `,` $count attr-dict";
}

#endif // POLYMEM_DIALECT_PREM_IR_PREMOPS_TD
