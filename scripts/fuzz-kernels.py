#!/usr/bin/env python3
"""Random programs as kernels on the device emulator, compared with themselves.

    scripts/fuzz-kernels.py --seed=1 --count=400 --jobs=2
    scripts/fuzz-kernels.py --seed=1 --seconds=1800 --jobs=2

polymem-fuzz tries passes; this tries whole pipelines on its programs: nests, stencils, reductions and
triangles in turn, each by polymem-to-emulator with options and sizes that follow from its seed,
executed by the checked emulator and compared bit for bit. Programs whose sums may have any order
(`reassoc`) are left out, and so are those of which no loop becomes a launch. What fails is printed
with the command that does it again; its program is kept.
"""
import argparse
import concurrent.futures
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: The first seed of each kind of program of polymem-fuzz.
KINDS = (1, 1 << 60, 1 << 61, 1 << 62)
OPTIONS = ("", "sizes=8,8,4 schedule=always", "sizes=auto", "sizes=16 schedule=always",
           "sizes=4,6,8 block-size=8,4 schedule=always", "time-tile=always", "cooperative=always",
           "batch-loads=4 prefetch-registers=200 sizes=8,8,8 schedule=always", "stages=2 sizes=8,8,4 schedule=always",
           "size-classes=16,64", "fusion=max", "level-tile=4")
#: Printed where nothing is to compare.
NO_LAUNCH = "no loop was mapped to the GPU"


def program(tool, seed):
    """The text that polymem-fuzz generates for a seed."""
    run = subprocess.run([tool, f"--seed={seed}", "--count=1", "--print", "--pipeline=tile"],
                         stdout=subprocess.PIPE, text=True, check=True)
    return run.stdout


def try_seed(arguments, number, folder):
    """What became of the program of this number: a word, and what to print."""
    seed = KINDS[number % len(KINDS)] + arguments.seed + number
    text = program(arguments.fuzz, seed)
    entry = re.search(r"func\.func @(\w+)", text)
    if not entry or ("reassoc" in text and re.search(r"memref<[^>]*f(16|32|64)", text)):
        return "left out", ""
    draw = random.Random(seed)
    options = draw.choice(OPTIONS)
    names = sorted(set(re.findall(r'"[^"]*"', text)))
    names = sorted({name for quoted in names for name in re.findall(r"[A-Z]+", quoted)})
    sizes = [",".join(f"{name}={draw.randrange(most)}" for name in names) for most in (9, 42)]
    path = os.path.join(folder, f"{seed}.mlir")
    with open(path, "w") as file:
        file.write(text)
    command = [arguments.run, path, f"--entry={entry[1]}", "--compare", "--emulate",
               *(f"--sizes={size}" for size in sizes if size),
               f"--pipeline=polymem-to-emulator{{warnings=false {options}}}"]
    try:
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             timeout=arguments.limit)
        output, failed = run.stdout, run.returncode != 0
    except subprocess.TimeoutExpired:
        return "slow", f"slow: {shlex.join(command)}"
    if failed and NO_LAUNCH in output:
        os.remove(path)
        return "left out", ""
    if failed:
        return "wrong", f"{shlex.join(command)}\n{output.rstrip()}"
    os.remove(path)
    return "right", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--seed", type=int, default=1, help="of the first program")
    add("--count", type=int, default=0, help="programs to try (0: any number)")
    add("--seconds", type=float, default=0, help="after which no more programs are begun (0: no limit)")
    add("--limit", type=float, default=300, help="seconds for one program")
    add("--jobs", type=int, default=1)
    add("--keep", help="folder for programs that fail (default: a new one)")
    for tool in ("fuzz", "run"):
        add(f"--{tool}", default=os.path.join(ROOT, "build", "bin", f"polymem-{tool}"))
    arguments = parser.parse_args()
    if not arguments.count and not arguments.seconds:
        parser.error("give --count or --seconds")
    folder = arguments.keep or tempfile.mkdtemp(prefix="fuzz-kernels-")
    os.makedirs(folder, exist_ok=True)
    end = time.monotonic() + arguments.seconds
    found = dict.fromkeys(("right", "left out", "slow", "wrong"), 0)

    def next_numbers():
        number = 0
        while (not arguments.count or number < arguments.count) and (
                not arguments.seconds or time.monotonic() < end):
            yield number
            number += 1

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        numbers, pending = next_numbers(), set()
        while True:
            for number in numbers:
                pending.add(pool.submit(try_seed, arguments, number, folder))
                if len(pending) > arguments.jobs:
                    break
            if not pending:
                break
            done, pending = concurrent.futures.wait(
                pending, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                what, text = future.result()
                found[what] += 1
                if text:
                    print(text, flush=True)
    print(f"{sum(found.values())} programs: " + ", ".join(f"{count} {what}"
                                                            for what, count in found.items()))
    if found["wrong"]:
        sys.exit(f"fuzz-kernels: programs are kept in {folder}")


if __name__ == "__main__":
    main()
