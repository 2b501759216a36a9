//===- Npy.h - read and write arrays as NumPy does --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files of numpy.save and numpy.load, format versions 1.0 to 3.0. Of the types
// those of MLIR's scalars; arrays in C order and little-endian.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_RUNNER_NPY_H
#define POLYMEM_RUNNER_NPY_H

#include "mlir/IR/Types.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace polymem::runtime {

struct NpyArray {
  /// NumPy's name of the element type, as "<f4".
  std::string type;
  std::vector<int64_t> shape;
  std::vector<char> data;
};

/// NumPy's name of `type`; empty for types that it does not have (bf16).
std::string npyTypeName(mlir::Type type);

/// Reads a file. Errors, which name it: not readable, not in this format,
/// Fortran order, big-endian, fewer or more bytes than the shape needs.
llvm::Expected<NpyArray> readNpy(llvm::StringRef path);

/// Writes a file that numpy.load takes.
llvm::Error writeNpy(llvm::StringRef path, const NpyArray &array);

} // namespace polymem::runtime

#endif // POLYMEM_RUNNER_NPY_H
