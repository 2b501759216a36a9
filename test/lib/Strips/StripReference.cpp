//===- StripReference.cpp - loads and stores by enumeration ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripReference.h"
#include <algorithm>
#include <functional>

using namespace polymem::test;

static void add(Elements &to, const Elements &more) {
  to.insert(more.begin(), more.end());
}

static Elements without(const Elements &set, const Elements &other) {
  Elements result;
  std::set_difference(set.begin(), set.end(), other.begin(), other.end(),
                      std::inserter(result, result.end()));
  return result;
}

static Elements both(const Elements &set, const Elements &other) {
  Elements result;
  std::set_intersection(set.begin(), set.end(), other.begin(), other.end(),
                        std::inserter(result, result.end()));
  return result;
}

/// The least box around the elements.
static Elements boxAround(const Elements &set) {
  if (set.empty())
    return set;
  Vector lower = *set.begin(), upper = lower;
  for (const Vector &element : set)
    for (unsigned d = 0; d < element.size(); ++d) {
      lower[d] = std::min(lower[d], element[d]);
      upper[d] = std::max(upper[d], element[d]);
    }
  Elements result = {lower};
  for (unsigned d = 0; d < lower.size(); ++d) {
    Elements wider;
    for (Vector element : result)
      for (element[d] = lower[d]; element[d] <= upper[d]; ++element[d])
        wider.insert(element);
    result = wider;
  }
  return result;
}

StripReference::StripReference(const StripProgram &program)
    : program(program), instances(instancesOf(program)) {
  for (const StripInstance &instance : instances)
    byTime.push_back(&instance);
  std::sort(byTime.begin(), byTime.end(),
            [](const auto *a, const auto *b) { return a->time < b->time; });
  makeTiles();
}

void StripReference::makeTiles() {
  const Vector &sizes = program.sizes;
  for (unsigned d = 0; d < sizes.size(); ++d) {
    auto [first, last] = std::minmax_element(
        byTime.begin(), byTime.end(), [&](const auto *a, const auto *b) {
          return a->time[program.outer + d] < b->time[program.outer + d];
        });
    // No further tile has a point, nor is another one's corner near.
    least.push_back((*first)->time[program.outer + d] - 2 * sizes[d]);
    greatest.push_back((*last)->time[program.outer + d] + 2 * sizes[d]);
  }
  for (const StripInstance *instance : byTime)
    outerValues.insert(
        Vector(instance->time.begin(), instance->time.begin() + program.outer));
  for (const Vector &outer : outerValues) {
    Vector key = outer;
    std::function<void(unsigned)> visit = [&](unsigned d) {
      if (d == sizes.size()) {
        tiles[key] = tileAt(key);
        return;
      }
      for (int origin = least[d]; origin <= greatest[d]; ++origin) {
        key.push_back(origin);
        visit(d + 1);
        key.pop_back();
      }
    };
    visit(0);
  }
}

StripReference::Tile StripReference::tileAt(const Vector &key) const {
  Tile tile;
  for (const StripInstance *instance : byTime) {
    bool inside = true;
    for (unsigned d = 0; d < program.end(); ++d) {
      int after = instance->time[d] - key[d];
      int size = d < program.outer ? 1 : program.sizes[d - program.outer];
      inside &= after >= 0 && after < size;
    }
    if (!inside)
      continue;
    tile.instances.push_back(instance);
    for (const StripAccess &access :
         program.statements[instance->statement].accesses)
      for (const Vector &element : elementsOf(program, access, instance->iv))
        if (access.isWrite) {
          tile.mayWrite.insert(element);
          if (access.isSure())
            tile.sureWrite.insert(element);
        } else if (!tile.sureWrite.count(element)) {
          tile.in.insert(element);
        }
  }
  if (program.boxes) {
    tile.in = boxAround(tile.in);
    tile.mayWrite = boxAround(tile.mayWrite);
  }
  return tile;
}

static bool isAligned(int value, int alignment, int size) {
  return (value - alignment) % size == 0;
}

/// All strips of a tiling, in their order.
std::vector<StripReference::Strip>
StripReference::stripsOf(const Vector &alignment) const {
  std::vector<Strip> strips;
  for (const auto &[key, tile] : tiles) {
    bool aligned = true;
    for (unsigned d = 0; d < alignment.size(); ++d)
      aligned &=
          isAligned(key[program.outer + d], alignment[d], program.sizes[d]);
    if (!aligned)
      continue;
    if (strips.empty() ||
        !std::equal(key.begin(), key.begin() + program.along(),
                    strips.back().front().begin()))
      strips.emplace_back();
    strips.back().push_back(key);
  }
  return strips;
}

/// What is surely written behind the strip of the tile before it is read there.
Elements StripReference::overwrittenBehind(const Vector &key) const {
  Elements read, overwritten;
  for (const StripInstance *instance : byTime) {
    // The difference of tiles outside of the strip, in their order.
    int order = 0;
    for (unsigned d = 0; d < program.along() && order == 0; ++d) {
      int size = d < program.outer ? 1 : program.sizes[d - program.outer];
      int after = instance->time[d] - key[d];
      order = after < 0 ? -1 : after >= size ? 1 : 0;
    }
    if (order <= 0)
      continue;
    for (const StripAccess &access :
         program.statements[instance->statement].accesses)
      for (const Vector &element : elementsOf(program, access, instance->iv))
        if (!access.isWrite && !overwritten.count(element))
          read.insert(element);
        else if (access.isSure() && access.isWrite && !read.count(element))
          overwritten.insert(element);
  }
  return overwritten;
}

/// The union over the tiles of the strip, of all origins, that the origin is in
/// (`direction` -1) or whose origins are in the tile (1).
Elements StripReference::widened(const std::map<Vector, Elements> &footprints,
                                 const Vector &key, int direction) const {
  Elements result;
  for (const auto &[other, elements] : footprints) {
    bool near = true;
    for (unsigned d = program.along(); d < program.end(); ++d) {
      int after = direction * (other[d] - key[d]);
      near &= after >= 0 && after < program.sizes[d - program.outer];
    }
    if (near)
      add(result, elements);
  }
  return result;
}

/// The sets of the tiles of strips that differ in their alignments along them
/// only.
std::map<Vector, TileSets>
StripReference::setsOfGroup(const std::vector<Strip> &strips) const {
  std::map<Vector, TileSets> result;
  std::map<Vector, Elements> written, footprints, inputs;
  for (const Strip &strip : strips)
    for (const Vector &key : strip)
      written[key] = tiles.at(key).mayWrite;
  Elements dead;
  if (program.readLater)
    dead = overwrittenBehind(strips.front().front());
  // Equations (2.5) and (2.6).
  Elements allRemote;
  std::vector<Elements> remote(strips.size());
  for (unsigned n = 0; n < strips.size(); ++n) {
    Elements later, earlier;
    for (auto key = strips[n].rbegin(); key != strips[n].rend(); ++key) {
      Elements own =
          program.boxes ? widened(written, *key, 1) : written.at(*key);
      result[*key].store = without(without(own, later), dead);
      add(later, own);
    }
    for (const Vector &key : strips[n]) {
      const Tile &tile = tiles.at(key);
      Elements in = tile.in;
      add(in, without(result[key].store, tile.sureWrite));
      add(remote[n], without(in, earlier));
      add(earlier, tile.sureWrite);
      add(in, tile.mayWrite);
      footprints[key] = in;
    }
    add(allRemote, remote[n]);
  }
  // Equation (2.9).
  for (unsigned n = 0; n < strips.size(); ++n) {
    Elements earlier;
    for (const Vector &key : strips[n]) {
      Elements own =
          program.boxes ? widened(footprints, key, -1) : footprints.at(key);
      result[key].load =
          both(without(own, earlier), program.boxes ? allRemote : remote[n]);
      add(earlier, own);
    }
  }
  return result;
}

/// All alignments of these dimensions.
static void forAlignments(const Vector &sizes,
                          const std::function<void(const Vector &)> &visit,
                          Vector prefix = {}) {
  if (prefix.size() == sizes.size())
    return visit(prefix);
  for (int offset = 0; offset < sizes[prefix.size()]; ++offset) {
    prefix.push_back(offset);
    forAlignments(sizes, visit, prefix);
    prefix.pop_back();
  }
}

TileTable StripReference::expected() const {
  // By the part of the key that is not along the strip.
  std::map<Vector, std::vector<Strip>> groups;
  forAlignments(program.sizes, [&](const Vector &alignment) {
    for (const Strip &strip : stripsOf(alignment))
      groups[Vector(strip.front().begin(),
                    strip.front().begin() + program.along())]
          .push_back(strip);
  });
  TileTable table;
  for (const auto &[across, strips] : groups)
    for (const auto &[key, sets] : setsOfGroup(strips))
      if (!sets.load.empty() || !sets.store.empty())
        table[key] = sets;
  return table;
}

static TileSets lookUp(const TileTable &table, const Vector &key) {
  auto found = table.find(key);
  return found == table.end() ? TileSets() : found->second;
}

std::string StripReference::checkEquations(const Strip &strip,
                                           const TileTable &table) const {
  Elements loaded, written, surelyWritten;
  for (const Vector &key : strip) {
    TileSets sets = lookUp(table, key);
    const Tile &tile = tiles.at(key);
    Elements needed = tile.in;
    add(needed, without(sets.store, tile.sureWrite));
    if (!both(sets.load, loaded).empty())
      return "an element is loaded twice in a strip";
    add(loaded, sets.load);
    if (!without(without(needed, surelyWritten), loaded).empty())
      return "(2.7) does not hold";
    if (!both(sets.load, written).empty())
      return "(2.8) does not hold";
    add(written, tile.mayWrite);
    add(surelyWritten, tile.sureWrite);
  }
  return "";
}

namespace {
/// What an execution of the instances does, with conditions and subscripts by
/// chance: the same ones for each order of the instances.
class Execution {
public:
  Execution(const StripProgram &program, unsigned seed)
      : program(program), seed(seed) {}

  /// Calls back with elements that are accessed, and a number for each place.
  void run(const StripInstance &instance,
           const std::function<void(const Vector &, bool isWrite, Vector place)>
               &visit) const {
    const StripStatement &statement = program.statements[instance.statement];
    for (unsigned k = 0; k < statement.accesses.size(); ++k) {
      const StripAccess &access = statement.accesses[k];
      Vector place = instance.time;
      place.push_back(int(access.operation));
      if (access.conditional && choose(place, 2) == 0)
        continue;
      place.push_back(int(k));
      auto elements = elementsOf(program, access, instance.iv);
      visit(elements[choose(place, elements.size())], access.isWrite, place);
    }
  }

private:
  unsigned choose(const Vector &place, unsigned count) const {
    std::mt19937 engine(seed);
    for (int value : place)
      engine.seed(engine() ^ unsigned(value * 2654435761u + 97));
    return engine() % count;
  }

  const StripProgram &program;
  unsigned seed;
};

/// Values are the places that wrote them; an empty one is in the array from the
/// beginning.
using Memory = std::map<Vector, Vector>;
} // namespace

std::string StripReference::execute(const std::vector<Strip> &strips,
                                    const TileTable &table,
                                    unsigned seed) const {
  Execution execution(program, seed);
  Memory memory;
  std::map<Vector, Vector> valueRead;
  for (const StripInstance &instance : instances)
    execution.run(instance, [&](const Vector &element, bool isWrite,
                                const Vector &place) {
      if (isWrite)
        memory[element] = place;
      else
        valueRead[place] = memory[element];
    });
  Memory remote;
  std::string wrong;
  for (const Strip &strip : strips) {
    Memory local;
    for (const Vector &key : strip) {
      TileSets sets = lookUp(table, key);
      for (const Vector &element : sets.load)
        local[element] = remote[element];
      for (const StripInstance *instance : tiles.at(key).instances)
        execution.run(*instance, [&](const Vector &element, bool isWrite,
                                     const Vector &place) {
          if (isWrite)
            local[element] = place;
          else if (!local.count(element))
            wrong = "a value that is read is not there";
          else if (local[element] != valueRead[place])
            wrong = "a value that is read is a wrong one";
        });
      for (const Vector &element : sets.store)
        if (!local.count(element))
          wrong = "a value that is stored is not there";
        else
          remote[element] = local[element];
    }
  }
  for (const auto &[element, value] : memory)
    if (remote[element] != value)
      wrong = "a value is wrong in the end";
  return wrong;
}

std::string StripReference::check(const TileTable &table) const {
  std::string wrong;
  forAlignments(program.sizes, [&](const Vector &alignment) {
    std::vector<Strip> strips = stripsOf(alignment);
    for (const Strip &strip : strips)
      if (wrong.empty())
        wrong = checkEquations(strip, table);
    for (unsigned seed = 1; seed <= 2 && wrong.empty(); ++seed)
      wrong = execute(strips, table, seed);
  });
  return wrong;
}

bool StripReference::hasReuse(const TileTable &table) const {
  for (const auto &[key, tile] : tiles)
    if (!without(tile.in, lookUp(table, key).load).empty())
      return true;
  return false;
}
