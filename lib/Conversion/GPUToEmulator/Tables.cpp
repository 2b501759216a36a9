//===- Tables.cpp - constant data that the emulator reads -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layouts of PolyMem/Emulator/Execution/Interface.h.
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"

using namespace mlir;

namespace polymem::gputoemulator {

Tables::Tables(ModuleOp module) : module(module), builder(module) {
  // Kernel descriptions refer to the table before it is complete.
  builder.setInsertionPointToEnd(module.getBody());
  siteTable = LLVM::GlobalOp::create(
      builder, module.getLoc(),
      LLVM::LLVMArrayType::get(LLVM::LLVMPointerType::get(module.getContext()),
                               0),
      /*isConstant=*/true, LLVM::Linkage::Internal, uniqueName("sites"),
      Attribute());
}

std::string Tables::uniqueName(StringRef hint) {
  std::string name;
  do
    name = ("polymem_emu_data_" + hint + "_" + Twine(numGlobals++)).str();
  while (module.lookupSymbol(name));
  return name;
}

std::string Tables::addString(StringRef text) {
  std::string &name = strings[text];
  if (!name.empty())
    return name;
  name = uniqueName("text");
  std::string bytes = text.str();
  bytes.push_back('\0');
  builder.setInsertionPointToEnd(module.getBody());
  LLVM::GlobalOp::create(
      builder, module.getLoc(),
      LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
      /*isConstant=*/true, LLVM::Linkage::Internal, name,
      builder.getStringAttr(bytes));
  return name;
}

/// The first place in a file that `location` names, as text.
static std::string toText(Location location) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto place = location->findInstanceOf<FileLineColLoc>();
  if (place)
    os << place.getFilename().getValue() << ":" << place.getLine() << ":"
       << place.getColumn();
  else
    location.print(os);
  return text;
}

int64_t Tables::addSite(Location location, StringRef operation,
                        StringRef buffer, int64_t alloca) {
  sites.push_back({addString(toText(location)), addString(operation),
                   buffer.empty() ? "" : addString(buffer), alloca});
  return static_cast<int64_t>(sites.size()) - 1;
}

void Tables::addGlobal(StringRef name, Type type,
                       function_ref<Value(OpBuilder &)> build) {
  builder.setInsertionPointToEnd(module.getBody());
  auto global = LLVM::GlobalOp::create(
      builder, module.getLoc(), type,
      /*isConstant=*/true, LLVM::Linkage::Internal, name, Attribute());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&global.getInitializerRegion());
  LLVM::ReturnOp::create(builder, module.getLoc(), build(builder));
}

/// Builds a constant struct or array field by field.
static Value aggregate(OpBuilder &builder, Location loc, Type type,
                       ArrayRef<Value> fields) {
  Value value = LLVM::UndefOp::create(builder, loc, type);
  for (auto [i, field] : llvm::enumerate(fields))
    value = LLVM::InsertValueOp::create(builder, loc, value, field,
                                        ArrayRef<int64_t>(i));
  return value;
}

void Tables::finish() {
  Location loc = module.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(module.getContext());
  auto entry = LLVM::LLVMStructType::getLiteral(
      module.getContext(), {pointer, pointer, pointer, builder.getI64Type()});
  auto type = LLVM::LLVMArrayType::get(entry, sites.size());
  std::string name = siteTable.getSymName().str();
  siteTable.erase();
  addGlobal(name, type, [&](OpBuilder &builder) {
    SmallVector<Value> entries;
    Value none = LLVM::ZeroOp::create(builder, loc, pointer);
    for (const Site &site : sites)
      entries.push_back(aggregate(
          builder, loc, entry,
          {address(builder, site.location), address(builder, site.operation),
           site.buffer.empty() ? none : address(builder, site.buffer),
           integer(builder, site.alloca + 1)}));
    return aggregate(builder, loc, type, entries);
  });
}

Value Tables::integer(OpBuilder &builder, int64_t value) {
  return LLVM::ConstantOp::create(builder, module.getLoc(),
                                  builder.getI64Type(),
                                  builder.getI64IntegerAttr(value));
}

Value Tables::address(OpBuilder &builder, StringRef symbol) {
  return LLVM::AddressOfOp::create(
      builder, module.getLoc(), LLVM::LLVMPointerType::get(module.getContext()),
      symbol);
}

std::string Tables::addBuffers(ArrayRef<SharedBuffer> buffers) {
  MLIRContext *context = module.getContext();
  Location loc = module.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = builder.getI64Type();
  SmallVector<std::pair<std::string, std::string>> names;
  for (const SharedBuffer &buffer : buffers) {
    std::string extents = uniqueName("extents");
    auto type = LLVM::LLVMArrayType::get(i64, buffer.extents.size());
    addGlobal(extents, type, [&](OpBuilder &builder) {
      SmallVector<Value> values;
      for (int64_t extent : buffer.extents)
        values.push_back(integer(builder, extent));
      return aggregate(builder, loc, type, values);
    });
    names.emplace_back(addString(LLVM::GlobalOp(buffer.global).getSymName()),
                       extents);
  }
  std::string table = uniqueName("buffers");
  auto entry = LLVM::LLVMStructType::getLiteral(
      context, {pointer, i64, i64, i64, i64, pointer});
  auto type = LLVM::LLVMArrayType::get(entry, buffers.size());
  addGlobal(table, type, [&](OpBuilder &builder) {
    SmallVector<Value> entries;
    for (auto [buffer, symbols] : llvm::zip_equal(buffers, names))
      entries.push_back(aggregate(
          builder, loc, entry,
          {address(builder, symbols.first), integer(builder, buffer.number),
           integer(builder, buffer.bytes),
           integer(builder, buffer.elementBytes),
           integer(builder, static_cast<int64_t>(buffer.extents.size())),
           address(builder, symbols.second)}));
    return aggregate(builder, loc, type, entries);
  });
  return table;
}

std::string Tables::addGlobals(ArrayRef<GlobalVariable> globals) {
  MLIRContext *context = module.getContext();
  Location loc = module.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = builder.getI64Type();
  SmallVector<std::string> names;
  for (const GlobalVariable &global : globals)
    names.push_back(addString(global.name));
  std::string table = uniqueName("globals");
  auto entry = LLVM::LLVMStructType::getLiteral(
      context, {pointer, pointer, i64, i64, i64});
  auto type = LLVM::LLVMArrayType::get(entry, globals.size());
  addGlobal(table, type, [&](OpBuilder &builder) {
    SmallVector<Value> entries;
    for (auto [global, name] : llvm::zip_equal(globals, names))
      entries.push_back(
          aggregate(builder, loc, entry,
                    {address(builder, name), address(builder, global.symbol),
                     integer(builder, global.bytes),
                     integer(builder, global.elementBytes),
                     integer(builder, global.isConstant)}));
    return aggregate(builder, loc, type, entries);
  });
  return table;
}

std::string Tables::addKernel(const KernelFacts &kernel, StringRef entry,
                              int64_t dynamicNumber,
                              ArrayRef<GlobalVariable> globals) {
  MLIRContext *context = module.getContext();
  auto pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = builder.getI64Type();
  std::string bufferTable = addBuffers(kernel.buffers);
  std::string globalTable = addGlobals(globals);
  std::string nameText = addString(kernel.name);
  std::string descriptor = uniqueName("kernel");
  auto type = LLVM::LLVMStructType::getLiteral(
      context, {pointer, pointer, pointer, i64, pointer, i64, pointer, i64, i64,
                i64, i64, i64, i64});
  // More sites may follow, but none of this kernel.
  addGlobal(descriptor, type, [&](OpBuilder &builder) {
    return aggregate(
        builder, module.getLoc(), type,
        {address(builder, nameText), address(builder, entry),
         address(builder, siteTable.getSymName()),
         integer(builder, static_cast<int64_t>(sites.size())),
         address(builder, bufferTable),
         integer(builder, static_cast<int64_t>(kernel.buffers.size())),
         address(builder, globalTable),
         integer(builder, static_cast<int64_t>(globals.size())),
         integer(builder, dynamicNumber),
         integer(builder, SharedLayout::deviceBytes(kernel.buffers)),
         integer(builder, kernel.maxThreads),
         integer(builder, kernel.partialSynchronisation),
         integer(builder, kernel.gridSynchronisation)});
  });
  return descriptor;
}

} // namespace polymem::gputoemulator
