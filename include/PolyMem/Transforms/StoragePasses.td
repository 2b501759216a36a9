//===- StoragePasses.td - passes on storage -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_STORAGEPASSES_TD
#define POLYMEM_TRANSFORMS_STORAGEPASSES_TD

include "mlir/Pass/PassBase.td"

/// Budget of isl operations of a step, unless an option says otherwise.
defvar storageIslOperations = "5000000";

//===----------------------------------------------------------------------===//
// polymem-contract-arrays
//===----------------------------------------------------------------------===//

def ContractArraysPass : Pass<"polymem-contract-arrays", "::mlir::func::FuncOp"> {
  let summary = "Store temporary arrays in few cells";
  let description = [{
    An array that a function allocates needs only as many cells as it has
    elements whose values are needed at the same time. This pass computes which
    elements conflict, in the order in which the function is executed, chooses
    of the mappings of elements to cells that are proved to separate them for all
    sizes the smallest one it finds, and makes the array a buffer with this
    mapping. Where sizes are so small that the mapping has more cells than the
    array has elements, the buffer has as many cells as the array. Nothing else
    changes: loads and stores keep their subscripts, `convert-scratch-to-memref`
    turns them into addresses.

    All methods are asked that PolyMem has (see `polymem-storage`, the tool):
    successive modulo, storage hyperplanes (TOPLAS 2016), linearised addresses
    with the smallest modulus valid at small sizes, a search of all mappings at small sizes whose
    best ones are generalised and proved.

    ```mlir
    func.func @blur(%in: memref<?x?xf32>, %out: memref<?x?xf32>, %n: index) {
      %t = memref.alloc(%n, %n) : memref<?x?xf32>
      affine.for %y = 0 to %n {
        affine.for %x = 0 to %n {
          %v = affine.load %in[%y, %x] : memref<?x?xf32>
          affine.store %v, %t[%y, %x] : memref<?x?xf32>
          affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%y) {
            %a = affine.load %t[%y - 2, %x] : memref<?x?xf32>
            %b = affine.load %t[%y, %x] : memref<?x?xf32>
            %s = arith.addf %a, %b : f32
            affine.store %s, %out[%y, %x] : memref<?x?xf32>
          }
        }
      }
      memref.dealloc %t : memref<?x?xf32>
      return
    }
    ```
    becomes
    ```mlir
    #rows = #scratch.mapping<(d0, d1)[s0] -> ((d0 - d1 * 2) mod s0), extents = ()[s0] -> (s0)>
    func.func @blur(%in: memref<?x?xf32>, %out: memref<?x?xf32>, %n: index) {
      %m = 2 * %n + 1
      %t = scratch.alloc(%n, %n)[%m] {shared_cells} : memref<?x?xf32, #rows>
      // as before
    }
    ```

    With `share`, arrays of one element type that are allocated in one block share
    a buffer where they take fewer cells together than apart: temporaries that are
    never needed at the same time, a result that takes the cells of its argument.
    `A[x]` and `B[x]` become elements `[0, x]` and `[1, x]` of one array, which is
    mapped as a whole; of n arrays the first n - 1 subscripts say which one is
    meant. This is not the default: accesses of arrays that would be contiguous by
    themselves may need a remainder each, which takes more time than it saves where
    memory is plenty.

    Arrays that others may see, or that anything but loads and stores uses, stay
    as they are, and so does an array for which no mapping is smaller at the
    assumed sizes by `min-saving` percent; a remark says why. Passes that reorder must run before: a
    mapping is valid for the order it was computed for.
  }];
  let options = [
    ListOption<"assume", "assume", "std::string",
               "Sizes for which arrays are to be small: the names of arguments "
               "as in remarks, and values, as arg2=100">,
    Option<"share", "share", "bool", "false",
           "Arrays that take fewer cells together than apart share a buffer">,
    Option<"strict", "strict", "bool", "false",
           "Fail, with an error, if no array is contracted">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           storageIslOperations, "Budget of isl operations per step (0: unbounded)">,
    Option<"minSaving", "min-saving", "unsigned", "1",
           "Percent of an array's elements that its cells must be fewer by, at "
           "the assumed sizes: a modulo costs time">,
    Option<"reportTimes", "report-times", "bool", "false",
           "Say in a remark how long the analysis of each array took">,
    Option<"powersOfTwo", "powers-of-two", "bool", "false",
           "Round constant moduli up to powers of two, for which a modulo is a "
           "mask, where that is valid and saves min-saving percent">
  ];
  let dependentDialects = ["::polymem::scratch::ScratchDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numContracted", "num-contracted", "Arrays contracted">,
    Statistic<"numShared", "num-shared", "Arrays that share a buffer">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-map-storage
//===----------------------------------------------------------------------===//

def MapStoragePass : Pass<"polymem-map-storage", "::mlir::func::FuncOp"> {
  let summary = "Store buffers of tiles in few cells";
  let description = [{
    `polymem-contract-arrays` for buffers: for each `scratch.alloc` computes which
    elements are needed at the same time, in the order in which the tile around
    it is executed, and gives it the smallest mapping found that is proved for all sizes and
    all tiles, if that has fewer cells than the present one. Threads are not ordered:
    iterations of a `scratch.tile` mapped to threads may run in any order until all have ended,
    which is where `convert-scratch-to-gpu` puts barriers; tiles that are not
    mapped follow each other. A buffer is a new one in each block.

    ```mlir
    #box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (9, 66)>
    scratch.tile (%b) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
      %a = scratch.alloc() : memref<9x66xf32, #box, #gpu.address_space<workgroup>>
      ...  // row 0
      affine.for %t = 1 to 9 {
        scratch.tile (%i) = (%c1) to (%c65) step (%c1) mapping [#gpu.thread<x>] {
          ...  // row t from row t - 1
        }
      }
    }
    ```
    becomes, with two rows used in turn,
    ```mlir
    #rows = #scratch.mapping<(d0, d1) -> (d0 mod 2, d1), extents = () -> (2, 66)>
    %a = scratch.alloc() {shared_cells} : memref<9x66xf32, #rows, #gpu.address_space<workgroup>>
    ```

    A subscript that is always less than its modulus needs none. Among mappings that
    are nearly as small as the best one (`slack`) the one with the cheapest
    subscripts is taken; a stride between neighbours counts as much as a division.

    Buffers that are filled or emptied by asynchronous copies stay as they are. Run it
    before `scratch-promote` for buffers that `polymem-tile` makes of the arrays of a
    block, so that more memory is left for others; passes that reorder must run
    before.
  }];
  let options = [
    ListOption<"assume", "assume", "std::string",
               "Sizes for which buffers are to be small: the names of arguments "
               "as in remarks, and values, as arg2=100">,
    Option<"strict", "strict", "bool", "false",
           "Fail, with an error, if no buffer gets another mapping">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           storageIslOperations, "Budget of isl operations per step (0: unbounded)">,
    Option<"minSaving", "min-saving", "unsigned", "10",
           "Percent of its cells that a buffer must have less, at the assumed "
           "sizes: a modulo costs time">,
    Option<"reportTimes", "report-times", "bool", "false",
           "Say in a remark how long the analysis of each buffer took">,
    Option<"slack", "slack", "unsigned", "5",
           "Percent of cells more that are accepted for cheaper subscripts: "
           "without a modulo, or with one that is a power of two">,
    Option<"powersOfTwo", "powers-of-two", "bool", "false",
           "Round constant moduli up to powers of two, for which a modulo is a "
           "mask, where that is valid and saves min-saving percent">
  ];
  let dependentDialects = ["::polymem::scratch::ScratchDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numMapped", "num-mapped", "Buffers with another mapping">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-split-at-wraps
//===----------------------------------------------------------------------===//

def SplitAtWrapsPass : Pass<"polymem-split-at-wraps", "::mlir::func::FuncOp"> {
  let summary = "Split inner loops where subscripts with a modulo wrap";
  let description = [{
    A subscript `e mod m` costs a division per access, and nothing is known of
    how it changes from one iteration to the next, so that loops are not
    vectorised. Where `e` grows by a constant in an innermost `affine.for`, this
    pass makes of the loop a sequence of pieces. In a piece no subscript wraps,
    and subscripts are linear; the remainders are computed where a piece begins.
    Subscripts that differ by constants (modulo `m`) wrap together; an iteration
    between the wrap of the first of them and that of the last stays as it was.

    ```mlir
    affine.for %i = 0 to %n {
      %x = affine.load %A[(%i + %j) mod symbol(%m)] : memref<?xf32>
      affine.store %x, %B[%i] : memref<?xf32>
    }
    ```
    becomes, in words
    ```
    i = 0
    while i < n:
      first = (i + j) mod m
      end = min(i + m - first, n)
      for k = i to end:
        B[k] = A[first - i + k]
      i = end
    ```

    Where a loop around two others is left, it is tested before the middle one
    whether any subscript wraps in all iterations of these two. Where none does, they
    are executed as a copy with linear subscripts, and no remainder is computed in
    it (`nests=false` turns this off).

    Moduli are values or constants, strides constants of either sign; the values
    of `e` may be negative. Subscripts that are not of this form keep their
    modulo, and so do loops with less than `min-trip-count` iterations, and
    subscripts with a constant modulus that leaves less than `min-piece`
    iterations between two wraps. Runs after `convert-scratch-to-memref`; what it
    makes is no longer affine.
  }];
  let options = [
    Option<"minTripCount", "min-trip-count", "uint64_t", "8",
           "Loops known to have fewer iterations stay as they are">,
    Option<"minPiece", "min-piece", "int64_t", "16",
           "Subscripts known to wrap after fewer iterations keep their modulo">,
    Option<"nests", "nests", "bool", "true",
           "Copy the loop around a split one for where nothing wraps in it">,
    Option<"strict", "strict", "bool", "false",
           "Fail, with an error, if no loop is split">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numSplit", "num-split", "Loops split">,
    Statistic<"numCopied", "num-copied", "Nests copied for where nothing wraps">
  ];
}

#endif // POLYMEM_TRANSFORMS_STORAGEPASSES_TD
