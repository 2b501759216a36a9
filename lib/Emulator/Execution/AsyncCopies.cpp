//===- AsyncCopies.cpp - copies that finish some time later ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What cp.async promises: the data of a copy are there when its thread has
// waited for the copy's group, and not before. Bulk copies, which complete on
// barriers in memory, would be a second kind of AsyncCopy.
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include <algorithm>
#include <cstring>

namespace polymem::emulator {

/// Takes the copy to its next stage.
void Block::advanceCopy(AsyncCopy &copy) {
  if (copy.stage == AsyncCopy::Issued) {
    std::memset(copy.data, 0, sizeof(copy.data));
    std::memcpy(copy.data, copy.from, copy.sourceBytes);
    copy.stage = AsyncCopy::Read;
  } else if (copy.stage == AsyncCopy::Read) {
    std::memcpy(copy.to, copy.data, copy.bytes);
    copy.stage = AsyncCopy::Written;
  }
}

/// Some copy of some thread may proceed whenever threads change.
void Block::driftCopies() {
  BlockThread &thread = threads[random.below(threads.size())];
  for (AsyncCopy &copy : thread.copies)
    if (random.below(4) == 0)
      advanceCopy(copy);
}

void Block::issueCopy(BlockThread &thread, uint32_t site, char *to,
                      const char *from, uint32_t bytes, uint32_t sourceBytes) {
  instruction(thread, site, "cp.async");
  if ((bytes != 4 && bytes != 8 && bytes != 16) || sourceBytes > bytes)
    fail(thread, site,
         "an asynchronous copy of " + std::to_string(sourceBytes) +
             " bytes to " + std::to_string(bytes));
  uint64_t number = ++lastCopy;
  if (sourceBytes != 0)
    access(thread, reinterpret_cast<uintptr_t>(from), sourceBytes, bytes,
           AccessKind::AsyncRead, site, number);
  access(thread, reinterpret_cast<uintptr_t>(to), bytes, bytes,
         AccessKind::AsyncWrite, site, number);
  thread.copies.push_back(
      AsyncCopy{to, from, bytes, sourceBytes, number, AsyncCopy::Issued, {}});
  ++numCopies;
  AsyncCopy &copy = thread.copies.back();
  switch (launch.options.timing) {
  case AsyncTiming::Early:
    advanceCopy(copy);
    advanceCopy(copy);
    break;
  case AsyncTiming::Late:
    // Until it arrives, nobody may count on what was there before.
    fillWithPoison(to, bytes, poison());
    break;
  case AsyncTiming::Random:
    break;
  }
}

void Block::commitCopies(BlockThread &thread) {
  size_t committed = 0;
  for (uint32_t size : thread.groups)
    committed += size;
  thread.groups.push_back(
      static_cast<uint32_t>(thread.copies.size() - committed));
}

void Block::waitForCopies(BlockThread &thread, uint32_t pending) {
  if (thread.groups.size() <= pending)
    return;
  size_t numGroups = thread.groups.size() - pending, count = 0;
  for (size_t i = 0; i < numGroups; ++i)
    count += thread.groups[i];
  thread.groups.erase(thread.groups.begin(), thread.groups.begin() + numGroups);
  finishCopies(thread, count, /*waited=*/true);
}

/// Finishes the first `count` copies of the thread.
void Block::finishCopies(BlockThread &thread, size_t count, bool waited) {
  if (count == 0)
    return;
  for (size_t i = 0; i < count; ++i) {
    AsyncCopy &copy = thread.copies[i];
    advanceCopy(copy);
    advanceCopy(copy);
    if (waited && observer())
      observer()->copyFinished(current, thread.number, copy.number);
  }
  thread.copies.erase(thread.copies.begin(), thread.copies.begin() + count);
  numCopies -= count;
}

} // namespace polymem::emulator
