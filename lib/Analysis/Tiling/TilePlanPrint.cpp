//===- TilePlanPrint.cpp - tile sizes and plans as text -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Tiling/TilePlan.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace polymem;

std::optional<TileSize> TileSize::parse(StringRef text) {
  text = text.trim();
  bool isArgument = text.consume_front("arg");
  uint64_t number;
  if (text.empty() || !llvm::all_of(text, llvm::isDigit) ||
      text.getAsInteger(10, number) || number >= (uint64_t(1) << 31))
    return std::nullopt;
  return isArgument ? argument(number) : constant(number);
}

raw_ostream &polymem::operator<<(raw_ostream &os, const TileSize &size) {
  switch (size.kind) {
  case TileSize::Kind::Untiled:
    return os << "untiled";
  case TileSize::Kind::Constant:
    return os << size.value;
  case TileSize::Kind::Argument:
    return os << "arg" << size.value;
  }
  llvm_unreachable("all kinds handled");
}

static void printNode(raw_ostream &os, const TileNode &node, unsigned indent,
                      unsigned depth) {
  os.indent(indent) << "band\n";
  for (auto [k, loop] : llvm::enumerate(node.loops)) {
    os.indent(indent + 2) << "loop " << depth + k << ": size " << loop.size;
    if (loop.blockSize.isTiled())
      os << ", block size " << loop.blockSize;
    if (loop.mapped)
      os << ", thread size " << loop.threadSize;
    os << (loop.parallel ? ", parallel" : ", sequential");
    if (loop.mapped)
      os << (loop.isAxisX   ? ", mapped (x)"
             : loop.isAxisY ? ", mapped (y)"
                            : ", mapped");
    if (!loop.isRectangular())
      os << ", bounds depend on the band";
    if (loop.step != 1)
      os << ", step " << loop.step;
    os << "\n";
  }
  if (!node.cells.empty())
    os.indent(indent + 2) << node.cells.size() << " expanded temporaries\n";
  for (const TileItem &item : node.items) {
    if (item.node)
      printNode(os, *item.node, indent + 2, depth + node.loops.size());
    else
      os.indent(indent + 2)
          << "leaf of " << item.ops.size()
          << (item.ops.size() == 1 ? " operation\n" : " operations\n");
  }
}

void TilePlan::print(raw_ostream &os) const {
  for (const NestPlan &nest : nests) {
    os << "nest of " << nest.numTiledLoops() << " tiled loops, "
       << nest.numParallelLoops() << " parallel\n";
    printNode(os, nest.tree, 2, 0);
  }
  for (const TileNote &note : notes) {
    switch (note.kind) {
    case TileNote::Kind::Failed:
    case TileNote::Kind::Refused:
      os << "refused";
      break;
    case TileNote::Kind::Partial:
      os << "in part";
      break;
    case TileNote::Kind::Info:
      os << "note";
      break;
    }
    os << ": " << note.name << ": " << note.text.text << "\n";
  }
}
