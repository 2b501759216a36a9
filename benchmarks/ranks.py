#!/usr/bin/env python3
"""Whether the cost model puts variants of a kernel in the right order.

    benchmarks/ranks.py                    # all kernels of PolyBench, 10 variants each: minutes
    benchmarks/ranks.py gemm mvt --variants=4
    benchmarks/ranks.py --at-least=0.9     # an error where the median is lower

A variant is a kernel compiled for a machine with other sizes of tiles. Its time is, for each launch,
the launch itself plus the longest of instructions issued, wavefronts of shared memory and bytes of
sectors, by the machine's `times`: once from what the emulator counts, once from the parts that
`polymem-to-ptx{emit=cost}` reports. What the model says of latencies is left out, which the emulator
knows nothing of, and what it expects back ends to save, which the emulator executes. A row has Spearman's rank correlation of the two (times within one percent are the same),
and how much longer the variant that the model likes best takes on the emulator than the best one there.
"""
import json
import math
import os
import statistics
import sys
import tempfile

from programs import ROOT, Run, find_tool, parser_for, polybench, print_table, size_option
from yardstick import small

HEADS = ("kernel", "sizes", "variants", "correlation", "loss")
MACHINE = "nvidia-h200"

# How sizes differ from the machine's: linear, x, y, sequential, as powers of two.
SCALES = ((0, 0, 0, 0), (-1, 0, 0, 0), (-2, 0, 0, 0), (-3, 0, -1, 1), (0, 1, 0, -1),
          (1, 1, 1, -1), (-1, -1, 0, -1), (-2, -1, -1, 0), (-3, 0, -2, -2), (0, 0, -3, 1))


def machine_with(scale, directory, number):
    """The machine with other sizes of tiles, as a file."""
    with open(os.path.join(ROOT, "machines", f"{MACHINE}.json")) as file:
        machine = json.load(file)

    def scaled(value, power):
        return max(int(value * 2 ** power), 1)

    linear, x, y, sequential = scale
    tiles = machine["tiles"]
    tiles["linear"] = scaled(tiles["linear"], linear)
    tiles["parallel"][0] = scaled(tiles["parallel"][0], x)
    tiles["parallel"][1] = scaled(tiles["parallel"][1], y)
    tiles["sequential"] = scaled(tiles["sequential"], sequential)
    name = os.path.join(directory, f"machine{number}.json")
    with open(name, "w") as file:
        json.dump(machine, file)
    return name, machine


def emulated_time(kernels, machine):
    """Microseconds, from what the emulator counted."""
    times, total = machine["times"], 0
    units = {unit["name"]: unit for unit in machine["units"]}
    cores, warp = units["core"]["count"], units["warp"]["threads"]
    for kernel in kernels:
        launches, blocks = kernel["launches"], kernel["blocks"] / kernel["launches"]
        # The part of the work that is on the core with the most blocks.
        share = math.ceil(blocks / cores) / blocks
        instructions = sum(kind["warps"] * (8 if name == "special" else 1)
                           for name, kind in kernel["instructions"].items())
        transfers = kernel["transfers"].items()
        requests = sum(transfer["requests"] for _, transfer in transfers)
        sectors = 32 * sum(transfer.get("sectors", 0) for _, transfer in transfers)
        wavefronts = sum(transfer.get("wavefronts", 0) for _, transfer in transfers)
        cycles = max(share * (instructions + requests) * warp / times["instructions-per-cycle"],
                     share * wavefronts,
                     share * sectors / times["core-bytes-per-cycle"],
                     sectors / times["cache-bytes-per-cycle"])
        total += (launches * times["launch-nanoseconds"] / 1000 + cycles / times["clock-mhz"])
    return total


def as_written(launch):
    """The launch's `issue` part, with what back ends save put back in."""
    counts = launch["counts"]
    kinds = counts["instructions"]
    saved = kinds["saved"]["warps"]
    issued = (sum(kind["warps"] * (8 if name == "special" else 1)
                  for name, kind in kinds.items() if name != "saved")
              + sum(transfer["requests"] for transfer in counts["transfers"].values())
              + counts["block-barriers"] * counts["warps"] / max(counts["blocks"], 1))
    return launch["parts"]["issue"] * issued / (issued - saved) if issued > saved else 0


def measure(tools, kernel, entry, sizes, variant, directory):
    """A variant's time by the emulator and by the model."""
    run_tool, opt_tool = tools
    machine_file, machine = variant
    counts = os.path.join(directory, "counts.json")
    Run([run_tool, kernel.file, f"--entry={entry}", "--emulate", f"--count-json={counts}",
         "--checked=false", size_option(sizes),
         "--pipeline=polymem-to-emulator{count-instructions=true sizes=default cooperative=never "
         f"machine={machine_file}}}"]).require(f"running {kernel.name}")
    with open(counts) as file:
        real = emulated_time(json.load(file)["kernels"], machine)
    found = os.path.join(directory, "cost.json")
    assume = ",".join(f"{name}={value}" for name, value in sizes.items())
    Run([opt_tool, "-", "--pass-pipeline=builtin.module(polymem-to-ptx{emit=cost sizes=default "
         f"machine={machine_file} output={found} assume={assume}}})", "-o", os.devnull],
        kernel.functions[entry]).require(f"the cost of {kernel.name}")
    with open(found) as file:
        cost = json.load(file)["functions"][0]
    return real, sum(launch["parts"]["launch"]
                     + max(as_written(launch), launch["parts"]["shared"],
                           launch["parts"]["sectors"])
                     for launch in cost["launches"])


def ranks(values):
    """The mean rank of each value among them; what is within one percent is equal."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    result, first = [0.0] * len(values), 0
    while first < len(order):
        last = first
        while (last + 1 < len(order)
               and values[order[last + 1]] <= 1.01 * values[order[first]]):
            last += 1
        for position in range(first, last + 1):
            result[order[position]] = (first + last) / 2
        first = last + 1
    return result


def spearman(one, other):
    """Spearman's rank correlation; 1 where neither tells variants apart, 0 where one does not."""
    a, b = ranks(one), ranks(other)
    spread_a, spread_b = statistics.pstdev(a), statistics.pstdev(b)
    if not spread_a or not spread_b:
        return float(spread_a == spread_b)
    mean_a, mean_b = statistics.fmean(a), statistics.fmean(b)
    covariance = statistics.fmean((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    return covariance / (spread_a * spread_b)


def compare(tools, kernel, variants, directory):
    entry, sizes = kernel.entry(("_f32", "_i32")), small(kernel)
    found = [measure(tools, kernel, entry, sizes, variant, directory) for variant in variants]
    real, model = zip(*found)
    liked = min(range(len(model)), key=lambda i: model[i])
    return {"kernel": kernel.name, "sizes": "x".join(map(str, sizes.values())),
            "variants": len(variants), "correlation": spearman(real, model),
            "loss": real[liked] / min(real) - 1,
            "emulator": real, "model": model}


def main():
    parser = parser_for(__doc__, "polymem-run", with_files=False)
    parser.add_argument("kernels", nargs="*", help="default: all of benchmarks/polybench")
    parser.add_argument("--polymem-opt", help="default: that of build/bin or of PATH")
    parser.add_argument("--variants", type=int, default=len(SCALES), help="of each kernel")
    parser.add_argument("--json", metavar="FILE", help="write the numbers")
    parser.add_argument("--at-least", type=float, metavar="CORRELATION",
                        help="an error where the median correlation is lower")
    arguments = parser.parse_args()
    tools = (find_tool("polymem-run", arguments.tool),
             find_tool("polymem-opt", arguments.polymem_opt))
    rows = []
    with tempfile.TemporaryDirectory() as directory:
        variants = [machine_with(scale, directory, number)
                    for number, scale in enumerate(SCALES[:arguments.variants])]
        for kernel in polybench(arguments.kernels):
            rows.append(compare(tools, kernel, variants, directory))
    print_table(HEADS, [{head: f"{row[head]:.2f}" if isinstance(row[head], float)
                         else str(row[head]) for head in HEADS} for row in rows], left=1)
    worst = min(rows, key=lambda row: row["correlation"])
    median = statistics.median(row["correlation"] for row in rows)
    print(f"median {median:.2f}, worst {worst['correlation']:.2f} ({worst['kernel']})")
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(rows, file, indent=1)
    if arguments.at_least is not None and median < arguments.at_least:
        sys.exit("ranks: the median is below " + str(arguments.at_least))


if __name__ == "__main__":
    main()
