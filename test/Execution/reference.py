# RUN: python3 %s %polymem_src/benchmarks/kernels | FileCheck %s
# CHECK: 19 kernels agree
"""Each kernel of benchmarks/kernels computes what its first line says: the
double-precision functions against plain Python, operation by operation, so
that the results are equal and not merely close."""
import math
import re
import subprocess
import sys


def gemm(alpha, beta, A, B, C):
    for i, j in C.points():
        total = C[i, j] * beta
        for k in range(A.shape[1]):
            total += alpha * (A[i, k] * B[k, j])
        C[i, j] = total


def mv(A, x, y):
    for i in range(A.shape[0]):
        y[i] = 0.0
        for j in range(A.shape[1]):
            y[i] += A[i, j] * x[j]


def tmv(A, x, y):
    for j in range(A.shape[1]):
        y[j] = 0.0
        for i in range(A.shape[0]):
            y[j] += A[i, j] * x[i]


def trimul(C, A, B):
    for i in range(C.shape[0]):
        for j in range(i + 1):
            C[i, j] = 0.0
            for k in range(j, i + 1):
                C[i, j] += A[i, k] * B[k, j]


def mvt(A, x1, x2, y1, y2):
    for i, j in A.points():
        x1[i] += A[i, j] * y1[j]
        x2[i] += A[j, i] * y2[j]


def two_mm(alpha, beta, tmp, A, B, C, D):
    for i, j in tmp.points():
        tmp[i, j] = 0.0
        for k in range(A.shape[1]):
            tmp[i, j] += alpha * A[i, k] * B[k, j]
    for i, j in D.points():
        D[i, j] *= beta
        for k in range(C.shape[0]):
            D[i, j] += tmp[i, k] * C[k, j]


def conv2d(I, W, O):
    for n, k, p, q in O.points():
        O[n, k, p, q] = 0.0
        for _, c, r, s in Array((1, *W.shape[1:])).points():
            O[n, k, p, q] += I[n, c, p + r, q + s] * W[k, c, r, s]


def motion_estimation(cur, ref, sad):
    for i, j in sad.points():
        for k, l in cur.points():
            sad[i, j] += abs(cur[k, l] - ref[i + k, j + l])


def jacobi_1d(A, B, T):
    for _ in range(T):
        for source, target in ((A, B), (B, A)):
            for i in range(1, A.shape[0] - 1):
                target[i] = 0.33333 * (source[i - 1] + source[i] + source[i + 1])


def jacobi_2d(A, B, T):
    for _ in range(T):
        for s, target in ((A, B), (B, A)):
            for i in range(1, A.shape[0] - 1):
                for j in range(1, A.shape[1] - 1):
                    target[i, j] = 0.2 * (
                        s[i, j] + s[i, j - 1] + s[i, j + 1] + s[i + 1, j] + s[i - 1, j]
                    )


def five_point(A, B):
    for i in range(1, A.shape[0] - 1):
        for j in range(1, A.shape[1] - 1):
            B[i, j] = 0.2 * (
                A[i, j] + A[i, j - 1] + A[i, j + 1] + A[i + 1, j] + A[i - 1, j]
            )


def angle(kx, ky, kz, x, y, z, k, v):
    return 2 * math.pi * (kx[k] * x[v] + ky[k] * y[v] + kz[k] * z[v])


def mri_q(kx, ky, kz, phi, x, y, z, Qr, Qi):
    for v in range(x.shape[0]):
        for k in range(kx.shape[0]):
            a = angle(kx, ky, kz, x, y, z, k, v)
            Qr[v] += phi[k] * math.cos(a)
            Qi[v] += phi[k] * math.sin(a)


def mri_fhd(kx, ky, kz, rrho, irho, x, y, z, Fr, Fi):
    for v in range(x.shape[0]):
        for k in range(kx.shape[0]):
            a = angle(kx, ky, kz, x, y, z, k, v)
            Fr[v] += rrho[k] * math.cos(a) - irho[k] * math.sin(a)
            Fi[v] += irho[k] * math.cos(a) + rrho[k] * math.sin(a)


def fdtd_2d(ex, ey, hz, source):
    N, M = hz.shape
    for t in range(source.shape[0]):
        for j in range(M):
            ey[0, j] = source[t]
        for i, j in hz.points():
            if i > 0:
                ey[i, j] -= 0.5 * (hz[i, j] - hz[i - 1, j])
        for i, j in hz.points():
            if j > 0:
                ex[i, j] -= 0.5 * (hz[i, j] - hz[i, j - 1])
        for i, j in hz.points():
            if i < N - 1 and j < M - 1:
                hz[i, j] -= 0.7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j])


def figure_1_parametric(A, B, L, W):
    for i in range(L, L + W):
        for j in range(L, L + W):
            A[i, j + 1] = A[i + j, j + 1] * 3
            for k in range(L + 1, L + 2 * W + 1):
                B[i, j + k] = A[i, k] + B[i + j, k]


def figure_1(A, B):
    figure_1_parametric(A, B, 10, 5)


KERNELS = [
    ("gemm", gemm, "gemm_f64", "M=4,N=3,K=5"),
    ("gemm", gemm, "gemm_iter_args_f64", "M=4,N=3,K=5"),
    ("mv", mv, "mv_f64", "M=4,N=3"),
    ("mv", mv, "mv_iter_args_f64", "M=4,N=3"),
    ("tmv", tmv, "tmv_f64", "M=4,N=3"),
    ("mvt", mvt, "mvt_f64", "N=5"),
    ("trimul", trimul, "trimul_f64", "N=6"),
    ("2mm", two_mm, "two_mm_f64", "M=4,N=3,K=5,L=2"),
    ("conv2d", conv2d, "conv2d_f64", "N=2,K=2,C=3,P=4,Q=5,R=3,S=2"),
    ("motion-estimation", motion_estimation, "motion_estimation_f64", "Ni=4,Nj=3,WS=2"),
    ("motion-estimation", motion_estimation, "motion_estimation_forall_f64", "Ni=4,Nj=3,WS=2"),
    ("jacobi-1d", jacobi_1d, "jacobi_1d_f64", "N=7,T=3"),
    ("jacobi-2d", jacobi_2d, "jacobi_2d_f64", "N=5,M=6,T=3"),
    ("five-point", five_point, "five_point_f64", "N=5,M=6"),
    ("mri-q", mri_q, "mri_q_f64", "X=4,K=3"),
    ("mri-fhd", mri_fhd, "mri_fhd_f64", "X=4,K=3"),
    ("fdtd-2d", fdtd_2d, "fdtd_2d_f64", "N=5,M=4,T=3"),
    ("figure-1", figure_1_parametric, "figure_1_parametric_f64", "L=4,W=3"),
    ("figure-1", figure_1, "figure_1_f64", ""),
]


class Array:
    """A row-major array indexed by an integer or a tuple."""

    def __init__(self, shape, values=None):
        self.shape, self.values = tuple(shape), values

    def points(self):
        points = [()]
        for extent in self.shape:
            points = [p + (i,) for p in points for i in range(extent)]
        return points

    def offset(self, index):
        linear = 0
        for i, extent in zip(index if isinstance(index, tuple) else (index,), self.shape):
            assert 0 <= i < extent
            linear = linear * extent + i
        return linear

    def __getitem__(self, index):
        return self.values[self.offset(index)]

    def __setitem__(self, index, value):
        self.values[self.offset(index)] = value


def parse(text):
    """What follows ` = `: a scalar, or `[extents] elements`."""
    match = re.match(r"\[([\dx]*)\](.*)", text)
    if not match:
        return float(text) if re.search(r"[.en]", text) else int(text)
    shape = [int(n) for n in match.group(1).split("x")]
    return Array(shape, [float(x) for x in match.group(2).split()])


agreed = 0
for file, reference, entry, sizes in KERNELS:
    command = ["polymem-run", f"{sys.argv[1]}/{file}.mlir", f"--entry={entry}"]
    run = subprocess.run(
        command + [f"--sizes={sizes}", "--print"],
        stdout=subprocess.PIPE, text=True, check=True,
    )
    lines = re.findall(r"^  (input|argument) \d+ = (.*)$", run.stdout, re.M)
    inputs = [parse(text) for kind, text in lines if kind == "input"]
    outputs = [parse(text) for kind, text in lines if kind == "argument"]
    reference(*inputs)
    for number, (expected, got) in enumerate(zip(inputs, outputs)):
        if isinstance(expected, Array) and expected.values != got.values:
            sys.exit(f"{entry}: argument {number} differs")
    agreed += 1
print(f"{agreed} kernels agree")
