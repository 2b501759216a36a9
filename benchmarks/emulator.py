#!/usr/bin/env python3
"""Time of an emulated matrix product, unchecked and checked.

    benchmarks/emulator.py                # 256^3, f32, 16 x 16 threads
    benchmarks/emulator.py --size=64

The program is compiled by polymem-to-emulator, as for PTX, and compared with
the original. Times are of whole runs of polymem-run, compilation and the
original included; the best of --repeat runs counts. Ends with an error if
results differ or a run takes longer than its bound.
"""
import os
import sys

from programs import KERNELS, Run, find_tool, parser_for

# Name, options of polymem-run, options of the pipeline, bound in seconds.
RUNS = [
    ("unchecked", ["--checked=false"], "instrument=false", 5.0),
    ("checked", [], "", 60.0),
    ("counted", ["--checked=false", "--count-json=" + os.devnull],
     "count-instructions=true", 60.0),
]


def main():
    parser = parser_for(__doc__, "polymem-run", with_files=False)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--bound-factor", type=float, default=1.0,
                        help="multiplies all bounds, for a busy machine")
    arguments = parser.parse_args()
    tool = find_tool("polymem-run", arguments.tool)

    n = arguments.size
    slow = []
    print(f"gemm {n} x {n} x {n}, f32, blocks of 16 x 16 threads")
    for name, options, passes, bound in RUNS:
        command = [tool, f"{KERNELS}/gemm.mlir", "--entry=gemm_f32",
                   "--compare", f"--sizes=M={n},N={n},K={n}", "--emulate",
                   f"--pipeline=polymem-to-emulator{{sizes=16,16,16 {passes}}}", *options]
        best = None
        for _ in range(arguments.repeat):
            run = Run(command)
            run.require(name, "identical" in run.stdout)
            best = run.seconds if best is None else min(best, run.seconds)
        bound *= arguments.bound_factor
        print(f"{name:10} {best:7.3f} s, bound {bound} s")
        if best > bound:
            slow.append(name)
    if slow:
        sys.exit(f"emulator: over the bound: {', '.join(slow)}")


if __name__ == "__main__":
    main()
