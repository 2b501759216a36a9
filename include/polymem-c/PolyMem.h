/*===-- polymem-c/PolyMem.h - C API of PolyMem --------------------*- C -*-===*\
|*                                                                            *|
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.       *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* What upstream's C API (mlir-c) lacks for PolyMem: its dialects, passes and *|
|* pipelines, PTX and launch metadata, remarks, machines. Contexts, modules,  *|
|* operations and diagnostics are upstream's; the library PolyMem::CAPI has   *|
|* the functions of mlir-c/IR.h, Diagnostics.h and Pass.h as well.            *|
|*                                                                            *|
|* Errors are returned. What is wrong at a place of the program is a          *|
|* diagnostic of the context (mlirContextAttachDiagnosticHandler); what is    *|
|* wrong with an argument is a message for the function's `error` callback,   *|
|* which is called once and may be null. Nothing ends the process.            *|
|*                                                                            *|
|* Different contexts may be used by several threads at a time; one context   *|
|* by one thread at a time. (Passes use threads of their own, and callbacks   *|
|* for remarks and diagnostics may come from these, one at a time.)           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef POLYMEM_C_POLYMEM_H
#define POLYMEM_C_POLYMEM_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
 * Registration
\*===----------------------------------------------------------------------===*/

/** The dialect of local buffers and copies, `scratch`. */
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Scratch, scratch);

/** Adds to `registry` all dialects that PolyMem's pipelines read or make, its
 *  own and upstream's, with the interfaces and translations they need. */
MLIR_CAPI_EXPORTED void
polymemRegisterAllDialects(MlirDialectRegistry registry);

/** Registers all passes and pipelines, PolyMem's and upstream's, with the
 *  process, and LLVM's targets: needed once before pipelines are run. Further
 *  calls do nothing; threads may call it at the same time. */
MLIR_CAPI_EXPORTED void polymemRegisterAllPasses(void);

/** A new context with all dialects, behind polymemRegisterAllPasses. Passes use
 *  several threads if `threading`. Destroyed by mlirContextDestroy. */
MLIR_CAPI_EXPORTED MlirContext polymemContextCreate(bool threading);

/*===----------------------------------------------------------------------===*\
 * Interrupts
\*===----------------------------------------------------------------------===*/

/** A request to end work early. It cannot be taken back: the next work needs
 *  another one. */
typedef struct PolyMemInterrupt {
  void *ptr;
} PolyMemInterrupt;

/** A new one, which nobody has requested. */
MLIR_CAPI_EXPORTED PolyMemInterrupt polymemInterruptCreate(void);

/** Ends the life of the handle. Work that it was given to is not ended by it
 *  any more. */
MLIR_CAPI_EXPORTED void polymemInterruptDestroy(PolyMemInterrupt interrupt);

/** Ends the work that it was given to. Any thread may call this, and a handler
 *  of signals. */
MLIR_CAPI_EXPORTED void polymemInterruptRequest(PolyMemInterrupt interrupt);

/** Whether that was called. */
MLIR_CAPI_EXPORTED bool polymemInterruptRequested(PolyMemInterrupt interrupt);

/** Lets `interrupt` end pipelines on `context`, in place of the one before; one
 *  whose `ptr` is null ends that. Nothing may be running on the context. A
 *  pipeline that is ended fails with the diagnostic "interrupted" as its last
 *  one, within about a second: work with isl stops, and further passes do not
 *  begin. A pass of upstream's is not stopped, nor LLVM's code generator, and
 *  they take longer for a large program. Remarks and diagnostics of what was
 *  cut short are dropped. The context is usable, and all pipelines on it fail,
 *  until it is given another interrupt. */
MLIR_CAPI_EXPORTED void polymemContextSetInterrupt(MlirContext context,
                                                   PolyMemInterrupt interrupt);

/*===----------------------------------------------------------------------===*\
 * Pipelines
\*===----------------------------------------------------------------------===*/

/** Runs the passes of `pipeline` on `op`. The text is that of
 *  `--pass-pipeline`, "builtin.module(func.func(polymem-tile))", or, for the
 *  passes of a module, what stands in its parentheses:
 *  "polymem-to-cpu{sizes=8,8}". Fails with a message if it cannot be read or is
 *  not for such an operation, and with diagnostics if a pass fails; `op` is
 *  then valid, but may be changed in part. */
MLIR_CAPI_EXPORTED MlirLogicalResult
polymemRunPipeline(MlirOperation op, MlirStringRef pipeline,
                   MlirStringCallback error, void *userData);

/** Compiles `module`, which stays as it is, by `polymem-to-ptx` with `options`
 *  ("machine=nvidia-a100 sizes=64,64,16"; not `emit`, `output` and `metadata`),
 *  and gives the PTX text to `ptx` and the launch metadata, as JSON, to
 *  `metadata`, each of them once. With `emit=cost` it is what the cost model
 * says, as JSON of polymem-print-cost, and no metadata. Either may be null.
 * Both and `error` get `userData`. Fails with a message for wrong options, and
 * with diagnostics for a module that cannot be compiled, such as one in which
 * no loop is mapped to the GPU. */
MLIR_CAPI_EXPORTED MlirLogicalResult polymemCompileToPTX(
    MlirModule module, MlirStringRef options, MlirStringCallback ptx,
    MlirStringCallback metadata, MlirStringCallback error, void *userData);

/** Compiles `module`, which stays as it is, by `polymem-to-prem` with `options`
 *  ("machine=prem-gu2023 sizes=32,32"; not `emit` and `output`), and gives the
 *  text in C to `text`, once. Both callbacks get `userData`. Fails as
 *  polymemCompileToPTX does, also for a program that is refused, such as one of
 *  arrays whose sizes are not static. */
MLIR_CAPI_EXPORTED MlirLogicalResult polymemCompileToPremC(
    MlirModule module, MlirStringRef options, MlirStringCallback text,
    MlirStringCallback error, void *userData);

/*===----------------------------------------------------------------------===*\
 * Options of pipelines
\*===----------------------------------------------------------------------===*/

/** What a value of an option is. */
typedef enum PolyMemOptionKind {
  PolyMemOptionBool,
  PolyMemOptionSigned,
  PolyMemOptionUnsigned,
  PolyMemOptionFloat,
  PolyMemOptionString,
  /** One of some names. */
  PolyMemOptionChoice
} PolyMemOptionKind;

/** A value of an option that is a choice. */
typedef struct PolyMemChoice {
  MlirStringRef name;
  MlirStringRef description;
} PolyMemChoice;

/** What stands behind the name of a pipeline, "NAME=VALUE". */
typedef struct PolyMemPipelineOption {
  MlirStringRef name;
  MlirStringRef description;
  PolyMemOptionKind kind;
  /** Values with commas between them. */
  bool isList;
  /** The value without the option, as it would be typed; may be empty. */
  MlirStringRef defaultText;
  intptr_t numChoices;
  const PolyMemChoice *choices;
} PolyMemPipelineOption;

/** Gets an option; what it points to is there until it returns. */
typedef void (*PolyMemPipelineOptionCallback)(
    const PolyMemPipelineOption *option, void *userData);

/** Calls `callback` with the name of each named pipeline. */
MLIR_CAPI_EXPORTED void polymemForEachPipeline(MlirStringCallback callback,
                                               void *userData);

/** Calls `callback` with each option of a named pipeline, in the order of their
 *  declarations. Fails with a message for a name that is not one of
 *  polymemForEachPipeline's. `error` gets `userData`, too. */
MLIR_CAPI_EXPORTED MlirLogicalResult polymemForEachPipelineOption(
    MlirStringRef pipeline, PolyMemPipelineOptionCallback callback,
    MlirStringCallback error, void *userData);

/*===----------------------------------------------------------------------===*\
 * Remarks
\*===----------------------------------------------------------------------===*/

/** What a remark is about. */
typedef enum PolyMemRemarkKind {
  /** A transformation was applied. */
  PolyMemRemarkPassed,
  /** A transformation was refused or not worth it; the IR is as it was. */
  PolyMemRemarkMissed,
  /** A pass could not do its work: an operation that it does not know, a
   *  budget that ended. */
  PolyMemRemarkFailure,
  /** A fact. */
  PolyMemRemarkAnalysis
} PolyMemRemarkKind;

/** A value that the message of a remark mentions. */
typedef struct PolyMemRemarkArgument {
  MlirStringRef name;
  MlirStringRef value;
} PolyMemRemarkArgument;

/** What a pass says about what it did, or did not. */
typedef struct PolyMemRemark {
  PolyMemRemarkKind kind;
  /** The pass, as users type it: "scratch-promote". */
  MlirStringRef pass;
  /** A fixed name of the message: "CapacityExceeded". */
  MlirStringRef name;
  /** The function it is in, or "<unknown function>". */
  MlirStringRef function;
  /** A sentence. */
  MlirStringRef message;
  MlirLocation location;
  intptr_t numArguments;
  const PolyMemRemarkArgument *arguments;
} PolyMemRemark;

/** Gets a remark; what it points to is there until it returns. */
typedef void (*PolyMemRemarkCallback)(const PolyMemRemark *remark,
                                      void *userData);

/** Lets `callback` have all remarks of passes on `context` from now on, in
 *  place of what had them before; null for nobody. */
MLIR_CAPI_EXPORTED void
polymemContextSetRemarkCallback(MlirContext context,
                                PolyMemRemarkCallback callback, void *userData);

/*===----------------------------------------------------------------------===*\
 * Machines
\*===----------------------------------------------------------------------===*/

/** Calls `callback` with the name of each built-in machine, in the order of the
 *  alphabet. */
MLIR_CAPI_EXPORTED void polymemForEachMachine(MlirStringCallback callback,
                                              void *userData);

/** Gives the description of a machine, a built-in name or a JSON file, to
 *  `callback`, once, in the form of `polymem-print-machine`. Fails with a
 *  message for one that is not there or is wrong. */
MLIR_CAPI_EXPORTED MlirLogicalResult
polymemDescribeMachine(MlirStringRef nameOrFile, MlirStringCallback callback,
                       MlirStringCallback error, void *userData);

#ifdef __cplusplus
}
#endif

#endif /* POLYMEM_C_POLYMEM_H */
