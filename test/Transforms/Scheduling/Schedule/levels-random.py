# RUN: %python %s %t.mlir

"""Random relatives of factorisations and triangular solves, in place: many get levels, all compute
the same bits, and the order is proved, on loops and tiled for a GPU, where the steps of one block are joined."""

import random
import subprocess
import sys

MAPS = {"zero": "0", "i": "affine_map<(d0) -> (d0)>(%i)", "j": "affine_map<(d0) -> (d0)>(%j)",
        "i + 1": "affine_map<(d0) -> (d0 + 1)>(%i)", "n": "%n"}


def matrix(number, rng):
    """A[i, j] is updated by products along k, and perhaps divided by the diagonal."""
    lower, upper = rng.choice([("zero", "i"), ("zero", "i + 1"), ("i", "n"), ("zero", "n")])
    last = rng.choice(["i", "j"] if upper != "n" else ["i"])
    first = rng.choice(["%i, %k", "%k, %i"])
    second = rng.choice(["%k, %j", "%j, %k"])
    operation = rng.choice(["subf", "addf"])
    lines = [f"affine.for %i = 0 to %n {{",
             f"affine.for %j = {MAPS[lower]} to {MAPS[upper]} {{",
             f"affine.for %k = 0 to {MAPS[last]} {{",
             f"%a = affine.load %A[{first}] : memref<?x?xf32>",
             f"%b = affine.load %A[{second}] : memref<?x?xf32>",
             "%c = affine.load %A[%i, %j] : memref<?x?xf32>",
             "%p = arith.mulf %a, %b : f32",
             f"%s = arith.{operation} %c, %p : f32",
             "affine.store %s, %A[%i, %j] : memref<?x?xf32>",
             "}"]
    if rng.random() < 0.6:
        diagonal = rng.choice(["%i", "%j"])
        lines += ["%c0 = affine.load %A[%i, %j] : memref<?x?xf32>",
                  f"%d = affine.load %A[{diagonal}, {diagonal}] : memref<?x?xf32>",
                  "%q = arith.divf %c0, %d : f32",
                  "affine.store %q, %A[%i, %j] : memref<?x?xf32>"]
    return lines + ["}", "}"]


def solve(number, rng):
    """x[i] is updated by what comes before it, or, from the end, behind it."""
    place = rng.choice(["%i", "-%i + symbol(%n) - 1"])
    other = place.replace("%i", "%j")
    upper = rng.choice(["i", "i", "n"])
    lines = [f"affine.for %i = 0 to %n {{",
             f"affine.for %j = 0 to {MAPS[upper]} {{",
             f"%a = affine.load %A[{rng.choice([place + ', ' + other, other + ', ' + place])}]"
             " : memref<?x?xf32>",
             f"%b = affine.load %x[{other}] : memref<?xf32>",
             f"%c = affine.load %x[{place}] : memref<?xf32>",
             "%p = arith.mulf %a, %b : f32",
             "%s = arith.subf %c, %p : f32",
             f"affine.store %s, %x[{place}] : memref<?xf32>",
             "}"]
    if rng.random() < 0.7:
        lines += [f"%c0 = affine.load %x[{place}] : memref<?xf32>",
                  f"%d = affine.load %A[{place}, {place}] : memref<?x?xf32>",
                  "%q = arith.divf %c0, %d : f32",
                  f"affine.store %q, %x[{place}] : memref<?xf32>"]
    return lines + ["}"]


def function(number):
    rng = random.Random(number)
    lines = [f'func.func @nest{number}(%A: memref<?x?xf32> {{polymem.shape = ["N", "N"]}}, '
             '%x: memref<?xf32> {polymem.shape = ["N"]}, %n: index {polymem.param = "N"}) {']
    return "\n".join(lines + rng.choice([matrix, matrix, solve])(number, rng) + ["return", "}"])


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True)


first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
count = int(sys.argv[3]) if len(sys.argv) > 3 else 16
numbers = range(first, first + count)
with open(sys.argv[1], "w") as file:
    for k in numbers:
        print(function(k), file=file)

remarks = run("polymem-opt", sys.argv[1], "--polymem-schedule=level-tile=3", "-o", "/dev/null",
              "--remarks-filter=polymem-schedule", "--remark-format=emitRemark").stderr
assert remarks.count("] Leveled") >= count // 3, remarks
entries = [f"--entry=nest{k}" for k in numbers]
sizes = ["--sizes=N=8", "--sizes=N=3", "--sizes=N=1", "--sizes=N=0"]
result = run("polymem-run", sys.argv[1], *entries, *sizes, "--compare", "--uninterpreted",
             "--check-bounds", "--backwards", "--check",
             "--pipeline=polymem-schedule{level-tile=3}",
             "--pipeline=polymem-schedule{level-tile=2},polymem-tile{sizes=2,2,2 mapping=gpu},"
             "scratch-promote,polymem-map-sequential,convert-scratch-to-memref{reverse-mapped}")
assert result.stdout.count("identical") == 8 * count, result.stdout

# With the steps of one block in one launch, before data is staged: tiles of one block, and of several.
remarks = run("polymem-opt", sys.argv[1], "--polymem-schedule=level-tile=4",
              "--polymem-tile=sizes=2,2,2 mapping=gpu", "--polymem-join-steps", "-o", "/dev/null",
              "--remarks-filter=polymem-join-steps", "--remark-format=emitRemark").stderr
with_steps = [k for k in numbers if f"] Joined | Category:polymem-join-steps | Function=nest{k} |" in remarks]
assert len(with_steps) >= count // 4, remarks
joined = run("polymem-run", sys.argv[1], *(f"--entry=nest{k}" for k in with_steps), *sizes,
             "--compare", "--uninterpreted", "--check", "--emulate", "--emulator-seed=1",
             *(f"--pipeline=polymem-schedule{{level-tile=4}},polymem-tile{{sizes={tile} mapping=gpu}},"
               "polymem-join-steps,scratch-promote,polymem-map-sequential,convert-scratch-to-gpu"
               for tile in ("4,4,4", "2,2,2")))
assert joined.stdout.count("identical") == 8 * len(with_steps), joined.stdout
