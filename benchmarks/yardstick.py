#!/usr/bin/env python3
"""What bounds the kernels of PolyBench on a GPU, without one.

    benchmarks/yardstick.py                       # all
    benchmarks/yardstick.py gemm lu --json=FILE   # the numbers as well
    benchmarks/yardstick.py --at-most=benchmarks/yardstick.json
                                                  # an error where a number is worse

At LARGE, compiled for these sizes (`assume`), of what launch metadata says host code does, with
nothing run:

  launches   how many launches there are
  blocks     of the launch with most of them, and threads of a block
  refused    launches of which a condition on sizes does not hold

and counted by the device emulator, in single precision or integers, at odd sizes near
SMALL (or at less where the emulator needs minutes):

  sectors    of 32 bytes of global memory moved, times the least for the bytes asked for
  wavefronts of shared memory, times the least
  barriers   of blocks, per launch or, in a cooperative launch, per barrier of the grid
  int/float  instructions executed by threads, integers' over floating point's

These are counts, so they are the same wherever the program is run.
"""
import json
import os
import sys
import tempfile

from gpu_counters import counters
from launch_metadata import LaunchCounter, extents_of, host_code
from programs import Run, find_tool, parser_for, polybench, print_table, size_option

HEADS = ("kernel", "launches", "blocks", "threads", "refused", "sizes", "sectors", "wavefronts",
         "barriers", "int/float")
#: Where SMALL takes the emulator longer than some seconds, mostly for many launches.
SIZES = {"floyd-warshall": {"N": 41}, "nussinov": {"N": 101}, "adi": {"TSTEPS": 9, "N": 61},
         "fdtd-2d": {"TMAX": 9, "NX": 61, "NY": 81}, "heat-3d": {"TSTEPS": 9, "N": 21},
         "jacobi-2d": {"TSTEPS": 9, "N": 91}, "seidel-2d": {"TSTEPS": 9, "N": 121}}
TRANSACTION_BYTES = 32


def small(kernel):
    """Odd sizes near SMALL: what divides nothing."""
    return SIZES.get(kernel.name) or {name: size | 1
                                      for name, size in kernel.datasets["SMALL"].items()}


def at_large(tool, kernel, entry, directory):
    """Launches, blocks, threads and what is refused, by the metadata."""
    ptx = os.path.join(directory, kernel.name + ".ptx")
    sizes = kernel.datasets["LARGE"]
    assume = ",".join(f"{name}={value}" for name, value in sizes.items())
    Run([tool, "-", f"--polymem-to-ptx=assume={assume}", "-o", ptx],
        kernel.functions[entry]).require(f"compiling {kernel.name}")
    with open(ptx.replace(".ptx", ".json")) as file:
        metadata = json.load(file)
    host = host_code(metadata, entry)
    if host is None:
        return {}
    arguments = next(f for f in metadata["functions"] if f["name"] == entry)["arguments"]
    counter = LaunchCounter({**extents_of(arguments, sizes), **sizes})
    counter.walk(host)
    blocks, threads = counter.largest
    return {"launches": counter.launches, "blocks": blocks, "threads": threads,
            "refused": counter.refused_launches, "reasons": counter.refused}


def emulated(tool, kernel, entry, sizes, directory):
    """What the emulator counts."""
    counts = os.path.join(directory, kernel.name + ".counts.json")
    Run([tool, kernel.file, f"--entry={entry}", "--emulate", f"--count-json={counts}",
         "--checked=false", size_option(sizes),
         "--pipeline=polymem-to-emulator{count-instructions=true}"]).require(
             f"running {kernel.name}")
    with open(counts) as file:
        return counters(json.load(file), TRANSACTION_BYTES)


def ratio(value, least):
    return round(value / least, 3) if least else None


def measure(run_tool, opt_tool, kernel, directory):
    """A row, its numbers as numbers."""
    entry, sizes = kernel.entry(("_f32", "_i32")), small(kernel)
    found = emulated(run_tool, kernel, entry, sizes, directory)
    return {"kernel": kernel.name, **at_large(opt_tool, kernel, entry, directory),
            "sizes": "x".join(map(str, sizes.values())),
            "sectors": ratio(found["sectors"], found["least_sectors"]),
            "wavefronts": ratio(found["wavefronts"], found["least_wavefronts"]),
            "barriers": ratio(found["barriers"], found["launches"] + found["grid_barriers"]),
            "int/float": ratio(found["integer"], found["float"])}


def grown(rows, bounds):
    """What is worse than in rows of an earlier run: more launches, or fewer blocks, and so on."""
    wrong = []
    for row in rows:
        before = bounds.get(row["kernel"], {})
        for name in ("launches", "refused", "sectors", "wavefronts", "barriers", "int/float"):
            if row.get(name) is not None and before.get(name) is not None \
                    and row[name] > before[name] * 1.001:
                wrong.append(f"{row['kernel']}: {name} {before[name]} -> {row[name]}")
        if row.get("blocks", 0) < before.get("blocks", 0):
            wrong.append(f"{row['kernel']}: blocks {before['blocks']} -> {row['blocks']}")
    return wrong


def shown(row):
    """The cells of a row."""
    cells = {}
    for head in HEADS:
        value = row.get(head)
        cells[head] = "-" if value is None else f"{value:.2f}" if isinstance(value, float) \
            else str(value)
    return cells


def main():
    parser = parser_for(__doc__, "polymem-run", with_files=False)
    parser.add_argument("kernels", nargs="*", help="default: all of benchmarks/polybench")
    parser.add_argument("--polymem-opt", help="default: that of build/bin or of PATH")
    parser.add_argument("--json", metavar="FILE", help="write the numbers by kernel")
    parser.add_argument("--at-most", metavar="FILE", help="numbers that must not grow")
    arguments = parser.parse_args()
    run_tool = find_tool("polymem-run", arguments.tool)
    opt_tool = find_tool("polymem-opt", arguments.polymem_opt)
    with tempfile.TemporaryDirectory() as directory:
        rows = [measure(run_tool, opt_tool, kernel, directory)
                for kernel in polybench(arguments.kernels)]
    print("polymem-to-ptx at LARGE; polymem-to-emulator at the sizes shown")
    print_table(HEADS, [shown(row) for row in rows], left=1)
    for row in rows:
        for reason in row.get("reasons", []):
            print(f"{row['kernel']}: {reason}")
    refused = [row["kernel"] for row in rows if row.get("refused")]
    few = [row["kernel"] for row in rows if row.get("blocks", 0) < 132]
    print(f"{sum(row.get('launches', 0) for row in rows)} launches; refused: "
          f"{' '.join(refused) or 'none'}; fewer than 132 blocks: {' '.join(few) or 'none'}")
    if arguments.json:
        with open(arguments.json, "w") as file:
            lines = [f"{json.dumps(row['kernel'])}: {json.dumps(row)}" for row in rows]
            file.write("{" + ",\n ".join(lines) + "}\n")
    if arguments.at_most:
        with open(arguments.at_most) as file:
            wrong = grown(rows, json.load(file))
        if wrong:
            sys.exit("yardstick: " + "\n".join(wrong))


if __name__ == "__main__":
    main()
