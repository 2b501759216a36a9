//===- PipelineOptions.cpp - C API: what pipelines can be told ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Messages.h"
#include "PolyMem/Pipelines/Pipelines.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::capi;

static PolyMemOptionKind kindOf(OptionInfo::Kind kind) {
  switch (kind) {
  case OptionInfo::Kind::Bool:
    return PolyMemOptionBool;
  case OptionInfo::Kind::Signed:
    return PolyMemOptionSigned;
  case OptionInfo::Kind::Unsigned:
    return PolyMemOptionUnsigned;
  case OptionInfo::Kind::Float:
    return PolyMemOptionFloat;
  case OptionInfo::Kind::String:
    return PolyMemOptionString;
  case OptionInfo::Kind::Choice:
    return PolyMemOptionChoice;
  }
  llvm_unreachable("all kinds are handled");
}

/// A view of `text`, which stays where it is.
static MlirStringRef view(const std::string &text) {
  return wrap(StringRef(text));
}

void polymemForEachPipeline(MlirStringCallback callback, void *userData) {
  for (const PipelineInfo &pipeline : listPipelines())
    callback(wrap(pipeline.name), userData);
}

MlirLogicalResult
polymemForEachPipelineOption(MlirStringRef pipeline,
                             PolyMemPipelineOptionCallback callback,
                             MlirStringCallback error, void *userData) {
  std::vector<PipelineInfo> pipelines = listPipelines();
  auto found = llvm::find_if(pipelines, [&](const PipelineInfo &info) {
    return info.name == unwrap(pipeline);
  });
  if (found == pipelines.end()) {
    SmallVector<StringRef> names;
    for (const PipelineInfo &info : pipelines)
      names.push_back(info.name);
    return fail("there is no pipeline '" + unwrap(pipeline).str() +
                    "' with options; use " + choicesText(names),
                error, userData);
  }
  for (const OptionInfo &option : found->options) {
    SmallVector<PolyMemChoice> choices;
    for (const auto &[name, description] : option.choices)
      choices.push_back({view(name), view(description)});
    PolyMemPipelineOption given{view(option.name),
                                view(option.description),
                                kindOf(option.kind),
                                option.isList,
                                view(option.defaultText),
                                static_cast<intptr_t>(choices.size()),
                                choices.data()};
    callback(&given, userData);
  }
  return mlirLogicalResultSuccess();
}
