#include "driver.h"

void mm_thread(float (*A)[6], float (*B)[8], float (*C)[8]);
static float A[10][6], B[6][8], C[10][8], expected[10][8];
static void kernel(void *argument) {
  (void)argument;
  mm_thread(A, B, C);
}

int main(void) {
  const struct array arrays[] = {{"A", A, 4, 2, {10, 6, 0}},
                                 {"B", B, 4, 2, {6, 8, 0}},
                                 {"C", C, 4, 2, {10, 8, 0}}};
  for (int i = 0; i < 10 * 6; ++i)
    A[i / 6][i % 6] = (float)value(i);
  for (int i = 0; i < 6 * 8; ++i)
    B[i / 8][i % 8] = (float)value(i + 7);
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 8; ++j) {
      float sum = C[i][j] = (float)value(i + j);
      for (int k = 0; k < 6; ++k) {
        float product = A[i][k] * B[k][j];
        sum = sum + product;
      }
      expected[i][j] = sum;
    }
  return run(2, kernel, arrays, 3, expected, C, sizeof C);
}
