//===- Machine.h - machine descriptions and the queries on them -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_MACHINE_MACHINE_H
#define POLYMEM_MACHINE_MACHINE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <string>
#include <vector>

namespace polymem {

/// What the passes know of a target machine. Read from one JSON file per
/// machine (`machines/`); no pass names a machine. Sizes are in bytes.
struct Machine {
  /// "gpu" or "cpu".
  enum class Kind { GPU, CPU };

  std::string name;
  /// One sentence for people.
  std::string description;
  Kind kind = Kind::GPU;
  /// LLVM's name for the chip ("sm_90") and the PTX version feature ("+ptx80");
  /// empty for CPUs and for chips that NVPTX no longer supports.
  std::string chip, features;

  /// Scratchpad (shared memory) one block may use at most, and without asking
  /// for dynamic shared memory.
  int64_t scratchpadBytes = 0;
  int64_t staticScratchpadBytes = 0;
  /// Scratchpad of one parallel unit (multiprocessor), shared by its blocks.
  int64_t scratchpadBytesPerUnit = 0;
  /// Banks of the scratchpad and bytes per bank.
  int64_t banks = 32, bankBytes = 4;
  /// Registers (32-bit) per thread at most, and per unit.
  int64_t registersPerThread = 255, registersPerUnit = 65536;
  int64_t warpSize = 32;
  int64_t maxThreadsPerBlock = 1024;
  /// Threads resident on one unit at most, over all its blocks.
  int64_t maxThreadsPerUnit = 2048;
  int64_t maxBlockDim[3] = {1024, 1024, 64};
  int64_t maxGridDim[3] = {2147483647, 65535, 65535};
  /// Parallel units (multiprocessors, cores).
  int64_t units = 1;
  /// Threads per block when nothing else decides.
  int64_t defaultThreadsPerBlock = 256;
  /// Bytes of a global memory transaction.
  int64_t transactionBytes = 32;
  /// Bytes of constant memory that a module of kernels may use; 0: there is
  /// none.
  int64_t constantBytes = 0;
  /// Computation can read and write global memory directly (false for
  /// machines such as Cell or PREM cores: everything is staged).
  bool computesFromGlobal = true;
  /// cp.async (sm_80 and later).
  bool asyncCopies = false;

  /// Parses a description; `text` is JSON. Unknown fields, missing ones and
  /// impossible values are errors that name the field
  /// ("scratchpad.banks: expected a positive integer"). Only `description`,
  /// `chip`, `features` and `constant-memory-bytes` may be left out.
  static llvm::Expected<Machine> parse(llvm::StringRef text);
  /// The machine called `nameOrPath`: a built-in description, or a path to a
  /// JSON file when it contains '/' or ends in ".json". The error for an
  /// unknown name lists the known ones.
  static llvm::Expected<Machine> lookup(llvm::StringRef nameOrPath);
  /// Names of the built-in machines.
  static std::vector<std::string> names();
  /// Prints every field, one a line, as `field: value`, with the field names of
  /// the JSON description.
  void print(llvm::raw_ostream &os) const;
};

} // namespace polymem

#endif // POLYMEM_MACHINE_MACHINE_H
