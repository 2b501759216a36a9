#!/usr/bin/env python3
"""Makespans of plans: the one with the least, the greedy one, and the best of those that
Gu 2023 looks at, on multicores that differ.

    benchmarks/prem-makespan.py [PROGRAM ...] [--bus GB/S ...] [--scratchpad KIB ...]
                                [--cores N ...] [--json FILE]
                                [--printed]

A program is a file of benchmarks/prem, whose plans by hand are left out; the machine is
prem-gu2023 but for the numbers at hand. Cycles are those of the model
(docs/concepts/makespan.md), of all nests that could be planned, each as often as it is
executed. A table has one line for each machine:

  best      its cycles; with a * not proved, and then the gap is behind it
  greedy    those of the greedy plan (Gu 2023, 6.2), and how many times more that is
  printed   those of the best plan that Algorithm 1 of Gu 2023 looks at
  API       part of the time that calls of the run-time take, of the core that has most
  engine    part of the time in which the engine moves data
  1 s       how far the best plan of a nest was from the bound, in percent, after one second
            of its search; 0: proved
  seconds   of the search, all nests together, until nothing is better

Seconds are those that a core works for the search, also on a machine that does other things.

--json writes all reports, with tiles, groups, bounds, phases, and what is where in a
scratchpad."""
import argparse
import concurrent.futures
import glob
import json
import os
import re
import sys
import tempfile
from programs import ROOT, Run, find_tool

FOLDER = os.path.join(ROOT, "benchmarks", "prem")
BURST_BYTES = 64
INFINITE_KIB = 1 << 20


def without_plans(text):
    """The program without the plans that it has by hand."""
    lines = [line for line in text.splitlines() if not re.match(r"(//|#\w+ = #prem)", line)]
    return re.sub(r" \{prem\.plan = [^}]*\}", "", "\n".join(lines) + "\n")


def machine_file(folder, bus, scratchpad, cores):
    """The machine of Gu 2023 with these numbers."""
    with open(os.path.join(ROOT, "machines", "prem-gu2023.json")) as file:
        machine = json.load(file)
    machine["cores"] = cores
    machine["dma"]["burst-ns"] = max(1, round(BURST_BYTES / bus))
    machine["scratchpad"]["bytes-per-core"] = scratchpad * 1024
    path = os.path.join(folder, f"{bus}-{scratchpad}-{cores}.json")
    with open(path, "w") as file:
        json.dump(machine, file)
    return path


def plan(tool, program, machine, search, timeout):
    """The reports of the nests, or None if it took too long or failed."""
    report = f"{machine}.{os.path.basename(program)}.{search}.report"
    run = Run([tool, program, "-o", os.devnull,
               f"--polymem-prem-optimize=machine={machine} search={search} report={report}"],
              timeout=timeout)
    if run.status != "ok" or not os.path.exists(report):
        return None
    with open(report) as file:
        return json.load(file)["nests"]


def total(nests):
    """Cycles of all executions."""
    return sum(nest["total"] for nest in nests) if nests else None


def share(nests, key):
    """The mean of a part, by time."""
    return sum(nest[key] * nest["total"] for nest in nests) / max(total(nests), 1)


def row(case, best, others):
    """A line of the table."""
    name, bus, scratchpad, cores = case
    size = "inf" if scratchpad == INFINITE_KIB else str(scratchpad)
    line = f"{name:10} {cores:5} {bus:8.4g} {size:>6}  "
    if not best:
        return line + "no plan"
    proved = all(nest["proved"] for nest in best)
    gap = max(nest["gap"] for nest in best)
    line += f"{total(best):>13}{' ' if proved else f'* {100 * gap:.1f} %'}"
    for nests in others.values():
        # Of a plan that leaves some nests out, nothing can be said.
        if nests and len(nests) == len(best):
            line += f" {total(nests):>13} {total(nests) / total(best):6.2f}"
        else:
            line += f" {'-':>13} {'':6}"
    return (line + f" {100 * share(best, 'api-share'):6.2f} "
            f"{100 * share(best, 'engine-utilisation'):6.1f} "
            f"{100 * max(nest['gap-after-second'] for nest in best):5.1f} "
            f"{sum(nest['seconds'] for nest in best):7.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    names = sorted(os.path.splitext(os.path.basename(path))[0]
                   for path in glob.glob(f"{FOLDER}/*.mlir"))
    parser.add_argument("programs", nargs="*", default=names)
    parser.add_argument("--bus", type=float, nargs="*", default=[1 / 16, 1 / 4, 1, 4, 16])
    parser.add_argument("--scratchpad", type=int, nargs="*",
                        default=[16, 64, 128, 1024, INFINITE_KIB])
    parser.add_argument("--cores", type=int, nargs="*", default=[1, 8])
    parser.add_argument("--all", action="store_true",
                        help="all machines, not only those that differ from the paper's in one "
                             "number")
    parser.add_argument("--printed", action="store_true", help="the paper's candidates, too")
    parser.add_argument("--timeout", type=float, default=60, help="seconds of a search")
    parser.add_argument("--json", help="file for all reports")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--polymem-opt", dest="tool")
    arguments = parser.parse_args()
    tool = find_tool("polymem-opt", arguments.tool)
    searches = ["best", "greedy"] + (["printed"] if arguments.printed else [])
    cases = [(name, bus, scratchpad, cores) for name in arguments.programs
             for cores in arguments.cores for bus in arguments.bus
             for scratchpad in arguments.scratchpad
             if arguments.all or bus == arguments.bus[-1] or scratchpad == 128
             or len(arguments.scratchpad) == 1]
    reports = []
    print(f"{'program':10} {'cores':>5} {'GB/s':>8} {'KiB':>6}  {'best':>13} "
          + "".join(f" {search:>13} {'':6}" for search in searches[1:])
          + f" {'API %':>6} {'engine':>6} {'1 s':>5} {'seconds':>7}")
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for name in arguments.programs:
            with open(os.path.join(FOLDER, name + ".mlir")) as source, \
                    open(os.path.join(folder, name + ".mlir"), "w") as target:
                target.write(without_plans(source.read()))

        def work(case):
            program = os.path.join(folder, case[0] + ".mlir")
            machine = machine_file(folder, *case[1:])
            return {search: plan(tool, program, machine, search, arguments.timeout)
                    for search in searches}

        for case, found in zip(cases, pool.map(work, cases)):
            best = found["best"]
            print(row(case, best, {s: found[s] for s in searches[1:]}), flush=True)
            reports.append({"program": case[0], "GB/s": case[1], "KiB": case[2],
                            "cores": case[3], **found})
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(reports, file, indent=1)
    sys.exit(int(any(not report["best"] for report in reports)))


if __name__ == "__main__":
    main()
