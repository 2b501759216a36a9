//===- Signature.cpp - do both programs take and return the same? ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Obligations/Obligations.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace polymem;

/// "what is 'now', in the original 'then'".
static Sentence differ(const Sentence &what, Type now, Type then) {
  auto text = [](Type type) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return text;
  };
  Sentence result =
      sentence("{0} is '{1}', in the original '{2}'", what,
               named("Type", text(now)), named("OriginalType", text(then)));
  auto nowShape = dyn_cast<ShapedType>(now);
  auto thenShape = dyn_cast<ShapedType>(then);
  if (nowShape && thenShape && nowShape.hasRank() && thenShape.hasRank() &&
      nowShape.getRank() == thenShape.getRank())
    for (int64_t d = 0; d < nowShape.getRank(); ++d)
      if (thenShape.isDynamicDim(d) && !nowShape.isDynamicDim(d))
        return sentence("{0}: it takes for granted that extent {1} is {2}",
                        result, named("Dimension", d),
                        named("Extent", nowShape.getDimSize(d)));
  return result;
}

Sentence polymem::signatureDifference(Operation *before, Operation *after) {
  auto then = dyn_cast<FunctionOpInterface>(before);
  auto now = dyn_cast<FunctionOpInterface>(after);
  if (!then || !now)
    return "";
  ArrayRef<Type> wanted = then.getArgumentTypes();
  ArrayRef<Type> taken = now.getArgumentTypes();
  if (taken.size() < wanted.size())
    return sentence("it has {0} arguments, of the {1} that the original has",
                    named("Arguments", taken.size()),
                    named("OriginalArguments", wanted.size()));
  for (auto [n, type] : llvm::enumerate(wanted))
    if (taken[n] != type)
      return differ(sentence("argument {0}", named("Argument", n)), taken[n],
                    type);
  if (now.getNumResults() != then.getNumResults())
    return sentence("it has {0} results, the original {1}",
                    named("Results", now.getNumResults()),
                    named("OriginalResults", then.getNumResults()));
  for (auto [n, types] : llvm::enumerate(
           llvm::zip_equal(now.getResultTypes(), then.getResultTypes())))
    if (std::get<0>(types) != std::get<1>(types))
      return differ(sentence("result {0}", named("Result", n)),
                    std::get<0>(types), std::get<1>(types));
  return "";
}
