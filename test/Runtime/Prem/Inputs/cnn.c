/* cnn of PolyBench-NN (stride 1): output planes split over the threads, tiles
   of rows and of input planes; boxes of four dimensions, and the halo of rows.
   The output stays in its buffer while input planes follow each other.
   Arguments behind those of component.h: dimensions of the DMA engine. */
#include "component.h"

enum { NN = 2, NK = 10, NP = 6, NQ = 5, NC = 7, NR = 3, NS = 2 };
enum { KK = 2, KP = 4, KC = 3, H = NP + NR - 1, V = NQ + NS - 1 };
static float out_F[NN][NK][NP][NQ], W[NK][NC][NR][NS], inp_F[NN][NC][H][V];

struct tile {
  int32_t k, k_end, p, p_end, c, c_end;
};

/* The thread's segment j: k, then p, then c, which is innermost. */
static struct tile tile_of(int32_t first, int32_t j) {
  struct tile t;
  int32_t p_tiles = ceil_div(NP, KP), c_tiles = ceil_div(NC, KC);
  t.c = (j - 1) % c_tiles * KC;
  t.c_end = minimum(t.c + KC, NC);
  t.p = (j - 1) / c_tiles % p_tiles * KP;
  t.p_end = minimum(t.p + KP, NP);
  t.k = (first + (j - 1) / c_tiles / p_tiles) * KK;
  t.k_end = minimum(t.k + KK, NK);
  return t;
}

static void operand(struct operand *o, int32_t attr, const int32_t *shape,
                    const int32_t *bound) {
  memset(o, 0, sizeof *o);
  o->attr = attr;
  o->element_bytes = sizeof(float);
  o->rank = 4;
  memcpy(o->shape, shape, sizeof o->shape);
  memcpy(o->bound, bound, sizeof o->bound);
}

static void set(struct operand *o, int32_t j, const float *src, int32_t a,
                int32_t b, int32_t c, int32_t d) {
  struct box box = {src, {a, b, c, d}};
  memset(&o->boxes[j], 0, sizeof o->boxes[j]);
  o->boxes[j] = box;
}

static void compute(const struct component *c, int32_t j) {
  struct tile t = tile_of(*(int32_t *)c->context, j);
  float (*out)[KK][KP][NQ] = pad_of(c, 0, j);
  float (*w)[KC][NR][NS] = pad_of(c, 1, j);
  float (*in)[KC][KP + NR - 1][V] = pad_of(c, 2, j);
  for (int n = 0; n < NN; ++n)
    for (int k = t.k; k < t.k_end; ++k)
      for (int p = t.p; p < t.p_end; ++p)
        for (int q = 0; q < NQ; ++q)
          for (int i = t.c; i < t.c_end; ++i)
            for (int r = 0; r < NR; ++r)
              for (int s = 0; s < NS; ++s) {
                float *o = &out[n][k - t.k][p - t.p][q];
                WRITE(*o, out_F[n][k][p][q],
                      READ(*o, out_F[n][k][p][q]) +
                          READ(w[k - t.k][i - t.c][r][s], W[k][i][r][s]) *
                              READ(in[n][i - t.c][p - t.p + r][q + s],
                                   inp_F[n][i][p + r][q + s]));
                PREM_COUNT(PREM_OP_FLOAT, 1);
                PREM_COUNT(PREM_OP_FLOAT_MUL, 1);
              }
}

static void kernel(void *argument) {
  int32_t tiles = ceil_div(NK, KK);
  int32_t share = ceil_div(tiles, prem_thread_count());
  int32_t first = minimum(prem_thread_id() * share, tiles);
  int32_t last = minimum(first + share, tiles);
  const int32_t shapes[3][4] = {
      {NN, NK, NP, NQ}, {NK, NC, NR, NS}, {NN, NC, H, V}};
  const int32_t bounds[3][4] = {
      {NN, KK, KP, NQ}, {KK, KC, NR, NS}, {NN, KC, KP + NR - 1, V}};
  struct operand *o = need(calloc(3, sizeof *o));
  struct component c = {3, (last - first) * ceil_div(NP, KP) * ceil_div(NC, KC),
                        o, &first, compute};
  (void)argument;
  for (int i = 0; i < 3; ++i)
    operand(&o[i], i == 0 ? PREM_RW : PREM_RO, shapes[i], bounds[i]);
  for (int32_t j = 1; j <= c.segments; ++j) {
    struct tile t = tile_of(first, j);
    int32_t k = t.k_end - t.k, p = t.p_end - t.p, i = t.c_end - t.c;
    set(&o[0], j, &out_F[0][t.k][t.p][0], NN, k, p, NQ);
    set(&o[1], j, &W[t.k][t.c][0][0], k, i, NR, NS);
    set(&o[2], j, &inp_F[0][t.c][t.p][0], NN, i, p + NR - 1, V);
  }
  stream(&c);
  free(o);
}

static void original(void) {
  for (int n = 0; n < NN; n++)
    for (int k = 0; k < NK; k++)
      for (int p = 0; p < NP; p++)
        for (int q = 0; q < NQ; q++)
          for (int c = 0; c < NC; c++)
            for (int r = 0; r < NR; r++)
              for (int s = 0; s < NS; s++)
                out_F[n][k][p][q] += W[k][c][r][s] * inp_F[n][c][p + r][q + s];
}

static void fill(float *data, size_t bytes, float scale) {
  for (size_t i = 0; i < bytes / sizeof *data; ++i)
    data[i] = scale * (float)((int)(i * 37 + 11) % 101 - 50);
}

int main(int argc, char **argv) {
  static float expected[NN][NK][NP][NQ];
  struct prem_options options;
  struct prem_machine machine = gu2023;
  int32_t threads = read_arguments(argc, argv, &options);
  const int64_t out[] = {NN, NK, NP, NQ}, w[] = {NK, NC, NR, NS};
  const int64_t in[] = {NN, NC, H, V};
  if (argc > 6)
    machine.dma_max_dimensions = atoi(argv[6]);
  struct prem_host *host = need(prem_host_create(&machine, &options));
  prem_host_array(host, "out_F", out_F, 4, 4, out);
  prem_host_array(host, "W", W, 4, 4, w);
  prem_host_array(host, "inp_F", inp_F, 4, 4, in);
  fill(&W[0][0][0][0], sizeof W, 0.01f);
  fill(&inp_F[0][0][0][0], sizeof inp_F, 0.3f);
  fill(&out_F[0][0][0][0], sizeof out_F, 0.2f);
  original();
  memcpy(expected, out_F, sizeof expected);
  fill(&out_F[0][0][0][0], sizeof out_F, 0.2f);
  return finish(host, threads, kernel, out_F, expected, sizeof expected);
}
