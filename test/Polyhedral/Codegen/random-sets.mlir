// RUN: polymem-opt %s -test-polymem-scan-random="seed=1 count=40" | FileCheck %s

// For unions of parametric sets isl proves of the generated code that exactly
// the elements are visited, once each, in lexicographic order.

// CHECK: 42 sets proved
module attributes {test.sets = [
  // isl drops a loop of this one with the option allow_or = 0.
  "[arg1, arg2] -> { [i0, i1] : -5 <= i0 < arg1 and i0 <= 40 and -2 <= i1 <= arg2 + 5 and (2i0 - 2i1 - arg2 + 1) mod 4 = 1; [i0, i1] : 0 <= i0 < arg1 and i0 <= 40 and -1 <= i1 <= arg2 + 4 and (2i1 - arg2 - 2) mod 4 = 1; [i0, i1] : -1 <= i0 < arg1 and i0 <= 40 and -4 <= i1 <= arg2 + 6 and i0 - 2i1 + 2arg1 - 3 >= 0 and -3i0 - i1 + 3arg1 - 2 >= 0 }",
  // A coordinate is chosen by a condition (c ? a : b).
  "[arg1, arg2] -> { [i0, i1] : -2 <= i0 < arg1 and i0 <= 40 and -3 <= i1 <= arg2 + 4 and i0 >= floor((-i0 - 2i1 - 2arg1 + 3)/3); [i0, i1] : 0 <= i0 < arg1 and i0 <= 40 and -4 <= i1 <= arg2 + 7 and (i0 = 1 or 2i0 + 3i1 + arg1 - 2 >= 0) and -3i0 + 3i1 + 2arg1 - 3 >= 0 }"
]} {}
