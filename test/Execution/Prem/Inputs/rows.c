#include "driver.h"

void rows_thread(double (*A)[23], double (*B)[20]);
static double A[34][23], B[33][20], expected[33][20];
static void kernel(void *argument) {
  (void)argument;
  rows_thread(A, B);
}

int main(void) {
  const struct array arrays[] = {{"A", A, 8, 2, {34, 23, 0}},
                                 {"B", B, 8, 2, {33, 20, 0}}};
  for (int i = 0; i < 34 * 23; ++i)
    A[i / 23][i % 23] = value(i);
  for (int i = 0; i < 33; ++i)
    for (int j = 0; j < 20; ++j)
      expected[i][j] = A[i][j + 2] - A[i + 1][j + 2];
  return run(2, kernel, arrays, 2, expected, B, sizeof B);
}
