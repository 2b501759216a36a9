//===- PremBase.td - the prem dialect and its attributes ----*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_PREM_IR_PREMBASE_TD
#define POLYMEM_DIALECT_PREM_IR_PREMBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Dialect/SCF/IR/DeviceMappingInterface.td"
include "mlir/IR/OpBase.td"

def Prem_Dialect : Dialect {
  let name = "prem";
  let cppNamespace = "::polymem::prem";
  let summary = "Segments and DMA requests of predictable multicores";
  let description = [{
    The predictable execution model (PREM; Gu 2023): each core has a scratchpad
    of its own, one DMA engine moves all data, and a core touches only its
    scratchpad while it computes. The dialect has two levels:

    - `prem.component` says what is computed where: tiles, which core runs
      which, and for each array which box a tile needs and which one it leaves
      (`prem.stream`). When anything is loaded follows from it.
    - The calls of the run-time (`prem.swap`, `prem.end_segment`, ...), which
      `prem-expand-components` makes of components: the program of a thread, one
      on each core. `PolyMem/Runtime/Prem/prem.h` has their meaning.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect"
  ];
  let hasOperationAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;
}

def Prem_Usage : I32EnumAttr<"Usage", "what segments do with a buffer", [
    I32EnumAttrCase<"RO", 1, "ro">, I32EnumAttrCase<"WO", 2, "wo">,
    I32EnumAttrCase<"RW", 3, "rw">]> {
  let cppNamespace = "::polymem::prem";
  let genSpecializedAttr = 0;
}
def Prem_UsageAttr : EnumAttr<Prem_Dialect, Prem_Usage, "usage"> {
  let assemblyFormat = "`<` $value `>`";
}

def Prem_Mode : I32EnumAttr<"Mode", "how an array gets into a scratchpad", [
    I32EnumAttrCase<"Stream", 0, "stream">,
    I32EnumAttrCase<"Resident", 1, "resident">,
    I32EnumAttrCase<"Serial", 2, "serial">]> {
  let cppNamespace = "::polymem::prem";
  let genSpecializedAttr = 0;
}
def Prem_ModeAttr : EnumAttr<Prem_Dialect, Prem_Mode, "mode"> {
  let assemblyFormat = "`<` $value `>`";
}

def Prem_Access : I32EnumAttr<"Access", "what a segment does with an element", [
    I32EnumAttrCase<"Read", 0, "read">, I32EnumAttrCase<"Write", 1, "write">]> {
  let cppNamespace = "::polymem::prem";
  let genSpecializedAttr = 0;
}
def Prem_AccessAttr : EnumAttr<Prem_Dialect, Prem_Access, "access"> {
  let assemblyFormat = "`<` $value `>`";
}

// As `enum prem_op` of prem.h.
def Prem_OpClass : I32EnumAttr<"OpClass", "operations that machines have a time for", [
    I32EnumAttrCase<"Load", 0, "load">, I32EnumAttrCase<"Store", 1, "store">,
    I32EnumAttrCase<"Int", 2, "int">, I32EnumAttrCase<"IntMul", 3, "int_mul">,
    I32EnumAttrCase<"IntDiv", 4, "int_div">,
    I32EnumAttrCase<"Float", 5, "float">,
    I32EnumAttrCase<"FloatMul", 6, "float_mul">,
    I32EnumAttrCase<"FloatDiv", 7, "float_div">,
    I32EnumAttrCase<"Special", 8, "special">,
    I32EnumAttrCase<"Branch", 9, "branch">]> {
  let cppNamespace = "::polymem::prem";
  let genSpecializedAttr = 0;
}
def Prem_OpClassAttr : EnumAttr<Prem_Dialect, Prem_OpClass, "op_class"> {
  let assemblyFormat = "`<` $value `>`";
}

def Prem_BoxAttr : AttrDef<Prem_Dialect, "Box"> {
  let mnemonic = "box";
  let summary = "A box of elements of an array";
  let description = [{
    For each dimension of an array two maps, from the tile's numbers
    (dimensions) and other values (symbols): the coordinates are from the
    greatest result of `lower` to the least one of `upper`, which is excluded.
    The box is empty where one of its dimensions is.

    ```mlir
    // Rows 32 k to 32 k + 31 of an array of 100 rows; all of its 7 columns.
    #rows = #prem.box<lower = [(d0) -> (d0 * 32), (d0) -> (0)],
                      upper = [(d0) -> (d0 * 32 + 32, 100), (d0) -> (7)]>
    func.func private @box() attributes {test.box = #rows}
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::AffineMap">:$lower,
                        ArrayRefParameter<"::mlir::AffineMap">:$upper);
  let assemblyFormat =
      "`<` `lower` `=` `[` $lower `]` `,` `upper` `=` `[` $upper `]` `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    unsigned getRank() const { return getLower().size(); }
    unsigned getNumDims() const { return getLower().front().getNumDims(); }
    unsigned getNumSymbols() const { return getLower().front().getNumSymbols(); }
  }];
}

def Prem_PlanAttr : AttrDef<Prem_Dialect, "Plan"> {
  let mnemonic = "plan";
  let summary = "How a nest of loops is to be cut into segments";
  let description = [{
    The discardable attribute `prem.plan` of the outermost loop of a nest
    (`affine.for`), and of the `scratch.tile` that is made of it: of each loop of
    its band, from the outside in, the iterations in a tile (`tile`, the K of Gu
    2023, 3.4) and into how many groups of cores its tiles are dealt (`groups`,
    the R; none: 1 each). `modes` names arrays (by argument, as `arg0`) and how
    they are brought into scratchpads; what is not named is decided by the
    compiler.

    A plan is obeyed, or refused with the reason.

    ```mlir
    func.func @scale(%A: memref<1000xf32>) {
      affine.for %i = 0 to 1000 {
        %x = affine.load %A[%i] : memref<1000xf32>
        %y = arith.addf %x, %x : f32
        affine.store %y, %A[%i] : memref<1000xf32>
      } {prem.plan = #prem.plan<tile = [100], groups = [2], modes = {arg0 = #prem.mode<stream>}>}
      return
    }
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$tile,
                        OptionalArrayRefParameter<"int64_t">:$groups,
                        OptionalParameter<"::mlir::DictionaryAttr">:$modes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The plan of `loop`, or null.
    static PlanAttr of(::mlir::Operation *loop);
  }];
}

def Prem_CoreAttr : AttrDef<Prem_Dialect, "Core", [
    DeclareAttrInterfaceMethods<DeviceMappingAttrInterface>]> {
  let mnemonic = "core";
  let summary = "A dimension of tiles that is dealt to cores";
  let description = [{
    The mapping attribute of a dimension of `scratch.tile` whose tiles different
    cores may run: consecutive ones to a group of cores. `dim` counts such
    dimensions from the outside in.

    ```mlir
    func.func @nothing(%n: index, %s: index) {
      scratch.tile (%i) = (%n) to (%n) step (%s) mapping [#prem.core<0>] {
      }
      return
    }
    ```
  }];
  let parameters = (ins "int64_t":$dim);
  let assemblyFormat = "`<` $dim `>`";
}

#endif // POLYMEM_DIALECT_PREM_IR_PREMBASE_TD
