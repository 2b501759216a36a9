//===- FakeCudaKernels.h - kernels of the stand-in driver -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TEST_FAKECUDAKERNELS_H
#define POLYMEM_TEST_FAKECUDAKERNELS_H

#include "PolyMem/Emulator/Execution/Emulator.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace polymem::fakecuda {

/// A kernel of a module, as its PTX declares it.
struct Function {
  std::string name;
  /// Types such as "u64".
  std::vector<std::string> parameters;
};

struct Module {
  std::string ptx;
  std::map<std::string, std::unique_ptr<Function>> functions;
};

/// The kernel's declaration in the module's text, or null.
Function *declare(Module &module, const char *name);

/// The emulator's description of a kernel, in the library that
/// POLYMEM_FAKE_CUDA_KERNELS names, or null.
const emulator::Kernel *findKernel(const std::string &name);

} // namespace polymem::fakecuda

#endif // POLYMEM_TEST_FAKECUDAKERNELS_H
