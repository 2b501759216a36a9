//===- Bounds.cpp - is what is accessed inside the memory made for it? ----===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Obligations/Obligations.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace polymem;

/// `{ A[i, a] : 0 <= a_d < size_d }`, without those sizes that are not affine.
isl::set ValueProgram::allocatedElements(unsigned array) const {
  const ScopArray &object = theScop->arrays()[array];
  if (object.made.is_null())
    return {};
  isl::space space = object.extent.get_space();
  isl::pw_aff zero(isl::aff::zero_on_domain(space));
  isl::set result = isl::set::universe(space);
  for (auto [d, size] : llvm::enumerate(object.sizes)) {
    isl::pw_aff coordinate = isl::aff::var_on_domain(
        isl::local_space(space), isl::dim::set, object.depth + d);
    result = result.intersect(coordinate.ge_set(zero));
    if (!size.is_null())
      result = result.intersect(coordinate.lt_set(size));
  }
  return result;
}

bool polymem::hasStorageMapping(const ScopArray &array) {
  auto type = dyn_cast<MemRefType>(array.value.getType());
  return type && isa<scratch::MappingAttr>(type.getLayout());
}

SmallVector<isl::pw_aff> polymem::allocatedSizes(const ScopArray &array) {
  if (!hasStorageMapping(array))
    return array.sizes;
  auto mapping = cast<scratch::MappingAttr>(
      cast<MemRefType>(array.value.getType()).getLayout());
  SmallVector<isl::pw_aff> result;
  bool isKnown =
      array.layoutSymbols.size() == mapping.getNumSymbols() &&
      llvm::none_of(array.layoutSymbols,
                    [](const isl::pw_aff &symbol) { return symbol.is_null(); });
  for (AffineExpr extent : mapping.getExtents().getResults())
    result.push_back(isKnown
                         ? affineExprToPwAff(extent, {}, array.layoutSymbols,
                                             array.extent.get_space())
                         : isl::pw_aff());
  return result;
}

/// The elements that `array` has as far as the program says it, for all that
/// its accesses show.
static isl::set knownElements(const ValueProgram &program, unsigned array) {
  isl::set allocated = program.allocatedElements(array);
  return allocated.is_null() ? program.scop().arrays()[array].extent
                             : allocated;
}

isl::set polymem::parametersOutOfBounds(const ValueProgram &program) {
  isl::set result = isl::set::empty(program.context().get_space());
  auto add = [&](const ValueAccess &access) {
    if (program.scop().arrays()[access.array].kind != ScopArray::Kind::MemRef)
      return;
    // Elements of buffers have cells or not, whatever the sizes.
    isl::set inside = hasStorageMapping(program.scop().arrays()[access.array])
                          ? program.elementsWithCells(access.array)
                          : knownElements(program, access.array);
    result = result.unite(access.elements.range().subtract(inside).params());
  };
  for (const ValueAccess &read : program.reads())
    add(read);
  for (const ValueWrite &write : program.writes())
    if (!write.frees)
      add(write);
  return result.coalesce();
}

bool polymem::dependsOn(llvm::ArrayRef<isl::pw_aff> sizes, const isl::id &id) {
  return llvm::any_of(sizes, [&](const isl::pw_aff &size) {
    return !size.is_null() && involvesParameter(size, id);
  });
}

bool polymem::dependsOnComputedValue(const Scop &scop, const ScopArray &array) {
  SmallVector<isl::pw_aff> sizes = allocatedSizes(array);
  return llvm::any_of(scop.parameters(), [&](const auto &parameter) {
    const auto &[id, value] = parameter;
    return identityOf(value, scop.root()).empty() && dependsOn(sizes, id);
  });
}

/// "its extent in dimension 0 is 8": where the element of `example` is outside.
static std::string extentText(const Counterexample &example,
                              const ScopArray &array) {
  for (auto [d, size] : llvm::enumerate(array.sizes)) {
    auto extent = example.imageOfOut(size.as_map());
    int64_t has = 0, wants = 0;
    if (extent && !StringRef(extent->coordinates[0]).getAsInteger(10, has) &&
        !StringRef(example.out().coordinates[array.depth + d])
             .getAsInteger(10, wants) &&
        (wants < 0 || wants >= has))
      return ": its extent in dimension " + std::to_string(d) + " is " +
             std::to_string(has);
  }
  return "";
}

bool polymem::findOutOfBounds(const CheckedPair &pair,
                              const ValueAccess &access, Finding &finding) {
  const ValueProgram &program = pair.after;
  const ScopArray &array = program.scop().arrays()[access.array];
  // Cells of a storage mapping are looked at elsewhere, if they are affine.
  if (array.made.is_null() ||
      (hasStorageMapping(array) &&
       !llvm::is_contained(program.sharedCells(), access.array)))
    return false;
  auto undecided = [&](const Sentence &text) {
    finding.verdict = Verdict::Undecided;
    finding.op = access.op;
    finding.text = text;
    return true;
  };
  for (auto [d, size] : llvm::enumerate(array.sizes))
    if (size.is_null() && !access.elements.is_empty().is_true())
      return undecided(sentence("the extent of {0} in dimension {1} is not "
                                "affine",
                                array.name, named("Dimension", d)));
  isl::map beyond = access.elements.subtract(isl::map::from_domain_and_range(
      access.elements.domain(), program.allocatedElements(access.array)));
  if (beyond.is_empty().is_true())
    return false;
  // Sizes with which the original leaves its memory mean nothing.
  beyond = beyond.intersect_params(
      program.context().subtract(parametersOutOfBounds(pair.before)));
  auto example = pair.pick(isl::union_map(beyond));
  if (!example)
    return false;
  std::string element = example->out().describe(array.name, array.depth);
  if (dependsOnComputedValue(program.scop(), array))
    return undecided(
        sentence("the extents of {0} are computed: they may be too "
                 "small for {1}",
                 array.name, named("Element", element)));
  finding.verdict = Verdict::Violated;
  finding.op = access.op;
  finding.text = example->parameters() + element +
                 " is accessed, which is out of bounds" +
                 extentText(*example, array);
  finding.notes.emplace_back(array.value.getDefiningOp(), "the memory");
  return true;
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// The memref that `memref` is another type of.
static Value withoutCasts(Value memref) {
  while (auto cast = memref.getDefiningOp<memref::CastOp>())
    memref = cast.getSource();
  return memref;
}

/// Extent `d` of `base` is `extent` whenever it is allocated.
static bool hasExtent(const ValueProgram &program, Value base, unsigned d,
                      int64_t extent) {
  const ScopArray *array = program.scop().arrayOf(base);
  if (!array || array->value != base || array->made.is_null() ||
      array->sizes[d].is_null())
    return false;
  isl::pw_aff size = array->sizes[d];
  isl::pw_aff wanted = isl::aff(isl::local_space(array->extent.get_space()),
                                isl::val(size.ctx(), std::to_string(extent)));
  return array->made.intersect_params(program.context())
      .is_subset(size.eq_set(wanted))
      .is_true();
}

/// `original` casts the argument that has this number to `type`, too.
static bool castsArgument(Operation *original, unsigned number, Type type) {
  return original
      ->walk([&](memref::CastOp cast) {
        auto argument = dyn_cast<BlockArgument>(withoutCasts(cast));
        bool isSame =
            argument && argument.getOwner()->getParentOp() == original &&
            argument.getArgNumber() == number && cast.getType() == type;
        return isSame ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool polymem::findUnprovedCast(const CheckedPair &pair, Finding &finding) {
  const ValueProgram &program = pair.after;
  Operation *original = pair.before.scop().root();
  WalkResult result = program.scop().root()->walk([&](memref::CastOp cast) {
    Value base = withoutCasts(cast);
    auto from = dyn_cast<MemRefType>(base.getType());
    auto to = dyn_cast<MemRefType>(cast.getType());
    auto argument = dyn_cast<BlockArgument>(base);
    if (!from || !to ||
        (argument &&
         castsArgument(original, argument.getArgNumber(), cast.getType())))
      return WalkResult::advance();
    for (int64_t d = 0; d < to.getRank(); ++d) {
      if (!from.isDynamicDim(d) || to.isDynamicDim(d) ||
          hasExtent(program, base, d, to.getDimSize(d)))
        continue;
      finding.verdict = Verdict::Undecided;
      finding.op = cast;
      finding.text =
          sentence("the cast takes for granted that extent {0} is {1}",
                   named("Dimension", d), named("Extent", to.getDimSize(d)));
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}
