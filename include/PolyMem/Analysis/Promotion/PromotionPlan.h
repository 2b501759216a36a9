//===- PromotionPlan.h - what to keep in fast memory ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts together what P1 section 3 decides for one computational block: data
// spaces, partition, benefit, boxes, copy sets, and the choice under a
// capacity. A plan is data; a rewriter applies it.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_PROMOTION_PROMOTIONPLAN_H
#define POLYMEM_ANALYSIS_PROMOTION_PROMOTIONPLAN_H

#include "PolyMem/Analysis/Accesses/CopySets.h"
#include "PolyMem/Analysis/Accesses/DataSpaces.h"
#include "PolyMem/Analysis/Accesses/VolumeEstimate.h"
#include "PolyMem/Analysis/Promotion/BlockContext.h"
#include "PolyMem/Analysis/Promotion/BufferBox.h"
#include "PolyMem/Analysis/Promotion/BufferForm.h"
#include "PolyMem/Analysis/Promotion/ReuseBenefit.h"
#include "PolyMem/Support/Sentence.h"
#include <memory>

namespace polymem {

struct PromotionOptions {
  DataSpacePartition partition = DataSpacePartition::Boxes;
  DataMovement movement = DataMovement::Exact;
  /// Fraction of the volume that overlaps must exceed (Algorithm 1).
  double delta = 0;
  /// Promote without regard to benefit (machines that cannot compute from
  /// global memory).
  bool everything = false;
  /// Bytes of a transaction of global memory. If positive, references that
  /// neighbouring threads do not make to neighbouring elements are staged even
  /// without reuse (TR78, section 5.2).
  int64_t transactionBytes = 0;
  /// Which buffers these are, if such whose size depends on parameters are
  /// refused ("private buffers"); else empty.
  std::string constantSizes;
  /// Bytes of fast memory for the buffers of one instance of the block.
  int64_t capacity = 0;
  /// Buffers that each group takes of it: two, where copies for the next
  /// instance are under way while one is executed; each of a multiple of so
  /// many bytes.
  int64_t copiesOfBuffers = 1, alignment = 1;
  /// Buffers have all dimensions of their arrays, also those that are functions
  /// of others: they are copied as boxes.
  bool allDimensions = false;
  unsigned long maxIslOperations = kDefaultIslOperations;
  /// What is around the blocks.
  std::shared_ptr<const BlockContext> around;
};

/// What is decided about the references that one buffer would serve.
struct BufferPlan {
  enum class Decision {
    Promote,
    ConstantMemory,  ///< it is in fast memory without a buffer
    NotRedirectable, ///< an access that cannot go through a buffer
    NoBox,           ///< no bounded box, or an element type of unknown size
    NoReuse,         ///< Algorithm 1 says no
    NotAffine,       ///< the box or a copy cannot be said in the IR
    NoCapacity,      ///< other buffers save more traffic in the same space
    GrowsWithSizes   ///< it must fit for all sizes, and no capacity is enough
  };
  Decision decision = Decision::Promote;
  /// Why not, in words and numbers.
  Sentence reason;

  DataSpaceGroup group;
  BufferBox box;
  ReuseBenefit benefit;
  CopySets copies;
  /// No reuse, but some reference is not coalesced.
  bool scattered = false;
  /// No reuse, but there are threads without iterations, which copy.
  bool spread = false;
  /// No reuse, but steps of a loop would wait for its loads one after the
  /// other.
  bool stepwise = false;
  /// A box of elements was to be copied in, but some other than those needed
  /// might be written meanwhile.
  bool boxRefused = false;
  /// What is needed exactly would be so many sets that what is accessed is
  /// copied instead (see also `DataSpaceGroup::simple`).
  bool exactRefused = false;
  /// Box and copies in MLIR's terms, if promoted.
  BufferForm form;
  unsigned elementBytes = 0;
  /// Size; nullopt if it depends on parameters.
  std::optional<int64_t> bytes;
  /// Where it depends on parameters: it is never less than this.
  int64_t leastBytes = 0;
  /// Elements copied in and out, and accesses that no longer go to global
  /// memory, per instance of the block (see VolumeEstimate).
  int64_t copiedIn = 0, copiedOut = 0, numAccesses = 0;
  /// Bytes that an access in global memory moves.
  int64_t accessBytes = 0;

  bool promoted() const { return decision == Decision::Promote; }
  /// It is made, and its bytes depend on parameters.
  bool growsWithSizes() const { return promoted() && !bytes; }
  /// Bytes of global memory traffic that the buffer saves an instance of the
  /// block; negative if its copies move more than the accesses would.
  int64_t savedBytes() const;
  /// Bytes as text: "2048" or "4 * min(p0, p1) * 16".
  std::string bytesText() const;
};

/// The plan for one block.
class PromotionPlan {
public:
  /// Plans for the block `root` (see `Scop::build`), as if capacity were
  /// unlimited; `selectUnderCapacity` follows. `flow` is that of the function
  /// around it. Fills `failure` and returns null if the block cannot
  /// be modelled or isl's budget runs out before a plan is made.
  static std::unique_ptr<PromotionPlan> compute(mlir::Operation *root,
                                                EnclosingFlow &flow,
                                                const PromotionOptions &options,
                                                ScopFailure &failure);

  /// Keeps, of all buffers of `plans`, whose blocks share the same fast memory,
  /// those that save the most traffic within the capacity. Buffers of
  /// parametric size cannot be weighed: they are kept, under the condition that
  /// `capacityCondition` states, unless no values of the parameters meet it.
  static void selectUnderCapacity(llvm::ArrayRef<PromotionPlan *> plans);

  /// Refuses buffers that grow with sizes: those kept must fit for all sizes.
  void refuseGrowing();
  /// Some buffer that is made grows with sizes.
  bool growsWithSizes() const {
    return llvm::any_of(bufferList, [](const BufferPlan &buffer) {
      return buffer.growsWithSizes();
    });
  }

  const Scop &scop() const { return *blockScop; }
  llvm::ArrayRef<BufferPlan> buffers() const { return bufferList; }
  /// Bytes that all promoted buffers of constant size take together.
  int64_t constantBytes() const;
  /// Bytes that `buffer`, of constant size, takes of the capacity.
  int64_t bytesTaken(const BufferPlan &buffer) const;
  /// "1024 + 4 * p0 * 16": bytes of all buffers in the same fast memory when
  /// the size of some buffer of this plan depends on parameters, which must not
  /// exceed the capacity. Else empty.
  std::string capacityCondition() const;
  int64_t capacity() const { return capacityBytes; }
  /// Leaves `bytes` of the capacity to buffers that are there already.
  void reserve(int64_t bytes) {
    capacityBytes = std::max<int64_t>(0, capacityBytes - bytes);
  }
  /// Bytes of buffers of constant size that other blocks keep in the same fast
  /// memory.
  int64_t constantBytesOfOthers() const { return othersBytes; }
  /// False: the choice under the capacity was cut off and may not be the best.
  bool selectionOptimal() const { return optimal; }
  /// False: dependences ran out of budget; all reads are copied in.
  bool movementExact() const { return exactMovement; }
  /// The representative parameter values of the counts; empty: exact.
  const std::string &representative() const { return representativeText; }
  /// Name of the array of `buffer` in the dump.
  llvm::StringRef arrayName(const BufferPlan &buffer) const {
    return blockScop->arrays()[buffer.group.array].name;
  }

  /// Prints a table: one line per buffer with extents, bytes, elements copied
  /// per instance, and the decision.
  void print(llvm::raw_ostream &os) const;

private:
  PromotionPlan() = default;

  /// Sizes of promoted buffers that depend on parameters.
  llvm::SmallVector<std::string> parametricSizes() const;

  // First member: destroyed last, after every isl object.
  std::unique_ptr<Scop> blockScop;
  llvm::SmallVector<BufferPlan, 0> bufferList;
  int64_t capacityBytes = 0;
  int64_t copiesOfBuffers = 1, alignment = 1;
  /// What buffers of other blocks take of it: constant sizes, and texts of
  /// those that depend on parameters.
  int64_t othersBytes = 0;
  llvm::SmallVector<std::string> othersTerms;
  bool optimal = true, exactMovement = true;
  std::string representativeText;
};

} // namespace polymem

#endif // POLYMEM_ANALYSIS_PROMOTION_PROMOTIONPLAN_H
