"""Layer normalisation: each row gets mean 0 and variance 1, then a scale and a shift for
each column."""
import numpy as np

import polymem as pm


@pm.kernel
def layer_norm(X: pm.f32["M", "N"], gamma: pm.f32["N"], beta: pm.f32["N"],
               Y: pm.f32["M", "N"], epsilon: pm.f32):
    for i in range(M):
        total = pm.f32(0)
        for j in range(N):
            total += X[i, j]
        mean = total / pm.f32(N)
        squares = pm.f32(0)
        for j in range(N):
            squares += (X[i, j] - mean) ** 2
        scale = pm.rsqrt(squares / pm.f32(N) + epsilon)
        for j in range(N):
            Y[i, j] = (X[i, j] - mean) * scale * gamma[j] + beta[j]


def reference(X, gamma, beta, Y, epsilon):
    centred = X - X.mean(axis=1, keepdims=True)
    variance = (centred ** 2).mean(axis=1, keepdims=True)
    Y[:] = centred / np.sqrt(variance + epsilon) * gamma + beta


def main():
    generator = np.random.default_rng(0)
    X = generator.normal(3, 2, (40, 100)).astype(np.float32)
    gamma, beta = generator.normal(size=(2, 100)).astype(np.float32)
    Y, expected = np.zeros_like(X), np.zeros_like(X)
    layer_norm.compile()(X, gamma, beta, Y, 1e-5, on="cpu")
    reference(X, gamma, beta, expected, 1e-5)
    print("largest difference from NumPy:", abs(Y - expected).max())


if __name__ == "__main__":
    main()
