//===- Replay.h - runs both programs at one size (internal) -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CHECK_REPLAY_H
#define POLYMEM_LIB_CHECK_REPLAY_H

#include "PolyMem/Check/Values/ValueProgram.h"

namespace polymem {

/// What both programs leave in the arrays from outside.
struct Replay {
  enum class Outcome { NotRun, Same, Differs } outcome = Outcome::NotRun;
  /// "with arg1 = 1: arg0[0] differs".
  std::string text;
};

/// Runs `before` and `after`, which are exact, for parameters among `where =
/// [p] -> { : ... }`, in the order of their text, on values that are not
/// interpreted, integers aside: an operation yields a number that depends on it
/// and on its operands, but for the laws that hold of it. Tries the least
/// parameters and a few larger ones until values differ. Not run where that
/// takes more than some thousand steps.
Replay replay(const ValueProgram &before, const ValueProgram &after,
              const isl::set &where);

} // namespace polymem

#endif // POLYMEM_LIB_CHECK_REPLAY_H
