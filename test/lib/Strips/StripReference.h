//===- StripReference.h - loads and stores by enumeration -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each tile of a program loads and stores, by the definitions (Isoard
// 2016, section 2.3.3) in the order of the tiles that are executed with it, and
// what programs compute with these loads and stores. Nothing here uses isl.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TEST_LIB_STRIPS_STRIPREFERENCE_H
#define POLYMEM_TEST_LIB_STRIPS_STRIPREFERENCE_H

#include "StripPrograms.h"
#include <map>
#include <set>

namespace polymem::test {

using Elements = std::set<Vector>;

struct TileSets {
  Elements load, store;
  bool operator==(const TileSets &other) const {
    return load == other.load && store == other.store;
  }
};

/// By the values of the outer dimensions and the origin; tiles that load and
/// store nothing are left out.
using TileTable = std::map<Vector, TileSets>;

class StripReference {
public:
  explicit StripReference(const StripProgram &program);

  /// For all origins.
  TileTable expected() const;

  /// What is wrong with these sets in some tiling: equations (2.7) and (2.8),
  /// or values, when it is executed with conditions and subscripts by chance.
  /// Empty if nothing is.
  std::string check(const TileTable &table) const;

  /// Tiles read elements that they do not load: those of earlier ones.
  bool hasReuse(const TileTable &table) const;

private:
  /// What a tile does to the array.
  struct Tile {
    std::vector<const StripInstance *> instances;
    Elements in, mayWrite, sureWrite;
  };
  /// Tiles along a strip in their order, of one tiling: keys of `tiles`.
  using Strip = std::vector<Vector>;
  struct Group;

  void makeTiles();
  Tile tileAt(const Vector &key) const;
  std::vector<Strip> stripsOf(const Vector &alignment) const;
  Elements overwrittenBehind(const Vector &key) const;
  Elements widened(const std::map<Vector, Elements> &footprints,
                   const Vector &key, int direction) const;
  std::map<Vector, TileSets>
  setsOfGroup(const std::vector<Strip> &strips) const;
  std::string checkEquations(const Strip &strip, const TileTable &table) const;
  std::string execute(const std::vector<Strip> &strips, const TileTable &table,
                      unsigned seed) const;

  const StripProgram &program;
  /// In the order of the program, and in that of their times.
  std::vector<StripInstance> instances;
  std::vector<const StripInstance *> byTime;
  /// Origins are between these.
  Vector least, greatest;
  std::set<Vector> outerValues;
  /// All origins, by the values of the outer dimensions and the origin.
  std::map<Vector, Tile> tiles;
};

} // namespace polymem::test

#endif // POLYMEM_TEST_LIB_STRIPS_STRIPREFERENCE_H
