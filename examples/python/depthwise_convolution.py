"""Depthwise convolution: each channel of an image has a filter of its own.

The image is larger than the result by the filter less one, which its extents say.
"""
import numpy as np

import polymem as pm


@pm.kernel
def depthwise_convolution(X: pm.f32["C", "H + R - 1", "W + S - 1"], F: pm.f32["C", "R", "S"],
                          Y: pm.f32["C", "H", "W"]):
    for c in range(C):
        for h in range(H):
            for w in range(W):
                total = pm.f32(0)
                for r in range(R):
                    for s in range(S):
                        total += X[c, h + r, w + s] * F[c, r, s]
                Y[c, h, w] = total


def reference(X, F, Y):
    windows = np.lib.stride_tricks.sliding_window_view(X, F.shape[1:], axis=(1, 2))
    Y[:] = np.einsum("chwrs,crs->chw", windows, F)


def main():
    generator = np.random.default_rng(0)
    X = generator.normal(size=(8, 66, 66)).astype(np.float32)
    F = generator.normal(size=(8, 3, 3)).astype(np.float32)
    Y = np.zeros((8, 64, 64), np.float32)
    expected = np.zeros_like(Y)
    compiled = depthwise_convolution.compile()
    compiled(X, F, Y, on="emulator")
    reference(X, F, expected)
    print("largest difference from NumPy:", abs(Y - expected).max())
    counts, = compiled.counts(C=8, H=64, W=64, R=3, S=3)["kernels"]
    for access, numbers in counts["transfers"].items():
        print(f"{access}: {numbers}")


if __name__ == "__main__":
    main()
