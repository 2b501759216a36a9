//===- Signature.cpp - do both programs take and return the same? ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Obligations.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace polymem;

/// "what is 'now', in the original 'then'".
static std::string differ(const Twine &what, Type now, Type then) {
  std::string text;
  llvm::raw_string_ostream(text)
      << what << " is '" << now << "', in the original '" << then << "'";
  auto nowShape = dyn_cast<ShapedType>(now);
  auto thenShape = dyn_cast<ShapedType>(then);
  if (nowShape && thenShape && nowShape.hasRank() && thenShape.hasRank() &&
      nowShape.getRank() == thenShape.getRank())
    for (int64_t d = 0; d < nowShape.getRank(); ++d)
      if (thenShape.isDynamicDim(d) && !nowShape.isDynamicDim(d))
        return text + ": it takes for granted that extent " +
               std::to_string(d) + " is " +
               std::to_string(nowShape.getDimSize(d));
  return text;
}

std::string polymem::signatureDifference(Operation *before, Operation *after) {
  auto then = dyn_cast<FunctionOpInterface>(before);
  auto now = dyn_cast<FunctionOpInterface>(after);
  if (!then || !now)
    return "";
  ArrayRef<Type> wanted = then.getArgumentTypes();
  ArrayRef<Type> taken = now.getArgumentTypes();
  if (taken.size() < wanted.size())
    return "it has " + std::to_string(taken.size()) + " arguments, of the " +
           std::to_string(wanted.size()) + " that the original has";
  for (auto [n, type] : llvm::enumerate(wanted))
    if (taken[n] != type)
      return differ("argument " + Twine(n), taken[n], type);
  if (now.getNumResults() != then.getNumResults())
    return "it has " + std::to_string(now.getNumResults()) +
           " results, the original " + std::to_string(then.getNumResults());
  for (auto [n, types] : llvm::enumerate(
           llvm::zip_equal(now.getResultTypes(), then.getResultTypes())))
    if (std::get<0>(types) != std::get<1>(types))
      return differ("result " + Twine(n), std::get<0>(types),
                    std::get<1>(types));
  return "";
}
