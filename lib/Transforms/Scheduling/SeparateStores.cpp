//===- SeparateStores.cpp - statements in parts ---------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SeparateStores.h"
#include "PolyMem/Analysis/Scheduling/Parallelism.h"
#include "PolyMem/Analysis/Scheduling/PartGraph.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Replaces `ops`, operations of one block, by copies of them for each of
/// `parts`, one part after the other. `counterpart` gives for an operation of a
/// part the one among `ops`. Adds the first operation of each part to `starts`.
static void rewriteInParts(ArrayRef<Operation *> ops,
                           ArrayRef<StatementPart> parts,
                           const IRMapping &counterpart,
                           llvm::DenseMap<Operation *, std::string> &starts) {
  // What is between the operations and in no statement does not need them.
  OpBuilder builder(ops.back()->getContext());
  builder.setInsertionPointAfter(ops.back());
  for (const StatementPart &part : parts) {
    IRMapping copies;
    for (auto [k, op] : llvm::enumerate(part.ops)) {
      Operation *copy = builder.clone(*counterpart.lookup(op), copies);
      if (k == 0)
        starts[copy] = part.name();
    }
  }
  for (Operation *op : llvm::reverse(ops))
    op->erase();
}

SeparatedFunction polymem::separateStores(func::FuncOp func, const Scop &scop,
                                          const Separation &separation,
                                          unsigned long maxIslOperations) {
  IRMapping counterpart;
  SeparatedFunction result;
  result.func = func.clone(counterpart);
  ScopOptions options;
  options.maxIslOperations = maxIslOperations;
  for (auto &[statement, together] : separation) {
    std::vector<StatementPart> parts =
        StatementParts(scop, statement, maxIslOperations).parts(together);
    if (parts.size() < 2)
      continue;
    SmallVector<Operation *> ops;
    for (Operation *op : scop.statements()[statement].ops)
      ops.push_back(counterpart.lookup(op));
    rewriteInParts(ops, parts, counterpart, options.parts);
  }
  ScopFailure failure;
  result.scop = Scop::build(*result.func, failure, options);
  return result;
}

Separation polymem::separationNamedIn(const Scop &scop, StringRef text,
                                      unsigned long maxIslOperations) {
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  Separation result;
  isl::schedule tree(scop.ctx(), text.str());
  if (tree.is_null())
    return result;
  tree.domain().foreach_set([&](const isl::set &set) -> isl::stat {
    if (!isNamed(set))
      return isl::stat::ok();
    std::string tuple = set.tuple_name();
    auto [name, part] = StringRef(tuple).split('_');
    const ScopStatement *statement = scop.statementNamed(name);
    SmallVector<StringRef> numbers;
    part.split(numbers, '_');
    SmallVector<unsigned> stores(numbers.size());
    for (auto [store, number] : llvm::zip(stores, numbers))
      if (number.getAsInteger(10, store))
        return isl::stat::ok();
    if (statement)
      result[statement - scop.statements().data()].push_back(stores);
    return isl::stat::ok();
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Decision
//===----------------------------------------------------------------------===//

namespace {

using Loops = SmallVector<ScheduledLoop>;

/// Separations of one function, and the orders that they lead to.
class Separator {
public:
  Separator(func::FuncOp func, const Scop &scop, const Schedule &whole,
            unsigned long maxIslOperations, FindSchedule find)
      : func(func), scop(scop), maxIslOperations(maxIslOperations), find(find),
        before(scheduledLoops(whole.order)) {}

  /// Statements whose stores can be separated, and that might gain by it.
  Separation
  candidates(const OrderConstraints &constraints,
             llvm::function_ref<void(const PartObstacle &)> onObstacle) const;

  /// On the heap: isl objects must not outlive the scop, which an assignment
  /// replaces first.
  struct Attempt {
    SeparatedFunction separated;
    std::optional<Schedule> schedule;
    /// What it respects.
    OrderConstraints constraints;
    /// What of the separation is a gain, and whether nothing is a loss.
    Separation gain;
    bool harmless = true;
  };
  /// The order with `separation`; without a schedule if there is none.
  std::unique_ptr<Attempt> attempt(const Separation &separation) const;

  /// `separation`, and parts that have the same loops together.
  Separation joined(const Separation &separation, const Attempt &attempt) const;

private:
  /// Parts of `statement`, which has the loops `loops` as a whole, might have
  /// more parallel ones, or further out.
  bool mightGain(unsigned statement, const Loops &loops,
                 const OrderConstraints &constraints) const;

  func::FuncOp func;
  const Scop &scop;
  unsigned long maxIslOperations;
  FindSchedule find;
  llvm::StringMap<Loops> before;
};

} // namespace

bool Separator::mightGain(unsigned statement, const Loops &loops,
                          const OrderConstraints &constraints) const {
  if (mightBeMoreParallel(loops))
    return true;
  auto isStore = [&](unsigned access) {
    return scop.accesses()[access].isWrite();
  };
  if (llvm::count_if(scop.statements()[statement].accesses, isStore) < 2)
    return false;
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  return countParallel(loops) < possibleInParts(scop, constraints, statement);
}

Separation Separator::candidates(
    const OrderConstraints &constraints,
    llvm::function_ref<void(const PartObstacle &)> onObstacle) const {
  std::map<unsigned, StatementParts> separable;
  for (auto [s, statement] : llvm::enumerate(scop.statements())) {
    auto loops = before.find(statement.name);
    if (loops == before.end() || !mightGain(s, loops->second, constraints))
      continue;
    StatementParts parts(scop, s, maxIslOperations);
    llvm::for_each(parts.obstacles(), onObstacle);
    if (parts.parts().size() > 1)
      separable.emplace(s, std::move(parts));
  }
  Separation result;
  if (separable.empty())
    return result;
  isl::union_map dependences =
      constraints.validity.unite(constraints.falseDependences.factor_domain());
  PartGraph graph(scop, separable, dependences, maxIslOperations);
  for (auto &[s, parts] : separable)
    if (!graph.isCycle(s))
      result[s] = {};
  return result;
}

std::unique_ptr<Separator::Attempt>
Separator::attempt(const Separation &separation) const {
  auto result = std::make_unique<Attempt>();
  result->separated = separateStores(func, scop, separation, maxIslOperations);
  if (!result->separated.scop)
    return result;
  result->schedule = find(*result->separated.scop, result->constraints);
  if (!result->schedule)
    return result;
  llvm::StringMap<Loops> after = scheduledLoops(result->schedule->order);
  for (auto [s, statement] : llvm::enumerate(scop.statements())) {
    const Loops &old = before.lookup(statement.name);
    int worst = 0, best = 0;
    for (const ScopStatement &part : result->separated.scop->statements())
      if (StringRef(part.name).split('_').first == statement.name) {
        int change = compareParallelism(after.lookup(part.name), old);
        worst = std::min(worst, change);
        best = std::max(best, change);
      }
    auto separated = separation.find(s);
    if (separated == separation.end())
      result->harmless &= worst >= 0;
    else if (worst >= 0 && best > 0)
      result->gain.insert(*separated);
  }
  return result;
}

static bool haveSameLoops(const Loops &a, const Loops &b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](auto pair) {
           auto &[x, y] = pair;
           return x.parallel == y.parallel &&
                  x.iteration.set_domain_tuple("S")
                      .is_equal(y.iteration.set_domain_tuple("S"))
                      .is_true();
         });
}

Separation Separator::joined(const Separation &separation,
                             const Attempt &attempt) const {
  Separation result = separation;
  llvm::StringMap<Loops> loops = scheduledLoops(attempt.schedule->order);
  for (auto &[s, together] : result) {
    const std::string &name = scop.statements()[s].name;
    std::vector<StatementPart> parts =
        StatementParts(scop, s, maxIslOperations).parts(together);
    for (size_t a = 0; a < parts.size(); ++a)
      for (size_t b = a + 1; b < parts.size(); ++b)
        if (haveSameLoops(loops.lookup(name + "_" + parts[a].name()),
                          loops.lookup(name + "_" + parts[b].name())))
          together.push_back(
              {parts[a].stores.front(), parts[b].stores.front()});
  }
  return result;
}

std::optional<GainfulSeparation> polymem::separateForParallelism(
    func::FuncOp func, const Scop &scop, const Schedule &whole,
    const OrderConstraints &constraints, unsigned long maxIslOperations,
    FindSchedule find,
    llvm::function_ref<void(const PartObstacle &)> onObstacle) {
  Separator separator(func, scop, whole, maxIslOperations, find);
  Separation separation = separator.candidates(constraints, onObstacle);
  if (separation.empty())
    return std::nullopt;
  std::unique_ptr<Separator::Attempt> best = separator.attempt(separation);
  if (best->gain.size() < separation.size()) {
    if (best->gain.empty())
      return std::nullopt;
    separation = best->gain;
    best = separator.attempt(separation);
  }
  if (!best->harmless || best->gain.size() < separation.size())
    return std::nullopt;
  if (Separation fewer = separator.joined(separation, *best);
      fewer != separation) {
    auto other = separator.attempt(fewer);
    if (other->harmless && other->gain.size() == fewer.size())
      best = std::move(other);
  }
  GainfulSeparation result{
      std::move(best->separated), *best->schedule, best->constraints, {}};
  for (auto &[statement, together] : separation)
    result.statements.push_back(statement);
  return result;
}
