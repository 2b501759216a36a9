//===- Components.cpp - what must hold for components to run --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Components/Components.h"
#include "ComponentLoops.h"
#include "PolyMem/Machine/Machine.h"
#include "Segments.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

bool polymem::hasComponents(Operation *func) {
  return func->walk([](prem::ComponentOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

bool polymem::makeSequential(Operation *func) {
  SmallVector<prem::ComponentOp> components;
  func->walk([&](prem::ComponentOp op) { components.push_back(op); });
  for (prem::ComponentOp component : components) {
    std::optional<ComponentLoops> loops = makeLoops(component);
    if (!loops)
      return false;
    Value memory = loops->mark->getOperand(1);
    loops->mark->erase();
    memory.getDefiningOp()->erase();
    component.erase();
  }
  return true;
}

/// Whether the machine has the cores and the memory.
static void checkCapacity(prem::ComponentOp component, const Machine &machine,
                          Finding &finding) {
  const Multicore &multicore = machine.multicore;
  int64_t cores = component.getNumCores(), bytes = 0;
  for (auto stream : component.getBody().getOps<prem::StreamOp>()) {
    auto type = cast<MemRefType>(stream.getBuffer().getType());
    int64_t buffers = stream.getMode() == prem::Mode::Stream ? 2 : 1;
    int64_t one =
        llvm::alignTo(prem::getBytes(type), multicore.scratchpadAlignment);
    bytes += (stream.getArray() ? buffers : 1) * one;
  }
  int64_t there = multicore.scratchpadBytes - multicore.reservedBytes;
  if (cores <= multicore.cores && bytes <= there)
    return;
  finding.verdict = Verdict::Violated;
  finding.op = component;
  finding.text =
      cores > multicore.cores
          ? sentence("it is for {0} cores, the machine has {1}",
                     named("Cores", cores),
                     named("MachineCores", multicore.cores))
          : sentence("buffers take {0} bytes, a scratchpad has {1} beside what "
                     "is reserved",
                     named("Bytes", bytes), named("Available", there));
}

/// Accesses of a segment to what is not memory of its own.
static void checkOperands(prem::ComponentOp component, Finding &finding) {
  component.getBody().walk([&](Operation *op) {
    if (isa<prem::StreamOp>(op) || finding.verdict != Verdict::Proved)
      return;
    for (Value operand : op->getOperands()) {
      if (!isa<BaseMemRefType>(operand.getType()) ||
          component.getBody().isAncestor(operand.getParentRegion()))
        continue;
      finding.verdict = Verdict::Violated;
      finding.op = op;
      finding.text = Sentence("a segment accesses main memory");
    }
  });
}

/// What is `kept` is loaded once: the loops around may not store it, and the
/// box must be known before them.
static void checkKept(prem::ComponentOp component, Finding &finding) {
  Operation *outermost = component;
  while (!isa<FunctionOpInterface>(outermost->getParentOp()))
    outermost = outermost->getParentOp();
  auto refute = [&](Operation *op, StringRef text) {
    finding.verdict = Verdict::Violated;
    finding.op = op;
    finding.text = Sentence(text);
  };
  for (auto stream : component.getBody().getOps<prem::StreamOp>()) {
    if (!stream.getKept())
      continue;
    outermost->walk([&](prem::StreamOp other) {
      if (other.getArray() == stream.getArray() && other.getStore())
        refute(stream, "an array is loaded once only, and stored in the loops "
                       "around");
    });
    for (auto [s, symbol] : llvm::enumerate(stream.getSymbols())) {
      if (!outermost->isAncestor(symbol.getParentRegion()->getParentOp()))
        continue;
      auto depends = [number = unsigned(s)](AffineMap map) {
        return map.isFunctionOfSymbol(number);
      };
      bool any = depends(*stream.getOrigin());
      for (prem::BoxAttr box : stream.getBoxes())
        any |= llvm::any_of(box.getLower(), depends) ||
               llvm::any_of(box.getUpper(), depends);
      if (any)
        refute(stream, "an array is loaded once only, but its box depends on "
                       "the loops around");
    }
  }
}

namespace {
/// The findings of all components of a function.
class Findings {
public:
  Findings(bool withCapacity) {
    for (Obligation obligation :
         {Obligation::Phases, Obligation::Transfers, Obligation::Cores})
      list.emplace_back().obligation = obligation;
    if (withCapacity)
      list.emplace_back().obligation = Obligation::Capacity;
  }

  /// `found` is kept unless something worse of its obligation is known.
  void add(const Finding &found) {
    auto severity = [](const Finding &finding) {
      return finding.verdict == Verdict::Proved      ? 0
             : finding.verdict == Verdict::Undecided ? 1
                                                     : 2;
    };
    for (Finding &known : list)
      if (known.obligation == found.obligation &&
          severity(found) > severity(known))
        known = found;
  }
  void undecided(Operation *op, const Sentence &text) {
    for (Obligation obligation :
         {Obligation::Phases, Obligation::Transfers, Obligation::Cores}) {
      Finding finding;
      finding.obligation = obligation;
      finding.verdict = Verdict::Undecided;
      finding.op = op;
      finding.text = text;
      add(finding);
    }
  }

  SmallVector<Finding> list;
};
} // namespace

/// `copy` is a copy of `component`, which is changed.
static void check(prem::ComponentOp component, prem::ComponentOp copy,
                  const ComponentCheckOptions &options, Findings &findings) {
  Finding phases;
  phases.obligation = Obligation::Phases;
  checkOperands(component, phases);
  findings.add(phases);
  if (options.machine) {
    Finding capacity;
    capacity.obligation = Obligation::Capacity;
    checkCapacity(component, *options.machine, capacity);
    findings.add(capacity);
  }
  if (phases.verdict != Verdict::Proved)
    return;
  Finding kept;
  kept.obligation = Obligation::Transfers;
  checkKept(component, kept);
  findings.add(kept);
  std::optional<ComponentLoops> loops = makeLoops(copy);
  if (!loops)
    return findings.undecided(component,
                              "a number of tiles is no affine value");
  Segments segments(component, *loops, options.maxIslOperations);
  if (segments.failure())
    return findings.undecided(component, *segments.failure());
  for (const Finding &finding :
       {segments.checkPhases(), segments.checkTransfers(),
        segments.checkCores()})
    findings.add(finding);
}

SmallVector<Finding>
polymem::checkComponents(Operation *func,
                         const ComponentCheckOptions &options) {
  Findings findings(options.machine != nullptr);
  OwningOpRef<Operation *> owner(func->clone());
  SmallVector<prem::ComponentOp> components, copies;
  func->walk([&](prem::ComponentOp op) { components.push_back(op); });
  owner->walk([&](prem::ComponentOp op) { copies.push_back(op); });
  for (auto [component, copy] : llvm::zip_equal(components, copies))
    check(component, copy, options, findings);
  return std::move(findings.list);
}
