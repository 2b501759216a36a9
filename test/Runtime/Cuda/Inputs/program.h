// What the programs of these tests share.
#include "PolyMem/Runtime/Cuda/CudaRuntime.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

/// Enough of PTX for the stand-in driver.
static char ptx[] = ".version 8.0\n.target sm_90\n.visible .entry f(\n)\n";

/// A handler that returns.
static void tell(const char *message, void *data) {
  std::printf("%s: %s\n", static_cast<const char *>(data), message);
}

static char name[] = "handler";

/// A function of the stand-in driver, as a program calls it that uses the
/// driver itself.
template <typename Type> static Type *driverFunction(const char *function) {
  void *library = dlopen(std::getenv("POLYMEM_CUDA_DRIVER"), RTLD_NOW);
  return reinterpret_cast<Type *>(dlsym(library, function));
}
