//===- StripLoops.cpp - loops around a buffer, for strips -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripLoops.h"
#include "PolyMem/Interfaces/PolyhedralInterfaces.h"

using namespace mlir;
using namespace polymem;

void polymem::addLoopsOfTiles(SmallVectorImpl<Operation *> &loops,
                              const LoopBuffer &buffer,
                              ArrayRef<Operation *> around,
                              std::optional<unsigned> dims,
                              unsigned long maxIslOperations) {
  if (loops.empty())
    loops.push_back(buffer.loop);
  size_t known = 0;
  for (Operation *loop : loops)
    known += cast<PolyhedralLoopOpInterface>(loop).getPolyhedralIvs().size();
  for (Operation *loop : around.drop_front(loops.size() - 1)) {
    if (dims && known >= *dims)
      break;
    LoopBuffer outer = buffer;
    outer.loop = loop;
    Sentence reason;
    std::optional<LoopBufferModel> model =
        modelLoopBuffer(outer, maxIslOperations, reason);
    if (!model)
      break;
    IslOperationsGuard guard(model->scop->ctx(), maxIslOperations);
    if (collectSets(*model->scop, outer, model->array, model->cells)
            .mayInterfere() ||
        guard.exceeded())
      break;
    loops.insert(loops.begin(), loop);
    known += cast<PolyhedralLoopOpInterface>(loop).getPolyhedralIvs().size();
  }
}

bool polymem::isWrittenInLaunch(const LoopBuffer &buffer,
                                const ReuseOptions &options) {
  LoopBuffer whole = buffer;
  whole.loop = options.launch;
  Sentence reason;
  std::optional<LoopBufferModel> model =
      options.launch ? modelLoopBuffer(whole, options.maxIslOperations, reason)
                     : std::nullopt;
  if (!model)
    return true;
  IslOperationsGuard guard(model->scop->ctx(), options.maxIslOperations);
  LoopBufferSets sets =
      collectSets(*model->scop, whole, model->array, model->cells);
  return sets.areUnknown || !sets.copiedOut.is_null() ||
         !sets.othersWrite.is_null() || guard.exceeded();
}
