"""Forward substitution with a lower triangular matrix of a few diagonals, for many right-hand
sides.

`L[i, d]` is the element of row i and column i - W + d, so that `L[i, W]` is the diagonal. The
rows depend on each other; the right-hand sides do not.
"""
import numpy as np

import polymem as pm


@pm.kernel
def banded_solve(L: pm.f64["N", "W + 1"], b: pm.f64["N", "M"], x: pm.f64["N", "M"],
                 W: pm.index):
    for i in range(N):
        for c in range(M):
            s = b[i, c]
            for j in range(max(0, i - W), i):
                s -= L[i, j - i + W] * x[j, c]
            x[i, c] = s / L[i, W]


def reference(L, b, x, W):
    N = len(L)
    dense = np.zeros((N, N))
    for d in range(W + 1):
        rows = np.arange(W - d, N)
        dense[rows, rows - W + d] = L[rows, d]
    x[:] = np.linalg.solve(dense, b)


def main():
    generator = np.random.default_rng(0)
    L = generator.uniform(0.5, 1, (100, 5))
    L[:, 4] += 4
    b = generator.normal(size=(100, 64))
    x, expected = np.zeros_like(b), np.zeros_like(b)
    banded_solve.compile()(L, b, x, 4, on="emulator")
    reference(L, b, expected, 4)
    print("largest difference from NumPy:", abs(x - expected).max())


if __name__ == "__main__":
    main()
