#!/usr/bin/env python3
"""The main loop of a kernel as a GPU executes it, without one.

    benchmarks/sass.py                       # gemm of PolyBench, with contract=true
    benchmarks/sass.py syrk --options="contract=true sizes=64,64,16"
    benchmarks/sass.py --at-least=80         # an error where there are fewer percent

PTX is assembled by ptxas and taken apart by nvdisasm (pip install nvidia-cuda-nvdisasm); without
either of them there is a message and no error. Of the innermost loops, that one is shown
that has most fused multiply-adds: how many instructions it has, and what they are.
"""
import collections
import glob
import os
import re
import shutil
import sys
import sysconfig
import tempfile

from polybench import find_ptxas
from programs import Run, find_tool, parser_for, polybench


def find_nvdisasm():
    """nvdisasm of PATH, of the CUDA toolkit or of Python's packages."""
    packages = sysconfig.get_path("purelib")
    return shutil.which("nvdisasm") or next(
        iter(glob.glob(os.path.join(packages, "nvidia", "*", "bin", "nvdisasm"))), None)


def innermost_loops(text):
    """The opcodes of each loop of disassembled code without a loop in it."""
    labels, code = {}, []
    for line in text.split("\n"):
        if match := re.match(r"\s*(\.L_x_\d+):", line):
            labels[match[1]] = len(code)
        elif match := re.search(r"/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;", line):
            code.append(match[1])
    ranges = []
    for end, instruction in enumerate(code):
        target = re.search(r"BRA.*`\((\.L_x_\d+)\)", instruction)
        if target and labels.get(target[1], end + 1) <= end:
            ranges.append((labels[target[1]], end))
    for first, last in ranges:
        if not any(first <= a and b <= last and (a, b) != (first, last) for a, b in ranges):
            yield [re.sub(r"^@!?U?P\w+\s+", "", instruction).split()[0].split(".")[0]
                   for instruction in code[first:last + 1]]


def main_loop(opt_tool, ptxas, nvdisasm, text, options):
    """The opcodes of the innermost loop with most multiply-adds; empty without a loop."""
    with tempfile.TemporaryDirectory() as directory:
        ptx, cubin = os.path.join(directory, "k.ptx"), os.path.join(directory, "k.cubin")
        Run([opt_tool, "-", f"--polymem-to-ptx={options} output={ptx}", "-o", os.devnull],
            text).require("compiling")
        with open(ptx) as file:
            chip = re.search(r"^\.target (\w+)", file.read(), re.M)[1]
        Run([ptxas, f"-arch={chip}", ptx, "-o", cubin]).require("assembling")
        loops = list(innermost_loops(Run([nvdisasm, "-c", cubin]).stdout))
    return max(loops, key=lambda loop: sum(op in ("FFMA", "DFMA") for op in loop), default=[])


def main():
    parser = parser_for(__doc__, "polymem-opt", with_files=False)
    parser.add_argument("kernel", nargs="?", default="gemm", help="of PolyBench; default: gemm")
    parser.add_argument("--options", help="of polymem-to-ptx; default: contract=true and LARGE")
    parser.add_argument("--at-least", type=float, default=0, help="percent of multiply-adds")
    arguments = parser.parse_args()
    opt_tool = find_tool("polymem-opt", arguments.tool)
    ptxas, nvdisasm = find_ptxas(), find_nvdisasm()
    if not ptxas or not nvdisasm:
        print(f"skipped: no {'nvdisasm' if ptxas else 'ptxas'}")
        return
    kernel = polybench([arguments.kernel])[0]
    assume = ",".join(f"{name}={value}" for name, value in kernel.datasets["LARGE"].items())
    options = arguments.options or f"contract=true assume={assume}"
    loop = main_loop(opt_tool, ptxas, nvdisasm,
                     kernel.functions[kernel.entry(("_f32", "_i32"))], options)
    if not loop:
        sys.exit("sass: no loop")
    fused = sum(op in ("FFMA", "DFMA") for op in loop)
    print(f"{kernel.name}: {fused} of {len(loop)} instructions of the main loop are fused "
          f"multiply-adds ({100 * fused / len(loop):.0f} %): " +
          ", ".join(f"{count} {op}" for op, count in collections.Counter(loop).most_common()))
    if 100 * fused < arguments.at_least * len(loop):
        sys.exit(f"sass: fewer than {arguments.at_least:g} % multiply-adds")


if __name__ == "__main__":
    main()
