#!/usr/bin/env python3
"""Kernels of which tiles overlap, through ptxas.

    benchmarks/spills.py                        # all of benchmarks/polybench, sm_80 and sm_90
    benchmarks/spills.py --only='gemm|2mm' --stages=3

Compiles each kernel with one stage and with several, for each chip, and says how many bytes of registers
ptxas spills to memory (stores and loads). Ends with an error if ptxas refuses a kernel, or if it spills with
several stages more than with one and the kernel is not among `--allow`. Without ptxas nothing is done: the reason is printed.
"""
import glob
import os
import re
import shutil
import sys
import tempfile

from programs import ROOT, Run, find_tool, parser_for, print_table

HEADS = ("kernel", "chip", "1 stage", "stages", "changed")


def find_ptxas():
    """ptxas, of PATH or of a CUDA toolkit that a variable names; None: there is none."""
    if found := shutil.which("ptxas"):
        return found
    for variable in ("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"):
        path = os.path.join(os.environ.get(variable, ""), "bin", "ptxas")
        if variable in os.environ and os.path.exists(path):
            return path
    return None


def spills(tools, file, chip, stages, options, directory):
    """Bytes that ptxas spills in the kernels of a file, and whether they are pipelined."""
    opt, ptxas = tools
    ptx = os.path.join(directory, "kernel.ptx")
    Run([opt, file, "-o", os.devnull,
         f"--polymem-to-ptx=chip={chip} stages={stages} warnings=false output={ptx} {options}"]
        ).require(f"compiling {file}")
    run = Run([ptxas, "-v", f"-arch={chip}", ptx, "-o", os.devnull])
    run.require(f"ptxas, {file}, {chip}, {stages} stages")
    total = sum(int(count) for count in
                re.findall(r"(\d+) bytes spill (?:stores|loads)", run.stdout))
    with open(ptx) as text:
        return total, "cp.async" in text.read()


def main():
    parser = parser_for(__doc__, "polymem-opt", with_files=False)
    parser.add_argument("--only", default="", help="kernels in whose name this is found")
    parser.add_argument("--stages", type=int, default=2, help="tiles in flight")
    parser.add_argument("--chips", default="sm_80,sm_90")
    parser.add_argument("--options", default="", help="further options of polymem-to-ptx")
    parser.add_argument("--allow", default="", help="kernels that may spill more, separated by commas")
    arguments = parser.parse_args()
    ptxas = find_ptxas()
    if not ptxas:
        print("spills: nothing is done: there is no ptxas in PATH, CUDA_HOME, CUDA_PATH or CUDA_ROOT")
        return
    tools = find_tool("polymem-opt", arguments.tool), ptxas
    rows, problems = [], []
    with tempfile.TemporaryDirectory() as directory:
        for file in sorted(glob.glob(os.path.join(ROOT, "benchmarks", "polybench", "*.mlir"))):
            name = os.path.basename(file)[:-len(".mlir")]
            if not re.search(arguments.only, name):
                continue
            for chip in arguments.chips.split(","):
                one, _ = spills(tools, file, chip, 1, arguments.options, directory)
                several, overlaps = spills(tools, file, chip, arguments.stages, arguments.options,
                                           directory)
                rows.append({"kernel": name, "chip": chip, "1 stage": one, "stages": several,
                             "changed": "yes" if overlaps else "no"})
                print(*rows[-1].values(), file=sys.stderr, flush=True)
                if several > one and name not in arguments.allow.split(","):
                    problems.append(f"{name}, {chip}: {several} bytes are spilled, with one stage {one}")
    print_table(HEADS, rows)
    if problems:
        sys.exit("\n".join(["spills:", *problems]))


if __name__ == "__main__":
    main()
