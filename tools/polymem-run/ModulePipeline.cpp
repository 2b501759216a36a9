//===- ModulePipeline.cpp - pass pipelines given as text ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModulePipeline.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include <atomic>

using namespace llvm;
using namespace mlir;
using polymem::runtime::ProofMode;

namespace {
/// Notes that some pass ran. What only distributes passes over operations has
/// no name on the command line.
class RunCounter : public PassInstrumentation {
public:
  explicit RunCounter(std::atomic<unsigned> &runs) : runs(runs) {}
  void runBeforePass(Pass *pass, Operation *) override {
    runs += !pass->getArgument().empty();
  }

private:
  std::atomic<unsigned> &runs;
};
} // namespace

/// Calls `visit(c, i)` on each character `c` of `text` that is at position `i`
/// and not part of a pass's options.
static void
forEachOutsideOptions(StringRef text,
                      llvm::function_ref<void(char, size_t)> visit) {
  unsigned braces = 0;
  for (auto [i, c] : enumerate(text)) {
    braces -= c == '}' && braces > 0;
    if (braces == 0)
      visit(c, i);
    braces += c == '{';
  }
}

/// The passes and nested pipelines that `text` lists.
static SmallVector<StringRef> splitPipeline(StringRef text) {
  SmallVector<StringRef> elements;
  size_t start = 0;
  int depth = 0;
  forEachOutsideOptions(text, [&](char c, size_t i) {
    depth += (c == '(') - (c == ')');
    if (c != ',' || depth != 0)
      return;
    elements.push_back(text.slice(start, i).trim());
    start = i + 1;
  });
  elements.push_back(text.substr(start).trim());
  return elements;
}

/// The anchors of the first nested pipeline in `text` that no operation can be
/// there for, and of the one around it: one on a module inside anything, one on
/// a function inside a function. MLIR runs such a pipeline on nothing and says
/// nothing.
static std::optional<std::pair<StringRef, StringRef>>
findImpossibleNesting(StringRef text) {
  std::optional<std::pair<StringRef, StringRef>> result;
  SmallVector<StringRef> anchors;
  size_t nameStart = 0;
  forEachOutsideOptions(text, [&](char c, size_t i) {
    if (c != '(' && c != ')' && c != ',')
      return;
    StringRef name = text.slice(nameStart, i).trim();
    nameStart = i + 1;
    if (c == ')' && !anchors.empty())
      anchors.pop_back();
    if (c != '(')
      return;
    if (!result && !anchors.empty() &&
        (name == ModuleOp::getOperationName() ||
         (name == func::FuncOp::getOperationName() &&
          is_contained(anchors, name))))
      result = {name, anchors.back()};
    anchors.push_back(name);
  });
  return result;
}

static std::string nest(StringRef anchor, StringRef passes) {
  return (anchor + "(" + passes + ")").str();
}

/// `text` as a pipeline on a module. Each element is one on the module or,
/// failing that, on its functions.
static Expected<std::string> anchorPipeline(StringRef text) {
  StringRef module = ModuleOp::getOperationName();
  std::string messages;
  raw_string_ostream stream(messages);
  auto parses = [&](const std::string &pipeline) {
    messages.clear();
    return succeeded(parsePassPipeline(pipeline, stream));
  };
  if (text.trim().starts_with(module)) {
    if (parses(text.str()))
      return text.trim().str();
    return createStringError(StringRef(messages).trim());
  }
  SmallVector<std::string> elements;
  for (StringRef element : splitPipeline(text)) {
    if (element.empty())
      return createStringError("expected a pass or a nested pipeline");
    elements.push_back(element.str());
    if (parses(nest(module, element)))
      continue;
    if (!element.contains('(') &&
        parses(nest(module, nest(func::FuncOp::getOperationName(), element)))) {
      elements.back() = nest(func::FuncOp::getOperationName(), element);
      continue;
    }
    return createStringError(StringRef(messages).trim());
  }
  return nest(module, join(elements, ","));
}

/// Whether this pass, or nested pipeline, lowers what the checker knows: behind
/// it mapped tiles are loops like others, or launches, or have each statement
/// several times, under conditions whose complements are many sets.
static bool endsCheckedPart(StringRef name) {
  return name == "polymem-coarsen-threads" ||
         name == gpu::GPUModuleOp::getOperationName() ||
         name == "lower-affine" || name == "expand-strided-metadata" ||
         name == "nvvm-attach-target" || name.starts_with("gpu-") ||
         name.starts_with("convert-");
}

static std::string toText(const OpPassManager &passes) {
  std::string text;
  raw_string_ostream os(text);
  passes.printAsTextualPipeline(os);
  return text;
}

/// `polymem-form-fma` in `text`, what a pass manager prints.
static std::optional<std::string> contractionIn(StringRef text) {
  std::optional<std::string> found;
  size_t nameStart = 0;
  forEachOutsideOptions(text, [&](char c, size_t i) {
    if (c != '(' && c != ')' && c != ',')
      return;
    StringRef pass = text.slice(nameStart, i).trim();
    if (!found && pass.split('{').first == "polymem-form-fma")
      found = pass.str();
    nameStart = i + 1;
  });
  return found;
}

/// `passes` as text with marking and check.
static Expected<std::string> addProof(const OpPassManager &passes,
                                      ProofMode proof) {
  std::string text = toText(passes);
  if (StringRef(text).contains("polymem-check"))
    return createStringError("it has a check of its own: leave out --check, or "
                             "that check");
  std::optional<size_t> place;
  size_t nameStart = 0;
  forEachOutsideOptions(text, [&](char c, size_t i) {
    if (c != '(' && c != ')' && c != ',')
      return;
    StringRef name = StringRef(text).slice(nameStart, i).split('{').first;
    if (!place && endsCheckedPart(name.trim()))
      place = nameStart;
    nameStart = i + 1;
  });
  std::string check = proof == ProofMode::Strict ? "polymem-check{strict}"
                                                 : "polymem-check{print}";
  if (place)
    text.insert(*place, check + ",");
  else
    text.insert(text.rfind(')'), "," + check);
  std::string marking = "polymem-mark-origin";
  if (std::optional<std::string> contraction = contractionIn(text))
    marking = *contraction + "," + marking;
  text.insert(text.find('(') + 1,
              nest(func::FuncOp::getOperationName(), marking) + ",");
  return text;
}

std::optional<std::string> polymem::runtime::findContraction(StringRef text) {
  Expected<std::string> anchored = anchorPipeline(text);
  if (!anchored) {
    consumeError(anchored.takeError());
    return std::nullopt;
  }
  FailureOr<OpPassManager> passes = parsePassPipeline(*anchored);
  if (failed(passes))
    return std::nullopt;
  return contractionIn(toText(*passes));
}

Error polymem::runtime::runModulePipeline(ModuleOp module, StringRef text,
                                          ProofMode proof) {
  auto inText = [&](const Twine &message) {
    return createStringError("in --pipeline '" + text + "': " + message);
  };
  Expected<std::string> anchored = anchorPipeline(text);
  if (!anchored)
    return inText(toString(anchored.takeError()));
  if (auto nested = findImpossibleNesting(*anchored))
    return inText("passes on '" + nested->first + "' inside '" +
                  nested->second + "' have nothing to run on");

  mlir::PassManager pm(module.getContext());
  static_cast<OpPassManager &>(pm) = *parsePassPipeline(*anchored);
  if (proof != ProofMode::None) {
    Expected<std::string> withProof = addProof(pm, proof);
    if (!withProof)
      return inText(toString(withProof.takeError()));
    FailureOr<OpPassManager> proving = parsePassPipeline(*withProof);
    if (failed(proving))
      return inText("its passes print themselves as text that cannot be read "
                    "again; write options without spaces");
    static_cast<OpPassManager &>(pm) = *proving;
  }
  std::atomic<unsigned> runs{0};
  pm.addInstrumentation(std::make_unique<RunCounter>(runs));
  if (failed(pm.run(module)))
    return createStringError("pipeline failed: " + text);
  // What was added does not count.
  unsigned added = 0;
  if (proof != ProofMode::None)
    added = findContraction(text) ? 3 : 2;
  if (runs <= added)
    return inText("no pass has anything to run on");
  return Error::success();
}
