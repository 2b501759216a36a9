#!/usr/bin/env python3
"""The cost model beside the device emulator, for the kernels of PolyBench.

    benchmarks/model.py                    # all, at odd sizes near SMALL
    benchmarks/model.py gemm lu --json=FILE
    benchmarks/model.py --at-most=1.5      # an error where the model is less than what is
                                           # counted, or more than 1.5 times that

Both see the same launches of one kernel in single precision or integers. A cell is what the
model says over what the emulator counts (1 where they agree): launches, blocks, barriers,
sectors of global memory, wavefronts of shared memory, instructions on floating point and on
integers. `exact` is what the model says of itself: without conditions on data, all but the
instructions on integers should be 1 (or 1.02 at most, where branches become one); with them, they are upper bounds. The model sees indices
before polymem-narrow-indices, so the emulator runs without that pass here.
"""
import json
import os
import sys
import tempfile

from programs import Run, find_tool, parser_for, polybench, print_table, size_option
from yardstick import small

#: Where both sides of a branch are the same but for a value, they become one when the kernel is
#: compiled, and threads on both access memory together: the model may say a little more.
JOINED = 1.02
COUNTS = ("launches", "blocks", "barriers", "sectors", "wavefronts", "float", "integer")
HEADS = ("kernel", "sizes", "exact", *COUNTS)


def _sum(kernels, kind, field):
    return sum(transfer.get(field, 0) for kernel in kernels
               for name, transfer in kernel["transfers"].items() if name.startswith(kind))


def _instructions(kernels, kind):
    return sum(kernel["instructions"].get(kind, {}).get("threads", 0) for kernel in kernels)


def counted(kernels):
    """The numbers that are compared, of what the emulator or the model says of kernels."""
    return {"launches": sum(kernel["launches"] for kernel in kernels),
            "blocks": sum(kernel["blocks"] for kernel in kernels),
            "barriers": sum(kernel["block-barriers"] for kernel in kernels),
            "sectors": _sum(kernels, "global", "sectors"),
            "wavefronts": _sum(kernels, "shared", "wavefronts"),
            "float": _instructions(kernels, "float"),
            "integer": _instructions(kernels, "integer")}


def assumed(sizes):
    return ",".join(f"{name}={value}" for name, value in sizes.items())


def emulated(tool, kernel, entry, sizes, options, directory):
    counts = os.path.join(directory, kernel.name + ".counts.json")
    # The same sizes as the model is told: what is chosen by them must be one program.
    Run([tool, kernel.file, f"--entry={entry}", "--emulate", f"--count-json={counts}",
         "--checked=false", size_option(sizes),
         f"--pipeline=polymem-to-emulator{{count-instructions=true index-bitwidth=64 cooperative=never {options} "
         f"assume={assumed(sizes)}}}"]).require(
             f"running {kernel.name}")
    with open(counts) as file:
        return counted(json.load(file)["kernels"])


def modelled(tool, kernel, entry, sizes, options, directory):
    """What the model says: numbers, and whether they are exact; and its microseconds."""
    found = os.path.join(directory, kernel.name + ".cost.json")
    Run([tool, "-", f"--pass-pipeline=builtin.module(polymem-to-ptx{{emit=cost {options} "
         f"output={found} assume={assumed(sizes)}}})", "-o", os.devnull],
        kernel.functions[entry]).require(f"the cost of {kernel.name}")
    with open(found) as file:
        function = next(f for f in json.load(file)["functions"] if f["function"] == entry)
    return (counted([launch["counts"] for launch in function["launches"]]),
            function["exact"], function["microseconds"])


def compare(run_tool, opt_tool, kernel, options, directory):
    entry, sizes = kernel.entry(("_f32", "_i32")), small(kernel)
    real = emulated(run_tool, kernel, entry, sizes, options, directory)
    model, exact, _ = modelled(opt_tool, kernel, entry, sizes, options, directory)
    return {"kernel": kernel.name, "sizes": "x".join(map(str, sizes.values())), "exact": exact,
            "emulator": real, "model": model,
            **{name: model[name] / real[name] if real[name] else float(model[name] == 0)
               for name in COUNTS}}


def wrong(rows, most):
    """What the model gets wrong: what is not the same, or no upper bound within `most`."""
    found = []
    for row in rows:
        for name in COUNTS:
            exact = row["exact"] and name != "integer"
            low, high = (1, JOINED if name == "sectors" else 1) if exact else (0 if name == "integer" else 1, most)
            if not low - 1e-9 <= row[name] <= high + 1e-9:
                found.append(f"{row['kernel']}: {name}: {row['model'][name]} in the model, "
                             f"{row['emulator'][name]} counted")
    return found


def main():
    parser = parser_for(__doc__, "polymem-run", with_files=False)
    parser.add_argument("kernels", nargs="*", help="default: all of benchmarks/polybench")
    parser.add_argument("--polymem-opt", help="default: that of build/bin or of PATH")
    parser.add_argument("--options", default="", help="of the pipelines: sizes=16,16 pad=false")
    parser.add_argument("--json", metavar="FILE", help="write the numbers")
    parser.add_argument("--at-most", type=float, metavar="RATIO",
                        help="an error where counts are not what they should be")
    arguments = parser.parse_args()
    options = arguments.options
    if "sizes=" not in options:
        # The model is told sizes, by which they would be chosen, the emulator's pipeline is not.
        options += " sizes=default"
    run_tool = find_tool("polymem-run", arguments.tool)
    opt_tool = find_tool("polymem-opt", arguments.polymem_opt)
    rows = []
    with tempfile.TemporaryDirectory() as directory:
        for kernel in polybench(arguments.kernels):
            rows.append(compare(run_tool, opt_tool, kernel, options, directory))
    print_table(HEADS, [{head: f"{row[head]:.3f}" if isinstance(row[head], float)
                         else str(row[head]) for head in HEADS} for row in rows], left=1)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(rows, file, indent=1)
    if arguments.at_most:
        found = wrong(rows, arguments.at_most)
        if found:
            sys.exit("model: " + "\n".join(found))


if __name__ == "__main__":
    main()
