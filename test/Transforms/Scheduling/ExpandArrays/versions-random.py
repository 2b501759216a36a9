# RUN: %python %s %t.mlir

"""Random loops whose steps overwrite rows, columns and diagonals that they read: many get versions, all
compute the same bits, in tiles by levels, too."""

import random
import subprocess
import sys


def bounds(rng):
    """Of a loop in a step."""
    return rng.choice(["0 to %n", "0 to %n", "0 to %n", "1 to %n",
                       "0 to affine_map<(k) -> (k)>(%k)", "0 to affine_map<(k) -> (k + 1)>(%k)",
                       "affine_map<(k) -> (k)>(%k) to %n", "affine_map<(k) -> (k + 1)>(%k) to %n"])


def statement(number, rng, face):
    """A[i, j] from itself, and from two faces of A."""
    write = rng.choice(["%i, %j", "%i, %j", "%i, %j", "%j, %i"])
    reads = rng.sample(["%i, " + face, face + ", %j", "%j, " + face, face + ", %i", face + ", " + face,
                        "%i, %k", "%k, %j", "%i, 0"], 2)
    if rng.random() < 0.2:
        write = "%i + 1, %j"
    lines = [f"affine.for %i = {bounds(rng)} {{",
             f"affine.for %j = {bounds(rng)} {{"]
    condition = rng.random() < 0.25
    if condition:
        lines.append(f"affine.if affine_set<(i, j, k) : ({rng.choice(['i - j', 'j - i - 1', 'i + j - k'])} >= 0)>"
                     "(%i, %j, %k) {")
    lines += [f"%a = affine.load %A[{write}] : memref<?x?xi32>",
              f"%b = affine.load %A[{reads[0]}] : memref<?x?xi32>",
              f"%c = affine.load %A[{reads[1]}] : memref<?x?xi32>",
              "%p = arith.muli %b, %c : i32",
              "%s = arith.subi %a, %p : i32",
              f"affine.store %s, %A[{write}] : memref<?x?xi32>"]
    return lines + ["}", "}"] + (["}"] if condition else [])


def function(number):
    rng = random.Random(number)
    face = rng.choice(["%k", "%k", "%k", "%k + 1", "symbol(%n) - %k"])
    lines = [f'func.func @steps{number}(%A: memref<?x?xi32> {{polymem.shape = ["N + 1", "N + 1"]}}, '
             '%n: index {polymem.param = "N"}) {',
             f"affine.for %k = {rng.choice(['0 to %n', '0 to %n', '1 to %n', '0 to %n step 2'])} {{"]
    for _ in range(rng.choice([1, 1, 1, 2])):
        lines += statement(number, rng, face)
    return "\n".join(lines + ["}", "return", "}"])


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True)


first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
count = int(sys.argv[3]) if len(sys.argv) > 3 else 24
numbers = range(first, first + count)
with open(sys.argv[1], "w") as file:
    for k in numbers:
        print(function(k), file=file)

# Faces may have more elements than arrays: the limit is not what is tested.
expand = "polymem-expand-arrays{always max-bytes=1000000000}"
remarks = run("polymem-opt", sys.argv[1], "--polymem-expand-arrays=always max-bytes=1000000000", "-o", "/dev/null",
              "--remarks-filter=polymem-expand-arrays", "--remark-format=emitRemark").stderr
versioned = [k for k in numbers if f"Versioned | Category:polymem-expand-arrays | Function=steps{k} |" in
             remarks.replace("NotVersioned", "")]
assert len(versioned) >= count // 3, remarks
entries = [f"--entry=steps{k}" for k in versioned]
sizes = ["--sizes=N=6", "--sizes=N=3", "--sizes=N=1", "--sizes=N=0"]
result = run("polymem-run", sys.argv[1], *entries, *sizes, "--compare", "--uninterpreted", "--check-bounds",
             "--backwards", f"--pipeline={expand}", f"--pipeline={expand},polymem-schedule{{level-tile=3}}")
assert result.stdout.count("identical") == 8 * len(versioned), result.stdout
