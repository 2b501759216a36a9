/*===- CudaRuntime.h - compiled functions on a CUDA device --------*- C -*-===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The library libpolymem_cuda_runtime: what functions call that
|* polymem-to-ptx{emit=module} has compiled, for C and C++ programs that are
|* linked with them. It needs neither LLVM nor a CUDA toolkit; the driver is
|* loaded when something is first asked of the device.
|*
|* One device serves the whole process; everything on it happens in order, on
|* the default stream of the device's primary context, which is the context of
|* programs that use CUDA's own run-time library, too. All functions may be
|* called by any thread; those that choose (..SetDriver, ..SetDevice,
|* ..SetErrorHandler, ..SetLazyWaits) are for the start of a program, before
|* other threads use the device. A thread's own CUDA context is not changed.
|*
|* Errors. Compiled functions have no way to return them, so they go to a
|* handler. Without one, the message is printed to standard error and the
|* process aborts: what would be computed afterwards is wrong. With a handler
|* that returns, the calls of the thread do nothing from then on (but release
|* what they have to) until polymemCudaClearError(); the compiled function comes
|* to its end, its results are undefined, and polymemCudaLastError() says why.
|* Messages name the driver's function and its error, by name, number and text.
|*
|* A kernel's error, such as an access out of bounds, is met by a later call
|* that waits for it, and the driver then refuses all that follows in this
|* process.
|*
\*===----------------------------------------------------------------------===*/

#ifndef POLYMEM_RUNTIME_CUDA_CUDARUNTIME_H
#define POLYMEM_RUNTIME_CUDA_CUDARUNTIME_H

#include <stddef.h>
#include <stdint.h>

/** 100 times the major version, which is in the library's SONAME, plus the
    minor one. Minor versions add functions; major ones may change them. */
#define POLYMEM_CUDA_RUNTIME_VERSION 100

#if defined(__GNUC__)
#define POLYMEM_CUDA_EXPORT __attribute__((visibility("default")))
#else
#define POLYMEM_CUDA_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* For programs
\*===----------------------------------------------------------------------===*/

/** POLYMEM_CUDA_RUNTIME_VERSION of the library that is loaded. */
POLYMEM_CUDA_EXPORT unsigned polymemCudaVersion(void);

/** The file that is loaded as the CUDA driver. Null: the one that environment
    variable POLYMEM_CUDA_DRIVER names, or else libcuda.so.1. The text is
    copied. Returns 0, or 1 if a device is open already, and nothing changes. */
POLYMEM_CUDA_EXPORT int polymemCudaSetDriver(const char *file);

/** The device to use, 0 by default, as the driver numbers them (after
    CUDA_VISIBLE_DEVICES). Returns 0, or 1 if another is open already, and
    nothing changes. */
POLYMEM_CUDA_EXPORT int polymemCudaSetDevice(int32_t ordinal);

/** Opens the device now and not at its first use. Returns 0, or 1 if that is
    impossible: polymemCudaLastError() says why, the handler is not called, and
    a later attempt begins anew. */
POLYMEM_CUDA_EXPORT int polymemCudaOpen(void);

/** Waits until the device has done all its work, in every stream, and passes on
    a kernel's error. Returns 0, or 1 after an error whose handler returned. */
POLYMEM_CUDA_EXPORT int polymemCudaSynchronize(void);

/** Called in the thread of an error, with the address given. The message lives
    as long as the call. The handler may leave by longjmp; it must not throw. */
typedef void (*PolymemCudaErrorHandler)(const char *message, void *data);

/** Sets the handler of all threads; null: print and abort. */
POLYMEM_CUDA_EXPORT void
polymemCudaSetErrorHandler(PolymemCudaErrorHandler handler, void *data);

/** The message of this thread's first error since the last
    polymemCudaClearError(), or null. Lives until that is called. */
POLYMEM_CUDA_EXPORT const char *polymemCudaLastError(void);

/** Forgets this thread's error: its next calls try again. */
POLYMEM_CUDA_EXPORT void polymemCudaClearError(void);

/** Whether launches are only queued where all memory that kernels use is the
    device's alone, as far as the library has seen. By default (0) each is
    waited for, as the compiled function says. With 1 a function may return
    before its kernels are done: copies back to the host wait, and so does
    polymemCudaSynchronize(). Not for programs that give functions memory that
    the host can touch and that they have allocated or registered themselves,
    such as cudaMallocManaged's. */
POLYMEM_CUDA_EXPORT void polymemCudaSetLazyWaits(int lazy);

/*===----------------------------------------------------------------------===*\
|* For compiled functions. The names and types are those that MLIR's
|* gpu-to-llvm calls. A stream or event is null: there is one order. Sizes are
|* in bytes unless a comment says otherwise.
\*===----------------------------------------------------------------------===*/

/** An image of kernels, PTX text that ends with a zero or a binary, which must
    stay where it is. It is given to the driver when a kernel of it is first
    needed, so that this never fails: it is called before main. */
POLYMEM_CUDA_EXPORT void *mgpuModuleLoad(void *image, size_t bytes);
POLYMEM_CUDA_EXPORT void *mgpuModuleLoadJIT(void *image, int optimization);
/** Forgets an image. Errors are ignored: it is called after main. */
POLYMEM_CUDA_EXPORT void mgpuModuleUnload(void *module);
/** The kernel of this name. Errors: the driver's compiler refuses the PTX (its
    messages are in the text), there is no such kernel. */
POLYMEM_CUDA_EXPORT void *mgpuModuleGetFunction(void *module, const char *name);
/** Starts a kernel; `arguments` has a pointer to each parameter. `stream` and
    `extra` are ignored. Errors: those of cuLaunchKernel, and of more dynamic
    shared memory than the device has. */
POLYMEM_CUDA_EXPORT void
mgpuLaunchKernel(void *kernel, intptr_t gridX, intptr_t gridY, intptr_t gridZ,
                 intptr_t blockX, intptr_t blockY, intptr_t blockZ,
                 int32_t dynamicSharedBytes, void *stream, void **arguments,
                 void **extra, size_t numArguments);

POLYMEM_CUDA_EXPORT void *mgpuStreamCreate(void);
POLYMEM_CUDA_EXPORT void mgpuStreamDestroy(void *stream);
/** Waits for the device; see polymemCudaSetLazyWaits(). */
POLYMEM_CUDA_EXPORT void mgpuStreamSynchronize(void *stream);
POLYMEM_CUDA_EXPORT void mgpuStreamWaitEvent(void *stream, void *event);
POLYMEM_CUDA_EXPORT void *mgpuEventCreate(void);
POLYMEM_CUDA_EXPORT void mgpuEventDestroy(void *event);
POLYMEM_CUDA_EXPORT void mgpuEventSynchronize(void *event);
POLYMEM_CUDA_EXPORT void mgpuEventRecord(void *event, void *stream);

/** Device memory, null after an error; `hostShared` if the host is to use it,
    too (the driver's managed memory). */
POLYMEM_CUDA_EXPORT void *mgpuMemAlloc(uint64_t bytes, void *stream,
                                       uint8_t hostShared);
POLYMEM_CUDA_EXPORT void mgpuMemFree(void *memory, void *stream);
/** Between any two places, of host or device. Copies from and to the host have
    happened on return. */
POLYMEM_CUDA_EXPORT void mgpuMemcpy(void *to, void *from, size_t bytes,
                                    void *stream);
/** `count` elements of four bytes, or of two. */
POLYMEM_CUDA_EXPORT void mgpuMemset32(void *to, uint32_t value, size_t count,
                                      void *stream);
POLYMEM_CUDA_EXPORT void mgpuMemset16(void *to, uint16_t value, size_t count,
                                      void *stream);

/** Lets kernels use the host's memory of a memref, whose descriptor of rank
    `rank` this is: two pointers, offset, sizes, strides. The elements are
    taken to lie without gaps. Memory that mgpuMemAlloc has given out, or that
    is registered already, is left as it is. Errors: memory that cannot be
    registered, such as the stack's on some systems. */
POLYMEM_CUDA_EXPORT void
mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor, int64_t elementBytes);
POLYMEM_CUDA_EXPORT void mgpuMemHostUnregisterMemRef(int64_t rank,
                                                     void *descriptor,
                                                     int64_t elementBytes);

#ifdef __cplusplus
}
#endif

#endif /* POLYMEM_RUNTIME_CUDA_CUDARUNTIME_H */
