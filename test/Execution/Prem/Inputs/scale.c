#include "driver.h"

void scale_thread(float *X, float *Y);
static float X[10000], Y[10000], expected[10000];
static void kernel(void *argument) {
  (void)argument;
  scale_thread(X, Y);
}

int main(void) {
  const struct array arrays[] = {{"X", X, 4, 1, {10000, 0, 0}},
                                 {"Y", Y, 4, 1, {10000, 0, 0}}};
  for (int i = 0; i < 10000; ++i) {
    X[i] = (float)value(i);
    expected[i] = X[i] * 3.0f;
  }
  return run(2, kernel, arrays, 2, expected, Y, sizeof Y);
}
