"""The main calls of the package, each once, errors and interrupts as well."""
import signal
import sys
import warnings

import numpy as np

import polymem as pm

GEMM = """func.func @gemm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n { affine.for %j = 0 to %n { affine.for %k = 0 to %n {
    %a = affine.load %A[%i, %k] : memref<?x?xf32>
    %b = affine.load %B[%k, %j] : memref<?x?xf32>
    %c = affine.load %C[%i, %j] : memref<?x?xf32>
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    affine.store %s, %C[%i, %j] : memref<?x?xf32>
  } } }
  return
}
"""
#: The emulator takes hours for it.
LONG = GEMM.replace("affine.for %i", "affine.for %t = 0 to 100000000 { affine.for %i").replace(
    "  return", "  }\n  return")


def good(arrays):
    k = pm.compile(GEMM, options=pm.ToPTX(sizes=(8, 8, 8)))
    assert ".entry" in k.ptx and k.launches and k.staged_ir and k.remarks
    assert k.check() and k.check(on="cpu")
    for call in (lambda *given: k(*given, on="cpu"), lambda *given: k(*given, on="emulator"),
                 lambda *given: k(*given, on="cpu", checked=True), k.reference, k.counts):
        call(*arrays, 20)
    return k


def wrong(k, arrays):
    a, b, c = arrays
    for error, work in (
            (pm.ArgumentError, lambda: k(a, b[:, ::2], c, 20)),
            (pm.RunError, lambda: k(a, b, c, 25, on="emulator")),
            (pm.RunError, lambda: k(a, b, c, 25, on="cpu", checked=True)),
            (pm.CompileError, lambda: pm.run_pipeline(GEMM + "}", "cse")),
            (pm.CompileError, lambda: pm.run_pipeline(GEMM, "none")),
            (ValueError, lambda: pm.compile(GEMM, machine="none"))):
        try:
            work()
        except error:
            continue
        sys.exit(f"no {error.__name__}")


def interrupted(arrays):
    long = pm.compile(LONG, options=pm.ToPTX(schedule="never"))
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 3)
    try:
        long(*arrays, 20, on="emulator")
    except KeyboardInterrupt:
        return
    sys.exit("no interrupt")


warnings.simplefilter("ignore")
ARRAYS = [np.ones((20, 20), np.float32) for _ in range(3)]
wrong(good(ARRAYS), ARRAYS)
interrupted(ARRAYS)
