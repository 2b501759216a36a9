#!/usr/bin/env python3
"""Contracted arrays on the CPU: cells, run time, and the time of the analysis.

    benchmarks/storage.py                            # all with a size that can be large
    benchmarks/storage.py diamond lbm-d2q9 --repeat=31
    benchmarks/storage.py --analysis                 # only cells and analysis
    benchmarks/storage.py --in-cache --keep-pages    # arrays that fit into caches

Each program is compiled as it is and with its temporary arrays contracted, both
for this machine and optimized; results are compared bit for bit, then both are
called in turns, --repeat times.

  sizes     the values of the program's parameter: arrays of 60 MB and more, which are
            larger than most caches; with --in-cache of 10 to 20 MB
  before    elements of the largest temporary array that is contracted
  after     cells of it; the elements, in brackets, if it stays as it is
  bound     cells at the largest of the sizes that are looked at one by one, and
            the number of cells that no mapping can be below there
  original  milliseconds of the fastest call: other work on the machine only adds
  ratio     the original's time by that of the contracted program: above 1 the
            contracted one is faster
  conflicts, modulo, planes, linear, vectors, search: milliseconds of the analysis, of all
            arrays of the program: which elements conflict, then successive modulo,
            hyperplanes, linearised addresses, reuse vectors and the search
  others    samples at small sizes, and the bounds
  all       all of them

Both programs allocate their temporary arrays in each call. Large ones are new pages
then, which the system clears first. With --keep-pages the allocator (glibc's) keeps
them, so that only accesses are compared.

A contracted program runs the same passes as users would: polymem-contract-arrays,
convert-scratch-to-memref and polymem-split-at-wraps (see --pipeline).

Ends with an error where results differ, nothing is known of any array, a program takes
longer to analyse than --most-analysis milliseconds, or a ratio is less than
--least-ratio.
"""
import os
import re
import sys

from programs import ROOT, Run, find_tool, parser_for

STORAGE = os.path.join(ROOT, "benchmarks", "storage")
PASSES = "polymem-contract-arrays,convert-scratch-to-memref,polymem-split-at-wraps"
# Beyond caches, and in caches. (heat-2d-tiled-constant is a tile of 27 elements.)
SIZES = {
    "blur-interleaved": "N=4000/2000",
    "blur-tiled": "B=4000/2000",
    "diamond": "B=2000/1000",
    "harris-tiled": "B=2000/1000",
    "heat-2d-tiled": "B=300/150",
    "hexagonal": "B=2000/1000",
    "lbm-d2q9": "N=300/150",
    "lbm-d3q19": "N=64/40",
    "lbm-d3q27": "N=64/40",
    "parallelogram": "B=4000/2000",
    "produce-consume": "N=6000/3000",
    "unsharp-tiled": "B=2500/1000",
}
KEEP_PAGES = {"MALLOC_MMAP_THRESHOLD_": str(1 << 33), "MALLOC_TRIM_THRESHOLD_": str(1 << 33),
              "MALLOC_TOP_PAD_": str(1 << 27)}
STEPS = {"conflicts": "conflicts", "successive-modulo": "modulo", "hyperplanes": "planes",
         "linearised": "linear", "reuse-vectors": "vectors", "search": "search",
         "samples": "others", "bounds": "others", "larger-sizes": "others",
         "sure-bounds": "others",
         "general-bound": "others"}
HEADS = ("program", "sizes", "before", "after", "bound", "original", "ratio", "conflicts",
         "modulo", "planes", "linear", "vectors", "search", "others", "all")


def parameter_names(text):
    """The name in remarks of each parameter of the function."""
    arguments = re.search(r"@\w+\((.*?)\)\s*\{", text, re.S)[1]
    return {name: f"arg{k}" for k, argument in enumerate(re.split(r",\s*(?=%)", arguments))
            for name in re.findall(r'polymem\.param = "(\w+)"', argument)}


def cells_at(formulas, sizes):
    """The value of 'mapping, size cells, where [..], else ..' at sizes that its first
    case is for."""
    # Where sizes are so small that the array has fewer elements.
    formulas = re.sub(r", (or one for each element where these are fewer|"
                      r"fewer where the array is smaller)", "", formulas)
    size = re.search(r"([^,]+|one cell)(?: cells)?(?:$|, where|;)", formulas)[1]
    return 1 if "one cell" in size else eval(size.split(", ")[-1].removesuffix(" cells"), {}, sizes)


def analyse(tool, file, sizes, pipeline):
    """The cells before, after and bound, and those of the analysis."""
    with open(file) as source:
        names = parameter_names(source.read())
    assume = ",".join(f"{names[name]}={value}" for name, value in sizes.items())
    options = re.search(r"polymem-contract-arrays(?:\{(.*?)\})?", pipeline)
    options = (options[1] or "") if options else ""
    command = [tool, file, "-o", os.devnull, "--remarks-filter=polymem-contract-arrays",
               "--remark-format=emitRemark",
               f"--polymem-contract-arrays=report-times=1 assume={assume} {options}"]
    run = Run(command)
    run.require("the analysis")
    row = dict.fromkeys(STEPS.values(), 0.0)
    for step, milliseconds in re.findall(r"([\w-]+): ([\d.]+)(?=[,\"])", run.stdout):
        row[STEPS[step]] += float(milliseconds)
    row["all"] = sum(row.values())
    contracted = re.findall(r"takes (\d+) cells instead of (\d+).*?, by [\w-]+: (.*?)"
                            r"(?:; at least (.*?))?\"", run.stdout)
    if not contracted:
        stays = re.search(r"(\d+) cells instead of (\d+) elements", run.stdout)
        run.require("contraction", stays)
        row.update(before=stays[2], after=f"({stays[2]})")
        return row
    after, before, formulas, bounds = max(contracted, key=lambda c: int(c[1]))
    row.update(before=before, after=after)
    # The last part may be for all sizes that are not small.
    bounds = re.sub(r"(^|, )[^,]* where \w+ >= .*", "", bounds)
    last = re.findall(r"(\d+)(?: where ([^,]*))?(?:,|$)", bounds)[-1:]
    for bound, where in last:
        at = {name: int(value) for name, value in re.findall(r"(\w+) = (-?\d+)", where)}
        row["bound"] = f"{cells_at(formulas, at)} of {bound}"
    return row


def measure(tool, file, sizes, arguments):
    """The cells original and ratio."""
    command = [tool, file, "--compare", f"--time={arguments.repeat}",
               f"--pipeline={arguments.pipeline}"]
    if sizes:
        command.append("--sizes=" + ",".join(f"{n}={v}" for n, v in sizes.items()))
    run = Run(command)
    times = re.findall(r"least ([\d.e+-]+) ms", run.stdout)
    run.require("comparison", len(times) == 2 and ": identical" in run.stdout)
    original, contracted = map(float, times)
    return {"original": original, "ratio": original / contracted}


def print_table(rows, heads):
    text = lambda value: f"{value:.2f}" if isinstance(value, float) else str(value)
    lines = [dict(zip(heads, heads))] + [{h: text(row.get(h, "")) for h in heads} for row in rows]
    widths = {h: max(len(line[h]) for line in lines) for h in heads}
    for line in lines:
        print(" ".join(f"{line[h]:<{widths[h]}}" if h in HEADS[:2] else f"{line[h]:>{widths[h]}}"
                       for h in heads).rstrip())


def main():
    parser = parser_for(__doc__, "polymem-run", with_files=False)
    parser.add_argument("programs", nargs="*", help="default: all that have a parameter")
    parser.add_argument("--polymem-opt", help="default: that of build/bin or of PATH")
    parser.add_argument("--pipeline", default=PASSES)
    parser.add_argument("--in-cache", action="store_true", help="smaller sizes")
    parser.add_argument("--size", type=int, help="instead of the size of each program")
    parser.add_argument("--keep-pages", action="store_true",
                        help="do not give memory back to the system between calls")
    parser.add_argument("--repeat", type=int, default=15, help="calls; the fastest counts")
    parser.add_argument("--analysis", action="store_true", help="do not run the programs")
    parser.add_argument("--most-analysis", type=float, help="milliseconds")
    parser.add_argument("--least-ratio", type=float)
    arguments = parser.parse_args()
    run_tool = find_tool("polymem-run", arguments.tool)
    opt_tool = find_tool("polymem-opt", arguments.polymem_opt)
    unknown = [name for name in arguments.programs if name not in SIZES]
    if unknown:
        parser.error(f"no program {', '.join(unknown)}")

    if arguments.keep_pages:
        os.environ.update(KEEP_PAGES)

    rows = []
    for name in arguments.programs or SIZES:
        file = os.path.join(STORAGE, name + ".mlir")
        parameter, values = SIZES[name].split("=")
        large, small = map(int, values.split("/"))
        sizes = {parameter: arguments.size or (small if arguments.in_cache else large)}
        row = {"program": name, "sizes": ", ".join(f"{n}={v}" for n, v in sizes.items())}
        row.update(analyse(opt_tool, file, sizes, arguments.pipeline))
        if not arguments.analysis:
            row.update(measure(run_tool, file, sizes, arguments))
        rows.append(row)
    print_table(rows, [h for h in HEADS
                       if not arguments.analysis or h not in ("original", "ratio")])
    failed = []
    if arguments.most_analysis is not None:
        failed += [f"{row['program']}: the analysis takes {row['all']:.0f} ms" for row in rows
                   if row["all"] > arguments.most_analysis]
    if arguments.least_ratio is not None and not arguments.analysis:
        failed += [f"{row['program']}: ratio {row['ratio']:.2f}" for row in rows
                   if row["ratio"] < arguments.least_ratio]
    if failed:
        sys.exit("storage: " + "\nstorage: ".join(failed))


if __name__ == "__main__":
    main()
