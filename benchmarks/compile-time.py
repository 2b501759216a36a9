#!/usr/bin/env python3
"""Compile time of every kernel: seconds per pass, isl operations, total.

    benchmarks/compile-time.py                       # to PTX
    benchmarks/compile-time.py --pipeline=polymem-to-cpu benchmarks/kernels/gemm.mlir
    benchmarks/compile-time.py --constant=LARGE             # PolyBench, sizes are constants

Each program is one run of polymem-opt on one function, single-threaded; the
best of --repeat runs counts. "start" is the process
start and everything else outside the passes. With --constant, "ratio" is the
time in the passes against that of the same program with symbolic sizes. Ends
with an error if a program fails to compile or takes longer than --bound seconds,
or if a ratio exceeds --most-ratio.
"""
import os
import re
import sys

from programs import Run, find_tool, functions, parser_for, polybench, with_constant_sizes

TIMING = re.compile(r"^\s*(?:[\d.]+ \(\s*[\d.]+%\)\s+)?([\d.]+) \(\s*[\d.]+%\)\s+(\S.*)$", re.M)


def compile_program(tool, name, text, pipeline):
    """Seconds in all, seconds per pass, isl operations."""
    command = [tool, "-", pipeline, "--mlir-disable-threading", "--mlir-timing",
               "--mlir-timing-display=list", "--isl-operations", "-o", os.devnull]
    run = Run(command, text)
    run.require(name)
    passes = {}
    for seconds, name in TIMING.findall(run.stdout):
        # Collections and nested pipelines contain the passes counted below.
        if not re.search(r"Pipeline|^root$|^Total$|^Rest$|\(A\)", name):
            passes[name] = passes.get(name, 0.0) + float(seconds)
    operations = re.search(r"^isl operations: (\d+)", run.stdout, re.M)
    return run.seconds, passes, int(operations.group(1))


def fastest(tool, name, text, arguments):
    """The same for the best of several runs."""
    return min((compile_program(tool, name, text, "--" + arguments.pipeline)
                for _ in range(arguments.repeat)), key=lambda run: run[0])


def programs_of(arguments):
    """Pairs of programs by name: a program, and the one with symbolic sizes or None."""
    if not arguments.constant:
        return {name: (text, None) for name, text in functions(arguments.files).items()}
    names = [os.path.splitext(os.path.basename(file))[0] for file in arguments.files]
    return {name: (with_constant_sizes(text, kernel.datasets[arguments.constant]), text)
            for kernel in polybench(names) for name, text in kernel.functions.items()}


def main():
    parser = parser_for(__doc__, "polymem-opt")
    parser.add_argument("--pipeline", default="polymem-to-ptx=machine=nvidia-h200",
                        help="what to run, as after --")
    parser.add_argument("--constant", metavar="DATASET",
                        choices=("MINI", "SMALL", "MEDIUM", "LARGE", "EXTRALARGE"),
                        help="PolyBench, or the kernels of these files, with the sizes of this "
                             "dataset as constants")
    parser.add_argument("--most-ratio", type=float, default=1.5,
                        help="most time against that with symbolic sizes")
    parser.add_argument("--bound", type=float, default=1.0, help="seconds per program")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--columns", type=int, default=6,
                        help="passes shown; those that take longest over all programs")
    arguments = parser.parse_args()
    tool = find_tool("polymem-opt", arguments.tool)

    rows, sums = [], {}
    for name, (text, symbolic) in programs_of(arguments).items():
        total, passes, operations = fastest(tool, name, text, arguments)
        ratio = None
        if symbolic:
            of_symbolic = fastest(tool, name, symbolic, arguments)[1]
            ratio = sum(passes.values()) / sum(of_symbolic.values())
        rows.append((name, total, passes, operations, ratio))
        for key, seconds in passes.items():
            sums[key] = sums.get(key, 0.0) + seconds
    shown = sorted(sums, key=sums.get, reverse=True)[: arguments.columns]
    width = max(len(row[0]) for row in rows)
    heads = [re.sub(r"Pass$", "", key) for key in shown] + ["other", "start"]
    print(f"seconds of --{arguments.pipeline}")
    print(" " * width, f"{'total':>7} {'isl operations':>15}",
          *(f"{h:>{max(7, len(h))}}" for h in heads), *(["ratio"] if arguments.constant else []))
    wrong = []
    for name, total, passes, operations, ratio in rows:
        in_passes = sum(passes.values())
        cells = [passes.get(key, 0.0) for key in shown]
        cells += [in_passes - sum(cells), total - in_passes]
        print(f"{name:{width}} {total:7.3f} {operations:15}",
              *(f"{cell:{max(7, len(head))}.3f}" for cell, head in zip(cells, heads)),
              *([f"{ratio:5.2f}"] if ratio else []))
        if total > arguments.bound or (ratio or 0) > arguments.most_ratio:
            wrong.append(name)
    print(f"slowest: {max(row[1] for row in rows):.3f} s, bound {arguments.bound} s")
    if wrong:
        sys.exit(f"compile-time: over the bound: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
