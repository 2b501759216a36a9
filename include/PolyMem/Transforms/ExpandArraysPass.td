//===- ExpandArraysPass.td - more elements, more order -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_EXPANDARRAYSPASS_TD
#define POLYMEM_TRANSFORMS_EXPANDARRAYSPASS_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-expand-arrays
//===----------------------------------------------------------------------===//

def ExpandArraysPass : Pass<"polymem-expand-arrays", "::mlir::func::FuncOp"> {
  let summary = "Give values that share memory elements of their own";
  let description = [{
    Iterations that use the same elements of an array for values of their own
    cannot run at the same time. Where more loops become parallel by it, this pass

    - **expands** an array: each iteration of loops around all accesses gets
      elements of its own, which are indexed by the loops' variables, if every
      read gets what the same iteration has written;
    - **renames** it: values that share memory and no more than that, in one nest
      or in several, get arrays of their own;
    - takes a **snapshot** of it: reads that see only what the array held before
      the nest get it from a copy that is made in front of the nest;
    - keeps **versions** of it: reads of a row or column that an iteration of the
      outermost loop overwrites get it from copies that are indexed by this loop.

    ```mlir
    affine.for %r = 0 to %n {
      affine.for %p = 0 to %m {
        affine.store %zero, %sum[%p] : memref<?xf32>
        affine.for %s = 0 to %m {
          %x = affine.load %sum[%p] : memref<?xf32>
          // x + A[r, s] * C[s, p], to y
          affine.store %y, %sum[%p] : memref<?xf32>
        }
      }
      affine.for %p = 0 to %m {
        %x = affine.load %sum[%p] : memref<?xf32>
        affine.store %x, %A[%r, %p] : memref<?x?xf32>
      }
    }
    ```
    becomes
    ```mlir
    %own = memref.alloc(%n, %size) : memref<?x?xf32>
    affine.for %r = 0 to %n {
      affine.for %p = 0 to %m {
        affine.store %zero, %own[%r, %p] : memref<?x?xf32>
        // as before, with %own[%r, %p] for %sum[%p]
      }
      // ...
    }
    memref.dealloc %own : memref<?x?xf32>
    ```
    and the loop over `r` may be parallel.

    What is read where, and so each result, stays as it is. Elements that
    somebody may look at after the function get their last values by loops
    behind the nest; arrays that the function allocates, and arguments that are
    `polymem.dead_out`, need none.

    What is gained is told by the orders that `polymem-schedule` would find
    before and after: for some statement loops further out are parallel, for
    none it is the other way round. Dimensions without which the gain is the same
    are left out, one array after the other if there are one or two, of all
    together if there are more. Values that loops carry are
    put in memory first (see `polymem-demote-scalars`). A function for which
    nothing is gained is left as it is. Loops with which an array would take more
    than `max-bytes` do not index it. `polymem-contract-arrays` takes back what
    the order that is chosen in the end does not need.

    A snapshot is taken of what is read of an array that the nest overwrites
    from one end to the other, ahead of where it does so:

    ```mlir
    affine.for %i = 0 to %n {
      // B[i, j] += A[k, i] * B[k, j] for k from i + 1 on: row k is still what it was
    }
    ```
    becomes
    ```mlir
    %before = memref.alloc(%n, %m) : memref<?x?xf32>
    // before[k, j] = B[k, j] for what is read
    affine.for %i = 0 to %n {
      // B[i, j] += A[k, i] * before[k, j] for k from i + 1 on
    }
    memref.dealloc %before : memref<?x?xf32>
    ```

    An iteration of the outermost loop, a step, may overwrite a row or a column that
    it reads, so that some of it sees old values and some new ones. With copies of both,
    what is left is that a new row comes before what reads it:

    ```mlir
    affine.for %k = 0 to %n {
      // A[i, j] = f(A[i, j], A[k, j]) for all i and j
    }
    ```
    becomes
    ```mlir
    %before = memref.alloc(%n, %n) : memref<?x?xf32>
    %after = memref.alloc(%n, %n) : memref<?x?xf32>
    affine.for %k = 0 to %n {
      // before[k, j] = A[k, j] for all j
      // A[k, j] = after[k, j] = f(A[k, j], before[k, j]) for all j
      // A[i, j] = f(A[i, j], before[k, j]) for i < k and all j
      // A[i, j] = f(A[i, j], after[k, j]) for i > k and all j
    }
    // deallocations
    ```
    The statements of the step are cut into pieces that read the same versions. It is
    proved that a step writes each element once, that its iterations do not depend on each
    other but through what has versions, and that no piece needs what comes later. Together,
    versions may have five times the bytes of the arguments, or `max-bytes`.

    For expansion and renaming are looked at only arrays some element of which a loop around all accesses in
    a nest writes again, in loops that do not seem to carry values through an
    array anyway; at most 8 sets of accesses of a function. For snapshots it is nests in
    which each store to an array has the variable of the outermost loop as a
    subscript, and a load is ahead of it there in all iterations. For versions it is outermost
    loops with a load of which some subscripts do not change in a step, where a store to the array
    has others; at most 8 of a function.
  }];
  let options = [
    Option<"maxBytes", "max-bytes", "int64_t", "0",
           "Most bytes of new arrays together (0: twice as many as the function's "
           "arguments have, for versions five times as many, and 65536 in any case)">,
    ListOption<"assume", "assume", "std::string",
               "Sizes for which bytes are counted, N=1000,M=20; 1024 each">,
    Option<"fusion", "fusion", "::polymem::Fusion", "::polymem::Fusion::Auto",
           "Which statements share loops (polymem-schedule)",
           [{::polymem::fusions()}]>,
    Option<"always", "always", "bool", "false",
           "All that can be done within max-bytes is done, also where nothing is "
           "gained">,
    Option<"strict", "strict", "bool", "false",
           "Fail, with an error, if no array is expanded, renamed or copied">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Arrays with more dimensions">,
    Statistic<"numRenamed", "num-renamed", "Arrays of the same shape made">,
    Statistic<"numSnapshots", "num-snapshots", "Arrays copied in front of nests">,
    Statistic<"numVersioned", "num-versioned", "Loops whose steps have versions">
  ];
}

#endif // POLYMEM_TRANSFORMS_EXPANDARRAYSPASS_TD
