"""Kernels do what the same text does in Python on NumPy's numbers."""
import math
import re

import numpy as np
import pytest
from support import arguments, check

import polymem as pm

SCALE = 3
HALF = 0.5


@pm.kernel
def floors(A: pm.i32["N"], B: pm.i32["N", 10], P: pm.index):
    for i in range(N):
        B[i, 0] = A[i] // 7
        B[i, 1] = A[i] % 7
        B[i, 2] = A[i] // -7
        B[i, 3] = A[i] % -7
        B[i, 4] = A[i] // -1 + A[i] % -1
        B[i, 5] = A[i] // pm.i32(P) + A[i] % pm.i32(P)
        B[i, 6] = pm.i32((i - 5) // 3) - pm.i32((i - 5) % 3)
        B[i, 7] = pm.i32((i - 5) // -3) - pm.i32((i - 5) % -3)
        B[i, 8] = pm.i32((i - 5) * i // 4) - pm.i32((i - 5) * i % P)
        B[i, 9] = pm.i32((i - 5) // P) * 100 + pm.i32((i - 5) % P)


@pm.kernel
def bits(A: pm.i32["N"], B: pm.i32["N", 8]):
    for i in range(N):
        B[i, 0] = A[i] & 12 | 3
        B[i, 1] = A[i] ^ ~A[i] << 2
        B[i, 2] = A[i] >> 3
        B[i, 3] = A[i] ** 2
        B[i, 4] = -A[i] - 5
        B[i, 5] = abs(A[i])
        B[i, 6] = 7 - A[i] * SCALE
        B[i, 7] = 2 ** 4 - 7 // 2 + SCALE


@pm.kernel
def wraps(A: pm.i32["N"], B: pm.i8["N"]):
    for i in range(N):
        A[i] = (A[i] + 2147483600) * 3 - 5
        B[i] += 100


@pm.kernel
def order(A: pm.f32["N"], B: pm.f32["N"]):
    for i in range(N):
        A[i] += A[i] * B[i] + 0.1 - B[i] / 3
        B[i] -= A[i] - B[i] - 1e-3 * HALF
        A[i] *= -A[i] + 2
        A[i] = 1 / 3 * A[i] + (A[i] + B[i]) * (1 + 2 ** 2)


@pm.kernel
def extremes(A: pm.f32["N"], B: pm.f32["N"], C: pm.f32["N", 7], D: pm.i32["N"]):
    for i in range(N):
        C[i, 0] = min(A[i], B[i])
        C[i, 1] = max(A[i], B[i])
        C[i, 2] = min(A[i], 0.0, B[i])
        C[i, 3] = max(0.0, A[i])
        C[i, 4] = pm.minimum(A[i], B[i])
        C[i, 5] = A[i] if A[i] < B[i] else B[i]
        C[i, 6] = 1 if A[i] != A[i] else 0
        D[i] = max(min(D[i], 10), -10) + pm.i32(max(i, N - i, 2)) + pm.i32(min(i * i, 9))


@pm.kernel
def conditions(A: pm.f32["N"], B: pm.i32["N"], C: pm.i32["N", 10]):
    for i in range(N):
        if 1 <= i < N - 2:
            C[i, 0] = 1
        else:
            C[i, 0] = 2
        if i < 2 or i > 4:
            C[i, 1] = 1
        elif not i == 3:
            C[i, 1] = 2
        if i != 3:
            C[i, 2] = 1
        if i > 0 and A[i - 1] < 0 and B[i] > 0:
            C[i, 3] = 1
        if (i == 0 or A[i - 1] < A[i]) and not (B[i] > 5 or i == 2):
            C[i, 4] = 1
        else:
            C[i, 4] = 5
        if -50 < B[i] <= 20 != 3:
            C[i, 5] = 1
        C[i, 6] = pm.i32(A[i] > 0) + (B[i] if i % 2 == 0 else -B[i])
        C[i, 7] = B[i - 1] if i > 0 else 77
        flag = A[i] > 0 and B[i] > 0 or i == 1
        if flag != (i % 3 == 1):
            C[i, 8] = 1
        else:
            C[i, 8] = 2 if flag else 3
        if SCALE == 3 and not False:
            C[i, 9] = 9
        else:
            C[i, 9] = A[i]  # Not reached, and of the wrong type.


@pm.kernel
def scalars(A: pm.f32["N", "M"], B: pm.f32["N"], C: pm.f32["N"], alpha: pm.f32):
    last: pm.f32 = 0
    count: pm.i32 = 0
    alpha = alpha * 2
    for i in range(N):
        s = pm.f32(0)
        most = A[i, 0]
        for j in range(1, M):
            s += A[i, j] * alpha
            if A[i, j] > most:
                most = A[i, j]
                count += 1
            last, s = s, s + last
        if most > 1:
            part = s
        else:
            part = -s
        B[i] = part + most
        C[i] = last + pm.f32(count)


@pm.kernel
def loops(A: pm.i32["N", "M"], B: pm.i32["N", "M"], S: pm.index, T: pm.index):
    for i in range(1, N, 3):
        for j in range(0, M, S):
            A[i, j] = A[i - 1, j] + pm.i32(j)
    for i in range(max(1, S - 1), min(N, M + 2) - 1):
        for j in range(i - 1, M - 1, S):
            A[i, j] += B[i, j + 1] * pm.i32(i - j)
    for i in pm.parallel(N):
        for j in pm.parallel(0, M, 2):
            B[i, j] = pm.i32(i * 10 + j)
    for i in pm.parallel(1, N, S):
        B[i, 0] = 5
    for i in range(N - M - T, 0):
        A[0, 0] += 1
    k = 2 * T - 1
    for i in range(k, N):
        m = i - k
        A[m, (i + 7) // 3 % M] -= 1


@pm.kernel
def grids(A: pm.i32["N", "M"], B: pm.i32["N", "M"], C: pm.i32["N", "M", 3], S: pm.index):
    for i, j in pm.parallel(range(N), range(1, M - 1, 2)):
        A[i, j] = B[i, j - 1] + pm.i32(i * 10 + j)
    for k in range(N):
        for i, j, c in pm.parallel(range(max(k, 1), min(N, k + 3)), range(0, M, S), range(3)):
            C[i, j, c] += A[k, j] * pm.i32(c - i)
    for i in range(2, min(N, M - 1), S):
        for j in pm.parallel(i, min(M, N, i + 5), S):
            A[i, j] -= pm.i32(i * 100 + j)
    for i in pm.parallel(range(2, N, S)):
        for (j, c) in pm.parallel(range(i % 2, M), range(2)):
            C[i, j, c] -= pm.i32(j)


@pm.kernel
def temporaries(A: pm.f32["N"], B: pm.f32["N"]):
    t = pm.local(pm.f32, "N + 1")
    t[0] = 0
    for i in range(N):
        t[i + 1] = t[i] + A[i]
    for i in range(N):
        u = pm.local(pm.f32, 4, 2)
        v = pm.local(pm.f32)
        for k in range(4):
            u[k, k % 2] = t[i + 1] * pm.f32(k)
        v[()] = u[3, 1]
        B[i] = u[1, 1] + v[()]


@pm.kernel
def casts(A: pm.f64["N"], B: pm.f32["N"], C: pm.i8["N"], D: pm.i64["N"], E: pm.f16["N"],
          F: pm.i1["N"]):
    for i in range(N):
        B[i] = pm.f32(A[i]) * 0.1 + pm.f32(i) + pm.f32(C[i])
        D[i] = pm.i64(C[i]) * 1000000007 + pm.i64(A[i]) + pm.i64(i)
        E[i] = pm.f16(A[i]) * 0.1 + E[i]
        A[i] = pm.f64(pm.f32(0.1)) + pm.f64(B[i]) + pm.f64(F[i])
        C[i] = pm.i8(D[i] & 63) + pm.i8(F[i])
        F[i] = pm.i1(C[i]) and not F[i]


@pm.kernel
def rounding(A: pm.f32["N"], B: pm.f32["N", 4]):
    for i in range(N):
        B[i, 0] = pm.floor(A[i])
        B[i, 1] = pm.ceil(A[i] * 3)
        B[i, 2] = math.fabs(A[i]) + abs(A[i] - 1)
        B[i, 3] = math.sqrt(abs(A[i]))


@pm.kernel
def functions(A: pm.f32["N"], B: pm.f32["N"]):
    for i in range(N):
        x = pm.fabs(A[i]) + 0.5
        B[i] = pm.exp(-x) + pm.log(x) * pm.sin(x) - pm.cos(x) / pm.tanh(x) + pm.pow(x, 1.5)


@pm.kernel
def selections(A: pm.f32["N"], B: pm.i32["N"], C: pm.i32["N", 5], D: pm.f32["N"]):
    most, where = A[0], pm.i32(0)
    count: pm.i32 = 0
    for i in range(N):
        if A[i] > most:
            most, where = A[i], pm.i32(i)
        if A[i] > 0 and B[i] > 0:
            count += 1
        elif B[i] < -50:
            if A[i] < -1:
                count -= 1
            part = count * 2
            count = part + 1
        else:
            pass
        high = B[i] > 50
        if high:
            q = A[i] * 2
        else:
            q = D[N - 1 - i]
        if B[i] > 0:
            r = B[i] // 3
            most = most + 0.5
        else:
            t = pm.local(pm.i32, 2)
            t[0] = B[i]
            r = t[0]
        if not high:
            if i > 2:
                r = B[i - 2]
            C[i, 3] = 5
        if A[i] > 0:
            r += pm.i32(A[i])
        C[i, 0] = where
        C[i, 1] = count
        C[i, 2] = r
        D[i] = q + most


@pm.kernel
def axpy(x: pm.f32["n"], y: pm.f32["n"], a: pm.f32, first: pm.index):
    s = a * 2
    for i in range(first, n):
        y[i] += s * x[i]


@pm.kernel
def inlined(A: pm.f32["N"], B: pm.f32["N"]):
    s = pm.f32(3)
    for t in range(2):
        axpy(A, B, 0.25, t)
        axpy(B, A, s, 2)
        axpy(B, B, s * 0.5, N - 3)


@pm.kernel
def boxed(S: pm.f32[()], A: pm.f32[8, "N"]):
    for i in range(8):
        for j in range(N):
            S[()] += A[i, j] * A[7, j]


@pm.kernel
def branches(A: pm.f32["N"], B: pm.f32["N"], C: pm.i32["N"]):
    for i in range(N):
        s = A[i]
        if B[i] > 0:
            s = B[i]
        else:
            s = B[i]
        r = pm.i32(1)
        if i > 2:
            r = C[i]
            if C[i] > 0:
                r = 7
            r += 1
        elif i == 1:
            q = pm.i32(4)
            r = q * 2
        A[i] = s
        C[i] = r
        if abs(B[i]) < 1 and pm.i32(B[i] * 1e30) == 0:
            C[i] += 10


def closure():
    factor, T = 1.25, pm.f32

    @pm.kernel
    def scaled(A: T["N"]):
        for i in range(N):
            A[i] = factor * A[i] + T(math.pi)
    return scaled


CASES = [(floors, dict(N=17, P=3)), (bits, dict(N=9)), (wraps, dict(N=9)), (order, dict(N=33)),
         (conditions, dict(N=9)), (scalars, dict(N=7, M=5)), (temporaries, dict(N=6)),
         (loops, dict(N=9, M=7, S=2, T=1)), (loops, dict(N=6, M=11, S=3, T=2)),
         (grids, dict(N=9, M=7, S=2)), (grids, dict(N=5, M=8, S=3)), (selections, dict(N=33)),
         (casts, dict(N=9)), (rounding, dict(N=17)), (inlined, dict(N=6)), (boxed, dict(N=5)),
         (branches, dict(N=9)), (closure(), dict(N=5)), (extremes, dict(N=9))]


@pytest.mark.parametrize("kernel,sizes", CASES, ids=[k.name for k, _ in CASES])
def test_same_as_python(tmp_path, kernel, sizes):
    given = arguments(kernel, sizes)
    for name, value in given.items():
        if np.ndim(value) and kernel.name == "conditions" and name == "C":
            value[:] = 0
        if kernel.name == "branches" and name == "B":
            value[::2] = 0
    check(tmp_path, kernel, sizes, given)


def test_functions(tmp_path):
    check(tmp_path, functions, dict(N=31), tolerance=1e-5)


def test_nan_and_zeros(tmp_path):
    """min and max are those of Python, pm.minimum that of NumPy."""
    values = np.array([np.nan, 1, 0.0, -0.0, np.inf, -np.inf], np.float32)
    a, b = (x.ravel() for x in np.meshgrid(values, values))
    keep = ~((a == 0) & (b == 0))  # The sign of minimum(0, -0) is not NumPy's promise.
    for pick in (keep, ~keep):
        given = dict(A=a[pick], B=b[pick], C=np.zeros((pick.sum(), 7), np.float32),
                     D=np.zeros(pick.sum(), np.int32))
        if pick is not keep:
            given["C"] = given["C"].copy()
        check_extremes(tmp_path, given, pick is keep)


def check_extremes(directory, given, all_columns):
    from support import as_python, run, same_bits
    inputs = dict(enumerate(np.array(v) for v in given.values()))
    found = run(directory, extremes.source_ir, inputs, {})
    with np.errstate(all="ignore"):
        as_python(extremes, dict(N=len(given["A"])))(*given.values())
    columns = [0, 1, 2, 3, 4, 5, 6] if all_columns else [0, 1, 2, 3, 5, 6]
    for column in columns:
        assert same_bits(found[2][:, column], given["C"][:, column]), column


@pytest.mark.parametrize("kernel,sizes", CASES, ids=[k.name for k, _ in CASES])
def test_pipelines(tmp_path, kernel, sizes):
    """What is emitted goes through the pipelines, and stays the same."""
    check(tmp_path, kernel, sizes, options=["--compare", "--pipeline=polymem-to-cpu",
                                            "--pipeline=polymem-to-emulator"])


def test_selections():
    """An `if` that assigns numbers needs no branch, unless what it computes is only for
    where it is taken."""
    text = selections.source_ir
    assert re.search(r"%where_1 = arith.select %cond, %i32, %where :", text)
    assert re.search(r"%count_1 = arith.select %cond_\d, %diff, %count :", text)
    for computed in ("affine.load %B", "affine.load %D", "memref.alloca", "arith.fptosi",
                     "affine.store %c5_i32"):
        assert re.search(r"(scf.if|else) .*\n(.*\n){0,3} +(%\w+ = )?" + computed, text), computed


def test_local_arrays_of_branches_are_freed():
    """Although the branch assigns nothing but names."""
    @pm.kernel
    def f(A: pm.f32["N"], x: pm.f32):
        s = x
        if x > 0:
            t = pm.local(pm.f32, "N")
            s = x * 2
        A[0] = s
    text = f.source_ir
    assert text.index("memref.alloc(") < text.index("memref.dealloc %t") < \
        text.index("affine.store")


def test_conversions_stay_behind_conditions():
    """A number that does not fit has no value in i32; only where it is asked for, it is
    converted."""
    text = branches.source_ir
    assert text.index("scf.if", text.index("math.absf")) < text.index("arith.fptosi")


@pm.kernel
def narrow(A: pm.bf16["N"], B: pm.f16["N"]):
    for i in range(N):
        A[i] = A[i] * 0.5 + pm.bf16(B[i]) - pm.exp(A[i])
        B[i] = pm.f16(A[i]) + pm.f16(pm.f64(0.1)) * math.inf


def test_narrow_types(tmp_path):
    """NumPy has no bf16: it runs, and pipelines keep it."""
    from support import run
    run(tmp_path, narrow.source_ir, {}, dict(N=9), ["--compare", "--pipeline=polymem-to-cpu"])
