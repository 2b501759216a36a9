#!/usr/bin/env python3
"""Puts faults into programs and counts which of the checks find them.

    scripts/mutation-score.py [--program gemm] [--fault drop-barrier] [--jobs 2]
    scripts/mutation-score.py --all-observers --markdown table.md

For each fault of test-polymem-mutate, each program and each place where the
fault makes a difference, the faulty program is run on the CPU (p; mapped tiles in
reverse), given to polymem-check (c) and run on the emulator (e), on uninterpreted
values, at several sizes. A fault is found if one of them objects, or if a pass or the
verifier refuses the program; later ones are not asked then, but with
--all-observers. Of what nobody finds it is proved that it makes no difference, or it has
escaped, which is an error.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import json
import os
import random
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KERNELS = os.path.join(ROOT, "benchmarks", "kernels")
EXAMPLES = os.path.join(ROOT, "examples")
INPUTS = os.path.join(ROOT, "test", "Mutation", "Inputs")
EMULATOR = os.path.join(ROOT, "test", "Execution", "Emulator")

# At some sizes blocks stride over several tiles, as they do in grids beyond the
# machine's limit, and buffers do not fit.
TO_GPU = "convert-scratch-to-gpu{max-grid=3,3,3 machine=MACHINE}"
SHARED_BYTES = 2048
TO_CPU = "convert-scratch-to-memref{reverse-mapped}"
EMULATE = ["--emulate", "--checked"]
# For programs with asynchronous copies.
ARRIVALS = [["--async=late", "--emulator-seed=1..4"],
            ["--async=early", "--emulator-seed=1..2"],
            ["--async=random", "--emulator-seed=1..4"]]
KERNEL_FAULTS = ("drop-barrier", "split-barrier", "past-buffer", "drop-guard",
                 "lose-round", "drop-async-wait", "wrong-wait-count",
                 "overlap-stages")


@dataclasses.dataclass(frozen=True)
class Program:
    name: str
    file: str
    entry: str
    sizes: tuple
    # Pipeline on functions that makes buffers and maps loops to the GPU.
    stage: str = ""
    # A kernel as it is, to be compared with `entry`.
    against: str = ""


def staged(name, entry, tiles, *sizes, folder=KERNELS):
    """A program staged as polymem-to-ptx stages it, but not padded."""
    stage = (f"polymem-tile{{sizes={tiles} mapping=gpu}},"
             "scratch-promote{machine=MACHINE},scratch-hoist-copies")
    file = os.path.join(folder, name + ".mlir")
    if folder == EXAMPLES:
        name = "example-" + name
    return Program(name, file, entry, sizes, stage)


def buffered(name, *sizes):
    """A program of test/Mutation/Inputs, with its buffers as written."""
    file = os.path.join(INPUTS, name + ".mlir")
    return Program(name, file, name.replace("-", "_"), sizes)


# Sizes at which tiles are partial, at which they are not, and with more tiles than
# blocks; for some, sizes of 0 that leave nothing to be done.
PROGRAMS = [
    staged("gemm", "gemm_f32", "8,8,8", "M=17,N=19,K=21", "M=8,N=16,K=8",
           "M=26,N=25,K=9", "M=9,N=10,K=0"),
    staged("mv", "mv_f32", "8,8", "M=17,N=19", "M=16,N=8", "M=27,N=26",
           "M=9,N=0", "M=0,N=9", "M=16,N=20"),
    staged("tmv", "tmv_f32", "8,8", "M=17,N=19", "M=16,N=8", "M=27,N=26",
           "M=9,N=0", "M=0,N=9"),
    staged("mvt", "mvt_f32", "8,8", "N=21", "N=16", "N=27"),
    staged("2mm", "two_mm_f32", "8,8,8", "M=17,N=19,K=21,L=11",
           "M=8,N=16,K=8,L=16", "M=26,N=25,K=9,L=27", "M=9,N=10,K=0,L=9",
           "M=9,N=10,K=9,L=0", "M=9,N=0,K=9,L=9"),
    staged("conv2d", "conv2d_f32", "2,2,4,4", "N=3,K=3,C=3,P=7,Q=9,R=3,S=3",
           "N=2,K=4,C=2,P=4,Q=4,R=2,S=3", "N=2,K=7,C=1,P=14,Q=5,R=2,S=2",
           "N=2,K=2,C=2,P=5,Q=5,R=0,S=2", "N=2,K=2,C=2,P=5,Q=5,R=2,S=0",
           "N=3,K=3,C=1,P=5,Q=6,R=17,S=17"),
    staged("motion-estimation", "motion_estimation_f32", "4,4",
           "Ni=9,Nj=11,WS=3", "Ni=4,Nj=8,WS=2", "Ni=14,Nj=13,WS=2",
           "Ni=5,Nj=6,WS=0", "Ni=5,Nj=6,WS=24"),
    staged("jacobi-1d", "jacobi_1d_f32", "8", "N=21,T=3", "N=34,T=2",
           "N=25,T=1"),
    staged("jacobi-2d", "jacobi_2d_f32", "8,8", "N=21,M=13,T=2", "N=18,M=10,T=2",
           "N=27,M=28,T=1", "N=25,M=25,T=1", "N=26,M=22,T=1", "N=22,M=26,T=1"),
    staged("mri-q", "mri_q_f32", "8,8", "X=17,K=19", "X=8,K=16", "X=27,K=9",
           "X=9,K=0"),
    staged("mri-fhd", "mri_fhd_f32", "8,8", "X=17,K=19", "X=8,K=16", "X=27,K=9",
           "X=9,K=0"),
    staged("fdtd-2d", "fdtd_2d_f32", "8,8", "N=17,M=19,T=2", "N=16,M=16,T=2",
           "N=27,M=26,T=1", "N=24,M=24,T=1", "N=25,M=25,T=1",
           "N=24,M=20,T=1", "N=25,M=20,T=1", "N=26,M=20,T=1"),
    staged("figure-1", "figure_1_parametric_f32", "5,5", "L=3,W=9", "L=10,W=5",
           "L=17,W=18"),
    staged("gemm", "gemm", "4,8,4", "M=9,N=19,K=11", "M=8,N=16,K=8",
           "M=14,N=27,K=5", "M=5,N=9,K=0", folder=EXAMPLES),
    staged("jacobi-2d", "jacobi_2d", "4,8", "N=11,M=21,T=2", "N=10,M=18,T=2",
           "N=16,M=29,T=1", "N=13,M=25,T=1", folder=EXAMPLES),
    buffered("ring", "N=21", "N=3"),
    buffered("overlap", "N=21", "N=16"),
    buffered("seidel", "N=13,M=15"),
    buffered("plain", "N=13", "N=1"),
    buffered("division", "N=9,P=40,Q=3", "N=3,P=7,Q=9"),
    Program("tensor-core-gemm", os.path.join(EMULATOR, "tensor-core-gemm.mlir"),
            "plain", ("M=32,N=16,K=16", "M=64,N=48,K=80"), against="pipelined"),
    Program("async-copies", os.path.join(EMULATOR, "async-copies.mlir"),
            "plain", ("N=11", "N=64"), against="copies"),
]

FAULTY = {"found", "refused"}
OBSERVERS = {"cpu": "p", "check": "c", "emulator": "e"}
Level = collections.namedtuple("Level", "name file faults observers")
Site = collections.namedtuple("Site", "fault number text")


class Checks:
    """Runs the tools of one build directory."""

    def __init__(self, options):
        self.opt = os.path.join(options.build_dir, "bin", "polymem-opt")
        self.runner = os.path.join(options.build_dir, "bin", "polymem-run")
        self.work = os.path.join(options.build_dir, "mutation")
        self.options = options
        self.crashes = 0
        os.makedirs(self.work, exist_ok=True)
        self.machine = self.small_machine()
        self.to_gpu = TO_GPU.replace("MACHINE", self.machine)

    def small_machine(self):
        """A description of the default machine with little shared memory."""
        with open(os.path.join(ROOT, "machines", "nvidia-h200.json")) as source:
            machine = json.load(source)
        for memory in machine["memories"]:
            if memory["address-space"] == "workgroup":
                memory["bytes"] = memory["static-bytes"] = SHARED_BYTES
        path = os.path.join(self.work, "small.json")
        with open(path, "w") as target:
            json.dump(machine, target)
        return path

    def run(self, command):
        """Exit status and output; a program that does not end is found."""
        try:
            run = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                                 stderr=subprocess.STDOUT,
                                 timeout=self.options.seconds)
        except subprocess.TimeoutExpired:
            return 124, "time limit"
        if run.returncode < 0 or "PLEASE submit a bug report" in run.stdout:
            self.crashes += 1
            print(f"crash of {' '.join(command)}\n{run.stdout}", flush=True)
        return run.returncode, run.stdout

    def transform(self, source, passes, target, on="func.func"):
        """Exit status and messages of `passes` on the file `source`."""
        text = ",".join(p for p in passes if p)
        text = f"func.func({text})" if on == "func.func" else text
        return self.run([self.opt, source, "-o", target, "--mlir-print-debuginfo",
                         "--mlir-disable-threading",
                         f"--pass-pipeline=builtin.module({text})"])

    def must(self, program, *arguments, **options):
        status, output = self.transform(*arguments, **options)
        if status:
            sys.exit(f"mutation-score: {program.name}: {output}")
        return output

    def path(self, program, level):
        return os.path.join(self.work, f"{program.name}.{level}.mlir")

    def prepare(self, program):
        """The levels at which faults are put into `program`, each with the
        program there, which all checks have proved and run."""
        if program.against:
            return [Level("kernel", program.file, KERNEL_FAULTS, ("emulator",))]
        with open(program.file) as source:
            text = source.read()
        function = re.search(rf"^func\.func @{program.entry}\(.*?^\}}", text,
                             re.M | re.S).group(0)
        aliases = re.findall(r"^#\w+ = (?:.|\n  )*", text, re.M)
        with open(self.path(program, "source"), "w") as target:
            target.write("\n".join([*aliases, function, ""]))
        stages = [("affine", "")] * bool(program.stage) + [("scratch", program.stage)]
        levels = []
        for name, stage in stages:
            stage = stage.replace("MACHINE", self.machine)
            marked = self.path(program, name + ".marked")
            self.must(program, self.path(program, "source"),
                      ["polymem-mark-origin", stage], marked)
            self.must(program, marked, ["polymem-check{strict}"],
                      self.path(program, name))
            observers = ("cpu", "check")
            if program.stage and name == "scratch":
                observers = ("cpu", "check", "emulator")
            levels.append(Level(name, marked,
                                ("swap-loops",) if name == "affine" else (),
                                observers))
        if program.stage:
            self.must(program, self.path(program, "scratch"), [self.to_gpu],
                      self.path(program, "kernel"))
            levels.append(Level("kernel", self.path(program, "kernel"), (),
                                ("emulator",)))
        for level in levels:
            result = self.observe(program, level, "", keep_asking=True)
            if set(result.values()) & {"found", "refused"}:
                sys.exit(f"mutation-score: {program.name} without a fault: {result}")
        return levels

    def list(self, program, level, options):
        return self.must(program, level.file, [f"test-polymem-mutate{{list {options}}}"],
                         os.devnull, on="module" if program.against else "func.func")

    def sites(self, program, level):
        """All places for faults."""
        faults = [fault for fault in self.options.fault or level.faults
                  if not level.faults or fault in level.faults]
        if self.options.fault and not faults:
            return []
        output = self.list(program, level, "only=" + ",".join(faults) if faults else "")
        sites = re.findall(r"^([a-z-]+) (\d+): (.*)$", output, re.M)
        return [Site(fault, int(number), text) for fault, number, text in sites]

    def why_equivalent(self, program, level, site):
        """The reason why a fault makes no difference; None if it does."""
        output = self.list(program, level,
                           f"only={site.fault} site={site.number} equivalent")
        reason = re.search(r" = (.*)$", output, re.M)
        return reason and reason.group(1)

    # Each of these says 'found', 'refused' (before it could be looked at),
    # or something else if the program seems right.

    def check(self, program, level, mutate):
        status, output = self.transform(level.file, [mutate, "polymem-check{print}"],
                                        os.devnull)
        if status:
            return "found" if "violated" in output else "refused"
        return "open" if "not decided" in output else "proved"

    def execute(self, file, program, options):
        command = [self.runner, file, f"--entry={program.entry}", "--compare",
                   *options, *(f"--sizes={sizes}" for sizes in program.sizes)]
        if not self.options.plain and not program.against:
            command.append("--uninterpreted")
        return "found" if self.run(command)[0] else "missed"

    def cpu(self, program, level, mutate):
        passes = ",".join(p for p in (mutate, TO_CPU) if p)
        return self.execute(self.path(program, level.name), program,
                            ["--check-bounds", "--pipeline=" + passes,
                             "--reference-pipeline=convert-scratch-to-memref"])

    def emulator(self, program, level, mutate):
        if program.against:
            mutant = level.file
            if mutate:
                fault, site = re.findall(r"=([\w-]+)", mutate)
                mutant = self.path(program, f"{fault}-{site}")
                status, _ = self.transform(level.file, [mutate], mutant, on="module")
                if status:
                    return "refused"
            verdicts = [self.execute(mutant, program,
                                     [*EMULATE, *arrival,
                                      "--against=" + program.against])
                        for arrival in ARRIVALS]
            return "found" if "found" in verdicts else "missed"
        passes = ",".join(p for p in (mutate, self.to_gpu) if p)
        if level.name == "kernel":
            passes = ",".join([self.to_gpu, *filter(None, [mutate])])
        return self.execute(self.path(program, "scratch"), program,
                            [*EMULATE, "--machine=" + self.machine,
                             "--pipeline=" + passes,
                             "--reference-pipeline=convert-scratch-to-memref"])

    def observe(self, program, level, mutate, keep_asking=False):
        """{observer: verdict}, up to the first one that finds something."""
        result = {}
        for name in level.observers:
            result[name] = getattr(self, name)(program, level, mutate)
            if result[name] in FAULTY and not keep_asking:
                break
        return result


def choose(sites, options):
    """The sites to try, of one program at one level."""
    chosen = []
    for fault in dict.fromkeys(site.fault for site in sites):
        places = [site for site in sites if site.fault == fault]
        if options.sample and len(places) > options.sample:
            places = random.Random(options.seed).sample(places, options.sample)
        chosen += places
    return chosen


class Matrix:
    """Counts by (fault, program)."""

    def __init__(self, programs):
        self.programs = [program.name for program in programs]
        self.faults = []
        self.total = collections.Counter()
        self.found = collections.Counter()
        self.equal = collections.defaultdict(collections.Counter)
        self.by = collections.Counter()

    def add_fault(self, fault):
        if fault not in self.faults:
            self.faults.append(fault)

    def add(self, fault, program, result):
        self.total[fault, program] += 1
        self.found[fault, program] += bool(FAULTY & set(result.values()))
        for observer, verdict in result.items():
            if verdict in FAULTY:
                self.by[fault, program, observer] += 1
                self.by[fault, observer] += 1

    def cell(self, fault, program):
        if not self.total[fault, program]:
            return ""
        who = "".join(letter for observer, letter in OBSERVERS.items()
                      if self.by[fault, program, observer])
        return f"{self.found[fault, program]}/{self.total[fault, program]} {who}"

    def markdown(self):
        lines = ["| Fault | " + " | ".join(self.programs) +
                 " | All | p | c | e | No difference |",
                 "|---" * (len(self.programs) + 6) + "|"]
        for fault in self.faults:
            cells = [self.cell(fault, program) for program in self.programs]
            total, found = (sum(counter[fault, p] for p in self.programs)
                            for counter in (self.total, self.found))
            cells.append(f"{found}/{total}")
            cells += [str(self.by[fault, observer]) for observer in OBSERVERS]
            cells.append(", ".join(f"{count} {reason}" for reason, count
                                   in self.equal[fault].items()))
            lines.append(f"| `{fault}` | " + " | ".join(cells) + " |")
        return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build-dir", default=os.path.join(ROOT, "build"))
    parser.add_argument("--program", action="append", help="only this program")
    parser.add_argument("--fault", action="append", help="only this fault")
    parser.add_argument("--sample", type=int, metavar="N",
                        help="at most N places per fault, program and level")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--all-observers", action="store_true",
                        help="ask every check, also after one has found the fault")
    parser.add_argument("--plain", action="store_true",
                        help="run on floating-point values as they are")
    parser.add_argument("--seconds", type=int, default=300, help="per tool run")
    parser.add_argument("--markdown", help="write the table to this file")
    options = parser.parse_args()
    checks = Checks(options)
    programs = [p for p in PROGRAMS
                if not options.program or p.name in options.program]
    matrix = Matrix(programs)
    begin = time.monotonic()
    escaped = 0

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        def places(program):
            return [(program, level, checks.sites(program, level))
                    for level in checks.prepare(program)]

        jobs = []
        for program, level, sites in sum(pool.map(places, programs), []):
            for site in sites:
                matrix.add_fault(site.fault)
            jobs += [(program, level, site) for site in choose(sites, options)]
        print(f"{len(jobs)} places after {time.monotonic() - begin:.0f} s",
              flush=True)

        def attempt(job):
            program, level, site = job
            mutate = f"test-polymem-mutate{{fault={site.fault} site={site.number}}}"
            result = checks.observe(program, level, mutate, options.all_observers)
            if FAULTY & set(result.values()):
                return result, None
            return result, checks.why_equivalent(program, level, site)

        results = pool.map(attempt, jobs)
        for done, (job, (result, reason)) in enumerate(zip(jobs, results), 1):
            program, level, site = job
            what = (f"{program.name} {level.name} {site.fault} {site.number}: "
                    f"{site.text}: {result}")
            is_found = bool(FAULTY & set(result.values()))
            if reason:
                matrix.equal[site.fault][reason] += 1
                continue
            matrix.add(site.fault, program.name, result)
            if is_found and result.get("check") == "proved":
                print("not found by polymem-check:", what, flush=True)
            elif not is_found:
                escaped += 1
                print("escaped:", what, flush=True)
            if done % 100 == 0:
                print(f"{done} after {time.monotonic() - begin:.0f} s", flush=True)

    table = matrix.markdown()
    print(table, end="")
    if options.markdown:
        with open(options.markdown, "w") as target:
            target.write(table)
    print(f"{sum(matrix.found.values())} of {sum(matrix.total.values())} faults found, "
          f"{sum(any(matrix.total[f, p] for p in matrix.programs) for f in matrix.faults)} "
          f"kinds, {escaped} escaped, {checks.crashes} crashes, {time.monotonic() - begin:.0f} s")
    return 1 if escaped or checks.crashes or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
