//===- TestDependences.cpp - dependences against an execution -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-dependences` executes each function that has the attribute
// `test.values`, an array of lists of values for its index arguments, one list
// per execution, and notes which statement instance touches which element when.
// Domains, memory-based and value-based dependences and live-in elements of the
// scop must be exactly those of the execution; a difference is an error.
//
// Executed are affine loops and conditions, tiles, accesses and values carried
// by loops; no operation may have may-accesses.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "PolyMem/Polyhedral/Dependences.h"
#include "TestPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"
#include "isl/union_set.h"
#include <map>
#include <set>

using namespace mlir;
using namespace polymem;

namespace {

using Point = std::vector<int64_t>;
/// A memref or scalar, and which of its elements.
using Cell = std::pair<void *, Point>;

struct Event {
  std::string instance;
  bool isWrite;
  Cell cell;
};

std::string tuple(StringRef name, ArrayRef<int64_t> point) {
  std::string text = name.str() + "[";
  for (auto [d, coordinate] : llvm::enumerate(point))
    text += (d ? ", " : "") + std::to_string(coordinate);
  return text + "]";
}

/// Runs a function and records what it does.
class Execution {
public:
  explicit Execution(const Scop &scop) : scop(scop) {}

  void run(Block &block) {
    for (Operation &op : block)
      run(&op);
  }

  llvm::DenseMap<Value, int64_t> indices;
  std::vector<Event> events;
  std::set<std::string> instances;

private:
  SmallVector<int64_t> evaluate(AffineMap map, ValueRange operands) {
    SmallVector<Attribute> constants, folded;
    Builder builder(map.getContext());
    for (Value operand : operands)
      constants.push_back(builder.getIndexAttr(indices.lookup(operand)));
    SmallVector<int64_t> result;
    if (succeeded(map.constantFold(constants, folded)))
      for (Attribute attr : folded)
        result.push_back(cast<IntegerAttr>(attr).getInt());
    return result;
  }

  bool holds(affine::AffineIfOp op) {
    IntegerSet set = op.getIntegerSet();
    AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                   set.getConstraints(), set.getContext());
    for (auto [k, value] : llvm::enumerate(evaluate(map, op.getOperands())))
      if (set.isEq(k) ? value != 0 : value < 0)
        return false;
    return true;
  }

  void iterate(Value iv, int64_t lower, int64_t upper, int64_t step,
               llvm::function_ref<void()> body) {
    for (int64_t value = lower; value < upper; value += step) {
      indices[iv] = value;
      ivs.push_back(value);
      body();
      ivs.pop_back();
    }
  }

  std::string instance(const ScopStatement *statement) {
    std::string text = tuple(statement->name, ivs);
    instances.insert(text);
    return text;
  }

  void touch(const ScopStatement *statement, bool isWrite, Cell cell) {
    events.push_back({instance(statement), isWrite, std::move(cell)});
  }

  /// A scalar that another statement defines or a loop carries.
  void readScalar(const ScopStatement *statement, Value value) {
    auto cell = cells.find(value);
    if (cell == cells.end() || cell->second.first == statement)
      return;
    crossing.insert(cell->second.second.first);
    touch(statement, false, cell->second.second);
  }

  void defineScalar(const ScopStatement *statement, Value value) {
    Cell cell = {value.getAsOpaquePointer(), Point(ivs.begin(), ivs.end())};
    cells[value] = {statement, cell};
    touch(statement, true, cell);
  }

  void runFor(affine::AffineForOp loop) {
    // The carried values: cells of the iteration around the loop.
    const ScopStatement *first = nullptr;
    for (const ScopAccess &access : scop.accesses())
      if (access.op == loop && access.isWrite())
        first = &scop.statements()[access.statement];
    for (Value init : loop.getInits())
      readScalar(first, init);
    for (auto [arg, result] :
         llvm::zip(loop.getRegionIterArgs(), loop.getResults())) {
      Cell cell = {arg.getAsOpaquePointer(), Point(ivs.begin(), ivs.end())};
      cells[arg] = cells[result] = {nullptr, cell};
      touch(first, true, cell);
    }
    auto lower =
        evaluate(loop.getLowerBoundMap(), loop.getLowerBoundOperands());
    auto upper =
        evaluate(loop.getUpperBoundMap(), loop.getUpperBoundOperands());
    iterate(loop.getInductionVar(), *llvm::max_element(lower),
            *llvm::min_element(upper), loop.getStepAsInt(),
            [&] { run(*loop.getBody()); });
  }

  void runParallel(affine::AffineParallelOp loop, unsigned dim) {
    if (dim == loop.getNumDims())
      return run(*loop.getBody());
    auto lower =
        evaluate(loop.getLowerBoundMap(dim), loop.getLowerBoundsOperands());
    auto upper =
        evaluate(loop.getUpperBoundMap(dim), loop.getUpperBoundsOperands());
    iterate(loop.getIVs()[dim], *llvm::max_element(lower),
            *llvm::min_element(upper), loop.getSteps()[dim],
            [&] { runParallel(loop, dim + 1); });
  }

  void runTile(PolyhedralLoopOpInterface loop, unsigned dim) {
    SmallVector<Value> loopIvs = loop.getPolyhedralIvs();
    if (dim == loopIvs.size())
      return run(loop.getPolyhedralBody().front());
    auto valueOf = [&](OpFoldResult bound) {
      if (auto constant = getConstantIntValue(bound))
        return *constant;
      return indices.lookup(cast<Value>(bound));
    };
    iterate(loopIvs[dim], valueOf(loop.getPolyhedralLowerBounds()[dim]),
            valueOf(loop.getPolyhedralUpperBounds()[dim]),
            valueOf(loop.getPolyhedralSteps()[dim]),
            [&] { runTile(loop, dim + 1); });
  }

  void run(Operation *op) {
    if (auto loop = dyn_cast<affine::AffineForOp>(op))
      return runFor(loop);
    if (auto loop = dyn_cast<affine::AffineParallelOp>(op))
      return runParallel(loop, 0);
    if (auto loop = dyn_cast<PolyhedralLoopOpInterface>(op))
      return runTile(loop, 0);
    if (auto ifOp = dyn_cast<affine::AffineIfOp>(op)) {
      if (holds(ifOp))
        run(*ifOp.getThenBlock());
      else if (ifOp.hasElse())
        run(*ifOp.getElseBlock());
      return;
    }
    APInt constant;
    if (op->getNumResults() == 1 && op->getResult(0).getType().isIndex()) {
      int64_t &value = indices[op->getResult(0)];
      if (matchPattern(op, m_ConstantInt(&constant)))
        value = constant.getSExtValue();
      else if (auto min = dyn_cast<affine::AffineMinOp>(op))
        value = *llvm::min_element(evaluate(min.getMap(), min.getOperands()));
      else if (auto max = dyn_cast<affine::AffineMaxOp>(op))
        value = *llvm::max_element(evaluate(max.getMap(), max.getOperands()));
      else if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
        value = evaluate(apply.getAffineMap(), apply.getOperands()).front();
      return;
    }
    const ScopStatement *statement = scop.statementOf(op);
    if (!statement)
      return;
    instance(statement);
    for (Value operand : op->getOperands())
      readScalar(statement, operand);
    auto element = [&](Value memref, AffineMap map, ValueRange operands) {
      auto point = evaluate(map, operands);
      return Cell(memref.getAsOpaquePointer(),
                  Point(point.begin(), point.end()));
    };
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      touch(statement, false,
            element(load.getMemRef(), load.getAffineMap(),
                    load.getMapOperands()));
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      touch(statement, true,
            element(store.getMemRef(), store.getAffineMap(),
                    store.getMapOperands()));
    for (Value result : op->getResults())
      defineScalar(statement, result);
    if (auto yield = dyn_cast<affine::AffineYieldOp>(op))
      if (auto loop = dyn_cast<affine::AffineForOp>(op->getParentOp()))
        for (Value arg : loop.getRegionIterArgs())
          touch(statement, true, cells[arg].second);
  }

  const Scop &scop;
  SmallVector<int64_t> ivs;
  /// The cell of each scalar now, and the statement that defines it (null for
  /// a value carried by a loop).
  llvm::DenseMap<Value, std::pair<const ScopStatement *, Cell>> cells;

public:
  /// Scalars that some statement reads that does not define them.
  std::set<void *> crossing;
};

/// What an execution says of its dependences, as texts of isl points.
struct Observed {
  std::set<std::string> domain, flow, anti, output, valueFlow, liveIn;

  Observed(const Scop &scop, const Execution &execution) {
    for (const std::string &instance : execution.instances)
      domain.insert("{ " + instance + " }");
    std::map<Cell, std::vector<const Event *>> history;
    for (const Event &event : execution.events) {
      const ScopArray *array =
          scop.arrayOf(Value::getFromOpaquePointer(event.cell.first));
      bool isScalar = !array || array->kind == ScopArray::Kind::Scalar;
      if (isScalar &&
          isa<OpResult>(Value::getFromOpaquePointer(event.cell.first)) &&
          !execution.crossing.count(event.cell.first))
        continue;
      auto &earlier = history[event.cell];
      const Event *lastWrite = nullptr;
      for (const Event *other : earlier) {
        if (other->isWrite)
          lastWrite = other;
        if (other->instance == event.instance ||
            (!other->isWrite && !event.isWrite))
          continue;
        (event.isWrite ? (other->isWrite ? output : anti) : flow)
            .insert(pair(*other, event));
      }
      if (!event.isWrite && lastWrite && lastWrite->instance != event.instance)
        valueFlow.insert(pair(*lastWrite, event));
      if (!event.isWrite && !lastWrite && !isScalar)
        liveIn.insert("{ " + tuple(array->name, event.cell.second) + " }");
      earlier.push_back(&event);
    }
  }

  static std::string pair(const Event &a, const Event &b) {
    return "{ [" + a.instance + " -> " + b.instance + "] }";
  }
};

/// The points of `set` for the given parameters.
std::set<std::string> points(isl::union_set set, const isl::set &parameters) {
  std::set<std::string> result;
  set = isl::manage(isl_union_set_project_out_all_params(
      set.intersect_params(parameters).release()));
  set.foreach_point([&](isl::point point) -> isl::stat {
    result.insert(islToString(isl::set(point)));
    return isl::stat::ok();
  });
  return result;
}

struct TestDependences : PassWrapper<TestDependences, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDependences)

  StringRef getArgument() const override { return "test-polymem-dependences"; }
  StringRef getDescription() const override {
    return "Compare dependences with those of an execution";
  }

  void runOnOperation() override {
    unsigned compared = 0, events = 0;
    getOperation().walk([&](func::FuncOp func) {
      auto lists = func->getAttrOfType<ArrayAttr>("test.values");
      if (!lists)
        return;
      ScopFailure failure;
      auto scop = Scop::build(func, failure);
      if (!scop) {
        failure.op->emitError(failure.reason.text);
        return signalPassFailure();
      }
      auto dependences = Dependences::compute(*scop);
      if (!dependences || !dependences->valueBasedExact) {
        func.emitError("no dependences");
        return signalPassFailure();
      }
      for (auto list : lists.getAsRange<ArrayAttr>()) {
        events += compare(func, *scop, *dependences, list);
        ++compared;
      }
    });
    llvm::outs() << compared << " executions compared, " << events
                 << " accesses\n";
  }

  unsigned compare(func::FuncOp func, const Scop &scop,
                   const Dependences &dependences, ArrayAttr list) {
    Execution execution(scop);
    isl::set parameters = scop.context();
    unsigned next = 0;
    for (Value argument : func.getArguments())
      if (argument.getType().isIndex()) {
        int64_t value = cast<IntegerAttr>(list[next++]).getInt();
        execution.indices[argument] = value;
        if (isl::id id = scop.parameterFor(argument); !id.is_null())
          parameters = parameters.fix_si(
              isl::dim::param, parameters.find_dim_by_id(isl::dim::param, id),
              value);
      }
    execution.run(func.getBody().front());
    Observed observed(scop, execution);
    auto check = [&](StringRef what, const std::set<std::string> &expected,
                     isl::union_set actual) {
      std::set<std::string> found = points(actual, parameters);
      auto first = [](const std::set<std::string> &from,
                      const std::set<std::string> &without) {
        for (const std::string &text : from)
          if (!without.count(text))
            return text;
        return std::string("none");
      };
      if (found == expected)
        return;
      func.emitError() << what << " with values " << list
                       << ": not in the execution " << first(found, expected)
                       << ", not found " << first(expected, found);
      signalPassFailure();
    };
    check("domains", observed.domain, scop.domains());
    check("flow", observed.flow, dependences.flow.wrap());
    check("anti", observed.anti, dependences.anti.wrap());
    check("output", observed.output, dependences.output.wrap());
    check("value-based flow", observed.valueFlow,
          dependences.valueFlow().wrap());
    check("live-in", observed.liveIn, dependences.liveIn());
    return execution.events.size();
  }
};

} // namespace

void polymem::test::registerTestDependences() {
  PassRegistration<TestDependences>();
}
