//===- StepVersions.cpp - what an array holds around a step ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepVersions.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;

/// Steps with more accesses are not looked at: pairs of them are compared.
static constexpr size_t kMaxAccesses = 32;
/// Pieces of all statements together.
static constexpr size_t kMaxPieces = 32;

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// The subscripts of an access, of variables of loops and values from outside.
template <typename AccessOp> static IndexTerms subscriptsOf(AccessOp op) {
  IndexTerms result{op.getAffineMap(), llvm::to_vector(op.getMapOperands())};
  affine::fullyComposeAffineMapAndOperands(&result.map, &result.operands);
  return result;
}

/// By subscript: it is the same in all of a step of `loop`.
static llvm::SmallBitVector fixedIn(affine::AffineForOp loop,
                                    const IndexTerms &subscripts) {
  llvm::SmallBitVector result(subscripts.map.getNumResults());
  for (unsigned d = 0; d < result.size(); ++d) {
    bool isFixed = true;
    for (auto [k, operand] : llvm::enumerate(subscripts.operands)) {
      unsigned numDims = subscripts.map.getNumDims();
      AffineExpr expr = subscripts.map.getResult(d);
      bool isUsed = k < numDims ? expr.isFunctionOfDim(k)
                                : expr.isFunctionOfSymbol(k - numDims);
      isFixed &= !isUsed || operand == loop.getInductionVar() ||
                 loop.isDefinedOutsideOfLoop(operand);
    }
    result[d] = isFixed;
  }
  return result;
}

/// A step may write with `store` what it reads with `load`, whose subscripts
/// `fixed` it does not change, and writes elsewhere along some of these.
static bool mayOverwrite(affine::AffineForOp loop, affine::AffineStoreOp store,
                         affine::AffineLoadOp load,
                         const llvm::SmallBitVector &fixed) {
  if (store.getMemRef() != load.getMemRef())
    return false;
  IndexTerms read = subscriptsOf(load), written = subscriptsOf(store);
  llvm::SmallBitVector writtenFixed = fixedIn(loop, written);
  for (unsigned d : fixed.set_bits()) {
    IndexTerms r = read.at(d), w = written.at(d);
    std::optional<int64_t> below = greatestDifference(w, r);
    std::optional<int64_t> above = greatestDifference(r, w);
    if ((below && *below < 0) || (above && *above < 0))
      return false;
  }
  return llvm::any_of(fixed.set_bits(),
                      [&](unsigned d) { return !writtenFixed[d]; });
}

/// `loop`, if it may be worth a try.
static std::optional<StepCandidate> candidateOf(affine::AffineForOp loop) {
  SmallVector<affine::AffineLoadOp> loads;
  SmallVector<affine::AffineStoreOp> stores;
  loop.walk([&](Operation *op) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      loads.push_back(load);
    else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      stores.push_back(store);
  });
  if (loop.getNumIterOperands() != 0 ||
      loads.size() + stores.size() > kMaxAccesses)
    return std::nullopt;
  StepCandidate candidate{loop, {}};
  for (affine::AffineLoadOp load : loads) {
    if (!loop.isDefinedOutsideOfLoop(load.getMemRef()))
      continue;
    llvm::SmallBitVector fixed = fixedIn(loop, subscriptsOf(load));
    if (fixed.any() && llvm::any_of(stores, [&](affine::AffineStoreOp store) {
          return mayOverwrite(loop, store, load, fixed);
        }))
      candidate.loads.push_back({load, fixed});
  }
  if (candidate.loads.empty())
    return std::nullopt;
  return candidate;
}

std::vector<StepCandidate> polymem::findSteps(func::FuncOp func) {
  std::vector<StepCandidate> result;
  for (auto loop : func.getBody().front().getOps<affine::AffineForOp>())
    if (std::optional<StepCandidate> candidate = candidateOf(loop))
      result.push_back(std::move(*candidate));
  return result;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

namespace {

class StepPlanner {
public:
  StepPlanner(const Scop &scop, const StepCandidate &candidate,
              unsigned long maxIslOperations, Sentence &reason)
      : scop(scop), candidate(candidate), maxIslOperations(maxIslOperations),
        reason(reason) {}

  std::optional<StepPlan> plan();

private:
  bool refuse(const Sentence &why) {
    reason = why;
    return false;
  }
  /// Finds the statements of a step, which must be copies of loads, stores and
  /// operations without effects.
  bool findStatements();
  /// Which loads get versions, and what of.
  bool findLoads();
  bool addLoad(const FaceLoad &load, const ScopAccess &access);
  unsigned faceOf(const FaceLoad &load, const ScopAccess &access);
  /// How large versions are.
  bool findForms();
  /// A step writes an element of the array of a face once.
  bool writesOnce();
  /// All else that a step does may be done in any order.
  bool isIndependent();
  bool cut();
  /// The instances of `statement` that write what `face` holds after a step;
  /// none if nobody asks for it.
  isl::set writersTo(const Face &face, unsigned statement) const;
  bool sort();

  /// `{ S[k, i] -> [k] }` for the statement of `access`.
  isl::map stepOf(const ScopAccess &access) const;
  /// `{ S[k, i] -> T[k, j] }`: `a` of S and `b` of T touch one element.
  isl::map inStep(const ScopAccess &a, const ScopAccess &b) const;
  bool isVersioned(const ScopAccess &access) const {
    return llvm::any_of(result.loads, [&](const VersionedLoad &load) {
      return load.access == &access;
    });
  }

  const Scop &scop;
  StepCandidate candidate;
  unsigned long maxIslOperations;
  Sentence &reason;
  SmallVector<unsigned> statements;
  SmallVector<const ScopAccess *> accesses;
  /// `{ S[k, i] -> T[l, j] }`, of these: S[k, i] comes before T[l, j].
  isl::union_map order;
  StepPlan result;
};

} // namespace

isl::map StepPlanner::stepOf(const ScopAccess &access) const {
  isl::set domain = scop.statements()[access.statement].domain;
  unsigned numDims = domain.tuple_dim().release();
  isl::map step = isl::map::identity(domain.space().map_from_set())
                      .project_out(isl::dim::out, 1, numDims - 1);
  return withTupleName(step, isl::dim::out, nullptr).intersect_domain(domain);
}

isl::map StepPlanner::inStep(const ScopAccess &a, const ScopAccess &b) const {
  return a.relation.apply_range(b.relation.reverse())
      .intersect(stepOf(a).apply_range(stepOf(b).reverse()));
}

/// The same instance is on both sides.
static isl::map withoutItself(const isl::map &pairs, const ScopAccess &a,
                              const ScopAccess &b) {
  if (a.statement != b.statement)
    return pairs;
  return pairs.subtract(isl::map::identity(pairs.space()));
}

bool StepPlanner::findStatements() {
  Value step = candidate.loop.getInductionVar();
  for (const ScopLoop &loop : scop.loops())
    if (candidate.loop->isProperAncestor(loop.op) &&
        (!isa<affine::AffineForOp>(loop.op) || loop.op->getNumResults() != 0))
      return refuse("'" + loop.op->getName().getStringRef() +
                    "' says more than the bounds of a loop");
  for (auto [s, statement] : llvm::enumerate(scop.statements())) {
    if (statement.ivs.empty() || statement.ivs.front() != step)
      continue;
    statements.push_back(s);
    for (Operation *op : statement.ops)
      if (op->getNumRegions() != 0 ||
          (!isa<affine::AffineLoadOp, affine::AffineStoreOp>(op) &&
           !isPure(op)))
        return refuse("'" + op->getName().getStringRef() +
                      "' is no load, store or operation without effects");
    for (unsigned id : statement.accesses) {
      const ScopAccess &access = scop.accesses()[id];
      if (!access.must || !access.sure)
        return refuse("an access is not known exactly");
      accesses.push_back(&access);
    }
  }
  isl::union_set domains = isl::union_set::empty(scop.ctx());
  for (unsigned s : statements)
    domains = domains.unite(isl::union_set(scop.statements()[s].domain));
  isl::union_map times = scop.scheduleMap().intersect_domain(domains);
  order = lexLess(times, times);
  if (accesses.size() > kMaxAccesses)
    return refuse(sentence("a step has more than {0} accesses",
                           named("MaxAccesses", kMaxAccesses)));
  return true;
}

unsigned StepPlanner::faceOf(const FaceLoad &load, const ScopAccess &access) {
  // { [k] -> A[a] }
  isl::map plane = stepOf(access).reverse().apply_range(access.relation);
  for (unsigned d = 0; d < load.fixed.size(); ++d)
    if (!load.fixed[d])
      plane = eliminated(plane, isl::dim::out, d, 1);
  const ScopArray &array = scop.arrays()[access.array];
  for (auto [f, face] : llvm::enumerate(result.faces)) {
    if (face.array != &array || face.fixed != load.fixed)
      continue;
    // The same subscripts in all steps that have both.
    isl::map both = face.plane.unite(plane), subscripts = both;
    for (unsigned d = array.rank; d-- > 0;)
      if (!load.fixed[d])
        subscripts = subscripts.project_out(isl::dim::out, d, 1);
    if (!subscripts.is_single_valued().is_true())
      continue;
    face.plane = both.coalesce();
    return f;
  }
  Face face;
  face.array = &array;
  face.fixed = load.fixed;
  face.plane = plane;
  result.faces.push_back(std::move(face));
  return result.faces.size() - 1;
}

bool StepPlanner::addLoad(const FaceLoad &load, const ScopAccess &access) {
  const ScopArray &array = scop.arrays()[access.array];
  if (array.depth != 0 || array.rank != load.fixed.size())
    return true;
  isl::union_map sources = isl::union_map::empty(scop.ctx());
  bool overwritten = false;
  isl::set after =
      isl::set::empty(scop.statements()[access.statement].domain.space());
  for (const ScopAccess *write : accesses) {
    if (!write->isWrite() || write->array != access.array)
      continue;
    isl::map pairs = inStep(access, *write);
    isl::map others = withoutItself(pairs, access, *write);
    // What an instance has written itself is read where it is.
    if (!pairs.is_equal(others).is_true() &&
        !access.op->isBeforeInBlock(write->op))
      return true;
    overwritten |= !others.is_empty().is_true();
    isl::union_map before = isl::union_map(others.reverse()).intersect(order);
    isl::map found = before.extract_map(others.reverse().space()).reverse();
    after = after.unite(found.domain());
    sources = sources.unite(isl::union_map(found));
  }
  if (!overwritten)
    return true;
  unsigned face = faceOf(load, access);
  result.faces[face].hasAfter |= !after.is_empty().is_true();
  result.loads.push_back({&access, face, after.coalesce(), sources});
  return true;
}

bool StepPlanner::findLoads() {
  for (FaceLoad &load : candidate.loads)
    for (const ScopAccess *access : accesses)
      if (access->op == load.load && access->isRead() &&
          scop.arrays()[access->array].value == load.load.getMemRef() &&
          !addLoad(load, *access))
        return false;
  if (result.loads.empty())
    return refuse("a step does not overwrite what it reads");
  for (Face &face : result.faces) {
    face.before = isl::map::empty(face.plane.space());
    for (const VersionedLoad &load : result.loads) {
      if (&result.faces[load.face] != &face)
        continue;
      const ScopStatement &reader = scop.statements()[load.access->statement];
      isl::map read = load.access->relation.intersect_domain(
          reader.domain.subtract(load.after));
      face.before =
          face.before.unite(stepOf(*load.access).reverse().apply_range(read));
    }
    face.before = face.before.coalesce();
    face.hasBefore = !face.before.is_empty().is_true();
  }
  return true;
}

bool StepPlanner::findForms() {
  for (unsigned f = 0; f < result.faces.size(); ++f) {
    Face &face = result.faces[f];
    SmallVector<const ScopAccess *> needed;
    for (const ScopAccess *access : accesses)
      if (&scop.arrays()[access->array] == face.array &&
          (access->isWrite() ||
           llvm::any_of(result.loads, [&](const VersionedLoad &load) {
             return load.access == access && load.face == f;
           })))
        needed.push_back(access);
    face.web = webOfStep(scop, needed, candidate.loop.getInductionVar());
    face.form = WebForm::of(scop, face.web, maxIslOperations);
    if (!face.form || face.form->extent.empty())
      return refuse("how many elements they have is not known in front of the "
                    "loop");
  }
  return true;
}

bool StepPlanner::writesOnce() {
  for (const Face &face : result.faces) {
    isl::union_map all = isl::union_map::empty(scop.ctx());
    llvm::SmallDenseSet<unsigned> writers;
    for (const ScopAccess *write : accesses) {
      if (!write->isWrite() || &scop.arrays()[write->array] != face.array)
        continue;
      if (!writers.insert(write->statement).second)
        return refuse("a statement has two stores to an array");
      all = all.unite(
          isl::union_map(stepOf(*write).range_product(write->relation)));
    }
    if (!all.is_injective().is_true())
      return refuse(sentence("a step may write an element of {0} twice",
                             named("Array", face.array->name)));
  }
  return true;
}

bool StepPlanner::isIndependent() {
  for (const ScopAccess *a : accesses)
    for (const ScopAccess *b : accesses) {
      if (a->array != b->array || !a->isWrite() || isVersioned(*b) ||
          (b->isWrite() && b < a))
        continue;
      isl::map pairs = withoutItself(inStep(*a, *b), *a, *b);
      if (!pairs.is_empty().is_true())
        return refuse(
            sentence("iterations of a step depend on each other through {0}",
                     named("Array", scop.arrays()[a->array].name)));
    }
  return true;
}

/// Cuts each of `pieces` into what is in `set`, and what is not.
static void cutAt(const isl::set &set, std::vector<StepPiece> &pieces) {
  std::vector<StepPiece> result;
  for (const StepPiece &piece : pieces)
    for (const isl::set &part :
         {piece.instances.intersect(set), piece.instances.subtract(set)}) {
      isl::set disjoint = disjointParts(part.coalesce());
      disjoint.foreach_basic_set([&](const isl::basic_set &one) -> isl::stat {
        if (!one.is_empty().is_true())
          result.push_back({piece.statement, isl::set(one), {}, {}});
        return isl::stat::ok();
      });
    }
  pieces = std::move(result);
}

isl::set StepPlanner::writersTo(const Face &face, unsigned statement) const {
  isl::set writers =
      isl::set::empty(scop.statements()[statement].domain.space());
  for (const ScopAccess *write : accesses)
    if (face.hasAfter && write->statement == statement && write->isWrite() &&
        &scop.arrays()[write->array] == face.array)
      writers = writers.unite(stepOf(*write)
                                  .apply_range(face.plane)
                                  .intersect(write->relation)
                                  .domain());
  return writers;
}

bool StepPlanner::cut() {
  for (unsigned s : statements) {
    std::vector<StepPiece> pieces = {{s, scop.statements()[s].domain, {}, {}}};
    auto cutOnce = [&](const isl::set &set) {
      if (!set.is_empty().is_true() && pieces.size() <= kMaxPieces)
        cutAt(set, pieces);
    };
    SmallVector<isl::set> after, writers;
    for (const VersionedLoad &load : result.loads) {
      bool isHere = load.access->statement == s;
      after.push_back(isHere ? load.after : isl::set());
      if (isHere)
        cutOnce(load.after);
    }
    for (const Face &face : result.faces) {
      writers.push_back(writersTo(face, s));
      cutOnce(writers.back());
    }
    if (result.pieces.size() + pieces.size() > kMaxPieces)
      return refuse(sentence("a step would have more than {0} pieces",
                             named("MaxPieces", kMaxPieces)));
    // Each piece is all in or all out of each of these sets.
    for (StepPiece &piece : pieces) {
      auto isIn = [&](const isl::set &set) {
        return !set.is_null() && piece.instances.is_disjoint(set).is_false();
      };
      for (const isl::set &set : after)
        piece.readsAfter.push_back(isIn(set));
      for (const isl::set &set : writers)
        piece.writesTo.push_back(isIn(set));
    }
    llvm::append_range(result.pieces, pieces);
  }
  return true;
}

bool StepPlanner::sort() {
  size_t count = result.pieces.size();
  // needs[p][q]: piece p reads after the step what q writes.
  std::vector<llvm::SmallBitVector> needs(count, llvm::SmallBitVector(count));
  for (auto [p, reader] : llvm::enumerate(result.pieces))
    for (const VersionedLoad &load : result.loads) {
      if (load.access->statement != reader.statement)
        continue;
      isl::union_set written =
          load.sources.intersect_domain(isl::union_set(reader.instances))
              .range();
      for (auto [q, piece] : llvm::enumerate(result.pieces))
        if (!written.intersect(isl::union_set(piece.instances))
                 .is_empty()
                 .is_true())
          needs[p].set(q);
    }
  std::vector<StepPiece> sorted;
  llvm::SmallBitVector done(count);
  while (sorted.size() < count) {
    size_t before = sorted.size();
    for (size_t p = 0; p < count; ++p)
      if (!done[p] && !needs[p].test(done)) {
        sorted.push_back(result.pieces[p]);
        done.set(p);
      }
    if (sorted.size() == before)
      return refuse("versions of a step need each other");
  }
  result.pieces = std::move(sorted);
  return true;
}

std::optional<StepPlan> StepPlanner::plan() {
  if (findStatements() && findLoads() && writesOnce() && isIndependent() &&
      cut() && sort() && findForms())
    return std::move(result);
  return std::nullopt;
}

std::optional<StepPlan> polymem::planSteps(const Scop &scop,
                                           const StepCandidate &candidate,
                                           unsigned long maxIslOperations,
                                           Sentence &reason) {
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  std::optional<StepPlan> plan =
      StepPlanner(scop, candidate, maxIslOperations, reason).plan();
  if (!guard.exceeded())
    return plan;
  reason = sentence("dependences in a step are not known within {0} isl "
                    "operations",
                    named("MaxIslOperations", maxIslOperations));
  return std::nullopt;
}
