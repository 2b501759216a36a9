//===- SharedBuffers.cpp - arrays that share a buffer ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedBuffers.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Texts and values
//===----------------------------------------------------------------------===//

std::optional<int64_t> polymem::elementsOf(const ScopArray &array,
                                           ArrayRef<std::string> names,
                                           ArrayRef<int64_t> values) {
  isl::set extent = array.extent.project_out(isl::dim::set, 0, array.depth);
  for (auto [name, value] : llvm::zip_equal(names, values))
    if (std::optional<unsigned> k = positionOfParameter(extent, name))
      extent =
          extent.lower_bound_val(isl::dim::param, *k, static_cast<long>(value))
              .upper_bound_val(isl::dim::param, *k, static_cast<long>(value));
  extent = extent.project_out_all_params();
  int64_t count = 1;
  for (unsigned d = 0; d < array.rank; ++d) {
    std::optional<int64_t> most = islToInt64(extent.dim_max_val(d));
    if (!most || llvm::MulOverflow<int64_t>(count, *most + 1, count))
      return std::nullopt;
  }
  return count;
}

ArrayShape polymem::shapeOf(const Scop &scop, Operation *alloc,
                            ArrayRef<std::string> names) {
  auto type = cast<MemRefType>(alloc->getResult(0).getType());
  ArrayShape shape;
  for (unsigned d = 0; d < type.getRank(); ++d) {
    auto &size = shape.emplace_back();
    if (!type.isDynamicDim(d)) {
      size = Polynomial(type.getDimSize(d));
      continue;
    }
    isl::id id =
        scop.parameterFor(alloc->getOperand(type.getDynamicDimIndex(d)));
    const std::string *known =
        id.is_null() ? names.end() : llvm::find(names, id.name());
    if (known != names.end())
      size = Polynomial::parameter(known - names.begin());
  }
  return shape;
}

std::optional<SmallVector<Value>>
polymem::parametersAt(const Scop &scop, const DominanceInfo &dominance,
                      Operation *place, ArrayRef<std::string> names) {
  SmallVector<Value> values;
  for (const std::string &name : names) {
    auto known = llvm::find_if(scop.parameters(), [&](const auto &parameter) {
      return parameter.first.name() == name;
    });
    if (known == scop.parameters().end() ||
        !dominance.properlyDominates(known->second, place))
      return std::nullopt;
    values.push_back(known->second);
  }
  return values;
}

Sentence polymem::whereText(ArrayRef<std::string> names,
                            ArrayRef<int64_t> values) {
  std::string text;
  for (auto [name, value] : llvm::zip(names, values))
    text +=
        (text.empty() ? "" : " and ") + name + " = " + std::to_string(value);
  return text.empty() ? Sentence()
                      : sentence(" where {0}", named("Sizes", text));
}

Sentence polymem::boundsText(const StorageDecision &decision,
                             ArrayRef<std::string> names) {
  Sentence text;
  auto add = [&](const std::string &cells, const Sentence &where) {
    text += sentence("{0}{1}{2}", text.empty() ? "; at least " : ", ",
                     named("LeastCells", cells), where);
  };
  for (const StorageBound &bound : decision.bounds)
    add(std::to_string(bound.cells), whereText(names, bound.parameters));
  if (decision.generalBound) {
    std::string where = decision.generalBound->whereText(names);
    add(decision.generalBound->cells.text(names),
        where.empty() ? Sentence() : Sentence(named("LeastCellsWhere", where)));
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Which arrays share
//===----------------------------------------------------------------------===//

/// More arrays of one block are not looked at: all pairs are tried.
static constexpr unsigned kMaxArrays = 6;

namespace {
/// Arrays of one element type that are allocated in one block.
class ShareFinder {
public:
  ShareFinder(const Scop &scop, const DominanceInfo &dominance,
              ArrayRef<const ContractibleArray *> arrays,
              const StorageOptions &options, llvm::StringRef pass)
      : scop(scop), dominance(dominance), arrays(arrays), options(options),
        pass(pass), group(std::vector<isl::set>()) {}

  std::vector<JointBuffer> find();

private:
  /// Some of the arrays, by their numbers, and their buffer if they are more
  /// than one.
  struct Cluster {
    SmallVector<unsigned> members;
    std::optional<JointDecision> joint;
  };

  bool computeConflicts();
  std::optional<Cluster> merged(const Cluster &a, const Cluster &b) const;
  std::optional<int64_t> cells(const Cluster &cluster,
                               ArrayRef<std::string> names,
                               ArrayRef<int64_t> values) const;
  int64_t saving(const Cluster &a, const Cluster &b,
                 const Cluster &together) const;
  std::string namesOf(ArrayRef<unsigned> members) const;
  Operation *placeFor(ArrayRef<unsigned> members) const;
  std::optional<JointBuffer> bufferFor(const Cluster &cluster) const;
  void report(const Cluster &cluster) const;

  const Scop &scop;
  const DominanceInfo &dominance;
  SmallVector<const ContractibleArray *> arrays;
  const StorageOptions &options;
  llvm::StringRef pass;
  GroupConflicts group;
};
} // namespace

/// "mem0, mem1".
std::string ShareFinder::namesOf(ArrayRef<unsigned> members) const {
  return llvm::join(
      llvm::map_range(members,
                      [&](unsigned k) { return arrays[k]->array->name; }),
      ", ");
}

bool ShareFinder::computeConflicts() {
  SmallVector<const ScopArray *> scopArrays;
  SmallVector<const Dependences *> flow;
  ConflictPrecision precision = ConflictPrecision::Exact;
  for (const ContractibleArray *local : arrays) {
    scopArrays.push_back(local->array);
    flow.push_back(&local->flow);
    if (local->precision == ConflictPrecision::Hull)
      precision = ConflictPrecision::Hull;
  }
  {
    IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
    group = computeGroupConflicts(scop, scopArrays, flow, precision);
  }
  IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
  if (!group.isNull())
    addSureConflicts(group, scop, scopArrays, flow);
  return !group.isNull();
}

/// How many cells are needed where parameters, by name, have these values: no
/// more than there are elements.
std::optional<int64_t> ShareFinder::cells(const Cluster &cluster,
                                          ArrayRef<std::string> names,
                                          ArrayRef<int64_t> values) const {
  const ContractibleArray &first = *arrays[cluster.members.front()];
  const ConflictSet &conflicts =
      cluster.joint ? cluster.joint->conflicts : first.conflicts;
  SmallVector<int64_t> own;
  for (const std::string &name : conflicts.parameters()) {
    auto known = llvm::find(names, name);
    if (known == names.end())
      return std::nullopt;
    own.push_back(values[known - names.begin()]);
  }
  const StorageDecision &decision =
      cluster.joint ? cluster.joint->storage : first.decision;
  auto result = decision.candidates.front().sizeAt(own);
  // Where there are no elements.
  if (!result && !conflicts.domain().contains(own))
    result = 0;
  if (cluster.joint)
    return result;
  auto elements = elementsOf(*first.array, names, values);
  return result && elements ? std::min(result, elements)
                            : (result ? result : elements);
}

/// How many cells less they need together than apart, at the assumed sizes; 0
/// if that depends on more than comparisons of sizes: what is saved for even
/// ones may be lost for odd ones, and the checker reads no divisions.
int64_t ShareFinder::saving(const Cluster &a, const Cluster &b,
                            const Cluster &together) const {
  const JointDecision &joint = *together.joint;
  auto dividesSizes = [](const StorageCase &part) {
    return !part.context.remove_divs().is_equal(part.context).is_true();
  };
  if (llvm::any_of(joint.storage.candidates.front().cases, dividesSizes))
    return 0;
  ArrayRef<std::string> names = joint.conflicts.parameters();
  ArrayRef<int64_t> values = joint.storage.assumed;
  auto first = cells(a, names, values), second = cells(b, names, values),
       both = cells(together, names, values);
  return first && second && both ? *first + *second - *both : 0;
}

std::optional<ShareFinder::Cluster>
ShareFinder::merged(const Cluster &a, const Cluster &b) const {
  Cluster result{a.members, std::nullopt};
  result.members.append(b.members);
  llvm::sort(result.members);
  std::vector<StorageDecision> alone;
  for (unsigned k : result.members)
    alone.push_back(arrays[k]->decision);
  result.joint = chooseJointStorage(group.only(result.members), alone, options);
  return result.joint ? std::optional(result) : std::nullopt;
}

/// Behind the last allocation if no array is used before, else before the first
/// one.
Operation *ShareFinder::placeFor(ArrayRef<unsigned> members) const {
  Operation *first = arrays[members.front()]->alloc,
            *last = arrays[members.back()]->alloc;
  for (unsigned k : members)
    for (Operation *user : arrays[k]->alloc->getUsers()) {
      Operation *top = last->getBlock()->findAncestorOpInBlock(*user);
      if (!top || top->isBeforeInBlock(last))
        return first;
    }
  return last;
}

std::optional<JointBuffer>
ShareFinder::bufferFor(const Cluster &cluster) const {
  const JointDecision &joint = *cluster.joint;
  Operation *place = placeFor(cluster.members);
  auto parameters =
      parametersAt(scop, dominance, place, joint.conflicts.parameters());
  bool sizesKnown = true;
  JointBuffer result{{}, joint.layout, {}, place};
  for (unsigned k : cluster.members) {
    result.arrays.push_back(arrays[k]);
    for (Value size : arrays[k]->alloc->getOperands())
      sizesKnown &= dominance.properlyDominates(size, place);
  }
  if (!parameters || !sizesKnown) {
    remarkAnalysis(place, pass, "NotShared")
        << sentence("{0} stay apart: their sizes are not known where the first "
                    "one of them is allocated",
                    named("Arrays", namesOf(cluster.members)));
    return std::nullopt;
  }
  result.mapping = {joint.storage.candidates.front().cases, *parameters,
                    joint.layout.rank()};
  isl::set context = joint.conflicts.domain().context();
  for (StorageCase &part : result.mapping.cases)
    part.context = part.context.gist(context);
  IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
  std::vector<ArrayShape> shapes;
  for (unsigned k : cluster.members)
    shapes.push_back(
        shapeOf(scop, arrays[k]->alloc, joint.conflicts.parameters()));
  auto limit = jointSizeLimit(joint.conflicts, joint.layout,
                              joint.storage.candidates.front().cases, shapes);
  if (!limit) {
    remarkAnalysis(place, pass, "NotShared")
        << sentence("{0} stay apart: one buffer may be larger where sizes are "
                    "small",
                    named("Arrays", namesOf(cluster.members)));
    return std::nullopt;
  }
  result.mapping.limit = std::move(*limit);
  return result;
}

void ShareFinder::report(const Cluster &cluster) const {
  const JointDecision &joint = *cluster.joint;
  ArrayRef<std::string> names = joint.conflicts.parameters();
  ArrayRef<int64_t> values = joint.storage.assumed;
  const StorageCandidate &best = joint.storage.candidates.front();
  std::string apart;
  Sentence mappings;
  for (unsigned k : cluster.members)
    apart +=
        (apart.empty() ? "" : " + ") +
        std::to_string(cells({{k}, std::nullopt}, names, values).value_or(0));
  for (const StorageCase &part : best.cases) {
    mappings += mappings.empty() ? "" : ", else ";
    for (auto [n, k] : llvm::enumerate(cluster.members))
      mappings +=
          sentence("{0} by {1}, ", named("Array", arrays[k]->array->name),
                   named("Mapping",
                         joint.layout.mappingOf(part.mapping, n).text(names)));
    mappings += sentence(
        "{0} cells", named("CellsOfMapping", part.mapping.size().text(names)));
    if (best.cases.size() > 1)
      mappings +=
          sentence(", where {0}",
                   named("Where", islToString(part.context.gist(
                                      joint.conflicts.domain().context()))));
  }
  remarkPassed(arrays[cluster.members.front()]->alloc, pass, "Shared")
      << sentence("{0} share {1} cells instead of {2}{3}, by {4}: {5}{6}",
                  named("Arrays", namesOf(cluster.members)),
                  named("Cells", best.sizeAt(values).value_or(0)),
                  named("CellsApart", apart), whereText(names, values),
                  named("Method", toString(best.method)), mappings,
                  boundsText(joint.storage, names));
}

std::vector<JointBuffer> ShareFinder::find() {
  std::vector<JointBuffer> result;
  Operation *first = arrays.front()->alloc;
  SmallVector<unsigned> all =
      llvm::to_vector(llvm::seq<unsigned>(0, arrays.size()));
  if (arrays.size() > kMaxArrays) {
    remarkAnalysis(first, pass, "NotShared") << sentence(
        "{0} stay apart: more than {1} arrays are not looked at",
        named("Arrays", namesOf(all)), named("MaxArrays", kMaxArrays));
    return result;
  }
  if (!computeConflicts()) {
    remarkAnalysis(first, pass, "NotShared")
        << sentence("{0} stay apart: budget of {1} isl operations exhausted",
                    named("Arrays", namesOf(all)),
                    named("MaxIslOperations", options.maxIslOperations));
    return result;
  }
  std::vector<Cluster> clusters;
  for (unsigned k : all)
    clusters.push_back({{k}, std::nullopt});
  // What was found for pairs stays true as long as both are there.
  std::map<std::pair<SmallVector<unsigned>, SmallVector<unsigned>>,
           std::pair<int64_t, std::optional<Cluster>>>
      known;
  while (clusters.size() > 1) {
    int64_t most = 0;
    std::pair<size_t, size_t> pair;
    for (size_t a = 0; a < clusters.size(); ++a)
      for (size_t b = a + 1; b < clusters.size(); ++b) {
        auto [entry, isNew] =
            known.try_emplace({clusters[a].members, clusters[b].members});
        auto &[cellsSaved, together] = entry->second;
        if (isNew) {
          together = merged(clusters[a], clusters[b]);
          cellsSaved =
              together ? saving(clusters[a], clusters[b], *together) : 0;
        }
        if (cellsSaved > most) {
          most = cellsSaved;
          pair = {a, b};
        }
      }
    if (most == 0)
      break;
    Cluster next =
        *known[{clusters[pair.first].members, clusters[pair.second].members}]
             .second;
    clusters.erase(clusters.begin() + pair.second);
    clusters[pair.first] = std::move(next);
  }
  for (const Cluster &cluster : clusters) {
    if (!cluster.joint)
      continue;
    auto buffer = bufferFor(cluster);
    if (!buffer)
      continue;
    report(cluster);
    result.push_back(std::move(*buffer));
  }
  return result;
}

/// Sizes are not to be looked at: they would be those of the buffer.
static Operation *sizeUser(const ContractibleArray &local) {
  for (Operation *user : local.alloc->getUsers())
    if (isa<memref::DimOp>(user))
      return user;
  return nullptr;
}

std::vector<JointBuffer>
polymem::findSharedBuffers(const Scop &scop, ArrayRef<ContractibleArray> arrays,
                           const StorageOptions &options,
                           llvm::StringRef pass) {
  DominanceInfo dominance(scop.root());
  std::vector<SmallVector<const ContractibleArray *>> classes;
  for (const ContractibleArray &local : arrays) {
    if (Operation *user = sizeUser(local)) {
      if (arrays.size() > 1)
        remarkAnalysis(local.alloc, pass, "NotShared")
            << sentence("{0} shares no buffer: '{1}' asks for its size",
                        named("Array", local.array->name), user->getName());
      continue;
    }
    auto key = [](const ContractibleArray &l) {
      auto type = cast<MemRefType>(l.alloc->getResult(0).getType());
      return std::make_tuple(l.alloc->getBlock(), l.alloc->getName(),
                             type.getElementType(), type.getMemorySpace());
    };
    auto same = llvm::find_if(classes, [&](const auto &members) {
      return key(*members.front()) == key(local);
    });
    if (same == classes.end())
      same = classes.insert(classes.end(),
                            SmallVector<const ContractibleArray *>());
    same->push_back(&local);
  }
  std::vector<JointBuffer> result;
  for (const auto &members : classes)
    if (members.size() > 1)
      for (JointBuffer &shared :
           ShareFinder(scop, dominance, members, options, pass).find())
        result.push_back(std::move(shared));
  return result;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
/// Writes one buffer into the IR.
class BufferWriter {
public:
  explicit BufferWriter(const JointBuffer &shared)
      : shared(shared), builder(shared.place),
        loc(shared.arrays.front()->alloc->getLoc()) {}

  void write();

private:
  Value buffer();
  OpFoldResult sizeOf(unsigned dim);
  AffineMap jointMap(AffineMap map, unsigned array) const;
  void rewrite(Operation *user, unsigned array, Value joint);

  const JointBuffer &shared;
  OpBuilder builder;
  Location loc;
};
} // namespace

/// The size of joint dimension `dim`: all elements are inside.
OpFoldResult BufferWriter::sizeOf(unsigned dim) {
  const JointLayout &layout = shared.layout;
  if (dim < layout.selectors())
    return builder.getIndexAttr(2);
  SmallVector<OpFoldResult> sizes;
  for (auto [k, local] : llvm::enumerate(shared.arrays)) {
    OpFoldResult size = builder.getIndexAttr(1);
    if (dim >= layout.firstDim(k) &&
        dim < layout.firstDim(k) + layout.rankOf(k)) {
      auto type = cast<MemRefType>(local->alloc->getResult(0).getType());
      unsigned own = dim - layout.firstDim(k);
      if (type.isDynamicDim(own))
        size = local->alloc->getOperand(type.getDynamicDimIndex(own));
      else
        size = builder.getIndexAttr(type.getDimSize(own));
    }
    if (!llvm::is_contained(sizes, size))
      sizes.push_back(size);
  }
  OpFoldResult largest;
  for (OpFoldResult size : sizes) {
    if (!largest) {
      largest = size;
      continue;
    }
    auto a = getConstantIntValue(largest), b = getConstantIntValue(size);
    if (a && b)
      largest = builder.getIndexAttr(std::max(*a, *b));
    else
      largest = arith::MaxSIOp::create(
                    builder, loc,
                    getValueOrCreateConstantIndexOp(builder, loc, largest),
                    getValueOrCreateConstantIndexOp(builder, loc, size))
                    .getResult();
  }
  return largest;
}

Value BufferWriter::buffer() {
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicSizes;
  for (unsigned d = 0; d < shared.layout.rank(); ++d) {
    OpFoldResult size = sizeOf(d);
    if (auto value = dyn_cast<Value>(size)) {
      shape.push_back(ShapedType::kDynamic);
      dynamicSizes.push_back(value);
    } else {
      shape.push_back(*getConstantIntValue(size));
    }
  }
  auto type =
      cast<MemRefType>(shared.arrays.front()->alloc->getResult(0).getType());
  auto joint =
      MemRefType::get(shape, type.getElementType(), MemRefLayoutAttrInterface(),
                      type.getMemorySpace());
  return shared.mapping.allocate(builder, loc, joint, dynamicSizes);
}

/// `map`, whose results are subscripts of array `array`, for joint elements.
AffineMap BufferWriter::jointMap(AffineMap map, unsigned array) const {
  const JointLayout &layout = shared.layout;
  auto element =
      layout.elementOf(array, SmallVector<int64_t>(layout.rankOf(array)));
  SmallVector<AffineExpr> results;
  for (int64_t coordinate : element)
    results.push_back(getAffineConstantExpr(coordinate, map.getContext()));
  llvm::copy(map.getResults(), results.begin() + layout.firstDim(array));
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                        map.getContext());
}

void BufferWriter::rewrite(Operation *user, unsigned array, Value joint) {
  OpBuilder at(user);
  Location here = user->getLoc();
  Operation *next;
  if (auto load = dyn_cast<affine::AffineLoadOp>(user)) {
    next = affine::AffineLoadOp::create(at, here, joint,
                                        jointMap(load.getAffineMap(), array),
                                        load.getMapOperands());
  } else if (auto store = dyn_cast<affine::AffineStoreOp>(user)) {
    next = affine::AffineStoreOp::create(
        at, here, store.getValueToStore(), joint,
        jointMap(store.getAffineMap(), array), store.getMapOperands());
  } else {
    // Subscripts that are values.
    const JointLayout &layout = shared.layout;
    auto load = dyn_cast<memref::LoadOp>(user);
    auto indices =
        load ? load.getIndices() : cast<memref::StoreOp>(user).getIndices();
    SmallVector<Value> subscripts;
    for (int64_t coordinate :
         layout.elementOf(array, SmallVector<int64_t>(layout.rankOf(array))))
      subscripts.push_back(
          arith::ConstantIndexOp::create(at, here, coordinate));
    llvm::copy(indices, subscripts.begin() + layout.firstDim(array));
    if (load)
      next = memref::LoadOp::create(at, here, joint, subscripts);
    else
      next = memref::StoreOp::create(
          at, here, cast<memref::StoreOp>(user).getValueToStore(), joint,
          subscripts);
  }
  next->setDiscardableAttrs(user->getDiscardableAttrDictionary());
  user->replaceAllUsesWith(next);
  user->erase();
}

void BufferWriter::write() {
  // Sizes and moduli are computed behind the values that they depend on.
  builder.setInsertionPoint(shared.place);
  Value joint = buffer();
  for (auto [k, local] : llvm::enumerate(shared.arrays)) {
    for (Operation *user : llvm::make_early_inc_range(local->alloc->getUsers()))
      if (isa<memref::DeallocOp>(user))
        user->erase();
      else
        rewrite(user, k, joint);
    local->alloc->erase();
  }
}

void polymem::shareBuffer(const JointBuffer &shared) {
  BufferWriter(shared).write();
}
