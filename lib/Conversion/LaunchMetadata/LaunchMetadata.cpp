//===- LaunchMetadata.cpp - how to launch kernels, as JSON ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostDescription.h"
#include "PolyMem/Analysis/Device/ConstantMemory.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/ToolOutputFile.h"

namespace polymem {
#define GEN_PASS_DEF_LAUNCHMETADATAPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using llvm::json::Array;
using llvm::json::Object;

static constexpr llvm::StringLiteral kPass = "polymem-launch-metadata";
/// NVPTX's address space of shared memory.
static constexpr auto kSharedSpace =
    static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared);

namespace {
struct LaunchMetadataPass
    : polymem::impl::LaunchMetadataPassBase<LaunchMetadataPass> {
  using LaunchMetadataPassBase::LaunchMetadataPassBase;
  LaunchMetadataPass(LaunchMetadataPassOptions options, raw_ostream &os)
      : LaunchMetadataPassBase(std::move(options)), stream(&os) {}
  void runOnOperation() override;

private:
  FailureOr<Object> describeModule(gpu::GPUModuleOp module,
                                   KernelTable &kernels);
  void describeFunctions(const Machine &machine, const KernelTable &kernels,
                         Object &metadata);

  /// Where to, if not to the file.
  raw_ostream *stream = nullptr;
};
} // namespace

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Bytes of static shared memory that `function` and what it calls use.
static int64_t sharedBytesOf(LLVM::LLVMFuncOp function) {
  SymbolTable symbols(function->getParentOp());
  DataLayout layout(cast<DataLayoutOpInterface>(function->getParentOp()));
  SetVector<Operation *> functions, globals;
  functions.insert(function);
  for (size_t i = 0; i < functions.size(); ++i)
    functions[i]->walk([&](Operation *op) {
      if (auto call = dyn_cast<LLVM::CallOp>(op)) {
        if (auto callee = call.getCallee())
          if (Operation *called = symbols.lookup<LLVM::LLVMFuncOp>(*callee))
            functions.insert(called);
      } else if (auto address = dyn_cast<LLVM::AddressOfOp>(op)) {
        if (Operation *global =
                symbols.lookup<LLVM::GlobalOp>(address.getGlobalName()))
          globals.insert(global);
      }
    });
  int64_t bytes = 0;
  for (Operation *op : globals) {
    auto global = cast<LLVM::GlobalOp>(op);
    if (global.getAddrSpace() != kSharedSpace)
      continue;
    uint64_t alignment = global.getAlignment().value_or(
        layout.getTypeABIAlignment(global.getType()));
    bytes = llvm::alignTo(bytes, std::max<uint64_t>(alignment, 1)) +
            layout.getTypeSize(global.getType()).getFixedValue();
  }
  return bytes;
}

/// The parameters of a kernel; nothing if one is neither number nor pointer.
static std::optional<KernelSignature> factsOf(LLVM::LLVMFuncOp kernel) {
  DataLayout layout(cast<DataLayoutOpInterface>(kernel->getParentOp()));
  KernelSignature facts;
  for (Type type : kernel.getArgumentTypes()) {
    bool isPointer = isa<LLVM::LLVMPointerType>(type);
    std::string name = isPointer ? "pointer" : getScalarTypeName(type);
    if (name.empty())
      return std::nullopt;
    facts.parameters.push_back(
        {name,
         static_cast<unsigned>(layout.getTypeSize(type).getFixedValue())});
  }
  facts.staticSharedBytes = sharedBytesOf(kernel);
  kernel.walk([&](LLVM::CallOp call) {
    facts.isCooperative |= call.getCallee() == kGridBarrierFunction;
  });
  return facts;
}

/// The target of a module of kernels.
static Object describeTarget(gpu::GPUModuleOp module) {
  Object object;
  for (Attribute attr : module.getTargetsAttr()
                            ? module.getTargetsAttr()
                            : ArrayAttr::get(module.getContext(), {}))
    if (auto target = dyn_cast<NVVM::NVVMTargetAttr>(attr)) {
      object["chip"] = target.getChip();
      object["features"] = target.getFeatures();
      // "+ptx80"
      size_t at = target.getFeatures().rfind("+ptx");
      unsigned version = 0;
      if (at != StringRef::npos &&
          !target.getFeatures().drop_front(at + 4).consumeInteger(10, version))
        object["ptxVersion"] =
            llvm::formatv("{0}.{1}", version / 10, version % 10).str();
      break;
    }
  return object;
}

/// Describes the kernels of a module and its variables, which the PTX defines.
FailureOr<Object> LaunchMetadataPass::describeModule(gpu::GPUModuleOp module,
                                                     KernelTable &kernels) {
  DataLayout layout(cast<DataLayoutOpInterface>(module.getOperation()));
  Array list, variables;
  for (Operation &op : *module.getBody()) {
    if (isa<gpu::GPUFuncOp>(op))
      return op.emitError() << kPass
                            << ": the parameters of this kernel in PTX are not "
                               "decided; run convert-gpu-to-nvvm first";
    if (auto global = dyn_cast<LLVM::GlobalOp>(op)) {
      unsigned space = global.getAddrSpace();
      if (space != kSharedSpace)
        variables.push_back(Object{
            {"name", global.getSymName()},
            {"space", space == kConstantMemorySpace ? "constant" : "global"},
            {"bytes",
             static_cast<int64_t>(
                 layout.getTypeSize(global.getType()).getFixedValue())}});
      continue;
    }
    auto kernel = dyn_cast<LLVM::LLVMFuncOp>(op);
    if (!kernel || !kernel->hasAttr(gpu::GPUDialect::getKernelFuncAttrName()))
      continue;
    std::optional<KernelSignature> facts = factsOf(kernel);
    if (!facts)
      continue;
    Array parameters;
    for (const KernelSignature::Parameter &parameter : facts->parameters)
      parameters.push_back(
          Object{{"type", parameter.type}, {"bytes", parameter.bytes}});
    Object object{{"name", kernel.getSymName()},
                  {"parameters", std::move(parameters)},
                  {"staticSharedBytes", facts->staticSharedBytes}};
    if (auto block = kernel->getAttrOfType<DenseI32ArrayAttr>(
            NVVM::NVVMDialect::getMaxntidAttrName()))
      object["maxBlock"] = Array(block.asArrayRef());
    list.push_back(std::move(object));
    kernels[(module.getName() + "::" + kernel.getSymName()).str()] =
        std::move(*facts);
  }
  Object object = describeTarget(module);
  object["name"] = module.getName();
  object["kernels"] = std::move(list);
  object["variables"] = std::move(variables);
  return object;
}

//===----------------------------------------------------------------------===//
// Host code
//===----------------------------------------------------------------------===//

/// Says what cannot be described, in one warning.
static void warn(func::FuncOp function, ArrayRef<HostFailure> failures) {
  const HostFailure &first = failures.front();
  // At the operation, but without printing it: it may be the function.
  InFlightDiagnostic warning =
      emitWarning(first.op->getLoc())
      << "the launch metadata does not say what the host does in '"
      << function.getSymName() << "': '" << first.op->getName()
      << "': " << first.reason;
  if (failures.size() > 1)
    warning << " (and " << failures.size() - 1 << " more)";
}

void LaunchMetadataPass::describeFunctions(const Machine &machine,
                                           const KernelTable &kernels,
                                           Object &metadata) {
  Array functions, constants;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    bool launches =
        function.walk([](gpu::LaunchFuncOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (!launches)
      continue;
    HostDescription description(function, machine, kernels, constants);
    functions.push_back(description.describe());
    if (description.getFailures().empty()) {
      ++numFunctions;
      continue;
    }
    warn(function, description.getFailures());
    remarkMissed(function, kPass, "HostUnsupported")
        << remark::metric("operations",
                          static_cast<int>(description.getFailures().size()))
        << "the host does what the metadata cannot say";
  }
  metadata["functions"] = std::move(functions);
  metadata["constants"] = std::move(constants);
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// The members of an object, what it is first.
static SmallVector<const Object::value_type *> sorted(const Object &object) {
  constexpr llvm::StringLiteral kFirst[] = {
      "format",    "version",       "requires", "kind",      "name",
      "operation", "array",         "variable", "lower",     "lowerText",
      "upper",     "upperText",     "step",     "stepText",  "body",
      "condition", "conditionText", "then",     "else",      "kernel",
      "grid",      "gridText",      "block",    "blockText", "arguments"};
  auto rank = [&](const Object::value_type *member) {
    return std::pair(llvm::find(kFirst, StringRef(member->first)) - kFirst,
                     StringRef(member->first));
  };
  SmallVector<const Object::value_type *> members;
  for (const Object::value_type &member : object)
    members.push_back(&member);
  llvm::sort(members, [&](auto *a, auto *b) { return rank(a) < rank(b); });
  return members;
}

/// Prints all in one line.
static void printLine(raw_ostream &os, const llvm::json::Value &value) {
  if (const Array *array = value.getAsArray()) {
    os << '[';
    llvm::interleaveComma(*array, os, [&](auto &v) { printLine(os, v); });
    os << ']';
  } else if (const Object *object = value.getAsObject()) {
    os << '{';
    llvm::interleaveComma(sorted(*object), os, [&](auto *member) {
      os << '"' << StringRef(member->first) << "\": ";
      printLine(os, member->second);
    });
    os << '}';
  } else {
    os << value;
  }
}

/// Prints what fits in a line in one.
static void print(raw_ostream &os, const llvm::json::Value &value,
                  unsigned indent, unsigned used) {
  constexpr unsigned kWidth = 120;
  std::string line;
  llvm::raw_string_ostream text(line);
  printLine(text, value);
  const Object *object = value.getAsObject();
  const Array *array = value.getAsArray();
  if ((!object && !array) || used + line.size() < kWidth) {
    os << line;
    return;
  }
  os << (object ? '{' : '[');
  bool first = true;
  auto begin = [&] {
    os << (first ? "\n" : ",\n");
    first = false;
    os.indent(indent + 2);
  };
  if (array)
    for (const llvm::json::Value &element : *array) {
      begin();
      print(os, element, indent + 2, indent + 2);
    }
  else
    for (const Object::value_type *member : sorted(*object)) {
      begin();
      std::string key = llvm::formatv("\"{0}\": ", StringRef(member->first));
      os << key;
      print(os, member->second, indent + 2, indent + 2 + key.size());
    }
  os << '\n';
  os.indent(indent) << (object ? '}' : ']');
}

void LaunchMetadataPass::runOnOperation() {
  markAllAnalysesPreserved();
  ModuleOp module = getOperation();
  FailureOr<Machine> target = targetMachine(module, machine, kPass);
  if (failed(target))
    return signalPassFailure();
  KernelTable kernels;
  Array modules;
  for (auto kernelModule : module.getOps<gpu::GPUModuleOp>()) {
    FailureOr<Object> object = describeModule(kernelModule, kernels);
    if (failed(object))
      return signalPassFailure();
    modules.push_back(std::move(*object));
  }
  Object metadata{{"format", "polymem-launch-metadata"},
                  {"version", 1},
                  {"requires", Array()},
                  {"generator", "PolyMem " POLYMEM_VERSION},
                  {"machine", target->name},
                  {"modules", std::move(modules)}};
  describeFunctions(*target, kernels, metadata);
  // A reader that launched them as others would wait for ever.
  if (llvm::any_of(kernels,
                   [](auto &entry) { return entry.second.isCooperative; }))
    metadata["requires"] = Array{"cooperative-launch"};

  auto write = [&](raw_ostream &os) {
    print(os, std::move(metadata), 0, 0);
    os << "\n";
  };
  if (stream)
    return write(*stream);
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(output, &message);
  if (!file) {
    module.emitError() << message;
    return signalPassFailure();
  }
  write(file->os());
  file->keep();
}

std::unique_ptr<Pass>
polymem::createLaunchMetadataPass(LaunchMetadataPassOptions options,
                                  raw_ostream &os) {
  return std::make_unique<LaunchMetadataPass>(std::move(options), os);
}
