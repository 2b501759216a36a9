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
include "mlir/IR/EnumAttr.td"

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

def Scratch_PipelineOrder
    : I32EnumAttr<"PipelineOrder", "in which order tiles of a pipeline are executed", [
        I32EnumAttrCase<"Double", 0, "double">,
        I32EnumAttrCase<"Duplex", 1, "duplex">,
        I32EnumAttrCase<"Barrier", 2, "barrier">]> {
  let cppNamespace = "::polymem::scratch";
  let genSpecializedAttr = 0;
}

def Scratch_PipelineAttr : AttrDef<Scratch_Dialect, "Pipeline"> {
  let mnemonic = "pipeline";
  let summary = "How far copies of a tile may run ahead of computation and behind it";
  let description = [{
    The attribute `pipeline` of a `scratch.tile` of one sequential dimension is a *permission*:
    the copies into buffers at the beginning of tile T may be executed up to `lead` tiles
    earlier, with the computation of tile T - `lead`, and the copies out at its end up to `lag` tiles
    later. Buffers inside that share cells (`shared_cells`) are valid in every such
    execution, so that passes leave their layouts alone. Executing tile after tile, as
    if the attribute were not there, is one of them: ignoring it is correct, and dropping it
    too. `scratch-pipeline` makes the attribute, `scratch-expand-pipeline` uses it.

    With N = `lead` + 1 and c = `lag`, whoever uses it has to see to this order, where L, C and
    S are the loads, the computation and the stores of a tile (Isoard 2016, section 5.2):

    | `order` | L of tile T is after C of | and after S of | C of tile T is after S of |
    |---|---|---|---|
    | `double` (figure 5.3a) | T - N | T - N | T - c - 1 |
    | `duplex` | T - N | T - N | T - c - 1 |
    | `barrier` (figure 5.3b) | T - N | T - N - c | T - c - 1 |

    A tile loads before it computes and computes before it stores; computations follow each other.
    `double` has transfers one after another, `duplex` in both directions at a time,
    `barrier` only barriers, one between two steps.

    ```mlir
    #row = #scratch.mapping<(d0) -> (d0 mod 24), extents = () -> (24)>
    #own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
    func.func @sum(%A: memref<64xf32>, %s: memref<f32>) {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c64 = arith.constant 64 : index
      %b = scratch.alloc() {shared_cells} : memref<64xf32, #row>
      scratch.tile (%i) = (%c0) to (%c64) step (%c8)
          attributes {pipeline = #scratch.pipeline<lead = 2, lag = 0, order = barrier>} {
        scratch.copy_in %A to %b over [#own](%i) : memref<64xf32> to memref<64xf32, #row>
        affine.for %ii = %i to affine_map<()[s0] -> (s0 + 8)>()[%i] {
          %x = affine.load %b[%ii] : memref<64xf32, #row>
          %y = affine.load %s[] : memref<f32>
          %z = arith.addf %x, %y : f32
          affine.store %z, %s[] : memref<f32>
        }
      }
      return
    }
    ```
  }];
  let parameters = (ins "unsigned":$lead, "unsigned":$lag,
                        EnumParameter<Scratch_PipelineOrder>:$order);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // POLYMEM_DIALECT_SCRATCH_IR_SCRATCHATTRIBUTES_TD
