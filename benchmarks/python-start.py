#!/usr/bin/env python3
"""How long it takes from importing the Python package to results.

    PYTHONPATH=build/python benchmarks/python-start.py
    PYTHONPATH=build/python benchmarks/python-start.py --repeat=11

New processes compile a product of matrices, and run it on the CPU and on the emulator, at 64
x 64 x 64. Prints the median, the least and the most seconds, with an empty cache and with
what the process before left there; "with NumPy" counts the import of NumPy, too.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

PROGRAM = '''
import time
begin = time.perf_counter()
import numpy as np
numpy = time.perf_counter()
import polymem as pm

@pm.kernel
def gemm(A: pm.f32["M", "K"], B: pm.f32["K", "N"], C: pm.f32["M", "N"], alpha: pm.f32):
    for i in range(M):
        for j in range(N):
            for k in range(K):
                C[i, j] += alpha * A[i, k] * B[k, j]

a, c = np.ones((64, 64), np.float32), np.zeros((64, 64), np.float32)
k = gemm.compile(machine="nvidia-h200", options=pm.ToPTX(sizes=(64, 64, 16)))
k(a, a, c, 1.5, on="cpu")
k(a, a, c, 1.5, on="emulator")
end = time.perf_counter()
assert (c == 2 * 96).all()
print(end - numpy, end - begin)
'''


def measure(program, cache):
    """Seconds without and with the import of NumPy, of a new process."""
    done = subprocess.run([sys.executable, program], check=True, capture_output=True, text=True,
                          env={**os.environ, "POLYMEM_CACHE_DIR": cache})
    return [float(number) for number in done.stdout.split()]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program.py")
        with open(program, "w") as file:
            file.write(PROGRAM)
        kept = os.path.join(folder, "kept")
        measure(program, kept)
        rows = {"empty": [measure(program, os.path.join(folder, str(number)))
                          for number in range(arguments.repeat)],
                "kept": [measure(program, kept) for _ in range(arguments.repeat)]}
    for cache, times in rows.items():
        for name, column in zip(("from import", "with NumPy"), zip(*times)):
            print(f"cache {cache}, {name}: {statistics.median(column):.3f} s "
                  f"({min(column):.3f} to {max(column):.3f})")


if __name__ == "__main__":
    main()
