//===- Report.h - what a checker found in a kernel --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_EMULATOR_CHECKING_REPORT_H
#define POLYMEM_EMULATOR_CHECKING_REPORT_H

#include "PolyMem/Emulator/Execution/Observer.h"

namespace polymem::emulator {

/// One error of a kernel. As text:
///
///   gemm: data race on tile[3, 5]
///     thread (1, 0, 0) of block (0, 0, 0) reads 4 bytes (load at f.mlir:9:5)
///     thread (2, 0, 0) of block (0, 0, 0) wrote there (store at f.mlir:7:5)
///     no barrier between the two
struct Report {
  enum class Kind {
    Race,
    InFlight,
    OutOfBounds,
    Uninitialised,
    Misaligned,
    Limit
  };
  /// A thread and what it does.
  struct Party {
    std::array<int64_t, 3> block, thread;
    std::string action;
    Site site;
  };

  Kind kind = Kind::Race;
  std::string kernel;
  /// The memory in question, as "tile[3, 5]"; empty for a limit.
  std::string place;
  /// Who did it; in a conflict, with whom.
  std::vector<Party> parties;
  /// Why that is an error, with numbers.
  std::string reason;

  /// The report as lines, each ended by a newline.
  std::string text() const;
};

/// What the kind of report is called: "data race", "out of bounds"...
const char *toString(Report::Kind kind);

/// `address` in the coordinates of `region`, as "A[3, 5]". Addresses outside
/// continue the outermost dimension: "A[-1, 7]". "A[3] + 2 bytes" is inside an
/// element.
std::string coordinates(const Region &region, uintptr_t address);

/// The coordinates (x, y, z) of number `linear` in a box, x fastest.
std::array<int64_t, 3> delinearise(int64_t linear,
                                   const std::array<int64_t, 3> &box);

} // namespace polymem::emulator

#endif // POLYMEM_EMULATOR_CHECKING_REPORT_H
