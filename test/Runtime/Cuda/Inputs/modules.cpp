#include "program.h"

int main() {
  polymemCudaSetErrorHandler(tell, name);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  // Before main, as far as the library knows: the driver is not asked.
  void *module = mgpuModuleLoadJIT(ptx, 3);
  void *unused = mgpuModuleLoad(name, sizeof(name));
  std::printf("loaded\n");
  mgpuModuleUnload(unused);
  mgpuModuleGetFunction(module, "f");
  mgpuModuleGetFunction(module, "f");
  mgpuModuleUnload(module);
  // Another library's image may come to lie where one was.
  std::printf("unloaded\n");
  module = mgpuModuleLoadJIT(ptx, 3);
  mgpuModuleGetFunction(module, "g");
  return 0;
}
