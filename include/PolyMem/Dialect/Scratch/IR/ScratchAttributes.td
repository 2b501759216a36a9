//===- ScratchAttributes.td - storage mappings -------------*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_IR_SCRATCHATTRIBUTES_TD
#define POLYMEM_DIALECT_SCRATCH_IR_SCRATCHATTRIBUTES_TD

include "PolyMem/Dialect/Scratch/IR/ScratchBase.td"

def Scratch_MappingAttr : AttrDef<Scratch_Dialect, "Mapping", [
    DeclareAttrInterfaceMethods<MemRefLayoutAttrInterface,
      ["getAffineMap", "isIdentity", "verifyLayout", "getStridesAndOffset"]>]> {
  let mnemonic = "mapping";
  let summary = "Where the elements of an array live in a buffer";
  let description = [{
    A memref layout for a buffer: `map` takes an element's array coordinates
    (dimensions) and the buffer's symbols (tile origins, sizes) to a cell;
    `extents` gives the number of cells per physical dimension as a function of
    the same symbols; they are positive wherever a buffer is made. Results of
    `map` may be reduced modulo an extent: then the
    mapping is not injective and is valid only for the order of execution it was
    computed for: passes that reorder must run before such a mapping is chosen.

    ```mlir
    // A box of 16 x 17 cells whose corner is the tile's origin.
    #box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1),
                            extents = ()[s0, s1] -> (16, 17)>
    // Two columns, used in turn.
    #mod = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 mod 2),
                            extents = ()[s0, s1] -> (16, 2)>
    // A box with run-time extents: symbol 1 is the tile size.
    #run_time = #scratch.mapping<(d0)[s0, s1] -> (d0 - s0),
                                 extents = ()[s0, s1] -> (s1 + 2)>
    func.func private @buffers(memref<?x?xf32, #box>, memref<?x?xf32, #mod>,
                               memref<?xf64, #run_time>)
    ```
  }];
  let parameters = (ins "::mlir::AffineMap":$map, "::mlir::AffineMap":$extents);
  let assemblyFormat = "`<` $map `,` `extents` `=` $extents `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Number of physical dimensions.
    unsigned getNumPhysicalDims() const { return getMap().getNumResults(); }
    /// Number of symbols that a memref with this layout takes.
    unsigned getNumSymbols() const { return getMap().getNumSymbols(); }
    /// The extents if all are constants.
    std::optional<::llvm::SmallVector<int64_t>> getStaticExtents() const;
  }];
}

def Scratch_LoopAttr : AttrDef<Scratch_Dialect, "Loop"> {
  let mnemonic = "loop";
  let summary = "What is known of a loop that polymem-schedule made";
  let description = [{
    The discardable attribute `scratch.loop` of an `affine.for` (or `scf.for`)
    says what the scheduler knows of it:

    - `band`, `member`: loops of one `band` are nested and form a band;
      `member` counts them from the outside in.
    - `permutable`: among instances with equal values of the loops around the
      band, no dependence runs against any loop of it: they may be interchanged
      and tiled.
    - `parallel`: among instances with equal values of the loops around the
      band, no dependence goes from one iteration of this loop to another.

    Passes that do not know the attribute may drop it: that costs an analysis,
    nothing else. Passes that change the order of instances must drop it.

    ```mlir
    func.func @scale(%A: memref<?x?xf32>, %n: index) {
      affine.for %i = 0 to %n {
        affine.for %j = 0 to %n {
          %x = affine.load %A[%i, %j] : memref<?x?xf32>
          %y = arith.addf %x, %x : f32
          affine.store %y, %A[%i, %j] : memref<?x?xf32>
        } {scratch.loop = #scratch.loop<band = 0, member = 1, permutable = true, parallel = true>}
      } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true, parallel = true>}
      return
    }
    ```
  }];
  let parameters = (ins "unsigned":$band, "unsigned":$member,
                        DefaultValuedParameter<"bool", "false">:$permutable,
                        DefaultValuedParameter<"bool", "false">:$parallel);
  let assemblyFormat = "`<` struct(params) `>`";
  let extraClassDeclaration = [{
    /// The attribute of `loop`, whose name is that of this kind, or null.
    static LoopAttr of(::mlir::Operation *loop);
  }];
}

#endif // POLYMEM_DIALECT_SCRATCH_IR_SCRATCHATTRIBUTES_TD
