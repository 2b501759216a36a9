# RUN: %python %s %polymem_src %if extended %{ 1 %} %else %{ 3 %}

"""Large constants as sizes give the loops that symbolic sizes give, and take no longer:
all kernels of PolyBench, a hundred times as large as LARGE; every third in the default suite."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(sys.argv[1], "benchmarks"))
from programs import polybench, with_constant_sizes


def loops(text):
    """Loops, with what is said of them, and accesses of arguments of a function when it is
    scheduled."""
    names = re.findall(r"%(\w+): ", text[: text.index(") {\n")])
    run = subprocess.run(["polymem-opt", "-", "--polymem-schedule"], input=text, text=True,
                         stdout=subprocess.PIPE, check=True, timeout=60)
    found = []
    for loop, facts, access, array in re.findall(
            r"(affine\.for)|scratch\.loop<(.*?)>|affine\.(load|store) .*?%arg(\d+)\[", run.stdout):
        found.append(loop or facts or f"{access} {names[int(array)]}")
    return found


for kernel in polybench()[:: int(sys.argv[2])]:
    text = kernel.functions[kernel.entry(("_f32", "_i32"))]
    sizes = {name: 100 * size for name, size in kernel.datasets["LARGE"].items()}
    constant, symbolic = loops(with_constant_sizes(text, sizes)), loops(text)
    assert "affine.for" in symbolic, kernel.name
    if constant != symbolic:
        sys.exit(f"{kernel.name}: {constant}\ninstead of {symbolic}")
