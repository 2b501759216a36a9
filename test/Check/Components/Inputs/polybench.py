"""PolyBench's kernels as components, at small odd sizes, compared with their loops by polymem-check.

    polybench.py TOOLS PASSES [KERNEL...]

Prints a line a kernel: "NAME: proved", or what is not.
"""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 4))
sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
from programs import polybench, with_constant_sizes  # noqa: E402


def main():
    tools, passes, *names = sys.argv[1:]
    for kernel in polybench(names):
        name = kernel.entry(("_f32", "_i32", ""))
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(with_constant_sizes(kernel.functions[name], kernel.odd_sizes()))
            file.flush()
            run = subprocess.run(
                [f"{tools}/polymem-opt", file.name, "-o", os.devnull,
                 f"--pass-pipeline=builtin.module(prem-shape-scalars,func.func({passes}),"
                 "polymem-check{machine=prem-gu2023 print})"],
                capture_output=True, text=True, check=False)
        found = re.findall(r"^  (\S+: (?:VIOLATED|REFUSED|not decided).*)", run.stderr, re.M)
        proved = run.stderr.count(": proved")
        said = "; ".join(found) or (run.stderr[-300:] if run.returncode or proved < 10 else "proved")
        print(f"{kernel.name}: {said}", flush=True)


main()
