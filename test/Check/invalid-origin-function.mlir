// A pass on functions cannot look for other functions: names are no origin.

// RUN: not polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-check))' 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:1: error: attribute 'polymem.origin' is not the text of a function{{$}}
func.func @copy() attributes {polymem.origin = @original} {
  return
}

func.func @original() {
  return
}
