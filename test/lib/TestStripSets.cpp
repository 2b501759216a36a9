//===- TestStripSets.cpp - loads and stores of random programs ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-strip-sets` computes with isl, for all origins of tiles, what
// tiles of random programs load and store, and compares with an enumeration for
// every alignment.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Reuse/StripHulls.h"
#include "Strips/StripReference.h"
#include "TestPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::test;

namespace {

/// How many programs have what.
struct Counts {
  unsigned reuse = 0, mayWrites = 0, boxes = 0, several = 0, stores = 0,
           without = 0;
};

struct TestStripSets : PassWrapper<TestStripSets, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestStripSets)

  TestStripSets() = default;
  TestStripSets(const TestStripSets &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "test-polymem-strip-sets"; }
  StringRef getDescription() const override {
    return "Compare loads and stores of tiles of random programs with an "
           "enumeration";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry
        .insert<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
                memref::MemRefDialect, scf::SCFDialect>();
  }

  void runOnOperation() override {
    std::mt19937 engine(seed);
    Counts counts;
    for (unsigned k = 0; k < count; ++k) {
      StripProgram program = nextStripProgram(engine);
      std::string wrong = prove(program, counts);
      if (wrong.empty())
        continue;
      llvm::errs() << program.text() << "schedule " << program.schedule()
                   << "\nn " << program.n << " outer " << program.outer
                   << " strip " << program.strip << " read-later "
                   << program.readLater << " boxes " << program.boxes
                   << " sizes";
      for (int size : program.sizes)
        llvm::errs() << " " << size;
      llvm::errs() << "\n";
      getOperation().emitError() << "program " << k << ": " << wrong;
      return signalPassFailure();
    }
    llvm::outs() << "// " << count << " programs: " << counts.reuse
                 << " with reuse, " << counts.mayWrites << " with may-writes, "
                 << counts.several << " with strips of several dimensions, "
                 << counts.boxes << " with boxes, " << counts.stores
                 << " where a later strip saves a store, " << counts.without
                 << " beyond the budget\n";
  }

private:
  Option<unsigned> seed{*this, "seed", llvm::cl::init(1),
                        llvm::cl::desc("Seed of the random programs")};
  Option<unsigned> count{*this, "count", llvm::cl::init(20),
                         llvm::cl::desc("Number of programs")};

  std::string prove(const StripProgram &program, Counts &counts);
};

/// The sets at the program's numbers, or null ones.
StripSets computeSets(const Scop &scop, const ScopArray &array,
                      const StripProgram &program, bool inHull = false) {
  TileStrips strips;
  strips.schedule = isl::union_map(scop.ctx(), program.schedule());
  strips.outer = program.outer;
  strips.strip = program.strip;
  isl::set context = isl::set::universe(isl::space::unit(scop.ctx()));
  for (auto [k, size] : llvm::enumerate(program.sizes)) {
    std::string name = "s" + std::to_string(k);
    strips.sizes.push_back(program.sizesAreNames ? name : std::to_string(size));
    if (program.sizesAreNames)
      context = context.intersect(
          isl::set(scop.ctx(), "[" + name + "] -> { : " + name + " >= 1 }"));
  }
  StripAccesses accesses = computeStripAccesses(
      scop, array, strips, context,
      program.readLater ? StripLiveOut::Read : StripLiveOut::All);
  unsigned across = strips.sizes.size() - strips.strip;
  auto sizes = tileSizes(scop.ctx(), strips);
  if (program.boxes)
    return computeWidenedStripSets(
        inBoxes(inHull ? inHulls(scop, array, strips, context, accesses)
                       : accesses),
        sizes, across);
  return computeStripSets(accesses, orderAllOrigins(sizes, across));
}

isl::set withParameter(const isl::set &set, const std::string &name,
                       int value) {
  int place = set.find_dim_by_id(isl::dim::param, isl::id(set.ctx(), name));
  return place < 0 ? set : set.fix_si(isl::dim::param, unsigned(place), value);
}

/// Adds the pairs of a relation `{ [I] -> A[a] }` for numbers to the table.
bool enumerate(const isl::map &map, const StripProgram &program,
               const Vector &outer, Elements TileSets::*which,
               TileTable &table) {
  isl::set pairs = map.wrap();
  for (unsigned d = 0; d < program.outer; ++d)
    pairs = withParameter(pairs, "o" + std::to_string(d), outer[d]);
  for (unsigned k = 0; k < program.sizes.size(); ++k)
    pairs = withParameter(pairs, "s" + std::to_string(k), program.sizes[k]);
  pairs = withParameter(pairs, "arg1", program.n);
  unsigned tiled = program.sizes.size();
  isl::stat status =
      pairs.project_out_all_params().foreach_point([&](isl::point point) {
        Vector key = outer, element;
        for (unsigned d = 0; d < tiled + program.arrayRank; ++d)
          (d < tiled ? key : element)
              .push_back(int(
                  point.get_coordinate_val(isl::dim::set, int(d)).num_si()));
        (table[key].*which).insert(element);
        return isl::stat::ok();
      });
  return !status.is_error();
}

bool enumerate(const StripSets &sets, const StripProgram &program,
               TileTable &table) {
  std::set<Vector> outerValues;
  for (const StripInstance &instance : instancesOf(program))
    outerValues.insert(
        Vector(instance.time.begin(), instance.time.begin() + program.outer));
  return llvm::all_of(outerValues, [&](const Vector &outer) {
    return enumerate(sets.load, program, outer, &TileSets::load, table) &&
           enumerate(sets.store, program, outer, &TileSets::store, table);
  });
}

std::string difference(const TileTable &found, const TileTable &expected) {
  for (const TileTable *table : {&found, &expected})
    for (const auto &entry : *table) {
      const Vector &key = entry.first;
      auto get = [&](const TileTable &in) {
        auto it = in.find(key);
        return it == in.end() ? TileSets() : it->second;
      };
      TileSets a = get(found), b = get(expected);
      if (a == b)
        continue;
      std::string text = "tile";
      for (int value : key)
        text += " " + std::to_string(value);
      auto print = [&](const char *name, const Elements &elements) {
        text += std::string("; ") + name;
        for (const Vector &element : elements) {
          text += " (";
          for (int value : element)
            text += " " + std::to_string(value);
          text += " )";
        }
      };
      print("loads", a.load);
      print("expected", b.load);
      print("stores", a.store);
      print("expected", b.store);
      return text;
    }
  return "";
}

std::string TestStripSets::prove(const StripProgram &program, Counts &counts) {
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(program.text(), &getContext());
  if (!module)
    return "the text cannot be parsed";
  ScopFailure failure;
  func::FuncOp func = *module->getOps<func::FuncOp>().begin();
  std::unique_ptr<Scop> scop = Scop::build(func, failure);
  if (!scop)
    return failure.reason.text;
  const ScopArray *array = scop->arrayOf(func.getArgument(0));
  if (!array)
    return "the array is not accessed";
  StripSets sets;
  {
    // Few programs need more; those are counted.
    IslOperationsGuard guard(scop->ctx(), kDefaultIslOperations / 4);
    sets = computeSets(*scop, *array, program);
  }
  if (sets.isNull()) {
    ++counts.without;
    return "";
  }
  TileTable found;
  if (!enumerate(sets, program, found))
    return "isl cannot enumerate the sets";
  StripReference reference(program);
  if (std::string wrong = difference(found, reference.expected());
      !wrong.empty())
    return wrong;
  if (std::string wrong = reference.check(found); !wrong.empty())
    return wrong;
  if (program.boxes) {
    // Larger boxes: what they are is not looked at, but what is computed.
    IslOperationsGuard guard(scop->ctx(), kDefaultIslOperations / 4);
    StripSets coarse = computeSets(*scop, *array, program, /*inHull=*/true);
    TileTable larger;
    // Where the budget ends there are none.
    if (!coarse.isNull()) {
      if (!enumerate(coarse, program, larger))
        return "isl cannot enumerate the sets of hulls";
      if (std::string wrong = reference.check(larger); !wrong.empty())
        return "hulls: " + wrong;
    }
  }
  counts.reuse += reference.hasReuse(found);
  counts.boxes += program.boxes;
  counts.several += program.strip > 1;
  bool mayWrites = false;
  for (const StripStatement &statement : program.statements)
    for (const StripAccess &access : statement.accesses)
      mayWrites |= access.isWrite && !access.isSure();
  counts.mayWrites += mayWrites;
  if (program.readLater) {
    StripProgram alone = program;
    alone.readLater = false;
    counts.stores += !(StripReference(alone).expected() == found);
  }
  return "";
}

} // namespace

void polymem::test::registerTestStripSets() {
  PassRegistration<TestStripSets>();
}
