"""Proves that pipelines keep the meaning of every function of a file.

    prove.py FILE --sizes 8,8,8 --sizes 5,3,2 --run-time 3

Each pipeline must be proved, with nothing left undecided, within ten seconds
of CPU time for each function. Prints what it took. Functions that are others in
another precision, `NAME_f64` beside `NAME_f32`, are left out without --every-type.
"""

import argparse
import re
import resource
import subprocess
import sys

LIMIT = 10.0

# {s} stands for the tile sizes.
PIPELINES = [
    "canonicalize,cse",
    "polymem-codegen",
    "polymem-demote-scalars",
    "polymem-tile{{sizes={s}}}",
    "polymem-tile{{sizes={s}}},scratch-promote,scratch-hoist-copies",
    "polymem-tile{{sizes={s}}},scratch-promote{{movement=box partition=hull}}",
    "polymem-tile{{sizes={s}}},scratch-promote{{movement=footprint promote-all}}",
    "polymem-tile{{sizes={s} mapping=gpu}},scratch-promote,scratch-hoist-copies",
    "polymem-tile{{sizes={s}}},scratch-promote,scratch-hoist-copies,"
    "convert-scratch-to-memref,canonicalize",
]
# What further sizes go through.
WHOLE = PIPELINES[-2:]
# Sizes known at run time.
RUN_TIME = [PIPELINES[4], PIPELINES[7]]


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def one_precision(text):
    """`text` without each function NAME_f64 beside which there is NAME_f32."""

    def kept(match):
        other = match.group(1).replace("_f64", "_f32")
        return "" if other != match.group(1) and f"@{other}(" in text else match.group(0)

    return re.sub(r"^func\.func @(\w+)\(.*?^\}\n", kept, text, flags=re.M | re.S)


def with_arguments(text, count):
    """The functions of `text` with `count` more arguments, of type index, and
    the number of arguments that the first had before."""
    result, position, first = "", 0, None
    for match in re.finditer(r"func\.func @\w+\(", text):
        end, depth = match.end(), 1
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        names = re.findall(r"%\w+:", text[match.end() : end])
        first = len(names) if first is None else first
        result += text[position : end - 1]
        result += "".join(f", %T{k}: index" for k in range(count))
        position = end - 1
    return result + text[position:], first


def prove(text, pipeline):
    """What is wrong with the proof of `pipeline`; an empty text if nothing is."""
    functions = re.findall(r"func\.func @(\w+)", text)
    before = cpu_seconds()
    run = subprocess.run(
        [
            "polymem-opt",
            "--pass-pipeline=builtin.module(func.func(polymem-mark-origin,"
            f"{pipeline},polymem-check{{strict print}}))",
            "-o=/dev/null",
        ],
        input=text,
        capture_output=True,
        text=True,
    )
    seconds = cpu_seconds() - before
    proved = len(re.findall(r"^  [a-z-]+: proved$", run.stderr, re.M))
    print(f"{seconds:6.2f} s  {len(functions)} functions, {proved} obligations: {pipeline}")
    if run.returncode != 0:
        return run.stderr
    if proved == 0 or proved % len(functions) != 0:
        return f"{proved} obligations proved of {len(functions)} functions"
    if seconds > LIMIT * len(functions):
        return f"took {seconds:.1f} s"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--sizes", action="append", default=[])
    parser.add_argument("--run-time", type=int, default=0)
    parser.add_argument("--every-type", action="store_true")
    args = parser.parse_args()
    text = open(args.file).read()
    if not args.every_type:
        text = one_precision(text)
    pipelines = []
    for k, sizes in enumerate(args.sizes):
        pipelines += [p.format(s=sizes) for p in (PIPELINES if k == 0 else WHOLE)]
    work = [(text, pipeline) for pipeline in pipelines]
    if args.run_time:
        longer, first = with_arguments(text, args.run_time)
        sizes = ",".join(f"arg{first + k}" for k in range(args.run_time))
        work += [(longer, p.format(s=sizes)) for p in RUN_TIME]
    failures = []
    for text, pipeline in work:
        problem = prove(text, pipeline)
        if problem:
            failures.append(f"{pipeline}: {problem}")
    if failures:
        sys.exit("\n".join(failures))


main()
