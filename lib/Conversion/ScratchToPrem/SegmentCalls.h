//===- SegmentCalls.h - a component as calls of the run-time ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_SCRATCHTOPREM_SEGMENTCALLS_H
#define POLYMEM_LIB_CONVERSION_SCRATCHTOPREM_SEGMENTCALLS_H

#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include "PolyMem/Machine/Machine.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace polymem {

/// Of an argument `memref<1xT>` that was `memref<T>`.
inline constexpr llvm::StringLiteral kScalarAttr = "prem.scalar";

/// A name that nothing in `module` has.
std::string freeName(mlir::ModuleOp module, const llvm::Twine &name);

/// Writes the calls of one component (Gu 2023, 3.5), where the component is.
class SegmentCalls {
public:
  /// `core` is the number of this thread. `segment` takes the values in
  /// `arguments`, of which buffers of streams and tile numbers are replaced.
  SegmentCalls(mlir::IRRewriter &rewriter, prem::ComponentOp component,
               const Multicore &machine, mlir::Value core,
               mlir::func::FuncOp segment,
               llvm::ArrayRef<mlir::Value> arguments);

  void write();

  /// Bytes of the buffers that are not kept.
  static int64_t bytesOf(prem::ComponentOp component, const Multicore &machine);
  /// Puts kept buffers at `offset` and behind, and moves it behind them.
  void placeKept(int64_t &offset);

private:
  /// A stream, and its buffers in the scratchpad.
  struct Stream {
    prem::StreamOp op;
    /// Bytes from the beginning of what is free.
    int64_t offsets[2] = {0, 0};
    /// The numbers that the run-time gave; of the second one only for streams.
    mlir::Value ids[2];
  };
  /// The corner and the sizes of a box, of each dimension.
  struct BoxValues {
    llvm::SmallVector<mlir::Value> lower, sizes;
  };

  /// Without a loop around, a buffer is loaded once anyway.
  bool isKept(const Stream &stream) const {
    return loop && prem::StreamOp(stream.op).getKept();
  }
  void placeBuffers();
  void dealTiles();
  mlir::Value valueBefore(mlir::Operation *loop, mlir::Value value);
  void writeKept();
  mlir::Value works();
  void allocate();
  void writeFirstSegment();
  void writeOtherSegments();
  void callSegment(mlir::Value segment);
  void requestStreams(mlir::Value segment);
  void requestSerial(mlir::Value segment);
  void deallocate(mlir::Value segment);

  llvm::SmallVector<mlir::Value> tileNumbersOf(mlir::Value segment);
  BoxValues boxOf(prem::StreamOp op, prem::BoxAttr box,
                  llvm::ArrayRef<mlir::Value> numbers);
  llvm::SmallVector<mlir::Value> originOf(prem::StreamOp op,
                                          llvm::ArrayRef<mlir::Value> numbers);
  void request(Stream &stream, mlir::Value id, mlir::Value segment);
  void requestBoxes(Stream &stream, mlir::Value id,
                    llvm::ArrayRef<mlir::Value> numbers);
  mlir::Value sameBoxes(Stream &stream, mlir::Value first, mlir::Value second);
  mlir::Value isOdd(mlir::Value value);
  /// Segments that use one box.
  mlir::Value runLength(prem::StreamOp op) {
    return tilesFrom[op.getRunDepth()];
  }

  mlir::Value constant(int64_t value);
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value sub(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, mlir::Value b);
  mlir::Value div(mlir::Value a, mlir::Value b);
  mlir::Value rem(mlir::Value a, mlir::Value b);
  mlir::Value both(mlir::Value a, mlir::Value b);
  enum class Is { Equal, Less, AtMost };
  mlir::Value compare(mlir::Value a, Is predicate, mlir::Value b);
  void ifTrue(mlir::Value condition, llvm::function_ref<void()> write);

  mlir::IRRewriter &rewriter;
  prem::ComponentOp component;
  const Multicore &machine;
  mlir::Value core;
  mlir::func::FuncOp segmentFunction;
  llvm::ArrayRef<mlir::Value> arguments;
  mlir::Location loc;
  llvm::SmallVector<Stream> streams;
  /// Of each dimension the first tile of this core, and how many it has; the
  /// number of tiles in that dimension and those behind it, and 1.
  llvm::SmallVector<mlir::Value> first, sizes, tilesFrom;
  /// The loop around that kept buffers are loaded before; null: none is kept.
  mlir::Operation *loop = nullptr;
  /// Segments of this core.
  mlir::Value numSegments;
};

} // namespace polymem

#endif // POLYMEM_LIB_CONVERSION_SCRATCHTOPREM_SEGMENTCALLS_H
