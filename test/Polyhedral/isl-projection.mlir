// RUN: polymem-opt %s -test-polymem-isl-projection="seed=1 count=300" | FileCheck %s

// Ranges with explicit divisions are those that isl computes.

// A tile of a stencil's steps: one set.
// CHECK: // 1 explicit basic sets, isl's are 4
// Where several variables would have to be divided, isl's.
// CHECK: // 9 explicit basic sets, isl's are 9
// CHECK: // 291 of 300 random relations have one explicit basic set
module attributes {test.relations = [
  "[w, p, n, T] -> { S[t, i] -> A[i] : 0 <= t < T and 1 <= i < n and 16p <= 2t + i <= 16p + 15 and 16w <= 16p + 2t - i + 15 <= 16w + 15 }",
  "[n] -> { S[t, u] -> A[a] : 0 <= 3t - 2u <= n and a <= 3u + 2t <= a + 3 and 0 <= 5u - 2a + t <= 7 }"
]} {}
