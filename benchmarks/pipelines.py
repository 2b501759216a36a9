#!/usr/bin/env python3
"""Kernels of which tiles overlap, on the device emulator.

    benchmarks/pipelines.py                      # benchmarks/kernels and benchmarks/polybench
    benchmarks/pipelines.py --only='gemm|conv' --stages=2,3
    benchmarks/pipelines.py --prove              # and what polymem-check decides

Each function in single precision or on integers is tiled, with and without buffers that tiles hand on
(`scratch-reuse`), and 1 to 4 of its tiles are put in flight, in each order. It runs with sizes of
which loops over tiles have 0, 1, N - 1, N and N + 1 iterations, the last one with a remainder, or none,
in several orders of blocks and threads, with copies that arrive late, early and at random; it must compute the
original's bits. Where no tiles overlap so, sizes are constants: a program for each of these sizes, and one with odd ones.
A row says how many buffers tiles take in turn, and how many programs were run, at how many sizes.
Orders that make the same program are run once: without late stores (`--store-lags`), all of them. Ends with an error if results differ, or something that is wrong is found.
"""
import os
import re

from campaign import campaign_parser, run_campaign
from programs import Run, size_option, with_constant_sizes
from reuse import defined, odd_sizes, sizes_of

#: Tiles of which each is filled anew, and tiles that hand on what they have in common.
TILES = {
    "alone": ("polymem-tile{block-sizes=8,6,4,4 sizes=4,3,4,4,2 mapping=gpu},"
              "scratch-promote{promote-all movement=exact},scratch-hoist-copies"),
    "reuse": ("polymem-tile{block-sizes=8,6,4,4 sizes=2,3,2,2,2 mapping=gpu},"
              "scratch-promote{promote-all movement=exact},scratch-hoist-copies,scratch-reuse"),
}
#: The longest step of these tiles: with fewer, loops have more tiles.
STEP = 4
LAUNCHES = "polymem-map-sequential,scratch-expand-pipeline,convert-scratch-to-gpu{async-copies}"
ORDERS = ("double", "duplex", "barrier")
STEPS = ("T", "TSTEPS", "TMAX")
FILTERS = ("R", "S")
HEADS = ("function", "tiles", "stages", "lag", "buffers", "programs", "sizes", "proof")


def trip_counts(text, stages):
    """Sizes for which loops over tiles have so many iterations."""
    values = {STEP * trips - rest for trips in (1, stages - 1, stages, stages + 1)
              for rest in (0, 1) if trips > 0} | {0}
    for value in sorted(values):
        yield {name: max(1, min(value, 3)) if name in FILTERS else
               min(value, 2) if name in STEPS else value for name in sizes_of(text)}


def passes(tiles, stages, lag, order):
    pipeline = f"scratch-pipeline{{stages={stages} store-lag={lag} order={order}}}" if stages > 1 else ""
    return ",".join(filter(None, (TILES[tiles], pipeline, LAUNCHES)))


def pipelined(tool, text, tiles, stages, lag=0):
    """How many buffers tiles take in turn, and for which orders there is a program of its own."""
    programs, buffers = {}, 0
    for order in ORDERS if stages > 1 else ORDERS[:1]:
        chain = (f"{TILES[tiles]},scratch-pipeline{{stages={stages} store-lag={lag} order={order}}},"
                 "scratch-expand-pipeline")
        run = Run([tool, "-", f"--pass-pipeline=builtin.module(func.func({chain}))",
                   "--remarks-filter=scratch-pipeline", "--remark-format=emitRemark"], text, merged=False)
        run.require("scratch-pipeline")
        buffers = len(re.findall(r"\[Passed\] Buffer", run.stderr))
        programs.setdefault(re.sub(r"order = \w+", "", run.stdout), order)
    return buffers, list(programs.values())


def proof(tool, file, chain, sizes, limit):
    """What polymem-check says, in few words."""
    run = Run([tool, file, "--compare", "--check", "--emulate", f"--pipeline={chain}", *sizes[-1:]],
              timeout=limit)
    if run.status == "ok":
        return "proved" if ": proved" in run.stdout else "?"
    reason = re.search(r"polymem-check: (.*)", run.stdout)
    return reason[1][:100] if reason else run.status


def execute(tool, file, chain, sizes, arguments):
    """What is wrong with the program; None: nothing."""
    for arrival in arguments.arrivals.split(","):
        command = [tool, file, "--compare", "--uninterpreted", "--emulate", f"--async={arrival}",
                   f"--emulator-seed=0..{arguments.seeds - 1}", f"--pipeline={chain}", *sizes]
        run = Run(command, timeout=arguments.limit)
        if run.status != "ok" or "different" in run.stdout:
            return f"{run.status}\n{' '.join(command)}\n{run.stdout[-2000:]}"
    return None


def versions(opt, text, tiles, stages):
    """Programs of which tiles overlap, each with the sizes that it is run at: one with sizes that are given at
    run time, or else one for each of some constants."""
    trips = list(trip_counts(text, stages))
    if pipelined(opt, text, tiles, 2)[0] != 0:
        return [(text, list(map(size_option, trips)))]
    constant = [with_constant_sizes(text, sizes) for sizes in (odd_sizes(text), *trips)]
    if pipelined(opt, constant[0], tiles, 2)[0] == 0:
        return []
    return [(program, []) for program in constant if pipelined(opt, program, tiles, 2)[0] != 0]


def examine_program(tools, file, program, sizes, row, arguments):
    """Runs a program in each of the orders that make a difference, counts that in its row, and returns what is wrong."""
    opt, run_tool = tools
    with open(file, "w") as target:
        target.write(program)
    if sizes:
        sizes = defined(run_tool, file, sizes)
    elif Run([run_tool, file]).status != "ok":
        return []
    tiles, stages, lag = row["tiles"], row["stages"], row["lag"]
    buffers, orders = pipelined(opt, program, tiles, stages, lag)
    if stages > 1:
        row["buffers"] = max(row["buffers"], buffers)
    row["programs"] += len(orders)
    row["sizes"] = max(row["sizes"], len(sizes))
    problems = []
    for order in orders:
        which = f"{row['function']}, {tiles}, {stages} stages, lag {lag}, {order}"
        chain = passes(tiles, stages, lag, order)
        if problem := execute(run_tool, file, chain, sizes, arguments):
            problems.append(f"{which}: {problem}")
        if arguments.prove:
            row["proof"] = proof(run_tool, file, chain, sizes, arguments.limit)
            if "violated" in row["proof"]:
                problems.append(f"{which}: {row['proof']}")
    return problems


def examine(tools, name, text, arguments, directory):
    """Rows of the table, and what is wrong."""
    rows, problems = [], []
    for tiles in TILES:
        file = os.path.join(directory, f"{name}-{tiles}.mlir")
        for stages in map(int, arguments.stages.split(",")):
            programs = versions(tools[0], text, tiles, stages)
            for lag in map(int, arguments.store_lags.split(",")):
                # One tile after another stores as it is.
                if not programs or (stages == 1 and lag != 0):
                    continue
                row = {"function": name, "tiles": tiles, "stages": stages, "lag": lag, "buffers": 0,
                       "programs": 0, "sizes": 0}
                rows.append(row)
                for program, sizes in programs:
                    problems += examine_program(tools, file, program, sizes, row, arguments)
    return rows, problems


def main():
    parser = campaign_parser(__doc__)
    parser.add_argument("--stages", default="1,2,3,4", help="tiles in flight")
    parser.add_argument("--store-lags", default="0", help="how many tiles later stores may be: 0, 1")
    parser.add_argument("--arrivals", default="late,early,random", help="when copies arrive")
    run_campaign("pipelines", HEADS, parser.parse_args(), examine, lambda row: True,
                 "no tiles overlap")


if __name__ == "__main__":
    main()
