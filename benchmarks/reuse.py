#!/usr/bin/env python3
"""Kernels of which tiles hand their buffers on, on the device emulator.

    benchmarks/reuse.py                      # benchmarks/kernels and benchmarks/polybench
    benchmarks/reuse.py --only='jacobi|seidel' --strips=1,2
    benchmarks/reuse.py --prove              # and what polymem-check decides

Each function in single precision or on integers is tiled in two levels, with and without
`scratch-reuse`, and run with sizes that are 0, 1, 2, 3 and odd, given at run time and as constants, in several
orders of blocks and threads; it must compute the original's bits. A row says how many buffers are handed on, how many
programs were run, at a size each, and what is loaded from and stored to global memory at odd sizes, in elements, with and without.
Ends with an error if results differ, a proof fails, or reuse loads or stores more.
"""
import json
import os
import re

from campaign import campaign_parser, run_campaign
from programs import Run, size_option, with_constant_sizes

TILES = ("polymem-tile{block-sizes=8,6,4,4 sizes=2,3,2,2,2 mapping=gpu},"
         "scratch-promote{promote-all movement=exact},scratch-hoist-copies")
LAUNCHES = "polymem-map-sequential,convert-scratch-to-gpu"
HEADS = ("function", "sizes", "strip", "handed on", "programs", "loads", "without", "stores", "without ", "proof")
#: Odd values of sizes, those of time steps small.
ODD = (11, 13, 9, 17, 7, 15, 5)
STEPS = ("T", "TSTEPS", "TMAX")
#: Sizes that make a shape negative if they and others are 0.
FILTERS = ("R", "S")


def sizes_of(text):
    """The names of a function's sizes."""
    head = text.split(") {\n", 1)[0]
    shapes = re.findall(r"polymem\.(?:shape|param) = (\[[^\]]*\]|\"\w+\")", head)
    names = []
    for name in re.findall(r"[A-Za-z]\w*", " ".join(shapes)):
        if name not in names:
            names.append(name)
    return names


def odd_sizes(text):
    odd = iter(ODD * 3)
    return {name: 3 if name in STEPS else next(odd) for name in sizes_of(text)}


def trip_counts(text):
    """Sizes for which loops have 0, 1, 2, 3 iterations or an odd number, stencils, too."""
    for value in (0, 1, 2, 3, 4, 5):
        yield {name: max(1, value) if name in FILTERS else value for name in sizes_of(text)}
    yield odd_sizes(text)


def passes(strip):
    reuse = f"scratch-reuse{{strip={strip}}}," if strip else ""
    return f"{TILES},{reuse}{LAUNCHES}"


def counts(tool, file, strip, sizes, directory):
    """Elements loaded from and stored to global memory."""
    found = os.path.join(directory, "counts.json")
    Run([tool, file, "--emulate", "--checked=false", f"--count-json={found}", *sizes,
         f"--pipeline={passes(strip)}"]).require(f"counting {file}")
    with open(found) as source:
        kernels = json.load(source)["kernels"]

    def elements(kind):
        return sum(transfer.get("bytes", 0) for kernel in kernels
                   for name, transfer in kernel["transfers"].items() if name == kind)
    return elements("global load") // 4, elements("global store") // 4


def handed_on(tool, text, strip):
    """How many buffers scratch-reuse moves."""
    run = Run([tool, "-", f"--pass-pipeline=builtin.module(func.func({TILES},"
               f"scratch-reuse{{strip={strip}}}))", "--remarks-filter=scratch-reuse",
               "--remark-format=emitRemark", "-o", os.devnull], text)
    run.require("scratch-reuse")
    return len(re.findall(r"\[Passed\] Reused", run.stdout))


def proof(tool, file, strip, sizes, limit):
    """What polymem-check says, in few words."""
    run = Run([tool, file, "--compare", "--check", "--emulate", f"--pipeline={passes(strip)}",
               *sizes], timeout=limit)
    if run.status == "ok":
        return "proved" if ": proved" in run.stdout else "?"
    reason = re.search(r"polymem-check: (.*)", run.stdout)
    return reason[1][:100] if reason else run.status


def execute(tool, file, strip, sizes, arguments):
    """What is wrong with the program as a whole; None: nothing."""
    command = [tool, file, "--compare", "--emulate", f"--emulator-seed=1..{arguments.seeds}",
               f"--pipeline={passes(strip)}", *sizes]
    run = Run(command, timeout=arguments.limit)
    if run.status == "ok" and "different" not in run.stdout:
        return None
    return f"{run.status}\n{' '.join(command)}\n{run.stdout[-2000:]}"


def defined(tool, file, all_sizes):
    """Those of the sizes for which the program itself stays within its arrays."""
    return [sizes for sizes in all_sizes if Run([tool, file, sizes]).status == "ok"]


def tried(tools, file, program, strip, all_sizes, arguments, row):
    """Runs a program of which buffers are handed on, and counts it in its row; what is wrong, if anything."""
    opt, run_tool = tools
    if handed_on(opt, program, strip) == 0:
        return None
    if all_sizes:
        all_sizes = defined(run_tool, file, all_sizes)
    elif Run([run_tool, file]).status != "ok":
        return None
    row["programs"] += max(len(all_sizes), 1)
    return execute(run_tool, file, strip, all_sizes, arguments)


def examine(tools, name, text, strip, arguments, directory):
    """Rows of the table, for sizes that are given at run time and for odd constants, and what
    is wrong."""
    opt, run_tool = tools
    odd = odd_sizes(text)
    versions = (("run time", [(text, list(map(size_option, trip_counts(text))))], [size_option(odd)]),
                ("constant", [(with_constant_sizes(text, sizes), [])
                              for sizes in trip_counts(text)][::-1], []))
    rows, problems = [], []
    for kind, programs, sizes in versions[arguments.constants:]:
        row = {"function": name, "sizes": kind, "strip": strip,
               "handed on": handed_on(opt, programs[0][0], strip), "programs": 0}
        rows.append(row)
        for program, all_sizes in programs:
            file = os.path.join(directory, f"{name}.mlir")
            with open(file, "w") as target:
                target.write(program)
            if problem := tried(tools, file, program, strip, all_sizes, arguments, row):
                problems.append(f"{name}, {kind}, strip {strip}: {problem}")
        if row["handed on"] == 0 or problems:
            continue
        with open(file, "w") as target:
            target.write(programs[0][0])
        if arguments.prove:
            row["proof"] = proof(run_tool, file, strip, sizes, arguments.limit)
            if "violated" in row["proof"]:
                problems.append(f"{name}, {kind}, strip {strip}: {row['proof']}")
        (loads, stores), (loads_alone, stores_alone) = (
            counts(run_tool, file, which, sizes, directory) for which in (strip, 0))
        row |= {"loads": loads, "without": loads_alone, "stores": stores,
                "without ": stores_alone}
        if loads > loads_alone or stores > stores_alone:
            problems.append(f"{name}, {kind}, strip {strip}: reuse loads or stores more")
    return rows, problems


def examine_strips(tools, name, text, arguments, directory):
    """The same for all strips that are asked for."""
    rows, problems = [], []
    for strip in map(int, arguments.strips.split(",")):
        more, wrong = examine(tools, name, text, strip, arguments, directory)
        rows += more
        problems += wrong
    return rows, problems


def main():
    parser = campaign_parser(__doc__)
    parser.add_argument("--strips", default="1,2", help="dimensions of strips to try")
    parser.add_argument("--constants", action="store_true", help="only programs whose sizes are constants")
    run_campaign("reuse", HEADS, parser.parse_args(), examine_strips,
                 lambda row: row["programs"], "no buffer is handed on")


if __name__ == "__main__":
    main()
