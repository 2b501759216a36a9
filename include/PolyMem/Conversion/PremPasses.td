//===- PremPasses.td - programs of predictable multicores ---*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_PREMPASSES_TD
#define POLYMEM_CONVERSION_PREMPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// prem-tell-accesses
//===----------------------------------------------------------------------===//

def PremTellAccessesPass
    : Pass<"prem-tell-accesses", "::mlir::func::FuncOp"> {
  let summary = "Let segments tell what they access and execute";
  let description = [{
    In each `prem.component`, before each load and store of a stream's buffer,
    puts `prem.tell_access`, with the element of the array that the original
    program accesses there: the index in the buffer plus the stream's origin.
    At the beginning of each block it puts `prem.count`, with what the block
    executes by itself:

    - each load and store; that an address is computed is part of it,
    - arithmetic by its kind: `int`, `int_mul` and `int_div` (with remainders) of
      integers and indices; `float`, `float_mul` (with `math.fma`) and
      `float_div`; and `special` for other functions of `math`. Conversions and
      comparisons are additions. Of an `affine.apply`, its operations,
    - for each iteration of a loop an `int`, its counter, and a `branch`; for
      each `if` a `branch`.

    ```mlir
    #rows = #prem.box<lower = [(d0) -> (d0 * 10)], upper = [(d0) -> (d0 * 10 + 10)]>
    func.func @zero(%A: memref<80xf32>) {
      %m = arith.constant 8 : index
      %zero = arith.constant 0.0 : f32
      prem.component (%k) to (%m) groups [1] {
        %b = prem.stream wo stream %A origin (d0) -> (d0 * 10) store #rows (%k)
            : memref<80xf32> to memref<10xf32>
        affine.for %i = 0 to 10 {
          affine.store %zero, %b[%i] : memref<10xf32>
        }
      }
      return
    }
    ```

    The loop then has in it:

    ```
    prem.count store, 1
    prem.count int, 1
    prem.count branch, 1
    %x = arith.addi %i, %origin : index
    prem.tell_access write %b[%i] of %A[%x] : memref<10xf32>, memref<80xf32>
    affine.store %zero, %b[%i] : memref<10xf32>
    ```

    An operation that has no class, that accesses a buffer in another way, or
    memory that is neither a buffer nor the segment's own (`memref.alloca`), is an
    error; the function stays as it is.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::polymem::prem::PremDialect"];
}

//===----------------------------------------------------------------------===//
// convert-prem-to-llvm
//===----------------------------------------------------------------------===//

def ConvertPremToLLVMPass
    : Pass<"convert-prem-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Lower calls of the PREM run-time for a run on the host";
  let description = [{
    Makes calls of the functions of `PolyMem/Runtime/Prem/prem.h` of the
    operations of threads. A `prem.launch` becomes a call of
    `polymem_prem_launch`, which is there where programs are run (`polymem-run`):
    it gets the machine's numbers, the arrays, and a function that takes
    the arguments from memory. Arrays have names in findings and timelines:
    `arg0` for an argument of the function that launches, and `local0` for others.

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

    becomes calls of `prem_barrier`, and of `polymem_prem_launch`. The passes that
    lower `func`, `memref` and `arith` to LLVM follow.

    Arrays have static shapes, no layout, and less than 2^31 bytes: the run-time's
    sizes have 32 bits. What cannot be lowered, as a `prem.component`, is an error, and
    the module stays as it is.
  }];
  let options = [
    Option<"machine", "machine", "std::string", /*default=*/"::polymem::kDefaultMulticore.str()",
           "Machine that is simulated: a built-in name or a JSON file">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect"];
}

//===----------------------------------------------------------------------===//
// prem-print-c
//===----------------------------------------------------------------------===//

def PremPrintCPass : Pass<"prem-print-c", "::mlir::ModuleOp"> {
  let summary = "Print PREM threads and segments as C99";
  let description = [{
    Prints each function that a `prem.launch` runs, and what it calls, as freestanding
    C99 for `PolyMem/Runtime/Prem/prem.h`. The IR does not change; affine operations
    are lowered in a copy.

    - A thread is an external function; what it calls is static. Arrays and buffers are
      pointers to arrays, `float (*A)[350]`, or to elements if they have one dimension.
      There is no heap, no recursion, no array of variable size and no pointer to a
      function.
    - `index` is `int32_t`. So arrays have less than 2^31 bytes, and elements that are
      no indices. That sums and products of indices fit is the program's business, as
      it is that they are within arrays.
    - Integers wrap where those of `arith` do: additions are those of unsigned
      numbers. Division and remainder are those of C; where they are not defined, the
      program's are not either. Shifts, too.
    - Floating-point constants are exact (hexadecimal), operations are those of the
      type (`FLT_EVAL_METHOD` is checked), and none are contracted.
    - Functions of `math`, and `arith.remf`, `maxnumf` and `minnumf`, are those of
      `math.h`, which freestanding compilers need not have; it is included where they
      are used. As on the host, `expm1`, `log1p` and `rsqrt` are computed from `exp`, `log`
      and `sqrt`.
    - Behind the head of each loop is a comment with the most iterations, if that is
      known, which WCET tools ask for.

    ```mlir
    func.func @f_segment0(%b: memref<4x8xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %two = arith.constant 2.0 : f32
      scf.for %j = %c0 to %c8 step %c1 {
        %x = memref.load %b[%n, %j] : memref<4x8xf32>
        %y = arith.mulf %x, %two : f32
        memref.store %y, %b[%n, %j] : memref<4x8xf32>
      }
      return
    }
    func.func @f_thread(%A: memref<64x8xf32>, %offset: index, %i: index) {
      %b = prem.view %offset : memref<4x8xf32>
      func.call @f_segment0(%b, %i) : (memref<4x8xf32>, index) -> ()
      prem.end_segment
      return
    }
    func.func @f(%A: memref<64x8xf32>, %offset: index, %i: index) {
      prem.launch @f_thread(%A, %offset, %i) cores 2 : memref<64x8xf32>, index, index
      return
    }
    ```

    An operation or type that has no form in C is an error at its place, and nothing is
    printed. Without a launch, there is a warning.
  }];
  let options = [
    Option<"output", "output", "std::string", /*default=*/"\"-\"",
           "File to write ('-': standard output)">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // POLYMEM_CONVERSION_PREMPASSES_TD
