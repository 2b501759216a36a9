//===- AcceptancePasses.td - what can be lowered -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_ACCEPTANCEPASSES_TD
#define POLYMEM_CONVERSION_ACCEPTANCEPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-verify-input
//===----------------------------------------------------------------------===//

def VerifyInputPass : Pass<"polymem-verify-input"> {
  let summary = "Refuse programs that no lowering can take";
  let description = [{
    The pipelines begin with this pass. Where MLIR's conversions would crash, or
    fail at another place, it is an error at the operation that says why and what
    to do. The IR does not change.

    With any `target`:
    - elements and values that have no place in memory: integers of 0 bits, or of
      more than 128, and `tf32`;
    - layouts without strides (`affine_map<(d0) -> (d0 mod 8)>`);
    - `memref.dim` of a dimension that the array does not have, loops whose step
      is not positive;
    - loads and stores of vectors of several dimensions, which MLIR does not lower;
      `memref.generic_atomic_rmw` on others than integers;
    - what an upstream pass has to lower first: `linalg` operations and tensors
      (for a GPU, in loops, tiles and kernels only, unless the host's part is
      lowered, too: `lower-host`), and loops in operations that
      have room for one block only, as `memref.alloca_scope`.

    With `target=gpu`, in loops, tiles and kernels, also:
    - floating point of more than 64 bits, vectors of scalable length, arrays of
      arrays;
    - arrays from outside that are in another memory space than the default
      one or the device's global memory;
    - with `lower-host`, on the host, arrays in memory spaces that are neither
      numbers nor global memory.

    With `target=cpu`, also:
    - arrays in memory spaces that are no numbers, but for the buffers of
      `scratch.alloc`; with `scalable-vectors=false`, vectors of scalable length.

    ```mlir
    func.func @f(%A: memref<8xtf32>, %B: memref<8xtf32>) {
      affine.for %i = 0 to 8 {
        %a = affine.load %A[%i] : memref<8xtf32>
    // becomes
    // error: polymem-verify-input: an argument of 'func.func' has type 'memref<8xtf32>',
    // which cannot be lowered: tf32 is a format of tensor cores, not of memory; use f32
    ```
  }];
  let options = [
    Option<"target", "target", "::polymem::LoweringTarget",
           "::polymem::LoweringTarget::GPU", "What the program is lowered for",
           [{::llvm::cl::values(
             clEnumValN(::polymem::LoweringTarget::CPU, "cpu", "a CPU"),
             clEnumValN(::polymem::LoweringTarget::GPU, "gpu",
                        "a GPU and its host"))}]>,
    Option<"scalableVectors", "scalable-vectors", "bool", "true",
           "The CPU may have vectors whose length is known at run time only">,
    Option<"lowerHost", "lower-host", "bool", "false",
           "With target=gpu: the host's part is lowered, too">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-verify-lowered
//===----------------------------------------------------------------------===//

def VerifyLoweredPass : Pass<"polymem-verify-lowered"> {
  let summary = "Name what was not lowered to the LLVM dialect";
  let description = [{
    MLIR's conversions leave operations alone for which they have no pattern, and
    the translation to LLVM IR then fails on something else. On a `gpu.module`
    whose kernels are to be translated, every operation must be of the LLVM or NVVM
    dialect, and one that LLVM has device code for: no floating point of more than
    64 bits, no conversion between it and integers of more than 64 bits. Elsewhere,
    on what a pipeline leaves for the host, nothing of the dialects that it
    lowers may be left (affine, arith, cf, func, index, math, memref, scf, ub,
    vector); operations of other dialects are left to the passes that follow. The
    IR does not change.

    ```mlir
    %1 = "vector.contract"(%a, %b, %c) ... // left by convert-vector-to-llvm
    // becomes
    // error: polymem-verify-lowered: 'vector.contract' cannot be lowered: ...
    ```
  }];
}

//===----------------------------------------------------------------------===//
// polymem-drop-memory-spaces
//===----------------------------------------------------------------------===//

def DropMemorySpacesPass
    : Pass<"polymem-drop-memory-spaces", "::mlir::ModuleOp"> {
  let summary = "Put the host's arrays into the default memory space";
  let description = [{
    A host has one memory, and MLIR's conversions know no other for it. Memory
    spaces that kernels have asked for, such as `#gpu.address_space<global>` of an
    argument, mean nothing any more once kernels are compiled
    (`gpu-module-to-binary`); this pass forgets them, in types of functions, too.

    ```mlir
    func.func @f(%A: memref<?xf32, #gpu.address_space<global>>)
    // becomes
    func.func @f(%A: memref<?xf32>)
    ```
  }];
}

#endif // POLYMEM_CONVERSION_ACCEPTANCEPASSES_TD
