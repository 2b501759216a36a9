//===- Child.cpp - code that may crash ------------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace polymem::fuzz {

/// Words and messages end with these.
static constexpr char kWordEnd = '\x1e', kMessageEnd = '\x1d';
/// More memory than any case needs (the sanitizers' shadow takes more).
[[maybe_unused]] static constexpr rlim_t kMaxBytes = rlim_t(6) << 30;

static void writeAll(int descriptor, StringRef text) {
  while (!text.empty()) {
    ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR)
      continue;
    // The parent has gone.
    if (written <= 0)
      ::_exit(3);
    text = text.drop_front(written);
  }
}

/// What a child changes before anything else.
static void becomeChild(int errors) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // LLVM's handlers would look up symbols, which takes longer than the case.
  for (int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP})
    ::signal(signal, SIG_DFL);
  ::dup2(errors, STDERR_FILENO);
#if !defined(__SANITIZE_ADDRESS__)
#if !__has_feature(address_sanitizer)
  rlimit limit{kMaxBytes, kMaxBytes};
  ::setrlimit(RLIMIT_AS, &limit);
#endif
#endif
  rlimit noCore{0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
}

Child::Child(function_ref<void(Send)> body)
    : last(std::chrono::steady_clock::now()) {
  int pipe[2];
  if (::pipe(pipe) != 0)
    report_fatal_error("polymem-fuzz: no pipe");
  errors = ::memfd_create("stderr", MFD_CLOEXEC);
  std::fflush(nullptr);
  pid = ::fork();
  if (pid < 0)
    report_fatal_error("polymem-fuzz: cannot fork");
  if (pid == 0) {
    ::close(pipe[0]);
    becomeChild(errors);
    body([&](Message message) {
      std::string text;
      for (StringRef word : message)
        text += word.str() + kWordEnd;
      writeAll(pipe[1], text + kMessageEnd);
    });
    ::_exit(0);
  }
  ::close(pipe[1]);
  messages = pipe[0];
}

Child::Child(Child &&other) noexcept
    : pid(std::exchange(other.pid, -1)),
      messages(std::exchange(other.messages, -1)),
      errors(std::exchange(other.errors, -1)),
      pending(std::move(other.pending)), last(other.last) {}

Child::~Child() {
  if (pid > 0) {
    kill();
    wait();
  }
  if (messages >= 0)
    ::close(messages);
  if (errors >= 0)
    ::close(errors);
}

bool Child::read(function_ref<void(Message)> handle) {
  char buffer[1 << 16];
  ssize_t count = ::read(messages, buffer, sizeof(buffer));
  if (count < 0)
    return errno == EINTR;
  if (count == 0)
    return false;
  last = std::chrono::steady_clock::now();
  pending.append(buffer, count);
  for (size_t end; (end = pending.find(kMessageEnd)) != std::string::npos;) {
    SmallVector<StringRef> words;
    StringRef(pending).take_front(end).split(words, kWordEnd);
    // Behind the last word's end.
    words.pop_back();
    handle(words);
    pending.erase(0, end + 1);
  }
  return true;
}

double Child::silence() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - last)
      .count();
}

void Child::kill() { ::kill(pid, SIGKILL); }

std::string Child::wait() {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  pid = -1;
  if (WIFSIGNALED(status))
    return std::string("crash: ") + strsignal(WTERMSIG(status));
  if (WEXITSTATUS(status) != 0)
    return "exit " + std::to_string(WEXITSTATUS(status));
  return "";
}

std::string Child::errorOutput() const {
  constexpr off_t kMaxBytesKept = 2000;
  off_t size = ::lseek(errors, 0, SEEK_END);
  off_t begin = std::max<off_t>(0, size - kMaxBytesKept);
  std::string text(std::max<off_t>(0, size - begin), '\0');
  ssize_t count = ::pread(errors, text.data(), text.size(), begin);
  text.resize(std::max<ssize_t>(0, count));
  return text;
}

std::string runInChild(double seconds, function_ref<void(Child::Send)> body,
                       function_ref<void(Child::Message)> handle,
                       std::string *errorOutput) {
  Child child(body);
  while (true) {
    pollfd poll{child.descriptor(), POLLIN, 0};
    int left = static_cast<int>((seconds - child.silence()) * 1000) + 1;
    if (left > 0 && ::poll(&poll, 1, left) < 0 && errno != EINTR)
      report_fatal_error("polymem-fuzz: cannot poll");
    if (poll.revents && !child.read(handle))
      break;
    if (!poll.revents && child.silence() > seconds) {
      child.kill();
      child.wait();
      return "hang";
    }
  }
  std::string result = child.wait();
  if (errorOutput)
    *errorOutput = child.errorOutput();
  return result;
}

} // namespace polymem::fuzz
