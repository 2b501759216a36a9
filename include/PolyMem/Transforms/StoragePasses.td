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

//===----------------------------------------------------------------------===//
// polymem-contract-arrays
//===----------------------------------------------------------------------===//

def ContractArraysPass : Pass<"polymem-contract-arrays", "::mlir::func::FuncOp"> {
  let summary = "Store temporary arrays in as few cells as possible";
  let description = [{
    An array that a function allocates needs only as many cells as it has
    elements whose values are needed at the same time. This pass computes which
    elements conflict, in the order in which the function is executed, chooses
    the smallest mapping of elements to cells that is proved to separate them for
    all sizes, and makes the array a buffer with this mapping. Nothing else
    changes: loads and stores keep their subscripts, `convert-scratch-to-memref`
    turns them into addresses.

    All methods are asked that PolyMem has (see `polymem-storage`, the tool):
    successive modulo, storage hyperplanes (TOPLAS 2016), linearised addresses
    with the smallest valid modulus, a search of all mappings at small sizes whose
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
    assumed sizes; a remark says why. Passes that reorder must run before: a
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
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "5000000", "Budget of isl operations per step (0: unbounded)">
  ];
  let dependentDialects = ["::polymem::scratch::ScratchDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numContracted", "num-contracted", "Arrays contracted">,
    Statistic<"numShared", "num-shared", "Arrays that share a buffer">
  ];
}

#endif // POLYMEM_TRANSFORMS_STORAGEPASSES_TD
