# RUN: %python %s %t.mlir

"""Nests that update an array in place from random elements of it, in the loops, mirrored, and at
fixed places: some are split, all compute the same, and the order is proved."""

import random
import subprocess
import sys


def subscript(rng, loops):
    loop = rng.choice(loops)
    return rng.choice([loop] * 6 + [f"-{loop} + symbol(%n) - 1", f"{loop} + 1", "2",
                                    "symbol(%m)"])


def function(number, rng):
    depth, rank = rng.choice([(1, 1), (2, 1), (2, 2), (3, 2), (3, 2)])
    loops = ["%k", "%i", "%j"][3 - depth:]
    inner = loops[depth - rank:]
    shape = ", ".join(['"N + 2"'] * rank)
    array = f"memref<{'?x' * rank}f32>"
    lines = [f"func.func @nest{number}(%A: {array} {{polymem.shape = [{shape}]}}, "
             '%n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {']
    for loop in loops:
        if rng.random() < 0.15 and loop != loops[0]:
            lines.append(f"affine.for {loop} = affine_map<(d0) -> (d0)>({loops[0]}) to %n {{")
        else:
            lines.append(f"affine.for {loop} = 0 to %n {{")
    lines.append(f"%a = affine.load %A[{', '.join(inner)}] : {array}")
    last = "%a"
    for read in range(rng.randint(1, 2)):
        place = ", ".join(subscript(rng, loops) for _ in inner)
        lines.append(f"%b{read} = affine.load %A[{place}] : {array}")
        lines.append(f"%c{read} = arith.{rng.choice(['addf', 'mulf'])} {last}, %b{read} : f32")
        last = f"%c{read}"
    lines.append(f"affine.store {last}, %A[{', '.join(inner)}] : {array}")
    return "\n".join(lines + ["}"] * depth + ["return", "}"])


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True)


first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
numbers = range(first, first + 24)
with open(sys.argv[1], "w") as file:
    for k in numbers:
        print(function(k, random.Random(k)), file=file)

remarks = run("polymem-opt", sys.argv[1], "--polymem-schedule", "-o", "/dev/null",
              "--remarks-filter=polymem-schedule", "--remark-format=emitRemark").stderr
assert remarks.count("] Split") >= 5, remarks
result = run("polymem-run", sys.argv[1], *[f"--entry=nest{k}" for k in numbers],
             "--compare", "--uninterpreted", "--check-bounds", "--backwards", "--check",
             "--sizes=N=6,M=3", "--sizes=N=5,M=0", "--sizes=N=1,M=2", "--sizes=N=0,M=1",
             "--pipeline=polymem-schedule")
assert result.stdout.count("identical") == 4 * len(numbers), result.stdout
