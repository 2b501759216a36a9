//===- Corpus.cpp - programs of others through the passes -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Corpus.h"
#include "Case.h"
#include "Child.h"
#include "Generator.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace llvm;
using mlir::MLIRContext;
using mlir::ModuleOp;
using mlir::OwningOpRef;
using mlir::func::FuncOp;

namespace polymem::fuzz {

/// Seconds that an original may take; one that takes longer is not compared.
static constexpr unsigned kOriginalLimit = 5;
/// Larger programs were generated to be large.
static constexpr size_t kMaxCharacters = 20000;
/// Values of all sizes.
static constexpr int64_t kSizes[] = {9, 4};

static std::string textOf(ModuleOp module) {
  std::string text;
  raw_string_ostream os(text);
  module->print(os, mlir::OpPrintingFlags().useLocalScope());
  return text;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

namespace {
/// A module that holds one function, `f`, and what it refers to.
struct CorpusProgram {
  std::string origin;
  std::string text;
};

/// Keeps what is said of a program.
class Messages : mlir::ScopedDiagnosticHandler {
public:
  explicit Messages(MLIRContext &context) : ScopedDiagnosticHandler(&context) {
    setHandler([this](mlir::Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
        errors += diagnostic.str() + "\n";
      else
        others += diagnostic.str() + "\n";
      return mlir::success();
    });
  }
  std::string errors, others;
};
} // namespace

static OwningOpRef<ModuleOp> parse(MLIRContext &context, StringRef text) {
  Messages swallowed(context);
  return mlir::parseSourceString<ModuleOp>(text, &context);
}

/// Whether `text` is a module; some verifiers of MLIR crash, so a child looks.
static bool isValid(MLIRContext &context, StringRef text) {
  bool parses = false;
  std::string end = runInChild(
      kOriginalLimit,
      [&](Child::Send send) {
        if (parse(context, text))
          send({"parses"});
      },
      [&](Child::Message) { parses = true; });
  return parses && end.empty();
}

/// A copy of `module` without the functions that `name` does not refer to.
static OwningOpRef<ModuleOp> isolate(ModuleOp module, StringRef name) {
  OwningOpRef<ModuleOp> copy(module.clone());
  auto function = copy->lookupSymbol<FuncOp>(name);
  for (bool changed = true; changed;) {
    changed = false;
    for (FuncOp other : llvm::make_early_inc_range(copy->getOps<FuncOp>()))
      if (other != function &&
          mlir::SymbolTable::symbolKnownUseEmpty(other, copy->getOperation())) {
        other.erase();
        changed = true;
      }
  }
  if (name != "f" && !copy->lookupSymbol("f") &&
      mlir::SymbolTable::symbolKnownUseEmpty(function, copy->getOperation()))
    function.setName("f");
  return copy;
}

/// Says how to call `function`, where it does not say so itself.
static void describeArguments(FuncOp function) {
  mlir::Builder builder(function.getContext());
  for (auto [i, type] : enumerate(function.getArgumentTypes())) {
    std::string name = "K" + std::to_string(i);
    auto set = [&, i = i](StringRef attribute, mlir::Attribute value) {
      if (!function.getArgAttr(i, attribute))
        function.setArgAttr(i, attribute, value);
    };
    if (type.isIndex())
      set("polymem.param", builder.getStringAttr(name));
    else if (auto memref = dyn_cast<mlir::MemRefType>(type);
             memref && !memref.hasStaticShape())
      set("polymem.shape", builder.getStrArrayAttr(
                               SmallVector<StringRef>(memref.getRank(), name)));
  }
}

/// Sets of sizes for `function`, whose arguments say how to call it.
static std::vector<SizeBindings> sizesFor(FuncOp function) {
  Messages swallowed(*function.getContext());
  mlir::FailureOr<runtime::Signature> signature =
      runtime::Signature::get(function);
  std::vector<SizeBindings> all;
  for (int64_t value : kSizes) {
    SizeBindings sizes;
    if (succeeded(signature))
      for (const std::string &name : signature->sizeNames())
        sizes[name] = value;
    for (StringRef tile : kTileSizeNames)
      sizes[tile.str()] = 2;
    all.push_back(std::move(sizes));
  }
  return all;
}

static void collectPrograms(MLIRContext &context, StringRef path,
                            StringSet<> &seen, CorpusResult &result,
                            std::vector<CorpusProgram> &programs) {
  auto file = MemoryBuffer::getFile(path);
  if (!file)
    return;
  SmallVector<StringRef> parts;
  (*file)->getBuffer().split(parts, "// -----");
  for (auto [number, part] : enumerate(parts)) {
    if (part.trim().empty() || part.size() > kMaxCharacters)
      continue;
    ++result.modules;
    OwningOpRef<ModuleOp> module;
    if (isValid(context, part))
      module = parse(context, part);
    if (!module) {
      ++result.notParsed;
      continue;
    }
    for (FuncOp function : module->getOps<FuncOp>()) {
      if (function.isExternal())
        continue;
      std::string text = textOf(*isolate(*module, function.getSymName()));
      // Some dialects print what they do not read.
      if (seen.insert(text).second && isValid(context, text))
        programs.push_back(
            {formatv("{0}:{1}@{2}", path, number + 1, function.getSymName()),
             std::move(text)});
    }
  }
}

//===----------------------------------------------------------------------===//
// One program, in a child
//===----------------------------------------------------------------------===//

namespace {
class ProgramRunner {
public:
  ProgramRunner(MLIRContext &context, const CorpusOptions &options,
                Child::Send send)
      : context(context), options(options), send(send), engine(context) {}

  /// Runs pipelines from number `first` on; `compares` if the original may be
  /// called.
  void run(StringRef text, size_t first, bool compares);

private:
  bool fail(StringRef kind, StringRef message) {
    send({"failure", kind, message});
    return false;
  }
  bool isDefined(ModuleOp module, std::vector<SizeBindings> sizes);
  /// Whether there is a result.
  bool runPipeline(ModuleOp module, const std::string &pipeline);

  MLIRContext &context;
  const CorpusOptions &options;
  Child::Send send;
  Case::Engine engine;
};
} // namespace

/// Messages that name neither the operation of the user nor what to do.
static bool isObscure(StringRef errors) {
  static const Regex kObscure(
      "failed to legalize|LLVM Translation failed|unrealized_conversion_cast|"
      "[Uu]nhandled|missing `LLVMTranslationDialectInterface`|"
      "cannot be converted to LLVM IR|does not reference a valid|"
      "failed to materialize|conversion to the LLVM dialect failed");
  return kObscure.match(errors);
}

/// Whether there is something that `pass` should say if it leaves it alone.
static bool hasSubject(ModuleOp module, StringRef pass) {
  bool loops = false, accesses = false, arrays = false;
  module.walk([&](mlir::Operation *op) {
    bool inLoop = op->getParentOfType<mlir::affine::AffineForOp>() ||
                  op->getParentOfType<mlir::affine::AffineParallelOp>();
    loops |= inLoop;
    accesses |=
        inLoop && isa<mlir::affine::AffineStoreOp, mlir::memref::StoreOp>(op);
    arrays |= isa<mlir::memref::AllocOp, mlir::memref::AllocaOp>(op);
  });
  if (pass == "polymem-contract-arrays")
    return loops && accesses && arrays;
  return loops && accesses &&
         llvm::is_contained({"polymem-schedule", "polymem-tile",
                             "polymem-time-tile",
                             "test-polymem-crash{how=nothing}"},
                            pass);
}

static bool declaresParallel(ModuleOp module) {
  return module
      ->walk([](mlir::Operation *op) {
        return op->getName().getStringRef().contains("parallel") ||
                       op->getName().getStringRef().contains("forall")
                   ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

bool ProgramRunner::runPipeline(ModuleOp module, const std::string &pipeline) {
  OwningOpRef<ModuleOp> copy(module.clone());
  Messages messages(context);
  bool onModule = StringRef(pipeline).starts_with("polymem-to-");
  std::string text = formatv(onModule ? "builtin.module({0})"
                                      : "builtin.module(func.func({0}))",
                             pipeline);
  mlir::PassManager manager(&context);
  std::string parseErrors;
  raw_string_ostream os(parseErrors);
  mlir::FailureOr<mlir::OpPassManager> passes =
      mlir::parsePassPipeline(text, os);
  if (mlir::failed(passes))
    return fail("bad pipeline", parseErrors);
  static_cast<mlir::OpPassManager &>(manager) = std::move(*passes);
  // What a single pass makes is verified here, to tell its errors from the
  // verifier's.
  manager.enableVerifier(onModule);
  mlir::OperationFingerPrint before(*copy);
  if (mlir::failed(manager.run(*copy))) {
    send({"refused"});
    if (messages.errors.empty())
      fail("failed without a message", "");
    else if (isObscure(messages.errors))
      fail("obscure error", messages.errors);
    return false;
  }
  if (mlir::failed(mlir::verify(*copy)))
    return fail("invalid IR", messages.errors);
  if (before != mlir::OperationFingerPrint(*copy))
    send({"changed"});
  else if (messages.others.empty() && messages.errors.empty() &&
           hasSubject(module, pipeline))
    fail("silent", "");
  return true;
}

/// Whether a loop has so many iterations that no run ends, unless somebody sees
/// that they do nothing.
static bool hasEndlessLoop(ModuleOp module) {
  constexpr double kMost = 1e12;
  return module
      ->walk([](mlir::affine::AffineForOp loop) {
        bool endless =
            loop.hasConstantBounds() &&
            double(loop.getConstantUpperBound()) -
                    double(loop.getConstantLowerBound()) >
                kMost * std::max<double>(double(loop.getStepAsInt()), 1);
        return endless ? mlir::WalkResult::interrupt()
                       : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether no integer arithmetic of the function is seen to be undefined, no
/// access to be wrong, and no loop to be endless.
bool ProgramRunner::isDefined(ModuleOp module,
                              std::vector<SizeBindings> sizes) {
  if (hasEndlessLoop(module))
    return false;
  OwningOpRef<ModuleOp> checked = assertDefined(module);
  if (!checked)
    return true;
  auto failure = Case(engine, *checked, std::move(sizes)).prepare();
  return !failure || (!StringRef(failure->message).contains(kUndefined) &&
                      !StringRef(failure->message).contains(kWrongAccess));
}

void ProgramRunner::run(StringRef text, size_t first, bool compares) {
  OwningOpRef<ModuleOp> module = parse(context, text);
  std::optional<Case> testCase;
  OwningOpRef<ModuleOp> called;
  auto function = module->lookupSymbol<FuncOp>("f");
  if (compares && function) {
    send({"original"});
    called = OwningOpRef<ModuleOp>(module->clone());
    auto callable = called->lookupSymbol<FuncOp>("f");
    describeArguments(callable);
    Messages swallowed(context);
    ::alarm(kOriginalLimit);
    bool defined = isDefined(*called, sizesFor(callable));
    std::optional<Failure> failure;
    if (defined) {
      testCase.emplace(engine, *called, sizesFor(callable));
      failure = testCase->prepare();
    }
    ::alarm(0);
    if (failure)
      testCase.reset();
    if (first == 0 && testCase)
      send({"compared"});
    if (first == 0 && !defined)
      send({"undefined"});
  }
  for (size_t i = first; i < options.pipelines.size(); ++i) {
    send({"pipeline", std::to_string(i)});
    StringRef pipeline = options.pipelines[i];
    // What ends in PTX cannot be called any more.
    if (!runPipeline(*module, options.pipelines[i]) || !testCase ||
        pipeline.starts_with("polymem-to-ptx"))
      continue;
    Messages swallowed(context);
    auto failure = testCase->check(pipeline, [](StringRef) {});
    if (failure && StringRef(failure->kind).starts_with("lowering") &&
        isObscure(failure->message))
      fail("obscure error of the runner", failure->message);
    // Refusals; loads of what nobody wrote, on which no result depends;
    // arguments that lost their memory space; races of loops that the program
    // declares parallel.
    if (failure && !StringRef(failure->kind).starts_with("error in") &&
        !StringRef(failure->kind).starts_with("lowering") &&
        failure->kind != "kernel: uninitialised read" &&
        failure->kind != "type" &&
        !((failure->kind == "kernel: data race" ||
           StringRef(failure->message).contains(kBackwards)) &&
          declaresParallel(*module)))
      fail(failure->kind, failure->message);
  }
}

//===----------------------------------------------------------------------===//
// All programs
//===----------------------------------------------------------------------===//

namespace {
class CorpusRunner {
public:
  CorpusRunner(MLIRContext &context, const CorpusOptions &options)
      : context(context), options(options) {}
  CorpusResult run();

private:
  void runProgram(const CorpusProgram &program);
  void report(const CorpusProgram &program, size_t pipeline, StringRef kind,
              StringRef message);

  MLIRContext &context;
  const CorpusOptions &options;
  CorpusResult result;
  /// Kinds and pipelines of failures that have been said.
  StringSet<> said;
};
} // namespace

void CorpusRunner::report(const CorpusProgram &program, size_t pipeline,
                          StringRef kind, StringRef message) {
  ++result.failures[kind.str()];
  StringRef passes = options.pipelines[pipeline];
  StringRef reason = message.take_until([](char c) { return c == '\n'; });
  // Programs whose messages are alike but for numbers fail alike.
  std::string what =
      (kind + "|" + passes.take_until([](char c) { return c == '{'; }) + "|")
          .str();
  for (char c : reason.take_front(60))
    if (!isDigit(c))
      what += c;
  if (!said.insert(what).second)
    return;
  std::string name = formatv("corpus-{0}-{1}.mlir", options.shard, said.size());
  SmallString<128> path(options.keep);
  sys::path::append(path, name);
  outs() << kind << ": " << passes << ": " << program.origin << "\n  " << path
         << ": " << reason << "\n";
  outs().flush();
  std::error_code error = sys::fs::create_directories(options.keep);
  raw_fd_ostream os(path, error);
  if (!error)
    os << "// " << kind << "\n// polymem-opt --allow-unregistered-dialect "
       << "--pass-pipeline='builtin.module("
       << (passes.starts_with("polymem-to-") ? "" : "func.func(") << passes
       << (passes.starts_with("polymem-to-") ? "" : ")") << ")'\n"
       << program.text;
}

void CorpusRunner::runProgram(const CorpusProgram &program) {
  size_t next = 0;
  bool compares = true;
  while (next < options.pipelines.size()) {
    size_t current = next;
    bool inOriginal = false;
    std::string output;
    std::string end = runInChild(
        options.hangLimit,
        [&](Child::Send send) {
          ProgramRunner(context, options, send)
              .run(program.text, next, compares);
        },
        [&](Child::Message message) {
          StringRef what = message.front();
          inOriginal = what == "original";
          if (what == "pipeline") {
            to_integer(message[1], current);
            ++result.runs;
          } else if (what == "failure")
            report(program, current, message[1], message[2]);
          else if (what == "changed")
            ++result.changed;
          else if (what == "refused")
            ++result.refused;
          else if (what == "compared")
            ++result.compared;
          else if (what == "undefined")
            ++result.undefined;
        },
        &output);
    if (end.empty())
      return;
    // A program that is wrong itself, or takes long, is not compared.
    if (inOriginal) {
      compares = false;
      continue;
    }
    report(program, current, end, output);
    next = current + 1;
  }
}

CorpusResult CorpusRunner::run() {
  std::vector<std::string> files;
  std::error_code error;
  for (sys::fs::recursive_directory_iterator it(options.folder, error), last;
       it != last && !error; it.increment(error))
    if (StringRef(it->path()).ends_with(".mlir"))
      files.push_back(it->path());
  llvm::sort(files);
  StringSet<> seen;
  std::vector<CorpusProgram> programs;
  for (const std::string &file : files)
    collectPrograms(context, file, seen, result, programs);
  for (auto [number, program] : enumerate(programs)) {
    if (number % options.shards != options.shard)
      continue;
    ++result.functions;
    runProgram(program);
    for (unsigned k = 1; k <= options.mutants; ++k) {
      OwningOpRef<ModuleOp> module = parse(context, program.text);
      Messages swallowed(context);
      if (!mutate(*module, number * 1000 + k) ||
          mlir::failed(mlir::verify(*module)))
        continue;
      CorpusProgram mutant{formatv("{0}, mutant {1}", program.origin, k),
                           textOf(*module)};
      // What the verifier takes may be no text: a step of -1 is printed only.
      if (!seen.insert(mutant.text).second || !isValid(context, mutant.text))
        continue;
      ++result.mutants;
      runProgram(mutant);
    }
  }
  return std::move(result);
}

CorpusResult runCorpus(MLIRContext &context, const CorpusOptions &options) {
  context.allowUnregisteredDialects();
  context.printOpOnDiagnostic(false);
  mlir::remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis =
      categories.failed = ".*";
  (void)mlir::remark::enableOptimizationRemarks(
      context, /*streamer=*/nullptr,
      std::make_unique<mlir::remark::RemarkEmittingPolicyAll>(), categories,
      /*printAsEmitRemarks=*/true);
  return CorpusRunner(context, options).run();
}

} // namespace polymem::fuzz
