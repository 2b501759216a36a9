//===- HostThreads.cpp - what other threads do of a program ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Runtime/Async/HostThreads.h"
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

using namespace polymem::runtime;

namespace {
/// A coroutine and what resumes it.
struct Task {
  void *coroutine;
  void (*resume)(void *);
};

/// The thread that does tasks.
class Worker {
public:
  Worker() : thread([this] { run(); }) {}
  ~Worker() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      ends = true;
    }
    changed.notify_all();
    thread.join();
  }

  void start(Task task) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      tasks.push_back(task);
    }
    changed.notify_all();
  }

  void finish() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return tasks.empty() && !isBusy; });
  }

private:
  void run() {
    std::unique_lock<std::mutex> lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return ends || !tasks.empty(); });
      if (tasks.empty())
        return;
      Task task = tasks.front();
      tasks.pop_front();
      isBusy = true;
      lock.unlock();
      task.resume(task.coroutine);
      lock.lock();
      isBusy = false;
      changed.notify_all();
    }
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Task> tasks;
  bool isBusy = false, ends = false;
  std::thread thread;
};

/// What is waited for. The task that ends it has one reference, the program
/// another one.
struct Token {
  std::atomic<int64_t> references{2};
  std::mutex mutex;
  std::condition_variable changed;
  bool isReady = false, hasFailed = false;
};
} // namespace

/// The thread that does what the calling thread starts; one each, for programs
/// may be called in several threads.
static std::unique_ptr<Worker> &currentWorker() {
  static thread_local std::unique_ptr<Worker> worker;
  return worker;
}

void polymem::runtime::finishThreads() {
  if (std::unique_ptr<Worker> &worker = currentWorker())
    worker->finish();
}

static void addReferences(void *object, int64_t count) {
  static_cast<Token *>(object)->references += count;
}

static void dropReferences(void *object, int64_t count) {
  auto *token = static_cast<Token *>(object);
  if (token->references.fetch_sub(count) == count)
    delete token;
}

static Token *createToken() { return new Token; }

static void endToken(Token *token, bool hasFailed) {
  {
    std::lock_guard<std::mutex> lock(token->mutex);
    token->isReady = true;
    token->hasFailed = hasFailed;
    token->changed.notify_all();
  }
  dropReferences(token, 1);
}

static void emplaceToken(Token *token) { endToken(token, false); }

static void setTokenError(Token *token) { endToken(token, true); }

static bool isTokenError(Token *token) {
  std::lock_guard<std::mutex> lock(token->mutex);
  return token->hasFailed;
}

static void awaitToken(Token *token) {
  std::unique_lock<std::mutex> lock(token->mutex);
  token->changed.wait(lock, [&] { return token->isReady; });
}

static void execute(void *coroutine, void (*resume)(void *)) {
  std::unique_ptr<Worker> &worker = currentWorker();
  if (!worker)
    worker = std::make_unique<Worker>();
  worker->start({coroutine, resume});
}

void polymem::runtime::defineThreadSymbols(
    llvm::function_ref<void(llvm::StringRef, void *)> define) {
  auto add = [&](llvm::StringRef name, auto *function) {
    define(name, reinterpret_cast<void *>(function));
  };
  add("mlirAsyncRuntimeAddRef", &addReferences);
  add("mlirAsyncRuntimeDropRef", &dropReferences);
  add("mlirAsyncRuntimeCreateToken", &createToken);
  add("mlirAsyncRuntimeEmplaceToken", &emplaceToken);
  add("mlirAsyncRuntimeSetTokenError", &setTokenError);
  add("mlirAsyncRuntimeIsTokenError", &isTokenError);
  add("mlirAsyncRuntimeAwaitToken", &awaitToken);
  add("mlirAsyncRuntimeExecute", &execute);
  add("aligned_alloc", &std::aligned_alloc);
}
