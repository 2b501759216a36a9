//===- ConflictFile.cpp - conflict sets as text ---------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConflictFile.h"
#include "llvm/Support/LineIterator.h"
#include "isl/set.h"

using namespace llvm;
using namespace polymem;

namespace {
/// `elements: ...` or `conflicts: ...`, and where it begins.
struct Entry {
  bool isElements;
  int64_t line;
  std::string text;
};
} // namespace

static Error errorAt(const MemoryBuffer &buffer, int64_t line,
                     const Twine &message) {
  return createStringError(buffer.getBufferIdentifier() + ":" + Twine(line) +
                           ": " + message);
}

static Expected<std::vector<Entry>> splitEntries(const MemoryBuffer &buffer) {
  std::vector<Entry> entries;
  for (line_iterator line(buffer, /*SkipBlanks=*/true, '#'); !line.is_at_eof();
       ++line) {
    StringRef text = line->trim();
    if (text.empty() || text.front() == '#')
      continue;
    bool isElements = text.consume_front("elements:");
    if (isElements || text.consume_front("conflicts:"))
      entries.push_back({isElements, line.line_number(), text.str()});
    else if (!entries.empty())
      entries.back().text += " " + text.str();
    else
      return errorAt(buffer, line.line_number(),
                     "expected 'elements:' or 'conflicts:'");
  }
  return entries;
}

/// isl says on the error stream what is wrong with a text.
template <typename T>
static Error addTo(T &all, isl::ctx ctx, const MemoryBuffer &buffer,
                   const Entry &entry, StringRef example) {
  T next(ctx, entry.text);
  if (next.is_null())
    return errorAt(buffer, entry.line,
                   "not in isl's notation, as in '" + example + "'");
  all = all.is_null() ? next : all.unite(next);
  return Error::success();
}

/// The array's name, or that of an array without one.
static std::string nameOf(const isl::set &array) {
  const char *name = isl_set_get_tuple_name(array.get());
  return name ? name : "[]";
}

Expected<std::vector<NamedConflicts>>
readConflictFile(isl::ctx ctx, const MemoryBuffer &buffer) {
  auto entries = splitEntries(buffer);
  if (!entries)
    return entries.takeError();
  isl::union_set elements;
  isl::union_map conflicts(ctx, "{ }");
  for (const Entry &entry : *entries)
    if (Error error =
            entry.isElements
                ? addTo(elements, ctx, buffer, entry,
                        "elements: [N] -> { A[i] : 0 <= i < N }")
                : addTo(conflicts, ctx, buffer, entry,
                        "conflicts: [N] -> { A[i] -> A[j] : j = i + 1 }"))
      return std::move(error);
  if (elements.is_null() || elements.is_empty().is_true())
    return errorAt(buffer, 1, "no elements are given");
  // Conflicts of what is not an array would silently not count.
  std::string problem;
  conflicts.foreach_map([&](const isl::map &relation) {
    isl::space space = relation.get_space();
    for (const isl::space &side : {space.domain(), space.range()})
      if (elements.extract_set(side).is_empty().is_true())
        problem = "conflicts of elements that are not there: " +
                  islToString(relation);
    if (problem.empty() && space.domain().is_equal(space.range()).is_false())
      problem = "conflicts between different arrays are not supported: " +
                islToString(relation);
    return isl::stat::ok();
  });
  if (!problem.empty())
    return errorAt(buffer, 1, problem);
  std::vector<NamedConflicts> result;
  elements.foreach_set([&](const isl::set &array) {
    isl::space pair = array.get_space().map_from_set();
    result.push_back(
        {nameOf(array), ConflictSet(array, conflicts.extract_map(pair))});
    return isl::stat::ok();
  });
  llvm::sort(result, [](const NamedConflicts &a, const NamedConflicts &b) {
    return a.name < b.name;
  });
  return result;
}
