#include "driver.h"

void boxes_thread(float *W, float (*D)[4][6], float (*C)[6]);
static float W[6], C[4][6], D[3][4][6], expected[3][4][6];
static void kernel(void *argument) {
  (void)argument;
  boxes_thread(W, D, C);
}

int main(void) {
  const struct array arrays[] = {{"W", W, 4, 1, {6, 0, 0}},
                                 {"D", D, 4, 3, {3, 4, 6}},
                                 {"C", C, 4, 2, {4, 6, 0}}};
  for (int j = 0; j < 6; ++j)
    W[j] = (float)value(j);
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 6; ++j) {
        float c = (float)(6 * i + j) * W[j];
        expected[k][i][j] = c * (float)k;
      }
  return run(2, kernel, arrays, 3, expected, D, sizeof D);
}
