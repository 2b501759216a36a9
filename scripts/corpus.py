#!/usr/bin/env python3
"""Runs every pass and pipeline over the functions of a folder of .mlir files.

    scripts/corpus.py FOLDER [--mutants=2] [--jobs=2] [--part=0/8] [--keep=build/corpus]

For programs that nobody wrote for PolyMem, such as MLIR's own tests. Each pass
with its default options, passes that have a budget of isl operations also with
small ones (--budgets), and the pipelines; see `polymem-fuzz --corpus`. Nothing of
the folder is changed. Ends with an error if a pass crashed, hung, made invalid
IR or other results, failed without a message that helps, or said nothing.
"""
import argparse
import collections
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PTX = "polymem-to-ptx{output=/dev/null"
PIPELINES = ["polymem-to-cpu", "polymem-to-cpu{mapping=gpu emit=loops}", PTX + "}",
             PTX + " emit=module}", "polymem-to-emulator", "polymem-to-emulator{device-copies=true}"]
# What programs print themselves may precede it.
SUMMARY = re.compile(r"\d+ modules, \d+ not parsed; .*")
# What is only of use behind another pass.
STAGED = ["polymem-tile{{sizes=4}},{0}", "polymem-tile{{sizes=4 mapping=gpu}},{0}"]


def is_for_functions(build_dir, name):
    """Whether the pass runs on functions, not on modules or kernels only."""
    return subprocess.run([os.path.join(build_dir, "bin", "polymem-opt"), "-o", os.devnull,
                           f"--pass-pipeline=builtin.module(func.func({name}))"],
                          input="module {}", stderr=subprocess.DEVNULL, text=True).returncode == 0


def passes(build_dir):
    """The names of PolyMem's passes on functions, and of those with a budget."""
    text = subprocess.run([os.path.join(build_dir, "bin", "polymem-opt"), "--help"],
                          capture_output=True, text=True, check=True).stdout
    names, budgeted, current = [], [], None
    for line in text.splitlines():
        if match := re.match(r"^      --([\w-]+)\s+-", line):
            current = match[1]
            if re.match(r"(polymem|scratch)-|convert-scratch-", current) and not re.match(
                    r"polymem-to-", current) and is_for_functions(build_dir, current):
                names.append(current)
        elif re.match(r"^\s+--max-isl-operations", line) and current in names:
            budgeted.append(current)
    return names, budgeted


def work(build_dir, budgets, only_budgets):
    """All pass pipelines, or those that have a budget."""
    names, budgeted = passes(build_dir)
    limited = [f"{name}{{max-isl-operations={n}}}" for name in budgeted for n in budgets]
    for n in budgets:
        limited += [f"polymem-tile{{sizes=4 max-isl-operations={n}}},{name}{{max-isl-operations={n}}}"
                    for name in budgeted if name.startswith("scratch-")]
        # What lowers buffers and copies needs some.
        limited += [f"polymem-tile{{sizes=4 mapping=gpu}},scratch-promote{{promote-all=true}},"
                    f"{name}{{max-isl-operations={n}}}"
                    for name in budgeted if name.startswith("convert-scratch-")]
        limited += [f"polymem-to-cpu{{max-isl-operations={n}}}", f"{PTX} max-isl-operations={n}}}",
                    f"polymem-to-emulator{{max-isl-operations={n}}}"]
    if only_budgets:
        return limited
    result = names + limited
    for name in names:
        if name.startswith(("scratch-", "convert-scratch-")) or name in (
                "polymem-map-sequential", "polymem-register-tile"):
            result += [form.format(name) for form in STAGED]
    return result + PIPELINES


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--mutants", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--build-dir", default=os.path.join(ROOT, "build"))
    parser.add_argument("--keep", default=os.path.join(ROOT, "build", "corpus"))
    parser.add_argument("--pipeline", action="append", help="only these")
    parser.add_argument("--budgets", default="1,1000", help="of isl operations")
    parser.add_argument("--only-budgets", action="store_true", help="no default budgets")
    parser.add_argument("--part", default="0/1", metavar="I/N",
                        help="of N equal parts of the functions only part I, from 0 on")
    parser.add_argument("--hang-limit", type=float, default=60, help="seconds for one pipeline")
    arguments = parser.parse_args()
    pipelines = arguments.pipeline or work(
        arguments.build_dir, arguments.budgets.split(","), arguments.only_budgets)
    command = [os.path.join(arguments.build_dir, "bin", "polymem-fuzz"),
               f"--corpus={arguments.folder}", f"--mutants={arguments.mutants}",
               f"--keep={arguments.keep}", f"--hang-limit={arguments.hang_limit}", *(f"--pipeline={text}" for text in pipelines)]
    part, parts = (int(number) for number in arguments.part.split("/"))
    runs = [subprocess.Popen([*command,
                              f"--shard={part + parts * k}/{parts * arguments.jobs}"],
                             stdout=subprocess.PIPE, text=True) for k in range(arguments.jobs)]
    counts, failures = collections.Counter(), collections.Counter()
    worst = 0
    for run in runs:
        output = run.communicate()[0]
        worst = max(worst, abs(run.returncode))
        if not SUMMARY.search(output):
            print(f"{' '.join(run.args[:2])} ended early, with status {run.returncode}")
            worst = max(worst, 1)
        for line in output.splitlines():
            if match := re.match(r"failures: (\d+) (.*)", line):
                failures[match[2]] += int(match[1])
            elif match := SUMMARY.search(line):
                for number, what in re.findall(r"(\d+) ([a-z ]+)", match[0]):
                    # All processes read all files.
                    if what in ("modules", "not parsed"):
                        counts[what] = int(number)
                    else:
                        counts[what] += int(number)
            else:
                print(line)
    print(f"{len(pipelines)} pipelines; " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    for kind, number in failures.most_common():
        print(f"failures: {number} {kind}")
    if worst:
        sys.exit(1)
    print("no failures")


if __name__ == "__main__":
    main()
