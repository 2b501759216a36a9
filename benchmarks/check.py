#!/usr/bin/env python3
"""What polymem-check decides about every kernel, and how long it takes.

    benchmarks/check.py                          # the table of docs/concepts/checking.md
    benchmarks/check.py benchmarks/kernels/gemm.mlir --pipeline=run-time

For each function and pipeline: seconds of processor time that the proof adds
to the passes, and "proved", or the obligations that are not decided or
violated. A proof that takes longer than --limit is given up. Ends with an
error if something is violated, or, with --strict, not proved within --bound.
"""
import os
import re
import resource
import subprocess
import sys

from programs import find_tool, functions, parser_for

STAGE = "scratch-promote,scratch-hoist-copies"
# {run_time}: arguments that hold tile sizes.
PIPELINES = {
    "loops": "polymem-tile," + STAGE,
    "threads": "polymem-tile{mapping=gpu}," + STAGE,
    "levels": "polymem-tile{mapping=gpu block-sizes=16,16 sizes=8,8,8 thread-sizes=2,2}," + STAGE,
    "run-time": "polymem-tile{mapping=gpu sizes={run_time}}," + STAGE,
}
RUN_TIME_SIZES = 3


def with_sizes(text):
    """The function with index arguments added, and their names in options."""
    begin = text.index("(") + 1
    end, depth = begin, 1
    while depth:
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    first = len(re.findall(r"%\w+:", text[begin:end]))
    added = "".join(f", %T{k}: index" for k in range(RUN_TIME_SIZES))
    sizes = ",".join(f"arg{first + k}" for k in range(RUN_TIME_SIZES))
    return text[: end - 1] + added + text[end - 1 :], sizes


def run(tool, text, passes, limit):
    """Return code, diagnostics and seconds of processor time of a pipeline."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [tool, "-", f"--pass-pipeline=builtin.module(func.func({passes}))",
               "--mlir-disable-threading", "-o", os.devnull]
    done = subprocess.run(
        command, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (done.returncode, done.stdout,
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def check(tool, text, pipeline, limit):
    """Seconds and verdict of one proof."""
    if "{run_time}" in pipeline:
        text, sizes = with_sizes(text)
        pipeline = pipeline.replace("{run_time}", sizes)
    code, output, plain = run(tool, text, f"polymem-mark-origin,{pipeline}", 600)
    if code != 0:
        sys.exit(f"{output}check: the pipeline failed: {pipeline}")
    code, output, seconds = run(
        tool, text, f"polymem-mark-origin,{pipeline},polymem-check{{print}}", int(plain) + limit)
    verdicts = re.findall(r"^  ([a-z-]+): (proved|not decided|VIOLATED)", output, re.M)
    if code < 0:
        return limit, f"given up after {limit} s"
    if not verdicts:
        sys.exit(f"{output}check: no verdict: {pipeline}")
    open_ones = {}
    for obligation, verdict in verdicts:
        if verdict != "proved":
            open_ones.setdefault(verdict, []).append(obligation)
    text = "; ".join(f"{verdict}: {', '.join(names)}" for verdict, names in open_ones.items())
    return max(seconds - plain, 0.0), text or "proved"


def main():
    parser = parser_for(__doc__, "polymem-opt")
    parser.add_argument("--pipeline", action="append", choices=list(PIPELINES),
                        help="default: all")
    parser.add_argument("--bound", type=float, default=10.0, help="seconds per proof")
    parser.add_argument("--limit", type=int, default=60, help="seconds after which to give up")
    parser.add_argument("--strict", action="store_true", help="all must be proved")
    arguments = parser.parse_args()
    tool = find_tool("polymem-opt", arguments.tool)
    programs = functions(arguments.files, suffix="_f32")
    names = arguments.pipeline or list(PIPELINES)

    failures = []
    print("| program |", *(f"{name} |" for name in names))
    print("|---" * (len(names) + 1) + "|")
    for program, text in programs.items():
        print(f"| `{program}` |", end="", flush=True)
        for name in names:
            seconds, verdict = check(tool, text, PIPELINES[name], arguments.limit)
            cell = (f"{seconds:.1f} s" if verdict == "proved" else
                    verdict if verdict.startswith("given up") else f"{verdict} ({seconds:.1f} s)")
            print(f" {cell} |", end="", flush=True)
            if "VIOLATED" in verdict or (
                    arguments.strict and (verdict != "proved" or seconds > arguments.bound)):
                failures.append(f"{program}, {name}: {verdict}, {seconds:.1f} s")
        print()
    if failures:
        sys.exit("check: " + "; ".join(failures))


if __name__ == "__main__":
    main()
