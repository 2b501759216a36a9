//===- ScopPrint.cpp - readable dump of a scop ----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Scop.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/options.h"
#include "isl/printer.h"
#include "isl/schedule.h"

using namespace mlir;
using namespace polymem;

std::string polymem::scheduleToString(const isl::schedule &schedule) {
  if (schedule.is_null())
    return "<null>\n";
  isl_printer *printer = isl_printer_to_str(schedule.ctx().get());
  printer = isl_printer_set_yaml_style(printer, ISL_YAML_STYLE_BLOCK);
  printer = isl_printer_print_schedule(printer, schedule.get());
  char *text = isl_printer_get_str(printer);
  isl_printer_free(printer);
  std::string result = text ? text : "";
  free(text);
  return result;
}

static StringRef kindName(ScopArray::Kind kind) {
  switch (kind) {
  case ScopArray::Kind::MemRef:
    return "memref";
  case ScopArray::Kind::Scalar:
    return "scalar";
  case ScopArray::Kind::Other:
    return "other memory";
  }
  return "";
}

void Scop::print(llvm::raw_ostream &os) const {
  os << "  context: " << islToString(contextSet) << "\n";
  for (auto &[id, value] : params) {
    os << "  parameter " << id.get_name() << ": ";
    if (auto arg = dyn_cast<BlockArgument>(value))
      os << "argument " << arg.getArgNumber() << " of "
         << arg.getOwner()->getParentOp()->getName();
    else
      os << value.getDefiningOp()->getName();
    os << "\n";
  }
  for (const ScopArray &array : arrayList) {
    os << "  array " << array.name << ": " << kindName(array.kind);
    if (array.value)
      os << " " << array.value.getType();
    os << (array.liveOut ? ", live-out" : ", local");
    if (array.depth != 0)
      os << ", depth " << array.depth;
    os << "\n    " << islToString(array.extent) << "\n";
  }
  for (const ScopStatement &statement : statementList) {
    os << "  " << statement.name << ": " << islToString(statement.domain)
       << "\n";
    for (unsigned id : statement.accesses) {
      const ScopAccess &access = accessList[id];
      os << "    " << access.tag() << (access.must ? " must-" : " may-")
         << (access.isRead() ? "read " : "write ")
         << islToString(access.relation) << "\n";
    }
  }
  os << "  schedule:\n";
  std::string tree = scheduleToString(scheduleTree);
  SmallVector<StringRef> lines;
  StringRef(tree).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    os << "    " << line << "\n";
}
