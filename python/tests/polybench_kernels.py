"""Kernels of PolyBench in Python, for any type T of floating point. Parameters are those
of benchmarks/polybench, in the same order."""
import math

import polymem as pm


def linear_algebra(T):
    @pm.kernel
    def gemm(alpha: T, beta: T, C: T["NI", "NJ"], A: T["NI", "NK"], B: T["NK", "NJ"]):
        for i in range(NI):
            for j in range(NJ):
                C[i, j] *= beta
            for k in range(NK):
                for j in range(NJ):
                    C[i, j] += alpha * A[i, k] * B[k, j]

    @pm.kernel
    def two_mm(alpha: T, beta: T, tmp: T["NI", "NJ"], A: T["NI", "NK"], B: T["NK", "NJ"],
               C: T["NJ", "NL"], D: T["NI", "NL"]):
        for i in range(NI):
            for j in range(NJ):
                tmp[i, j] = 0
                for k in range(NK):
                    tmp[i, j] += alpha * A[i, k] * B[k, j]
        for i in range(NI):
            for j in range(NL):
                D[i, j] *= beta
                for k in range(NJ):
                    D[i, j] += tmp[i, k] * C[k, j]

    @pm.kernel
    def product(C: T["M", "N"], A: T["M", "K"], B: T["K", "N"]):
        for i in range(M):
            for j in range(N):
                C[i, j] = 0
                for k in range(K):
                    C[i, j] += A[i, k] * B[k, j]

    @pm.kernel
    def three_mm(E: T["NI", "NJ"], A: T["NI", "NK"], B: T["NK", "NJ"], F: T["NJ", "NL"],
                 C: T["NJ", "NM"], D: T["NM", "NL"], G: T["NI", "NL"]):
        product(E, A, B)
        product(F, C, D)
        product(G, E, F)

    @pm.kernel
    def mvt(x1: T["N"], x2: T["N"], y_1: T["N"], y_2: T["N"], A: T["N", "N"]):
        for i in range(N):
            for j in range(N):
                x1[i] += A[i, j] * y_1[j]
        for i in range(N):
            for j in range(N):
                x2[i] += A[j, i] * y_2[j]

    @pm.kernel
    def gesummv(alpha: T, beta: T, A: T["N", "N"], B: T["N", "N"], tmp: T["N"], x: T["N"],
                y: T["N"]):
        for i in range(N):
            tmp[i] = 0
            y[i] = 0
            for j in range(N):
                tmp[i] = A[i, j] * x[j] + tmp[i]
                y[i] = B[i, j] * x[j] + y[i]
            y[i] = alpha * tmp[i] + beta * y[i]

    @pm.kernel
    def gemver(alpha: T, beta: T, A: T["N", "N"], u1: T["N"], v1: T["N"], u2: T["N"],
               v2: T["N"], w: T["N"], x: T["N"], y: T["N"], z: T["N"]):
        for i in range(N):
            for j in range(N):
                A[i, j] = A[i, j] + u1[i] * v1[j] + u2[i] * v2[j]
        for i in range(N):
            for j in range(N):
                x[i] += beta * A[j, i] * y[j]
        for i in range(N):
            x[i] += z[i]
        for i in range(N):
            for j in range(N):
                w[i] += alpha * A[i, j] * x[j]

    return locals()


def updates(T):
    @pm.kernel
    def atax(A: T["M", "N"], x: T["N"], y: T["N"], tmp: T["M"].dead_out()):
        for i in range(N):
            y[i] = 0
        for i in range(M):
            tmp[i] = 0
            for j in range(N):
                tmp[i] += A[i, j] * x[j]
            for j in range(N):
                y[j] += A[i, j] * tmp[i]

    @pm.kernel
    def bicg(A: T["N", "M"], s: T["M"], q: T["N"], p: T["M"], r: T["N"]):
        for i in range(M):
            s[i] = 0
        for i in range(N):
            q[i] = 0
            for j in range(M):
                s[j] += r[i] * A[i, j]
                q[i] += A[i, j] * p[j]

    @pm.kernel
    def syrk(alpha: T, beta: T, C: T["N", "N"], A: T["N", "M"]):
        for i in range(N):
            for j in range(i + 1):
                C[i, j] *= beta
            for k in range(M):
                for j in range(i + 1):
                    C[i, j] += alpha * A[i, k] * A[j, k]

    @pm.kernel
    def syr2k(alpha: T, beta: T, C: T["N", "N"], A: T["N", "M"], B: T["N", "M"]):
        for i in range(N):
            for j in range(i + 1):
                C[i, j] *= beta
            for k in range(M):
                for j in range(i + 1):
                    C[i, j] += A[j, k] * alpha * B[i, k] + B[j, k] * alpha * A[i, k]

    @pm.kernel
    def symm(alpha: T, beta: T, C: T["M", "N"], A: T["M", "M"], B: T["M", "N"]):
        for i in range(M):
            for j in range(N):
                temp2 = T(0)
                for k in range(i):
                    C[k, j] += alpha * B[i, j] * A[i, k]
                    temp2 += B[k, j] * A[i, k]
                C[i, j] = beta * C[i, j] + alpha * B[i, j] * A[i, i] + alpha * temp2

    @pm.kernel
    def trmm(alpha: T, A: T["M", "M"], B: T["M", "N"]):
        for i in range(M):
            for j in range(N):
                for k in range(i + 1, M):
                    B[i, j] += A[k, i] * B[k, j]
                B[i, j] = alpha * B[i, j]

    return locals()


def solvers(T):
    @pm.kernel
    def trisolv(L: T["N", "N"], x: T["N"], b: T["N"]):
        for i in range(N):
            x[i] = b[i]
            for j in range(i):
                x[i] -= L[i, j] * x[j]
            x[i] = x[i] / L[i, i]

    @pm.kernel
    def lu(A: T["N", "N"]):
        for i in range(N):
            for j in range(i):
                for k in range(j):
                    A[i, j] -= A[i, k] * A[k, j]
                A[i, j] /= A[j, j]
            for j in range(i, N):
                for k in range(i):
                    A[i, j] -= A[i, k] * A[k, j]

    @pm.kernel
    def cholesky(A: T["N", "N"]):
        for i in range(N):
            for j in range(i):
                for k in range(j):
                    A[i, j] -= A[i, k] * A[j, k]
                A[i, j] /= A[j, j]
            for k in range(i):
                A[i, i] -= A[i, k] ** 2
            A[i, i] = math.sqrt(A[i, i])

    @pm.kernel
    def durbin(r: T["N"], y: T["N"]):
        z = pm.local(T, "N")
        y[0] = -r[0]
        alpha = -r[0]
        beta = T(1)
        for k in range(1, N):
            beta = (1 - alpha * alpha) * beta
            total = T(0)
            for i in range(k):
                total += r[k - i - 1] * y[i]
            alpha = -(r[k] + total) / beta
            for i in range(k):
                z[i] = y[i] + alpha * y[k - i - 1]
            for i in range(k):
                y[i] = z[i]
            y[k] = alpha

    return locals()


def decompositions(T):
    @pm.kernel
    def gramschmidt(A: T["M", "N"], R: T["N", "N"], Q: T["M", "N"]):
        for k in range(N):
            nrm = T(0)
            for i in range(M):
                nrm += A[i, k] ** 2
            R[k, k] = pm.sqrt(nrm)
            for i in range(M):
                Q[i, k] = A[i, k] / R[k, k]
            for j in range(k + 1, N):
                R[k, j] = 0
                for i in range(M):
                    R[k, j] += Q[i, k] * A[i, j]
                for i in range(M):
                    A[i, j] -= Q[i, k] * R[k, j]

    @pm.kernel
    def ludcmp(A: T["N", "N"], b: T["N"], x: T["N"], y: T["N"]):
        for i in range(N):
            for j in range(i):
                w = A[i, j]
                for k in range(j):
                    w -= A[i, k] * A[k, j]
                A[i, j] = w / A[j, j]
            for j in range(i, N):
                w = A[i, j]
                for k in range(i):
                    w -= A[i, k] * A[k, j]
                A[i, j] = w
        for i in range(N):
            w = b[i]
            for j in range(i):
                w -= A[i, j] * y[j]
            y[i] = w
        for i in range(N):
            w = y[N - 1 - i]
            for j in range(N - i, N):
                w -= A[N - 1 - i, j] * x[j]
            x[N - 1 - i] = w / A[N - 1 - i, N - 1 - i]

    return locals()


def data_mining(T):
    @pm.kernel
    def correlation(float_n: T, data: T["N", "M"], corr: T["M", "M"], mean: T["M"],
                    stddev: T["M"]):
        for j in range(M):
            mean[j] = 0
            for i in range(N):
                mean[j] += data[i, j]
            mean[j] /= float_n
        for j in range(M):
            stddev[j] = 0
            for i in range(N):
                stddev[j] += (data[i, j] - mean[j]) * (data[i, j] - mean[j])
            stddev[j] /= float_n
            stddev[j] = math.sqrt(stddev[j])
            stddev[j] = 1.0 if stddev[j] <= 0.1 else stddev[j]
        for i in range(N):
            for j in range(M):
                data[i, j] -= mean[j]
                data[i, j] /= math.sqrt(float_n) * stddev[j]
        for i in range(M - 1):
            corr[i, i] = 1
            for j in range(i + 1, M):
                corr[i, j] = 0
                for k in range(N):
                    corr[i, j] += data[k, i] * data[k, j]
                corr[j, i] = corr[i, j]
        corr[M - 1, M - 1] = 1

    @pm.kernel
    def covariance(float_n: T, data: T["N", "M"], cov: T["M", "M"], mean: T["M"]):
        for j in range(M):
            mean[j] = 0
            for i in range(N):
                mean[j] += data[i, j]
            mean[j] /= float_n
        for i in range(N):
            for j in range(M):
                data[i, j] -= mean[j]
        for i in range(M):
            for j in range(i, M):
                cov[i, j] = 0
                for k in range(N):
                    cov[i, j] += data[k, i] * data[k, j]
                cov[i, j] /= float_n - 1
                cov[j, i] = cov[i, j]

    @pm.kernel
    def doitgen(A: T["NR", "NQ", "NP"], C4: T["NP", "NP"], sum: T["NP"]):
        for r in range(NR):
            for q in range(NQ):
                for p in range(NP):
                    sum[p] = 0
                    for s in range(NP):
                        sum[p] += A[r, q, s] * C4[s, p]
                for p in range(NP):
                    A[r, q, p] = sum[p]

    return locals()


def stencils(T):
    @pm.kernel
    def jacobi_1d(TSTEPS: pm.index, A: T["N"], B: T["N"]):
        for t in range(TSTEPS):
            for i in range(1, N - 1):
                B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1])
            for i in range(1, N - 1):
                A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1])

    @pm.kernel
    def jacobi_2d(TSTEPS: pm.index, A: T["N", "N"], B: T["N", "N"]):
        for t in range(TSTEPS):
            for i in range(1, N - 1):
                for j in range(1, N - 1):
                    B[i, j] = 0.2 * (A[i, j] + A[i, j - 1] + A[i, j + 1] + A[i + 1, j]
                                     + A[i - 1, j])
            for i in range(1, N - 1):
                for j in range(1, N - 1):
                    A[i, j] = 0.2 * (B[i, j] + B[i, j - 1] + B[i, j + 1] + B[i + 1, j]
                                     + B[i - 1, j])

    @pm.kernel
    def seidel_2d(TSTEPS: pm.index, A: T["N", "N"]):
        for t in range(TSTEPS):
            for i in range(1, N - 1):
                for j in range(1, N - 1):
                    A[i, j] = (A[i - 1, j - 1] + A[i - 1, j] + A[i - 1, j + 1] + A[i, j - 1]
                               + A[i, j] + A[i, j + 1] + A[i + 1, j - 1] + A[i + 1, j]
                               + A[i + 1, j + 1]) / 9

    @pm.kernel
    def heat_step(A: T["N", "N", "N"], B: T["N", "N", "N"]):
        for i in range(1, N - 1):
            for j in range(1, N - 1):
                for k in range(1, N - 1):
                    a = A[i, j, k]
                    B[i, j, k] = (0.125 * (A[i + 1, j, k] - 2 * a + A[i - 1, j, k])
                                  + 0.125 * (A[i, j + 1, k] - 2 * a + A[i, j - 1, k])
                                  + 0.125 * (A[i, j, k + 1] - 2 * a + A[i, j, k - 1]) + a)

    @pm.kernel
    def heat_3d(TSTEPS: pm.index, A: T["N", "N", "N"], B: T["N", "N", "N"]):
        for t in range(TSTEPS):
            heat_step(A, B)
            heat_step(B, A)

    @pm.kernel
    def fdtd_2d(ex: T["NX", "NY"], ey: T["NX", "NY"], hz: T["NX", "NY"], _fict_: T["TMAX"]):
        for t in range(TMAX):
            for j in range(NY):
                ey[0, j] = _fict_[t]
            for i in range(1, NX):
                for j in range(NY):
                    ey[i, j] = ey[i, j] - 0.5 * (hz[i, j] - hz[i - 1, j])
            for i in range(NX):
                for j in range(1, NY):
                    ex[i, j] = ex[i, j] - 0.5 * (hz[i, j] - hz[i, j - 1])
            for i in range(NX - 1):
                for j in range(NY - 1):
                    hz[i, j] = hz[i, j] - 0.7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j]
                                                 - ey[i, j])

    return locals()


def recursions(T):
    @pm.kernel
    def adi(TSTEPS: pm.index, u: T["N", "N"], v: T["N", "N"].dead_out(),
            p: T["N", "N"].dead_out(), q: T["N", "N"].dead_out()):
        dx = 1 / T(N)
        dy = 1 / T(N)
        dt = 1 / T(TSTEPS)
        mul1 = 2 * dt / (dx * dx)
        mul2 = 1 * dt / (dy * dy)
        a, b = -mul1 / 2, 1 + mul1
        d, e = -mul2 / 2, 1 + mul2
        for t in range(TSTEPS):
            for i in range(1, N - 1):
                v[0, i] = 1
                p[i, 0] = 0
                q[i, 0] = v[0, i]
                for j in range(1, N - 1):
                    p[i, j] = -a / (a * p[i, j - 1] + b)
                    q[i, j] = (-d * u[j, i - 1] + (1 + 2 * d) * u[j, i] - d * u[j, i + 1]
                               - a * q[i, j - 1]) / (a * p[i, j - 1] + b)
                v[N - 1, i] = 1
                for j in range(1, N - 1):
                    v[N - 1 - j, i] = p[i, N - 1 - j] * v[N - j, i] + q[i, N - 1 - j]
            for i in range(1, N - 1):
                u[i, 0] = 1
                p[i, 0] = 0
                q[i, 0] = u[i, 0]
                for j in range(1, N - 1):
                    p[i, j] = -d / (d * p[i, j - 1] + e)
                    q[i, j] = (-a * v[i - 1, j] + (1 + 2 * a) * v[i, j] - a * v[i + 1, j]
                               - d * q[i, j - 1]) / (d * p[i, j - 1] + e)
                u[i, N - 1] = 1
                for j in range(1, N - 1):
                    u[i, N - 1 - j] = p[i, N - 1 - j] * u[i, N - j] + q[i, N - 1 - j]

    @pm.kernel
    def deriche(alpha: T, imgIn: T["W", "H"], imgOut: T["W", "H"],
                y1: T["W", "H"].dead_out(), y2: T["W", "H"].dead_out()):
        k = ((1 - math.exp(-alpha)) * (1 - math.exp(-alpha))
             / (1 + 2 * alpha * math.exp(-alpha) - math.exp(2 * alpha)))
        a1 = k
        a2 = k * math.exp(-alpha) * (alpha - 1)
        a3 = k * math.exp(-alpha) * (alpha + 1)
        a4 = -k * math.exp(-2 * alpha)
        b1 = pm.pow(2, -alpha)
        b2 = -math.exp(-2 * alpha)
        for i in range(W):
            xm1 = ym1 = ym2 = T(0)
            for j in range(H):
                y1[i, j] = a1 * imgIn[i, j] + a2 * xm1 + b1 * ym1 + b2 * ym2
                xm1, ym1, ym2 = imgIn[i, j], y1[i, j], ym1
        for i in range(W):
            xp1 = xp2 = yp1 = yp2 = T(0)
            for j in range(H):
                y2[i, H - 1 - j] = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2
                xp1, xp2 = imgIn[i, H - 1 - j], xp1
                yp1, yp2 = y2[i, H - 1 - j], yp1
        for i in range(W):
            for j in range(H):
                imgOut[i, j] = 1 * (y1[i, j] + y2[i, j])
        for j in range(H):
            tm1 = ym1 = ym2 = T(0)
            for i in range(W):
                y1[i, j] = a1 * imgOut[i, j] + a2 * tm1 + b1 * ym1 + b2 * ym2
                tm1, ym1, ym2 = imgOut[i, j], y1[i, j], ym1
        for j in range(H):
            tp1 = tp2 = yp1 = yp2 = T(0)
            for i in range(W):
                y2[W - 1 - i, j] = a3 * tp1 + a4 * tp2 + b1 * yp1 + b2 * yp2
                tp1, tp2 = imgOut[W - 1 - i, j], tp1
                yp1, yp2 = y2[W - 1 - i, j], yp1
        for i in range(W):
            for j in range(H):
                imgOut[i, j] = 1 * (y1[i, j] + y2[i, j])

    return locals()


@pm.kernel
def floyd_warshall(path: pm.i32["N", "N"]):
    for k in range(N):
        for i in range(N):
            for j in range(N):
                path[i, j] = (path[i, j] if path[i, j] < path[i, k] + path[k, j]
                              else path[i, k] + path[k, j])


@pm.kernel
def nussinov(seq: pm.i32["N"], table: pm.i32["N", "N"]):
    for row in range(N):
        for j in range(N - row, N):
            if j >= 1:
                table[N - 1 - row, j] = max(table[N - 1 - row, j], table[N - 1 - row, j - 1])
            if row >= 1:
                table[N - 1 - row, j] = max(table[N - 1 - row, j], table[N - row, j])
            if j >= 1 and row >= 1:
                if N - 1 - row < j - 1:
                    pair = pm.i32(seq[N - 1 - row] + seq[j] == 3)
                    table[N - 1 - row, j] = max(table[N - 1 - row, j],
                                                table[N - row, j - 1] + pair)
                else:
                    table[N - 1 - row, j] = max(table[N - 1 - row, j], table[N - row, j - 1])
            for k in range(N - row, j):
                table[N - 1 - row, j] = max(table[N - 1 - row, j],
                                            table[N - 1 - row, k] + table[k + 1, j])


def kernels(T):
    """All of them by name, helpers that are called apart."""
    found = {}
    for family in (linear_algebra, updates, solvers, decompositions, data_mining, stencils,
                   recursions):
        found.update({name: k for name, k in family(T).items() if isinstance(k, pm.Kernel)})
    return {name: k for name, k in found.items() if name not in ("product", "heat_step")}


INTEGERS = {"floyd_warshall": floyd_warshall, "nussinov": nussinov}
