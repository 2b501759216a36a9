//===- polymem-emulator-test.cpp - feed traces to observers ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plays a trace of a kernel to the observers of the emulator, so that each of
// their rules can be tested without a kernel. A line of a trace is one of
//
//   # a comment
//   limits warp=32 threads=512 shared=16384 banks=16 bank-bytes=4 sector=64
//                                others than those of TestLimits.h
//   global A 4 16x17             an argument: bytes per element, extents
//   heap H 4 100                 the same, not initialised
//   shared tile 4 16x17          a buffer of every block of later launches
//   remove A
//   initialise H[3] 8            host code has written 8 bytes
//   launch name grid=2,1,1 block=64,1,1 static=0 dynamic=0 partial=1
//   block 0                      what follows happens in this block
//   0..31 read A[2*t+k] bytes=4 align=4 repeat=3 site=S
//   0..30:2 write A[t]           (also: atomic)
//   0..31 move tile[t] from A[t]     a load whose value is only stored
//   0..31 copy tile[4*t] from A[4*t] bytes=16 number=1
//   0..31 finish number=1
//   0..31 execute mma count=2
//   barrier                      of the whole block
//   barrier 0..31                of these threads
//   meet 0..31                   without ordering memory
//   end                          of the launch
//
// Subscripts are linear element numbers, made of t (the thread), b (the block),
// k (the repetition), integers, + - * / % and parentheses; no spaces. Sites are
// named by `site` or else by line. Between two synchronisations, each thread
// runs all its lines, then the next one does.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Emulator/Checking/Checker.h"
#include "PolyMem/Emulator/Counting/Counters.h"
#include "PolyMem/Emulator/Execution/ObserverList.h"
#include "TestLimits.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <sstream>

using namespace polymem::emulator;

static int lineNumber = 0;

[[noreturn]] static void fail(const std::string &message) {
  std::cerr << "line " << lineNumber << ": " << message << "\n";
  std::exit(1);
}

//===----------------------------------------------------------------------===//
// Words and expressions
//===----------------------------------------------------------------------===//

namespace {
/// Evaluates a subscript.
class Expression {
public:
  Expression(const std::string &text, std::map<char, int64_t> variables)
      : next(text.c_str()), variables(std::move(variables)) {}
  int64_t evaluate() {
    int64_t value = sum();
    if (*next)
      fail(std::string("unexpected '") + next + "'");
    return value;
  }

private:
  int64_t sum() {
    int64_t value = product();
    while (*next == '+' || *next == '-')
      value = *next++ == '+' ? value + product() : value - product();
    return value;
  }
  int64_t product() {
    int64_t value = factor();
    while (*next && strchr("*/%", *next)) {
      char operation = *next++;
      int64_t right = factor();
      if (operation != '*' && right == 0)
        fail("division by zero");
      value = operation == '*'   ? value * right
              : operation == '/' ? value / right
                                 : value % right;
    }
    return value;
  }
  int64_t factor() {
    if (*next == '-') {
      ++next;
      return -factor();
    }
    if (*next == '(') {
      ++next;
      int64_t value = sum();
      if (*next++ != ')')
        fail("expected ')'");
      return value;
    }
    if (auto it = variables.find(*next); it != variables.end()) {
      ++next;
      return it->second;
    }
    char *end = nullptr;
    int64_t value = strtoll(next, &end, 10);
    if (end == next)
      fail(std::string("expected a number, not '") + next + "'");
    next = end;
    return value;
  }

  const char *next;
  std::map<char, int64_t> variables;
};

/// A line: words, and the settings `key=value` among them.
struct Line {
  std::vector<std::string> words;
  std::map<std::string, std::string> settings;

  const std::string &word(size_t i) const {
    if (i >= words.size())
      fail("a word is missing");
    return words[i];
  }
  int64_t number(const std::string &key, int64_t otherwise) const {
    auto it = settings.find(key);
    return it == settings.end() ? otherwise
                                : Expression(it->second, {}).evaluate();
  }
};
} // namespace

static Line split(const std::string &text) {
  Line line;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) {
    size_t equals = word.find('=');
    if (equals == std::string::npos)
      line.words.push_back(word);
    else
      line.settings[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return line;
}

static std::vector<int64_t> numbers(const std::string &text, char separator) {
  std::vector<int64_t> values;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    values.push_back(Expression(part, {}).evaluate());
  return values;
}

/// "3", "0..31" or "0..30:2".
static std::vector<int64_t> threadsOf(const std::string &text) {
  size_t dots = text.find(".."), colon = text.find(':');
  if (dots == std::string::npos)
    return {Expression(text, {}).evaluate()};
  int64_t first = Expression(text.substr(0, dots), {}).evaluate();
  int64_t last =
      Expression(text.substr(dots + 2, colon - dots - 2), {}).evaluate();
  int64_t step = colon == std::string::npos
                     ? 1
                     : Expression(text.substr(colon + 1), {}).evaluate();
  std::vector<int64_t> threads;
  for (int64_t thread = first; thread <= last; thread += step)
    threads.push_back(thread);
  return threads;
}

//===----------------------------------------------------------------------===//
// Playing
//===----------------------------------------------------------------------===//

namespace {
/// What one thread, or a synchronisation, does.
struct Step {
  int64_t thread = -1;
  std::vector<Access> accesses;
  bool finishes = false;
  uint64_t copy = 0;
  std::string instruction;
  uint64_t count = 0;
  uint32_t site = 0;
  bool synchronises = false;
  Synchronisation meeting;
};

class Player {
public:
  Limits limits = testLimits();
  std::unique_ptr<Checker> checker;
  std::unique_ptr<Counters> counters;
  ObserverList observers;
  /// "ascending", "descending", "by-line", or a seed.
  std::string threadOrder = "ascending";
  bool reverseBlocks = false, interleaveBlocks = false;
  bool check = false, count = false, json = false;
  unsigned maxReports = 1;

  void play(std::istream &input);

private:
  void createObservers();
  void readLine(const Line &line);
  void declare(const Line &line);
  void launch(const Line &line);
  void threadsDo(const Line &line);
  void endLaunch();
  bool playSteps(int64_t block, std::vector<Step>::iterator begin,
                 std::vector<Step>::iterator end);
  bool playStep(int64_t block, Step &step);
  uint32_t siteOf(const Line &line);
  const Region &regionOf(const std::string &place);
  uintptr_t addressOf(const std::string &place,
                      const std::map<char, int64_t> &variables);

  std::vector<Region> globals, shareds;
  uintptr_t nextGlobal = 0x100000, nextShared = 0x1000;
  std::vector<Site> sites;
  std::map<std::string, uint32_t> siteNumbers;
  LaunchInfo info;
  bool isLaunched = false;
  /// Blocks in the order of the trace, with their steps.
  std::vector<std::pair<int64_t, std::vector<Step>>> blocks;
};
} // namespace

void Player::createObservers() {
  if (!observers.empty())
    return;
  if (check) {
    CheckerOptions checkerOptions(limits);
    checkerOptions.maxReports = maxReports;
    checker = std::make_unique<Checker>(checkerOptions);
    observers.add(*checker);
  }
  if (count) {
    counters = std::make_unique<Counters>(limits);
    observers.add(*counters);
  }
}

const Region &Player::regionOf(const std::string &place) {
  std::string name = place.substr(0, place.find('['));
  for (const auto *regions : {&globals, &shareds})
    for (const Region &region : *regions)
      if (region.name == name)
        return region;
  fail("no region '" + name + "'");
}

uintptr_t Player::addressOf(const std::string &place,
                            const std::map<char, int64_t> &variables) {
  const Region &region = regionOf(place);
  size_t open = place.find('[');
  if (open == std::string::npos || place.back() != ']')
    fail("expected region[subscript]");
  std::string subscript = place.substr(open + 1, place.size() - open - 2);
  return region.begin + Expression(subscript, variables).evaluate() *
                            static_cast<int64_t>(region.elementBytes);
}

/// Regions start at multiples of 256, at least 256 bytes apart.
void Player::declare(const Line &line) {
  bool isShared = line.words[0] == "shared";
  Region region;
  region.name = line.word(1);
  region.elementBytes = Expression(line.word(2), {}).evaluate();
  region.extents = numbers(line.word(3), 'x');
  region.bytes = region.elementBytes;
  for (int64_t extent : region.extents)
    region.bytes *= extent;
  uintptr_t &next = isShared ? nextShared : nextGlobal;
  region.begin = next;
  next += (region.bytes + 511) / 256 * 256;
  if (!isShared)
    observers.addRegion(region, line.words[0] == "global");
  (isShared ? shareds : globals).push_back(region);
}

void Player::launch(const Line &line) {
  info = LaunchInfo();
  info.kernel = line.word(1);
  for (auto [key, extents] :
       {std::pair("grid", &info.grid), std::pair("block", &info.block)})
    if (auto it = line.settings.find(key); it != line.settings.end()) {
      std::vector<int64_t> given = numbers(it->second, ',');
      std::copy_n(given.begin(), std::min<size_t>(3, given.size()),
                  extents->begin());
    }
  info.staticSharedBytes = line.number("static", 0);
  info.dynamicSharedBytes = line.number("dynamic", 0);
  info.partialSynchronisation = line.number("partial", 1) != 0;
  blocks.clear();
  isLaunched = true;
}

uint32_t Player::siteOf(const Line &line) {
  std::string operation = line.word(1);
  operation = operation == "read"    ? "load"
              : operation == "write" ? "store"
                                     : operation;
  auto it = line.settings.find("site");
  std::string location = it == line.settings.end()
                             ? "line " + std::to_string(lineNumber)
                             : it->second;
  auto [known, isNew] =
      siteNumbers.try_emplace(operation + " at " + location, sites.size());
  if (isNew)
    sites.push_back({location, operation, ""});
  return known->second;
}

void Player::threadsDo(const Line &line) {
  if (blocks.empty())
    fail("no block");
  int64_t block = blocks.back().first;
  const std::string &action = line.word(1);
  for (int64_t thread : threadsOf(line.words[0]))
    for (int64_t k = 0; k < line.number("repeat", 1); ++k) {
      Step step;
      step.thread = thread;
      step.site = siteOf(line);
      step.copy = line.number("number", 0) * 65536 + thread;
      auto access = [&](AccessKind kind, const std::string &place) {
        Access access;
        access.block = block;
        access.thread = thread;
        access.site = step.site;
        access.kind = kind;
        const Region &region = regionOf(place);
        bool isShared = region.begin < 0x100000;
        access.space = isShared ? Space::Shared : Space::Global;
        access.address =
            addressOf(place, {{'t', thread}, {'b', block}, {'k', k}}) +
            line.number("offset", 0);
        access.bytes = line.number("bytes", region.elementBytes);
        access.alignment = line.number("align", 1);
        access.copy = step.copy;
        step.accesses.push_back(access);
      };
      if (action == "read") {
        access(AccessKind::Read, line.word(2));
      } else if (action == "write") {
        access(AccessKind::Write, line.word(2));
      } else if (action == "atomic") {
        access(AccessKind::Atomic, line.word(2));
      } else if (action == "copy" && line.word(3) == "from") {
        access(AccessKind::AsyncRead, line.word(4));
        access(AccessKind::AsyncWrite, line.word(2));
      } else if (action == "move" && line.word(3) == "from") {
        access(AccessKind::Read, line.word(4));
        access(AccessKind::Write, line.word(2));
        for (Access &moving : step.accesses)
          moving.source = static_cast<int32_t>(moving.site);
      } else if (action == "finish") {
        step.finishes = true;
      } else if (action == "execute") {
        step.instruction = line.word(2);
        step.count = line.number("count", 1);
      } else {
        fail("unknown action '" + action + "'");
      }
      blocks.back().second.push_back(std::move(step));
    }
}

bool Player::playStep(int64_t block, Step &step) {
  if (step.synchronises) {
    observers.synchronise(step.meeting);
    return true;
  }
  for (const Access &access : step.accesses)
    if (!observers.access(access))
      return false;
  if (step.finishes)
    observers.copyFinished(block, step.thread, step.copy);
  if (!step.instruction.empty())
    observers.instruction(block, step.thread, step.site,
                          step.instruction.c_str(), step.count);
  return true;
}

/// Plays steps between two synchronisations, thread by thread.
bool Player::playSteps(int64_t block, std::vector<Step>::iterator begin,
                       std::vector<Step>::iterator end) {
  std::vector<int64_t> rank(1 << 16);
  for (size_t i = 0; i < rank.size(); ++i)
    rank[i] = threadOrder == "by-line"      ? 0
              : threadOrder == "descending" ? -static_cast<int64_t>(i)
                                            : static_cast<int64_t>(i);
  if (isdigit(threadOrder[0])) {
    std::mt19937 random(std::stoul(threadOrder));
    std::shuffle(rank.begin(), rank.end(), random);
  }
  std::map<int64_t, std::vector<Step *>> stepsOfRank;
  for (auto it = begin; it != end; ++it)
    stepsOfRank[rank[it->thread]].push_back(&*it);
  for (auto &[number, steps] : stepsOfRank)
    for (Step *step : steps)
      if (!playStep(block, *step))
        return false;
  return true;
}

void Player::endLaunch() {
  info.sites = &sites;
  isLaunched = false;
  if (!observers.beginLaunch(info)) {
    observers.endLaunch();
    return;
  }
  if (reverseBlocks)
    std::reverse(blocks.begin(), blocks.end());
  // Where each block has got to.
  std::vector<std::vector<Step>::iterator> position;
  position.reserve(blocks.size());
  for (auto &[number, steps] : blocks)
    position.push_back(steps.begin());
  auto advance = [&](size_t i) {
    auto &[number, steps] = blocks[i];
    auto stop = std::find_if(position[i], steps.end(),
                             [](const Step &s) { return s.synchronises; });
    bool isGood = playSteps(number, position[i], stop);
    if (isGood && stop != steps.end())
      playStep(number, *stop++);
    position[i] = stop;
    return isGood;
  };
  bool isGood = true;
  if (interleaveBlocks) {
    for (auto &block : blocks)
      observers.beginBlock(block.first, shareds);
    for (bool goesOn = true; goesOn && isGood;) {
      goesOn = false;
      for (size_t i = 0; i < blocks.size() && isGood; ++i)
        if (position[i] != blocks[i].second.end()) {
          goesOn = true;
          isGood = advance(i);
        }
    }
    for (auto &block : blocks)
      observers.endBlock(block.first);
  } else {
    for (size_t i = 0; i < blocks.size() && isGood; ++i) {
      observers.beginBlock(blocks[i].first, shareds);
      while (isGood && position[i] != blocks[i].second.end())
        isGood = advance(i);
      observers.endBlock(blocks[i].first);
    }
  }
  observers.endLaunch();
}

void Player::readLine(const Line &line) {
  const std::string &first = line.words[0];
  if (first == "limits") {
    limits.warpSize = line.number("warp", limits.warpSize);
    limits.maxThreadsPerBlock =
        line.number("threads", limits.maxThreadsPerBlock);
    limits.sharedBytes = line.number("shared", limits.sharedBytes);
    limits.staticSharedBytes = line.number("static", limits.staticSharedBytes);
    limits.sharedBanks = line.number("banks", limits.sharedBanks);
    limits.bankBytes = line.number("bank-bytes", limits.bankBytes);
    limits.sectorBytes = line.number("sector", limits.sectorBytes);
    return;
  }
  createObservers();
  if (first == "global" || first == "heap" || first == "shared") {
    declare(line);
  } else if (first == "remove") {
    observers.removeRegion(regionOf(line.word(1)).begin);
  } else if (first == "initialise") {
    observers.markInitialised(addressOf(line.word(1), {}),
                              Expression(line.word(2), {}).evaluate());
  } else if (first == "launch") {
    launch(line);
  } else if (!isLaunched) {
    fail("no launch");
  } else if (first == "block") {
    blocks.push_back({Expression(line.word(1), {}).evaluate(), {}});
  } else if (first == "barrier" || first == "meet") {
    if (blocks.empty())
      fail("no block");
    Step step;
    step.synchronises = true;
    step.meeting.block = blocks.back().first;
    step.meeting.wholeBlock = line.words.size() == 1;
    step.meeting.ordersMemory = first == "barrier";
    for (size_t i = 1; i < line.words.size(); ++i)
      for (int64_t thread : threadsOf(line.words[i]))
        step.meeting.threads.push_back(thread);
    blocks.back().second.push_back(std::move(step));
  } else if (first == "end") {
    endLaunch();
  } else {
    threadsDo(line);
  }
}

void Player::play(std::istream &input) {
  for (std::string text; std::getline(input, text);) {
    ++lineNumber;
    Line line = split(text.substr(0, text.find('#')));
    if (!line.words.empty())
      readLine(line);
    else if (!line.settings.empty())
      fail("expected a word");
  }
  if (isLaunched)
    fail("the launch does not end");
  createObservers();
  if (checker) {
    for (const Report &report : checker->reports())
      std::cout << report.text();
    std::cout << checker->reports().size() << " reports\n";
  }
  if (counters && json)
    counters->writeJson(std::cout);
  else if (counters)
    counters->writeTable(std::cout);
}

int main(int argc, char **argv) {
  Player player;
  std::string file;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    auto value = [&] { return argument.substr(argument.find('=') + 1); };
    if (argument == "--check")
      player.check = true;
    else if (argument == "--count")
      player.count = true;
    else if (argument == "--count-json")
      player.count = player.json = true;
    else if (argument.rfind("--reports=", 0) == 0)
      player.maxReports = std::stoul(value());
    else if (argument.rfind("--threads=", 0) == 0)
      player.threadOrder = value();
    else if (argument == "--blocks=reversed")
      player.reverseBlocks = true;
    else if (argument == "--blocks=interleaved")
      player.interleaveBlocks = true;
    else if (argument[0] != '-' && file.empty())
      file = argument;
    else
      fail("unknown option " + argument);
  }
  std::ifstream input(file);
  if (!input) {
    std::cerr << "cannot read '" << file << "'\n";
    return 1;
  }
  player.play(input);
}
