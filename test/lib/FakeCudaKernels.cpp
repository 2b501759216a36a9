//===- FakeCudaKernels.cpp - kernels of the stand-in driver ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCudaKernels.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

using namespace polymem::emulator;
using namespace polymem::fakecuda;

Function *polymem::fakecuda::declare(Module &module, const char *name) {
  std::unique_ptr<Function> &function = module.functions[name];
  if (function)
    return function.get();
  std::string start = std::string(".entry ") + name + "(";
  size_t begin = module.ptx.find(start);
  if (begin == std::string::npos)
    return nullptr;
  function = std::make_unique<Function>();
  function->name = name;
  size_t end = module.ptx.find(')', begin);
  const std::string param = ".param .";
  for (size_t i = module.ptx.find(param, begin); i < end;
       i = module.ptx.find(param, i)) {
    i += param.size();
    function->parameters.push_back(
        module.ptx.substr(i, module.ptx.find(' ', i) - i));
  }
  return function.get();
}

const Kernel *polymem::fakecuda::findKernel(const std::string &name) {
  const char *file = std::getenv("POLYMEM_FAKE_CUDA_KERNELS");
  if (!file)
    return nullptr;
  // NOLINTNEXTLINE(clang-analyzer-optin.taint.GenericTaint): a test's own file
  static void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::fprintf(stderr, "%s\n", dlerror());
    std::abort();
  }
  constexpr int kMaxData = 1000;
  for (int i = 0; i < kMaxData; ++i) {
    std::string symbol = "polymem_emu_data_kernel_" + std::to_string(i);
    auto *kernel = static_cast<const Kernel *>(dlsym(library, symbol.c_str()));
    if (kernel && name == kernel->name)
      return kernel;
  }
  return nullptr;
}
