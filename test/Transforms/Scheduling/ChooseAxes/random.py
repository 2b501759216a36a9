# RUN: %python %s %t.mlir

"""Random nests whose subscripts add up loops: many are skewed, all compute the same bits, on
loops and mapped to threads, and the order is proved."""

import random
import subprocess
import sys

LOOPS = "ijk"


def subscripts(rng, depth, rank):
    """Sums of loops: the factors of each."""
    rows = []
    for _ in range(rank):
        factors = [rng.choice([0, 0, 0, 1, 1, -1]) for _ in range(depth)]
        rows.append(factors)
    if rng.random() < 0.8:
        # The last subscript is a loop of its own, that others move with.
        last, other = rng.sample(range(depth), 2)
        rows[-1] = [0] * depth
        rows[-1][last] = 1
        rows[0][last], rows[0][other] = rng.choice([1, -1]), 1
    return rows


def text(rows):
    """The subscripts, moved so that none is negative."""
    parts = []
    for factors in rows:
        moved = -sum(factor for factor in factors if factor < 0)
        terms = [f"%{loop} * {factor}" for loop, factor in zip(LOOPS, factors) if factor]
        parts.append(" + ".join(terms + ([f"symbol(%n) * {moved}"] if moved else [])) or "0")
    return ", ".join(parts)


def shape(rows):
    return ", ".join(f'"{max(1, sum(abs(factor) for factor in factors))} * N + 1"'
                     for factors in rows)


def function(number):
    rng = random.Random(number)
    depth = rng.choice([2, 2, 3])
    read, write = subscripts(rng, depth, rng.choice([2, 2, 3])), subscripts(rng, depth, 2)
    kind = rng.random()
    if kind < 0.5 and len(read) == 2:
        write = read
    elif kind < 0.8:
        # One element for each iteration of the outer loops, as in a sum.
        write = [[int(row == column) for column in range(depth)] for row in range(2)]
        if depth == 2:
            write[1] = [0, 0]
    memref = {2: "memref<?x?xf32>", 3: "memref<?x?x?xf32>"}
    a, b = memref[len(read)], memref[2]
    lines = [f"func.func @nest{number}(%A: {a} {{polymem.shape = [{shape(read)}]}}, "
             f"%B: {b} {{polymem.shape = [{shape(write)}]}}, "
             '%n: index {polymem.param = "N"}) {', "%zero = arith.constant 0.0 : f32"]
    for d in range(depth):
        lower = rng.choice(["0", "0", f"affine_map<(d0) -> (d0)>(%{LOOPS[d - 1]})"]) if d else "0"
        lines.append(f"affine.for %{LOOPS[d]} = {lower} to %n {{")
        if d + 2 == depth and rng.random() < 0.3:
            first = [[factor if column <= d else 0 for column, factor in enumerate(row)]
                     for row in write]
            lines.append(f"affine.store %zero, %B[{text(first)}] : {b}")
    lines += [f"%a = affine.load %A[{text(read)}] : {a}"]
    if rng.random() < 0.3:
        # A value of this iteration, in memory.
        lines += ["%t = memref.alloca() : memref<f32>", "affine.store %a, %t[] : memref<f32>",
                  "%c = affine.load %t[] : memref<f32>"]
    else:
        lines += ["%c = arith.negf %a : f32"]
    lines += [f"%b = affine.load %B[{text(write)}] : {b}", "%s = arith.subf %b, %c : f32",
              f"affine.store %s, %B[{text(write)}] : {b}"]
    return "\n".join(lines + ["}"] * depth + ["return", "}"])


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True)


first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
count = int(sys.argv[3]) if len(sys.argv) > 3 else 24
numbers = range(first, first + count)
with open(sys.argv[1], "w") as file:
    for k in numbers:
        print(function(k), file=file)

remarks = run("polymem-opt", sys.argv[1], "--polymem-schedule", "--polymem-choose-axes", "-o",
              "/dev/null", "--remarks-filter=polymem-choose-axes",
              "--remark-format=emitRemark").stderr
assert remarks.count("] Skewed") >= count // 4, remarks
entries = [f"--entry=nest{k}" for k in numbers]
sizes = ["--sizes=N=6", "--sizes=N=2", "--sizes=N=0"]
skewed = "--pipeline=polymem-schedule,polymem-choose-axes"
compared = ["--compare", "--uninterpreted", "--check-bounds", "--backwards"]
result = run("polymem-run", sys.argv[1], *entries, *sizes, *compared, "--check", skewed)
assert result.stdout.count("identical") == 3 * count, result.stdout
result = run("polymem-run", sys.argv[1], *entries, *sizes, *compared,
             skewed + ",polymem-tile{mapping=gpu},scratch-promote,polymem-map-sequential,"
             "convert-scratch-to-memref{reverse-mapped}")
assert result.stdout.count("identical") == 3 * count, result.stdout
