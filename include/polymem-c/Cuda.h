/*===-- polymem-c/Cuda.h - programs on a CUDA device --------------*- C -*-===*\
|*                                                                            *|
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.       *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Programs that were made with `polymem-to-ptx{emit=module}`, on a GPU. The  *|
|* driver's library is loaded when a device is opened; nothing of CUDA is     *|
|* needed before. Devices use their primary context, that of programs which   *|
|* use CUDA's own run-time library, and a thread's context stays as it is.    *|
|*                                                                            *|
|* Errors are messages that name the driver's function and its error, by name *|
|* and number, and the kernel if it is one's. After an error of a kernel the  *|
|* driver refuses all that follows in this process.                           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef POLYMEM_C_CUDA_H
#define POLYMEM_C_CUDA_H

#include "polymem-c/Programs.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
 * Devices
\*===----------------------------------------------------------------------===*/

/** A device. Threads may use it at the same time. */
typedef struct PolyMemCudaDevice {
  void *ptr;
} PolyMemCudaDevice;

/** Opens device `ordinal`, as the driver numbers them. `driver` is the file of
 *  the driver's library; if it is empty, the one that environment variable
 *  POLYMEM_CUDA_DRIVER names, or else libcuda.so.1. Fails with a message if
 *  there is no driver, or no such device: the result's `ptr` is then null. */
MLIR_CAPI_EXPORTED PolyMemCudaDevice
polymemCudaDeviceOpen(MlirStringRef driver, int32_t ordinal,
                      MlirStringCallback error, void *userData);

/** Ends the use of `device`. No call may be in progress on it; graphs of it are
 *  still good. */
MLIR_CAPI_EXPORTED void polymemCudaDeviceClose(PolyMemCudaDevice device);

/** The device's name, which lives as long as the device. */
MLIR_CAPI_EXPORTED MlirStringRef
polymemCudaDeviceGetName(PolyMemCudaDevice device);

/** The device's compute capability, 90 for 9.0. */
MLIR_CAPI_EXPORTED int32_t
polymemCudaDeviceGetCapability(PolyMemCudaDevice device);

/*===----------------------------------------------------------------------===*\
 * Calls
\*===----------------------------------------------------------------------===*/

/** How a call uses a device. */
typedef struct PolyMemCudaCall {
  PolyMemCudaDevice device;
  /** A CUstream of the device's primary context, in whose order all happens;
   *  null for the default stream. */
  void *stream;
  /** Whether each argument is an array in the device's memory, which kernels
   *  get as it is. Others are of the host: kernels get copies, and what they
   *  have changed is copied back, so that such a call waits. Arrays of the host
   *  that share memory share it on the device. Null: all are of the host. */
  const bool *onDevice;
  /** Return when the work is in the stream, and not when it is done. An error
   *  of a kernel is then not this call's. */
  bool asynchronous;
  /** As of polymemProgramCallForResults; may be null. */
  uint64_t *results;
} PolyMemCudaCall;

/** Calls the function on `arguments` as polymemProgramCall does, its kernels on
 *  a device. Fails with a message as that does, and for errors of the driver.
 *  Arrays of the host are as before then. */
MLIR_CAPI_EXPORTED MlirLogicalResult polymemProgramCallCuda(
    PolyMemProgram program, intptr_t numArguments,
    const PolyMemArgument *arguments, const PolyMemCudaCall *how,
    MlirStringCallback error, void *userData);

/*===----------------------------------------------------------------------===*\
 * Graphs
\*===----------------------------------------------------------------------===*/

/** What one call gave a device to do, which it can do again at little cost. */
typedef struct PolyMemCudaGraph {
  void *ptr;
} PolyMemCudaGraph;

/** Records a call without running its kernels. Arrays are in the device's
 *  memory, and stay there as long as the graph is launched; so does the
 *  program. The function's own code runs now, and not again. Fails with a
 *  message as the call would, and if the function allocates memory: the
 *  result's `ptr` is then null. */
MLIR_CAPI_EXPORTED PolyMemCudaGraph polymemCudaGraphCapture(
    PolyMemProgram program, intptr_t numArguments,
    const PolyMemArgument *arguments, PolyMemCudaDevice device,
    MlirStringCallback error, void *userData);

/** Does what was recorded, in the order of `stream`, null for the default one,
 *  and does not wait for it. */
MLIR_CAPI_EXPORTED MlirLogicalResult
polymemCudaGraphLaunch(PolyMemCudaGraph graph, void *stream,
                       MlirStringCallback error, void *userData);

/** Ends the life of `graph`. */
MLIR_CAPI_EXPORTED void polymemCudaGraphDestroy(PolyMemCudaGraph graph);

#ifdef __cplusplus
}
#endif

#endif /* POLYMEM_C_CUDA_H */
