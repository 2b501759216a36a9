"""What the kernels of PolyBench compute, from the definitions where there are
any: a factorisation is checked by multiplying its factors, a solution by
putting it into the equations. What has no other definition than its program
(the stencils) is written again.

Each function gets the arguments before the call, x, and after it, y, with the
sizes in both, and yields what to compare: the array it is about, the value
expected and the value found. Arrays that it does not mention must come back
unchanged. `prepare` makes random arguments suitable.
"""
import functools
import heapq
import math


def transpose(A):
    return [list(column) for column in zip(*A)]


def dot(u, v):
    return math.fsum(a * b for a, b in zip(u, v))


def matvec(A, x):
    return [dot(row, x) for row in A]


def matmul(A, B):
    columns = transpose(B)
    return [[dot(row, column) for column in columns] for row in A]


def combine(*terms):
    """The sum of factor * value over pairs, of vectors or matrices."""
    first = terms[0][1]
    if isinstance(first, list):
        return [combine(*((f, v[i]) for f, v in terms)) for i in range(len(first))]
    return math.fsum(f * v for f, v in terms)


def outer(u, v):
    return [[a * b for b in v] for a in u]


def lower(A, diagonal=None, above=0.0):
    """The lower triangle of A; `above` a number or a matrix to take the rest from."""
    pick = lambda i, j: above[i][j] if isinstance(above, list) else above
    return [[A[i][j] if j < i else (A[i][i] if diagonal is None else diagonal) if j == i
             else pick(i, j) for j in range(len(A))] for i in range(len(A))]


def upper(A):
    return [[A[i][j] if j >= i else 0.0 for j in range(len(A))] for i in range(len(A))]


def inverse(A):
    """By Gauss-Jordan elimination with pivoting."""
    n = len(A)
    rows = [list(A[i]) + [float(i == j) for j in range(n)] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [a / rows[k][k] for a in rows[k]]
        for i in range(n):
            if i != k:
                factor = rows[i][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    return [row[n:] for row in rows]


# Linear algebra: BLAS and kernels.


def gemm(x, y):
    yield "C", combine((x.beta, x.C), (x.alpha, matmul(x.A, x.B))), y.C


def two_mm(x, y):
    yield "D", combine((x.beta, x.D), (x.alpha, matmul(matmul(x.A, x.B), x.C))), y.D


def three_mm(x, y):
    yield "G", matmul(matmul(x.A, x.B), matmul(x.C, x.D)), y.G


def atax(x, y):
    yield "y", matvec(transpose(x.A), matvec(x.A, x.x)), y.y


def bicg(x, y):
    yield "s", matvec(transpose(x.A), x.r), y.s
    yield "q", matvec(x.A, x.p), y.q


def doitgen(x, y):
    yield "A", [matmul(plane, x.C4) for plane in x.A], y.A


def mvt(x, y):
    yield "x1", combine((1, x.x1), (1, matvec(x.A, x.y_1))), y.x1
    yield "x2", combine((1, x.x2), (1, matvec(transpose(x.A), x.y_2))), y.x2


def gemver(x, y):
    A = combine((1, x.A), (1, outer(x.u1, x.v1)), (1, outer(x.u2, x.v2)))
    v = combine((1, x.x), (x.beta, matvec(transpose(A), x.y)), (1, x.z))
    yield "A", A, y.A
    yield "x", v, y.x
    yield "w", combine((1, x.w), (x.alpha, matvec(A, v))), y.w


def gesummv(x, y):
    yield "y", combine((x.alpha, matvec(x.A, x.x)), (x.beta, matvec(x.B, x.x))), y.y


def symm(x, y):
    A = lower(x.A, above=transpose(x.A))
    yield "C", combine((x.beta, x.C), (x.alpha, matmul(A, x.B))), y.C


def syrk(x, y):
    full = combine((x.beta, x.C), (x.alpha, matmul(x.A, transpose(x.A))))
    yield "C", lower(full, above=x.C), y.C


def syr2k(x, y):
    full = combine((x.beta, x.C), (x.alpha, matmul(x.A, transpose(x.B))),
                   (x.alpha, matmul(x.B, transpose(x.A))))
    yield "C", lower(full, above=x.C), y.C


def trmm(x, y):
    A = lower(x.A, diagonal=1.0)
    yield "B", combine((x.alpha, matmul(transpose(A), x.B))), y.B


# Linear algebra: solvers.


def cholesky(x, y):
    L = lower(y.A)
    yield "A", lower(x.A), lower(matmul(L, transpose(L)))
    yield "A", upper(lower(x.A, 0.0, x.A)), upper(lower(y.A, 0.0, y.A))
    assert all(L[i][i] > 0 for i in range(x.N))


def lu(x, y):
    yield "A", x.A, matmul(lower(y.A, diagonal=1.0), upper(y.A))


def ludcmp(x, y):
    yield "x", x.b, matvec(x.A, y.x)
    yield from lu(x, y)


def trisolv(x, y):
    yield "x", x.b, matvec(lower(x.L), y.x)


def durbin(x, y):
    correlation = [1.0] + x.r
    T = [[correlation[abs(i - j)] for j in range(x.N)] for i in range(x.N)]
    yield "y", [-r for r in x.r], matvec(T, y.y)


def gramschmidt(x, y):
    # The columns beyond the rank are rounding errors, scaled up to length 1.
    rank = min(x.M, x.N)
    yield "Q", x.A, matmul(y.Q, upper(y.R))
    columns = transpose(y.Q)[:rank]
    yield "Q", [[float(i == j) for j in range(rank)] for i in range(rank)], \
        matmul(columns, transpose(columns))
    yield "R", lower(x.R, diagonal=0.0), lower(y.R, diagonal=0.0)
    # A becomes the residual, column by column as they are made orthogonal.
    residual = [combine((1, row), *((-q[k], [0.0] * (k + 1) + y.R[k][k + 1:])
                                    for k in range(x.N)))
                for row, q in zip(x.A, y.Q)]
    yield "A", residual, y.A


# Data mining.


def moments(x):
    """Means and covariances, these from the differences of pairs of rows."""
    rows, count = x.data, x.N
    means = [math.fsum(column) / count for column in transpose(rows)]
    squares = [[math.fsum((rows[a][i] - rows[b][i]) * (rows[a][j] - rows[b][j])
                          for a in range(count) for b in range(a)) / count
                for j in range(x.M)] for i in range(x.M)]
    return means, squares


def covariance(x, y):
    means, squares = moments(x)
    yield "data", [combine((1, row), (-1, means)) for row in x.data], y.data
    yield "cov", combine((1 / (x.N - 1), squares)), y.cov


def correlation(x, y):
    means, squares = moments(x)
    deviations = [math.sqrt(squares[j][j] / x.N) for j in range(x.M)]
    # A column that is constant correlates with no other.
    scale = [d if d > 0.1 else 1.0 for d in deviations]
    yield "data", [[(v - m) / (math.sqrt(x.N) * s) for v, m, s in zip(row, means, scale)]
                   for row in x.data], y.data
    yield "corr", [[1.0 if i == j else squares[i][j] / (x.N * scale[i] * scale[j])
                    for j in range(x.M)] for i in range(x.M)], y.corr


# Medley.


def deriche(x, y):
    a, e = x.alpha, math.exp(-x.alpha)
    k = (1 - e) ** 2 / (1 + 2 * a * e - math.exp(2 * a))
    b1, b2 = 2.0 ** -a, -e * e

    def response(first, length):
        h = list(first) + [0.0] * length
        for n in range(length):
            h[n] += (b1 * h[n - 1] if n > 0 else 0) + (b2 * h[n - 2] if n > 1 else 0)
        return h

    def smooth(line):
        """Both filters, as convolutions with what they make of a single one."""
        n = len(line)
        causal = response([k, k * e * (a - 1)], n)
        anticausal = response([0.0, k * e * (a + 1), -k * e * e], n)
        return [math.fsum([causal[i - m] * line[m] for m in range(i + 1)] +
                          [anticausal[m - i] * line[m] for m in range(i + 1, n)])
                for i in range(n)]

    rows = [smooth(row) for row in x.imgIn]
    yield "imgOut", transpose([smooth(column) for column in transpose(rows)]), y.imgOut


def floyd_warshall(x, y):
    """Dijkstra's algorithm from each node."""
    expected = []
    for source in range(x.N):
        distance, queue = {}, [(0, source)]
        while queue:
            length, node = heapq.heappop(queue)
            if node not in distance:
                distance[node] = length
                for target in range(x.N):
                    heapq.heappush(queue, (length + x.path[node][target], target))
        expected.append([distance[target] for target in range(x.N)])
    yield "path", expected, y.path


def nussinov(x, y):
    """The most pairs of bases that sum to 3, are no neighbours and do not cross."""

    @functools.lru_cache(None)
    def pairs(i, j):
        if j <= i:
            return 0
        return max([pairs(i, j - 1)] +
                   [pairs(i, k - 1) + 1 + pairs(k + 1, j - 1)
                    for k in range(i, j - 1) if x.seq[k] + x.seq[j] == 3])

    yield "table", [[pairs(i, j) for j in range(x.N)] for i in range(x.N)], y.table


# Stencils.


def adi(x, y):
    N = x.N
    inner = range(1, N - 1)
    rate = N * N / x.TSTEPS  # of a time step over the square of a space step
    b1, b2 = 2 * rate, rate  # the two directions have different coefficients

    def solver(mul):
        """The values between two ones, of which -mul/2, 1 + mul, -mul/2 make r."""
        matrix = [[1 + mul if i == j else -mul / 2 if abs(i - j) == 1 else 0.0
                   for j in inner] for i in inner]
        inverted = inverse(matrix)
        ends = [mul / 2 * ((i == 1) + (i == N - 2)) for i in inner]
        return lambda r: [1.0] + matvec(inverted, combine((1, r), (1, ends))) + [1.0]

    along_columns, along_rows = solver(b1), solver(b2)
    u = [list(row) for row in x.u]
    for _ in range(x.TSTEPS):
        # Explicit along the rows, implicit along the columns, and conversely.
        lines = {i: along_columns([b2 / 2 * (u[j][i - 1] + u[j][i + 1]) + (1 - b2) * u[j][i]
                                   for j in inner]) for i in inner}
        v = lambda i, j: lines[j][i]
        for i in inner:
            u[i] = along_rows([b1 / 2 * (v(i - 1, j) + v(i + 1, j)) + (1 - b1) * v(i, j)
                               for j in inner])
    yield "u", u, y.u


def fdtd_2d(x, y):
    NX, NY = x.NX, x.NY
    ex, ey, hz = ([list(row) for row in A] for A in (x.ex, x.ey, x.hz))
    for t in range(x.TMAX):
        ey = [[x._fict_[t]] * NY] + [
            [ey[i][j] - (hz[i][j] - hz[i - 1][j]) / 2 for j in range(NY)] for i in range(1, NX)]
        ex = [[ex[i][j] - ((hz[i][j] - hz[i][j - 1]) / 2 if j else 0) for j in range(NY)]
              for i in range(NX)]
        hz = [[hz[i][j] - 7 / 10 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j])
               if i < NX - 1 and j < NY - 1 else hz[i][j] for j in range(NY)]
              for i in range(NX)]
    yield "ex", ex, y.ex
    yield "ey", ey, y.ey
    yield "hz", hz, y.hz


def sweeps(x, y, update):
    """Two sweeps a step: B from A and A from B, except on the border."""
    A, B = x.A, x.B
    for _ in range(x.TSTEPS):
        B = update(A, B)
        A = update(B, A)
    yield "A", A, y.A
    yield "B", B, y.B


def inside(source, target, point):
    """`target` with its inner elements replaced by point(i)."""
    return [target[0]] + [point(i) for i in range(1, len(source) - 1)] + [target[-1]]


def jacobi_1d(x, y):
    yield from sweeps(x, y, lambda s, t: inside(
        s, t, lambda i: 0.33333 * math.fsum(s[i - 1 : i + 2])))


def jacobi_2d(x, y):
    yield from sweeps(x, y, lambda s, t: inside(s, t, lambda i: inside(
        s[i], t[i], lambda j: math.fsum(s[i][j - 1 : j + 2] + [s[i - 1][j], s[i + 1][j]]) / 5)))


def heat_3d(x, y):
    yield from sweeps(x, y, lambda s, t: inside(s, t, lambda i: inside(s[i], t[i], lambda j: inside(
        s[i][j], t[i][j], lambda k: s[i][j][k] / 4 + math.fsum([
            s[i - 1][j][k], s[i + 1][j][k], s[i][j - 1][k], s[i][j + 1][k],
            s[i][j][k - 1], s[i][j][k + 1]]) / 8))))


def seidel_2d(x, y):
    A = [list(row) for row in x.A]
    for _ in range(x.TSTEPS):
        for i in range(1, x.N - 1):
            for j in range(1, x.N - 1):
                A[i][j] = math.fsum(v for row in A[i - 1 : i + 2] for v in row[j - 1 : j + 2]) / 9
    yield "A", A, y.A


def prepare(name, x, random):
    """Makes random arguments such that the results are finite and well conditioned."""
    if name in ("lu", "ludcmp", "cholesky"):
        if name == "cholesky":
            x.A = lower(x.A, above=transpose(lower(x.A)))
        for i in range(x.N):
            x.A[i][i] = x.N + abs(x.A[i][i])
        if name == "cholesky":
            # The upper triangle is not to be read.
            x.A = lower(x.A, above=[[math.nan] * x.N] * x.N)
    elif name == "trisolv":
        for i in range(x.N):
            x.L[i][i] = x.N + abs(x.L[i][i])
    elif name == "durbin":
        # Autocorrelations of a signal: the Toeplitz matrix is positive definite.
        signal = [random.uniform(-1, 1) for _ in range(4 * x.N)]
        x.r = [dot(signal, signal[k + 1 :]) / dot(signal, signal) for k in range(x.N)]
    elif name in ("covariance", "correlation"):
        x.float_n = float(x.N)
        if name == "correlation":
            for row in x.data:
                row[3] = 0.25
    elif name == "deriche":
        x.alpha = 0.25
    elif name == "floyd_warshall":
        x.path = [[0 if i == j else random.choice((random.randint(1, 60), 999))
                   for j in range(x.N)] for i in range(x.N)]
    elif name == "nussinov":
        x.seq = [random.randrange(4) for _ in range(x.N)]
        x.table = [[0] * x.N for _ in range(x.N)]
