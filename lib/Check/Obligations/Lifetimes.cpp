//===- Lifetimes.cpp - is memory used only while it is there? -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Obligations/Obligations.h"
#include "PolyMem/Check/Values/TileOrigins.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

namespace {
/// Something that a program does to memory that is not there.
struct MemoryFault {
  /// Index of the array.
  unsigned array;
  Operation *op;
  /// When it happens: pairs, of which the first is the instance of `access`, if
  /// there is one.
  isl::union_map instances;
  /// What happens to the array: "is freed twice".
  std::string what;
  /// The access to the memory.
  const ValueAccess *access = nullptr;
  /// What else is part of it.
  Operation *other = nullptr;
  StringRef otherRole = "";
  /// It is about the size that is asked for.
  bool isSize = false;
};

/// Shows the faults of a program, until one is enough.
class FaultFinder {
public:
  using Visit = llvm::function_ref<bool(const MemoryFault &)>;
  FaultFinder(const ValueProgram &program, Visit isEnough)
      : program(program), isEnough(isEnough) {}

  void run() {
    (void)(findUseAfterFree() || findDoubleFree() || findImpossibleSize() ||
           findCopyInFlight());
  }

private:
  const ScopArray &arrayOf(unsigned array) const {
    return program.scop().arrays()[array];
  }
  bool isUsedAfter(const ValueAccess &access, const MemoryFree &free);
  bool findUseAfterFree();
  bool findDoubleFree();
  /// `{ A[i, 0] : i makes it }`: one element stands for the object.
  isl::set allocations(const ScopArray &array) const;
  bool isImpossible(unsigned array, unsigned dimension,
                    const isl::pw_aff &size);
  bool isTooLarge(unsigned array, ArrayRef<isl::pw_aff> sizes);
  bool findImpossibleSize();
  bool findCopyInFlight();

  const ValueProgram &program;
  Visit isEnough;
};
} // namespace

//===----------------------------------------------------------------------===//
// Memory that is freed
//===----------------------------------------------------------------------===//

bool FaultFinder::isUsedAfter(const ValueAccess &access,
                              const MemoryFree &free) {
  const ScopArray &array = arrayOf(access.array);
  isl::map memory =
      access.elements.project_out(isl::dim::out, array.depth, array.rank)
          .set_range_tuple(array.name);
  isl::map later = lexGreater(access.time, free.time);
  isl::map pairs =
      memory.apply_range(free.memory.reverse())
          .intersect(later)
          .intersect(mayCoexist(
              access.elements.domain(), program.originDims(access.statement),
              free.memory.domain(), program.originDims(free.statement)));
  return isEnough({access.array, access.op, pairs,
                   "is accessed after it was freed", &access, free.op,
                   "freed here"});
}

bool FaultFinder::findUseAfterFree() {
  for (const MemoryFree &free : program.frees()) {
    for (const ValueAccess &read : program.reads())
      if (read.array == free.array && isUsedAfter(read, free))
        return true;
    for (const ValueWrite &write : program.writes())
      if (write.array == free.array && !write.frees && isUsedAfter(write, free))
        return true;
  }
  return false;
}

bool FaultFinder::findDoubleFree() {
  ArrayRef<MemoryFree> frees = program.frees();
  for (const auto &[n, a] : llvm::enumerate(frees))
    for (const MemoryFree &b : frees.drop_front(n)) {
      if (a.array != b.array)
        continue;
      isl::map pairs =
          a.memory.apply_range(b.memory.reverse())
              .intersect(mayCoexist(
                  a.memory.domain(), program.originDims(a.statement),
                  b.memory.domain(), program.originDims(b.statement)));
      if (&a == &b)
        pairs = pairs.subtract(isl::map::identity(pairs.get_space()));
      if (isEnough({a.array, b.op, pairs, "is freed twice", nullptr, a.op,
                    "freed here"}))
        return true;
    }
  return false;
}

//===----------------------------------------------------------------------===//
// Memory that cannot be had
//===----------------------------------------------------------------------===//

static bool isConstant(const isl::pw_aff &size) {
  return size.is_cst().is_true();
}

isl::set FaultFinder::allocations(const ScopArray &array) const {
  isl::set result = array.made.intersect_params(program.context());
  for (unsigned d = 0; d < array.rank; ++d)
    result = result.fix_si(isl::dim::set, array.depth + d, 0);
  // An argument from which memory gets its size is one.
  const Scop &scop = program.scop();
  SmallVector<isl::pw_aff> sizes = allocatedSizes(array);
  isl::aff zero = isl::aff::zero_on_domain(result.get_space());
  for (const auto &[id, value] : scop.parameters())
    if (!identityOf(value, scop.root()).empty() && dependsOn(sizes, id))
      result = result.intersect(
          isl::pw_aff(result.get_space().add_param(id).param_aff_on_domain(id))
              .ge_set(isl::pw_aff(zero)));
  return result;
}

bool FaultFinder::isImpossible(unsigned number, unsigned dimension,
                               const isl::pw_aff &size) {
  const ScopArray &array = arrayOf(number);
  isl::pw_aff zero(isl::aff::zero_on_domain(array.extent.get_space()));
  isl::set negative = size.lt_set(zero).intersect(allocations(array));
  return isEnough({number, array.value.getDefiningOp(),
                   size.as_map().intersect_domain(negative),
                   "is allocated with a negative extent in dimension " +
                       std::to_string(dimension),
                   nullptr, nullptr, "", /*isSize=*/true});
}

/// No address space has more bytes (47 bits).
static constexpr int64_t kMaxBytes = int64_t(1) << 47;

bool FaultFinder::isTooLarge(unsigned number, ArrayRef<isl::pw_aff> sizes) {
  const ScopArray &array = arrayOf(number);
  Type element = cast<MemRefType>(array.value.getType()).getElementType();
  int64_t bytes = element.isIntOrFloat()
                      ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
                      : 1;
  bool overflows = false;
  auto multiply = [&](const isl::val &least) {
    auto factor = islToInt64(least);
    overflows |= !factor || llvm::MulOverflow(bytes, *factor, bytes);
    return least.is_pos().is_true();
  };
  SmallVector<isl::pw_aff> others;
  for (const isl::pw_aff &size : sizes) {
    if (size.is_null() ||
        (isConstant(size) && !multiply(size.min_multi_val().at(0))))
      return false;
    if (!isConstant(size))
      others.push_back(size);
  }
  if (others.empty() && !overflows && bytes <= kMaxBytes)
    return false;
  isl::set made = allocations(array);
  if (made.is_empty().is_true())
    return false;
  for (const isl::pw_aff &size : others)
    if (!multiply(size.intersect_domain(made).min_multi_val().at(0)))
      return false;
  if (!overflows && bytes <= kMaxBytes)
    return false;
  return isEnough({number, array.value.getDefiningOp(), made.identity(),
                   "is allocated with more bytes than there are addresses"});
}

bool FaultFinder::findImpossibleSize() {
  for (auto [number, array] : llvm::enumerate(program.scop().arrays())) {
    if (array.made.is_null())
      continue;
    // What a program makes of its sizes for a buffer, in ways that are not
    // affine, is assumed to be one.
    if (isa<scratch::MappingAttr>(
            cast<MemRefType>(array.value.getType()).getLayout()) &&
        dependsOnComputedValue(program.scop(), array))
      continue;
    SmallVector<isl::pw_aff> sizes = allocatedSizes(array);
    for (auto [d, size] : llvm::enumerate(sizes))
      if (!size.is_null() &&
          !(isConstant(size) &&
            size.min_multi_val().at(0).is_nonneg().is_true()) &&
          isImpossible(number, d, size))
        return true;
    if (isTooLarge(number, sizes))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Memory that a copy still uses
//===----------------------------------------------------------------------===//

bool FaultFinder::findCopyInFlight() {
  for (const CopyInFlight &copy : program.asyncCopies()) {
    const ValueWrite &write = program.writes()[copy.write];
    const ValueAccess &read = program.reads()[copy.read];
    // What is left of copies to memory from outside is asynchrony's matter.
    if (!program.outsideName(write.array).empty())
      continue;
    isl::set endless = write.time.domain().subtract(copy.waited.domain());
    // Memory that ends with the function, or earlier.
    bool isWritten = !arrayOf(write.array).made.is_null();
    const ValueAccess &access = isWritten ? write : read;
    isl::map pairs = endless.set_tuple_id(access.tuple)
                         .identity()
                         .intersect_domain(access.time.domain());
    if (isEnough({access.array, write.op, pairs,
                  std::string("may still be ") +
                      (isWritten ? "written" : "read") +
                      " when it is gone: nobody waits for the copy",
                  &access}))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// What may be freed
//===----------------------------------------------------------------------===//

/// Why `memref` is not what its allocation made, seen through casts; empty if
/// it is.
static std::string whyNotAllocation(Value memref) {
  while (Operation *op = memref.getDefiningOp()) {
    if (auto cast = dyn_cast<memref::CastOp>(op))
      memref = cast.getSource();
    else if (auto cast = dyn_cast<memref::MemorySpaceCastOp>(op))
      memref = cast.getSource();
    else if (isa<memref::AllocOp>(op))
      return "";
    else if (isa<memref::GetGlobalOp>(op))
      return "is freed, but it is a global";
    else if (isa<ViewLikeOpInterface>(op))
      return "is freed through a view";
    else
      return "is freed, but it is not on the heap";
  }
  return "is freed, but it is an argument";
}

/// Frees what was not allocated to be freed.
static bool findWrongFree(const CheckedPair &pair, Finding &finding) {
  for (const MemoryFree &free : pair.after.frees()) {
    std::string why =
        whyNotAllocation(cast<memref::DeallocOp>(free.op).getMemref());
    if (why.empty() || free.memory.is_empty().is_true())
      continue;
    auto example = pair.pick(isl::union_map(free.memory));
    if (!example)
      continue;
    const ScopArray &array = pair.after.scop().arrays()[free.array];
    StringRef outside = pair.after.outsideName(free.array);
    bool isOriginals =
        !outside.empty() &&
        llvm::any_of(pair.before.frees(), [&](const MemoryFree &other) {
          return pair.before.outsideName(other.array) == outside;
        });
    finding.verdict = isOriginals ? Verdict::Undecided : Verdict::Violated;
    finding.op = free.op;
    finding.text =
        named("Counterexample", example->parameters() + array.name + " " + why);
    return true;
  }
  return false;
}

Finding polymem::checkLifetimes(const CheckedPair &pair) {
  Finding finding;
  finding.obligation = Obligation::Lifetimes;
  if (findWrongFree(pair, finding))
    return finding;
  // Sizes with which the original does such a thing mean nothing.
  isl::set excused;
  auto excuse = [&] {
    excused = isl::set::empty(pair.before.context().get_space());
    FaultFinder(pair.before, [&](const MemoryFault &fault) {
      excused = excused.unite(fault.instances.params());
      return false;
    }).run();
    return excused;
  };
  FaultFinder(pair.after, [&](const MemoryFault &fault) {
    if (fault.instances.is_empty().is_true())
      return false;
    if (excused.is_null())
      excuse();
    auto example = pair.pick(
        fault.instances.subtract(fault.instances.intersect_params(excused)));
    if (!example)
      return false;
    const ScopArray &array = pair.after.scop().arrays()[fault.array];
    std::string subject = array.name;
    if (fault.access)
      if (auto element = example->imageOfIn(fault.access->elements))
        subject = element->describe(array.name, array.depth);
    finding.verdict = Verdict::Violated;
    finding.op = fault.op;
    finding.text = example->parameters() + subject + " " + fault.what;
    if (fault.isSize && dependsOnComputedValue(pair.after.scop(), array)) {
      finding.verdict = Verdict::Undecided;
      finding.text = "the extents of " + array.name +
                     " are computed: they may be negative";
    }
    if (fault.other && fault.other != fault.op)
      finding.notes.emplace_back(fault.other, fault.otherRole.str());
    return true;
  }).run();
  return finding;
}
