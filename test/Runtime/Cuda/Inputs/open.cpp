#include "program.h"

int main(int argc, char **argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (argc != 2)
    return 2;
  polymemCudaSetErrorHandler(tell, name);
  std::printf("driver: %d\n", polymemCudaSetDriver("/no/driver"));
  std::printf("open: %d\n", polymemCudaOpen());
  std::printf("last: %s\n", polymemCudaLastError());
  polymemCudaClearError();
  std::printf("driver: %d\n", polymemCudaSetDriver(argv[1]));
  std::printf("device: %d\n", polymemCudaSetDevice(3));
  std::printf("open: %d\n", polymemCudaOpen());
  std::printf("open: %d\n", polymemCudaOpen());
  std::printf("too late: %d %d %d\n", polymemCudaSetDriver("other"),
              polymemCudaSetDevice(4), polymemCudaSetDevice(3));
  return 0;
}
