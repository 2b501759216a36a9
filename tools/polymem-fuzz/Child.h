//===- Child.h - code that may crash ----------------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_FUZZ_CHILD_H
#define POLYMEM_FUZZ_CHILD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <string>
#include <sys/types.h>

namespace polymem::fuzz {

/// A forked copy of this process that sends messages, lists of words, until it
/// ends, crashes or is killed. This process must have one thread only.
class Child {
public:
  using Message = llvm::ArrayRef<llvm::StringRef>;
  using Send = llvm::function_ref<void(Message)>;

  /// Runs `body` in the child, which then exits with 0.
  explicit Child(llvm::function_ref<void(Send)> body);
  Child(Child &&other) noexcept;
  Child &operator=(Child &&) = delete;
  /// Kills the child if it still runs.
  ~Child();

  /// The file descriptor to poll for messages.
  int descriptor() const { return messages; }
  /// Passes on the messages that are there; false at the end of the child.
  bool read(llvm::function_ref<void(Message)> handle);
  /// Seconds since the last message.
  double silence() const;
  void kill();
  /// Waits for the end: empty if all is well, else "crash: ..." or "exit ...".
  std::string wait();
  /// The end of what the child printed on standard error.
  std::string errorOutput() const;

private:
  pid_t pid = -1;
  int messages = -1, errors = -1;
  std::string pending;
  std::chrono::steady_clock::time_point last;
};

/// Sends what `body` sends, and waits for it at most `seconds` between two
/// messages. Returns "", or "hang", or what Child::wait does.
std::string runInChild(double seconds,
                       llvm::function_ref<void(Child::Send)> body,
                       llvm::function_ref<void(Child::Message)> handle,
                       std::string *errorOutput = nullptr);

} // namespace polymem::fuzz

#endif // POLYMEM_FUZZ_CHILD_H
