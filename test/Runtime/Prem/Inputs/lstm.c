/* lstm of PolyBench-NN (Gu 2023, Listing 3.1), all five of its loops: each is
   split over the threads, and streamed with 1-D and 2-D swaps. */
#include "component.h"

enum { NT = 3, NS = 37, NP = 23, KS = 4, KP = 7, K2 = 9, KB = 5 };
static float U[4][NS][NP], W[4][NS][NS], inp_F[NT][NP];
static float ifog[4][NS], c_F[NT][NS], s_F[NT][NS];

/* s1 in tiles of KS, dealt to the threads in blocks, and a loop inside it. */
struct loops {
  int32_t t, first, last, inner, tile, limit;
};

static struct loops deal(int32_t t, int32_t tile, int32_t limit) {
  struct loops l = {t, 0, 0, ceil_div(limit, tile), tile, limit};
  int32_t tiles = ceil_div(NS, KS);
  int32_t share = ceil_div(tiles, prem_thread_count());
  l.first = minimum(prem_thread_id() * share, tiles);
  l.last = minimum(l.first + share, tiles);
  return l;
}

/* The ranges of s and of the inner loop in segment j. */
struct range {
  int32_t s, s_end, p, p_end;
};
static struct range range_of(const struct loops *l, int32_t j) {
  struct range r;
  r.s = (l->first + (j - 1) / l->inner) * KS;
  r.s_end = minimum(r.s + KS, NS);
  r.p = (j - 1) % l->inner * l->tile;
  r.p_end = minimum(r.p + l->tile, l->limit);
  return r;
}

static void row(struct operand *o, int32_t attr, int32_t bound) {
  memset(o, 0, sizeof *o);
  o->attr = attr;
  o->element_bytes = sizeof(float);
  o->rank = 1;
  o->bound[0] = bound;
}

static void set(struct operand *o, int32_t j, const float *src, int32_t size) {
  memset(&o->boxes[j], 0, sizeof o->boxes[j]);
  o->boxes[j].src = src;
  o->boxes[j].size[0] = size;
}

/* ifog[g][s] += M[g][s][p] * v[p], from 0 if M is U. */
static void compute_products(const struct component *c, int32_t j) {
  const struct loops *l = c->context;
  struct range r = range_of(l, j);
  int is_first = l->limit == NP;
  const float (*v)[1] = pad_of(c, 8, j);
  for (int g = 0; g < 4; ++g) {
    float *out = pad_of(c, g, j), *m = pad_of(c, 4 + g, j);
    for (int32_t s = r.s; s < r.s_end; ++s)
      for (int32_t p = r.p; p < r.p_end; ++p) {
        float *o = &out[s - r.s], *e = &m[(s - r.s) * l->tile + p - r.p];
        const float *origin = is_first ? &U[g][s][p] : &W[g][s][p];
        const float *from = is_first ? &inp_F[l->t][p] : &s_F[l->t - 1][p];
        if (is_first && p == 0)
          WRITE(*o, ifog[g][s], 0.0f);
        WRITE(*o, ifog[g][s],
              READ(*o, ifog[g][s]) +
                  READ(*e, *origin) * READ(v[p - r.p][0], *from));
        PREM_COUNT(PREM_OP_FLOAT, 1);
        PREM_COUNT(PREM_OP_FLOAT_MUL, 1);
      }
  }
}

static void products(int32_t t, int is_first) {
  struct operand *o = need(calloc(9, sizeof *o));
  struct loops l = deal(t, is_first ? KP : K2, is_first ? NP : NS);
  struct component c = {9, (l.last - l.first) * l.inner, o, &l,
                        compute_products};
  for (int g = 0; g < 4; ++g) {
    row(&o[g], is_first ? PREM_WO : PREM_RW, KS);
    row(&o[4 + g], PREM_RO, KS);
    o[4 + g].rank = 2;
    o[4 + g].shape[1] = l.limit;
    o[4 + g].bound[1] = l.tile;
  }
  row(&o[8], PREM_RO, l.tile);
  for (int32_t j = 1; j <= c.segments; ++j) {
    struct range r = range_of(&l, j);
    for (int g = 0; g < 4; ++g) {
      set(&o[g], j, &ifog[g][r.s], r.s_end - r.s);
      set(&o[4 + g], j, is_first ? &U[g][r.s][r.p] : &W[g][r.s][r.p],
          r.s_end - r.s);
      o[4 + g].boxes[j].size[1] = r.p_end - r.p;
    }
    set(&o[8], j, is_first ? &inp_F[t][r.p] : &s_F[t - 1][r.p], r.p_end - r.p);
  }
  stream(&c);
  free(o);
}

/* c_F[t] = c_F[t - 1] * f + g * i */
static void compute_b0(const struct component *c, int32_t j) {
  const struct loops *l = c->context;
  struct range r = range_of(l, j);
  float *out = pad_of(c, 0, j), *old = pad_of(c, 1, j), *f = pad_of(c, 2, j);
  float *g = pad_of(c, 3, j), *i = pad_of(c, 4, j);
  for (int32_t b = r.s; b < r.s_end; ++b) {
    int32_t k = b - r.s;
    WRITE(out[k], c_F[l->t][b],
          READ(old[k], c_F[l->t - 1][b]) * READ(f[k], ifog[1][b]) +
              READ(g[k], ifog[3][b]) * READ(i[k], ifog[0][b]));
  }
}

/* s_F[t] = c_F[t] * o */
static void compute_b1(const struct component *c, int32_t j) {
  const struct loops *l = c->context;
  struct range r = range_of(l, j);
  float *out = pad_of(c, 0, j), *in = pad_of(c, 1, j), *o = pad_of(c, 2, j);
  for (int32_t b = r.s; b < r.s_end; ++b) {
    int32_t k = b - r.s;
    WRITE(out[k], s_F[l->t][b],
          READ(in[k], c_F[l->t][b]) * READ(o[k], ifog[2][b]));
  }
}

static void elements(int32_t t, const float *const *rows, int32_t count,
                     void (*compute)(const struct component *, int32_t)) {
  struct operand *o = need(calloc((size_t)count, sizeof *o));
  struct loops l = deal(t, 1, 1);
  struct component c = {count, l.last - l.first, o, &l, compute};
  for (int32_t i = 0; i < count; ++i) {
    row(&o[i], i == 0 ? PREM_WO : PREM_RO, KS);
    for (int32_t j = 1; j <= c.segments; ++j) {
      struct range r = range_of(&l, j);
      set(&o[i], j, rows[i] + r.s, r.s_end - r.s);
    }
  }
  stream(&c);
  free(o);
}

static void kernel(void *argument) {
  (void)argument;
  for (int32_t t = 0; t < NT; ++t) {
    products(t, 1);
    if (t > 0) {
      const float *b0[] = {c_F[t], c_F[t - 1], ifog[1], ifog[3], ifog[0]};
      products(t, 0);
      elements(t, b0, 5, compute_b0);
    }
    const float *b1[] = {s_F[t], c_F[t], ifog[2]};
    elements(t, b1, 3, compute_b1);
  }
}

/* Listing 3.1. */
static void original(void) {
  for (int t = 0; t < NT; t++) {
    for (int g = 0; g < 4; ++g)
      for (int s = 0; s < NS; s++)
        for (int p = 0; p < NP; p++) {
          if (p == 0)
            ifog[g][s] = 0.0f;
          ifog[g][s] += U[g][s][p] * inp_F[t][p];
        }
    if (t > 0) {
      for (int g = 0; g < 4; ++g)
        for (int s = 0; s < NS; s++)
          for (int s2 = 0; s2 < NS; s2++)
            ifog[g][s] += W[g][s][s2] * s_F[t - 1][s2];
      for (int b = 0; b < NS; b++)
        c_F[t][b] = c_F[t - 1][b] * ifog[1][b] + ifog[3][b] * ifog[0][b];
    }
    for (int b = 0; b < NS; b++)
      s_F[t][b] = c_F[t][b] * ifog[2][b];
  }
}

static void fill(float *data, int count, float scale) {
  for (int i = 0; i < count; ++i)
    data[i] = scale * (float)((i * 37 + 11) % 101 - 50);
}

/* What the program computes. */
enum { RESULTS = 4 * NS + 2 * NT * NS };
static void collect(float *to) {
  memcpy(to, ifog, sizeof ifog);
  memcpy(to + 4 * NS, c_F, sizeof c_F);
  memcpy(to + 4 * NS + NT * NS, s_F, sizeof s_F);
}
static void initialize(void) {
  memset(ifog, 0, sizeof ifog);
  memset(s_F, 0, sizeof s_F);
  fill(&c_F[0][0], NT * NS, 0.1f);
}

int main(int argc, char **argv) {
  static float expected[RESULTS], result[RESULTS];
  struct prem_options options;
  int32_t threads = read_arguments(argc, argv, &options);
  struct prem_host *host = need(prem_host_create(&gu2023, &options));
  const int64_t u[] = {4, NS, NP}, w[] = {4, NS, NS}, v[] = {4, NS};
  const int64_t in[] = {NT, NP}, out[] = {NT, NS};
  prem_host_array(host, "U", U, 4, 3, u);
  prem_host_array(host, "W", W, 4, 3, w);
  prem_host_array(host, "inp_F", inp_F, 4, 2, in);
  prem_host_array(host, "ifog", ifog, 4, 2, v);
  prem_host_array(host, "c_F", c_F, 4, 2, out);
  prem_host_array(host, "s_F", s_F, 4, 2, out);
  fill(&U[0][0][0], 4 * NS * NP, 0.01f);
  fill(&W[0][0][0], 4 * NS * NS, 0.003f);
  fill(&inp_F[0][0], NT * NP, 0.02f);
  initialize();
  original();
  collect(expected);
  initialize();
  int32_t findings = prem_host_run(host, threads, kernel, NULL);
  collect(result);
  print_findings(host);
  printf("%d threads: %d findings, %s\n", (int)threads, (int)findings,
         memcmp(result, expected, sizeof result) ? "different" : "equal");
  write_timeline(host);
  prem_host_destroy(host);
  return 0;
}
