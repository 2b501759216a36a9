#!/usr/bin/env python3
"""Draws the tiles that polymem-time-tile makes of a stencil.

    scripts/draw-time-tiles.py [--bin DIR] [--size S] > docs/images/time-tiling.svg
    scripts/draw-time-tiles.py --overlapped > docs/images/overlapped-tiles.svg

Tiles a stencil in one dimension of space, has every instance write the numbers of
its wave and tile, or count how often it is executed, and executes that with
polymem-run: the picture shows what the generated code does.
"""
import argparse
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

STEPS, PLACES = 15, 42
STENCIL = """
func.func @stencil(%A: memref<{rows}x{columns}xi64>, %W: memref<{rows}x{columns}xi64>,
                   %P: memref<{rows}x{columns}xi64>) {{
  affine.for %t = 0 to {steps} {{
    affine.for %x = 1 to {last} {{
      %a = affine.load %A[%t, %x - 1] : memref<{rows}x{columns}xi64>
      %b = affine.load %A[%t, %x + 1] : memref<{rows}x{columns}xi64>
      %c = arith.addi %a, %b : i64
      affine.store %c, %A[%t + 1, %x] : memref<{rows}x{columns}xi64>
    }}
  }}
  return
}}
""".format(rows=STEPS + 1, columns=PLACES + 2, steps=STEPS, last=PLACES + 1)

# The same with a line for even and one for odd steps; the second array counts.
BLOCK = 5
OVERLAPPED = """
func.func @stencil(%A: memref<2x{columns}xi64>, %W: memref<{rows}x{columns}xi64>) {{
  affine.for %t = 0 to {steps} {{
    affine.for %x = 1 to {last} {{
      %a = affine.load %A[%t mod 2, %x - 1] : memref<2x{columns}xi64>
      %b = affine.load %A[%t mod 2, %x + 1] : memref<2x{columns}xi64>
      %c = arith.addi %a, %b : i64
      affine.store %c, %A[(%t + 1) mod 2, %x] : memref<2x{columns}xi64>
    }}
  }}
  return
}}
""".format(rows=STEPS + 1, columns=PLACES + 2, steps=STEPS, last=PLACES + 1)

# One colour for all tiles of a wave, two shades for neighbours.
COLOURS = [("#4a90c2", "#7fb2d6"), ("#e0a030", "#edc478"), ("#6aa84f", "#9bc788")]
CELL, LEFT, TOP = 15, 60, 40


def run(binaries, tool, *arguments, text=None):
    return subprocess.run(
        [str(binaries / tool) if binaries else tool, *arguments],
        input=text, capture_output=True, text=True, check=True,
    ).stdout


def instrument(tiled):
    """Adds stores of the wave and the tile behind the stencil's store."""
    wave = re.search(r"affine\.for (%\w+)", tiled).group(1)
    tile = re.search(r"scratch\.tile \((%\w+)\)", tiled).group(1)
    store = re.search(r"( +)affine\.store %\w+, (%\w+)\[(.*?)\] : (memref<.*>)\n", tiled)
    indent, array, subscripts, kind = store.groups()
    base = int(re.search(r"\d+", array).group())
    added = ""
    for name, value in (("wave", wave), ("tile", tile)):
        base += 1
        added += (
            f"{indent}%{name}_number = arith.index_cast {value} : index to i64\n"
            f"{indent}affine.store %{name}_number, %arg{base}[{subscripts}] : {kind}\n"
        )
    return tiled[: store.end()] + added + tiled[store.end():]


def instrument_overlapped(tiled):
    """Adds counts behind the stencil's stores to buffers."""
    store = r"( +)affine\.store %\w+, %buffer\w*\[\((%\w+) \+ 1\) mod 2, (%\w+)\].*\n"
    kind = f"memref<{STEPS + 1}x{PLACES + 2}xi64>"

    def count(match):
        indent, t, x = match.groups()
        lines = (f"%before = affine.load %arg1[{t} + 1, {x}] : {kind}",
                 "%one = arith.constant 1 : i64",
                 "%after = arith.addi %before, %one : i64",
                 f"affine.store %after, %arg1[{t} + 1, {x}] : {kind}")
        return match.group() + "".join(f"{indent}{line}\n" for line in lines)

    return re.sub(store, count, tiled)


def read_npy(path):
    data = Path(path).read_bytes()
    start = 10 + struct.unpack("<H", data[8:10])[0]
    numbers = struct.unpack(f"<{(len(data) - start) // 8}q", data[start:])
    width = PLACES + 2
    return [numbers[k : k + width] for k in range(0, len(numbers), width)]


def tiles_of(binaries, size):
    tiled = run(binaries, "polymem-opt", f"--polymem-time-tile=sizes={size}", text=STENCIL)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "stencil.mlir"
        program.write_text(instrument(tiled))
        waves, tiles = Path(folder) / "waves.npy", Path(folder) / "tiles.npy"
        run(binaries, "polymem-run", str(program), "--pipeline=convert-scratch-to-memref",
            f"--output=1={waves}", f"--output=2={tiles}")
        return read_npy(waves), read_npy(tiles)


def executions_of(binaries, size):
    tiled = run(binaries, "polymem-opt", "--polymem-time-tile=shape=overlapped "
                f"steps={BLOCK} sizes={size}", text=OVERLAPPED)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "stencil.mlir"
        program.write_text(instrument_overlapped(tiled))
        zeros, counts = Path(folder) / "zeros.npy", Path(folder) / "counts.npy"
        shape = f"({STEPS + 1}, {PLACES + 2}), "
        header = "{'descr': '<i8', 'fortran_order': False, 'shape': " + shape + "}"
        header += " " * (117 - len(header)) + "\n"
        zeros.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header))
                          + header.encode() + bytes(8 * (STEPS + 1) * (PLACES + 2)))
        run(binaries, "polymem-run", str(program), "--pipeline=convert-scratch-to-memref",
            f"--input=1={zeros}", f"--output=1={counts}")
        return read_npy(counts)


def draw_overlapped(counts, size):
    def colour(t, x):
        if counts[t + 1][x + 1] > 1:
            return "#444"
        return COLOURS[t // BLOCK % len(COLOURS)][(x + 1) // size % 2]

    draw_cells("Overlapped tiles of a stencil in time and space",
               "time steps up, places across; a colour is a block of steps, two shades its "
               "tiles; dark: twice", colour, size)


def draw(waves, tiles, size):
    def colour(t, x):
        return COLOURS[waves[t + 1][x + 1] % len(COLOURS)][tiles[t + 1][x + 1] % 2]

    draw_cells("Diamond tiles of a stencil in time and space",
               "time steps up, places across; a colour is a wave, its tiles (two shades) are "
               "independent", colour, size)


def draw_cells(title, legend, colour, size):
    width, height = LEFT + PLACES * CELL + 30, TOP + STEPS * CELL + 50
    bottom = TOP + STEPS * CELL
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
          'font-family="Helvetica, Arial, sans-serif" font-size="13">')
    print(f"<title>{title}</title>")
    print(f'<rect width="{width}" height="{height}" fill="#fff"/>')
    print(f'<text x="{LEFT}" y="24" fill="#123">{legend}</text>')
    for t in range(STEPS):
        y = bottom - (t + 1) * CELL
        for x in range(PLACES):
            print(f'<rect x="{LEFT + x * CELL}" y="{y}" width="{CELL - 1}" '
                  f'height="{CELL - 1}" fill="{colour(t, x)}"/>')
    print(f'<text x="{LEFT - 30}" y="{bottom - 4}" fill="#345">t</text>')
    print(f'<text x="{LEFT}" y="{bottom + 20}" fill="#345">x, tiles of size {size}</text>')
    print("</svg>")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=Path, help="folder of polymem-opt and polymem-run")
    parser.add_argument("--size", type=int, default=12, help="size of the tiles")
    parser.add_argument("--overlapped", action="store_true", help="tiles that overlap")
    arguments = parser.parse_args()
    try:
        if arguments.overlapped:
            draw_overlapped(executions_of(arguments.bin, arguments.size), arguments.size)
        else:
            waves, tiles = tiles_of(arguments.bin, arguments.size)
            draw(waves, tiles, arguments.size)
    except subprocess.CalledProcessError as error:
        sys.exit(error.stderr)


if __name__ == "__main__":
    main()
