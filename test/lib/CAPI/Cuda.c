/*===- Cuda.c - programs on a CUDA device ---------------------------------===*\
|*                                                                            *|
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.       *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "polymem-c/Cuda.h"
#include "Gemm.h"
#include "Support.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a program takes from the driver that has arrays on the device. */
typedef struct Driver {
  int (*retain)(void **context, int device);
  int (*setCurrent)(void *context);
  int (*allocate)(uint64_t *address, size_t bytes);
  int (*copyIn)(uint64_t to, const void *from, size_t bytes);
  int (*copyOut)(void *to, uint64_t from, size_t bytes);
  int (*createStream)(void **stream, unsigned flags);
  int (*synchronize)(void *stream);
} Driver;

static void check(int code) {
  if (code) {
    fprintf(stderr, "the driver says %d\n", code);
    exit(2);
  }
}

/* The functions of the driver, whose context is then this thread's. */
static Driver openDriver(void) {
  void *library = dlopen(getenv("POLYMEM_CUDA_DRIVER"), RTLD_NOW);
  Driver driver;
  void *context;
  if (!library)
    exit(2);
  *(void **)&driver.retain = dlsym(library, "cuDevicePrimaryCtxRetain");
  *(void **)&driver.setCurrent = dlsym(library, "cuCtxSetCurrent");
  *(void **)&driver.allocate = dlsym(library, "cuMemAlloc_v2");
  *(void **)&driver.copyIn = dlsym(library, "cuMemcpyHtoD_v2");
  *(void **)&driver.copyOut = dlsym(library, "cuMemcpyDtoH_v2");
  *(void **)&driver.createStream = dlsym(library, "cuStreamCreate");
  *(void **)&driver.synchronize = dlsym(library, "cuStreamSynchronize");
  check(driver.retain(&context, 0));
  check(driver.setCurrent(context));
  return driver;
}

/* Has the arrays on the device. */
static void moveIn(const Driver *driver, Gemm *gemm) {
  const size_t bytes[] = {sizeof gemm->a, sizeof gemm->b, sizeof gemm->c};
  int i;
  for (i = 0; i < 3; ++i) {
    uint64_t address;
    check(driver->allocate(&address, bytes[i]));
    check(driver->copyIn(address, gemm->arguments[i].data, bytes[i]));
    gemm->arguments[i].data = (void *)address;
  }
}

static void getC(const Driver *driver, Gemm *gemm) {
  check(driver->copyOut(gemm->c, (uint64_t)gemm->arguments[2].data,
                        sizeof gemm->c));
}

static void compare(const Gemm *gemm) {
  printf("%s\n", isGemm(gemm) ? "equal" : "other results");
}

/* Arrays of the host; those of "overlap" are in one another. */
static int onHost(PolyMemProgram program, PolyMemCudaDevice device,
                  const char *how) {
  PolyMemCudaCall call = {device, NULL, NULL, true, NULL};
  float shared[20 + kK * kN] = {0};
  Gemm gemm;
  fillGemm(&gemm, how);
  if (!strcmp(how, "overlap")) {
    /* The second one begins in the first one. */
    memcpy(shared, gemm.a, kM * kK * sizeof *shared);
    memcpy(gemm.b, shared + 20, sizeof gemm.b);
    gemm.arguments[0].data = shared;
    gemm.arguments[1].data = shared + 20;
    multiply(&gemm, 0);
  }
  if (mlirLogicalResultIsFailure(polymemProgramCallCuda(
          program, strcmp(how, "few") ? 6 : 5, gemm.arguments, &call,
          printError, NULL))) {
    printf("failed\n");
    return 1;
  }
  compare(&gemm);
  return 0;
}

/* Arrays of the device, in a stream; "async" does not wait. */
static int onDevice(PolyMemProgram program, PolyMemCudaDevice device,
                    const char *how) {
  const bool all[6] = {true, true, true, false, false, false};
  PolyMemCudaCall call = {device, NULL, all, !strcmp(how, "async"), NULL};
  Driver driver = openDriver();
  Gemm gemm;
  fillGemm(&gemm, "");
  moveIn(&driver, &gemm);
  check(driver.createStream(&call.stream, 1));
  if (mlirLogicalResultIsFailure(polymemProgramCallCuda(
          program, 6, gemm.arguments, &call, printError, NULL)))
    return 1;
  fprintf(stderr, "the call is over\n");
  check(driver.synchronize(call.stream));
  getC(&driver, &gemm);
  compare(&gemm);
  return 0;
}

/* A recorded call, done twice. */
static int inGraph(PolyMemProgram program, PolyMemCudaDevice device) {
  Driver driver = openDriver();
  PolyMemCudaGraph graph;
  void *stream;
  Gemm gemm;
  int i;
  fillGemm(&gemm, "");
  moveIn(&driver, &gemm);
  graph = polymemCudaGraphCapture(program, 6, gemm.arguments, device,
                                  printError, NULL);
  if (!graph.ptr)
    return 1;
  getC(&driver, &gemm);
  printf("before: ");
  compare(&gemm);
  check(driver.createStream(&stream, 1));
  for (i = 0; i < 2; ++i) {
    if (mlirLogicalResultIsFailure(
            polymemCudaGraphLaunch(graph, stream, printError, NULL)))
      return 1;
    getC(&driver, &gemm);
    compare(&gemm);
    /* The second time the product is added to the first sum. */
    multiply(&gemm, 0);
  }
  polymemCudaGraphDestroy(graph);
  return 0;
}

int cuda(char **arguments) {
  const char *how = arguments[2];
  PolyMemProgram program = createProgram(arguments[0], "gemm", arguments[1]);
  PolyMemCudaDevice device =
      polymemCudaDeviceOpen(of(""), 0, printError, NULL);
  MlirStringRef name;
  int result;
  if (!device.ptr)
    return 1;
  name = polymemCudaDeviceGetName(device);
  printf("%.*s, %d\n", (int)name.length, name.data,
         polymemCudaDeviceGetCapability(device));
  result = !strcmp(how, "device") || !strcmp(how, "async")
               ? onDevice(program, device, how)
           : !strcmp(how, "graph") ? inGraph(program, device)
                                   : onHost(program, device, how);
  polymemProgramDestroy(program);
  fprintf(stderr, "the program is gone\n");
  polymemCudaDeviceClose(device);
  return result;
}
