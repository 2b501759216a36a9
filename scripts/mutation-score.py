#!/usr/bin/env python3
"""Puts faults into programs and counts which of the checks find them.

    scripts/mutation-score.py [--program gemm] [--fault drop-barrier] [--jobs 2]
    scripts/mutation-score.py --sample 5 --markdown table.md

For each fault of test-polymem-mutate, each program and each place where the
fault makes a difference, the faulty program is given to polymem-check and run
on the CPU (mapped tiles in reverse) and on the emulator, on uninterpreted
values, at several sizes. A fault is found if one of them objects, or if a pass or the
verifier refuses the program. Ends with an error if a fault escapes.
"""
import argparse
import collections
import concurrent.futures
import os
import random
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KERNELS = os.path.join(ROOT, "benchmarks", "kernels")
INPUTS = os.path.join(ROOT, "test", "Mutation", "Inputs")

EMULATE = ["--emulate", "--checked"]
Program = collections.namedtuple("Program", "name file entry tiles sizes stage")


def kernel(name, entry, tiles, *sizes):
    """A kernel of benchmarks/, staged as polymem-to-ptx stages it."""
    stage = (f"polymem-tile{{sizes={tiles} mapping=gpu}},scratch-promote,"
             "scratch-hoist-copies")
    file = os.path.join(KERNELS, name + ".mlir")
    return Program(name, file, entry, tiles, list(sizes), stage)


def sample(name, *sizes):
    """A program of test/Mutation/Inputs, with its buffers as written."""
    file = os.path.join(INPUTS, name + ".mlir")
    return Program(name, file, name.replace("-", "_"), "", list(sizes), "")


PROGRAMS = [
    kernel("gemm", "gemm_f32", "8,8,8", "M=17,N=19,K=21", "M=8,N=16,K=8"),
    kernel("mv", "mv_f32", "8,8", "M=17,N=19", "M=16,N=8"),
    kernel("tmv", "tmv_f32", "8,8", "M=17,N=19", "M=16,N=8"),
    kernel("mvt", "mvt_f32", "8,8", "N=21", "N=16"),
    kernel("2mm", "two_mm_f32", "8,8,8", "M=17,N=19,K=21,L=11", "M=8,N=16,K=8,L=16"),
    kernel("conv2d", "conv2d_f32", "2,2,4,4",
           "N=3,K=3,C=3,P=7,Q=9,R=3,S=3", "N=2,K=4,C=2,P=4,Q=4,R=2,S=3"),
    kernel("motion-estimation", "motion_estimation_f32", "4,4",
           "Ni=9,Nj=11,WS=3", "Ni=4,Nj=8,WS=2"),
    kernel("jacobi-1d", "jacobi_1d_f32", "8", "N=21,T=3", "N=34,T=2"),
    kernel("jacobi-2d", "jacobi_2d_f32", "8,8", "N=21,M=13,T=2", "N=18,M=10,T=2"),
    kernel("mri-q", "mri_q_f32", "8,8", "X=17,K=19", "X=8,K=16"),
    kernel("mri-fhd", "mri_fhd_f32", "8,8", "X=17,K=19", "X=8,K=16"),
    kernel("fdtd-2d", "fdtd_2d_f32", "8,8", "N=17,M=19,T=2", "N=16,M=16,T=2"),
    kernel("figure-1", "figure_1_parametric_f32", "5,5", "L=3,W=9", "L=10,W=5"),
    sample("ring", "N=21", "N=3"),
    sample("overlap", "N=21", "N=16"),
    sample("seidel", "N=13,M=15"),
]


class Checks:
    """Runs the tools of one build directory on one program."""

    def __init__(self, build, seconds):
        self.opt = os.path.join(build, "bin", "polymem-opt")
        self.runner = os.path.join(build, "bin", "polymem-run")
        self.seconds = seconds

    def run(self, command):
        """Exit status and output; a program that does not end is found."""
        try:
            run = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                                 stderr=subprocess.STDOUT, timeout=self.seconds)
            return run.returncode, run.stdout
        except subprocess.TimeoutExpired:
            return 124, "time limit"

    def pipeline(self, *passes):
        return ",".join(p for p in passes if p)

    def sites(self, program, passes):
        """{fault: [site number]} after `passes`."""
        text = self.pipeline(*passes, "test-polymem-mutate{list}")
        status, output = self.run(
            [self.opt, self.only(program), "--mlir-disable-threading",
             f"--pass-pipeline=builtin.module(func.func({text}))", "-o", os.devnull])
        if status:
            sys.exit(f"mutation-score: {program.name}: {output}")
        sites = collections.defaultdict(list)
        for fault, number in re.findall(r"^([a-z-]+) (\d+): ", output, re.M):
            sites[fault].append(int(number))
        return sites

    def source(self, program):
        with open(program.file) as source:
            return source.read()

    def only(self, program):
        """A file with nothing but the program's function."""
        text = self.source(program)
        name = re.escape(program.entry)
        function = re.search(rf"^func\.func @{name}\(.*?^\}}", text, re.M | re.S)
        path = os.path.join(self.work, program.name + ".mlir")
        if not os.path.exists(path):
            aliases = re.findall(r"^#\w+ = (?:.|\n  )*", text, re.M)
            with open(path, "w") as target:
                target.write("\n".join([*aliases, function.group(0), ""]))
        return path

    def check(self, program, before, mutate):
        """What polymem-check says: 'found', 'refused', 'open' or 'proved'."""
        text = self.pipeline("polymem-mark-origin", *before, mutate,
                             "polymem-check{print}")
        status, output = self.run(
            [self.opt, self.only(program), "-o", os.devnull,
             f"--pass-pipeline=builtin.module(func.func({text}))"])
        if status:
            return "found" if "polymem-check" in output or "violated" in output \
                else "refused"
        return "open" if "not decided" in output else "proved"

    def execute(self, program, passes, *options):
        """'found', 'refused' (before it ran) or 'missed'."""
        command = [self.runner, self.only(program), f"--entry={program.entry}",
                   "--compare", *options, "--pipeline=" + self.pipeline(*passes)]
        if not self.plain:
            command.append("--uninterpreted")
        if not program.stage and "scratch." in self.source(program):
            command.append("--reference-pipeline=convert-scratch-to-memref")
        for sizes in program.sizes:
            command.append(f"--sizes={sizes}")
        status, output = self.run(command)
        if status == 0:
            return "missed"
        return "found"


def try_fault(checks, program, fault, site, level):
    """Verdict of each check on the program with the fault (None: without)."""
    mutate = f"test-polymem-mutate{{fault={fault} site={site}}}" if fault else ""
    stage = program.stage
    if level == "kernel":
        gpu = checks.execute(program, [stage, "convert-scratch-to-gpu", mutate],
                             *EMULATE)
        return {"check": "-", "cpu": "-", "emulator": gpu}
    before = [stage] if level == "scratch" else []
    return {
        "check": checks.check(program, before, mutate),
        "cpu": checks.execute(program, [*before, mutate,
                                        "convert-scratch-to-memref{reverse-mapped}"],
                              "--check-bounds"),
        "emulator": checks.execute(program, [*before, mutate,
                                             "convert-scratch-to-gpu"],
                                   *EMULATE)
                    if stage and before else "-",
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build-dir", default=os.path.join(ROOT, "build"))
    parser.add_argument("--program", action="append", help="only this program")
    parser.add_argument("--fault", action="append", help="only this fault")
    parser.add_argument("--sample", type=int, metavar="N",
                        help="at most N places per fault and program")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--plain", action="store_true",
                        help="run on floating-point values as they are")
    parser.add_argument("--seconds", type=int, default=60, help="per tool run")
    parser.add_argument("--markdown", help="write the table to this file")
    args = parser.parse_args()
    checks = Checks(args.build_dir, args.seconds)
    checks.work = os.path.join(args.build_dir, "mutation")
    checks.plain = args.plain
    os.makedirs(checks.work, exist_ok=True)

    jobs = []
    for program in PROGRAMS:
        if args.program and program.name not in args.program:
            continue
        for level in ("affine", "scratch", "kernel")[: 3 if program.stage else 2]:
            result = try_fault(checks, program, None, None, level)
            if set(result.values()) & {"found", "refused"}:
                sys.exit(f"mutation-score: {program.name} without a fault: {result}")
        levels = [("scratch", [program.stage], None)]
        if program.stage:
            levels.insert(0, ("affine", [], {"swap-loops"}))
            levels.append(("kernel", [program.stage, "convert-scratch-to-gpu"], None))
        for level, passes, only in levels:
            for fault, sites in checks.sites(program, passes).items():
                if args.fault and fault not in args.fault:
                    continue
                if only is not None and fault not in only:
                    continue
                if level == "scratch" and fault == "swap-loops" and program.stage:
                    continue
                if args.sample and len(sites) > args.sample:
                    sites = random.Random(args.seed).sample(sites, args.sample)
                jobs += [(program, fault, site, level) for site in sites]

    found = collections.Counter()
    total = collections.Counter()
    by = collections.Counter()
    escaped = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = pool.map(lambda job: try_fault(checks, *job), jobs)
        for (program, fault, site, level), result in zip(jobs, results):
            total[fault, program.name] += 1
            ok = any(r in ("found", "refused") for r in result.values())
            found[fault, program.name] += ok
            for tool, verdict in result.items():
                by[fault, tool] += verdict in ("found", "refused")
            if not ok:
                escaped.append((program.name, fault, site, level, result))
                print("escaped:", *escaped[-1], flush=True)

    faults = list(dict.fromkeys(job[1] for job in jobs))
    programs = [p.name for p in PROGRAMS if any(p.name == j[0].name for j in jobs)]
    lines = ["| fault | " + " | ".join(programs) + " | check | CPU | emulator |",
             "|---" * (len(programs) + 4) + "|"]
    for fault in faults:
        cells = [f"{found[fault, p]}/{total[fault, p]}" if total[fault, p] else ""
                 for p in programs]
        cells += [str(by[fault, tool]) for tool in ("check", "cpu", "emulator")]
        lines.append(f"| {fault} | " + " | ".join(cells) + " |")
    print("\n".join(lines))
    if args.markdown:
        with open(args.markdown, "w") as target:
            target.write("\n".join(lines) + "\n")
    print(f"{sum(found.values())} of {len(jobs)} faults found, "
          f"{len(faults)} kinds, {len(escaped)} escaped")
    return 1 if escaped or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
