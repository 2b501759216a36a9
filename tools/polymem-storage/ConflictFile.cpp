//===- ConflictFile.cpp - conflict sets as text ---------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConflictFile.h"
#include "PolyMem/Storage/Conflicts/OrderConflicts.h"
#include "llvm/Support/LineIterator.h"

using namespace llvm;
using namespace polymem;

namespace {
/// `elements: ...`, `conflicts: ...` and so on, and where it begins.
struct Entry {
  enum class Kind { Elements, Conflicts, Writes, Reads, Order, Share } kind;
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
    std::optional<Entry::Kind> kind;
    if (text.consume_front("elements:"))
      kind = Entry::Kind::Elements;
    else if (text.consume_front("conflicts:"))
      kind = Entry::Kind::Conflicts;
    else if (text.consume_front("writes:"))
      kind = Entry::Kind::Writes;
    else if (text.consume_front("reads:"))
      kind = Entry::Kind::Reads;
    else if (text.consume_front("order:"))
      kind = Entry::Kind::Order;
    else if (text.consume_front("share:"))
      kind = Entry::Kind::Share;
    if (kind)
      entries.push_back({*kind, line.line_number(), text.str()});
    else if (!entries.empty())
      entries.back().text += " " + text.str();
    else
      return errorAt(buffer, line.line_number(),
                     "expected 'elements:', 'conflicts:', 'writes:', "
                     "'reads:', 'order:' or 'share:'");
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
  bool isNamed = array.space().has_tuple_name(isl::dim::set).is_true();
  return isNamed ? array.tuple_name() : "[]";
}

/// The array of this name; null if there is none or several.
static isl::set arrayNamed(const isl::union_set &elements, StringRef name) {
  isl::set result;
  bool isUnique = true;
  elements.foreach_set([&](const isl::set &array) {
    if (nameOf(array) != name)
      return isl::stat::ok();
    isUnique &= result.is_null();
    result = array;
    return isl::stat::ok();
  });
  return isUnique ? result : isl::set();
}

namespace {
/// What conflicts, and what of it surely does.
struct KnownConflicts {
  isl::union_map all;
  /// Null: all of them.
  isl::union_map sure;
};
} // namespace

/// The arrays that `entry` names.
static Expected<SharedConflicts> readGroup(const isl::union_set &elements,
                                           const KnownConflicts &conflicts,
                                           const MemoryBuffer &buffer,
                                           const Entry &entry) {
  std::vector<std::string> names;
  std::vector<isl::set> arrays;
  SmallVector<StringRef> parts;
  StringRef(entry.text).split(parts, ',');
  for (StringRef part : parts) {
    std::string name = part.trim().str();
    isl::set array = arrayNamed(elements, name);
    if (array.is_null())
      return errorAt(buffer, entry.line,
                     "share: no array '" + name + "' has elements");
    if (is_contained(names, name))
      return errorAt(buffer, entry.line, "share: '" + name + "' twice");
    names.push_back(name);
    arrays.push_back(array);
  }
  if (names.size() < 2)
    return errorAt(buffer, entry.line, "share: expected at least two names");
  auto between = [&](const isl::union_map &pairs) {
    GroupConflicts group(arrays);
    for (unsigned k = 0; k < arrays.size(); ++k)
      for (unsigned l = 0; l < arrays.size(); ++l) {
        isl::space pair = arrays[k].get_space().map_from_domain_and_range(
            arrays[l].get_space());
        group.add(k, l, pairs.extract_map(pair));
      }
    return group;
  };
  GroupConflicts group = between(conflicts.all);
  if (!conflicts.sure.is_null())
    group.setSure(between(conflicts.sure));
  return SharedConflicts{std::move(names), std::move(group)};
}

namespace {
/// What the lines of a file say, put together.
struct Contents {
  isl::union_set elements;
  isl::union_map conflicts, sure, writes, reads, order;
};
} // namespace

static Expected<Contents> readRelations(isl::ctx ctx,
                                        const MemoryBuffer &buffer,
                                        ArrayRef<Entry> entries) {
  isl::union_map none(ctx, "{ }");
  Contents all{{}, none, {}, {}, none, none};
  for (const Entry &entry : entries) {
    auto add = [&](auto &relation, StringRef example) {
      return addTo(relation, ctx, buffer, entry, example);
    };
    Error error = Error::success();
    switch (entry.kind) {
    case Entry::Kind::Share:
      continue;
    case Entry::Kind::Elements:
      error = add(all.elements, "elements: [N] -> { A[i] : 0 <= i < N }");
      break;
    case Entry::Kind::Conflicts:
      error =
          add(all.conflicts, "conflicts: [N] -> { A[i] -> A[j] : j = i + 1 }");
      break;
    case Entry::Kind::Writes:
      error = add(all.writes, "writes: [N] -> { W[i] -> A[i] : 0 <= i < N }");
      break;
    case Entry::Kind::Reads:
      error = add(all.reads, "reads: [N] -> { R[i] -> A[i - 1] : 1 <= i < N }");
      break;
    case Entry::Kind::Order:
      error = add(all.order, "order: { W[i] -> R[j] : i < j }");
      break;
    }
    if (error)
      return std::move(error);
  }
  return all;
}

/// Adds the conflicts of writes and reads in their order: between different
/// arrays only if some share a buffer.
static void addConflictsOfAccesses(Contents &all, bool shares) {
  isl::union_map underOrder =
      conflictsUnderOrder(all.writes, all.reads, all.order);
  {
    IslOperationsGuard guard(all.conflicts.ctx());
    all.sure =
        sureConflictsUnderOrder(underOrder, all.writes, all.reads, all.order);
    if (all.sure.is_equal(underOrder).is_true())
      all.sure = isl::union_map();
    else
      all.sure =
          all.sure.is_null() ? all.conflicts : all.sure.unite(all.conflicts);
  }
  underOrder.foreach_map([&](const isl::map &relation) {
    isl::space space = relation.get_space();
    if (shares || space.domain().is_equal(space.range()).is_true())
      all.conflicts = all.conflicts.unite(isl::union_map(relation));
    return isl::stat::ok();
  });
  if (all.elements.is_null())
    all.elements = all.writes.range();
}

/// Conflicts of what is not an array would silently not count, and those of
/// arrays in different buffers do not. Empty if there are none.
static std::string findIgnored(const Contents &all,
                               ArrayRef<SharedConflicts> groups) {
  auto areShared = [&](const std::string &a, const std::string &b) {
    return llvm::any_of(groups, [&](const SharedConflicts &group) {
      return is_contained(group.names, a) && is_contained(group.names, b);
    });
  };
  std::string problem;
  all.conflicts.foreach_map([&](const isl::map &relation) {
    isl::space space = relation.get_space();
    for (const isl::space &side : {space.domain(), space.range()})
      if (all.elements.extract_set(side).is_empty().is_true())
        problem = "conflicts of elements that are not there: " +
                  islToString(relation);
    if (problem.empty() && space.domain().is_equal(space.range()).is_false() &&
        !areShared(nameOf(relation.domain()), nameOf(relation.range())))
      problem = "conflicts between different arrays need a line 'share:' with "
                "both: " +
                islToString(relation);
    return isl::stat::ok();
  });
  return problem;
}

Expected<ConflictFile> readConflictFile(isl::ctx ctx,
                                        const MemoryBuffer &buffer) {
  auto entries = splitEntries(buffer);
  if (!entries)
    return entries.takeError();
  auto all = readRelations(ctx, buffer, *entries);
  if (!all)
    return all.takeError();
  auto isShare = [](const Entry &entry) {
    return entry.kind == Entry::Kind::Share;
  };
  if (!all->writes.is_null())
    addConflictsOfAccesses(*all, llvm::any_of(*entries, isShare));
  if (all->elements.is_null() || all->elements.is_empty().is_true())
    return errorAt(buffer, 1, "no elements are given");
  ConflictFile result;
  for (const Entry &entry : llvm::make_filter_range(*entries, isShare)) {
    auto group =
        readGroup(all->elements, {all->conflicts, all->sure}, buffer, entry);
    if (!group)
      return group.takeError();
    result.groups.push_back(std::move(*group));
  }
  std::string problem = findIgnored(*all, result.groups);
  if (!problem.empty())
    return errorAt(buffer, 1, problem);
  all->elements.foreach_set([&](const isl::set &array) {
    isl::space pair = array.get_space().map_from_set();
    ConflictSet own(array, all->conflicts.extract_map(pair));
    if (!all->sure.is_null())
      own.setSure(all->sure.extract_map(pair));
    result.arrays.push_back({nameOf(array), std::move(own)});
    return isl::stat::ok();
  });
  llvm::sort(result.arrays,
             [](const NamedConflicts &a, const NamedConflicts &b) {
               return a.name < b.name;
             });
  return result;
}
