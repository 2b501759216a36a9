"""Heat in a box whose walls are insulated: a cell at a wall has itself as neighbour there."""
import numpy as np

import polymem as pm


@pm.kernel
def step(A: pm.f32["N", "M", "L"], B: pm.f32["N", "M", "L"], rate: pm.f32):
    for i in range(N):
        for j in range(M):
            for k in range(L):
                a = A[i, j, k]
                west = A[i - 1, j, k] if i > 0 else a
                east = A[i + 1, j, k] if i < N - 1 else a
                south = A[i, j - 1, k] if j > 0 else a
                north = A[i, j + 1, k] if j < M - 1 else a
                below = A[i, j, k - 1] if k > 0 else a
                above = A[i, j, k + 1] if k < L - 1 else a
                B[i, j, k] = a + rate * (west + east + south + north + below + above - 6 * a)


@pm.kernel
def heat_3d(steps: pm.index, A: pm.f32["N", "M", "L"], B: pm.f32["N", "M", "L"].dead_out(),
            rate: pm.f32):
    for t in range(steps):
        step(A, B, rate)
        step(B, A, rate)


def reference(steps, A, B, rate):
    for _ in range(2 * steps):
        padded = np.pad(A, 1, mode="edge")
        around = sum(np.roll(padded, shift, axis) for axis in range(3) for shift in (1, -1))
        A[:] = A + rate * (around[1:-1, 1:-1, 1:-1] - 6 * A)


def main():
    A = np.zeros((20, 24, 28), np.float32)
    A[10, 12, 14] = 1000
    expected, B = A.copy(), np.zeros_like(A)
    heat_3d.compile()(5, A, B, 0.1, on="emulator")
    reference(5, expected, B, np.float32(0.1))
    print("largest difference from NumPy:", abs(A - expected).max())
    print("heat is kept:", A.sum())


if __name__ == "__main__":
    main()
