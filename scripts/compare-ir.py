#!/usr/bin/env python3
"""Compares what two builds make of programs: the IR after every pass, remarks,
diagnostics and output, text by text.

    scripts/compare-ir.py BEFORE AFTER [PROGRAM ...] [--set NAME=ARGUMENTS ...]
                          [--cache DIR] [--diff N] [--jobs N] [--shard I/N]

BEFORE and AFTER are two `polymem-opt`, the first one a copy that was kept before
a change:

    cp build/bin/polymem-opt /tmp/before
    ... change and build ...
    scripts/compare-ir.py /tmp/before build/bin/polymem-opt

Programs are files or patterns; by default examples and benchmarks. Each is run
with each option set, the arguments of `polymem-opt`; `--set` replaces the sets
below, and may be given several times:

    --set 'mine=--polymem-to-ptx=block-size=16,4,4'

A stage is a pass that was run: its number in the run, its name, and what was
printed from there to the next one. One line is written for each run of which
stages differ, with the lines of the first one that differ if `--diff` gives a
number of lines, and one line in the end. `--cache` keeps the hashes of runs in a folder,
by the contents of the binary and the program. Exit status: 0 if nothing differs,
1 if something does, 2 if a run took longer than `--timeout` seconds or a program
is not there.
"""
import argparse
import concurrent.futures
import difflib
import glob
import hashlib
import itertools
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

PROGRAMS = ("examples/*.mlir", "benchmarks/kernels/*.mlir", "benchmarks/polybench/*.mlir")

EVERYTHING = "schedule=always time-tile=always promote-all=true"

# Each: arguments of polymem-opt.
SETS = {
    "ptx": ["--polymem-to-ptx"],
    "ptx-everything": [f"--polymem-to-ptx={EVERYTHING}"],
    "ptx-index-32": ["--polymem-to-ptx=index-bitwidth=32"],
    "ptx-registers": ["--polymem-to-ptx=sizes=32,32,16 block-size=16,8 register-sizes=2,4"],
    "ptx-three-axes": ["--polymem-to-ptx=promote-all=true block-size=8,4,4"],
    "cpu": ["--polymem-to-cpu=promote-all=true"],
    "cpu-gpu-mapping": ["--polymem-to-cpu=machine=nvidia-h200 mapping=gpu"],
    "emulator": ["--polymem-to-emulator"],
}

# Stages of a run that are written when they differ.
MOST_NAMES = 5

HEADER = b"// -----// IR Dump "

# What differs from run to run: how long LLVM took.
TIMES = re.compile(rb"\b(\w+TimeInMs = )\d+")


class Timeout(Exception):
    """A run took too long."""


def run(binary, program, arguments, timeout):
    """The stages of one run in order, as pairs of name and text."""
    command = [binary, program, *arguments, "--mlir-disable-threading",
               "--mlir-print-ir-after-all", "--remarks-filter=.*"]
    try:
        result = subprocess.run(command, capture_output=True, timeout=timeout, cwd=ROOT,
                                check=False)
    except subprocess.TimeoutExpired:
        raise Timeout(f"{program}: {' '.join(arguments)}") from None
    stages = []
    for number, part in enumerate(TIMES.sub(rb"\1?", result.stderr).split(HEADER)):
        name = part.split(b" //-----", 1)[0].decode() if number else "start"
        stages.append((f"{number} {name}", part))
    stages.append(("output", result.stdout))
    stages.append(("exit status", str(result.returncode).encode()))
    return stages


def digest(data):
    return hashlib.sha256(data).hexdigest()


class Build:
    """One of the two binaries."""

    def __init__(self, path, cache, timeout):
        self.path = os.path.abspath(path)
        self.cache = cache
        self.timeout = timeout
        with open(path, "rb") as file:
            self.digest = digest(file.read())

    def hashes(self, program, arguments):
        """Names and hashes of the stages of a run."""
        with open(os.path.join(ROOT, program), "rb") as file:
            contents = digest(file.read())
        key = digest(json.dumps([self.digest, program, contents, arguments]).encode())
        path = self.cache and os.path.join(self.cache, key + ".json")
        if path and os.path.exists(path):
            with open(path) as file:
                return [tuple(stage) for stage in json.load(file)]
        stages = [(name, digest(text))
                  for name, text in run(self.path, program, arguments, self.timeout)]
        if path:
            with open(path + ".new", "w") as file:
                json.dump(stages, file)
            os.replace(path + ".new", path)
        return stages


def first_lines(before, after, program, arguments, index, count):
    """The first `count` lines by which stage number `index` of both builds differs."""
    texts = []
    for build in (before, after):
        stages = run(build.path, program, arguments, build.timeout)
        text = stages[index][1] if index < len(stages) else b""
        texts.append(text.decode(errors="replace").splitlines())
    lines = list(difflib.unified_diff(*texts, "before", "after", lineterm="", n=2))
    return lines[:count]


def compare(before, after, program, name, arguments, diff):
    """The lines to print for one run of both builds, and its number of stages."""
    olds = before.hashes(program, arguments)
    news = after.hashes(program, arguments)
    differing = [index for index, (old, new)
                 in enumerate(itertools.zip_longest(olds, news)) if old != new]
    if not differing:
        return [], len(olds)
    longer = max(olds, news, key=len)
    names = [longer[index][0] for index in differing[:MOST_NAMES]]
    if len(differing) > MOST_NAMES:
        names.append(f"{len(differing) - MOST_NAMES} more")
    lines = [f"{program}: {name}: {len(differing)} of {len(olds)} stages differ: "
             + "; ".join(names)]
    if diff:
        lines += first_lines(before, after, program, arguments, differing[0], diff)
    return lines, len(olds)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    parser.add_argument("--set", action="append", metavar="NAME=ARGUMENTS", dest="sets",
                        help="an option set instead of the ones below; or the name of one")
    parser.add_argument("--cache", metavar="DIR", help="keep hashes of runs here")
    parser.add_argument("--diff", type=int, default=0, metavar="N",
                        help="print N lines of the first stage of a run that differs")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time")
    parser.add_argument("--shard", default="0/1", metavar="I/N", help="only run I of every N")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for a run")
    return parser.parse_intermixed_args()


def chosen_sets(texts):
    """Option sets by name."""
    if not texts:
        return SETS
    sets = {}
    for text in texts:
        name, separator, arguments = text.partition("=")
        sets[name] = [arguments] if separator else SETS[name]
    return sets


def main():
    arguments = parse_arguments()
    if arguments.cache:
        os.makedirs(arguments.cache, exist_ok=True)
    builds = [Build(path, arguments.cache, arguments.timeout)
              for path in (arguments.before, arguments.after)]
    programs = []
    for pattern in arguments.programs or PROGRAMS:
        found = sorted(glob.glob(os.path.join(ROOT, pattern)))
        if not found:
            print(f"no program '{pattern}'", file=sys.stderr)
            return 2
        programs += [os.path.relpath(path, ROOT) for path in found]
    index, count = map(int, arguments.shard.split("/"))
    runs = [(program, name, options) for program in programs
            for name, options in chosen_sets(arguments.sets).items()][index::count]
    stages = differing = 0
    late = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        futures = [pool.submit(compare, *builds, *run, arguments.diff) for run in runs]
        for future in futures:
            try:
                lines, number = future.result()
            except Timeout as error:
                late.append(str(error))
                print(f"{error}: more than {arguments.timeout:g} seconds", flush=True)
                continue
            stages += number
            differing += bool(lines)
            if lines:
                print("\n".join(lines), flush=True)
    print(f"{len(runs)} runs of {len(programs)} programs, {stages} stages: "
          f"{differing} runs differ, {len(late)} took too long")
    return 2 if late else 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
