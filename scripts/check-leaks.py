#!/usr/bin/env python3
"""Whether the Python package keeps memory: many compilations, many calls, several threads.

    PYTHONPATH=build/python scripts/check-leaks.py
    PYTHONPATH=build/python scripts/check-leaks.py --compiles=100 --calls=10000

Compiles different kernels for the CPU, the emulator and PTX, without the cache, and calls a
program on NumPy's arrays. Prints the memory of the process behind the first tenth, with several
threads behind the first half, whose arenas of memory fill up, and at the end; ends with an
error if it has grown by more than --bound megabytes in between.
"""
import argparse
import ctypes
import gc
import os
import sys
import threading

os.environ["POLYMEM_CACHE_DIR"] = ""

import numpy as np  # noqa: E402
import polymem as pm  # noqa: E402

TEXT = """func.func @f(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index) {{
  affine.for %i = {0} to %n {{
    affine.for %j = 0 to %n {{
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %c = arith.constant {1}.0 : f32
      %b = arith.{2} %a, %c : f32
      affine.store %b, %B[%{3}, %{4}] : memref<?x?xf32>
    }}
  }}
  return
}}
"""


def megabytes():
    """The memory of the process, without what was freed: of that, each thread's arena keeps
    more or less."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


def compile_and_call(number):
    text = TEXT.format(number % 7, number, ("addf", "mulf", "subf")[number % 3],
                       *("ij" if number % 2 else "ji"))
    made = pm.compile(text, options=pm.ToPTX(sizes=(8 + number % 5, 8)))
    a, b = np.ones((5, 5), np.float32), np.zeros((5, 5), np.float32)
    kind = number % 4
    if kind == 0:
        assert made.ptx
    else:
        made(a, b, 5, on="emulator" if kind == 1 else "cpu")
    # Errors have to leave nothing, too.
    for wrong in (lambda: made(a, b[:, :2].T, 5), lambda: pm.run_pipeline(text, "none"),
                  lambda: pm.run_pipeline(text + "}", "cse")):
        try:
            wrong()
        except pm.PolyMemError:
            pass


def check(what, count, work, bound, first):
    """Whether memory grows by less than `bound` behind the first ones of `count` times."""
    for number in range(first):
        work(number)
    before = megabytes()
    for number in range(first, count):
        work(number)
    after = megabytes()
    grown = after - before
    print(f"{count} {what}: {before:.1f} MB, then {after:.1f} MB", flush=True)
    return grown <= bound


def in_threads(number):
    threads = [threading.Thread(target=compile_and_call, args=(4 * number + k,))
               for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiles", type=int, default=1000)
    parser.add_argument("--calls", type=int, default=100000)
    parser.add_argument("--bound", type=float, default=5.0, help="megabytes")
    arguments = parser.parse_args()
    program = pm.compile(TEXT.format(0, 1, "addf", "i", "j"))
    a, b = np.ones((5, 5), np.float32), np.zeros((5, 5), np.float32)
    good = check("compilations", arguments.compiles, compile_and_call, arguments.bound,
                 arguments.compiles // 10)
    good &= check("calls", arguments.calls, lambda _: program(a, b, 5), arguments.bound,
                  arguments.calls // 10)
    times = arguments.compiles // 5
    good &= check("times four compilations at once", times, in_threads, arguments.bound,
                  times // 2)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
