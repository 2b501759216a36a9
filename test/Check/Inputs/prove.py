"""Proves that pipelines keep the meaning of every function of a file.

    prove.py FILE --sizes 8,8,8 --sizes 5,3,2

Each pipeline must be proved, with nothing left undecided, within ten seconds
of CPU time. Prints what it took.
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


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def prove(file, pipeline):
    """What is wrong with the proof of `pipeline`; an empty text if nothing is."""
    functions = re.findall(r"func\.func @(\w+)", open(file).read())
    before = cpu_seconds()
    run = subprocess.run(
        [
            "polymem-opt",
            file,
            "--pass-pipeline=builtin.module(func.func(polymem-mark-origin,"
            f"{pipeline},polymem-check{{strict print}}))",
            "-o=/dev/null",
        ],
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
    if seconds > LIMIT:
        return f"took {seconds:.1f} s"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--sizes", action="append", default=[])
    args = parser.parse_args()
    pipelines = []
    for k, sizes in enumerate(args.sizes):
        pipelines += [p.format(s=sizes) for p in (PIPELINES if k == 0 else WHOLE)]
    failures = []
    for pipeline in dict.fromkeys(pipelines):
        problem = prove(args.file, pipeline)
        if problem:
            failures.append(f"{pipeline}: {problem}")
    if failures:
        sys.exit("\n".join(failures))


main()
