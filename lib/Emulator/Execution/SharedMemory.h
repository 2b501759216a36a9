//===- SharedMemory.h - the workgroup memory of a block ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The buffers of a kernel, then dynamic shared memory, each between two guard
// zones. How wide these are is drawn from the seed, anew for each launch: what
// lands in a neighbour with one seed lands in a guard with another.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_EMULATOR_EXECUTION_SHAREDMEMORY_H
#define POLYMEM_LIB_EMULATOR_EXECUTION_SHAREDMEMORY_H

#include "PolyMem/Emulator/Execution/Interface.h"
#include "PolyMem/Emulator/Execution/Observer.h"
#include "PolyMem/Support/Random.h"

namespace polymem::emulator {

class SharedMemory {
public:
  SharedMemory(const Kernel &kernel, int64_t dynamicBytes, uint32_t poison,
               Random random);

  /// Thread::buffers.
  char *const *buffers() const { return table.data(); }
  bool contains(uintptr_t address) const {
    return address - reinterpret_cast<uintptr_t>(storage.data()) <
           storage.size();
  }
  std::vector<Region> regions() const;

  /// Fills the buffers with poison.
  void clear();
  /// What was written to a guard zone, as text; empty if nothing was.
  std::string findDamage() const;

private:
  struct Buffer {
    std::string name;
    int64_t number;
    /// Where in `storage` it begins.
    size_t begin, bytes;
    int64_t elementBytes;
    std::vector<int64_t> extents;
  };

  uint32_t poison;
  std::vector<char> storage;
  /// In the order of their places.
  std::vector<Buffer> list;
  std::vector<char *> table;
};

} // namespace polymem::emulator

#endif // POLYMEM_LIB_EMULATOR_EXECUTION_SHAREDMEMORY_H
