"""Softmax of each row of a matrix: exponentials that add up to one.

The largest number of the row is subtracted first, so that no exponential overflows.
"""
import math

import numpy as np

import polymem as pm


@pm.kernel
def softmax(X: pm.f32["M", "N"], Y: pm.f32["M", "N"]):
    for i in range(M):
        most = pm.f32(-math.inf)
        for j in range(N):
            most = max(most, X[i, j])
        total = pm.f32(0)
        for j in range(N):
            Y[i, j] = math.exp(X[i, j] - most)
            total += Y[i, j]
        for j in range(N):
            Y[i, j] /= total


def reference(X, Y):
    e = np.exp(X - X.max(axis=1, keepdims=True))
    Y[:] = e / e.sum(axis=1, keepdims=True)


def main():
    X = np.random.default_rng(0).normal(size=(70, 90)).astype(np.float32)
    Y, expected = np.zeros_like(X), np.zeros_like(X)
    compiled = softmax.compile()
    compiled(X, Y, on="emulator")
    reference(X, expected)
    print("largest difference from NumPy:", abs(Y - expected).max())
    print(*compiled.remarks, sep="\n")


if __name__ == "__main__":
    main()
