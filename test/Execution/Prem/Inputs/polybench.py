"""PolyBench's kernels as components of a multicore, with static sizes.

For each kernel: all of its loads and stores are in tiles and go to buffers there, and what
it computes is the same, bit by bit, with the tiles of cores from the last one to the first.
Prints a line a kernel, "NAME: COMPONENTS components, PARALLEL parallel, identical", or what
is wrong.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 4))
sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
from programs import polybench, with_constant_sizes  # noqa: E402

TILE = "polymem-tile{mapping=prem machine=prem-gu2023 strict}"
STAGE = TILE + ",scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default}"


def outside_of_buffers(text):
    """The accesses of a printed function that are not in a tile, or not to a buffer."""
    depth, tiles, wrong = 0, [], []
    for line in text.splitlines():
        if "scratch.tile" in line:
            tiles.append(depth)
        depth += line.count("{") - line.count("}")
        if tiles and depth <= tiles[-1]:
            tiles.pop()
        access = re.search(r"(affine|memref)\.(load|store) ", line)
        if access and not (tiles and ("#scratch.mapping" in line or "#mapping" in line)):
            wrong.append(line.strip())
    return wrong


def check(tools, name, text, runs):
    """What is to be said of a kernel, which is executed if it `runs`."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        staged = subprocess.run(
            [f"{tools}/polymem-opt", file.name, f"--pass-pipeline=builtin.module(func.func({STAGE}))"],
            capture_output=True, text=True, check=False)
        if staged.returncode:
            return "refused: " + "; ".join(re.findall(r"error: (.*)", staged.stderr)) + staged.stderr[-300:] * (
                staged.returncode < 0)
        if wrong := outside_of_buffers(staged.stdout):
            return f"outside of buffers: {wrong[0]}"
        tiles = staged.stdout.count("scratch.tile ")
        parallel = len(re.findall(r"scratch\.tile .*#prem\.core", staged.stdout))
        shape = f"{tiles} components, {parallel} parallel"
        if not runs:
            return shape
        run = subprocess.run(
            [f"{tools}/polymem-run", file.name, f"--entry={name}", "--compare", "--check-bounds",
             f"--pipeline={STAGE},convert-scratch-to-memref{{reverse-mapped}}"],
            capture_output=True, text=True, check=False)
        if run.returncode or "identical" not in run.stdout or "different" in run.stdout:
            return "not identical: " + (run.stdout + run.stderr)[-500:]
        return f"{shape}, identical"


def run_as_prem(tools, name, text):
    """What is to be said of a kernel that is run by threads and segments."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        run = subprocess.run(
            [f"{tools}/polymem-run", file.name, f"--entry={name}", "--compare",
             "--pipeline=polymem-to-prem{emit=host hooks=true}"],
            capture_output=True, text=True, check=False)
    if refused := re.findall(r"error: (convert-scratch-to-prem: .*)", run.stderr):
        return "refused: " + "; ".join(refused)
    if run.returncode or "identical" not in run.stdout:
        return "wrong: " + (run.stdout + run.stderr)[-500:]
    return "identical"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tools", help="the folder of polymem-opt and polymem-run")
    parser.add_argument("kernels", nargs="*", help="default: all")
    parser.add_argument("--dataset", help="sizes of PolyBench, such as LARGE, in place of small odd ones; "
                        "kernels are not executed")
    parser.add_argument("--prem", action="store_true", help="run them by polymem-to-prem, and say whether "
                        "the results are the same")
    arguments = parser.parse_args()
    for kernel in polybench(arguments.kernels):
        name = kernel.entry(("_f32", "_i32", ""))
        sizes = kernel.datasets[arguments.dataset] if arguments.dataset else kernel.odd_sizes()
        text = with_constant_sizes(kernel.functions[name], sizes)
        if arguments.prem:
            print(f"{kernel.name}: {run_as_prem(arguments.tools, name, text)}", flush=True)
            continue
        print(f"{kernel.name}: {check(arguments.tools, name, text, not arguments.dataset)}", flush=True)


if __name__ == "__main__":
    main()
