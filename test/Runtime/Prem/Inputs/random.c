/* Random programs of two components, "random FIRST COUNT [mistakes]": tiles of
     out[r][c] = (out[r][c]) + sum over k <= h of in[r + k][c] * w[c]
     y[r] = sum over c of out[R - 1 - r][c]
   with rows dealt to threads. Each is right, and computes what the loops do;
   with one mistake, which is random, too, it is reported, or changes nothing.
 */
#include "component.h"

enum { MOST = 48 };
static float in[MOST * MOST], out[MOST * MOST], w[MOST], y[MOST];
static int32_t R, C, TR, TC, H, adds;
static uint64_t state;

static int32_t pick(int32_t from, int32_t to) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return from + (int32_t)(state % (uint64_t)(to - from + 1));
}

struct rows {
  int32_t first, last, tiles;
};
static struct rows deal(void) {
  int32_t tiles = ceil_div(R, TR), share = ceil_div(tiles, prem_thread_count());
  struct rows r;
  r.first = minimum(prem_thread_id() * share, tiles);
  r.last = minimum(r.first + share, tiles);
  r.tiles = ceil_div(C, TC);
  return r;
}

static void operand(struct operand *o, int32_t attr, int32_t rank,
                    int32_t columns, int32_t rows, int32_t width) {
  memset(o, 0, sizeof *o);
  o->attr = attr;
  o->element_bytes = sizeof(float);
  o->rank = rank;
  o->shape[1] = columns;
  o->bound[0] = rows;
  o->bound[1] = width;
}

static void set(struct operand *o, int32_t j, const float *src, int32_t a,
                int32_t b) {
  memset(&o->boxes[j], 0, sizeof o->boxes[j]);
  o->boxes[j].src = src;
  o->boxes[j].size[0] = a;
  o->boxes[j].size[1] = b;
}

static void compute_out(const struct component *c, int32_t j) {
  const struct rows *d = c->context;
  int32_t r0 = (d->first + (j - 1) / d->tiles) * TR;
  int32_t c0 = (j - 1) % d->tiles * TC;
  float *o = pad_of(c, 0, j), *i = pad_of(c, 1, j), *f = pad_of(c, 2, j);
  for (int32_t r = r0; r < minimum(r0 + TR, R); ++r)
    for (int32_t q = c0; q < minimum(c0 + TC, C); ++q) {
      int32_t a = (r - r0) * TC + q - c0;
      float sum = adds ? READ(o[a], out[r * C + q]) : 0;
      for (int32_t k = 0; k <= H; ++k)
        sum += READ(i[a + k * TC], in[(r + k) * C + q]) * READ(f[q - c0], w[q]);
      WRITE(o[a], out[r * C + q], sum);
    }
}

static void compute_y(const struct component *c, int32_t j) {
  const struct rows *d = c->context;
  int32_t r0 = (d->first + j - 1) * TR, end = minimum(r0 + TR, R);
  float *o = pad_of(c, 0, j), *i = pad_of(c, 1, j);
  for (int32_t r = r0; r < end; ++r) {
    float sum = 0;
    for (int32_t q = 0; q < C; ++q)
      sum += READ(i[(end - 1 - r) * C + q], out[(R - 1 - r) * C + q]);
    WRITE(o[r - r0], y[r], sum);
  }
}

static void kernel(void *argument) {
  struct operand *o = need(calloc(3, sizeof *o));
  struct rows d = deal();
  struct component c = {3, (d.last - d.first) * d.tiles, o, &d, compute_out};
  (void)argument;
  operand(&o[0], adds ? PREM_RW : PREM_WO, 2, C, TR, TC);
  operand(&o[1], PREM_RO, 2, C, TR + H, TC);
  operand(&o[2], PREM_RO, 1, 0, TC, 0);
  for (int32_t j = 1; j <= c.segments; ++j) {
    int32_t r0 = (d.first + (j - 1) / d.tiles) * TR;
    int32_t c0 = (j - 1) % d.tiles * TC;
    int32_t rows = minimum(TR, R - r0), columns = minimum(TC, C - c0);
    set(&o[0], j, &out[r0 * C + c0], rows, columns);
    set(&o[1], j, &in[r0 * C + c0], rows + H, columns);
    set(&o[2], j, &w[c0], columns, 0);
  }
  stream(&c);
  c.operands = 2;
  c.segments = d.last - d.first;
  c.compute = compute_y;
  operand(&o[0], PREM_WO, 1, 0, TR, 0);
  operand(&o[1], PREM_RO, 2, C, TR, C);
  for (int32_t j = 1; j <= c.segments; ++j) {
    int32_t r0 = (d.first + j - 1) * TR, end = minimum(r0 + TR, R);
    set(&o[0], j, &y[r0], end - r0, 0);
    set(&o[1], j, &out[(R - end) * C], end - r0, C);
  }
  stream(&c);
  free(o);
}

static void initialize(void) {
  for (int32_t i = 0; i < MOST * MOST; ++i) {
    in[i] = (float)((i * 37 + 11) % 101 - 50) * 0.25f;
    out[i] = (float)((i * 17 + 5) % 89 - 44) * 0.5f;
  }
  for (int32_t i = 0; i < MOST; ++i)
    w[i] = (float)(i % 7 - 3) * 0.125f;
  memset(y, 0, sizeof y);
}

static void original(void) {
  for (int32_t r = 0; r < R; ++r)
    for (int32_t q = 0; q < C; ++q) {
      float sum = adds ? out[r * C + q] : 0;
      for (int32_t k = 0; k <= H; ++k)
        sum += in[(r + k) * C + q] * w[q];
      out[r * C + q] = sum;
    }
  for (int32_t r = 0; r < R; ++r) {
    float sum = 0;
    for (int32_t q = 0; q < C; ++q)
      sum += out[(R - 1 - r) * C + q];
    y[r] = sum;
  }
}

/* Returns 1 if the program with this seed is as it should be. */
static int run(int32_t seed, int32_t mistakes, int32_t *changed) {
  static float expected_out[MOST * MOST], expected_y[MOST];
  struct prem_options options = {0, TELLS};
  struct prem_machine machine = gu2023;
  state = (uint64_t)seed * 2654435761u + 88172645463325252u;
  for (int i = 0; i < 5; ++i)
    pick(0, 1);
  R = pick(1, 40);
  C = pick(1, 20);
  TR = pick(1, R);
  TC = pick(1, C);
  H = pick(0, 3);
  adds = pick(0, 1);
  int32_t threads = pick(1, 8);
  machine.dma_max_dimensions = pick(1, 3);
  options.seed = (uint64_t)pick(0, 1);
  mutation = mistakes ? (enum mutation)pick(1, MUTATIONS - 1) : NONE;
  faulty = pick(0, threads - 1);
  faulty_operand = pick(0, 2);
  if (ceil_div(R, TR) * ceil_div(C, TC) > MAX_SEGMENTS)
    return 1;
  initialize();
  original();
  memcpy(expected_out, out, sizeof out);
  memcpy(expected_y, y, sizeof y);
  initialize();
  struct prem_host *host = need(prem_host_create(&machine, &options));
  const int64_t a[] = {R + H, C}, b[] = {R, C}, c[] = {C}, d[] = {R};
  prem_host_array(host, "in", in, 4, 2, a);
  prem_host_array(host, "out", out, 4, 2, b);
  prem_host_array(host, "w", w, 4, 1, c);
  prem_host_array(host, "y", y, 4, 1, d);
  int32_t findings = prem_host_run(host, threads, kernel, NULL);
  int32_t differs = memcmp(expected_out, out, sizeof out) != 0 ||
                    memcmp(expected_y, y, sizeof y) != 0;
  *changed += differs;
  int ok = mistakes ? findings > 0 || !differs : findings == 0 && !differs;
  ok = ok && prem_host_simulate(host) > 0;
  if (!ok) {
    printf("seed %d: %s, core %d, operand %d: %d findings, %s\n", (int)seed,
           mutation_names[mutation], (int)faulty, (int)faulty_operand,
           (int)findings, differs ? "different" : "equal");
    print_findings(host);
  }
  prem_host_destroy(host);
  return ok;
}

int main(int argc, char **argv) {
  int32_t first = argc > 1 ? atoi(argv[1]) : 0;
  int32_t count = argc > 2 ? atoi(argv[2]) : 1;
  int32_t wrong = 0, changed = 0;
  for (int32_t i = first; i < first + count; ++i)
    wrong += !run(i, argc > 3, &changed);
  printf("%d programs, %d wrong, %d with other results\n", (int)count,
         (int)wrong, (int)changed);
  return wrong != 0;
}
