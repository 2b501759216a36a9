/*===-- polymem-c/Programs.h - run compiled functions -------------*- C -*-===*\
|*                                                                            *|
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.       *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Functions as machine code of this process, on arrays of the caller. Those  *|
|* that `polymem-to-emulator` has compiled launch their kernels on a device   *|
|* in software, which checks and counts what they do.                         *|
|*                                                                            *|
|* Errors are messages for the `error` callback, as in PolyMem.h, or, of the  *|
|* program, diagnostics of its context.                                       *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef POLYMEM_C_PROGRAMS_H
#define POLYMEM_C_PROGRAMS_H

#include "polymem-c/PolyMem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A compiled function. It does not need the module, nor its context. */
typedef struct PolyMemProgram {
  void *ptr;
} PolyMemProgram;

/** Compiles function `name` of `module`, which stays as it is, behind
 *  `pipeline`, a text as for polymemRunPipeline (`polymem-to-cpu`,
 *  `polymem-to-emulator`), or as it is if that is empty: the dialects of
 *  `polymem-run` are lowered (affine, scf, memref, arith, math, vector, linalg
 *  on memrefs, gpu). The function is a `func.func` that takes
 *  numbers and ranked memrefs and returns numbers, of up to 64 bits. With
 * `checkBounds` the host's code checks its indices and ends the call at a wrong
 * one. `optimize` takes longer and is worth it for loops on the CPU. After an
 * error the result's `ptr` is null. */
MLIR_CAPI_EXPORTED PolyMemProgram polymemProgramCreate(
    MlirModule module, MlirStringRef name, MlirStringRef pipeline,
    bool checkBounds, bool optimize, MlirStringCallback error, void *userData);

/** Ends the life of `program`, which no call may be in. */
MLIR_CAPI_EXPORTED void polymemProgramDestroy(PolyMemProgram program);

/** Whether it launches kernels on the emulator. */
MLIR_CAPI_EXPORTED bool polymemProgramHasLaunches(PolyMemProgram program);

/** Whether it launches kernels in PTX, on a CUDA device. */
MLIR_CAPI_EXPORTED bool polymemProgramHasCudaLaunches(PolyMemProgram program);

/*===----------------------------------------------------------------------===*\
 * Parameters
\*===----------------------------------------------------------------------===*/

/** What a program takes as one argument: an array, or a scalar. Texts and lists
 *  live as long as the program. */
typedef struct PolyMemParameter {
  /** What its location calls it, `loc("A")`; empty without one. */
  MlirStringRef name;
  bool isArray;
  /** Of a scalar, or of the array's elements, as MLIR writes it: "f32", "i1",
   *  "index", "vector<4xf32>". */
  MlirStringRef elementType;
  /** From one element to the next in row-major order, and what the addresses of
   *  elements must be multiples of. */
  intptr_t elementBytes;
  intptr_t alignment;
  /** Of an array; 0 for a scalar. */
  intptr_t rank;
  /** One for each dimension, mlirShapedTypeGetDynamicSize() if any will do;
   *  null for rank 0. */
  const int64_t *extents;
  /** Whether the array's layout has strides of its own, in elements: each is
   *  static or mlirShapedTypeGetDynamicSize(). Otherwise, and then `strides` is
   *  null, elements must be in row-major order without gaps. */
  bool isStrided;
  const int64_t *strides;
  /** The extents as texts, if attribute `polymem.shape` gives one for each
   *  dimension: "M", "2*K+1"; otherwise null. */
  const MlirStringRef *shape;
} PolyMemParameter;

/** How many arguments a call takes. */
MLIR_CAPI_EXPORTED intptr_t polymemProgramNumParameters(PolyMemProgram program);

/** Fills `parameter` with what argument `number` is, the first being 0. They
 *  are the function's before the pipeline. */
MLIR_CAPI_EXPORTED void polymemProgramGetParameter(PolyMemProgram program,
                                                   intptr_t number,
                                                   PolyMemParameter *parameter);

/** How many results a call gives, and what they are: scalars. */
MLIR_CAPI_EXPORTED intptr_t polymemProgramNumResults(PolyMemProgram program);
MLIR_CAPI_EXPORTED void polymemProgramGetResult(PolyMemProgram program,
                                                intptr_t number,
                                                PolyMemParameter *result);

/*===----------------------------------------------------------------------===*\
 * Saved programs
\*===----------------------------------------------------------------------===*/

/** Gives the program to `callback`, once, as bytes for polymemProgramLoad: its
 *  machine code, kernels and parameters. */
MLIR_CAPI_EXPORTED MlirLogicalResult polymemProgramSave(
    PolyMemProgram program, MlirStringCallback callback, void *userData);

/** A program as it was saved, without compiling anything. Bytes are refused
 *  with a message if they were saved by another version of PolyMem or LLVM or
 *  for a CPU with another name or other features, and if their checksum says
 *  that they are damaged. They hold machine code: load only what you trust.
 *  After an error the result's `ptr` is null. */
MLIR_CAPI_EXPORTED PolyMemProgram polymemProgramLoad(MlirStringRef bytes,
                                                     MlirStringCallback error,
                                                     void *userData);

/*===----------------------------------------------------------------------===*\
 * Calls
\*===----------------------------------------------------------------------===*/

/** An argument of a call: an array, or a scalar if `extents` and `data` are
 *  null. */
typedef struct PolyMemArgument {
  /** The element whose indices are all 0. */
  void *data;
  /** From one element to the next: sizeof, for C's types. */
  intptr_t elementBytes;
  intptr_t rank;
  const int64_t *extents;
  /** Distances in elements, of each dimension; null for row-major order
   *  without gaps. */
  const int64_t *strides;
  /** Of a scalar, its bits, in the lowest ones. */
  uint64_t scalar;
} PolyMemArgument;

/** How kernels run on the emulator. */
typedef struct PolyMemEmulation {
  /** A GPU whose limits hold; null or empty for the default machine. */
  MlirStringRef machine;
  /** Draws the order of blocks and threads. */
  uint64_t seed;
  /** Look for races, accesses out of bounds and uninitialised reads, which end
   *  the call. Of kernels that were compiled with `instrument`, the default. */
  bool checked;
  /** Gets what kernels did, as the JSON of `polymem-run --count-json`, behind a
   *  call that ends well; may be null. Arithmetic is counted of kernels that
   *  were compiled with `count-instructions`. */
  MlirStringCallback counts;
  void *countsUserData;
  /** Ends the call, which fails with the message "interrupted", where kernels
   *  run: between blocks, where threads wait for each other, and, of kernels
   *  that were compiled with `instrument`, at accesses. `ptr` may be null. */
  PolyMemInterrupt interrupt;
} PolyMemEmulation;

/** Calls the function on `arguments`, in order. `emulation` may be null: then
 *  nothing is checked and counted, and the machine is the default one. Fails
 *  with a message for arguments that do not fit the parameters in number, rank,
 *  bytes and alignment of elements, static extents and strides, for arrays with
 *  a negative extent or without data, and for what goes wrong in the program: a
 *  failed check or `assert`, a report of the emulator. Element types of as many
 *  bytes, and extents with each other, are not compared. Threads may call at
 *  the same time. */
MLIR_CAPI_EXPORTED MlirLogicalResult polymemProgramCall(
    PolyMemProgram program, intptr_t numArguments,
    const PolyMemArgument *arguments, const PolyMemEmulation *emulation,
    MlirStringCallback error, void *userData);

/** The same. After success `results`, if it is not null, has the bits of each
 *  result, in the lowest ones. */
MLIR_CAPI_EXPORTED MlirLogicalResult polymemProgramCallForResults(
    PolyMemProgram program, intptr_t numArguments,
    const PolyMemArgument *arguments, uint64_t *results,
    const PolyMemEmulation *emulation, MlirStringCallback error,
    void *userData);

/** How segments run on the threads of the PREM run-time, and what is wanted of
 *  the simulation: see docs/prem.md. */
typedef struct PolyMemPremRun {
  /** Not 0: threads sleep now and then, as it says. */
  uint64_t seed;
  /** Get the timeline of the last launch, behind a call that ends well, as the
   *  JSON of share/prem-timeline.schema.json and as a picture (SVG); may be
   *  null. */
  MlirStringCallback timeline, picture;
  /** For both of them. */
  void *userData;
} PolyMemPremRun;

/** As polymemProgramCall, for a program of `polymem-to-prem{emit=host}`; others
 *  have no timeline, and nothing is given. What the run-time's checker finds is
 *  an error of the call. One such program runs at a time in a process; other
 *  calls wait. */
MLIR_CAPI_EXPORTED MlirLogicalResult polymemProgramCallPrem(
    PolyMemProgram program, intptr_t numArguments,
    const PolyMemArgument *arguments, const PolyMemPremRun *run,
    MlirStringCallback error, void *userData);

#ifdef __cplusplus
}
#endif

#endif /* POLYMEM_C_PROGRAMS_H */
