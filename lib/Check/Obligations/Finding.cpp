//===- Finding.cpp - names of obligations ---------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Obligations/Finding.h"

using namespace mlir;
using namespace polymem;

StringRef polymem::obligationName(Obligation obligation) {
  switch (obligation) {
  case Obligation::Instances:
    return "instances";
  case Obligation::Expressions:
    return "expressions";
  case Obligation::Dataflow:
    return "dataflow";
  case Obligation::LiveOut:
    return "live-out";
  case Obligation::Parallelism:
    return "parallelism";
  case Obligation::Storage:
    return "storage";
  case Obligation::Asynchrony:
    return "asynchrony";
  case Obligation::Lifetimes:
    return "lifetimes";
  case Obligation::Bands:
    return "bands";
  case Obligation::Capacity:
    return "capacity";
  case Obligation::Phases:
    return "phases";
  case Obligation::Transfers:
    return "transfers";
  case Obligation::Cores:
    return "cores";
  }
  llvm_unreachable("unknown obligation");
}
