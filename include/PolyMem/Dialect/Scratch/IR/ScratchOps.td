//===- ScratchOps.td - operations of the scratch dialect ---*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_IR_SCRATCHOPS_TD
#define POLYMEM_DIALECT_SCRATCH_IR_SCRATCHOPS_TD

include "PolyMem/Dialect/Scratch/IR/ScratchAttributes.td"
include "PolyMem/Interfaces/PolyhedralInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Scratch_TokenType : TypeDef<Scratch_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "An asynchronous copy in flight";
  let description = [{
    What an asynchronous `scratch.copy_in` or `scratch.copy_out` yields and
    `scratch.wait` waits for.

    ```mlir
    func.func @finish(%t: !scratch.token) {
      scratch.wait %t
      return
    }
    ```
  }];
}

class Scratch_Op<string mnemonic, list<Trait> traits = []>
    : Op<Scratch_Dialect, mnemonic, traits>;

def Scratch_TileOp : Scratch_Op<"tile", [
    AffineScope, AttrSizedOperandSegments, AutomaticAllocationScope,
    RecursiveMemoryEffects, RecursivelySpeculatable,
    SingleBlockImplicitTerminator<"::polymem::scratch::YieldOp">,
    DeclareOpInterfaceMethods<PolyhedralLoopOpInterface>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    DeclareOpInterfaceMethods<LoopLikeOpInterface,
      ["getInitsMutable", "getLoopInductionVars", "getLoopLowerBounds",
       "getLoopResults", "getLoopSteps", "getLoopUpperBounds",
       "getRegionIterArgs", "getYieldedValuesMutable", "moveOutOfLoop"]>]> {
  let summary = "A loop over tile origins";
  let description = [{
    Runs its body once for each tile origin: dimension `d` from `lower[d]` to
    `upper[d]` (excluded) in steps of `step[d]`, in lexicographic order for
    dimensions without a mapping. A dimension with a mapping attribute
    (`#gpu.block<x>`, `#gpu.thread<y>`, ...) is parallel: its iterations may run
    in any order and at the same time, on the units that the mapping names.

    The operation is an affine scope: origins, and the bounds and steps given to
    it, are symbols inside, so a body with run-time tile sizes is still affine.
    Steps must be positive.

    ```mlir
    func.func @scale(%A: memref<?x?xf32>, %M: index, %N: index, %s: index) {
      %c0 = arith.constant 0 : index
      %c32 = arith.constant 32 : index
      scratch.tile (%i, %j) = (%c0, %c0) to (%M, %N) step (%c32, %s)
          mapping [#gpu.block<y>, #gpu.block<x>] {
        affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %M] {
          affine.for %jj = %j to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%j, %s, %N] {
            %x = affine.load %A[%ii, %jj] : memref<?x?xf32>
            %y = arith.addf %x, %x : f32
            affine.store %y, %A[%ii, %jj] : memref<?x?xf32>
          }
        }
      }
      return
    }
    ```

    A dimension of a partly mapped tile that has no mapping is written `none`. A
    mapping is used by at most one dimension of a tile and of the tiles around
    it, and no tile inside a thread's work is mapped to blocks.

    A tile of one sequential dimension may carry tokens of copies that are in flight from one
    iteration to the next: `iter_tokens` gives those of the first one, `scratch.yield` those
    of the next one, and the results are those that the last iteration yields (the given
    ones if there is no iteration).

    ```mlir
    #two = #scratch.mapping<(d0) -> (d0 mod 16), extents = () -> (16)>
    #own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>
    func.func @ahead(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %b = scratch.alloc(%n) {shared_cells} : memref<?xf32, #two>
      %first = scratch.copy_in %A to %b over [#own](%c0, %n)
          : memref<?xf32> to memref<?xf32, #two> -> !scratch.token
      %last = scratch.tile (%i) = (%c0) to (%n) step (%c8) iter_tokens(%t = %first) {
        scratch.wait %t
        %next = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%i]
        %u = scratch.copy_in %A to %b over [#own](%next, %n)
            : memref<?xf32> to memref<?xf32, #two> -> !scratch.token
        affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%i, %n] {
          %x = affine.load %b[%ii] : memref<?xf32, #two>
          affine.store %x, %B[%ii] : memref<?xf32>
        }
        scratch.yield %u
      }
      scratch.wait %last
      return
    }
    ```

    With the attribute `pipeline` copies may be executed earlier or later than they stand; see
    `#scratch.pipeline`.

    Invariant code is moved out of a tile (`loop-invariant-code-motion`) only if
    what it computes is still a symbol there.
  }];
  let arguments = (ins Variadic<Index>:$lowerBounds,
                       Variadic<Index>:$upperBounds, Variadic<Index>:$steps,
                       Variadic<Scratch_TokenType>:$tokens,
                       OptionalAttr<ArrayAttr>:$mapping,
                       OptionalAttr<Scratch_PipelineAttr>:$pipeline);
  let results = (outs Variadic<Scratch_TokenType>:$lastTokens);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizeMethod = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$lowerBounds,
                   "::mlir::ValueRange":$upperBounds,
                   "::mlir::ValueRange":$steps,
                   CArg<"::mlir::ArrayAttr", "{}">:$mapping,
                   CArg<"::mlir::ValueRange", "{}">:$tokens)>
  ];
  let extraClassDeclaration = [{
    unsigned getRank() { return getSteps().size(); }
    /// The tile origins, one per dimension.
    ::mlir::Block::BlockArgListType getOrigins() {
      return getBody().front().getArguments().take_front(getRank());
    }
    /// The tokens that an iteration gets from the one before it.
    ::mlir::Block::BlockArgListType getCarriedTokens() {
      return getBody().front().getArguments().drop_front(getRank());
    }
    /// True iff iterations hand tokens on.
    bool carriesTokens() { return !getTokens().empty(); }
    /// The end of the body, with the tokens that the next iteration gets.
    ::polymem::scratch::YieldOp getYield();
    /// The mapping attribute of dimension `dim`; null if it is sequential.
    ::mlir::Attribute getMappingOf(unsigned dim);
    /// True iff some dimension is mapped to GPU blocks / GPU threads.
    bool isMappedToBlocks();
    bool isMappedToThreads();
    /// True iff no dimension has a mapping.
    bool isSequential();
  }];
}

def Scratch_YieldOp : Scratch_Op<"yield",
    [Pure, Terminator, HasParent<"::polymem::scratch::TileOp">]> {
  let summary = "Ends the body of a tile";
  let description = [{
    The terminator of `scratch.tile`, with a token for each that the tile carries. Without
    tokens it is not printed, and put there by the parser.

    ```mlir
    func.func @nothing(%n: index, %s: index) {
      scratch.tile (%i) = (%n) to (%n) step (%s) {
        scratch.yield
      }
      return
    }
    ```
  }];
  let arguments = (ins Variadic<Scratch_TokenType>:$tokens);
  let assemblyFormat = "($tokens^)? attr-dict";
  let builders = [OpBuilder<(ins), [{ /* No tokens. */ }]>];
}

def Scratch_AllocOp : Scratch_Op<"alloc", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "A buffer that looks like the whole array";
  let description = [{
    Yields a memref of the array's logical shape whose layout, a
    `#scratch.mapping`, says which of the few cells holds which element. The
    operands are the dynamic logical sizes and, in brackets, the mapping's
    symbols. The buffer lives until the end of the enclosing tile (or function)
    body; its contents are undefined until written.

    With `shared_cells` elements share cells when their values are not needed at
    the same time: the mapping is valid for the order of execution as it is, and
    passes that reorder leave what accesses the buffer alone.

    ```mlir
    #box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1),
                            extents = ()[s0, s1] -> (16, 17)>
    func.func @corner(%M: index, %N: index, %i: index, %j: index) -> f32 {
      %b = scratch.alloc(%M, %N)[%i, %j]
          : memref<?x?xf32, #box, #gpu.address_space<workgroup>>
      %x = affine.load %b[symbol(%i), symbol(%j)]
          : memref<?x?xf32, #box, #gpu.address_space<workgroup>>
      return %x : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$dynamicSizes,
                       Variadic<Index>:$symbols,
                       UnitAttr:$shared_cells);
  let results = (outs Res<AnyMemRef, "",
    [MemAlloc<AutomaticAllocationScopeResource>]>:$buffer);
  let assemblyFormat = [{
    `(` $dynamicSizes `)` (`` `[` $symbols^ `]`)? attr-dict `:` type($buffer)
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    ::mlir::MemRefType getType() {
      return ::llvm::cast<::mlir::MemRefType>(getBuffer().getType());
    }
    /// The buffer's storage mapping.
    ::polymem::scratch::MappingAttr getMapping() {
      return ::llvm::cast<::polymem::scratch::MappingAttr>(
          getType().getLayout());
    }
  }];
}

class Scratch_CopyOp<string mnemonic> : Scratch_Op<mnemonic, [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
    DeclareOpInterfaceMethods<PolyhedralCopyOpInterface>]> {
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$source,
                       Arg<AnyMemRef, "", [MemWrite]>:$target,
                       Variadic<Index>:$symbols, ArrayAttr:$sets);
  let results = (outs Optional<Scratch_TokenType>:$token);
  let assemblyFormat = [{
    $source `to` $target `over` $sets `(` $symbols `)` attr-dict
    `:` type($source) `to` type($target) (`->` type($token)^)?
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    /// True iff the copy is finished by a `scratch.wait` and not by itself.
    bool isAsync() { return getToken() != nullptr; }
    /// The sets, as IntegerSets.
    ::llvm::SmallVector<::mlir::IntegerSet> getIntegerSets() {
      return getPolyhedralSets();
    }
  }];
}

def Scratch_ElementOp : Scratch_Op<"element",
    [Pure, Terminator, HasParent<"::polymem::scratch::CopyInOp">]> {
  let summary = "What a copied element becomes";
  let description = [{
    Ends what `scratch.copy_in` computes of an element, with the value that the
    buffer gets; see there.
  }];
  let arguments = (ins AnyType:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Scratch_CopyInOp : Scratch_CopyOp<"copy_in"> {
  let summary = "Moves a set of elements from an array into a buffer";
  let description = [{
    Copies each element of the union of `sets` (integer sets over the array's
    coordinates, pairwise disjoint, with `symbols` as their symbols) from the
    array to the buffer. With a result, the copy is asynchronous: the buffer may
    be read, and the source or the buffer overwritten, only after a
    `scratch.wait` on the token.

    With a region, the buffer gets what it computes of each element, by
    operations without effects; such a copy is not asynchronous.

    ```mlir
    #box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1),
                            extents = ()[s0, s1] -> (16, 16)>
    #tile = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0,
                                               d1 - s1 >= 0, -d1 + s1 + 15 >= 0,
                                               -d1 + s2 - 1 >= 0)>
    func.func @load_tile(%A: memref<64x?xf32>, %N: index, %i: index, %j: index) {
      %b = scratch.alloc(%N)[%i, %j] : memref<64x?xf32, #box>
      scratch.copy_in %A to %b over [#tile](%i, %j, %N)
          : memref<64x?xf32> to memref<64x?xf32, #box>
      return
    }
    func.func @load_scaled(%alpha: f32, %A: memref<64x?xf32>, %N: index, %i: index,
                           %j: index) {
      %b = scratch.alloc(%N)[%i, %j] : memref<64x?xf32, #box>
      scratch.copy_in %A to %b over [#tile](%i, %j, %N)
          : memref<64x?xf32> to memref<64x?xf32, #box> computing {
      ^bb0(%x: f32):
        %y = arith.mulf %alpha, %x : f32
        scratch.element %y : f32
      }
      return
    }
    ```
  }];
  let regions = (region AnyRegion:$computation);
  let assemblyFormat = [{
    $source `to` $target `over` $sets `(` $symbols `)` attr-dict
    `:` type($source) `to` type($target) (`->` type($token)^)?
    (`computing` $computation^)?
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// True iff the copy is finished by a `scratch.wait` and not by itself.
    bool isAsync() { return getToken() != nullptr; }
    /// The sets, as IntegerSets.
    ::llvm::SmallVector<::mlir::IntegerSet> getIntegerSets() {
      return getPolyhedralSets();
    }
    /// True iff the buffer gets something computed of elements, not elements.
    bool isComputing() { return !getComputation().empty(); }
  }];
}

def Scratch_CopyOutOp : Scratch_CopyOp<"copy_out"> {
  let summary = "Moves a set of elements from a buffer to its array";
  let description = [{
    Copies each element of the union of `sets` from the buffer (`source`) to the
    array (`target`); see `scratch.copy_in`. Every element copied out must hold
    a value that the tile wrote or loaded before.

    ```mlir
    #row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
    #rest = affine_set<(d0)[s0, s1] : (d0 - s0 - 4 >= 0, -d0 + s0 + 7 >= 0,
                                       -d0 + s1 - 1 >= 0)>
    func.func @store_tile(%C: memref<?xf32>, %N: index, %i: index) {
      %zero = arith.constant 0.0 : f32
      %b = scratch.alloc(%N)[%i] : memref<?xf32, #row>
      affine.for %ii = 0 to 8 {
        affine.store %zero, %b[%ii + symbol(%i)] : memref<?xf32, #row>
      }
      scratch.copy_out %b to %C over
          [#rest, affine_set<(d0)[s0, s1] : (d0 - s0 == 0)>](%i, %N)
          : memref<?xf32, #row> to memref<?xf32>
      return
    }
    ```
  }];
}

def Scratch_WaitOp : Scratch_Op<"wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Waits for asynchronous copies";
  let description = [{
    Returns when all copies that yielded `tokens` have finished.

    ```mlir
    #row = #scratch.mapping<(d0) -> (d0), extents = () -> (8)>
    #all = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>
    func.func @overlap(%A: memref<8xf32>) -> f32 {
      %b = scratch.alloc() : memref<8xf32, #row>
      %t = scratch.copy_in %A to %b over [#all]()
          : memref<8xf32> to memref<8xf32, #row> -> !scratch.token
      scratch.wait %t
      %x = affine.load %b[3] : memref<8xf32, #row>
      return %x : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Scratch_TokenType>:$tokens);
  let assemblyFormat = "$tokens attr-dict";
  let hasCanonicalizeMethod = 1;
}

def Scratch_OriginOp : Scratch_Op<"origin", [
    Pure, AllTypesMatch<["value", "result"]>]> {
  let summary = "Names a value after the instance of the original program";
  let description = [{
    Yields `value`, and says that it is what `statement` computes in its
    iteration `instance` of the program before transformation.
    `polymem-mark-origin` puts these markers in; passes carry them along as they
    carry any computation, so that `polymem-check` can tell which instance of the
    original a transformed program computes where. Lowered to `value` itself.

    ```mlir
    func.func @square(%A: memref<?xf32>, %n: index) {
      affine.for %i = 0 to %n {
        %x = affine.load %A[%i] : memref<?xf32>
        %y = arith.mulf %x, %x : f32
        %z = scratch.origin "S0"[%i] %y : f32
        affine.store %z, %A[%i] : memref<?xf32>
      }
      return
    }
    ```
  }];
  let arguments = (ins StrAttr:$statement, Variadic<Index>:$instance,
                       AnyType:$value);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $statement `[` $instance `]` $value attr-dict `:` type($value)
  }];
}

def Scratch_GridBarrierOp
    : Scratch_Op<"grid_barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "All threads of all blocks of a launch wait for each other";
  let description = [{
    What any thread of the launch did before is visible to all of them behind it.
    All threads of all blocks must come to the same barrier, equally often: what
    decides whether and how often it is executed must be the same in the whole
    launch. All blocks must run at a time, so that the launch must be a
    cooperative one, with no more blocks than the device has room for.

    Blocks count themselves in `counter`, memory of the device that is zero before
    the launch and that nothing else uses. A barrier leaves in it what the next one
    needs. `polymem-cooperative-launches` makes such launches,
    `polymem-lower-grid-barriers` makes it atomic operations.

    ```mlir
    func.func @shift(%A: memref<?xf32>, %B: memref<?xf32>, %n: index,
                     %blocks: index, %counter: memref<1xi32>) {
      %c1 = arith.constant 1 : index
      %c256 = arith.constant 256 : index
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1)
                 threads(%tx, %ty, %tz) in (%nx = %c256, %ny = %c1, %nz = %c1) {
        // Some elements of A each.
        scratch.grid_barrier %counter : memref<1xi32>
        // Some elements of B each, from elements of A that others wrote.
        gpu.terminator
      }
      return
    }
    ```
  }];
  let arguments = (ins MemRefRankOf<[I32], [1]>:$counter);
  let assemblyFormat = "$counter attr-dict `:` type($counter)";
  let hasVerifier = 1;
}

#endif // POLYMEM_DIALECT_SCRATCH_IR_SCRATCHOPS_TD
