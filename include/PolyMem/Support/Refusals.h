//===- Refusals.h - what a pass does not do ---------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass leaves alone what it cannot do, and says so in a remark. Who asked for
// exactly this (the option `strict`, a transform script) wants an error
// instead, but only where nothing was done: whether that is so is known at the
// end.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_SUPPORT_REFUSALS_H
#define POLYMEM_SUPPORT_REFUSALS_H

#include "PolyMem/Support/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <string>
#include <vector>

namespace polymem {

/// The refusals of one run of a pass. If it is strict they are kept until they
/// become errors or remarks; their operations must live as long. Else they are
/// remarks at once.
class Refusals {
public:
  /// Refusals of `pass`, called as users type it.
  Refusals(llvm::StringRef pass, bool strict) : pass(pass), strict(strict) {}
  Refusals(const Refusals &) = delete;
  Refusals &operator=(const Refusals &) = delete;
  ~Refusals() { emitRemarks(); }

  /// Something is refused or not worth it, see `remarkMissed`.
  void missed(mlir::Operation *op, llvm::StringRef name, const Sentence &text) {
    add({op, name, text, /*isFailure=*/false});
  }

  /// The pass cannot do its work, see `remarkFailed`.
  void failed(mlir::Operation *op, llvm::StringRef name, const Sentence &text) {
    add({op, name, text, /*isFailure=*/true});
  }

  bool isStrict() const { return strict; }
  /// Nothing is kept.
  bool empty() const { return kept.empty(); }

  /// Nothing was done. If nothing was refused either, `text` says why, about
  /// `op`, unless that holds no loop with work. What was kept becomes errors.
  /// Fails if the pass is strict.
  llvm::LogicalResult nothingDone(mlir::Operation *op,
                                  const llvm::Twine &text) {
    if (!anyRefused && (strict || hasWorkInLoops(op)))
      missed(op, "NothingToDo", text);
    if (!strict)
      return mlir::success();
    for (const Refusal &refusal : std::exchange(kept, {}))
      refusal.op->emitError() << pass << ": " << refusal.text.text;
    return mlir::failure();
  }

  /// What was asked for was done. What was kept becomes remarks.
  void emitRemarks() {
    for (const Refusal &refusal : std::exchange(kept, {}))
      remark(refusal);
  }

private:
  struct Refusal {
    mlir::Operation *op;
    /// A string literal.
    llvm::StringRef name;
    Sentence text;
    bool isFailure;
  };

  /// A loop in `op` does something but count.
  static bool hasWorkInLoops(mlir::Operation *op) {
    return op
        ->walk([](mlir::Operation *nested) {
          bool works = nested->getNumRegions() == 0 &&
                       !mlir::isMemoryEffectFree(nested) &&
                       nested->getParentOfType<mlir::LoopLikeOpInterface>();
          return works ? mlir::WalkResult::interrupt()
                       : mlir::WalkResult::advance();
        })
        .wasInterrupted();
  }

  void add(Refusal refusal) {
    anyRefused = true;
    if (strict)
      kept.push_back(std::move(refusal));
    else
      remark(refusal);
  }

  void remark(const Refusal &refusal) const {
    if (refusal.isFailure)
      remarkFailed(refusal.op, pass, refusal.name) << refusal.text;
    else
      remarkMissed(refusal.op, pass, refusal.name) << refusal.text;
  }

  llvm::StringRef pass;
  bool strict, anyRefused = false;
  std::vector<Refusal> kept;
};

} // namespace polymem

#endif // POLYMEM_SUPPORT_REFUSALS_H
