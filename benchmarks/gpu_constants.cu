// What a machine file calls `times`, measured on a GPU.
//
//     nvcc -O2 -arch=sm_90 benchmarks/gpu_constants.cu -o constants && ./constants
//
// Prints a line per constant: what was measured, in the units of the file. Latencies are those of
// chains in one warp (or one block, for barriers); rates those of all multiprocessors.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error));               \
      std::exit(1);                                                            \
    }                                                                          \
  } while (false)

static float *sink;
static int units;
static double megahertz;

__device__ uint64_t nanoseconds() {
  uint64_t time;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
  return time;
}

__global__ void empty() {}

__global__ void clockRate(float *sink, uint64_t *result) {
  uint64_t start = nanoseconds();
  long long cycles = clock64();
  float x = 1;
  while (nanoseconds() - start < 20000000)
    for (int i = 0; i < 1000; ++i)
      x = x * 0.999f + 1.0f;
  result[0] = clock64() - cycles;
  result[1] = nanoseconds() - start;
  *sink = x;
}

enum Chain { MulAdd, Add, Divide, Root, Shared, SharedStore, Barrier, IntegerMul };

template <Chain kind> __global__ void chain(float *sink, uint64_t *result) {
  __shared__ int next[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    next[i] = (i + 32) % 1024;
  __syncthreads();
  constexpr int kSteps = 512;
  float x = 1.5f + *sink;
  int at = threadIdx.x;
  long long start = clock64();
#pragma unroll 16
  for (int i = 0; i < kSteps; ++i) {
    if (kind == MulAdd)
      x = __fadd_rn(__fmul_rn(x, 0.999f), 1.0f);
    if (kind == Add)
      x = __fadd_rn(x, 1.0f);
    if (kind == Divide)
      x = __fdiv_rn(3.0f, x);
    if (kind == Root)
      x = __fsqrt_rn(x);
    if (kind == Shared)
      at = next[at];
    if (kind == IntegerMul)
      at = at * 7 + 3;
    if (kind == Barrier)
      __syncthreads();
    if (kind == SharedStore) {
      next[threadIdx.x] = at;
      __syncthreads();
      at = next[(threadIdx.x + 1) % blockDim.x] + 1;
      __syncthreads();
    }
  }
  long long end = clock64();
  if (threadIdx.x == 0)
    result[0] = (end - start) * 1000 / kSteps;
  *sink = x + at;
}

/// Follows pointers in global memory.
__global__ void pointers(const uint64_t *next, int steps, uint64_t *result) {
  uint64_t at = 0;
  for (int i = 0; i < 1000; ++i)
    at = __ldcg(&next[at]);
  long long start = clock64();
  for (int i = 0; i < steps; ++i)
    at = __ldcg(&next[at]);
  result[0] = (clock64() - start) * 1000 / steps;
  result[1] = at;
}

template <typename Kernel> static double cyclesOf(Kernel kernel, int threads) {
  uint64_t *result;
  CHECK(cudaMallocHost(&result, 16));
  for (int i = 0; i < 2; ++i) {
    kernel<<<1, threads>>>(sink, result);
    CHECK(cudaDeviceSynchronize());
  }
  double cycles = result[0] / 1e3;
  CHECK(cudaFreeHost(result));
  return cycles;
}

/// Cycles of a load of what is `stride` bytes behind the last, in `bytes`.
static double latency(size_t bytes, size_t stride) {
  size_t count = bytes / 8;
  std::vector<uint64_t> next(count);
  size_t places = bytes / stride, at = 0;
  // A step that is coprime to the number of places visits them all.
  size_t step = places / 2 * 2 - 1 > 1000003 ? 1000003 : 17;
  for (size_t i = 0; i < places; ++i) {
    size_t to = (at + step) % places;
    next[at * stride / 8] = to * stride / 8;
    at = to;
  }
  uint64_t *device, *result;
  CHECK(cudaMalloc(&device, bytes));
  CHECK(cudaMallocHost(&result, 16));
  CHECK(cudaMemcpy(device, next.data(), bytes, cudaMemcpyHostToDevice));
  int steps = 4000;
  for (int i = 0; i < 2; ++i) {
    pointers<<<1, 1>>>(device, steps, result);
    CHECK(cudaDeviceSynchronize());
  }
  double cycles = result[0] / 1e3;
  CHECK(cudaFree(device));
  CHECK(cudaFreeHost(result));
  return cycles;
}

/// Reads `count` vectors again and again.
__global__ void read(const float4 *from, size_t count, int rounds,
                     float *sink) {
  float x = 0;
  for (int round = 0; round < rounds; ++round)
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count;
         i += size_t(gridDim.x) * blockDim.x) {
      float4 value = __ldcg(&from[i]);
      x += value.x + value.y + value.z + value.w;
    }
  if (x == 12345.0f)
    *sink = x;
}

/// The same of single words.
__global__ void readWords(const float *from, size_t count, int rounds,
                          float *sink) {
  float x = 0;
  for (int round = 0; round < rounds; ++round)
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count;
         i += size_t(gridDim.x) * blockDim.x)
      x += __ldcg(&from[i]);
  if (x == 12345.0f)
    *sink = x;
}

template <typename Launch> static double seconds(Launch launch, int times = 5) {
  cudaEvent_t start, end;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&end));
  std::vector<float> found;
  for (int i = 0; i <= times; ++i) {
    CHECK(cudaEventRecord(start));
    launch();
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float milliseconds = 0;
    CHECK(cudaEventElapsedTime(&milliseconds, start, end));
    if (i > 0)
      found.push_back(milliseconds);
  }
  std::sort(found.begin(), found.end());
  return found[found.size() / 2] / 1e3;
}

/// Bytes a cycle of all multiprocessors reading `bytes`.
static double rate(size_t bytes, int rounds, bool words, int blocks) {
  char *memory;
  CHECK(cudaMalloc(&memory, bytes));
  CHECK(cudaMemset(memory, 0, bytes));
  double time = seconds([&] {
    if (words)
      readWords<<<blocks, 1024>>>((const float *)memory, bytes / 4, rounds,
                                  sink);
    else
      read<<<blocks, 1024>>>((const float4 *)memory, bytes / 16, rounds, sink);
  });
  CHECK(cudaFree(memory));
  return double(bytes) * rounds / time / (megahertz * 1e6);
}

/// Nanoseconds of a launch among many in a graph, or in a stream.
static double launches(bool inGraph, int blocks) {
  constexpr int kLaunches = 500;
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  auto all = [&] {
    for (int i = 0; i < kLaunches; ++i)
      empty<<<blocks, 256, 0, stream>>>();
  };
  cudaGraph_t graph;
  cudaGraphExec_t executable = nullptr;
  if (inGraph) {
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    all();
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
  }
  double time = seconds([&] {
    if (inGraph)
      CHECK(cudaGraphLaunch(executable, stream));
    else
      all();
    CHECK(cudaStreamSynchronize(stream));
  });
  return time / kLaunches * 1e9;
}

/// All blocks wait for each other, as kernels of a cooperative launch do: a
/// counter that only grows.
__global__ void gridBarriers(unsigned *counter, int times) {
  for (int i = 1; i <= times; ++i) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(counter, 1u);
      unsigned now;
      do {
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                     : "=r"(now)
                     : "l"(counter));
      } while (now < gridDim.x * i);
    }
    __syncthreads();
  }
}

static double gridBarrier(int blocks) {
  unsigned *counter;
  CHECK(cudaMalloc(&counter, 4));
  int times = 200;
  void *arguments[] = {&counter, &times};
  double time = seconds([&] {
    CHECK(cudaMemsetAsync(counter, 0, 4));
    CHECK(cudaLaunchCooperativeKernel((const void *)gridBarriers, blocks, 256,
                                      arguments, 0, nullptr));
  });
  CHECK(cudaFree(counter));
  return time / times * 1e9;
}

int main() {
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  units = properties.multiProcessorCount;
  CHECK(cudaMalloc(&sink, 4));
  CHECK(cudaMemset(sink, 0, 4));
  uint64_t *result;
  CHECK(cudaMallocHost(&result, 16));
  for (int i = 0; i < 3; ++i) {
    clockRate<<<units, 128>>>(sink, result);
    CHECK(cudaDeviceSynchronize());
  }
  megahertz = 1e3 * result[0] / result[1];
  std::printf("%s, %d multiprocessors\n", properties.name, units);
  std::printf("clock-mhz %.0f\n", megahertz);
  std::printf("compute-latency: multiply and add %.1f, add %.1f, integer "
              "multiply-add %.1f\n",
              cyclesOf(chain<MulAdd>, 32), cyclesOf(chain<Add>, 32),
              cyclesOf(chain<IntegerMul>, 32));
  std::printf("special-latency: divide %.1f, root %.1f\n",
              cyclesOf(chain<Divide>, 32), cyclesOf(chain<Root>, 32));
  std::printf("shared-latency %.1f\n", cyclesOf(chain<Shared>, 32));
  for (int threads : {32, 64, 128, 256, 512, 1024})
    std::printf("%4d threads: barrier-latency %.1f, store + 2 barriers + load "
                "%.1f\n",
                threads, cyclesOf(chain<Barrier>, threads),
                cyclesOf(chain<SharedStore>, threads));
  for (size_t kilobytes : {64, 1024, 8192, 32768, 131072, 1048576})
    std::printf("global-latency in %zu KB: %.0f\n", kilobytes,
                latency(kilobytes << 10, 128));
  for (size_t megabytes : {1, 4, 8, 16, 24, 32, 48, 96, 1024})
    for (int blocks : {units, 2 * units})
      std::printf("bytes-per-cycle in %zu MB, %d blocks: %.0f, words %.0f\n",
                  megabytes, blocks,
                  rate(megabytes << 20, megabytes < 100 ? 20 : 2, false,
                       blocks),
                  rate(megabytes << 20, megabytes < 100 ? 20 : 2, true,
                       blocks));
  for (int blocks : {1, 8, 16, 32})
    std::printf("core-bytes-per-cycle, %d blocks in 4 MB: %.1f each\n", blocks,
                rate(4 << 20, 20, false, blocks) / blocks);
  for (int blocks : {1, units, 8 * units, 64 * units})
    std::printf("launch-nanoseconds of %d blocks: %.0f in a graph, %.0f in a "
                "stream\n",
                blocks, launches(true, blocks), launches(false, blocks));
  for (int blocks : {1, 8, 32, units, 2 * units, 4 * units, 8 * units})
    std::printf("grid-barrier-nanoseconds of %d blocks: %.0f\n", blocks,
                gridBarrier(blocks));
  return 0;
}
