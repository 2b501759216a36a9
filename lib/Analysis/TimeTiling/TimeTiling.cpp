//===- TimeTiling.cpp - tiles of several time steps -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/TimeTiling/TimeTiling.h"
#include "PolyMem/Analysis/Scheduling/Scheduling.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "TimeTilePlanner.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace polymem;

static constexpr llvm::StringLiteral kNoBudget =
    "the budget of isl operations does not suffice";

static constexpr llvm::StringLiteral kRoleNames[] = {"wave", "tile", "part",
                                                     "time", "thread"};

StringRef polymem::stringify(TimeTileRole role) {
  return kRoleNames[static_cast<unsigned>(role)];
}

std::optional<TimeTileRole> polymem::parseTimeTileRole(StringRef mark) {
  const auto *name = llvm::find(kRoleNames, mark);
  if (name == std::end(kRoleNames))
    return std::nullopt;
  return static_cast<TimeTileRole>(name - std::begin(kRoleNames));
}

std::optional<unsigned> polymem::parseTilesMark(StringRef mark) {
  unsigned number = 0;
  if (!mark.consume_front(kTilesMark) || mark.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

int64_t TimeTiles::height() const {
  if (shape == Shape::Wavefronts)
    return rows.front().size;
  if (shape == Shape::Overlapped)
    return iterations * levels;
  const TimeTileDimension &dim = dims[diamond];
  return 2 * dim.size / (*dim.down + *dim.up);
}

//===----------------------------------------------------------------------===//
// One loop
//===----------------------------------------------------------------------===//

const TimeTilePlanner::Instance *TimeTilePlanner::find(StringRef name) const {
  for (const Instance &instance : instances)
    if (instance.statement->name == name)
      return &instance;
  return nullptr;
}

/// The names of the statements of `set`.
static SmallVector<std::string> namesIn(const isl::union_set &set) {
  SmallVector<std::string> names;
  set.foreach_set([&](const isl::set &part) -> isl::stat {
    if (const char *name = tupleNameOf(part))
      names.push_back(name);
    return isl::stat::ok();
  });
  return names;
}

bool TimeTilePlanner::collectStatements() {
  isl::schedule_node body = band.child(0);
  bool several = body.isa<isl::schedule_node_sequence>().is_true();
  for (int phase = 0, e = several ? body.n_children().release() : 1; phase < e;
       ++phase) {
    isl::schedule_node nest = several ? body.child(phase).child(0) : body;
    for (const std::string &name : namesIn(nest.domain()))
      if (const ScopStatement *statement = scop.statementNamed(name))
        instances.push_back({statement, static_cast<unsigned>(phase), 0, {}});
  }
  if (instances.empty())
    return refuse("it executes no statement");
  Value iv = instances.front().statement->ivs.front();
  for (const ScopLoop &loop : scop.loops())
    if (loop.iv == iv)
      tiles.loop = loop.op;
  for (const Instance &instance : instances)
    if (HostOperation host = hostOperationOf(*instance.statement))
      return refuse(host.text());
  auto forOp = dyn_cast_if_present<affine::AffineForOp>(tiles.loop);
  if (!forOp)
    return refuse("it is no sequential loop");
  step = forOp.getStepAsInt();
  isl::union_set domain = band.domain();
  dependences =
      constraints.validity.intersect_domain(domain).intersect_range(domain);
  if (!dependences.is_empty().is_false())
    return refuse("its iterations are independent");
  return true;
}

/// An instance's place is the element that it writes, in the dimensions in
/// which that varies within an iteration of the time loop.
bool TimeTilePlanner::setPlaces() {
  std::optional<unsigned> rank;
  for (Instance &instance : instances) {
    const ScopAccess *write = nullptr;
    for (unsigned index : instance.statement->accesses) {
      const ScopAccess &access = scop.accesses()[index];
      const ScopArray &array = scop.arrays()[access.array];
      if (access.isWrite() && array.kind == ScopArray::Kind::MemRef &&
          !llvm::is_contained(constraints.reordered, &array)) {
        write = &access;
        break;
      }
    }
    if (!write || scop.arrays()[write->array].depth != 0)
      return refuse("a statement writes no array that outlives an iteration");
    if (!write->relation.is_single_valued().is_true())
      return refuse("it is not known which element a statement writes");
    if (rank.value_or(scop.arrays()[write->array].rank) !=
        scop.arrays()[write->array].rank)
      return refuse("the arrays that are written have different ranks");
    rank = scop.arrays()[write->array].rank;
    isl::pw_multi_aff element = write->relation.as_pw_multi_aff();
    // As functions alone: their domain is that of the statement.
    for (unsigned k = 0; k < *rank; ++k)
      instance.place.push_back(element.at(k).gist(instance.statement->domain));
  }
  writtenRank = rank.value_or(0);
  for (unsigned k = 0; k < writtenRank; ++k)
    placeDims.push_back(k);
  for (unsigned k = rank.value_or(0); k-- > 0;) {
    bool varies = llvm::any_of(instances, [&](const Instance &instance) {
      unsigned depth = instance.statement->ivs.size();
      isl::map atTime =
          instance.place[k].as_map().project_out(isl::dim::in, 1, depth - 1);
      return !atTime.is_single_valued().is_true();
    });
    if (varies)
      continue;
    placeDims.erase(placeDims.begin() + k);
    for (Instance &instance : instances)
      instance.place.erase(instance.place.begin() + k);
  }
  if (instances.front().place.empty())
    return refuse("its iterations write single elements");
  return true;
}

isl::map TimeTilePlanner::placeOf(const Instance &instance) const {
  isl::map result;
  for (const isl::pw_aff &coordinate : instance.place) {
    isl::map next = coordinate.as_map();
    result = result.is_null() ? next : result.flat_range_product(next);
  }
  return result;
}

/// A nest that needs what another one computes in the same iteration at another
/// place comes a step of h later.
bool TimeTilePlanner::setLevels() {
  unsigned numPhases = instances.back().phase + 1;
  // Between phases at equal time: 0, a dependence at the same place only; 1, at
  // another.
  std::vector<std::vector<std::optional<int>>> apart(
      numPhases, std::vector<std::optional<int>>(numPhases));
  isl::stat walk = dependences.foreach_map([&](isl::map pairs) -> isl::stat {
    const Instance *from = find(tupleNameOf(pairs, isl::dim::in));
    const Instance *to = find(tupleNameOf(pairs, isl::dim::out));
    pairs = pairs.equate(isl::dim::in, 0, isl::dim::out, 0);
    if (!pairs.is_empty().is_false())
      return pairs.is_null() ? isl::stat::error() : isl::stat::ok();
    isl::map places =
        pairs.apply_domain(placeOf(*from)).apply_range(placeOf(*to));
    bool same = places.is_subset(isl::map::identity(places.space())).is_true();
    std::optional<int> &entry = apart[from->phase][to->phase];
    entry = std::max(entry.value_or(0), same ? 0 : 1);
    return isl::stat::ok();
  });
  if (!walk.is_ok())
    return refuse("its dependences are not known");
  std::vector<int64_t> level(numPhases, 0);
  for (unsigned to = 0; to < numPhases; ++to) {
    dependentPlaces |= apart[to][to].value_or(0) > 0;
    for (unsigned from = 0; from < to; ++from)
      if (apart[from][to])
        level[to] = std::max(level[to], level[from] + *apart[from][to]);
  }
  tiles.levels = *llvm::max_element(level) + 1;
  for (Instance &instance : instances)
    instance.level = level[instance.phase];
  return true;
}

isl::pw_aff TimeTilePlanner::timeOf(const Instance &instance) const {
  isl::aff time = isl::aff::var_on_domain(
      isl::local_space(instance.statement->domain.space()), isl::dim::set, 0);
  return isl::pw_aff(time.scale(isl::val(scop.ctx(), tiles.levels))
                         .add_constant(product(instance.level, step)));
}

void TimeTilePlanner::setDistances() {
  coordinates = isl::union_map::empty(scop.ctx());
  for (const Instance &instance : instances)
    coordinates = coordinates.unite(isl::union_map(
        timeOf(instance).as_map().flat_range_product(placeOf(instance))));
  distances =
      dependences.apply_domain(coordinates).apply_range(coordinates).deltas();
}

bool TimeTilePlanner::noDistance(const isl::union_set &among,
                                 const std::string &condition) const {
  std::string names = "h";
  for (unsigned k = 0; k < rank(); ++k)
    names += llvm::formatv(", x{0}", k).str();
  isl::union_set set(scop.ctx(), "{ [" + names + "] : " + condition + " }");
  return among.is_disjoint(set).is_true();
}

TimeTileDimension TimeTilePlanner::cone(const isl::union_set &among,
                                        unsigned dim) const {
  TimeTileDimension result;
  for (int64_t slope = kMaxSlope; slope >= 0; --slope) {
    if (noDistance(among, llvm::formatv("-{0}x{1} > {2}h", step, dim, slope)))
      result.down = slope;
    if (noDistance(among, llvm::formatv("{0}x{1} > {2}h", step, dim, slope)))
      result.up = slope;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

isl::union_pw_aff TimeTilePlanner::collect(
    function_ref<isl::pw_aff(const Instance &)> rowOf) const {
  isl::union_pw_aff result;
  for (const Instance &instance : instances) {
    isl::union_pw_aff part(rowOf(instance));
    result = result.is_null() ? part : result.union_add(part);
  }
  return result;
}

/// Below a band with a role: where isl makes no loop for the band, the next one
/// would be taken for it.
static constexpr llvm::StringLiteral kEndMark = "end";

isl::schedule_node polymem::setRole(isl::schedule_node band,
                                    TimeTileRole role) {
  if (band.is_null())
    return band;
  band = band.child(0).insert_mark(kEndMark.str()).parent();
  return band.is_null() ? band : band.insert_mark(stringify(role).str());
}

isl::schedule_node polymem::insertBand(const isl::schedule_node &node,
                                       const isl::union_pw_aff &member,
                                       TimeTileRole role) {
  isl::schedule_node band =
      node.insert_partial_schedule(isl::multi_union_pw_aff(member));
  if (band.is_null())
    return band;
  return setRole(
      band.as<isl::schedule_node_band>().member_set_ast_loop_atomic(0), role);
}

isl::schedule TimeTilePlanner::orderOf(const isl::set &all,
                                       ArrayRef<TimeTileRole> roles) const {
  isl::schedule_node node =
      isl::schedule::from_domain(isl::union_set(all)).root();
  if (node.is_null())
    return {};
  node = node.child(0);
  isl::multi_aff identity = isl::multi_aff::identity_on_domain(all.space());
  for (unsigned k = roles.size(); k-- > 0 && !node.is_null();)
    node = insertBand(node, isl::union_pw_aff(isl::pw_aff(identity.at(k))),
                      roles[k]);
  return node.is_null() ? isl::schedule() : node.get_schedule();
}

isl::set polymem::rangeOfDim(const isl::set &points, unsigned dim) {
  int rank = points.dim(isl::dim::set).release();
  if (rank < 0)
    return {};
  isl::set line = points.project_out(isl::dim::set, dim + 1, rank - dim - 1);
  line = line.project_out(isl::dim::set, 0, dim);
  return isl::set(line.simple_hull().remove_divs());
}

std::string polymem::tuple(StringRef name, unsigned size) {
  std::string text;
  for (unsigned k = 0; k < size; ++k)
    text += (k == 0 ? "" : ", ") + name.str() + std::to_string(k);
  return text;
}

isl::schedule_node TimeTilePlanner::run() {
  if (!collectStatements() || !setPlaces() || !setLevels())
    return {};
  setDistances();
  if (options.shape == TimeTileShape::Overlapped ||
      (options.shape == TimeTileShape::Auto && !dependentPlaces &&
       rank() > 1)) {
    TimeTiles empty = tiles;
    // The order of all else is the original one: tiles of a block have none.
    if (setOverlap())
      return band.insert_mark(kTilesMark + std::to_string(number));
    if (options.shape == TimeTileShape::Overlapped)
      return {};
    tiles = std::move(empty);
    std::swap(tiles.note, reason);
  }
  isl::schedule_node result;
  if (dependentPlaces) {
    tiles.shape = TimeTiles::Shape::Wavefronts;
    if (setSkew() && setWavefrontCode())
      result = insertWavefronts();
  } else {
    tiles.shape = TimeTiles::Shape::Diamonds;
    if (setSlopes() && setSizes() && setDiamondCode())
      result = insertDiamonds();
  }
  if (!result.is_null() &&
      respectsOrder(scop, result.get_schedule(), constraints))
    return result;
  refuse("that tiles respect the dependences is not shown");
  if (!tiles.note.empty())
    reason += Sentence("; ") + tiles.note;
  return {};
}

//===----------------------------------------------------------------------===//
// All loops
//===----------------------------------------------------------------------===//

/// Plans for the outermost bands in the tree of `node`. Returns the node at its
/// place; null if the budget runs out.
static isl::schedule_node planBelow(isl::schedule_node node, const Scop &scop,
                                    const OrderConstraints &constraints,
                                    const TimeTilingOptions &options,
                                    const IslOperationsGuard &guard,
                                    TimeTilePlan &plan) {
  if (node.is_null())
    return node;
  if (!node.isa<isl::schedule_node_band>().is_true()) {
    for (int i = 0, e = node.n_children().release(); i < e; ++i) {
      node = planBelow(node.child(i), scop, constraints, options, guard, plan);
      if (node.is_null())
        return node;
      node = node.parent();
    }
    return node;
  }
  TimeTilePlanner planner(scop, constraints, options, node, plan.tiles.size());
  isl::schedule_node tiled = planner.run();
  if (tiled.is_null()) {
    // Without budget, what was found is not to be relied on.
    plan.refusals.push_back({planner.tiles.loop, guard.exceeded()
                                                     ? Sentence(kNoBudget)
                                                     : planner.reason});
    return node;
  }
  plan.tiles.push_back(planner.tiles);
  return tiled;
}

TimeTilePlan polymem::planTimeTiles(const Scop &scop,
                                    const OrderConstraints &constraints,
                                    const TimeTilingOptions &options) {
  TimeTilePlan plan;
  IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
  isl::schedule_node root = planBelow(scop.schedule().root(), scop, constraints,
                                      options, guard, plan);
  if (!root.is_null())
    plan.order = root.get_schedule();
  if (plan.order.is_null()) {
    plan.order = scop.schedule();
    for (const TimeTiles &tiles : plan.tiles)
      plan.refusals.push_back({tiles.loop, kNoBudget.str()});
    plan.tiles.clear();
  }
  return plan;
}
