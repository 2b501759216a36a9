# RUN: %python %s %t.mlir

"""Bodies of random stores to matrices, rows and columns, from a few values that were
loaded anywhere before: some stores can be separated, and some only in one order."""

import random
import subprocess
import sys

ARRAYS = {"A": "%i, %j", "B": "%i, %j", "s": "%j", "t": "%j", "q": "%i", "p": "%i"}


def memref(name):
    return "memref<?x?xf32>" if name in "AB" else "memref<?xf32>"


def function(number, rng):
    shapes = {"A": '"N", "M"', "B": '"N", "M"', "s": '"M"', "t": '"M"', "q": '"N"', "p": '"N"'}
    arguments = ", ".join(
        f"%{name}: {memref(name)} {{polymem.shape = [{shapes[name]}]}}" for name in ARRAYS
    )
    lines = [f"func.func @body{number}({arguments}) {{"]
    for n in range(2):
        lines.append(f"  %c{n} = arith.constant {n} : index")
        lines.append(f"  %n{n} = memref.dim %A, %c{n} : memref<?x?xf32>")
    lines += ["  affine.for %i = 0 to %n0 {", "  affine.for %j = 0 to %n1 {"]
    condition = rng.random() < 0.25
    if condition:
        lines.append("  affine.if affine_set<(i, j) : (i + j - 1 >= 0)>(%i, %j) {")
    values = []

    def value(text):
        values.append(f"%v{len(values)}")
        lines.append(f"    {values[-1]} = {text}")
        return values[-1]

    def load(name):
        return value(f"affine.load %{name}[{ARRAYS[name]}] : {memref(name)}")

    def combine(a, b):
        return value(f"arith.{rng.choice(['addf', 'mulf', 'subf'])} {a}, {b} : f32")

    load(rng.choice("AB"))
    for _ in range(rng.randint(2, 5)):
        name = rng.choice(list(ARRAYS))
        if rng.random() < 0.3:
            load(rng.choice(list(ARRAYS)))
        operand = rng.choice(values)
        result = combine(load(name), operand)
        if rng.random() < 0.1:
            result = value(f"math.exp {result} : f32")
        lines.append(f"    affine.store {result}, %{name}[{ARRAYS[name]}] : {memref(name)}")
    return "\n".join(lines + ["  }"] * (2 + condition) + ["  return", "}"])


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True)


first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
numbers = range(first, first + 24)
with open(sys.argv[1], "w") as file:
    for k in numbers:
        print(function(k, random.Random(k)), file=file)

remarks = run("polymem-opt", sys.argv[1], "--polymem-schedule", "-o", "/dev/null",
              "--remarks-filter=polymem-schedule", "--remark-format=emitRemark").stderr
assert remarks.count("] Separated") >= 5 and remarks.count("] NotSeparated") >= 2
result = run("polymem-run", sys.argv[1], *[f"--entry=body{k}" for k in numbers],
             "--compare", "--uninterpreted", "--check-bounds", "--check",
             "--sizes=N=5,M=4", "--sizes=N=1,M=3", "--pipeline=polymem-schedule").stdout
assert result.count(": identical") == 2 * len(numbers), result
