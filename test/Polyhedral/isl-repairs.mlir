// RUN: polymem-opt %s -test-polymem-isl-repairs -o /dev/null 2>&1 | FileCheck %s

// Functions of isl that made sets wrong, and that are replaced: merging the
// parts of a set adds no elements, and comparing a set does not change it.

// CHECK-DAG: remark: 8 points, merged 8, equal, compared 8
func.func private @merge() attributes {
  test.set = "{ [a] : 0 < a <= 11 and ((1 + a) mod 2 = 0 or a <= 2); [4] }"
}

// CHECK-DAG: remark: 4 points, merged 4, equal, compared 4
func.func private @compare() attributes {
  test.set = "{ [o, b, a] : exists (p = floor((2a - b - 2)/8), q : o = 0 and b mod 2 = 0 and 8p <= 2a - b - 7 and 8p >= a - 10 and a >= 0 and a >= b - 2 and 8p >= 2a - b - 9 and 8q <= 2a - b - 2 and a <= 2 and b <= 4 and b >= 0 and 4q >= 4p - a and 4p <= a - 4 and 4q <= 3 - a + 4p and 2a >= b - 6) or exists (p = floor((2a - b - 2)/8), q : o = 3 and b mod 2 = 0 and 8p <= 2a - b - 7 and 8p >= a - 10 and a >= 3 and a >= b - 2 and 8p >= 2a - b - 9 and 8q <= 2a - b - 2 and a <= 4 and b <= 6 and b >= 0 and 4q >= 4p - a and 4p <= a - 4 and 4q <= 3 - a + 4p and 2a >= b - 6) }"
}
