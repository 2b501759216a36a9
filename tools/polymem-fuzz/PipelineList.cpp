//===- PipelineList.cpp - the pipelines that programs go through ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineList.h"
#include "PolyMem/Pipelines/Pipelines.h"
#include "PolyMem/Support/Random.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace polymem::fuzz {

// Buffers on the heap have guards and are poisoned, those on the stack not.
static const Pipeline kPipelines[] = {
    {"axes", "polymem-schedule,polymem-choose-axes"},
    {"axes-gpu", "polymem-schedule,polymem-choose-axes,"
                 "polymem-tile{mapping=gpu},scratch-promote,"
                 "polymem-map-sequential,convert-scratch-to-memref"},
    {"codegen", "polymem-codegen"},
    {"demote", "polymem-demote-scalars,polymem-hoist-allocas"},
    {"privatize", "polymem-demote-scalars,polymem-hoist-allocas,"
                  "polymem-privatize"},
    {"contract", "polymem-contract-arrays{min-saving=0},"
                 "convert-scratch-to-memref{max-stack-bytes=0}"},
    {"contract-share", "polymem-contract-arrays{share min-saving=0},"
                       "convert-scratch-to-memref{max-stack-bytes=0}"},
    {"contract-split", "polymem-contract-arrays{min-saving=0},"
                       "convert-scratch-to-memref{max-stack-bytes=0},"
                       "polymem-split-at-wraps{min-trip-count=1 min-piece=1}"},
    {"contract-schedule",
     "polymem-schedule{fusion=max},polymem-contract-arrays{min-saving=0},"
     "convert-scratch-to-memref"},
    {"expand", "polymem-expand-arrays{always max-bytes=1000000000000}"},
    {"expand-schedule", "polymem-expand-arrays{always max-bytes=1000000000000},"
                        "polymem-schedule"},
    {"expand-contract", "polymem-expand-arrays{always max-bytes=1000000000000},"
                        "polymem-contract-arrays{min-saving=0},"
                        "convert-scratch-to-memref{max-stack-bytes=0}"},
    {"levels", "polymem-schedule{level-tile=3}"},
    {"levels-gpu",
     "polymem-schedule{level-tile=2},polymem-tile{sizes=2,2,2 mapping=gpu},"
     "scratch-promote,polymem-map-sequential,"
     "convert-scratch-to-memref"},
    {"levels-steps",
     "polymem-schedule{level-tile=4},polymem-tile{sizes=4,4,4 mapping=gpu},"
     "polymem-join-steps,scratch-promote,polymem-map-sequential,"
     "convert-scratch-to-gpu"},
    {"steps", "polymem-tile{sizes=2,2,2 mapping=gpu},polymem-join-steps,"
              "scratch-promote,polymem-map-sequential,"
              "convert-scratch-to-memref{reverse-mapped max-stack-bytes=0}"},
    {"schedule", "polymem-schedule"},
    {"schedule-deep", "polymem-schedule{outer-parallel=false fusion=max}"},
    {"schedule-tile", "polymem-schedule{fusion=none},polymem-tile{sizes=4,3,2},"
                      "scratch-promote{promote-all},scratch-hoist-copies,"
                      "convert-scratch-to-memref{max-stack-bytes=0}"},
    {"schedule-gpu", "polymem-schedule,polymem-tile{sizes=4,3,2 mapping=gpu},"
                     "scratch-promote{promote-all},scratch-hoist-copies,"
                     "polymem-map-sequential,convert-scratch-to-gpu"},
    {"tile",
     "polymem-tile{sizes=4,3,2},convert-scratch-to-memref{max-stack-bytes=0}"},
    {"tile-levels", "polymem-tile{block-sizes=6,4,4 sizes=3,2,2},"
                    "convert-scratch-to-memref{max-stack-bytes=0}"},
    {"tile-codegen",
     "polymem-tile{sizes=4,3,2},convert-scratch-to-memref,polymem-codegen"},
    {"run-time-sizes",
     "polymem-tile{sizes=arg$0,arg$1,arg$2},scratch-promote{promote-all},"
     "scratch-hoist-copies,convert-scratch-to-memref{max-stack-bytes=0}"},
    {"promote-exact",
     "polymem-tile{sizes=4,3,2},scratch-promote{promote-all "
     "movement=exact},convert-scratch-to-memref{max-stack-bytes=0}"},
    {"promote-box",
     "polymem-tile{sizes=4,3,2},scratch-promote{promote-all "
     "movement=box},convert-scratch-to-memref{max-stack-bytes=0}"},
    {"promote-footprint",
     "polymem-tile{sizes=4,3,2},scratch-promote{promote-all "
     "movement=footprint},convert-scratch-to-memref{max-stack-bytes=0}"},
    {"promote-hull-exact",
     "polymem-tile{sizes=4,3,2},scratch-promote{promote-all partition=hull "
     "movement=exact},convert-scratch-to-memref{max-stack-bytes=0}"},
    {"promote-hull-box",
     "polymem-tile{sizes=4,3,2},scratch-promote{promote-all partition=hull "
     "movement=box},convert-scratch-to-memref{max-stack-bytes=0}"},
    {"promote-hull-footprint",
     "polymem-tile{sizes=4,3,2},scratch-promote{promote-all partition=hull "
     "movement=footprint},convert-scratch-to-memref{max-stack-bytes=0}"},
    {"promote-reuse",
     "polymem-tile{sizes=4,3,2},scratch-promote{machine=cpu "
     "memory-space=default},convert-scratch-to-memref{max-stack-bytes=0}"},
    {"promote-nest",
     "scratch-promote{scope=nest promote-all "
     "memory-space=default},convert-scratch-to-memref{max-stack-bytes=0}"},
    {"promote-private",
     "polymem-tile{sizes=4,4,2 thread-sizes=2,2,2 mapping=gpu},"
     "scratch-promote{promote-all memory-space=private},"
     "convert-scratch-to-memref{reverse-mapped max-stack-bytes=0}"},
    {"hoist",
     "polymem-tile{sizes=4,3,2},scratch-promote{promote-all "
     "movement=exact},"
     "scratch-hoist-copies,convert-scratch-to-memref{max-stack-bytes=0}"},
    {"reuse", "polymem-tile{sizes=4,3,2},scratch-promote{promote-all "
              "movement=exact},scratch-hoist-copies,scratch-reuse,"
              "convert-scratch-to-memref{max-stack-bytes=0}"},
    {"reuse-levels",
     "polymem-tile{block-sizes=7,4,4 sizes=2,2,3},scratch-promote{promote-all},"
     "scratch-hoist-copies,scratch-reuse{strip=2},"
     "convert-scratch-to-memref{max-stack-bytes=0}"},
    {"reuse-run-time-sizes",
     "polymem-tile{sizes=arg$0,arg$1,arg$2},scratch-promote{promote-all},"
     "scratch-hoist-copies,scratch-reuse,"
     "convert-scratch-to-memref{max-stack-bytes=0}"},
    {"gpu-reuse",
     "polymem-tile{block-sizes=8,6,4 sizes=2,3,2 mapping=gpu},"
     "scratch-promote{promote-all},scratch-hoist-copies,scratch-reuse,"
     "scratch-pad,polymem-map-sequential,convert-scratch-to-gpu"},
    {"stages", "polymem-tile{sizes=2,2,2},scratch-promote{promote-all "
               "movement=exact},scratch-hoist-copies,"
               "scratch-pipeline{stages=3},scratch-expand-pipeline,"
               "convert-scratch-to-memref{max-stack-bytes=0}"},
    {"stages-reuse", "polymem-tile{sizes=2,2,2},scratch-promote{promote-all "
                     "movement=exact},scratch-hoist-copies,scratch-reuse,"
                     "scratch-pipeline{stages=2},scratch-expand-pipeline,"
                     "convert-scratch-to-memref{max-stack-bytes=0}"},
    {"gpu-stages",
     "polymem-tile{block-sizes=8,6,4 sizes=2,3,2 mapping=gpu},"
     "scratch-promote{promote-all},scratch-hoist-copies,"
     "scratch-pipeline{stages=3},polymem-map-sequential,"
     "scratch-expand-pipeline,convert-scratch-to-gpu{async-copies}"},
    {"gpu-stages-reuse",
     "polymem-tile{block-sizes=8,6,4 sizes=2,3,2 mapping=gpu},"
     "scratch-promote{promote-all movement=exact},scratch-hoist-copies,"
     "scratch-reuse,scratch-pipeline{stages=4},polymem-map-sequential,"
     "scratch-expand-pipeline,convert-scratch-to-gpu{async-copies}"},
    {"gpu-complete",
     "polymem-tile{sizes=6,4,3 mapping=gpu},scratch-promote{promote-all},"
     "scratch-hoist-copies,polymem-map-sequential,"
     "polymem-complete-tiles{block-size=2,2 max-more=100},"
     "polymem-register-tile{block-size=2,2},polymem-hoist-accumulators,"
     "convert-scratch-to-gpu{block-size=2,2}"},
    {"gpu-complete-stages",
     "polymem-tile{block-sizes=8,6,4 sizes=4,6,2 mapping=gpu},"
     "scratch-promote{promote-all},scratch-hoist-copies,"
     "scratch-pipeline{stages=3},polymem-map-sequential,"
     "polymem-complete-tiles{block-size=2,2 max-more=100},"
     "scratch-expand-pipeline,"
     "convert-scratch-to-gpu{block-size=2,2 async-copies}"},
    {"gpu-coarsen",
     "polymem-tile{sizes=9,6,4 mapping=gpu},scratch-promote{promote-all},"
     "scratch-hoist-copies,polymem-coarsen-threads{block-size=2,2},"
     "polymem-reuse-loads,convert-scratch-to-gpu{block-size=2,2}"},
    {"coarsen-reverse",
     "polymem-tile{sizes=7,9,4 mapping=gpu},"
     "polymem-coarsen-threads{block-size=2,2,2 count=3},polymem-reuse-loads,"
     "convert-scratch-to-memref{reverse-mapped max-stack-bytes=0}"},
    {"reverse", "polymem-tile{sizes=4,3,2 mapping=gpu},"
                "scratch-promote{promote-all},scratch-hoist-copies,"
                "convert-scratch-to-memref{reverse-mapped max-stack-bytes=0}"},
    {"gpu-tile",
     "polymem-tile{sizes=4,3,2 mapping=gpu},convert-scratch-to-gpu"},
    {"gpu", "polymem-tile{sizes=4,3,2 mapping=gpu},"
            "scratch-promote{promote-all},scratch-hoist-copies,"
            "convert-scratch-to-gpu"},
    {"gpu-sequential", "polymem-tile{sizes=4,3,2 mapping=gpu},"
                       "polymem-map-sequential,convert-scratch-to-gpu"},
    {"trim", "polymem-tile{sizes=4,3,2},scratch-promote{promote-all},"
             "scratch-hoist-copies,scratch-trim-tiles,"
             "convert-scratch-to-memref{max-stack-bytes=0}"},
    // Steps of all dimensions are equal: grids of triangles are folded.
    {"gpu-trim", "polymem-schedule,polymem-tile{sizes=2 mapping=gpu},"
                 "scratch-promote{promote-all},scratch-hoist-copies,"
                 "scratch-trim-tiles,polymem-map-sequential,"
                 "convert-scratch-to-gpu"},
    {"gpu-trim-grid",
     "polymem-tile{sizes=3,3,3 mapping=gpu},scratch-trim-tiles,"
     "convert-scratch-to-gpu{max-grid=2,2,2}"},
    {"gpu-cooperative",
     "polymem-tile{sizes=4,3,2 mapping=gpu},scratch-promote{promote-all},"
     "scratch-hoist-copies,polymem-map-sequential,convert-scratch-to-gpu,"
     "lower-affine,canonicalize,polymem-cooperative-launches{mode=always}"},
    {"schedule-cooperative",
     "polymem-schedule{level-tile=2},polymem-tile{sizes=4,3,2 mapping=gpu},"
     "polymem-map-sequential,convert-scratch-to-gpu{block-size=4,3,2},"
     "lower-affine,canonicalize,polymem-cooperative-launches{mode=always}"},
    {"gpu-levels",
     "polymem-tile{block-sizes=6,4,4 sizes=3,2,2 thread-sizes=1,2,1 "
     "mapping=gpu},scratch-promote{promote-all movement=box},"
     "scratch-hoist-copies,convert-scratch-to-gpu{block-size=2,3,1}"},
    {"gpu-run-time-sizes", "polymem-tile{sizes=arg$0,arg$1,arg$2 mapping=gpu},"
                           "scratch-promote{promote-all},scratch-hoist-copies,"
                           "convert-scratch-to-gpu{max-grid=2,2,2}"},
    {"time-tile", "polymem-time-tile{sizes=4,3,2 steps=3},"
                  "convert-scratch-to-memref{max-stack-bytes=0}"},
    {"time-tile-gpu",
     "polymem-time-tile{sizes=8,4,2 steps=3 "
     "mapping=gpu},scratch-promote{promote-all},"
     "scratch-hoist-copies,polymem-map-sequential,convert-scratch-to-gpu"},
    {"time-tile-overlapped",
     "polymem-time-tile{shape=overlapped sizes=8,4,3 steps=3 "
     "mapping=gpu},polymem-tile{mapping=gpu},scratch-promote{promote-all},"
     "scratch-hoist-copies,polymem-map-sequential,convert-scratch-to-gpu"},
    {"time-tile-coarsen",
     "polymem-time-tile{shape=overlapped sizes=8,9,3 steps=3 mapping=gpu},"
     "polymem-tile{mapping=gpu},scratch-promote{promote-all},"
     "scratch-hoist-copies,polymem-map-sequential,"
     "polymem-coarsen-threads{block-size=2,2},polymem-reuse-loads,"
     "convert-scratch-to-gpu{block-size=2,2}"},
    {"reductions", "polymem-split-reductions{grid-partials=12 tile-size=3 "
                   "block-partials=4 row-partials=3 radix=2}"},
    {"reductions-gpu",
     "polymem-schedule,polymem-split-reductions{grid-partials=12 tile-size=3 "
     "block-partials=4 row-partials=3 radix=2},polymem-tile{mapping=gpu},"
     "scratch-promote,scratch-hoist-copies,"
     "polymem-map-sequential,convert-scratch-to-gpu"},
    // Tiles large enough for lanes to meet in one bank.
    {"gpu-pad", "polymem-tile{sizes=16,8,8 mapping=gpu},"
                "scratch-promote{promote-all machine=nvidia-gtx8800},"
                "scratch-hoist-copies,scratch-pad{machine=nvidia-gtx8800},"
                "convert-scratch-to-gpu{machine=nvidia-gtx8800}"},
    {"gpu-rotate", "polymem-tile{sizes=16,16,16 mapping=gpu},"
                   "scratch-promote{promote-all machine=nvidia-gtx8800},"
                   "scratch-hoist-copies,"
                   "scratch-pad{machine=nvidia-gtx8800 capacity=0},"
                   "convert-scratch-to-gpu{machine=nvidia-gtx8800}"},
    {"accumulators", "polymem-tile{sizes=4,3,2},scratch-promote{promote-all},"
                     "scratch-hoist-copies,polymem-hoist-accumulators,"
                     "convert-scratch-to-memref{max-stack-bytes=0}"},
    {"accumulators-untiled", "polymem-hoist-accumulators"},
    {"gpu-registers",
     "polymem-tile{sizes=6,4,3 mapping=gpu},scratch-promote{promote-all},"
     "scratch-hoist-copies,polymem-map-sequential,"
     "polymem-register-tile{block-size=2,3},polymem-hoist-accumulators,"
     "canonicalize,cse,convert-scratch-to-gpu{block-size=2,3}"},
    {"gpu-registers-parts",
     "polymem-schedule,polymem-tile{sizes=8,8,4 mapping=gpu},"
     "polymem-register-tile{block-size=2,2 sizes=2,2},"
     "polymem-hoist-accumulators,convert-scratch-to-gpu{block-size=2,2}"},
    {"gpu-neighbours",
     "polymem-schedule,polymem-tile{sizes=8,8,4 mapping=gpu},"
     "scratch-promote{promote-all},scratch-hoist-copies,"
     "polymem-map-sequential,polymem-register-tile{block-size=2,2},"
     "polymem-hoist-accumulators,canonicalize,cse,"
     "convert-scratch-to-gpu{block-size=2,2},polymem-hoist-allocas,"
     "canonicalize,cse,lower-affine,polymem-join-accesses"},
    {"gpu-neighbours-complete",
     "polymem-tile{sizes=4,8,2 mapping=gpu},scratch-promote{promote-all},"
     "scratch-hoist-copies,scratch-pad{block-size=2,2},polymem-map-sequential,"
     "polymem-complete-tiles{block-size=2,2 max-more=100},"
     "polymem-register-tile{block-size=2,2},polymem-hoist-accumulators,"
     "convert-scratch-to-gpu{block-size=2,2},polymem-hoist-allocas,"
     "lower-affine,polymem-join-accesses"},
    // All that the pipelines for GPUs do, with small tiles.
    {"gpu-all",
     "polymem-time-tile{sizes=8,4,2 steps=3 mapping=gpu},"
     "polymem-reverse-reductions,polymem-schedule,"
     "polymem-split-reductions{grid-partials=12 block-partials=4 "
     "row-partials=3 radix=2},polymem-tile{sizes=8,4,4 mapping=gpu},"
     "scratch-promote,scratch-hoist-copies,scratch-pad{block-size=2},"
     "polymem-map-sequential,polymem-register-tile{block-size=2},"
     "polymem-hoist-accumulators,scratch-trim-tiles,canonicalize,cse,"
     "convert-scratch-to-gpu{block-size=2},polymem-hoist-allocas,"
     "canonicalize,cse,lower-affine,polymem-join-accesses"},
};

namespace {
/// A pipeline of random passes.
class RandomPipeline {
public:
  explicit RandomPipeline(uint64_t seed)
      : random(Random(seed).next(), /*stream=*/1) {}

  std::string next();

private:
  std::string either(std::initializer_list<const char *> choices) {
    return choices.begin()[random.pick(choices.size())];
  }
  /// " name=n,..." or, often, nothing.
  std::string sizes(StringRef name, unsigned percent, bool runTime,
                    unsigned least = 0);
  std::string cleanUps();
  std::string promote(bool onGPU);

  Random random;
};
} // namespace

std::string RandomPipeline::sizes(StringRef name, unsigned percent,
                                  bool runTime, unsigned least) {
  if (!random.chance(percent))
    return "";
  std::string text;
  for (unsigned i = 0, e = 1 + random.pick(4); i < e; ++i) {
    text += i ? "," : "";
    if (runTime && random.chance(40))
      text += "arg$" + std::to_string(random.pick(3));
    else
      text += std::to_string(random.integer(least, 8));
  }
  return (" " + name + "=" + text).str();
}

/// Passes of upstream, which may be run anywhere.
std::string RandomPipeline::cleanUps() {
  std::string text;
  while (random.chance(25))
    text += either({"canonicalize,", "cse,", "affine-simplify-structures,",
                    "loop-invariant-code-motion,", "affine-loop-normalize,"});
  return text;
}

std::string RandomPipeline::promote(bool onGPU) {
  std::string space =
      onGPU ? either({"workgroup", "workgroup", "private"})
            : either({"workgroup", "default", "default", "private"});
  return "scratch-promote{memory-space=" + space +
         either({"", " promote-all", " promote-all", " delta=0.1"}) +
         either({"", " movement=box", " movement=footprint"}) +
         either({"", "", " partition=hull"}) +
         either({"", "", "", " capacity=256", " capacity=64"}) + "},";
}

std::string RandomPipeline::next() {
  std::string first = cleanUps();
  std::string demote = random.chance(20) ? "polymem-demote-scalars," : "";
  std::string text;
  if (random.chance(15))
    text += "polymem-codegen," + cleanUps();
  bool toGPU = random.chance(45);
  text = first + demote + text;
  // A launch takes what is mapped, and buffers that were made for it.
  bool mapped = toGPU || random.chance(30);
  bool runTime = random.chance(30);
  if (!toGPU && random.chance(10)) {
    text += "scratch-promote{scope=nest memory-space=default promote-all},";
  } else {
    text += std::string("polymem-tile{mapping=") + (mapped ? "gpu" : "none") +
            sizes("sizes", 90, runTime) + sizes("block-sizes", 25, false) +
            (mapped ? sizes("thread-sizes", 25, false, 1) : "") + "},";
    text += cleanUps();
    if (random.chance(80))
      text += promote(toGPU) + cleanUps();
    if (random.chance(15))
      text += promote(toGPU);
    if (random.chance(60))
      text += "scratch-hoist-copies," + cleanUps();
    if (random.chance(40))
      text +=
          either({"scratch-reuse,", "scratch-reuse{strip=2},"}) + cleanUps();
    if (toGPU && random.chance(30))
      text += either({"scratch-pad,", "scratch-pad{block-size=4},",
                      "scratch-pad{machine=nvidia-gtx8800},",
                      "scratch-pad{capacity=512},"});
    if (mapped && random.chance(40))
      text += "polymem-map-sequential," + cleanUps();
    if (mapped && random.chance(30))
      text += either({"polymem-register-tile,",
                      "polymem-register-tile{block-size=2,2},",
                      "polymem-register-tile{block-size=2,3 sizes=2,2},"});
    if (random.chance(30))
      text += "polymem-hoist-accumulators," + cleanUps();
    if (random.chance(30))
      text += "scratch-trim-tiles," + cleanUps();
  }
  text += !toGPU
              ? std::string("convert-scratch-to-memref") +
                    either({"", "", "{reverse-mapped}", "{max-stack-bytes=0}"})
              : std::string("convert-scratch-to-gpu") +
                    either({"", "", "{block-size=4}", "{block-size=3,2}",
                            "{thread-locality=false}", "{full-tile-loops=0}",
                            "{max-grid=1,2,1}"});
  if (!toGPU && random.chance(25))
    text += "," + either({"canonicalize", "cse", "polymem-codegen",
                          "polymem-hoist-allocas", "lower-affine"});
  return text;
}

/// The passes of `polymem-to-cpu` on a function.
static std::string toCPU(TileMapping mapping) {
  ToCPUOptions options;
  options.sizes = {"4", "3", "2"};
  options.mapping = mapping;
  options.emit = CPUForm::Loops;
  mlir::OpPassManager module("builtin.module");
  cantFail(buildToCPU(module, options));
  // Behind the verification of the module.
  std::string passes = getPassesText(module);
  StringRef text = StringRef(passes).split("func.func(").second;
  text.consume_back(")");
  return text.str();
}

/// `text` with a budget for every pass that has one.
static std::string withBudget(StringRef text, uint64_t budget) {
  static constexpr StringLiteral kPasses[] = {"polymem-codegen",
                                              "polymem-contract-arrays",
                                              "polymem-privatize",
                                              "polymem-schedule",
                                              "polymem-expand-arrays",
                                              "polymem-split-reductions",
                                              "polymem-tile",
                                              "polymem-time-tile",
                                              "scratch-promote",
                                              "scratch-hoist-copies",
                                              "scratch-reuse",
                                              "scratch-trim-tiles",
                                              "convert-scratch-to-memref"};
  std::vector<std::string> passes = splitPasses(text);
  for (std::string &pass : passes) {
    auto [name, options] = StringRef(pass).split('{');
    if (budget == 0 || !is_contained(kPasses, name))
      continue;
    // Four fifths of the stencils would not be tiled in time.
    uint64_t own = name == "polymem-time-tile" ? 20 * budget : budget;
    std::string option = "max-isl-operations=" + std::to_string(own);
    static const Regex kBudget("max-isl-operations=[0-9]+");
    pass = kBudget.match(pass) ? kBudget.sub(option, pass)
                               : formatv("{0}{{{1}{2}{3}", name, option,
                                         options.empty() ? "}" : " ", options)
                                     .str();
  }
  return join(passes, ",");
}

std::vector<Pipeline> pipelinesFor(uint64_t seed, uint64_t budget) {
  std::vector<Pipeline> pipelines(std::begin(kPipelines), std::end(kPipelines));
  pipelines.push_back({"to-cpu", toCPU(TileMapping::None)});
  pipelines.push_back({"to-cpu-gpu", toCPU(TileMapping::GPU)});
  RandomPipeline random(seed);
  for (int i = 0; i < 3; ++i)
    pipelines.push_back({"random", random.next()});
  for (Pipeline &pipeline : pipelines)
    pipeline.text = withBudget(pipeline.text, budget);
  return pipelines;
}

std::vector<Pipeline> segmentPipelinesFor(uint64_t seed) {
  std::vector<Pipeline> pipelines;
  for (unsigned cores : {1, 2, 3, 8})
    pipelines.push_back(
        {formatv("prem-{0}", cores).str(),
         formatv("test-polymem-random-plans{{seed={0} cores={1}},"
                 "polymem-to-prem{{emit=host hooks=true}",
                 seed % (uint64_t(1) << 31), cores)
             .str()});
  return pipelines;
}

std::vector<std::string> splitPasses(StringRef text) {
  std::vector<std::string> passes(1);
  int depth = 0;
  for (char c : text) {
    depth += c == '{' || c == '(' ? 1 : c == '}' || c == ')' ? -1 : 0;
    if (c == ',' && depth == 0)
      passes.emplace_back();
    else
      passes.back() += c;
  }
  return passes;
}

std::string withArguments(std::string text, unsigned firstSize) {
  for (unsigned i = 0; i < 3; ++i) {
    std::string mark = "$" + std::to_string(i);
    for (size_t at; (at = text.find(mark)) != std::string::npos;)
      text.replace(at, mark.size(), std::to_string(firstSize + i));
  }
  return text;
}

} // namespace polymem::fuzz
