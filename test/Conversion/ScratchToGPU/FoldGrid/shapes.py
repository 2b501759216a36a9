# RUN: %python %s %t

"""Triangles and trapezoids of tiles of all orientations: the folded grid computes the same, each tile that
does something has one block, and no more blocks are launched than rows of blocks allow."""

import json
import subprocess
import sys

STEP = 4
# Conditions on the point (i, j), by name, in affine.for's form: bounds of j.
SHAPES = {"lower": ("0", "i + 1"), "strict_lower": ("0", "i"), "upper": ("i", "M"), "strict_upper": ("i + 1", "M"),
          "anti": ("0", "N - i"), "anti_upper": ("N - i", "M"), "wide": ("0", "i + 9"), "late": ("0", "i - 6"),
          "shifted": ("0", "i + K"), "band": ("i - 5", "i + 6")}
SIZES = [(0, 5, 3), (1, 1, 1), (13, 13, 2), (17, 17, 9), (21, 9, 5), (9, 22, 6)]


def function(name, lower, upper, lowest, tiles):
    """The program as loops, and as tiles with a pair of loops in each."""
    low = f"max affine_map<(i, s)[N, M, K] -> ({lower}, s)>(%i, %oj)[%n, %m, %k]"
    high = f"min affine_map<(i, s)[N, M, K] -> ({upper}, s + {STEP}, M)>(%i, %oj)[%n, %m, %k]"
    around = [f"affine.for %oi = {lowest} to %n step {STEP} {{", f"affine.for %oj = {lowest} to %m step {STEP} {{"]
    if tiles:
        around = ["scratch.tile (%oi, %oj) = (%first, %first) to (%n, %m) step (%step, %step)"
                  " mapping [#gpu.block<y>, #gpu.block<x>] {"]
    lines = [f'func.func @{name}(%A: memref<?x?xi32> {{polymem.shape = ["N", "M"]}}, '
             '%n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}, %k: index {polymem.param = "K"}) {',
             f"%first = arith.constant {lowest} : index", f"%step = arith.constant {STEP} : index",
             "%one = arith.constant 1 : i32", *around,
             f"affine.for %i = affine_map<(s) -> (s)>(%oi) to min affine_map<(s)[N] -> (s + {STEP}, N)>(%oi)[%n] {{",
             f"affine.for %j = {low} to {high} {{",
             "%x = affine.load %A[%i, %j] : memref<?x?xi32>", "%y = arith.addi %x, %one : i32",
             "affine.store %y, %A[%i, %j] : memref<?x?xi32>", "}", "}", *["}"] * len(around), "return", "}"]
    return "\n".join(lines)


def live_tiles(lower, upper, lowest, n, m, k):
    """Tiles with a point, and all tiles."""
    live = set()
    for i in range(lowest, n):
        low, high = (eval(text, {"i": i, "N": n, "M": m, "K": k}) for text in (lower, upper))
        live |= {(i - lowest) // STEP * 1000 + (j - lowest) // STEP for j in range(max(low, lowest), min(high, m))}
    rows, columns = (max(-(-(x - lowest) // STEP), 0) for x in (n, m))
    return len(live), rows, columns


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


cases = {f"{name}_{k % 3}": (*bounds, k % 3) for k, (name, bounds) in enumerate(SHAPES.items())}
paths = [sys.argv[1] + name for name in (".mlir", ".small.mlir", ".tiles.mlir")]
with open(paths[-1], "w") as file:
    for name, case in cases.items():
        print(function(name, *case, False), function(name + "_tiled", *case, True), sep="\n", file=file)
for path, options in zip(paths, ["", "max-grid=2,2,1"]):
    run("polymem-opt", paths[-1], "--scratch-trim-tiles", "--convert-scratch-to-gpu=" + options, "-o", path)
    for name in cases:
        out = run("polymem-run", path, f"--entry={name}", f"--against={name}_tiled", "--compare", "--check-bounds",
                  *(f"--sizes=N={n},M={m},K={k}" for n, m, k in SIZES))
        assert out.count("identical") == len(SIZES), out
saved = 0
for name, (lower, upper, lowest) in cases.items():
    for n, m, k in SIZES[3:]:
        sizes = f"--sizes=N={n},M={m},K={k}"
        live, rows, columns = live_tiles(lower, upper, lowest, n, m, k)
        run("polymem-run", paths[0], f"--entry={name}_tiled", sizes, "--emulate", f"--count-json={sys.argv[1]}.json")
        with open(sys.argv[1] + ".json") as file:
            blocks = sum(kernel["blocks"] for kernel in json.load(file)["kernels"])
        assert live <= blocks <= rows * columns, (name, sizes, live, blocks, rows, columns)
        # At most half a row of blocks has nothing to do, and the last tile of a diagonal without points.
        if "lower" in name or "upper" in name and n == m:
            assert blocks - live <= max(rows, columns) / 2 + 1, (name, sizes, live, blocks)
        saved += rows * columns - blocks
assert saved > 100, saved
