"""Attention scores with a causal mask: softmax of Q K^T / sqrt(D), where position i sees
the positions up to i only.

The triangular loops are the mask: what nobody sees is not computed.
"""
import math

import numpy as np

import polymem as pm


@pm.kernel
def attention_scores(Q: pm.f32["H", "N", "D"], K: pm.f32["H", "N", "D"],
                     S: pm.f32["H", "N", "N"]):
    scale = pm.rsqrt(pm.f32(D))
    for h in range(H):
        for i in range(N):
            for j in range(i + 1):
                dot = pm.f32(0)
                for d in range(D):
                    dot += Q[h, i, d] * K[h, j, d]
                S[h, i, j] = dot * scale
            for j in range(i + 1, N):
                S[h, i, j] = 0
            most = S[h, i, 0]
            for j in range(1, i + 1):
                most = max(most, S[h, i, j])
            total = pm.f32(0)
            for j in range(i + 1):
                S[h, i, j] = math.exp(S[h, i, j] - most)
                total += S[h, i, j]
            for j in range(i + 1):
                S[h, i, j] /= total


def reference(Q, K, S):
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(Q.shape[2])
    hidden = np.triu(np.ones(scores.shape[1:], bool), 1)
    scores = np.where(hidden, -np.inf, scores)
    e = np.exp(scores - scores.max(axis=2, keepdims=True))
    S[:] = e / e.sum(axis=2, keepdims=True)


def main():
    Q, K = np.random.default_rng(0).normal(size=(2, 4, 50, 32)).astype(np.float32)
    S = np.zeros((4, 50, 50), np.float32)
    expected = np.zeros_like(S)
    attention_scores.compile()(Q, K, S, on="emulator")
    reference(Q, K, expected)
    print("largest difference from NumPy:", abs(S - expected).max())


if __name__ == "__main__":
    main()
