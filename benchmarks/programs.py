"""What the benchmarks share: the tool they run and the programs they run it on."""
import argparse
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KERNELS = os.path.join(ROOT, "benchmarks", "kernels")
POLYBENCH = os.path.join(ROOT, "benchmarks", "polybench")


def parser_for(doc, tool, with_files=True):
    """An argument parser with what all benchmarks take."""
    parser = argparse.ArgumentParser(description=doc,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    if with_files:
        parser.add_argument("files", nargs="*", help="default: all of benchmarks/kernels")
    parser.add_argument(f"--{tool}", dest="tool", help="default: that of build/bin or of PATH")
    return parser


def find_tool(name, given):
    """The tool that was given, or else that of the build directory or of PATH."""
    built = os.path.join(ROOT, "build", "bin", name)
    tool = given or (built if os.path.exists(built) else shutil.which(name))
    if not tool:
        sys.exit(f"{os.path.basename(sys.argv[0])}: no {name}; build it or give --{name}")
    return tool


class Run:
    """A finished command: `status` is 'ok', 'failed', 'timeout', or 'crash' with
    the signal; `stderr` is empty where it is `merged` into `stdout`."""

    def __init__(self, command, text=None, timeout=None, merged=True):
        self.command = command
        start = time.perf_counter()
        try:
            run = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True,
                                 stderr=subprocess.STDOUT if merged else subprocess.PIPE,
                                 timeout=timeout)
            self.stdout, self.stderr = run.stdout, run.stderr or ""
            self.status = "ok" if run.returncode == 0 else "failed"
            if run.returncode < 0:
                self.status = f"crash ({signal.Signals(-run.returncode).name})"
        except subprocess.TimeoutExpired:
            self.stdout = self.stderr = ""
            self.status = "timeout"
        self.seconds = time.perf_counter() - start

    def require(self, what, condition=True):
        """Ends the benchmark with what the command printed, unless it was right."""
        if self.status != "ok" or not condition:
            benchmark = os.path.splitext(os.path.basename(sys.argv[0]))[0]
            sys.exit(f"{' '.join(self.command)}\n{self.stdout}{self.stderr}"
                     f"{benchmark}: {what} failed")


def functions(files, suffix=""):
    """The text of each function whose name ends so, by name, of files in order."""
    result = {}
    for file in files or sorted(glob.glob(f"{KERNELS}/*.mlir")):
        with open(file) as source:
            text = source.read()
        for function in re.findall(r"^func\.func .*?^\}", text, re.M | re.S):
            name = re.search(r"@(\w+)", function).group(1)
            if name.endswith(suffix):
                result[name] = function
    return result


def with_constant_sizes(text, sizes):
    """The function `text` with constants in place of sizes, which have values by name:
    memrefs have static shapes, and arguments that are sizes become constants."""
    head, body = text.split(") {\n", 1)
    parameter = r'\s*%(\w+): index \{polymem\.param = "(\w+)"\},?'
    values = {name: sizes[size] for name, size in re.findall(parameter, head)}
    constants = "".join(f"  %{name} = arith.constant {value} : index\n"
                        for name, value in values.items())
    head = re.sub(parameter, "", head).rstrip(",")
    for name, value in re.findall(r"%(\w+) = arith\.constant (\d+) : index", body):
        values[name] = int(value)
    shapes = {}

    def static(name, text):
        extents = "".join(f"{extent}x" for extent in shapes[name])
        return re.sub(r"memref<(?:\?x)+", f"memref<{extents}", text)

    def argument(match):
        shapes[match[1]] = [eval(extent, {}, dict(sizes))
                            for extent in re.findall(r'"(.+?)"', match[2])]
        return static(match[1], match[0])

    def operation(match):
        line = match[0]
        if made := re.search(r"%(\w+) = memref\.alloca?\((.*?)\)", line):
            shapes[made[1]] = [values[extent] for extent in re.findall(r"%(\w+)", made[2])]
            return static(made[1], line.replace(f"({made[2]})", "()"))
        used = re.search(r"(?:load|store %\w+,|dim|dealloc) %(\w+)", line)
        if dim := re.search(r"%(\w+) = memref\.dim %(\w+), %(\w+)", line):
            values[dim[1]] = shapes[dim[2]][values[dim[3]]]
        return static(used[1], line)

    head = re.sub(r"%(\w+): memref<[^>]*> \{polymem\.shape = \[([^\]]*)\]", argument, head)
    body = re.sub(r".*memref<\?x.*", operation, body)
    return f"{head}) {{\n{constants}{body}"


class PolyBenchKernel:
    """A kernel of PolyBench: its file, its functions and its datasets.

    `functions` has the text of each function by name, that in single precision
    first; `datasets` the sizes, by name, of MINI, SMALL, MEDIUM, LARGE and
    EXTRALARGE.
    """

    def __init__(self, name, datasets, file=None):
        self.name, self.datasets = name, datasets
        self.file = file or os.path.join(POLYBENCH, name + ".mlir")
        self.functions = functions([self.file])

    def entry(self, suffixes):
        """The function with the first of these suffixes that there is."""
        return next(f for s in suffixes for f in self.functions if f.endswith(s))

    def odd_sizes(self):
        """Small sizes that are odd and differ, and few time steps."""
        odd = iter((7, 9, 5, 11, 13, 3, 15))
        return {size: 3 if size in ("T", "TSTEPS", "TMAX") else next(odd)
                for size in self.datasets["MINI"]}


def polybench(names=()):
    """The kernels of PolyBench, or those of these names."""
    with open(os.path.join(POLYBENCH, "datasets.json")) as file:
        datasets = json.load(file)
    unknown = [name for name in names if name not in datasets]
    if unknown:
        sys.exit(f"{os.path.basename(sys.argv[0])}: no kernel {', '.join(unknown)}")
    return [PolyBenchKernel(name, datasets[name]) for name in names or datasets]


def large_kernels():
    """Kernels of benchmarks/kernels, with the sizes LARGE that they have in
    datasets.json there; their names begin with "kernels-"."""
    with open(os.path.join(KERNELS, "datasets.json")) as file:
        datasets = json.load(file)
    return {f"kernels-{name}": PolyBenchKernel(f"kernels-{name}", sizes,
                                               os.path.join(KERNELS, name + ".mlir"))
            for name, sizes in datasets.items()}


def size_option(sizes):
    """The option of polymem-run for sizes by name."""
    return "--sizes=" + ",".join(f"{name}={value}" for name, value in sizes.items())


def print_table(heads, rows, left=3):
    """Prints rows, as cells by head; the first columns are flush left."""
    widths = {head: max([len(head), *(len(str(row.get(head, ""))) for row in rows)])
              for head in heads}
    for row in [dict(zip(heads, heads))] + rows:
        print(" ".join(f"{row.get(head, ''):<{widths[head]}}" if head in heads[:left]
                       else f"{row.get(head, ''):>{widths[head]}}" for head in heads).rstrip())
