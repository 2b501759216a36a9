"""How often each class occurs.

A kernel has no subscripts that are data, as in `H[label[i]] += 1`. Each class counts its own
items instead; classes are then independent of each other.
"""
import numpy as np

import polymem as pm


@pm.kernel
def histogram(label: pm.i32["N"].within(0, "K"), H: pm.i32["K"]):
    for k in range(K):
        count = pm.i32(0)
        for i in range(N):
            if label[i] == pm.i32(k):
                count += 1
        H[k] = count


def reference(label, H):
    H[:] = np.bincount(label, minlength=len(H))[:len(H)]


def main():
    label = np.random.default_rng(0).integers(0, 16, 1000).astype(np.int32)
    H, expected = np.zeros((2, 16), np.int32)
    histogram.compile()(label, H, on="emulator")
    reference(label, expected)
    print(H, "as NumPy:", np.array_equal(H, expected))


if __name__ == "__main__":
    main()
