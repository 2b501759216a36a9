//===- BankConflicts.h - what accesses to banked memory cost ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bank conflicts of a buffer in shared memory, and the padding that removes
// them (Baskaran et al., TR78, 2007, section 6, Algorithm 2). The paper takes
// gcd(stride across threads, banks) for the degree of conflicts, which holds
// for one stride, for elements as wide as a bank and for lanes that all differ.
// Here the addresses of a warp's lanes are known, and wavefronts are counted:
// the same number in those cases, and the right one for several rows in a
// warp, for lanes that share a word and for elements of any width.
//
// The paper minimises the sum of t_start + t_req * degree over references. The
// first term is the same for all pads and t_req is positive: the pad with the
// fewest wavefronts is the same one, whatever the two times are.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_PROMOTION_BANKCONFLICTS_H
#define POLYMEM_ANALYSIS_PROMOTION_BANKCONFLICTS_H

#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace mlir {
class Operation;
} // namespace mlir

namespace polymem {

/// A banked memory and the warps that access it. Word `w` (of `bankBytes`) lies
/// in bank `w mod banks`; a wavefront serves one word of each bank.
struct BankGeometry {
  int64_t banks = 1, bankBytes = 1, warpSize = 1;

  /// Lanes that are served together when each asks for `bytes`: as many as all
  /// banks can give to at once.
  int64_t lanesPerPhase(int64_t bytes) const;
};

/// What the lanes of a warp ask for at once: the cell of each active lane, one
/// number per dimension of the cells, up to an offset that all lanes share.
struct WarpCells {
  /// The active lanes, ascending, and their cells, one after the other.
  llvm::SmallVector<int64_t> lanes;
  llvm::SmallVector<int64_t> cells;

  bool operator<(const WarpCells &other) const {
    if (lanes != other.lanes)
      return lanes < other.lanes;
    return cells < other.cells;
  }
};

/// A reference to a buffer: all requests of the warps of a block.
struct BankReference {
  mlir::Operation *op = nullptr;
  /// How remarks call it.
  std::string name;
  /// How often, in one life of the buffer, the requests are made.
  double executions = 1;
  /// Requests that differ, and how many there are of each.
  std::map<WarpCells, int64_t> requests;
  /// Per dimension of the cells: the offset that the lanes share is a multiple
  /// of this (0: there is none).
  llvm::SmallVector<int64_t> offsetMultiples;

  /// Adds a request. Offsets that change no bank pattern are dropped, so that
  /// most requests are equal.
  void add(WarpCells request, const BankGeometry &geometry,
           int64_t elementBytes);
  int64_t numRequests() const;
};

/// The wavefronts of one request for elements of `elementBytes` at the byte
/// `addresses` of the active `lanes`.
int64_t countWavefronts(const BankGeometry &geometry,
                        llvm::ArrayRef<int64_t> lanes,
                        llvm::ArrayRef<int64_t> addresses,
                        int64_t elementBytes);

/// Likewise, where each two phases are one if lanes agree pairwise, as NVIDIA
/// says of devices since compute capability 7.0: all lanes `l` and `l xor 1`
/// that are active ask for the same, or all `l` and `l xor 2`.
int64_t countMergedWavefronts(const BankGeometry &geometry,
                              llvm::ArrayRef<int64_t> lanes,
                              llvm::ArrayRef<int64_t> addresses,
                              int64_t elementBytes);

/// The wavefronts that the requests of `reference` take, in cells of extents
/// `extents`, in row-major order. Where the shared offset decides how elements
/// narrower than a bank share words, the worst offset counts.
int64_t countWavefronts(const BankGeometry &geometry,
                        const BankReference &reference,
                        llvm::ArrayRef<int64_t> extents, int64_t elementBytes);

/// A way to lay out a buffer: extents, the bytes it takes, and wavefronts, all
/// references together and weighted with their executions.
struct BankLayout {
  llvm::SmallVector<int64_t> extents;
  int64_t bytes = 0;
  double wavefronts = 0;
};

/// Whether `after` wavefronts are so much fewer than `before` that it is worth
/// longer rows or rotated ones: by more than a hundredth.
bool savesWavefronts(double before, double after);

/// The layouts of a buffer worth considering: the first is `extents` as they
/// are, each further one takes more bytes and fewer wavefronts, by as much as
/// `savesWavefronts` asks for. A layout adds
/// cells to one dimension, or to two if one is not enough, never the outermost,
/// up to where all banks have been tried.
llvm::SmallVector<BankLayout>
enumeratePaddings(const BankGeometry &geometry,
                  llvm::ArrayRef<BankReference> references,
                  llvm::ArrayRef<int64_t> extents, int64_t elementBytes);

/// `layout`, of a buffer whose rows had `width` elements before they were
/// padded, with rows longer by as little as makes all begin at multiples of
/// kWidestAccess; nullopt if they do already, if unpadded rows would not, or if
/// that takes more wavefronts.
std::optional<BankLayout> alignRows(const BankGeometry &geometry,
                                    llvm::ArrayRef<BankReference> references,
                                    const BankLayout &layout, int64_t width,
                                    int64_t elementBytes);

/// Chooses a layout for each buffer so that, each rounded up to a multiple of
/// `alignment`, they take at most `capacity` bytes: again and again the step
/// that saves the most wavefronts per byte. Returns the index of each choice.
llvm::SmallVector<unsigned>
selectPaddings(llvm::ArrayRef<llvm::SmallVector<BankLayout>> layouts,
               int64_t alignment, int64_t capacity);

/// A layout without more cells: the cells of row `i` are rotated by
/// `cells * i`, `(i, j) -> (i, (j + cells * i) mod extents[1])`.
struct BankRotation {
  int64_t cells = 0;
  double wavefronts = 0;
};

/// The rotation with the fewest wavefronts, for buffers of two dimensions whose
/// rows are a power of two of cells and fill all banks a whole number of times,
/// of elements as wide as whole banks; nullopt for others. There it moves banks
/// exactly as rows longer by `cells` would.
std::optional<BankRotation>
findRotation(const BankGeometry &geometry,
             llvm::ArrayRef<BankReference> references,
             llvm::ArrayRef<int64_t> extents, int64_t elementBytes);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_PROMOTION_BANKCONFLICTS_H
