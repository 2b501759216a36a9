//===- CountersPrint.cpp - counts as JSON and as a table ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Emulator/Counting/Counters.h"
#include <algorithm>
#include <ostream>

namespace polymem::emulator {

/// "global load": what one access of this sort is.
static std::string nameOf(Space space, AccessKind kind) {
  std::string name = space == Space::Shared     ? "shared "
                     : space == Space::Constant ? "constant "
                                                : "global ";
  switch (kind) {
  case AccessKind::Read:
    return name + "load";
  case AccessKind::Write:
    return name + "store";
  case AccessKind::Atomic:
    return name + "atomic";
  case AccessKind::AsyncRead:
    return name + "asynchronous load";
  case AccessKind::AsyncWrite:
    return name + "asynchronous store";
  }
  return name;
}

/// What transfers in `space` are called.
static const char *unitOf(Space space) {
  return space == Space::Shared     ? "wavefronts"
         : space == Space::Constant ? "broadcasts"
                                    : "sectors";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static std::string quote(const std::string &text) {
  static const char digits[] = "0123456789abcdef";
  std::string quoted = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (byte < 0x20) {
      quoted += "\\u00";
      quoted += digits[byte >> 4];
      quoted += digits[byte & 15];
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

static void writeTransfers(std::ostream &os, Space space,
                           const TransferCounts &counts) {
  const char *unit = unitOf(space);
  os << "\"requests\": " << counts.requests
     << ", \"accesses\": " << counts.accesses << ", \"bytes\": " << counts.bytes
     << ", \"" << unit << "\": " << counts.transfers << ", \"minimum-" << unit
     << "\": " << counts.minimum;
}

static void writeKernel(std::ostream &os, const KernelCounts &kernel) {
  os << "    {\n      \"kernel\": " << quote(kernel.kernel)
     << ",\n      \"launches\": " << kernel.launches
     << ",\n      \"blocks\": " << kernel.blocks
     << ",\n      \"threads\": " << kernel.threads
     << ",\n      \"warps\": " << kernel.warps
     << ",\n      \"block-barriers\": " << kernel.blockBarriers
     << ",\n      \"partial-barriers\": " << kernel.partialBarriers;
  if (kernel.gridBarriers)
    os << ",\n      \"grid-barriers\": " << kernel.gridBarriers;
  os << ",\n      \"transfers\": {";
  const char *separator = "\n";
  for (const auto &[key, counts] : kernel.transfers) {
    os << separator << "        " << quote(nameOf(key.first, key.second))
       << ": {";
    writeTransfers(os, key.first, counts);
    os << "}";
    separator = ",\n";
  }
  os << (kernel.transfers.empty() ? "" : "\n      ")
     << "},\n      \"instructions\": {";
  separator = "\n";
  for (const auto &[name, counts] : kernel.instructions) {
    os << separator << "        " << quote(name)
       << ": {\"warps\": " << counts.warps
       << ", \"threads\": " << counts.threads << "}";
    separator = ",\n";
  }
  os << (kernel.instructions.empty() ? "" : "\n      ")
     << "},\n      \"sites\": [";
  separator = "\n";
  for (const auto &[key, counts] : kernel.sites) {
    const auto &[site, location, operation, space, kind] = key;
    os << separator << "        {\"location\": " << quote(location)
       << ", \"operation\": " << quote(operation)
       << ", \"access\": " << quote(nameOf(space, kind)) << ", ";
    writeTransfers(os, space, counts);
    os << "}";
    separator = ",\n";
  }
  os << (kernel.sites.empty() ? "" : "\n      ") << "]\n    }";
}

void Counters::writeJson(std::ostream &os) const {
  os << "{\n  \"kernels\": [";
  const char *separator = "\n";
  for (const KernelCounts &kernel : kernels()) {
    os << separator;
    writeKernel(os, kernel);
    separator = ",\n";
  }
  os << (kernels().empty() ? "" : "\n  ") << "]\n}\n";
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

namespace {
/// Rows of text; the first column is aligned left, the others right.
class Table {
public:
  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  void write(std::ostream &os) const {
    std::vector<size_t> widths;
    for (const auto &row : rows) {
      widths.resize(std::max(widths.size(), row.size()));
      for (size_t i = 0; i < row.size(); ++i)
        widths[i] = std::max(widths[i], row[i].size());
    }
    for (const auto &row : rows) {
      std::string line = "  ";
      for (size_t i = 0; i < row.size(); ++i) {
        std::string padding(widths[i] - row[i].size(), ' ');
        if (i)
          line.append("  ").append(padding);
        line += row[i];
        if (!i)
          line += padding;
      }
      os << line.substr(0, line.find_last_not_of(' ') + 1) << "\n";
    }
  }

private:
  std::vector<std::vector<std::string>> rows;
};
} // namespace

static std::vector<std::string> rowOf(std::string label,
                                      const TransferCounts &counts) {
  return {std::move(label),
          std::to_string(counts.requests),
          std::to_string(counts.accesses),
          std::to_string(counts.bytes),
          std::to_string(counts.transfers),
          std::to_string(counts.minimum)};
}

static std::string labelOf(const std::string &operation,
                           const std::string &location) {
  return "  " + operation + " at " + location;
}

/// The accesses to one space, each sort followed by its sites.
static void addTransfers(Table &table, const KernelCounts &kernel,
                         Space space) {
  bool isFirst = true;
  for (const auto &[sort, counts] : kernel.transfers) {
    if (sort.first != space)
      continue;
    if (isFirst)
      table.add(
          {"", "requests", "accesses", "bytes", unitOf(space), "minimum"});
    isFirst = false;
    table.add(rowOf(nameOf(sort.first, sort.second), counts));
    for (const auto &[key, ofSite] : kernel.sites) {
      const auto &[site, location, operation, siteSpace, kind] = key;
      if (siteSpace == space && kind == sort.second)
        table.add(rowOf(labelOf(operation, location), ofSite));
    }
  }
}

static std::string plural(uint64_t number, const std::string &noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

void Counters::writeTable(std::ostream &os) const {
  for (const KernelCounts &kernel : kernels()) {
    std::string launches = std::to_string(kernel.launches) +
                           (kernel.launches == 1 ? " launch, " : " launches, ");
    os << kernel.kernel << ": " << launches << plural(kernel.blocks, "block")
       << ", " << plural(kernel.threads, "thread") << ", "
       << plural(kernel.warps, "warp") << ", "
       << plural(kernel.blockBarriers, "block barrier") << ", "
       << plural(kernel.partialBarriers, "partial barrier");
    if (kernel.gridBarriers)
      os << ", " << plural(kernel.gridBarriers, "grid barrier");
    os << "\n";
    Table table;
    addTransfers(table, kernel, Space::Global);
    addTransfers(table, kernel, Space::Shared);
    addTransfers(table, kernel, Space::Constant);
    if (!kernel.instructions.empty())
      table.add({"instructions", "warps", "threads"});
    for (const auto &[name, counts] : kernel.instructions)
      table.add({"  " + name, std::to_string(counts.warps),
                 std::to_string(counts.threads)});
    table.write(os);
  }
}

} // namespace polymem::emulator
