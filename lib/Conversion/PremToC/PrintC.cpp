//===- PrintC.cpp - PREM threads and segments as C99 --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPrinter.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Conversion/PremArrays.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/ToolOutputFile.h"

namespace polymem {
#define GEN_PASS_DEF_PREMPRINTCPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::prem;

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// What a helper of CPrinter is. `T` is its type.
static StringRef bodyOfHelper(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .StartsWith("prem_c_mod", "  const T r = a % b;\n"
                                "  return (r < 0) ? (r + b) : r;\n")
      .StartsWith("prem_c_floor_div",
                  "  const T q = a / b;\n"
                  "  return (((a % b) != 0) && ((a < 0) != (b < 0))) ? (q - 1) "
                  ": q;\n")
      .StartsWith("prem_c_ceil_div",
                  "  const T q = a / b;\n"
                  "  return (((a % b) != 0) && ((a < 0) == (b < 0))) ? (q + 1) "
                  ": q;\n")
      .StartsWith("prem_c_min_", "  return (a < b) ? a : b;\n")
      .StartsWith("prem_c_max_", "  return (a > b) ? a : b;\n")
      // What is not a number, and zeros of two signs, come from the sum.
      .StartsWith("prem_c_maximum",
                  "  if (a > b) {\n    return a;\n  }\n"
                  "  if (b > a) {\n    return b;\n  }\n"
                  "  return ((a == b) && (a != 0)) ? a : (a + b);\n")
      .Default("  if (a < b) {\n    return a;\n  }\n"
               "  if (b < a) {\n    return b;\n  }\n"
               "  return ((a == b) && (a != 0)) ? a : -(-a + -b);\n");
}

static void printHelper(raw_ostream &os, StringRef name) {
  StringRef type = llvm::StringSwitch<StringRef>(name)
                       .EndsWith("_i32", "int32_t")
                       .EndsWith("_i64", "int64_t")
                       .EndsWith("_f32", "float")
                       .Default("double");
  std::string body = bodyOfHelper(name).str();
  for (size_t at; (at = body.find("const T ")) != std::string::npos;)
    body.replace(at, strlen("const T "), ("const " + type + " ").str());
  os << "\nstatic " << type << " " << name << "(" << type << " a, " << type
     << " b) {\n"
     << body << "}\n";
}

std::string CPrinter::finish(StringRef title) {
  std::string file;
  llvm::raw_string_ostream out(file);
  out << "/* " << title << "Threads and segments; made by prem-print-c. */\n"
      << "#include \"PolyMem/Runtime/Prem/prem.h\"\n";
  if (usesFloats)
    out << "#include <float.h>\n";
  if (usesMath)
    out << "#include <math.h>\n";
  out << "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n";
  if (usesFloats)
    out << "\n/* Each operation is rounded by itself, in its own type. GCC: "
           "-std=c99, or\n   -ffp-contract=off. */\n"
           "#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0\n"
           "#error \"results would differ: operations are not those of their "
           "types\"\n#endif\n"
           "#if !defined(__GNUC__) || defined(__clang__)\n"
           "#pragma STDC FP_CONTRACT OFF\n#endif\n";
  for (const std::string &name : helpers)
    printHelper(out, name);
  return file + text;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {

/// What is printed: what launches run, and what that calls, callees first.
class Order {
public:
  explicit Order(ModuleOp module) : symbols(module) {}

  LogicalResult add(func::FuncOp function) {
    if (done.contains(function))
      return success();
    if (!open.insert(function).second)
      return function.emitError(
          "prem-print-c: a function that calls itself, which PREM programs "
          "must not");
    WalkResult walk = function.walk([&](func::CallOp call) -> WalkResult {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      if (!callee || callee.isExternal())
        return call.emitError("prem-print-c: calls '")
               << call.getCallee() << "', which is not in the module";
      return add(callee);
    });
    done.insert(function);
    return failure(walk.wasInterrupted());
  }

  SymbolTable symbols;
  llvm::SetVector<Operation *> done;

private:
  llvm::SmallPtrSet<Operation *, 8> open;
};

} // namespace

/// Indices are of 32 bits in C. An index that a range is known of must be in
/// it; a remark tells of others, such as those that depend on what is loaded.
static LogicalResult checkIndices(Operation *function,
                                  const TripCounts &trips) {
  int64_t unknown = 0;
  Operation *first = nullptr;
  WalkResult walk = function->walk([&](Operation *op) -> WalkResult {
    for (Value result : op->getResults()) {
      if (!result.getType().isIndex() || op->hasTrait<OpTrait::ConstantLike>())
        continue;
      std::optional<IndexRange> range = trips.range(result);
      if (range &&
          (!llvm::isInt<32>(range->least) || !llvm::isInt<32>(range->greatest)))
        return op->emitError("prem-print-c: an index may be from ")
               << range->least << " to " << range->greatest
               << ", which 32 bits do not hold";
      if (range || !isa<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                        affine::AffineApplyOp>(op))
        continue;
      ++unknown;
      first = first ? first : op;
    }
    return WalkResult::advance();
  });
  if (unknown > 0)
    remarkAnalysis(first, "prem-print-c", "UnknownRange")
        << sentence("the ranges of {0} indices are not known: in C they have "
                    "32 bits, and are others where these do not hold them",
                    named("Indices", unknown));
  return failure(walk.wasInterrupted());
}

/// The text of all threads of `module`, in which this deletes dead code; empty
/// if there are none.
static FailureOr<std::string> printModule(ModuleOp module) {
  Order order(module);
  llvm::SmallPtrSet<Operation *, 4> threads;
  WalkResult walk = module.walk([&](LaunchOp launch) -> WalkResult {
    auto thread = order.symbols.lookup<func::FuncOp>(launch.getCallee());
    if (!thread || thread.isExternal())
      return launch.emitError("prem-print-c: runs '")
             << launch.getCallee() << "', which is not in the module";
    threads.insert(thread);
    return order.add(thread);
  });
  if (walk.wasInterrupted())
    return failure();
  if (threads.empty())
    return std::string();
  IRRewriter rewriter(module.getContext());
  for (Operation *function : order.done)
    (void)runRegionDCE(rewriter, function->getRegions());
  TripCounts trips(module);
  CPrinter printer(trips);
  for (Operation *function : order.done)
    if (failed(checkIndices(function, trips)))
      return failure();
  for (Operation *function : order.done)
    if (failed(printer.printFunction(cast<func::FuncOp>(function),
                                     !threads.contains(function))))
      return failure();
  std::string title = module.getSymName().value_or("").str();
  return printer.finish(title.empty() ? "" : title + ". ");
}

namespace {

struct PremPrintCPass : polymem::impl::PremPrintCPassBase<PremPrintCPass> {
  using PremPrintCPassBase::PremPrintCPassBase;
  explicit PremPrintCPass(raw_ostream &os) : stream(&os) {}

  void runOnOperation() override {
    markAllAnalysesPreserved();
    OwningOpRef<ModuleOp> copy = getOperation().clone();
    FailureOr<std::string> text = printModule(*copy);
    if (failed(text))
      return signalPassFailure();
    if (text->empty()) {
      getOperation().emitWarning("prem-print-c: no launch: there is no thread "
                                 "to print");
      return;
    }
    if (stream) {
      *stream << *text;
      return;
    }
    std::string message;
    std::unique_ptr<llvm::ToolOutputFile> file =
        openOutputFile(output, &message);
    if (!file) {
      getOperation().emitError() << message;
      return signalPassFailure();
    }
    file->os() << *text;
    file->keep();
  }

private:
  /// Where to, if not to the file.
  raw_ostream *stream = nullptr;
};

} // namespace

std::unique_ptr<Pass> polymem::createPremPrintCPass(raw_ostream &os) {
  return std::make_unique<PremPrintCPass>(os);
}
