"""Products of many small matrices. Their extents are constants, which the compiler knows."""
import numpy as np

import polymem as pm


@pm.kernel
def batched_gemm(A: pm.f32["B", 8, 12], X: pm.f32["B", 12, 16], C: pm.f32["B", 8, 16],
                 alpha: pm.f32, beta: pm.f32):
    for b in range(B):
        for i in range(8):
            for j in range(16):
                dot = pm.f32(0)
                for k in range(12):
                    dot += A[b, i, k] * X[b, k, j]
                C[b, i, j] = alpha * dot + beta * C[b, i, j]


def reference(A, X, C, alpha, beta):
    C[:] = alpha * (A @ X) + beta * C


def main():
    generator = np.random.default_rng(0)
    A = generator.normal(size=(100, 8, 12)).astype(np.float32)
    X = generator.normal(size=(100, 12, 16)).astype(np.float32)
    C = generator.normal(size=(100, 8, 16)).astype(np.float32)
    expected = C.copy()
    compiled = batched_gemm.compile()
    compiled.check()
    compiled(A, X, C, 0.5, 2.0, on="emulator")
    reference(A, X, expected, np.float32(0.5), np.float32(2))
    print("largest difference from NumPy:", abs(C - expected).max())


if __name__ == "__main__":
    main()
