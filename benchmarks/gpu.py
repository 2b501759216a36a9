#!/usr/bin/env python3
"""The kernels of PolyBench on a GPU: results and times.

    benchmarks/gpu.py                                # all, timed at LARGE
    benchmarks/gpu.py gemm lu --dataset=EXTRALARGE --type=f64
    benchmarks/gpu.py --pipeline='polymem-to-ptx{emit=module sizes=16,16,8}'

Needs an NVIDIA GPU, but no CUDA: polymem-run loads the driver. Each kernel is
compiled by the pipeline; first it is compared, bit for bit, with the original on
this machine's CPU, at a small dataset and at odd sizes; then it is called a
number of times at the large one, its arrays in the GPU's memory, and the median
time printed.

  result    same; or how it fails: differs, crash, timeout, error, not mapped (no
            loop is on the GPU), host (its arrays would have to be in memory that
            the host reaches, too)
  MB        of the arrays that it gets, in millions of bytes
  ms        median time of a call: kernels and launches
  least     the least time of a call
  library   the same by calls of PyTorch's (cuBLAS, cuSOLVER, without TF32), where
            it is installed and has them
  ratio     time of a call to that of the library: less is faster

What tools say of failures follows the table.
Ends with an error if a result differs or a kernel does not compile or crashes.
"""
import os
import re
import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from programs import Run, find_tool, parser_for, polybench, print_table, size_option

HEADS = ("kernel", "sizes", "result", "MB", "ms", "least", "library", "ratio")


def with_library(s, r):
    """What each kernel is in terms of a library; `s` has sizes, `r` makes random
    arrays. Triangles are computed whole where the library has no half."""
    import torch

    def symmetric(n):
        a = r(n, n)
        return a @ a.T + n * torch.eye(n, dtype=a.dtype, device=a.device)

    def two_mm():
        a, b, c, d = r(s["NI"], s["NK"]), r(s["NK"], s["NJ"]), r(s["NJ"], s["NL"]), r(s["NI"], s["NL"])
        return lambda: d.mul_(1.2).addmm_((a @ b).mul_(1.5), c)

    def three_mm():
        a, b, c, d = r(s["NI"], s["NK"]), r(s["NK"], s["NJ"]), r(s["NJ"], s["NM"]), r(s["NM"], s["NL"])
        return lambda: (a @ b) @ (c @ d)

    def gemm():
        a, b, c = r(s["NI"], s["NK"]), r(s["NK"], s["NJ"]), r(s["NI"], s["NJ"])
        return lambda: c.addmm_(a, b, alpha=1.5, beta=1.2)

    def doitgen():
        a, c = r(s["NR"] * s["NQ"], s["NP"]), r(s["NP"], s["NP"])
        return lambda: a.copy_(a @ c)

    def atax():
        a, x = r(s["M"], s["N"]), r(s["N"])
        return lambda: a.T @ (a @ x)

    def bicg():
        a, p, q = r(s["N"], s["M"]), r(s["M"]), r(s["N"])
        return lambda: (a @ p, a.T @ q)

    def mvt():
        a, x, y = r(s["N"], s["N"]), r(s["N"]), r(s["N"])
        return lambda: (a @ x, a.T @ y)

    def gesummv():
        a, b, x = r(s["N"], s["N"]), r(s["N"], s["N"]), r(s["N"])
        return lambda: 1.5 * (a @ x) + 1.2 * (b @ x)

    def gemver():
        a, v = r(s["N"], s["N"]), [r(s["N"]) for _ in range(7)]
        def run():
            a.addr_(v[0], v[1]).addr_(v[2], v[3])
            x = 1.2 * (a.T @ v[4]) + v[5]
            return 1.5 * (a @ x)
        return run

    def syrk():
        a, c = r(s["N"], s["M"]), r(s["N"], s["N"])
        return lambda: c.addmm_(a, a.T, alpha=1.5, beta=1.2)

    def syr2k():
        a, b, c = r(s["N"], s["M"]), r(s["N"], s["M"]), r(s["N"], s["N"])
        return lambda: c.addmm_(a, b.T, alpha=1.5, beta=1.2).addmm_(b, a.T, alpha=1.5)

    def symm():
        a, b, c = r(s["M"], s["M"]), r(s["M"], s["N"]), r(s["M"], s["N"])
        return lambda: c.addmm_(a, b, alpha=1.5, beta=1.2)

    def trmm():
        a, b = r(s["M"], s["M"]), r(s["M"], s["N"])
        return lambda: b.copy_(a.T @ b)

    def covariance():
        a = r(s["N"], s["M"])
        return lambda: (a.sub_(a.mean(0)).T @ a) / (s["N"] - 1)

    def cholesky():
        a = symmetric(s["N"])
        return lambda: torch.linalg.cholesky(a)

    def lu():
        a = symmetric(s["N"])
        return lambda: torch.linalg.lu_factor(a, pivot=False)

    def gramschmidt():
        a = r(s["M"], s["N"])
        return lambda: torch.linalg.qr(a)

    def trisolv():
        a, b = symmetric(s["N"]), r(s["N"], 1)
        return lambda: torch.linalg.solve_triangular(a, b, upper=False)

    return {"2mm": two_mm, "3mm": three_mm, "gemm": gemm, "doitgen": doitgen, "atax": atax,
            "bicg": bicg, "mvt": mvt, "gesummv": gesummv, "gemver": gemver, "syrk": syrk,
            "syr2k": syr2k, "symm": symm, "trmm": trmm, "covariance": covariance,
            "cholesky": cholesky, "lu": lu, "gramschmidt": gramschmidt, "trisolv": trisolv}


class Library:
    """Times what PyTorch has."""

    def __init__(self, element_type):
        try:
            import torch
        except ImportError:
            self.torch = None
            return
        self.torch = torch if torch.cuda.is_available() else None
        self.type = {"f32": torch.float32, "f64": torch.float64}[element_type]
        torch.backends.cuda.matmul.allow_tf32 = False

    def milliseconds(self, kernel, sizes, calls):
        """The median time of a call, or nothing."""
        if not self.torch:
            return None
        make = lambda *shape: self.torch.randn(*shape, device="cuda", dtype=self.type)
        build = with_library(sizes, make).get(kernel.name)
        if not build:
            return None
        run, times = build(), []
        for i in range(calls + 3):
            self.torch.cuda.synchronize()
            start = time.perf_counter()
            run()
            self.torch.cuda.synchronize()
            if i >= 3:
                times.append(1e3 * (time.perf_counter() - start))
        return statistics.median(times)


def array_bytes(text, sizes):
    """Bytes of the arrays that a function with this text gets."""
    total = 0
    for element, shape in re.findall(r"memref<(?:\?x)*(\w+)> \{[^}]*polymem\.shape = \[(.*?)\]",
                                     text[: text.index(") {\n")]):
        count = int(element[1:]) // 8
        for extent in re.findall(r'"(.*?)"', shape):
            count *= eval(extent, {}, dict(sizes))
        total += count
    return total


def write_inputs(kernel, sizes, element_type, directory):
    """The options of polymem-run for arguments that must not be just random: a
    factorization needs a matrix that has one, a mean a number of values. NumPy
    writes the files; without it there are none, and results are not numbers."""
    try:
        import numpy as np
    except ImportError:
        return []
    kind = {"f32": np.float32, "f64": np.float64}[element_type]
    if kernel.name in ("cholesky", "lu", "ludcmp"):
        n = sizes["N"]
        a = np.random.default_rng(1).uniform(-1, 1, (n, n))
        values = a + a.T + 2 * n * np.eye(n)
    elif kernel.name in ("correlation", "covariance"):
        values = np.array(sizes["N"])
    else:
        return []
    name = os.path.join(directory, f"{kernel.name}-{'x'.join(map(str, sizes.values()))}.npy")
    np.save(name, values.astype(kind))
    return [f"--input=0={name}"]


def command(tool, kernel, entry, arguments):
    pipeline = [f"--pipeline={arguments.pipeline}"] if arguments.pipeline else []
    return [tool, kernel.file, f"--entry={entry}", "--cuda"] + pipeline


def check(tool, kernel, entry, arguments):
    """The cell result, and notes."""
    for sizes in (kernel.datasets[arguments.check], kernel.odd_sizes()):
        with tempfile.TemporaryDirectory() as directory:
            run = Run(command(tool, kernel, entry, arguments)
                      + ["--compare", f"--tolerance={arguments.tolerance}", size_option(sizes)]
                      + write_inputs(kernel, sizes, arguments.type, directory),
                      timeout=arguments.timeout)
        if run.status != "ok":
            break
    cells = {"result": "same" if run.status == "ok" else run.status}
    if run.status == "failed":
        cells["result"] = next((cell for cell, pattern in
                                (("not mapped", "no loop was mapped to the GPU"),
                                 ("host", "the host's code accesses an array"),
                                 ("differs", r"expected .*, got "))
                                if re.search(pattern, run.stdout)), "error")
    if cells["result"] not in ("same", "not mapped"):
        cells["notes"] = run.stdout.splitlines()[:3]
    return cells


def measure(tool, kernel, entry, sizes, arguments):
    """The cells ms and least, and notes."""
    with tempfile.TemporaryDirectory() as directory:
        run = Run(command(tool, kernel, entry, arguments)
                  + [size_option(sizes), f"--time={arguments.calls}"]
                  + write_inputs(kernel, sizes, arguments.type, directory),
                  timeout=arguments.timeout)
    found = re.search(r"time (\S+) ms, least (\S+) ms", run.stdout)
    if run.status != "ok" or not found:
        return {"ms": run.status, "notes": run.stdout.splitlines()[:3]}
    return {"ms": f"{float(found[1]):.3f}", "least": f"{float(found[2]):.3f}"}


def main():
    parser = parser_for(__doc__, "polymem-run", with_files=False)
    parser.add_argument("kernels", nargs="*", help="default: all of benchmarks/polybench")
    parser.add_argument("--pipeline", default="", help="default: that of polymem-run --cuda")
    parser.add_argument("--dataset", default="LARGE", help="that is timed")
    parser.add_argument("--check", default="SMALL", help="the dataset that is compared")
    parser.add_argument("--type", choices=("f32", "f64"), default="f32")
    parser.add_argument("--tolerance", default="0",
                        help="of the comparison, for pipelines that change the order of operations")
    parser.add_argument("--calls", type=int, default=10, help="that are timed")
    parser.add_argument("--jobs", type=int, default=4, help="comparisons at a time")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds per command")
    arguments = parser.parse_args()
    tool = find_tool("polymem-run", arguments.tool)
    library = Library(arguments.type)

    kernels = polybench(arguments.kernels)
    entries = [kernel.entry(("_" + arguments.type, "_i32")) for kernel in kernels]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        rows = list(pool.map(lambda k, e: check(tool, k, e, arguments), kernels, entries))
    for kernel, entry, row in zip(kernels, entries, rows):
        sizes = kernel.datasets[arguments.dataset]
        row.update(kernel=kernel.name, sizes="x".join(map(str, sizes.values())))
        row["MB"] = f"{array_bytes(kernel.functions[entry], sizes) / 1e6:.1f}"
        if row["result"] != "same":
            continue
        row.update(measure(tool, kernel, entry, sizes, arguments))
        milliseconds = library.milliseconds(kernel, sizes, arguments.calls)
        if milliseconds and "least" in row:
            row["library"] = f"{milliseconds:.3f}"
            row["ratio"] = f"{float(row['ms']) / milliseconds:.2f}"
        sys.stdout.flush()
    print(f"{arguments.pipeline or 'polymem-to-ptx'}, {arguments.dataset}, {arguments.type}, "
          f"{arguments.calls} calls")
    print_table(HEADS, rows)
    for row in rows:
        for note in row.get("notes", []):
            print(f"{row['kernel']}: {note}")
    count = lambda result: sum(row["result"] == result for row in rows)
    print(f"{count('same')} of {len(rows)} on the GPU with the same results, "
          f"{count('not mapped')} not mapped, {count('host')} with arrays on the host")
    wrong = [row["kernel"] for row in rows if row["result"] not in ("same", "not mapped", "host")]
    if wrong:
        sys.exit(f"gpu: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
